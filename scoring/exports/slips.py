"""Score slips: one for each table of a published round, to write on and to scan.

Which columns a slip has is said by the game: `Game.slip`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import segno
from django.utils.translation import gettext as _

from engine.core.kinds import SeatNumber
from engine.core.options import options_of
from engine.core.paper import Games
from scoring.exports.sheet import LEADING, MARGIN, Sheet
from scoring.exports.words import Words, heading, round_in_words, short_seats, side_name
from scoring.selectors.rounds import RoundPage, SideLine, TableLine
from scoring.setup import stage_setup
from tournaments.models import Event

SPARE_HANDS = 2
"""Rows beyond what the games of a match usually take."""
HALF_PAGE_HANDS = 8
GAMES_ROWS = 3
"""The rows that a slip has for games, of two sides, take the place of so many hands."""
GAMES_HEIGHT = 6.5
MOST_HANDS = 36
HAND_WIDE, SAID_WIDE, POINTS_WIDE, NOTES_WIDE = 14.0, 27.0, 27.0, 36.0
"""Widths of columns in millimetres; that of the notes is what is left, and this at least."""
SAID_LEAST, POINTS_LEAST = 17.0, 16.0
"""What is said takes less where the points of a side would have less than this."""
TITLE_SIZE, TITLE_LEAST = 8.5, 6.5
"""Type of the titles in points: smaller where a word would be broken."""
FEW_SEATS = 4
"""So many are told by the points of the compass, more by the numbers of their seats."""
QR = 27.0
"""The side of a QR code in millimetres, its quiet zone included."""


@dataclass(frozen=True, slots=True)
class Box:
    """The part of a page that a slip has for itself."""

    y: float
    height: float


def score_slips(
    event: Event, page: RoundPage, words: Words, link: Callable[[TableLine], str], paper: str = "a4"
) -> bytes:
    """A PDF with a slip for each table, two on a page where matches are short; the QR has `link(line)`."""
    title = _("%(round)s: score slips") % {"round": round_in_words(page)}
    sheet = Sheet(heading(event, title, words), paper, headed=False)
    columns = Columns.of(page)
    on_a_page = 2 if columns.is_short else 1
    height = (sheet.bottom - MARGIN + 4) / on_a_page
    for at, line in enumerate(page.tables):
        place = at % on_a_page
        if place == 0:
            sheet.add_page()
        else:
            _cut(sheet, MARGIN + height * place - 2)
        slip = Slip(sheet, page, words, columns, Box(MARGIN + height * place, height - 6))
        slip.draw(line, link(line))
    if not page.tables:
        sheet.add_page()
        sheet.put(_("No tables in this round"), MARGIN, MARGIN, float(sheet.epw), 17, bold=True)
    return sheet.finished()


@dataclass(frozen=True, slots=True)
class Columns:
    """What is written on a slip: `said`, `notes`, `points` are titles of columns, no notes are ""."""

    hands: int
    said: tuple[str, ...]
    notes: str
    points: str
    games: Games | None
    seats_at: int | None
    """The column in which the seats are told by their numbers, counted from that of the hand."""

    @classmethod
    def of(cls, page: RoundPage) -> Columns:
        """What the game of the stage, and its limits, ask for."""
        setup = stage_setup(page.stage)
        slip, fields = setup.game.slip, options_of(setup.game.Summary)
        games = slip.games(setup.rules)
        usual = slip.hands(setup.rules) if games is None else games.hands * games.most + SPARE_HANDS
        of_seats = [at for at, name in enumerate(slip.said, 1) if isinstance(fields[name].kind, SeatNumber)]
        return cls(
            hands=min(page.stage.match.get("hands") or usual, MOST_HANDS),
            said=tuple(_(fields[name].label) for name in slip.said),
            notes=_(slip.notes) if slip.notes else "",
            points=slip.points,
            games=games,
            seats_at=of_seats[0] if of_seats else len(slip.said) + 1 if slip.notes else None,
        )

    @property
    def is_short(self) -> bool:
        """Whether two slips fit on a page."""
        return self.hands + (GAMES_ROWS if self.games is not None else 0) <= HALF_PAGE_HANDS

    def widths(self, width: float, sides: tuple[str, ...]) -> list[tuple[str, float]]:
        """Titles and widths: the hand, what is said of it, notes, points and sums of each side."""
        of_sides = 2 * len(sides)
        said = self._said_wide(width, of_sides)
        fixed = HAND_WIDE + said * len(self.said)
        each = (width - fixed) / of_sides
        if self.notes:
            each = min(POINTS_WIDE, (width - fixed - NOTES_WIDE) / of_sides)
        notes = [(self.notes, width - fixed - each * of_sides)] if self.notes else []
        sums = _("%(side)s total") if self.games is None else _("%(side)s game")
        return [
            (_("Hand"), HAND_WIDE),
            *((title, said) for title in self.said),
            *notes,
            *((_(self.points) % {"side": side}, each) for side in sides),
            *((sums % {"side": side}, each) for side in sides),
        ]

    def _said_wide(self, width: float, of_sides: int) -> float:
        """The width of a column of what is said: less where many sides need room for their points."""
        room = width - HAND_WIDE - POINTS_LEAST * of_sides - (NOTES_WIDE if self.notes else 0)
        return min(SAID_WIDE, max(SAID_LEAST, room / max(1, len(self.said))))


def _cut(sheet: Sheet, y: float) -> None:
    """Where the scissors go."""
    sheet.set_dash_pattern(dash=2, gap=2)
    sheet.line(0, y, float(sheet.w), y)
    sheet.set_dash_pattern()


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip in its box."""

    sheet: Sheet
    page: RoundPage
    words: Words
    columns: Columns
    box: Box

    def draw(self, line: TableLine, address: str) -> None:
        """Head, sides, rows to write on, signatures."""
        right = MARGIN + float(self.sheet.epw) - QR
        draw_qr(self.sheet, address, right, self.box.y)
        caption = _("Scan to see this table")
        self.sheet.put(caption, right - 3, self.box.y + QR, QR + 6, 7.5, align="C")
        y = self._head(line, right - 4 - MARGIN)
        y = self._sides(line, y, right - 4 - MARGIN)
        y = max(y, self.box.y + QR + 5)
        self._rows(line, y)

    def _head(self, line: TableLine, width: float) -> float:
        """The table in large type, beside it the event, the round and the time."""
        sheet = self.sheet
        number = _("Table %(table)s") % {"table": line.table} if line.table else _("No table")
        size = sheet.fitting(number, width * 0.45, 30, 12)
        large = min(width * 0.45, sheet.width(number, size, bold=True) + 5)
        low = sheet.put(number, MARGIN, self.box.y, large, size, bold=True)
        x, rest = MARGIN + large, width - large
        y = sheet.put(sheet.heading.event, x, self.box.y + 1, rest, 11, bold=True)
        y = sheet.put(round_in_words(self.page), x, y, rest, 11)
        y = sheet.put(sheet.heading.moment, x, y, rest, 8)
        return max(low, y) + 2

    def _sides(self, line: TableLine, y: float, width: float) -> float:
        """Who plays: seats, entrants, people."""
        for side in line.sides:
            seats = self.words.sides.get(side.side, side.side)
            wide = self.sheet.width(seats, 9) + 4
            low = self.sheet.put(seats, MARGIN, y + 0.6, wide, 9)
            low = max(low, self.sheet.put(side_name(side), MARGIN + wide, y, width - wide, 11.5, bold=True))
            people = _by_seat(side) if _seats(line) else side.people_to_add
            if people:
                low = self.sheet.put(people, MARGIN + wide, low, width - wide, 9)
            y = low + 1
        return y + 1

    def _rows(self, line: TableLine, y: float) -> None:
        """A row for each hand, the totals or the games, and a line for each signature."""
        games, hands = self.columns.games, self.columns.hands
        foot = 15.0 + (0.0 if games is None else GAMES_HEIGHT * (len(line.sides) + 1) + 3)
        head = self._titles(line, y)
        space = self.box.y + self.box.height - foot - head
        height = min(10.0, space / (hands + (games is None)))
        for number in range(1, hands + 1):
            self._row(line, head + height * (number - 1), height, str(number))
            if self.columns.seats_at is not None:
                self._seats_to_mark(line, self.columns.seats_at, head + height * (number - 1))
        if games is None:
            self._row(line, head + height * hands, height, _("Total"), bold=True)
        else:
            self._games(line, head + height * hands + 3, games)
        self._signatures(line, self.box.y + self.box.height - 12)

    def _games(self, line: TableLine, y: float, games: Games) -> None:
        """A column for each game that there can be, a row for the score of each side in it."""
        width = float(self.sheet.epw)
        wide = min(POINTS_WIDE, (width - SAID_WIDE) / games.most)
        titles = [_("Games of %(target)s") % {"target": games.target}, *map(str, range(1, games.most + 1))]
        rows = [titles, *([self._short(side), *[""] * games.most] for side in line.sides)]
        for row, texts in enumerate(rows):
            x = MARGIN
            for at, text in enumerate(texts):
                size = self.sheet.fitting(text, (wide if at else SAID_WIDE) - 2, 8.5, 6)
                middle = y + GAMES_HEIGHT * row + (GAMES_HEIGHT - size * LEADING) / 2
                self.sheet.rect(x, y + GAMES_HEIGHT * row, wide if at else SAID_WIDE, GAMES_HEIGHT)
                self.sheet.put(
                    text,
                    x + 1,
                    middle,
                    (wide if at else SAID_WIDE) - 2,
                    size,
                    bold=True,
                    align="C" if at else "L",
                )
                x += wide if at else SAID_WIDE

    def _columns(self, line: TableLine) -> list[tuple[str, float]]:
        """Titles and widths of the columns."""
        return self.columns.widths(float(self.sheet.epw), tuple(self._short(side) for side in line.sides))

    def _short(self, side: SideLine) -> str:
        return short_seats(self.words.sides.get(side.side, side.side))

    def _titles(self, line: TableLine, y: float) -> float:
        columns = self._columns(line)
        words = [(word, wide) for title, wide in columns for word in title.split()]
        size = min(self.sheet.fitting(word, wide - 2, TITLE_SIZE, TITLE_LEAST) for word, wide in words)
        lines = max(len(self.sheet.lines(title, wide - 2, size, bold=True)) for title, wide in columns)
        height = lines * size * LEADING + 2
        x = MARGIN
        for title, wide in columns:
            self.sheet.rect(x, y, wide, height)
            self.sheet.put(title, x + 1, y + 1, wide - 2, size, bold=True)
            x += wide
        return y + height

    def _row(self, line: TableLine, y: float, height: float, name: str, *, bold: bool = False) -> None:
        x = MARGIN
        size = self.sheet.fitting(name, 12, 10.5, 6)
        for at, (_title, wide) in enumerate(self._columns(line)):
            self.sheet.rect(x, y, wide, height)
            if at == 0:
                middle = y + (height - size * LEADING) / 2
                self.sheet.put(name, x + 1, middle, wide - 2, size, bold=bold, align="C")
            x += wide

    def _seats_to_mark(self, line: TableLine, at: int, y: float) -> None:
        """The seats side by side in a column, to mark who is meant or to write beside."""
        columns = self._columns(line)
        left = MARGIN + sum(wide for _title, wide in columns[:at])
        wide = columns[at][1]
        seats = _seats(line)
        for place, seat in enumerate(seats):
            x = left + wide * place / len(seats)
            self.sheet.put(str(seat), x + 1, y + 0.6, wide / len(seats) - 1, 7)

    def _signatures(self, line: TableLine, y: float) -> None:
        """A line to sign on for each side."""
        wide = float(self.sheet.epw) / len(line.sides)
        for at, side in enumerate(line.sides):
            x = MARGIN + wide * at
            self.sheet.line(x, y + 7, x + wide - 6, y + 7)
            seats = self.words.sides.get(side.side, side.side)
            self.sheet.put(_("Signature %(side)s") % {"side": seats}, x, y + 7.4, wide - 6, 8)


def _seats(line: TableLine) -> list[int]:
    """The numbers of the seats in the order of play, where players are told by those."""
    taken = sorted(seat.position for side in line.sides for seat in side.seats if seat.position is not None)
    return taken if len(taken) > FEW_SEATS else []


def _by_seat(side: SideLine) -> str:
    """The people of a side with the numbers of their seats."""
    return ", ".join(f"{seat.position} {seat.player.display_name()}" for seat in side.seats)


def draw_qr(sheet: Sheet, address: str, x: float, y: float, side: float = QR) -> None:
    """A QR code of the address, never a Micro QR, with the quiet zone that readers need."""
    matrix = segno.make_qr(address, error="m", boost_error=False).matrix
    quiet = 4
    unit = side / (len(matrix) + 2 * quiet)
    for row, modules in enumerate(matrix):
        start = 0
        while start < len(modules):
            end = start
            while end < len(modules) and modules[end]:
                end += 1
            if end > start:
                place = (x + (start + quiet) * unit, y + (row + quiet) * unit)
                sheet.rect(*place, (end - start) * unit, unit, style="F")
            start = end + 1
