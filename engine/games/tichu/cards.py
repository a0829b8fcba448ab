"""The 56 cards (rules section 2) as bits of one integer: a set of cards is a mask.

A natural card of rank r (2..14) and suit s (0..3) is bit `4 * (r - 2) + s`; the four special cards follow. So
a rank is four neighbouring bits, and what concerns all ranks at once is a few operations on whole masks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from engine.core.cards import Card, Deck, Rank, Suit
from engine.core.text import gettext_noop

RANK_LETTERS = "23456789TJQKA"
SUITS = (
    Suit("G", gettext_noop("Jade")),
    Suit("S", gettext_noop("Swords")),
    Suit("P", gettext_noop("Pagodas")),
    Suit("R", gettext_noop("Stars")),
)
_COURT = {
    "J": gettext_noop("Jack"),
    "Q": gettext_noop("Queen"),
    "K": gettext_noop("King"),
    "A": gettext_noop("Ace"),
}
RANKS = tuple(
    Rank(letter, _COURT.get(letter, str(value))) for value, letter in enumerate(RANK_LETTERS, start=2)
)
SPECIALS = tuple(Card(code) for code in ("MJ", "DG", "PH", "DR"))
SPECIAL_NAMES = {
    "MJ": gettext_noop("Mah Jong"),
    "DG": gettext_noop("Dog"),
    "PH": gettext_noop("Phoenix"),
    "DR": gettext_noop("Dragon"),
}
DECK = Deck.of(RANKS, SUITS, SPECIALS)

LOWEST, HIGHEST = 2, 14
"""Rank values of the two and the ace."""

RANK_VALUES = {letter: value for value, letter in enumerate(RANK_LETTERS, start=LOWEST)}
RANK_OF_VALUE = {value: letter for letter, value in RANK_VALUES.items()}

BITS = {
    **{
        rank.letter + suit.letter: 1 << (4 * at + column)
        for at, rank in enumerate(RANKS)
        for column, suit in enumerate(SUITS)
    },
    **{card.code: 1 << (52 + at) for at, card in enumerate(SPECIALS)},
}
"""The bit of every code."""

CODES = {bit: code for code, bit in BITS.items()}
MAH_JONG, DOG, PHOENIX, DRAGON = (BITS[card.code] for card in SPECIALS)
ALL_CARDS = (1 << 56) - 1
NATURALS = (1 << 52) - 1
COLUMN = 0x1111111111111
"""One bit for each rank: the whole suit Jade; shifted by 1 to 3 it is another suit."""

_POINTS = {5: 5, 10: 10, 13: 10}
CARD_POINTS = {
    **{bit: _POINTS.get(RANK_VALUES[code[0]], 0) for code, bit in BITS.items() if bit & NATURALS},
    MAH_JONG: 0,
    DOG: 0,
    PHOENIX: -25,
    DRAGON: 25,
}

Choices = tuple[int, ...]
"""Sets of cards, one of which is to be chosen."""

_CHOICES: dict[tuple[int, int], tuple[Choices, ...]] = {
    (rank, size): tuple(
        tuple(
            sum(1 << 4 * (rank - LOWEST) + suit for suit in suits)
            for suits in combinations([suit for suit in range(4) if held >> suit & 1], size)
        )
        for held in range(16)
    )
    for rank in range(LOWEST, HIGHEST + 1)
    for size in range(5)
}


def single_bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def codes(mask: int) -> list[str]:
    """Return the codes of a set of cards, in the order of the bits."""
    return [CODES[bit] for bit in single_bits(mask)]


def mask_of(cards: list[str]) -> int:
    """Return the set of the given codes; KeyError for what is no code."""
    mask = 0
    for code in cards:
        mask |= BITS[code]
    return mask


def points(mask: int) -> int:
    """Return the points of a set of cards (section 2): fives, tens, kings, Dragon and Phoenix."""
    return sum(CARD_POINTS[bit] for bit in single_bits(mask))


def of_rank(mask: int, rank: int) -> int:
    """Return the natural cards of a rank value as four bits, the suits in their order."""
    return mask >> 4 * (rank - 2) & 15


@cache
def rank_mask(rank: int) -> int:
    """Return the four natural cards of a rank value."""
    return 15 << 4 * (rank - 2)


def choices(mask: int, rank: int, size: int) -> Choices:
    """Return every way to take `size` natural cards of a rank value out of a set."""
    return _CHOICES[rank, size][mask >> 4 * (rank - 2) & 15]


def counts(mask: int) -> int:
    """Return how many natural cards of each rank there are: four bits for each rank, the two lowest."""
    return (mask & COLUMN) + (mask >> 1 & COLUMN) + (mask >> 2 & COLUMN) + (mask >> 3 & COLUMN)
