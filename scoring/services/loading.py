"""Everything about one match, read in a fixed number of queries, before it is folded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q

from engine.core.game import HandContext
from scoring.fold import Fold, Folding, Typed
from scoring.models import Hand, HandEntry, HandStatus, Ruling, RulingEffect, RulingStatus
from scoring.setup import limits_of, stage_setup
from tournaments.models import Match, Participation

SLIP = 0
IN_FORCE = (RulingStatus.IN_FORCE, RulingStatus.APPEALED, RulingStatus.UPHELD, RulingStatus.CHANGED)


@dataclass(slots=True)
class Loaded:
    """A match with its sides, hands and entries; `known` is the entry of a submission that came before."""

    match: Match
    participations: list[Participation]
    hands: list[Hand]
    entries: list[HandEntry]
    rulings: list[Ruling]
    known: HandEntry | None = None
    folding: Folding = field(init=False)

    def __post_init__(self) -> None:
        stage = self.match.round.stage
        setup = stage_setup(stage)
        self.folding = Folding(
            setup.game,
            setup.rules,
            limits_of(stage),
            dealer=self.match.first_dealer,
            seeds={each.side: each.entrant.number for each in self.participations},
            penalties=self._rulings_by_side(setup.sides),
            lot_seed=f"{stage.event.seed}:{stage.order}:{self.match.round.number}:{self.match.number}",
        )

    def _rulings_by_side(self, sides: tuple[str, ...]) -> dict[str, int]:
        """Fines in force in this match, which the tie-break `fewest_penalties` counts."""
        side_of = {each.entrant_id: each.side for each in self.participations}
        fined = [
            side_of.get(each.entrant_id or 0) for each in self.rulings if each.effect == RulingEffect.FINE
        ]
        return {side: fined.count(side) for side in sides}

    @property
    def closed(self) -> str:
        """Why the match was ended early, if it was: by ruling, or declared finished."""
        for ruling in self.rulings:
            if ruling.effect == RulingEffect.CLOSE:
                return str(ruling.value.get("reason", "time"))
        return "time" if any(each.outcome == "played" for each in self.participations) else ""

    def hand(self, number: int) -> Hand | None:
        """The hand with this number, if anything was entered for it."""
        return next((hand for hand in self.hands if hand.number == number), None)

    def own(self, hand: Hand) -> Hand:
        """The same hand as this value holds it."""
        return next(each for each in self.hands if each.pk == hand.pk)

    def entries_of(self, hand: Hand) -> list[HandEntry]:
        """Everything that was typed about the hand, in order."""
        return [entry for entry in self.entries if entry.hand_id == hand.pk]

    def standing_entries(self, hand: Hand) -> Iterable[HandEntry]:
        """What a further submission may agree with: the current entry and, in a conflict, its rivals."""
        if hand.current is not None:
            yield hand.current
        if hand.status == HandStatus.CONFLICT:
            yield from (entry for entry in self.entries_of(hand) if entry.revision is None)

    def next_revision(self, hand: Hand) -> int:
        """The number of the hand's next revision."""
        return max((entry.revision or 0 for entry in self.entries_of(hand)), default=0) + 1

    def with_entry(self, hand: Hand, entry: HandEntry) -> Loaded:
        """The same match with one more entry."""
        hands = (
            self.hands
            if self.hand(hand.number)
            else sorted([*self.hands, hand], key=lambda each: each.number)
        )
        return Loaded(self.match, self.participations, hands, [*self.entries, entry], self.rulings)

    def typed(self, below: int | None = None) -> list[Typed]:
        """The hands that the fold goes through, conflicts left out; with `below` only those before it."""
        return [
            Typed(hand.number, hand.current.payload, context_of(hand.current.context))
            for hand in self.hands
            if hand.number != SLIP
            and hand.current is not None
            and hand.status != HandStatus.CONFLICT
            and (below is None or hand.number < below)
        ]

    def fold_before(self, number: int) -> Fold:
        """The match as it stands before this hand."""
        return self.folding.fold(self.typed(below=number))

    def fold(self) -> Fold:
        """The whole match."""
        return self.folding.fold(self.typed(), self.closed)


def load(match: Match, submission: UUID | None = None) -> Loaded:
    """The match, whose row the caller has locked if they mean to write."""
    wanted = Q(hand__match=match)
    if submission is not None:
        wanted |= Q(submission=submission)
    known = None
    entries: list[HandEntry] = []
    hands: dict[int, Hand] = {}
    for entry in HandEntry.objects.filter(wanted).select_related("hand").order_by("pk"):
        if entry.submission == submission:
            known = entry
        if entry.hand.match_id != match.pk:
            continue
        entry.hand = hands.setdefault(entry.hand_id, entry.hand)
        entry.hand.match = match
        entries.append(entry)
        if entry.hand.current_id == entry.pk:
            entry.hand.current = entry
    return Loaded(
        match,
        list(match.participations.select_related("entrant")),
        sorted(hands.values(), key=lambda hand: hand.number),
        entries,
        list(Ruling.objects.filter(match=match, replaced_by__isnull=True, status__in=IN_FORCE)),
        known,
    )


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
