"""Score slips: one for each table of a published round, to write on and to scan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import segno
from django.utils.translation import gettext as _

from scoring.exports.sheet import LEADING, MARGIN, Sheet
from scoring.exports.words import Words, heading, round_in_words, short_seats, side_name
from scoring.selectors.rounds import RoundPage, SideLine, TableLine
from tournaments.models import Event

USUAL_HANDS = 10
HALF_PAGE_HANDS = 8
MOST_HANDS = 36
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
    hands = min(page.tables[0].hands_planned or USUAL_HANDS, MOST_HANDS) if page.tables else 0
    on_a_page = 2 if hands <= HALF_PAGE_HANDS else 1
    height = (sheet.bottom - MARGIN + 4) / on_a_page
    for at, line in enumerate(page.tables):
        place = at % on_a_page
        if place == 0:
            sheet.add_page()
        else:
            _cut(sheet, MARGIN + height * place - 2)
        slip = Slip(sheet, page, words, Box(MARGIN + height * place, height - 6))
        slip.draw(line, link(line), hands)
    if not page.tables:
        sheet.add_page()
        sheet.put(_("No tables in this round"), MARGIN, MARGIN, float(sheet.epw), 17, bold=True)
    return sheet.finished()


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
    box: Box

    def draw(self, line: TableLine, address: str, hands: int) -> None:
        """Head, sides, rows to write on, signatures."""
        right = MARGIN + float(self.sheet.epw) - QR
        draw_qr(self.sheet, address, right, self.box.y)
        caption = _("Scan to see this table")
        self.sheet.put(caption, right - 3, self.box.y + QR, QR + 6, 7.5, align="C")
        y = self._head(line, right - 4 - MARGIN)
        y = self._sides(line, y, right - 4 - MARGIN)
        y = max(y, self.box.y + QR + 5)
        self._rows(line, y, hands)

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
            if side.people_to_add:
                low = self.sheet.put(side.people_to_add, MARGIN + wide, low, width - wide, 9)
            y = low + 1
        return y + 1

    def _rows(self, line: TableLine, y: float, hands: int) -> None:
        """A row for each hand, the totals, and a line for each signature."""
        foot = 15.0
        head = self._titles(line, y)
        space = self.box.y + self.box.height - foot - head
        height = min(10.0, space / (hands + 1))
        for number in range(1, hands + 1):
            self._row(line, head + height * (number - 1), height, str(number))
        self._row(line, head + height * hands, height, _("Total"), bold=True)
        self._signatures(line, self.box.y + self.box.height - foot + 3)

    def _columns(self, line: TableLine) -> list[tuple[str, float]]:
        """Titles and widths: the hand, what was called, points and sums of each side."""
        width = float(self.sheet.epw)
        sides = [self._short(side) for side in line.sides]
        each = min(27.0, (width - 50) / (2 * len(sides)))
        notes = width - 14 - each * 2 * len(sides)
        points = [(_("%(side)s points") % {"side": side}, each) for side in sides]
        sums = [(_("%(side)s total") % {"side": side}, each) for side in sides]
        return [(_("Hand"), 14.0), (_("Calls and notes"), notes), *points, *sums]

    def _short(self, side: SideLine) -> str:
        return short_seats(self.words.sides.get(side.side, side.side))

    def _titles(self, line: TableLine, y: float) -> float:
        columns = self._columns(line)
        lines = max(len(self.sheet.lines(title, wide - 2, 8.5, bold=True)) for title, wide in columns)
        height = lines * 8.5 * LEADING + 2
        x = MARGIN
        for title, wide in columns:
            self.sheet.rect(x, y, wide, height)
            self.sheet.put(title, x + 1, y + 1, wide - 2, 8.5, bold=True)
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

    def _signatures(self, line: TableLine, y: float) -> None:
        """A line to sign on for each side."""
        wide = float(self.sheet.epw) / len(line.sides)
        for at, side in enumerate(line.sides):
            x = MARGIN + wide * at
            self.sheet.line(x, y + 7, x + wide - 6, y + 7)
            seats = self.words.sides.get(side.side, side.side)
            self.sheet.put(_("Signature %(side)s") % {"side": seats}, x, y + 7.4, wide - 6, 8)


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
