"""Who of three is P1, P2 and P3: never who meets whom."""

from __future__ import annotations

import random
from itertools import permutations

from tournaments.pairing.base import Seating
from tournaments.pairing.threes import Threes, Trio

SIDES = ("P1", "P2", "P3")


def seated(field: Threes, trio: Trio, lots: random.Random) -> tuple[int, ...]:
    """Return the table by its sides: as often in each as can be, then another than last time, then by lot.

    A table that the director has set stays as it was set.
    """
    orders = list(permutations(trio))
    lots.shuffle(orders)  # for every table, so that no lot depends on the others
    set_so = next((each.entrants for each in field.given.fixed if field.trio(each.entrants) == trio), None)
    if set_so is not None:
        return tuple(field.places[each] for each in set_so)
    if field.given.seating is Seating.FIXED:
        return trio
    if field.given.seating is not Seating.BALANCED:
        return orders[0]
    return min(orders, key=lambda order: _unrest(field, order))


def _unrest(field: Threes, order: tuple[int, ...]) -> tuple[int, int]:
    """How often these have had these sides, and how many had them the last time."""
    had = [field.entrants[place].sides for place in order]
    often = sum(sides.count(side) for side, sides in zip(SIDES, had, strict=True))
    return often, sum(sides[-1:] == (side,) for side, sides in zip(SIDES, had, strict=True))
