"""Which card points a side can have for its tricks (rules section 9.2): sums of cards, found by counting.

A set of numbers of points is an integer whose bit n says whether n points are possible. The specification
prints these sets; each of their points has been met in a legal hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.games.thunee.cards import BITS, DECKS, RANK_POINTS, SUIT_LETTERS, TOTALS, points
from engine.games.thunee.rules import Rules
from engine.games.thunee.table import sizes_of

QUEEN, JACK = "Q", "J"


@cache
def reachable(variant: str, deck_size: int, scheme: str) -> tuple[int, ...]:
    """Return R: the sets of points for 0, 1, ... tricks."""
    return _sets(variant, deck_size, _values(deck_size, scheme), 0, 0)


@cache
def reachable_with_top(variant: str, deck_size: int, scheme: str, royals: bool) -> tuple[int, ...]:
    """Return RX: the same where the tricks hold the top trump, the Jack or in Royals the Queen."""
    top = RANK_POINTS[QUEEN if royals else JACK]
    values = _values(deck_size, scheme)
    values.remove(top)
    return _sets(variant, deck_size, values, 1, top)


def sets_of(rules: Rules) -> tuple[int, ...]:
    """Return R under the rules in force."""
    return reachable(rules.variant, rules.deck_size, rules.scheme)


def sets_with_top_of(rules: Rules, royals: bool) -> tuple[int, ...]:
    """Return RX under the rules in force."""
    return reachable_with_top(rules.variant, rules.deck_size, rules.scheme, royals)


def total_of(rules: Rules) -> int:
    """Return the card points of the deck."""
    return TOTALS[rules.scheme]


def holds(points_set: int, points: int) -> bool:
    """Tell whether a number of points is in a set."""
    return points >= 0 and bool(points_set >> points & 1)


def _values(deck_size: int, scheme: str) -> list[int]:
    """Return what the cards are worth; which suit is trump makes no difference to their sums."""
    worth = points(scheme, SUIT_LETTERS[0])
    return [worth[BITS[code]] for code in DECKS[deck_size].codes]


def _sets(variant: str, deck_size: int, values: Iterable[int], held: int, worth: int) -> tuple[int, ...]:
    """Return for each number of tricks the sums of its cards, `held` of which are worth `worth` together."""
    sizes = sizes_of(variant, deck_size)
    sums = [1] + [0] * deck_size
    for value in values:
        for count in range(deck_size, 0, -1):
            sums[count] |= sums[count - 1] << value
    return tuple(
        sums[sizes.players * tricks - held] << worth if sizes.players * tricks >= held else 0
        for tricks in range(sizes.tricks + 1)
    )
