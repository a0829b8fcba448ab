"""Cards drawn for seats and for the first deal, at tables of four seats and two sides.

A *chair* is a seat as it was before the draw: whoever sits there draws in its name. A round of a draw maps
chairs to the codes of the cards that were taken. Who has an equal card draws again in the next round, and
cards that were drawn stay out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import Any

from engine.core.cards import Deck
from engine.core.problems import Problem, pointer, shown

Chair = int
Round = Mapping[Chair, str]

TABLE_OF = 4
"""Cards are drawn for seats where so many sit, two against two."""


class FirstDealer(StrEnum):
    """Who deals first.

    Who has the highest card of the draw; whom the suit of one turned card means; who is dealt one of certain
    cards first, cards being turned up round the table; or somebody says it.
    """

    HIGHEST = "highest"
    SUIT = "suit"
    DEALT = "dealt"
    NAMED = "named"


class Purpose(StrEnum):
    """What cards are drawn for: partners and seats, the seats of partners who stay, or the deal alone."""

    PARTNERS = "partners"
    SEATS = "seats"
    DEALER = "dealer"


class Step(StrEnum):
    """What comes next: cards are drawn, one is turned, the dealer is named; or all is known."""

    DRAW = "draw"
    TURN = "turn"
    NAME = "name"
    DONE = "done"


def nothing_wanted(rules: Any) -> frozenset[str]:
    """Stand in for `SeatDraw.wanted` where no card makes who gets it the dealer."""
    return frozenset()


def as_they_are(rules: Any) -> Any:
    """Stand in for `SeatDraw.registered` where the rules say nothing of partners."""
    return rules


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDraw:
    """How the cards of a game decide who sits where and who deals first.

    - `weakest_first`: the letters of the ranks; cards of other ranks stay out of the draw;
    - `suits`: the letters of the suits, the highest first, and `suits_decide(rules)`: whether they decide
      between equal ranks, or those draw again;
    - `first_dealer(rules)`: how it is found; None where the rules leave it open, so that the highest card
      decides only where cards are drawn for seats anyway;
    - `steps`: for `FirstDealer.SUIT`, how many seats after who turned the card the dealer sits, by suit;
    - `wanted(rules)`: for `FirstDealer.DEALT`, the cards of which the first makes the dealer. They are dealt
      from the whole pack, so a draw for seats leaves it open who deals;
    - `only_highest`: for the deal alone those of equal rank draw again only where they have the highest;
    - `ranks(rules)`: `weakest_first` under these rules, where it depends on them;
    - `registered(rules)`: the rules as they hold where partners are registered and none are drawn.
    """

    deck: Deck
    weakest_first: str
    suits: str
    suits_decide: Callable[[Any], bool]
    first_dealer: Callable[[Any], FirstDealer | None]
    steps: Mapping[str, int] = field(default_factory=dict)
    registered: Callable[[Any], Any] = as_they_are
    wanted: Callable[[Any], frozenset[str]] = nothing_wanted
    only_highest: bool = False
    ranks: Callable[[Any], str] | None = None

    def under(self, rules: Any) -> SeatDraw:
        """Return the draw with the cards that there are under these rules."""
        return self if self.ranks is None else replace(self, weakest_first=self.ranks(rules), ranks=None)

    @property
    def codes(self) -> tuple[str, ...]:
        """The cards that are drawn from, in the order of the deck."""
        ranked = (card for card in self.deck.cards if card.rank is not None)
        return tuple(card.code for card in ranked if card.rank and card.rank.letter in self.weakest_first)

    def face_down(self, seed: int) -> tuple[str, ...]:
        """Return the cards as they lie: the same seed, the same order."""
        codes = list(self.codes)
        Random(seed).shuffle(codes)
        return tuple(codes)

    def height(self, code: str) -> tuple[int, int]:
        """Return what decides between two cards: rank, then suit."""
        return self.weakest_first.index(code[0]), -self.suits.index(code[1])


@dataclass(frozen=True, slots=True)
class Drawn:
    """Where the rounds stand: who takes a card next; once nobody does, `order` is from highest to lowest."""

    due: tuple[Chair, ...]
    order: tuple[Chair, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a whole draw stands: `seats` is where each chair goes, `dealer` the seat that deals first."""

    step: Step
    due: tuple[Chair, ...]
    seats: Mapping[Chair, int]
    dealer: int | None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a draw is about.

    `dealer` is None where the cards say nothing about the first deal, `wanted` are the cards of which the
    first makes the dealer.
    """

    declared: SeatDraw
    seats: tuple[int, ...]
    purpose: Purpose
    dealer: FirstDealer | None
    suits_decide: bool
    wanted: frozenset[str] = frozenset()

    @property
    def has_rounds(self) -> bool:
        """Whether everybody draws."""
        return self.purpose is not Purpose.DEALER or self.dealer is FirstDealer.HIGHEST

    @property
    def is_dealt(self) -> bool:
        """Whether cards are turned up round the table until somebody gets one that is wanted."""
        return self.purpose is Purpose.DEALER and self.dealer is FirstDealer.DEALT

    def stand(
        self, rounds: Sequence[Round], turned: object = None, named: int | None = None, *, whole: bool = False
    ) -> Standing | tuple[Problem, ...]:
        """Return where a draw stands, or all that is wrong with it.

        With `whole` it has to be finished, but for the naming of the dealer. Paths lead into an object of
        `rounds` and `turned`.
        """
        if self.is_dealt:
            return self._dealt(rounds, turned, whole)
        drawn = self._drawn(rounds, whole=whole and self.has_rounds)
        problems = () if isinstance(drawn, Drawn) else tuple(each.below("/rounds") for each in drawn)
        if rounds and not self.has_rounds:
            problems = (Problem("draw_wrong_players", "/rounds"),)
        problems += self._turned_problems(rounds, turned, whole)
        if problems or not isinstance(drawn, Drawn):
            return problems
        if self.has_rounds and drawn.due:
            stays = {chair: chair for chair in self.seats}
            return Standing(Step.DRAW, drawn.due, stays, None)
        return self._settled(seated(self.purpose, drawn.order, self.seats), drawn.order, turned, named)

    def _drawn(self, rounds: Sequence[Round], *, whole: bool) -> Drawn | tuple[Problem, ...]:
        only_highest = self.declared.only_highest and self.purpose is Purpose.DEALER
        return follow(
            self.declared, self.suits_decide, self.seats, rounds, whole=whole, only_highest=only_highest
        )

    def _dealt(self, rounds: Sequence[Round], turned: object, whole: bool) -> Standing | tuple[Problem, ...]:
        """One card a round, from the first seat on, until it is a wanted one."""
        problems: list[Problem] = []
        taken: set[str] = set()
        dealer: int | None = None
        for at, drawn in enumerate(rounds):
            due = self.seats[at % len(self.seats)]
            if dealer is not None or set(drawn) != {due}:
                problems.append(Problem("draw_not_round_the_table", f"/rounds{pointer(at)}"))
            problems += [each.below("/rounds") for each in _faults(self.declared, taken, drawn, at)]
            taken |= _codes(drawn)
            dealer = due if self.wanted & _codes(drawn) else dealer
        problems += self._turned_problems(rounds, turned, whole)
        if problems or (whole and dealer is None):
            return tuple(problems) or (Problem("draw_nobody_deals", "/rounds"),)
        stays = {chair: chair for chair in self.seats}
        if dealer is not None:
            return Standing(Step.DONE, (), stays, dealer)
        return Standing(Step.DRAW, (self.seats[len(rounds) % len(self.seats)],), stays, None)

    def _settled(
        self, seats: Mapping[Chair, int], order: Sequence[Chair], turned: object, named: int | None
    ) -> Standing:
        """The draw once everybody has drawn: what is left is who deals."""
        if self.dealer is FirstDealer.SUIT:
            turner = self.seats[0]
            if not isinstance(turned, str):
                return Standing(Step.TURN, (turner,), seats, None)
            return Standing(Step.DONE, (), seats, dealer_by_suit(self.declared, turned, self.seats, turner))
        if self.dealer is FirstDealer.NAMED:
            return Standing(Step.NAME if named is None else Step.DONE, (), seats, named)
        is_known = self.dealer is FirstDealer.HIGHEST
        return Standing(Step.DONE, (), seats, seats[order[0]] if is_known else None)

    def _turned_problems(self, rounds: Sequence[Round], turned: object, whole: bool) -> tuple[Problem, ...]:
        if turned is None:
            is_missing = whole and self.dealer is FirstDealer.SUIT
            return (Problem("draw_turn_missing", "/turned"),) if is_missing else ()
        if self.dealer is not FirstDealer.SUIT:
            return (Problem("draw_nothing_turned", "/turned"),)
        fault = _fault(self.declared, {card for drawn in rounds for card in drawn.values()}, turned)
        return (fault.below("/turned"),) if fault is not None else ()


def follow(
    declared: SeatDraw,
    suits_decide: bool,
    chairs: Sequence[Chair],
    rounds: Sequence[Round],
    *,
    whole: bool = False,
    only_highest: bool = False,
) -> Drawn | tuple[Problem, ...]:
    """Return where the rounds stand, or everything that is wrong with them; the last may be under way.

    With `whole` it may not, and somebody still due is a problem too. With `only_highest` nobody but those
    who have the highest rank together draws again. Where too few cards are left for that, suits decide.
    Paths lead into the list of rounds.
    """
    latest: dict[Chair, str] = {}
    taken: set[str] = set()
    problems: list[Problem] = []
    due = set(chairs)
    for at, drawn in enumerate(rounds):
        left = due - set(drawn)
        may_lack = at == len(rounds) - 1 and not whole
        is_known = not problems  # who had to draw after a faulty round cannot be told
        if is_known and (not drawn or set(drawn) - due or (left and not may_lack)):
            problems.append(Problem("draw_wrong_players", pointer(at)))
        problems += _faults(declared, taken, drawn, at)
        taken |= _codes(drawn)
        latest.update(drawn)
        due = left
        if not (left or problems):
            due = _highest(declared, drawn) if only_highest else _equal(latest, suits_decide)
            due = due if len(due) <= len(declared.codes) - len(taken) else set()
    if problems:
        return tuple(problems)
    if due and whole:
        return (Problem("draw_not_finished"),)
    again = Counter(chair for drawn in rounds for chair in drawn) if only_highest else Counter()
    order = sorted(latest, key=lambda chair: (again[chair], declared.height(latest[chair])), reverse=True)
    return Drawn(tuple(chair for chair in chairs if chair in due), () if due else tuple(order))


def seated(purpose: Purpose, order: Sequence[Chair], seats: Sequence[int]) -> dict[Chair, int]:
    """Return the seat of each chair: the highest the first one, the partner opposite, the third the second.

    Partners are the two highest, or with `Purpose.SEATS` those who sat opposite each other before.
    """
    if purpose is Purpose.DEALER:
        return {chair: chair for chair in seats}
    first, second, third, fourth = order
    if purpose is Purpose.SEATS:
        second = _opposite(first, seats)
        third = next(chair for chair in order if chair not in (first, second))
        fourth = _opposite(third, seats)
    return {first: seats[0], second: seats[2], third: seats[1], fourth: seats[3]}


def dealer_by_suit(declared: SeatDraw, card: str, seats: Sequence[int], turned_by: int) -> int:
    """Return the seat that deals, as the suit of the turned card says."""
    return seats[(seats.index(turned_by) + declared.steps[card[1]]) % len(seats)]


def _codes(drawn: Round) -> set[str]:
    """The cards of a round; what was typed in the place of one may be anything."""
    return {card for card in drawn.values() if isinstance(card, str)}


def _faults(declared: SeatDraw, taken: Collection[str], drawn: Round, at: int) -> list[Problem]:
    """What is wrong with the cards of a round, the one with this index."""
    before, found = set(taken), []
    for chair, card in drawn.items():
        fault = _fault(declared, before, card)
        if fault is None:
            before.add(card)
        else:
            found.append(fault.below(pointer(at, chair)))
    return found


def _fault(declared: SeatDraw, taken: Collection[str], card: object) -> Problem | None:
    """What is wrong with a card that is said to have been drawn, if anything is."""
    if not isinstance(card, str) or card not in declared.codes:
        return Problem("unknown_card", "", {"card": shown(card)})
    return Problem("draw_card_repeated", "", {"card": card}) if card in taken else None


def _equal(latest: Round, suits_decide: bool) -> set[Chair]:
    """Who has to draw again: those whose card has the rank of another one."""
    if suits_decide:
        return set()
    ranks = Counter(card[0] for card in latest.values())
    return {chair for chair, card in latest.items() if ranks[card[0]] > 1}


def _highest(declared: SeatDraw, drawn: Round) -> set[Chair]:
    """Who has to draw again where only the highest card of a round counts: those who share its rank."""
    best = max((card[0] for card in drawn.values()), key=declared.weakest_first.index)
    found = {chair for chair, card in drawn.items() if card[0] == best}
    return found if len(found) > 1 else set()


def _opposite(chair: Chair, seats: Sequence[int]) -> Chair:
    return seats[(seats.index(chair) + 2) % len(seats)]
