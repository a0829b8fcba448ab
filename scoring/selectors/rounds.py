"""Reads of a round: its tables with their scores, states and reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext

from scoring.games import Course
from scoring.models import Hand, HandStatus, MatchResult, Ruling, RulingEffect
from scoring.selectors.events import Outline, entrants_of, folded, outline
from scoring.selectors.records import released_hands
from scoring.services.loading import IN_FORCE
from scoring.setup import stage_setup
from tournaments.errors import NotFound
from tournaments.models import (
    Entrant,
    Event,
    Match,
    MatchStatus,
    Participation,
    Round,
    RoundStatus,
    Seat,
    Stage,
)


class TableState(StrEnum):
    """How a table stands, the one that asks for somebody first."""

    CONFLICT = "conflict"
    TO_CONFIRM = "to_confirm"
    PLAYING = "playing"
    SCHEDULED = "scheduled"
    DONE = "done"
    FORFEITED = "forfeited"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table was drawn as it is: a code of `tournaments.pairing.reasons` and its places."""

    code: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side of a table: who plays there, in which seats, and what it has so far."""

    side: str
    entrants: tuple[Entrant, ...]
    seats: tuple[Seat, ...]
    score: object = None
    games: object = None
    match_points: object = None
    outcome: str = ""
    won: bool = False

    @property
    def name(self) -> str:
        """The entrants as they are announced."""
        return " + ".join(entrant.name for entrant in self.entrants)

    @property
    def people_to_add(self) -> str:
        """Who sits there, where the names of the entrants do not say so."""
        people = [seat.player.display_name() for seat in self.seats]
        return "" if all(person in self.name for person in people) else ", ".join(people)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A match as one line of its round."""

    match: Match
    sides: tuple[SideLine, ...]
    state: TableState
    hands: int
    hands_planned: int | None
    decided_by: str
    unverified: bool
    reason: Reason | None
    records: tuple[int, ...] = ()
    """The hands that everybody may see card by card."""
    course: Course | None = None
    """The games of the match so far, where it has games."""
    ruled: tuple[int, ...] = ()
    """The hands that a ruling in force has changed."""

    @property
    def is_adjusted(self) -> bool:
        """Whether a ruling set what the match gives."""
        return any(each.match_points is not None for each in self.match.participations.all())

    @property
    def match_points(self) -> tuple[object, ...]:
        """What the match gives to each side, empty until it is finished."""
        if self.state not in (TableState.DONE, TableState.TO_CONFIRM, TableState.FORFEITED):
            return ()
        return tuple(each.match_points for each in self.sides)

    @property
    def table(self) -> str:
        """What stands on the table."""
        return str(self.match.table) if self.match.table else ""


@dataclass(frozen=True, slots=True)
class Sitting:
    """An entrant in the list by name: where it plays, or why it does not."""

    name: str
    entrant: Entrant
    line: TableLine
    side: SideLine

    @property
    def others(self) -> tuple[SideLine, ...]:
        """The sides it plays against."""
        return tuple(each for each in self.line.sides if each.side != self.side.side)


@dataclass(frozen=True, slots=True)
class RoundPage:
    """What the page of a round shows; `byes` are the matches of one side."""

    outline: Outline
    stage: Stage
    round: Round
    tables: tuple[TableLine, ...]
    byes: tuple[TableLine, ...]
    sittings: tuple[Sitting, ...] = ()

    @property
    def done(self) -> int:
        """How many tables need nothing any more."""
        open_states = (TableState.CONFLICT, TableState.TO_CONFIRM, TableState.PLAYING, TableState.SCHEDULED)
        return sum(each.state not in open_states for each in self.tables)

    @property
    def is_over(self) -> bool:
        """Whether its results are final."""
        return self.round.status == RoundStatus.CLOSED


def round_page(event: Event, order: int | None, number: int, *, by_name: bool = False) -> RoundPage:
    """A published round of a stage (None: of the one that is on); raises NotFound, also for a draft."""
    plan = outline(event)
    stage = plan.stage(order)
    found = next((each for each in stage.rounds if each.number == number), None)
    if found is None:
        raise NotFound
    lines = table_lines(found.matches.all(), stage.stage, found)
    tables = tuple(line for line in lines if len(line.sides) > 1)
    byes = tuple(line for line in lines if len(line.sides) == 1)
    sittings = _sittings(event, lines) if by_name else ()
    return RoundPage(plan, stage.stage, found, tables, byes, sittings)


def table_lines(matches: QuerySet[Match], stage: Stage, found: Round) -> tuple[TableLine, ...]:
    """The matches in the order of their tables, in five queries; six behind a ruling on a released hand."""
    loaded = (
        matches.select_related("table", "result")
        .order_by("table__number", "number")
        .prefetch_related(
            Prefetch("participations", queryset=Participation.objects.select_related("entrant")),
            Prefetch("seats", queryset=Seat.objects.select_related("player").order_by("position")),
            "side_results",
            Prefetch("hands", queryset=_hands()),
        )
    )
    released = released_hands(hand for match in loaded for hand in match.hands.all())
    return tuple(_line(match, stage, found.why, released) for match in loaded)


