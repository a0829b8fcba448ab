"""A game log entered into a match: every hand that it has not, with its record, on the one result path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid5

from engine.core.logs import GameLog, LoggedGame, LoggedHand, LogReader, turned_seat
from engine.core.problems import Problem, RulesError
from scoring.intake import submit
from scoring.models import EntryKind, EntrySource, Hand, HandStatus
from scoring.services.agreed import submit_agreed
from scoring.services.trial import trial
from scoring.setup import Setup, stage_setup
from scoring.submissions import Submission
from tournaments.access import Actor, Permission, permissions
from tournaments.errors import DomainError
from tournaments.models import Match, Stage
from tournaments.names import same_name
from tournaments.services.audit import act

NAMESPACE = UUID("0d5c7a3e-52c1-4f7e-9d3a-6f1b7d1a90c4")


class Fate(StrEnum):
    """What becomes of a hand of the log."""

    ENTERED = "entered"
    THERE = "there"
    DIFFERS = "differs"
    LEFT_OUT = "left_out"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Offered:
    """A hand of the log at the seats of the match; `problems` say why the match refused it."""

    hand: LoggedHand
    fate: Fate
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """A log seen from a match: one of its games, with so many places between the seats there and here.

    `turns` are the places that can be between them. `hands` is empty where the log has no finished hand.
    """

    reader: LogReader
    log: GameLog
    number: int
    turns: range
    by: int
    game: LoggedGame
    hands: tuple[Offered, ...]

    @property
    def new(self) -> tuple[Offered, ...]:
        """The hands that are entered."""
        return tuple(each for each in self.hands if each.fate is Fate.ENTERED)


def log_reader(stage: Stage) -> LogReader | None:
    """What reads logs of the game of a stage, if there is something that tells of so many seats."""
    setup = stage_setup(stage)
    reader = setup.game.logs
    return reader if reader is not None and reader.seats == len(setup.game.seats(setup.rules)) else None


def look_at(
    actor: Actor, match: Match, text: bytes | str, number: int | None = None, by: int | None = None
) -> Look:
    """Say what entering a log would come to; nothing is stored.

    Without a `number` it is the first game of the log, without `by` the seats are those in which most names
    are the same. RulesError where the game of the match reads no logs.
    """
    return trial(lambda: _enter(actor, match, text, number, by))


def enter_log(actor: Actor, match: Match, text: bytes | str, number: int, by: int) -> Look:
    """Enter the hands that the match does not have yet, in one act.

    The caller has checked that the actor may. What the match has already is never touched, and a hand that it
    refuses does not keep back the others. RulesError where the game of the match reads no logs.
    """
    with act(match.round.stage.event, actor):
        return _enter(actor, match, text, number, by)


def _enter(actor: Actor, match: Match, text: bytes | str, number: int | None, by: int | None) -> Look:
    setup, reader = stage_setup(match.round.stage), log_reader(match.round.stage)
    if reader is None:
        raise RulesError(f"match {match.pk}: {setup.game.key} reads no logs")
    log = reader.read(text, setup.rules)
    chosen = number if number is not None and 0 < number <= len(log.games) else 1
    game = log.games[chosen - 1] if log.games else LoggedGame(())
    turns = range(reader.seats)
    places = usual_turn(match, game, turns) if by is None or by not in turns else by
    game = reader.turned(game, places)
    there = {hand.number: hand for hand in Hand.objects.filter(match=match).select_related("current")}
    hands = tuple(_offered(actor, match, setup, hand, there.get(hand.number)) for hand in game.hands)
    return Look(reader, log, chosen, turns, places, game, hands)


def usual_turn(match: Match, game: LoggedGame, turns: range) -> int:
    """The places between the seats of the log and ours with which most people sit where their names are."""
    here = {seat.position: same_name(seat.player.name) for seat in match.seats.select_related("player")}
    names = {seat: {same_name(name) for name, _hand in people} for seat, people in game.seats.items()}

    def known(by: int) -> int:
        return sum(here.get(turned_seat(seat, by, len(turns))) in people for seat, people in names.items())

    return max(turns, key=known)


def _offered(actor: Actor, match: Match, setup: Setup, hand: LoggedHand, there: Hand | None) -> Offered:
    """Enter a hand, or say why not."""
    if hand.summary is None:
        return Offered(hand, Fate.LEFT_OUT)
    if there is not None:
        return Offered(hand, Fate.THERE if _says_the_same(setup, there, hand.summary) else Fate.DIFFERS)
    try:
        if _may_confirm(actor, match):
            submit_agreed(match, _submission(match, hand), actor)
        else:
            submit(match, _submission(match, hand), actor, EntrySource.USER)
    except DomainError as error:
        return Offered(hand, Fate.REFUSED, tuple(error.problems))
    return Offered(hand, Fate.ENTERED)


def _may_confirm(actor: Actor, match: Match) -> bool:
    return Permission.RESULTS_CONFIRM in permissions(actor, match.round.stage.event)


def _submission(match: Match, hand: LoggedHand) -> Submission:
    """The hand as it is sent; sending the same log twice is one submission."""
    said = Submission(uuid5(NAMESPACE, ""), hand.number, EntryKind.ENTER, hand.summary, record=hand.record)
    own = uuid5(NAMESPACE, f"{match.pk}/{hand.number}/{said.body_hash}")
    return Submission(own, hand.number, EntryKind.ENTER, hand.summary, record=hand.record)


def _says_the_same(setup: Setup, there: Hand, summary: Mapping[str, Any]) -> bool:
    """Whether what was typed is what was played; the order of going out may have been left out."""
    payload = there.current.payload if there.current is not None else None
    if payload is None or there.status == HandStatus.CONFLICT:
        return False
    order = list(payload.get("out_order") or ())
    short = {**summary, "out_order": summary["out_order"][: len(order)] or None}
    canonical = setup.game.canonical
    return canonical(payload, setup.rules) == canonical(short, setup.rules)
