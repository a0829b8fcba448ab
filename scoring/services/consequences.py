"""What an act would change: done for real in a trial, both tables compared, everything taken back.

Nothing here knows what the act is: a correction, a ruling, its cancelling, a withdrawal or a late entry all
go through the services that would do them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from scoring.comparison import Comparison, compare, places_taken
from scoring.models import Hand
from scoring.pairing_input import scores
from scoring.selectors.match import Standing, standing_of
from scoring.services.drawing import come_and_gone, is_by_standings
from scoring.services.standings import Rows, last_closed, result_table, rows_of
from scoring.services.trial import trial
from scoring.table import ResultTable
from tournaments.models import Match, Round, RoundStatus, Stage, StageStatus

T = TypeVar("T")


class Ground(StrEnum):
    """What becomes of a round that is drawn: nothing, or what it was drawn from is not so any more."""

    SAME = "same"
    OLD_STANDINGS = "old_standings"
    OTHER_FIELD = "other_field"


@dataclass(frozen=True, slots=True)
class Posted:
    """A round that is drawn and not closed; `begun` of its tables have a result."""

    round: Round
    ground: Ground
    tables: int
    begun: int

    @property
    def is_draft(self) -> bool:
        """Whether nobody but the officials has seen it."""
        return self.round.status == RoundStatus.DRAFT


@dataclass(frozen=True, slots=True)
class Consequences(Generic[T]):
    """What `outcome`, that of the act, comes to.

    `match` stands before and after, None where the act is about none. The table is that `after` a round,
    while one is played the provisional one. `later`: the next stage has begun, so who plays in it stays.
    """

    outcome: T
    match: tuple[Standing, Standing] | None
    table: Comparison
    after: int
    provisional: bool
    posted: tuple[Posted, ...] = ()
    later: bool = False

    @property
    def is_any(self) -> bool:
        """Whether anything is another than before."""
        other_match = self.match is not None and self.match[0] != self.match[1]
        return other_match or self.table.is_any or any(each.ground != Ground.SAME for each in self.posted)


@dataclass(frozen=True, slots=True)
class _Now:
    """A stage as it stands: the table that people see, and what the draw of the open round reads."""

    rows: Rows
    ranks: Mapping[Any, Any]
    after: int
    provisional: bool


def consequences(
    stage: Stage, act: Callable[[], T], match: Match | None = None, *, joining: bool = False
) -> Consequences[T]:
    """Return what the act would change in a stage, and with it in a match; everything is undone.

    `joining`: the table counts those who join with the next round. The errors of the act pass.
    """
    before, standing = _now(stage), standing_of(match) if match is not None else None
    drawn = _drawn(stage)

    def run() -> tuple[T, _Now, Standing | None, tuple[Posted, ...]]:
        outcome = act()
        after = _now(stage, joining=joining)
        posted = tuple(_posted(stage, each, before, after) for each in drawn)
        return outcome, after, standing_of(match) if match is not None else None, posted

    outcome, after, then, posted = trial(run)
    later = [each for each in stage.event.stages.all() if each.order > stage.order]
    places = frozenset[int]().union(*(places_taken(each.slots, stage.ref) for each in later))
    return Consequences(
        outcome=outcome,
        match=None if standing is None or then is None else (standing, then),
        table=compare(before.rows, after.rows, places),
        after=after.after,
        provisional=after.provisional,
        posted=posted,
        later=bool(places) and any(each.status != StageStatus.PLANNED for each in later),
    )


def _now(stage: Stage, *, joining: bool = False) -> _Now:
    """The tables of the stage, read once; the closed one is what the open round is drawn from."""
    closed = last_closed(stage)
    running = Round.objects.filter(
        stage=stage, status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]
    ).exists()
    provisional = running and stage.status != StageStatus.CLOSED
    table = result_table(stage, closed, provisional=provisional, joined_by=closed + 2 if joining else 0)
    rows = rows_of(stage, table)
    ground = _ground(table, closed)
    ranks = rows if ground is table else rows_of(stage, ground)
    points = dict(zip((each.id for each in ground.entrants), scores(ground), strict=True))
    read = {row["entrant"]: (row["rank"], points[row["entrant"]]) for row in ranks}
    return _Now(rows, read, closed + provisional, provisional)


def _ground(table: ResultTable, closed: int) -> ResultTable:
    """The table after the last closed round, as the open round was drawn from it; often the table itself."""
    kept = tuple(each for each in table.entrants if each.joined_round <= max(closed, 1))
    if table.rounds == closed and len(kept) == len(table.entrants):
        return table
    known = {each.id for each in kept}
    earlier = table.up_to(closed)
    return replace(
        earlier,
        entrants=kept,
        results=tuple(each for each in earlier.results if each.entrant in known),
        fines=tuple(each for each in earlier.fines if each.entrant in known),
    )


def _drawn(stage: Stage) -> list[Round]:
    """The rounds that stand on the table after the last closed one."""
    rounds = stage.rounds.filter(drawn_at__isnull=False).exclude(status=RoundStatus.CLOSED)
    found = list(rounds.order_by("number"))
    for each in found:
        each.stage = stage
    return found


def _posted(stage: Stage, drawn: Round, before: _Now, after: _Now) -> Posted:
    matches = drawn.matches.filter(table__isnull=False)
    begun = Hand.objects.filter(match__in=matches).values("match").distinct().count()
    stays = before.ranks == after.ranks or not is_by_standings(stage)
    ground = Ground.SAME if stays else Ground.OLD_STANDINGS
    if drawn.status == RoundStatus.DRAFT and come_and_gone(stage, drawn):
        ground = Ground.OTHER_FIELD
    return Posted(drawn, ground, matches.count(), begun)