def _hands() -> QuerySet[Hand]:
    """Hands with no more than their tables show, and whether a ruling made them what they are."""
    rulings = Ruling.objects.filter(
        match=OuterRef("match"),
        hand=OuterRef("number"),
        effect=RulingEffect.HAND,
        replaced_by__isnull=True,
        status__in=IN_FORCE,
    )
    hands = Hand.objects.only("match", "number", "status", "current", "released")
    return hands.annotate(is_ruled=Exists(rulings))


def _line(match: Match, stage: Stage, why: Mapping[str, Any], released: Collection[int]) -> TableLine:
    result: MatchResult | None = getattr(match, "result", None)
    sides = _sides(match, result)
    return TableLine(
        match=match,
        sides=sides,
        state=table_state(match, result, (hand.status for hand in match.hands.all())),
        hands=result.hands if result else 0,
        hands_planned=stage.match.get("hands"),
        decided_by=result.decided_by if result else "",
        unverified=bool(result and not result.verified),
        reason=_reason(match, why),
        records=tuple(sorted(hand.number for hand in match.hands.all() if hand.pk in released)),
        ruled=tuple(sorted(hand.number for hand in match.hands.all() if getattr(hand, "is_ruled", False))),
        course=_course(result, stage, sides),
    )


def _course(result: MatchResult | None, stage: Stage, sides: Iterable[SideLine]) -> Course | None:
    """The games as they were played, once there is one."""
    if result is None or not result.by_game:
        return None
    setup = stage_setup(stage)
    games = setup.game.slip.games(setup.rules)
    goal = ""
    if games is not None:
        goal = gettext(games.goal) % {"target": result.by_game[-1].get("target", games.target)}
    return Course.of(result.by_game, (each.side for each in sides), goal)


def _sides(match: Match, result: MatchResult | None) -> tuple[SideLine, ...]:
    """The sides in their order; a score only where something was entered."""
    settled = {each.side: each for each in match.side_results.all()}
    by_side: dict[str, list[Participation]] = {}
    for each in match.participations.all():
        by_side.setdefault(each.side, []).append(each)
    lines = []
    for side, members in by_side.items():
        own = settled.get(side)
        lines.append(
            SideLine(
                side=side,
                entrants=tuple(each.entrant for each in members),
                seats=tuple(seat for seat in match.seats.all() if seat.side == side),
                score=_score(side, result),
                games=(result.games or {}).get(side) if result else None,
                match_points=own.match_points if own else members[0].match_points,
                outcome=(own.outcome if own else "") or members[0].outcome,
                won=bool(result and result.finished and result.winner == side),
            )
        )
    return tuple(lines)


def _score(side: str, result: MatchResult | None) -> object:
    """What the side has so far, None before anything was entered."""
    if result is None or not (result.hands or result.finished):
        return None
    return result.totals.get(side)


def table_state(match: Match, result: MatchResult | None, hands: Iterable[str]) -> TableState:
    """The state of a table as people speak of it."""
    if match.status == MatchStatus.FORFEITED:
        return TableState.FORFEITED
    if match.status == MatchStatus.VOID:
        return TableState.VOID
    if any(status in (HandStatus.CONFLICT, HandStatus.DISPUTED) for status in hands):
        return TableState.CONFLICT
    if result is not None and result.complete:
        return TableState.DONE if result.confirmed else TableState.TO_CONFIRM
    started = match.status != MatchStatus.SCHEDULED or (result is not None and result.hands > 0)
    return TableState.PLAYING if started else TableState.SCHEDULED


def _reason(match: Match, why: Mapping[str, Any]) -> Reason | None:
    """The reason that was stored with the draw: of a table by its number, of a bye by its entrant."""
    members = match.participations.all()
    for each in why.get("byes", ()) if len(members) == 1 else ():
        if each["entrant"] == members[0].entrant_id:
            return Reason(each["code"], each["params"])
    number = match.table.number if match.table else None
    for each in why.get("tables", ()):
        if each["table"] == number:
            return Reason(each["code"], each["params"])
    return None


def _sittings(event: Event, lines: Iterable[TableLine]) -> tuple[Sitting, ...]:
    """Everybody of the round by name: each person, or the entrant where its people are not listed."""
    people = {
        entrant.pk: [each.player.display_name() for each in entrant.line_up.all()]
        for entrant in entrants_of(event)
    }
    sittings = [
        Sitting(name, entrant, line, side)
        for line in lines
        for side in line.sides
        for entrant in side.entrants
        for name in people.get(entrant.pk) or [entrant.name]
    ]
    return tuple(sorted(sittings, key=lambda sitting: (folded(sitting.name), sitting.entrant.number)))
