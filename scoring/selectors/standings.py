"""Reads of standings: a stored table with everything that a reader asks about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.models import StandingsSnapshot
from scoring.ranking import Criterion
from scoring.selectors.events import OUT, Outline, StageOutline, entrants_of, outline
from scoring.services.standings import criteria_of, parts_of, result_table
from scoring.table import ResultTable
from scoring.tiebreaks.base import TieBreak
from scoring.tiebreaks.head_to_head import separates_nobody
from tournaments.errors import NotFound
from tournaments.models import Entrant, Event, Round, RoundStatus, Stage

NEIGHBOURS = 3
"""A table, the one of the round before, and what a round opened again may have left beside them."""


@dataclass(frozen=True, slots=True)
class Part:
    """One summand of a value: from which round and opponent, and whether it was counted or cut."""

    round: int
    opponent: str
    points: str
    factor: str
    counted: bool
    outcome: str


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of one criterion for one entrant, and the parts it is made of.

    `idle`: a direct encounter that separates nobody, since some of those who are tied have not met.
    `against`: where it decides and the reasons are asked for, what the row above has.
    """

    label: str
    tiebreak: TieBreak
    value: str | None
    decides: bool
    parts: tuple[Part, ...] = ()
    idle: bool = False
    against: str | None = None


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of the table; `moved` is how many places it went up since the round before, None at first.

    `cells` are the criteria in their order: none where all of them need boards, which are not compared here.
    """

    rank: int
    tied: bool
    entrant: Entrant
    cells: tuple[Cell, ...]
    moved: int | None

    @property
    def score(self) -> Cell | None:
        """The first criterion."""
        return self.cells[0] if self.cells else None

    @property
    def others(self) -> tuple[Cell, ...]:
        """All criteria behind the first."""
        return self.cells[1:]

    @property
    def is_out(self) -> bool:
        """Whether it plays no more."""
        return self.entrant.status in OUT

    @property
    def steps(self) -> int:
        """How many places it moved, up or down."""
        return abs(self.moved or 0)

    @property
    def decider(self) -> Cell | None:
        """The criterion that put it below the row above, where that was not the score itself."""
        return next((cell for cell in self.others if cell.decides), None)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """What the page of the standings shows; no `lines` while there is no table yet."""

    outline: Outline
    stage: Stage | None
    criteria: tuple[Criterion, ...] = ()
    after: int = 0
    closed: tuple[int, ...] = ()
    provisional: bool = False
    lines: tuple[StandingLine, ...] = ()

    @property
    def closed_round(self) -> Round | None:
        """The round after which the table stands, None while one is played."""
        if self.stage is None or self.provisional:
            return None
        rounds = self.outline.stage(self.stage.order).rounds
        return next((each for each in rounds if each.number == self.after), None)


@dataclass(frozen=True, slots=True)
class WhyPage:
    """Why an entrant stands where it does: each criterion with its parts."""

    standings: StandingsPage
    line: StandingLine
    cells: tuple[Cell, ...]
    above: StandingLine | None = None

    @property
    def outline(self) -> Outline:
        """The event around it."""
        return self.standings.outline


def standings_page(event: Event, order: int | None = None, after: int | None = None) -> StandingsPage:
    """The table after a closed round (None: as it stands now), six queries in all. Raises NotFound."""
    plan = outline(event)
    if not plan.stages and order is None:
        return StandingsPage(plan, None)
    stage = plan.stage(order)
    closed = tuple(each.number for each in stage.rounds if each.status == RoundStatus.CLOSED)
    if after is not None and after not in closed:
        raise NotFound
    criteria = criteria_of(stage.stage)
    snapshot, before = _snapshots(stage, after)
    if snapshot is None:
        return StandingsPage(plan, stage.stage, criteria, closed=closed)
    return StandingsPage(
        outline=plan,
        stage=stage.stage,
        criteria=criteria,
        after=snapshot.after_round,
        closed=closed,
        provisional=not snapshot.final,
        lines=_lines(event, snapshot, criteria, before),
    )


Tables = tuple[StandingsSnapshot | None, StandingsSnapshot | None]


def _snapshots(stage: StageOutline, after: int | None) -> Tables:
    """The newest table of this round (None: of the last one that is published), and the one before it."""
    last = after if after is not None else stage.last.number if stage.last else 0
    known = stage.stage.snapshots.filter(after_round__lte=last)
    if after is not None:
        known = known.filter(final=True)
    newest = list(known.order_by("-after_round", "-version")[:NEIGHBOURS])
    if not newest or (after is not None and newest[0].after_round != after):
        return None, None
    before = (each for each in newest if each.final and each.after_round == newest[0].after_round - 1)
    return newest[0], next(before, None)


def _lines(
    event: Event,
    snapshot: StandingsSnapshot,
    criteria: tuple[Criterion, ...],
    before: StandingsSnapshot | None,
) -> tuple[StandingLine, ...]:
    entrants = {each.pk: each for each in entrants_of(event)}
    ranks = {row["entrant"]: row["rank"] for row in before.rows} if before else {}
    lines = []
    for row in snapshot.rows:
        was = ranks.get(row["entrant"])
        lines.append(
            StandingLine(
                rank=row["rank"],
                tied=row["tied"],
                entrant=entrants[row["entrant"]],
                cells=tuple(_cell(each, row) for each in criteria),
                moved=None if was is None else was - row["rank"],
            )
        )
    return tuple(lines)


def _cell(criterion: Criterion, row: Mapping[str, Any]) -> Cell:
    label = criterion.label
    return Cell(label, criterion.tiebreak, row["values"].get(label), row["decided_by"] == label)


def why_page(event: Event, number: int, order: int | None = None, after: int | None = None) -> WhyPage:
    """The parts of every value of the entrant with this number; raises NotFound where it is not listed."""
    page = standings_page(event, order, after)
    line = next((each for each in page.lines if each.entrant.number == number), None)
    if line is None or page.stage is None:
        raise NotFound
    through = page.after - 1 if page.provisional else page.after
    table = result_table(page.stage, through, provisional=page.provisional)
    stored = parts_of(page.stage, table, line.entrant.pk)
    entrants = {each.entrant.pk: each.entrant for each in page.lines}
    row = page.lines.index(line)
    above = page.lines[row - 1] if row else None
    cells = tuple(
        replace(
            cell,
            parts=tuple(_part(each, entrants) for each in stored.get(cell.label, ())),
            idle=_is_idle(page, line, place, table),
            against=above.cells[place].value if above and cell.decides else None,
        )
        for place, cell in enumerate(line.cells)
    )
    return WhyPage(page, line, cells, above)


def _is_idle(page: StandingsPage, line: StandingLine, place: int, table: ResultTable) -> bool:
    """Whether the criterion at this place looks at matches among the tied that do not count."""
    criterion = page.criteria[place]
    if not criterion.tiebreak.among_tied or line.cells[place].value is None:
        return False
    before = [cell.value for cell in line.cells[:place]]
    tied = [each for each in page.lines if [cell.value for cell in each.cells[:place]] == before]
    group = [table.index[each.entrant.pk] for each in tied if each.entrant.pk in table.index]
    return separates_nobody(table, criterion.options, group)


def _part(stored: Mapping[str, Any], entrants: Mapping[int, Entrant]) -> Part:
    opponent = entrants.get(stored["opponent"] or 0)
    return Part(
        round=stored["round"],
        opponent=opponent.name if opponent else "",
        points=str(stored["points"]),
        factor=str(stored["factor"]),
        counted=stored["counted"],
        outcome=str(stored["outcome"]),
    )
