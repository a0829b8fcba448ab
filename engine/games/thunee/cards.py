"""The cards (rules section 2): decks of 24 and 32, what they are worth, and which card beats which.

A card is one bit, the same in every hand; what changes with the scheme, with Royals and with the trump suit
is which bits beat it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.core.cards import Deck, Rank, Suit
from engine.core.text import gettext_noop
from engine.core.tricks import TrickCards

DECLARE, COUNT = "declare154", "count304"

SUITS = (
    Suit("C", gettext_noop("clubs")),
    Suit("D", gettext_noop("diamonds")),
    Suit("H", gettext_noop("hearts")),
    Suit("S", gettext_noop("spades")),
)
SUIT_LETTERS = tuple(suit.letter for suit in SUITS)
_NAMES = {
    "J": gettext_noop("Jack"),
    "Q": gettext_noop("Queen"),
    "K": gettext_noop("King"),
    "A": gettext_noop("Ace"),
    "T": "10",
}
JACK_HIGH = "J9ATKQ87"
ACE_HIGH = "ATKQJ987"
ROYALS = "QKTA9J87"
"""The orders of the ranks, the strongest first; the short deck has no 8 and no 7."""

RANKS = tuple(Rank(letter, _NAMES.get(letter, letter)) for letter in JACK_HIGH)
DECKS = {24: Deck.of(RANKS[:6], SUITS), 32: Deck.of(RANKS, SUITS)}
CARDS = TrickCards.of(DECKS[32], JACK_HIGH[::-1])
BITS = dict(CARDS.bits)
SUIT_OF = dict(CARDS.suit_of)
MASKS = {size: CARDS.mask(deck.codes) for size, deck in DECKS.items()}
"""All cards of each deck."""

RANK_POINTS = {"J": 30, "9": 20, "A": 11, "T": 10, "K": 3, "Q": 2}
TOTALS = {DECLARE: 154, COUNT: 304}
"""Card points of a deck; the 7 and the 8 are worth nothing, so both decks have the same."""

NO_SUIT = ""


def order(scheme: str, royals: bool, is_trump: bool) -> str:
    """Return the ranks of a suit, the strongest first."""
    if royals:
        return ROYALS
    return JACK_HIGH if scheme == COUNT or is_trump else ACE_HIGH


@cache
def beaters(scheme: str, royals: bool, trump: str) -> Mapping[int, int]:
    """Return for each card the cards that beat it while it is winning a trick; `trump` may be no suit."""
    found = {}
    for code, bit in BITS.items():
        is_trump = code[1] == trump
        ranks = order(scheme, royals, is_trump)
        above = CARDS.mask(rank + code[1] for rank in ranks[: ranks.index(code[0])])
        found[bit] = above if is_trump or not trump else above | CARDS.suits[trump]
    return found


@cache
def points(scheme: str, trump: str) -> Mapping[int, int]:
    """Return what each card is worth; in `declare154` Jack and nine count in trumps alone."""
    return {
        bit: 0 if scheme == DECLARE and code[0] in "J9" and code[1] != trump else RANK_POINTS.get(code[0], 0)
        for code, bit in BITS.items()
    }


def worth(mask: int, scheme: str, trump: str = NO_SUIT) -> int:
    """Return what some cards are worth together."""
    each, total = points(scheme, trump), 0
    while mask:
        total += each[mask & -mask]
        mask &= mask - 1
    return total
