"""Reads for the director's desk: drafts included, what needs somebody first, and the next step of a stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Max, OuterRef, Prefetch, Subquery

from scoring.models import HandEntry, MatchResult, StandingsSnapshot
from scoring.selectors.rounds import TableLine, TableState, table_lines
from scoring.services.drawing import drawing_method, stands_on_old
from scoring.services.outcome import TIE_BREAK_LATER
from tournaments.access import Permission
from tournaments.errors import NotFound
from tournaments.models import Call, Event, EventStatus, Round, RoundStatus, Stage, StageStatus


class StepKind(StrEnum):
    """What a director does next in a stage."""

    DRAW = "draw"
    PUBLISH = "publish"
    CLOSE = "close"
    CLOSE_STAGE = "close_stage"
    FINISH = "finish"
    NOTHING = "nothing"


STEP_PERMISSIONS: Mapping[StepKind, Permission] = {
    StepKind.DRAW: Permission.ROUNDS_DRAW,
    StepKind.PUBLISH: Permission.ROUNDS_PUBLISH,
    StepKind.CLOSE: Permission.ROUNDS_CLOSE,
    StepKind.CLOSE_STAGE: Permission.ROUNDS_CLOSE,
    StepKind.FINISH: Permission.EVENT_EDIT,
}


@dataclass(frozen=True, slots=True)
class Step:
    """The next step and the number of its round; `missing` are the tables that it still waits for."""

    kind: StepKind
    number: int = 0
    missing: tuple[str, ...] = ()
    by_hand: bool = False
    may: bool = True

    @property
    def is_open(self) -> bool:
        """Whether the button may be pressed."""
        return self.may and not self.missing and not self.by_hand and self.kind != StepKind.NOTHING


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What keeps a match from being complete: a code of the fold, and the hand that it is about."""

    code: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A table as the director sees it; `heard` is when its last result came, `call` what it waits for."""

    line: TableLine
    obstacles: tuple[Obstacle, ...]
    heard: datetime | None = None
    call: Call | None = None

    @property
    def group(self) -> str:
        """The filter under which the table stands."""
        if self.line.state == TableState.CONFLICT or self.obstacles:
            return "attention"
        if self.line.state in (TableState.DONE, TableState.FORFEITED, TableState.VOID):
            return "done"
        return str(self.line.state)

    @property
    def name(self) -> str:
        """The table by its label, else the number of the match."""
        return self.line.table or f"#{self.line.match.number}"


GROUPS = ("attention", "to_confirm", "playing", "scheduled", "done")


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The board of a round: `lines` are those of the filter, `counts` those of every filter.

    `calls` are the tables that wait for somebody and have no line here. `on_old_standings`: the round is
    posted from a table that has changed since. `to_confirm`: tables that wait for it, of every filter.
    """

    event: Event
    stages: tuple[Stage, ...]
    stage: Stage | None
    rounds: tuple[Round, ...]
    round: Round | None
    lines: tuple[DeskLine, ...]
    byes: tuple[TableLine, ...]
    counts: Mapping[str, int]
    step: Step
    on: Round | None = None
    calls: tuple[Call, ...] = ()
    on_old_standings: bool = False
    to_confirm: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How many tables are played in the round."""
        return sum(self.counts.values())

    @property
    def is_current(self) -> bool:
        """Whether the round is the one that the next step is about; `on` is that one."""
        return self.round is None or self.on is None or self.round.pk == self.on.pk


def desk_page(
    event: Event,
    granted: frozenset[Permission],
    order: int | None = None,
    number: int | None = None,
    show: str = "",
    *,
    calls: Sequence[Call] = (),
) -> DeskPage:
    """The board of a round, by default of the one that is on, in ten queries at most.

    Raises NotFound for a stage or a round that is not there.
    """
    stages = _stages(event)
    stage = _stage(stages, order)
    if stage is None:
        return DeskPage(event, (), None, (), None, (), (), {}, Step(StepKind.NOTHING), calls=tuple(calls))
    sees_drafts = Permission.DRAFTS_VIEW in granted
    rounds = tuple(each for each in stage.rounds.all() if sees_drafts or each.status != RoundStatus.DRAFT)
    found = _round(rounds, number)
    lines = table_lines(found.matches.all(), stage, found) if found is not None else ()
    tables = _desk_lines(found, lines, calls)
    shown = tuple(each for each in sorted(tables, key=_urgency) if show in ("", each.group))
    return DeskPage(
        event=event,
        stages=stages,
        stage=stage,
        rounds=rounds,
        round=found,
        lines=shown,
        byes=tuple(line for line in lines if len(line.sides) == 1),
        counts=Counter(each.group for each in tables),
        step=next_step(stages, stage, rounds, tables, granted),
        on=_round(rounds, None),
        calls=tuple(each for each in calls if each not in [line.call for line in shown]),
        on_old_standings=_is_on_old_standings(found),
        to_confirm=tuple(each.name for each in tables if each.group == "to_confirm"),
    )


def _is_on_old_standings(found: Round | None) -> bool:
    """Whether people play a round that would be drawn otherwise now; asked only where a table has changed."""
    if found is None or found.status not in (RoundStatus.PUBLISHED, RoundStatus.PLAYING):
        return False
    newest, used = getattr(found, "newest_ground", None), found.why.get("standings")
    return used is not None and newest is not None and newest != used and stands_on_old(found)


def _desk_lines(found: Round | None, lines: Sequence[TableLine], calls: Sequence[Call]) -> list[DeskLine]:
    """The tables where people play."""
    heard, at_table = _last_heard(found), _calls_in(found, calls)
    return [
        DeskLine(line, obstacles_of(line), heard.get(line.match.pk), at_table.get(line.match.table_id))
        for line in lines
        if len(line.sides) > 1
    ]


def _urgency(line: DeskLine) -> tuple[bool, float, bool]:
    """Who waits for somebody comes first, the longest waiting on top; then what needs the director."""
    raised = line.call.raised_at.timestamp() if line.call else 0.0
    return line.call is None, raised, line.group != "attention"


def _calls_in(found: Round | None, calls: Sequence[Call]) -> dict[int | None, Call]:
    """The calls by table, where people sit who may have raised them."""
    is_on = found is not None and found.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
    return {each.table_id: each for each in calls} if is_on else {}


def _last_heard(found: Round | None) -> dict[int, datetime]:
    """When the last result of each match came."""
    if found is None:
        return {}
    entries = HandEntry.objects.filter(hand__match__round=found).order_by().values("hand__match")
    return dict(entries.annotate(last=Max("recorded_at")).values_list("hand__match", "last"))


def _stages(event: Event) -> tuple[Stage, ...]:
    """The stages with all their rounds, drafts too, in two queries."""
    newest = StandingsSnapshot.objects.filter(
        stage=OuterRef("stage"), after_round=OuterRef("number") - 1, final=True
    ).order_by("-version")
    rounds = Round.objects.annotate(newest_ground=Subquery(newest.values("version")[:1])).order_by("number")
    stages = tuple(event.stages.order_by("order").prefetch_related(Prefetch("rounds", queryset=rounds)))
    for stage in stages:
        stage.event = event
        for each in stage.rounds.all():
            each.stage = stage
    return stages


def _stage(stages: Sequence[Stage], order: int | None) -> Stage | None:
    """The stage with this order, by default the first one that is not closed, else the last."""
    if order is not None:
        found = next((each for each in stages if each.order == order), None)
        if found is None:
            raise NotFound
        return found
    still = [each for each in stages if each.status != StageStatus.CLOSED]
    return next(iter(still), stages[-1] if stages else None)


def _round(rounds: Sequence[Round], number: int | None) -> Round | None:
    """The round with this number, by default the first one that is not closed, else the last."""
    if number is not None:
        found = next((each for each in rounds if each.number == number), None)
        if found is None:
            raise NotFound
        return found
    still = [each for each in rounds if each.status != RoundStatus.CLOSED]
    return next(iter(still), rounds[-1] if rounds else None)


def obstacles_of(line: TableLine) -> tuple[Obstacle, ...]:
    """What has to be done about a match before its round may close, by the words of its fold."""
    result: MatchResult | None = getattr(line.match, "result", None)
    named = [] if result is None else [each for each in result.obstacles if each != TIE_BREAK_LATER]
    return tuple(_obstacle(each) for each in named)


def _obstacle(text: str) -> Obstacle:
    code, _, hand = text.partition(":")
    return Obstacle(code, int(hand) if hand.isdecimal() else None)


def next_step(
    stages: Sequence[Stage],
    stage: Stage,
    rounds: Sequence[Round],
    tables: Sequence[DeskLine],
    granted: frozenset[Permission],
) -> Step:
    """What comes next in the stage; `tables` are those of the first round that is not closed."""
    step = _step(stages, stage, rounds, tables)
    permission = STEP_PERMISSIONS.get(step.kind)
    if permission is None or permission in granted:
        return step
    return Step(step.kind, step.number, step.missing, step.by_hand, may=False)


def _step(
    stages: Sequence[Stage],
    stage: Stage,
    rounds: Sequence[Round],
    tables: Sequence[DeskLine],
) -> Step:
    playing = next((each for each in rounds if each.status != RoundStatus.CLOSED), None)
    if playing is not None and playing.status == RoundStatus.DRAFT and playing.drawn_at is not None:
        return Step(StepKind.PUBLISH, playing.number)
    if playing is not None and playing.status != RoundStatus.DRAFT:
        return Step(StepKind.CLOSE, playing.number, tuple(each.name for each in tables if _is_open(each)))
    number = len([each for each in rounds if each.status == RoundStatus.CLOSED]) + 1
    planned = stage.rounds_planned
    if stage.status != StageStatus.CLOSED and not (planned and number > planned):
        return Step(StepKind.DRAW, number, by_hand=drawing_method(stage) is None)
    if stage.status != StageStatus.CLOSED:
        return Step(StepKind.CLOSE_STAGE)
    if stage.event.status == EventStatus.RUNNING and all(
        each.status == StageStatus.CLOSED for each in stages
    ):
        return Step(StepKind.FINISH)
    return Step(StepKind.NOTHING)


def _is_open(table: DeskLine) -> bool:
    """Whether the closing of the round would stumble over this table."""
    result: MatchResult | None = getattr(table.line.match, "result", None)
    if result is None:
        return True
    return not result.complete and result.obstacles != [TIE_BREAK_LATER]
