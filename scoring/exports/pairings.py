"""The pairings of a round to hang on the wall: by table, and by name."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.exports.grid import Cell, Column, draw_grid
from scoring.exports.sheet import MARGIN, Sheet
from scoring.exports.words import Words, heading, round_in_words, shortest, side_name
from scoring.selectors.rounds import RoundPage, Sitting, TableLine
from tournaments.models import Event

SIZE = 11.0
FEW_SIDES = 2
"""Of more sides than these each is one seat, named by its number."""


def pairings_by_table(event: Event, page: RoundPage, words: Words, paper: str = "a4") -> bytes:
    """A PDF of who plays at which table, and of who does not play."""
    title = _("%(round)s: pairings by table") % {"round": round_in_words(page)}
    sheet = Sheet(heading(event, title, words), paper)
    sheet.add_page()
    columns = [
        Column(_("Table"), align="R"),
        *(Column(words.sides.get(side, side), share=1) for side in _sides(page)),
    ]
    draw_grid(sheet, columns, [_table(line, len(columns) - 1) for line in page.tables], SIZE)
    if page.byes:
        _byes(sheet, page, words)
    return sheet.finished()


def pairings_by_name(event: Event, page: RoundPage, words: Words, paper: str = "a4") -> bytes:
    """A PDF of everybody's table, in the order of their names; `page` was read by name."""
    title = _("%(round)s: pairings by name") % {"round": round_in_words(page)}
    sheet = Sheet(heading(event, title, words), paper)
    sheet.add_page()
    columns = [
        Column(_("Name"), share=5),
        Column(_("Table"), align="R"),
        Column(_("Seat") if len(words.sides) > FEW_SIDES else _("Seats"), share=2.4),
        Column(_("Against"), share=5),
    ]
    draw_grid(sheet, columns, [_sitting(each, words) for each in page.sittings], SIZE)
    return sheet.finished()


def _sides(page: RoundPage) -> tuple[str, ...]:
    return tuple(dict.fromkeys(side.side for line in page.tables for side in line.sides))


def _table(line: TableLine, sides: int) -> list[Cell]:
    cells = [Cell(side_name(side), side.people_to_add) for side in line.sides]
    empty = [Cell("")] * (sides - len(cells))
    return [Cell(line.table, bold=True), *cells, *empty]


def _sitting(sitting: Sitting, words: Words) -> list[Cell]:
    if not sitting.others:
        return [Cell(sitting.name, bold=True), Cell("–"), Cell(words.outcome(sitting.side.outcome)), Cell("")]
    against = " / ".join(side_name(side) for side in sitting.others)
    seats = words.sides.get(sitting.side.side, sitting.side.side)
    if len(words.sides) > FEW_SIDES:
        seats = shortest(seats)
    return [Cell(sitting.name, bold=True), Cell(sitting.line.table, bold=True), Cell(seats), Cell(against)]


def _byes(sheet: Sheet, page: RoundPage, words: Words) -> None:
    """Who does not play, below the tables."""
    if sheet.get_y() + 22 > sheet.bottom:
        sheet.add_page()
    y = sheet.put(_("Not playing this round"), MARGIN, sheet.get_y() + 5, float(sheet.epw), 13, bold=True)
    sheet.set_y(y + 1)
    rows = [
        [Cell(side_name(side), side.people_to_add), Cell(words.outcome(side.outcome))]
        for line in page.byes
        for side in line.sides
    ]
    draw_grid(sheet, [Column(_("Name"), share=1), Column(_("Reason"), share=1)], rows, SIZE)
