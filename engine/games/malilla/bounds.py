"""How many points a side can have for a number of tricks (rules section 9.1): only what is proved.

The least and most are the sums of the cheapest and the dearest cards of the deck, four for each trick, and
one point for each trick. A nine that is turned is the nine of trumps in the dealer's hand: no card beats it,
so it lies in a trick of the dealer's side.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate

from engine.core.tricks import IMPOSSIBLE, Range
from engine.games.malilla.cards import MALILLA, POINTS, RANK_POINTS, TRICKS

SEATS_OF_A_TRICK = 4
NINE_POINTS = RANK_POINTS[MALILLA]
NINE_MAKES = NINE_POINTS + 1
"""What the side with the nine of trumps has at least: the nine and the trick in which it falls."""


@cache
def possible(tricks: int, nine: bool | None) -> Range:
    """Return the points that a side can have in `tricks` tricks.

    `nine`: it has the nine of trumps (true), the other side has it (false), or nobody knows (None).
    """
    dearest = sorted(POINTS.values(), reverse=True)
    if nine is None:
        return _range(tricks, dearest)
    if tricks == (0 if nine else TRICKS):
        return IMPOSSIBLE
    dearest.remove(NINE_POINTS)
    return _range(tricks, dearest, NINE_POINTS if nine else 0)


def _range(tricks: int, dearest: list[int], held: int = 0) -> Range:
    """Return the points of so many tricks from these cards, with one more card of `held` points."""
    others = SEATS_OF_A_TRICK * tricks - (1 if held else 0)
    most = (0, *accumulate(dearest))
    least = (0, *accumulate(reversed(dearest)))
    return Range(tricks + held + least[others], tricks + held + most[others])
