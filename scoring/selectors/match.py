"""Reads of one match for the director: its hands with every revision and rival, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from scoring.models import (
    Hand,
    HandEntry,
    HandScore,
    HandStatus,
    MatchResult,
    Ruling,
    RulingEffect,
    RulingStatus,
    ScoreState,
    SideResult,
)
from scoring.selectors.desk import Obstacle, obstacles_of
from scoring.selectors.records import is_released, record_of
from scoring.selectors.rounds import TableLine, table_lines
from scoring.services.loading import IN_FORCE, SLIP
from scoring.setup import Setup, stage_setup
from tournaments.models import Entrant, Event, Match, Participation


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand: what counts now, every entry in order, and those that contradict each other."""

    hand: Hand
    entries: tuple[HandEntry, ...]
    rivals: tuple[HandEntry, ...]
    score: HandScore | None

    @property
    def record(self) -> HandEntry | None:
        """The entry whose record is shown, if there is one."""
        return record_of(self.entries, self.hand)

    @property
    def is_released(self) -> bool:
        """Whether everybody may see the record."""
        return is_released(self.hand, self.record)

    @property
    def is_slip(self) -> bool:
        """Whether these are the totals of a paper slip."""
        return self.hand.number == SLIP

    @property
    def is_void(self) -> bool:
        """Whether the hand was declared void."""
        return self.hand.status == HandStatus.VOID

    @property
    def may_count_again(self) -> bool:
        """Whether a result stood before the hand was declared void."""
        return any(each.revision is not None and each.payload is not None for each in self.entries)

    @property
    def is_conflict(self) -> bool:
        """Whether nothing counts until one of the results is chosen."""
        return self.hand.status == HandStatus.CONFLICT

    @property
    def ruling(self) -> Ruling | None:
        """The ruling by which the hand is what it is now; None where play says so, or a ruling taken back."""
        made = next((each.ruling for each in self.entries if each.pk == self.hand.current_id), None)
        return None if made is None or made.status == RulingStatus.CANCELLED else made

    @property
    def waits(self) -> bool:
        """Whether somebody has to agree to it."""
        return self.hand.status == HandStatus.SUBMITTED

    @property
    def aside(self) -> str:
        """Why a hand adds nothing to its match, in words: after the end, or in doubt; "" where it counts."""
        if self.score is None or self.score.state == ScoreState.COUNTS:
            return ""
        return str(self.score.get_state_display())

    @property
    def points(self) -> Mapping[str, Any]:
        """The points by side, empty while nothing counts."""
        current = self.hand.current
        if self.is_conflict or self.aside or current is None or current.payload is None:
            return {}
        if self.is_slip:
            return dict(current.payload["score"])
        return dict(self.score.points) if self.score is not None else {}


@dataclass(frozen=True, slots=True)
class MatchPage:
    """What the page of a match at the desk shows."""

    match: Match
    setup: Setup
    line: TableLine
    hands: tuple[HandLine, ...]
    rulings: tuple[Ruling, ...]
    obstacles: tuple[Obstacle, ...]
    result: MatchResult | None

    @property
    def next_hand(self) -> int | None:
        """The number of the hand to be entered next, None where none is."""
        if any(each.is_slip and not each.is_void for each in self.hands):
            return None
        return self.result.next_hand if self.result is not None else 1

    @property
    def hidden(self) -> int:
        """How many records there are that could be released and are not."""
        recorded = [each for each in self.hands if each.record is not None and not each.is_conflict]
        return sum(not each.is_released for each in recorded)

    @property
    def released(self) -> int:
        """How many records everybody may see."""
        return sum(each.is_released for each in self.hands)

    @property
    def has_hands(self) -> bool:
        """Whether anything was entered."""
        return bool(self.hands)


@dataclass(frozen=True, slots=True)
class SeatedSide:
    """A side of a table: its entrants as they are announced, and who sits in which of its seats."""

    side: str
    name: str
    people: tuple[tuple[str, str], ...]

    @property
    def people_to_add(self) -> tuple[tuple[str, str], ...]:
        """Who sits where, unless the side is one seat and its name says who has it."""
        is_said = len(self.people) == 1 and self.people[0][1] in self.name
        return () if is_said else self.people


