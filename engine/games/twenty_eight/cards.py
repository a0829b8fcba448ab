"""The cards (rules section 2): suits, ranks by strength, points, and the deck of each variant as bits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.core.cards import Deck, Rank, Suit
from engine.core.text import gettext_noop
from engine.core.tricks import TrickCards

SUITS = (
    Suit("S", gettext_noop("spades")),
    Suit("H", gettext_noop("hearts")),
    Suit("D", gettext_noop("diamonds")),
    Suit("C", gettext_noop("clubs")),
)
WEAKEST_FIRST = "78QKTA9J"
"""The same order in trumps and in every other suit: the Jack is the highest."""

_NAMES = {
    "J": gettext_noop("Jack"),
    "A": gettext_noop("Ace"),
    "T": "10",
    "K": gettext_noop("King"),
    "Q": gettext_noop("Queen"),
}
RANKS = tuple(Rank(letter, _NAMES.get(letter, letter)) for letter in reversed(WEAKEST_FIRST))
SHORT_RANKS = RANKS[:6]
"""Without eights and sevens: with three and six players."""

DECK = Deck.of(RANKS, SUITS)
SHORT_DECK = Deck.of(SHORT_RANKS, SUITS)
RANK_POINTS = {"J": 3, "9": 2, "A": 1, "T": 1}
JACK, KING, QUEEN = "J", "K", "Q"
TEN = "10"
"""How a ten may be written in a code, in place of `T`."""

CARDS_OF_A_HAND = 8
TRICKS = 8
BATCH = 4
"""The cards of a batch where the deal has two."""

NO_TRUMP = "N"
DENOMINATIONS = (*(suit.letter for suit in SUITS), NO_TRUMP)
"""What a bid names where bids name the trump."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a variant: points by code and by bit, and those of the whole deck.

    `jacks` and `pairs` (King and Queen of a suit, by the mask of the suit) are masks; `worth` are all cards
    with points; `codes` and `bits` find a card in every way of writing it.
    """

    cards: TrickCards
    deck: Deck
    points: Mapping[str, int]
    points_of: Mapping[int, int]
    total: int
    jacks: int
    pairs: Mapping[int, int]
    worth: int
    codes: Mapping[str, str]
    bits: Mapping[str, int]

    @classmethod
    def of(cls, deck: Deck, packs: int = 1) -> Pack:
        """Return one pack of the deck, or two of them together."""
        cards = TrickCards.of(deck, WEAKEST_FIRST, packs)
        points = {code: RANK_POINTS.get(code[0], 0) for code in deck.codes}
        copies = {code: cards.copies[bit] for code, bit in cards.bits.items()}
        pairs = {
            suit: cards.bits[KING + letter] + cards.bits[QUEEN + letter]
            for letter, suit in cards.suits.items()
        }
        codes = {code: code for code in deck.codes}
        codes |= {TEN + suit.letter: "T" + suit.letter for suit in SUITS}
        return cls(
            cards,
            deck,
            MappingProxyType(points),
            MappingProxyType({cards.bits[code]: value for code, value in points.items()}),
            packs * sum(points.values()),
            sum(mask for code, mask in copies.items() if code[0] == JACK),
            MappingProxyType(pairs),
            sum(mask for code, mask in copies.items() if points[code]),
            MappingProxyType(codes),
            {written: cards.bits[code] for written, code in codes.items()},
        )


WHOLE, SHORT, DOUBLE = Pack.of(DECK), Pack.of(SHORT_DECK), Pack.of(SHORT_DECK, 2)
