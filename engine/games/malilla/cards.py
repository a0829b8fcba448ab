"""The 48 cards (rules section 2): suits, ranks by strength, points, and all of them as bits."""

from __future__ import annotations

from engine.core.cards import Deck, Rank, Suit
from engine.core.text import gettext_noop
from engine.core.tricks import TrickCards

SUITS = (
    Suit("O", gettext_noop("coins")),
    Suit("C", gettext_noop("cups")),
    Suit("E", gettext_noop("swords")),
    Suit("B", gettext_noop("batons")),
)
SIGNS = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
"""The drawings of the suits by their letters."""

WEAKEST_FIRST = "2345678SCRA9"
"""The same order in trumps and in every other suit: the nine, the *malilla*, is the highest."""

_COURT = {
    "S": gettext_noop("Knave"),
    "C": gettext_noop("Knight"),
    "R": gettext_noop("King"),
    "A": gettext_noop("Ace"),
}
RANKS = tuple(Rank(letter, _COURT.get(letter, letter)) for letter in reversed(WEAKEST_FIRST))
DECK = Deck.of(RANKS, SUITS)
CARDS = TrickCards.of(DECK, WEAKEST_FIRST)
BITS = dict(CARDS.bits)

RANK_POINTS = {"9": 5, "A": 4, "R": 3, "C": 2, "S": 1}
POINTS = {code: RANK_POINTS.get(code[0], 0) for code in DECK.codes}
"""Card points by code: 15 in a suit, 60 in the deck."""

POINTS_OF = {bit: POINTS[code] for code, bit in BITS.items()}
CARDS_OF_A_HAND = 12
TRICKS = 12
HAND_POINTS = 72
"""60 card points and one point for each trick; a side scores with more than half of them."""

HALF = HAND_POINTS // 2
MALILLA = "9"
"""The rank of the strongest card of a suit."""


def trump_of(pinta: str) -> int:
    """Return the trump suit: that of the turned card."""
    return CARDS.suit_of[BITS[pinta]]
