"""Everything about one match, read in a fixed number of queries, before it is folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import BigAutoField, Exists, F, OuterRef, QuerySet, UUIDField

from engine.core.doors import nothing_between
from engine.core.game import HandContext
from scoring.fold import Between, Fold, Folding, Typed
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
from scoring.setup import Setup, limits_of, stage_setup
from scoring.slips import slip_canonical
from tournaments.compiled import Reading
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
        sides: list[Any] = self.participations
        for each in sides:
            seeds[each.side] = min(seeds.get(each.side, each.seed), each.seed)
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

    def typed(self, first: int = 1, below: int | None = None) -> list[Typed | Between]:
        """The hands from the first number on that the fold goes through, those in conflict left out.

        What rulings put between hands stands behind the hand that they name.
        """
        hands: list[Typed | Between] = [
            Typed(hand.number, hand.current.payload, context_of(hand.current.context))
            for hand in self.hands
            if hand.current is not None and hand.status != HandStatus.CONFLICT
        ]
        whole = sorted([*hands, *self.between], key=lambda each: each.number)
        return [each for each in whole if first <= each.number and (below is None or each.number < below)]

    @property
    def between(self) -> list[Between]:
        """What rulings in force put between hands, in their order."""
        return between_of(self.rulings, self.participations, self.folding)

    def fold_before(self, number: int) -> Fold:
        """The match as it stands before this hand; folded once."""
        if number not in self.starts:
            self.starts[number] = self.folding.fold(self.typed(below=number))
        return self.starts[number]

    def fold(self) -> Fold:
        """The whole match, going on from what was folded already."""
        first = max(self.starts, default=1)
        return self.folding.fold(self.typed(first), self.closed, self.starts.get(first))


def between_of(
    rulings: Iterable[Ruling], participations: Iterable[Participation], folding: Folding | Setup
) -> list[Between]:
    """What these rulings, which are in force, put between the hands of a match, in their order."""
    on_hands = [each for each in rulings if each.effect == RulingEffect.HAND and each.hand]
    if not on_hands:
        return []
    sides: dict[int | None, str] = {each.entrant_id: each.side for each in participations}
    found = []
    for each in on_hands:
        said = {"code": each.code, "side": sides.get(each.entrant_id), **each.value}
        entry = folding.game.between(said, folding.rules)
        if entry is not None:
            found.append(Between(each.hand or 0, entry))
    return found


def between_in(match: Match) -> list[Between]:
    """What rulings put between the hands of a match; no query where its game knows nothing of the kind."""
    setup = stage_setup(match.round.stage)
    if setup.game.between is nothing_between:
        return []
    return between_of(rulings_in_force(match), match.participations.all(), setup)


def rulings_in_force(match: Match) -> QuerySet[Ruling]:
    """The rulings on a match that nobody has replaced or taken back."""
    return Ruling.objects.filter(match=match, replaced_by__isnull=True, status__in=IN_FORCE)


def load(match: Match, submission: UUID | None = None) -> Loaded:
    """The match, whose row the caller has locked if they mean to write.

    Brings the match's own state, that of its round and the rules up to what the database says now: whoever
    waited for the lock saw them before.
    """
    known = None
    entries: list[HandEntry] = []
    hands: dict[int, Hand] = {}
    for entry in _entries_of(match, submission):
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


def _entries_of(match: Match, submission: UUID | None) -> list[HandEntry]:
    """The entries of a match, and with `submission` the one that it has made or repeated, anywhere."""
    if submission is None:
        return _entries(match=match.pk)
    return _entries_and_known(match=match.pk, submission=submission)


def _whole(rows: QuerySet[HandEntry]) -> QuerySet[HandEntry]:
    """With their hands and what those are worth."""
    return rows.select_related("hand__score").defer("record").order_by("pk")


def _with_known(match: Any, submission: Any) -> QuerySet[HandEntry]:
    """Each part is looked up by its own index: one condition over both would read every entry there is."""
    repeated = Repetition.objects.filter(submission=submission)
    made = HandEntry.objects.filter(submission=submission)
    parts = (each.order_by() for each in (made.values("pk"), repeated.values("entry")))
    own = HandEntry.objects.filter(hand__match=match).order_by()
    rows = HandEntry.objects.filter(pk__in=own.values("pk").union(*parts))
    return _whole(rows.annotate(is_repeated=Exists(repeated.filter(entry=OuterRef("pk")))))


def _sides(match: Any) -> QuerySet[Participation]:
    """Who plays, with the match, the state of its round and its rules as they are now."""
    rows = Participation.objects.filter(match=match).select_related("match__result")
    return rows.annotate(
        is_ruled=Exists(Ruling.objects.filter(match=OuterRef("match"))),
        seed=F("entrant__number"),
        round_status=F("round__status"),
        **{f"stage_{name}": F(f"round__stage__{name}") for name in STAGE_RULES},
        **{f"event_{name}": F(f"round__stage__event__{name}") for name in EVENT_RULES},
    )


_entries = Reading(lambda match: _whole(HandEntry.objects.filter(hand__match=match)), match=BigAutoField())
_entries_and_known = Reading(_with_known, match=BigAutoField(), submission=UUIDField())
_participations = Reading(_sides, match=BigAutoField())


def _sides_and_rulings(match: Match) -> tuple[list[Participation], list[Ruling]]:
    """Who plays, with match and round as they are now, and the rulings in force where there are any."""
    participations: list[Any] = _participations(match=match.pk)
    if not participations:
        return [], []
    first = participations[0]
    match.status, match.first_dealer = first.match.status, first.match.first_dealer
    match.round.status = first.round_status
    for name in STAGE_RULES:
        setattr(match.round.stage, name, getattr(first, f"stage_{name}"))
    for name in EVENT_RULES:
        setattr(match.round.stage.event, name, getattr(first, f"event_{name}"))
    if not first.is_ruled:
        return participations, []
    return participations, list(rulings_in_force(match))


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
