"""Everything about one match, read in a fixed number of queries, before it is folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, QuerySet

from engine.core.game import HandContext
from scoring.fold import Fold, Folding, Typed
from scoring.models import (
    Hand,
    HandEntry,
    HandScore,
    HandStatus,
    MatchResult,
    Repetition,
    Ruling,
    RulingEffect,
    RulingStatus,
)
from scoring.setup import limits_of, stage_setup
from scoring.slips import slip_canonical
from tournaments.models import Match, Outcome, Participation

SLIP = 0
IN_FORCE = (RulingStatus.IN_FORCE, RulingStatus.APPEALED, RulingStatus.UPHELD, RulingStatus.CHANGED)

EVENT_RULES = ("game", "profile", "options", "settings")
STAGE_RULES = ("match", "points", "scale", "settings", "rules")
"""What a result is judged and scored by."""


@dataclass(slots=True)
class Loaded:
    """A match with its sides, hands and entries, the rulings in force and what was projected last.

    `known` is the entry that a submission made or repeated before; `scores` the stored points by hand.
    """

    match: Match
    participations: list[Participation]
    hands: list[Hand]
    entries: list[HandEntry]
    rulings: list[Ruling]
    scores: dict[int, HandScore]
    result: MatchResult | None = None
    known: HandEntry | None = None
    folding: Folding = field(init=False)
    starts: dict[int, Fold] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stage = self.match.round.stage
        setup = stage_setup(stage)
        self.folding = Folding(
            setup.game,
            setup.rules,
            limits_of(stage),
            dealer=self.match.first_dealer,
            seeds=self._seeds(),
            penalties=self._fines_by_side(setup.sides),
            lot_seed=f"{stage.event.seed}:{stage.order}:{self.match.round.number}:{self.match.number}",
        )

    def _seeds(self) -> dict[str, int]:
        """The number of each side's entrant, of partners the lower one: the lower, the higher the seed."""
        seeds: dict[str, int] = {}
        for each in self.participations:
            seeds[each.side] = min(seeds.get(each.side, each.entrant.number), each.entrant.number)
        return seeds

    def _fines_by_side(self, sides: tuple[str, ...]) -> dict[str, int]:
        """Fines in force in this match, which the tie-break `fewest_penalties` counts; a bonus is none."""
        side_of = {each.entrant_id: each.side for each in self.participations}
        fined = [side_of.get(each.entrant_id or 0) for each in self.rulings if _takes_points(each)]
        return {side: fined.count(side) for side in sides}

    @property
    def closed(self) -> str:
        """Why the match was ended early, if it was: by ruling, or declared finished."""
        for ruling in self.rulings:
            if ruling.effect == RulingEffect.CLOSE:
                return str(ruling.value.get("reason", "time"))
        if any(each.outcome == Outcome.PLAYED for each in self.participations):
            return "time"
        return "director" if self.is_adjusted else ""

    @property
    def is_adjusted(self) -> bool:
        """Whether a ruling in force has set the match points."""
        return any(ruling.effect == RulingEffect.MATCH and ruling.value for ruling in self.rulings)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been entered, set or ruled that says anything about the result."""
        decided = any(each.outcome or each.match_points is not None for each in self.participations)
        return not (self.hands or decided or self.closed)

    @property
    def slip(self) -> Hand | None:
        """The paper slip that stands for the hands; one that is void or in conflict counts nothing."""
        hand = self.hand(SLIP)
        stands = hand is not None and hand.current is not None and hand.current.payload is not None
        return hand if hand is not None and stands and hand.status != HandStatus.CONFLICT else None

    def hand(self, number: int) -> Hand | None:
        """The hand with this number, if anything was entered for it."""
        return next((hand for hand in self.hands if hand.number == number), None)

    def own(self, hand: Hand) -> Hand:
        """The same hand as this value holds it."""
        return next(each for each in self.hands if each.pk == hand.pk)

    def entries_of(self, hand: Hand) -> list[HandEntry]:
        """Everything that was typed about the hand, in order."""
        return [entry for entry in self.entries if entry.hand_id == hand.pk]

    def standing_entries(self, hand: Hand) -> Iterator[HandEntry]:
        """The current entry, and the rivals that have come since it became the current one."""
        current = hand.current
        if current is not None:
            yield current
            for entry in self.entries_of(hand):
                if entry.revision is None and entry.pk > current.pk:
                    yield entry

    def next_revision(self, hand: Hand) -> int:
        """The number of the hand's next revision."""
        return max((entry.revision or 0 for entry in self.entries_of(hand)), default=0) + 1

    def canonical(self, number: int, payload: Mapping[str, Any] | None) -> object:
        """A form in which two results of a hand that say the same are equal; None for a void hand."""
        if payload is None:
            return None
        if number == SLIP:
            return slip_canonical(payload)
        return self.folding.game.canonical(payload, self.folding.rules)

    def excluded(self, number: int) -> str:
        """The code of what stands in the way of this hand: hands, or the totals of a slip instead of them."""
        others = [hand for hand in self.hands if (hand.number == SLIP) != (number == SLIP)]
        if all(hand.current is not None and hand.current.payload is None for hand in others):
            return ""
        return "slip_beside_hands" if number == SLIP else "hands_beside_slip"

    def add(self, hand: Hand, entry: HandEntry) -> None:
        """Take in one more entry; what was folded before its hand still holds."""
        if self.hand(hand.number) is None:
            self.hands = sorted([*self.hands, hand], key=lambda each: each.number)
        self.entries.append(entry)
        self.starts = {number: fold for number, fold in self.starts.items() if number <= hand.number}

    def typed(self, first: int = 1, below: int | None = None) -> list[Typed]:
        """The hands from the first number on that the fold goes through, those in conflict left out."""
        return [
            Typed(hand.number, hand.current.payload, context_of(hand.current.context))
            for hand in self.hands
            if hand.number >= first
            and hand.current is not None
            and hand.status != HandStatus.CONFLICT
            and (below is None or hand.number < below)
        ]

    def fold_before(self, number: int) -> Fold:
        """The match as it stands before this hand; folded once."""
        if number not in self.starts:
            self.starts[number] = self.folding.fold(self.typed(below=number))
        return self.starts[number]

    def fold(self) -> Fold:
        """The whole match, going on from what was folded already."""
        first = max(self.starts, default=1)
        return self.folding.fold(self.typed(first), self.closed, self.starts.get(first))


