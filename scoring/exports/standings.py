"""The standings: on paper, and as rows for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.exports.grid import Cell, Column, draw_grid
from scoring.exports.sheet import MARGIN, Sheet
from scoring.exports.tables import Exactly, Table, Value, decimal_of
from scoring.exports.words import Words, heading
from scoring.ranking import Criterion
from scoring.selectors.standings import StandingLine, StandingsPage
from tournaments.models import Entrant, Event
from tournaments.protest import final_from

SIZE = 10.5
FIGURE_SPACE = "\u2007"
"""As wide as a digit, and as the sign of a shared place."""


def standings_pdf(event: Event, page: StandingsPage, words: Words, paper: str = "a4") -> bytes:
    """A PDF of the table; what put an entrant below the row above it is set in bold type."""
    head = replace(heading(event, _title(page), words), note=_protests(event, page, words))
    sheet = Sheet(head, paper)
    sheet.add_page()
    columns = [
        Column(_("Rank"), align="R"),
        Column(_("No."), align="R"),
        Column(_("Name"), share=1),
        *(Column(_(each.tiebreak.abbreviation), align="R") for each in page.criteria),
    ]
    alone = FIGURE_SPACE if any(line.tied for line in page.lines) else ""
    draw_grid(sheet, columns, [_row(line, words, alone) for line in page.lines], SIZE)
    _legend(sheet, page)
    return sheet.finished()


def standings_table(page: StandingsPage) -> Table:
    """The table as rows: each criterion as a decimal number and, exactly, as text."""
    head = [_("Rank"), _("Shared"), _("Number"), _("Name"), _("Players"), _("Club")]
    for name in _names(page.criteria):
        head += [name, _("%(name)s (exact)") % {"name": name}]
    head.append(_("Decided by"))
    return Table(_title(page), tuple(head), tuple(tuple(_values(page, line)) for line in page.lines))


def people(entrant: Entrant) -> tuple[str, ...]:
    """The people of an entrant by the names that they are shown with."""
    return tuple(each.player.display_name() for each in entrant.line_up.all())


def _title(page: StandingsPage) -> str:
    words = (
        _("Standings during round %(number)s") if page.provisional else _("Standings after round %(number)s")
    )
    title = words % {"number": page.after} if page.lines else _("No standings yet")
    several = page.stage is not None and len(page.outline.stages) > 1
    return f"{page.stage.name}: {title}" if several and page.stage else title


def _protests(event: Event, page: StandingsPage, words: Words) -> str:
    """Until when the results can be protested, whenever it is printed: so one version prints one paper."""
    ends = final_from(event, page.closed_round)
    return capfirst(_("provisional until %(until)s") % {"until": words.moment(ends)}) if ends else ""


def _row(line: StandingLine, words: Words, alone: str) -> list[Cell]:
    """The cells of a row; `alone` stands behind a place that nobody shares, so that all stand in line."""
    names = people(line.entrant)
    note = "" if all(name in line.entrant.name for name in names) else ", ".join(names)
    if line.is_out:
        note = " · ".join(filter(None, (note, str(line.entrant.get_status_display()))))
    return [
        Cell(f"{line.rank}{'=' if line.tied else alone}", bold=True),
        Cell(str(line.entrant.number)),
        Cell(line.entrant.name, note),
        *(Cell(words.value(cell.value, cell.tiebreak.key), bold=cell.decides) for cell in line.cells),
    ]


def _legend(sheet: Sheet, page: StandingsPage) -> None:
    """What the columns are called in full."""
    names = "; ".join(f"{_(each.tiebreak.abbreviation)} = {_(each.tiebreak.name)}" for each in page.criteria)
    bold = _("In bold: what put a row below the one above it.")
    text = f"{names}. {bold}" if names else ""
    lines = sheet.lines(text, float(sheet.epw), 9)
    if sheet.get_y() + 3 + 4 * len(lines) > sheet.bottom:
        sheet.add_page()
    sheet.put(text, MARGIN, sheet.get_y() + 3, float(sheet.epw), 9)


def _names(criteria: tuple[Criterion, ...]) -> Iterator[str]:
    """The criteria in words; one that is used twice keeps its number."""
    for each in criteria:
        more = each.label.removeprefix(each.tiebreak.key)
        yield f"{_(each.tiebreak.name)}{more}"


def _values(page: StandingsPage, line: StandingLine) -> Iterator[Value | Exactly]:
    entrant = line.entrant
    yield from (line.rank, "=" if line.tied else "", entrant.number, entrant.name)
    yield from (", ".join(people(entrant)), entrant.club)
    for cell in line.cells:
        yield from (decimal_of(cell.value), Exactly(cell.value or ""))
    decides = next((at for at, cell in enumerate(line.cells) if cell.decides), None)
    yield "" if decides is None else list(_names(page.criteria))[decides]