def seated_sides(match: Match) -> tuple[SeatedSide, ...]:
    """Who sits where at the table of a match, in two queries."""
    setup = stage_setup(match.round.stage)
    names = setup.game.seat_names(setup.rules)
    entrants: dict[str, list[str]] = {}
    for each in match.participations.select_related("entrant"):
        entrants.setdefault(each.side, []).append(f"{each.entrant.number} {each.entrant.name}")
    people: dict[str, list[tuple[str, str]]] = {}
    for seat in match.seats.select_related("player"):
        if seat.position is not None and seat.position in names:
            people.setdefault(seat.side, []).append((names[seat.position], seat.player.display_name()))
    return tuple(
        SeatedSide(side, " + ".join(members), tuple(people.get(side, ())))
        for side, members in entrants.items()
    )


def posted_sides(match: Match) -> tuple[tuple[Entrant, ...], ...]:
    """The sides as they were posted, where others sat down and played; in one query, or none."""
    if match.posted is None:
        return ()
    refs = [each if isinstance(each, list) else [each] for each in match.posted]
    known = {each.ref: each for each in Entrant.objects.filter(event=match.round.stage.event_id)}
    return tuple(tuple(known[ref] for ref in side if ref in known) for side in refs)


def who_sits(match: Match) -> tuple[Participation, ...]:
    """Everybody at a table of the round, by number, in one query."""
    rows = Participation.objects.filter(round=match.round, leg=match.leg, match__table__isnull=False)
    return tuple(rows.select_related("entrant", "match__table").order_by("entrant__number"))


def match_page(match: Match) -> MatchPage:
    """A match of a published round, in eleven queries at most."""
    stage = match.round.stage
    line = table_lines(Match.objects.filter(pk=match.pk), stage, match.round)[0]
    said = HandEntry.objects.select_related("user", "device", "ruling")
    entries = Prefetch("entries", queryset=said.order_by("pk"))
    hands = Hand.objects.filter(match=match).select_related("current", "score").prefetch_related(entries)
    return MatchPage(
        match=match,
        setup=stage_setup(stage),
        line=line,
        hands=tuple(_hand(each, stage.event) for each in hands.order_by("number")),
        rulings=rulings_of(match),
        obstacles=obstacles_of(line),
        result=getattr(line.match, "result", None),
    )


def rulings_of(match: Match) -> tuple[Ruling, ...]:
    """The rulings in force on a match and its hands, in their order."""
    rulings = Ruling.objects.filter(match=match, replaced_by__isnull=True, status__in=IN_FORCE)
    return _of_event(rulings.select_related("entrant").order_by("position"), match.round.stage.event)


def rulings_on(match: Match, number: int) -> tuple[Ruling, ...]:
    """The rulings in force that have changed a hand, in their order."""
    rulings = Ruling.objects.filter(match=match, hand=number, effect=RulingEffect.HAND)
    standing = rulings.filter(replaced_by__isnull=True, status__in=IN_FORCE).order_by("position")
    return _of_event(standing, match.round.stage.event)


def _of_event(rulings: Iterable[Ruling], event: Event) -> tuple[Ruling, ...]:
    """The rulings with their event, of which their words depend."""
    found = tuple(rulings)
    for each in found:
        each.event = event
    return found


def _hand(hand: Hand, event: Event) -> HandLine:
    entries = tuple(hand.entries.all())
    _of_event((each.ruling for each in entries if each.ruling is not None), event)
    current = hand.current
    rivals: tuple[HandEntry, ...] = ()
    if current is not None:
        rivals = tuple(each for each in entries if each.revision is None and each.pk > current.pk)
    return HandLine(hand, entries, rivals, getattr(hand, "score", None))


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands, so that before and after can be put beside each other."""

    totals: Mapping[str, Any]
    games: Mapping[str, Any] | None
    points: Mapping[str, Any]
    winner: str
    complete: bool
    hands: Mapping[int, Mapping[str, Any]]
    outcomes: Mapping[str, str]
    by_game: Sequence[Mapping[str, Any]] = ()
    """The games of the match as they are stored, see `scoring.games`."""


def standing_of(match: Match) -> Standing:
    """How the match stands in the database now, in three queries."""
    result = MatchResult.objects.filter(match=match).first()
    sides = list(SideResult.objects.filter(match=match))
    scores = HandScore.objects.filter(hand__match=match, state="counts").select_related("hand")
    return Standing(
        totals=result.totals if result else {},
        games=result.games if result else None,
        points={each.side: each.match_points for each in sides},
        winner=result.winner if result else "",
        complete=bool(result and result.complete),
        hands={each.hand.number: each.points for each in scores.order_by("hand__number")},
        outcomes={each.side: each.outcome for each in sides},
        by_game=(result.by_game if result else None) or (),
    )