def load(match: Match, submission: UUID | None = None) -> Loaded:
    """The match, whose row the caller has locked if they mean to write.

    Brings the match's own state, that of its round and the rules up to what the database says now: whoever
    waited for the lock saw them before.
    """
    known = None
    entries: list[HandEntry] = []
    hands: dict[int, Hand] = {}
    for entry in _entries(match, submission):
        if entry.submission == submission or getattr(entry, "is_repeated", False):
            known = entry
        if entry.hand.match_id != match.pk:
            continue
        entry.hand = hands.setdefault(entry.hand_id, entry.hand)
        entry.hand.match = match
        entries.append(entry)
        if entry.hand.current_id == entry.pk:
            entry.hand.current = entry
    participations, rulings = _sides_and_rulings(match)
    return Loaded(
        match,
        participations,
        sorted(hands.values(), key=lambda hand: hand.number),
        entries,
        rulings,
        {pk: hand.score for pk, hand in hands.items() if getattr(hand, "score", None) is not None},
        getattr(participations[0].match, "result", None) if participations else None,
        known,
    )


def _entries(match: Match, submission: UUID | None) -> QuerySet[HandEntry]:
    """The entries of a match, and with `submission` the one that it has made or repeated, wherever that is.

    Each part is looked up by its own index: one condition over both would read every entry there is.
    """
    own = HandEntry.objects.filter(hand__match=match)
    rows = own
    if submission is not None:
        repeated = Repetition.objects.filter(submission=submission)
        made = HandEntry.objects.filter(submission=submission)
        parts = (each.order_by() for each in (made.values("pk"), repeated.values("entry")))
        rows = HandEntry.objects.filter(pk__in=own.order_by().values("pk").union(*parts))
        rows = rows.annotate(is_repeated=Exists(repeated.filter(entry=OuterRef("pk"))))
    return rows.select_related("hand__score").defer("record").order_by("pk")


def _sides_and_rulings(match: Match) -> tuple[list[Participation], list[Ruling]]:
    """Who plays, with match and round as they are now, and the rulings in force where there are any."""
    ruled = Exists(Ruling.objects.filter(match=OuterRef("match")))
    rows = Participation.objects.filter(match=match).defer("round__why", "round__stage__ranking")
    rows = rows.select_related("entrant", "round__stage__event", "match__result")
    participations: list[Any] = list(rows.annotate(is_ruled=ruled))
    if not participations:
        return [], []
    first = participations[0]
    match.status, match.first_dealer = first.match.status, first.match.first_dealer
    match.round.status = first.round.status
    _renew(match.round.stage, first.round.stage, STAGE_RULES)
    _renew(match.round.stage.event, first.round.stage.event, EVENT_RULES)
    if not first.is_ruled:
        return participations, []
    in_force = Ruling.objects.filter(match=match, replaced_by__isnull=True, status__in=IN_FORCE)
    return participations, list(in_force)


def _renew(row: Model, now: Model, names: Sequence[str]) -> None:
    for name in names:
        setattr(row, name, getattr(now, name))


def _takes_points(ruling: Ruling) -> bool:
    if ruling.effect != RulingEffect.FINE:
        return False
    return min(ruling.match_points or 0, ruling.game_points or 0) < 0


def context_json(context: HandContext) -> dict[str, Any]:
    """A context as it is stored with an entry."""
    return {
        "number": context.number,
        "dealer": context.dealer,
        "board": context.board,
        "filled": dict(context.filled),
    }


def context_of(stored: dict[str, Any]) -> HandContext | None:
    """The context that was stored with an entry."""
    if not stored:
        return None
    return HandContext(stored["number"], stored["dealer"], stored["board"], stored["filled"])
