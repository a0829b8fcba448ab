"""How many points a number of tricks can hold (rules sections 9.1 and 9.2): only what is proved.

Tricks of n players are n cards each. With no claim about Jacks the least and most are the sums of the
cheapest and dearest cards. With a claim some of the cards are Jacks, as many as it allows, and the others are
not; the points are then all that any such number of Jacks leaves possible, which is one interval each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from engine.core.tricks import IMPOSSIBLE, Range
from engine.games.twenty_eight.cards import JACK, RANK_POINTS, TRICKS
from engine.games.twenty_eight.variants import TABLES, Table

BIDDERS, DEFENDERS, NONE = "bidders", "defenders", "none"
CLAIMS = (NONE, BIDDERS, DEFENDERS)
"""Who captured every Jack; `none` means that each side has at least one."""

JACK_POINTS = RANK_POINTS[JACK]


@cache
def of_tricks(variant: str, bonus: int, tricks: int) -> Range:
    """9.1: return the points that a side can have in `tricks` tricks."""
    values = sorted(_values(TABLES[variant]))
    cards = tricks * len(TABLES[variant].seats)
    return _with_bonus(_range(values, cards), bonus, tricks)


@cache
def of_jacks(variant: str, bonus: int, claim: str, tricks: int) -> Range:
    """9.2: return the bidders' points in `tricks` tricks under a claim about the Jacks."""
    table = TABLES[variant]
    values = sorted(_values(table))
    jacks = values.count(JACK_POINTS)
    others = values[:-jacks]
    cards = tricks * len(table.seats)
    found = [
        Range(JACK_POINTS * held + left.least, JACK_POINTS * held + left.most)
        for held in _held(claim, jacks)
        if (left := _range(others, cards - held)) != IMPOSSIBLE
    ]
    return _with_bonus(_union(found), bonus, tricks)


@cache
def of_claim(variant: str, bonus: int, claim: str) -> Range:
    """9.2, last column: return the bidders' points under a claim, whatever their tricks."""
    each = (of_jacks(variant, bonus, claim, tricks) for tricks in range(TRICKS + 1))
    return _union([one for one in each if one != IMPOSSIBLE])


def _held(claim: str, jacks: int) -> range:
    """Return how many Jacks the bidders can have under a claim."""
    return {BIDDERS: range(jacks, jacks + 1), DEFENDERS: range(1), NONE: range(1, jacks)}[claim]


def _values(table: Table) -> Iterator[int]:
    """Yield the points of every card that is dealt."""
    for points in table.pack.points.values():
        yield from [points] * table.pack.cards.packs


def _range(values: list[int], cards: int) -> Range:
    """Return the sums of so many of these values, in their order; impossible if there are fewer."""
    if not 0 <= cards <= len(values):
        return IMPOSSIBLE
    return Range(
        (0, *accumulate(values))[cards],
        (0, *accumulate(reversed(values)))[cards],
    )


def _union(ranges: list[Range]) -> Range:
    if not ranges:
        return IMPOSSIBLE
    return Range(min(one.least for one in ranges), max(one.most for one in ranges))


def _with_bonus(found: Range, bonus: int, tricks: int) -> Range:
    """The last trick may be among some of the tricks, is among all of them and not among none."""
    if not bonus or not tricks or found == IMPOSSIBLE:
        return found
    return Range(found.least + bonus if tricks == TRICKS else found.least, found.most + bonus)
