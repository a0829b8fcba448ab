"""A submission on its way: the locked match with its hands, and whoever brings it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from engine.core.problems import Problem
from scoring.fold import Fold
from scoring.models import EntryKind, EntrySource, Hand, HandEntry, Repetition, Ruling
from scoring.records import record_problems
from scoring.services.loading import SLIP, Loaded, context_json, load
from scoring.setup import Setup, stage_setup
from scoring.slips import check_slip
from scoring.submissions import Submission
from tournaments.access import Actor
from tournaments.compiled import insert
from tournaments.errors import Invalid
from tournaments.models import Board, Match
from tournaments.services.audit import Journal


@dataclass(slots=True)
class Case:
    """What was typed, about which match, by whom; `loaded` is the match as it stands under its lock."""

    match: Match
    typed: Submission
    actor: Actor
    source: str
    journal: Journal
    loaded: Loaded
    ruling: Ruling | None = None

    @property
    def setup(self) -> Setup:
        """Game and rules of the match."""
        return stage_setup(self.match.round.stage)

    @property
    def hand(self) -> Hand | None:
        """The hand that is meant, if anything was entered for it before."""
        return self.loaded.hand(self.typed.number)

    @property
    def side(self) -> str:
        """The side that a phone belongs to; "" for a tablet of the table and everybody else."""
        return self.actor.device.side if self.actor.device is not None else ""

    @property
    def name(self) -> str:
        """The hand as the log names it."""
        return f"{self.match.address}/hand:{self.typed.number}"

    @property
    def before(self) -> Fold:
        """The match as it stands before this hand."""
        return self.loaded.fold_before(self.typed.number)

    @property
    def spoken(self) -> object:
        """What was typed, in a form in which two results that say the same are equal."""
        return self.loaded.canonical(self.typed.number, self.typed.payload)

    def check(self) -> None:
        """Raise Invalid with every fault of what was typed."""
        number = self.typed.number
        if number == SLIP:
            problems = check_slip(self.typed.payload, self.setup.sides)
        else:
            problems = self._faults_of_summary()
        excluded = self.loaded.excluded(number)
        if excluded:
            problems.append(Problem(excluded, "/hand"))
        if problems:
            raise Invalid("invalid_result", problems)

    def _faults_of_summary(self) -> list[Problem]:
        """A void deal has nothing to check; a new hand must come before the end of the match."""
        problems: list[Problem] = []
        if self.typed.kind != EntryKind.VOID:
            context = self.before.state.context(self.typed.board)
            found = self.setup.game.check(self.typed.payload, self.setup.rules, context)
            problems = [each.below("/summary") for each in found]
            problems += record_problems(
                self.setup.game,
                self.setup.rules,
                self.typed.record,
                self.typed.payload,
                context.dealer if self._is_next() else None,
            )
        if self.hand is None:
            problems += problems_of_number(self.loaded, self.typed.number)
        return problems

    def _is_next(self) -> bool:
        """Whether every hand before this one is there and agreed, so that it is known whose deal this was."""
        there = {hand.number for hand in self.loaded.hands if hand.current is not None}
        return there.issuperset(range(1, self.typed.number))

    def open_hand(self) -> Hand:
        """A new hand of the match; raises Invalid for a board that the stage does not have."""
        board = None
        if self.typed.board is not None:
            board = Board.objects.filter(stage=self.match.round.stage, number=self.typed.board).first()
            if board is None:
                raise Invalid.of("unknown_board", "/board")
        return insert(Hand(match=self.match, number=self.typed.number, board=board))

    def append(
        self, hand: Hand, revision: int | None, *, kind: str = "", payload: Mapping[str, Any] | None = None
    ) -> HandEntry:
        """Store what was typed, with the context in which it was accepted; a rival has no revision.

        `kind` and `payload` may say what it comes to where that is not what was sent.
        """
        typed = self.typed
        context: dict[str, Any] = {}
        if typed.number != SLIP:
            context = context_json(self.before.state.context(typed.board))
        kind = kind or typed.kind
        if payload is None and kind != EntryKind.VOID:
            payload = typed.payload
        filled = context.get("filled", {})
        entry = HandEntry(
            hand=hand,
            revision=revision,
            submission=typed.submission,
            body_hash=typed.body_hash,
            kind=kind,
            payload=payload and {key: value for key, value in payload.items() if key not in filled},
            record=typed.record,
            context=context,
            rules_hash=self.setup.rules_hash,
            source=self.source,
            user=self.actor.user if self.source == EntrySource.USER else None,
            device=self.actor.device if self.source == EntrySource.DEVICE else None,
            ruling=self.ruling,
            side=self.side,
            played_at=typed.played_at,
            recorded_at=timezone.now(),
            reason=typed.reason,
        )
        self.loaded.add(hand, insert(entry))
        return entry

    def remember(self, entry: HandEntry) -> None:
        """Note that this submission said what `entry` says, so that it is known when it comes again."""
        Repetition.objects.create(
            entry=entry,
            submission=self.typed.submission,
            body_hash=self.typed.body_hash,
            at=timezone.now(),
        )


def problems_of_number(loaded: Loaded, number: int) -> tuple[Problem, ...]:
    """Why no new hand can have this number: the match is over before it, or it is beyond the limit."""
    before = loaded.fold_before(number)
    behind = all(hand.number < number for hand in loaded.hands)
    over = loaded.folding.refusal(before, number, loaded.closed if behind else "")
    return over or _beyond_limit(loaded, before, number)


def can_be_hand(match: Match, number: int) -> bool:
    """Whether the match has a hand of this number (0: a paper slip), or can have one yet."""
    loaded = load(match)
    if len({each.side for each in loaded.participations}) < len(stage_setup(match.round.stage).sides):
        return False  # nobody to play with
    return number == SLIP or loaded.hand(number) is not None or not problems_of_number(loaded, number)


def _beyond_limit(loaded: Loaded, before: Fold, number: int) -> tuple[Problem, ...]:
    """A number that no hand of the match can have, however many are missing below it.

    Void deals and the extra hands of a match tie-break come on top of the limit of the stage.
    """
    most = loaded.folding.limits.hands
    if most is None:
        return ()
    extra = before.extra_hands + before.decision.extra_hand_due
    void = before.void_deals + sum(hand.number != SLIP and _is_void(hand) for hand in loaded.hands)
    if number <= most + void + extra:
        return ()
    return (Problem("hand_beyond_limit", "/hand", {"n": number, "m": most + void + extra}),)


def _is_void(hand: Hand) -> bool:
    return hand.current is not None and hand.current.payload is None
