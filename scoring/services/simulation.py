"""An event played to its end by chance: drawn, seated, published and closed by the services of any evening.

Every hand is a random legal one that goes through the intake. The chance of a hand hangs on the seed and its
own place alone, so a round that is there already changes nothing in the hands of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

from engine.core.game import Game
from engine.core.play import CardPlay, play_hand
from scoring.intake import Submission, submit
from scoring.models import EntryKind, EntrySource, MatchResult
from scoring.services.drawing import drawing_method
from scoring.services.loading import load
from scoring.services.progress import close_round, close_stage, draw_round, publish_round
from scoring.services.rulings import close_match
from scoring.services.standings import last_closed
from scoring.setup import limits_of, stage_setup
from scoring.submissions import HIGHEST_HAND
from tournaments.access import SYSTEM
from tournaments.errors import DomainError, Invalid
from tournaments.models import Event, EventStatus, Match, Round, RoundStatus, Stage, StageStatus
from tournaments.services.audit import act
from tournaments.services.events import move_event

HAND_LASTS = (5, 11)
"""Minutes of a hand, at least and at most, where the clock of the stage ends its matches."""

TIME_IS_UP = "The time was up."
"""Reason of the ruling that ends a match by the clock."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is simulated: the seed of the hands, at most how many rounds, with or without records."""

    seed: int = 0
    rounds: int | None = None
    records: bool = False


@dataclass(slots=True)
class Played:
    """How much was played, whether the event is over, and what stopped it, if anything did, and where."""

    rounds: int = 0
    matches: int = 0
    hands: int = 0
    finished: bool = False
    stopped: tuple[Stage, int, DomainError] | None = None

    def add(self, other: Played) -> None:
        """Count what a round has added."""
        self.rounds += 1
        self.matches += other.matches
        self.hands += other.hands


def card_play(game: Game) -> CardPlay:
    """How the game is played card by card; raises Invalid `cannot_simulate` where nobody can do that here."""
    if game.play is None:
        raise Invalid.of("cannot_simulate", "/event/game", game=game.title)
    return game.play


def simulate_event(event: Event, wanted: Wanted) -> Played:
    """Play the rounds that the event still has, stage by stage, and end it; returns what was played.

    A round that cannot be drawn, finished or closed stays as it was, and ends the simulation.
    """
    played = Played()
    for stage in event.stages.select_related("event__club").order_by("order"):
        while stage.status != StageStatus.CLOSED:
            number = last_closed(stage) + 1
            try:
                if not _has_more(stage, wanted):
                    close_stage(SYSTEM, stage)
                    break
                if played.rounds == wanted.rounds:
                    return played
                played.add(_play_round(stage, wanted))
            except DomainError as error:
                played.stopped = stage, number, error
                return played
    played.finished = True
    move_event(SYSTEM, event, EventStatus.FINISHED)
    return played


def _has_more(stage: Stage, wanted: Wanted) -> bool:
    """Whether a round is to be played: one that is there, or the next one of the plan.

    Raises Invalid `rounds_not_planned` where nothing says how many rounds there are.
    """
    if stage.rounds.exclude(status=RoundStatus.CLOSED).exists():
        return True
    if stage.rounds_planned is not None:
        return last_closed(stage) < stage.rounds_planned
    is_drawn = drawing_method(stage) is not None
    if is_drawn and wanted.rounds is None:
        raise Invalid.of("rounds_not_planned", "/rounds_planned")
    return is_drawn or not stage.rounds.exists()  # else those that are there were all


def _play_round(stage: Stage, wanted: Wanted) -> Played:
    """Draw the next round or take the one that is there, play its matches and close it: one act."""
    with act(stage.event, SYSTEM):
        playing = stage.rounds.exclude(status=RoundStatus.CLOSED).order_by("number").first()
        if playing is None or (playing.drawn_at is None and playing.status == RoundStatus.DRAFT):
            playing, _ = draw_round(SYSTEM, stage)
        playing.stage = stage
        if playing.status == RoundStatus.DRAFT:
            playing = publish_round(SYSTEM, playing)
        played = Played()
        for match in _open_matches(playing):
            table = _Table(match, wanted)
            table.play()
            played.matches += 1
            played.hands += table.hands
        close_round(SYSTEM, playing)
    return played


def _open_matches(playing: Round) -> Iterator[Match]:
    """The matches of a round that are not finished, in their order."""
    for match in playing.matches.exclude(result__finished=True).order_by("number"):
        match.round = playing
        yield match


@dataclass(slots=True)
class _Table:
    """A match in play; `hands` counts the hands that were played here."""

    match: Match
    wanted: Wanted
    hands: int = 0
    name: str = field(init=False)

    def __post_init__(self) -> None:
        """Name the match, so that its chance is its own."""
        self.name = f"{self.wanted.seed}/{self.match.address}"

    def play(self) -> None:
        """Hand after hand until a limit of the stage ends the match; one that none ends stays open."""
        minutes = limits_of(self.match.round.stage).minutes
        number = self._first()
        while number is not None and number <= HIGHEST_HAND:
            after = self._play_hand(number)
            if not after["finished"] and minutes is not None and self._clock(number) >= minutes:
                close_match(SYSTEM, self.match, reason=TIME_IS_UP)
                return
            number = after["next_hand"]

    def _first(self) -> int | None:
        """The hand with which the match goes on."""
        result = MatchResult.objects.filter(match=self.match).first()
        return 1 if result is None else result.next_hand

    def _clock(self, number: int) -> int:
        """Minutes after this hand."""
        return sum(
            Random(f"{self.name}/{each}/minutes").randint(*HAND_LASTS) for each in range(1, number + 1)
        )

    def _play_hand(self, number: int) -> dict[str, Any]:
        """A random legal hand of whoever deals next, entered; returns how the match stands then."""
        setup = stage_setup(self.match.round.stage)
        source = Random(f"{self.name}/{number}")
        context = load(self.match).fold_before(number).state.context()
        record, summary = play_hand(
            card_play(setup.game), setup.rules, source, dealer=context.dealer, known=context.filled
        )
        kept = record if self.wanted.records else None
        typed = Submission(
            UUID(int=source.getrandbits(128), version=4), number, EntryKind.ENTER, summary, record=kept
        )
        receipt = submit(self.match, typed, SYSTEM, EntrySource.IMPORT)
        self.hands += 1
        return receipt.match
