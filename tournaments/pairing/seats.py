"""Who sits where (criterion 9), and at which table: never who meets whom."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from tournaments.pairing.base import PairingEntrant, PairingInput, Points, Seating, TableOrder
from tournaments.pairing.lineup import Lineup, Table

SIDE_A, SIDE_B = "A", "B"

Places = tuple[int, ...]
"""A table by the places of who sits there."""


def seated(lineup: Lineup, tables: Sequence[Table]) -> list[tuple[int, int]]:
    """Return each table with the one who sits N-S first; those set by the director stay as they were set."""
    lots = random.Random(lineup.given.seed)
    as_set = {frozenset(fixed.entrants): fixed.entrants[0] for fixed in lineup.given.fixed}
    found = []
    for upper, lower in tables:
        one, other = lineup.entrants[upper], lineup.entrants[lower]
        first = as_set.get(frozenset((one.id, other.id)))
        is_upper_first = (
            first == one.id if first is not None else _first(one, other, lineup.given.seating, lots)
        )
        found.append((upper, lower) if is_upper_first else (lower, upper))
    return found


class Ranked(Protocol):
    """The entrants of a round by places, with their scores."""

    @property
    def given(self) -> PairingInput:
        """The question of the round."""

    @property
    def entrants(self) -> tuple[PairingEntrant, ...]:
        """The entrants by place."""

    @property
    def scores(self) -> Sequence[Points]:
        """Their scores by place."""


def numbered(lineup: Ranked, tables: Sequence[Places]) -> dict[Places, int]:
    """Return the number of each table: what the director set, then what an entrant needs, then by order.

    Matches are ranked by the highest score at the table, then the sum of all, then the lowest number.
    """
    ranked = sorted(tables, key=lambda table: _rank(lineup, table))
    wishes = (_set_by_director, _needed, *([_kept] if lineup.given.table_order is TableOrder.KEPT else []))
    numbers: dict[Places, int] = {}
    for wish in wishes:
        for table in ranked:
            wanted = wish(lineup, table)
            if table not in numbers and wanted is not None and wanted not in numbers.values():
                numbers[table] = wanted
    taken = set(numbers.values())
    others = iter(number for number in range(1, len(ranked) + len(taken) + 1) if number not in taken)
    return {table: numbers[table] if table in numbers else next(others) for table in ranked}


def _first(one: PairingEntrant, other: PairingEntrant, seating: Seating, lots: random.Random) -> bool:
    """Whether `one`, the better placed, sits N-S."""
    lot = lots.random() < 0.5  # tossed for every table, so that no toss depends on the others
    if seating is Seating.FIXED:
        return True
    if seating in (Seating.RANDOM, Seating.CARDS):
        return lot
    here, there = _unrest(one, other), _unrest(other, one)
    return here < there or (here == there and lot)


def _unrest(first: PairingEntrant, second: PairingEntrant) -> tuple[int, int]:
    """How uneven the sides of both become, and how many stay on the side of their last match."""
    uneven = _excess(first, SIDE_A) ** 2 + _excess(second, SIDE_B) ** 2
    return uneven, (first.sides[-1:] == (SIDE_A,)) + (second.sides[-1:] == (SIDE_B,))


def _excess(entrant: PairingEntrant, side: str) -> int:
    here = entrant.sides.count(side) + 1
    return here - (len(entrant.sides) + 1 - here)


def _rank(lineup: Ranked, table: Places) -> tuple[Points, Points, int]:
    scores = [lineup.scores[place] for place in table]
    return -max(scores), -sum(scores), min(lineup.entrants[place].number for place in table)


def _set_by_director(lineup: Ranked, table: Places) -> int | None:
    ids = {lineup.entrants[place].id for place in table}
    return next((fixed.table for fixed in lineup.given.fixed if ids == {*fixed.entrants}), None)


def _needed(lineup: Ranked, table: Places) -> int | None:
    return next((number for place in table if (number := lineup.entrants[place].table)), None)


def _kept(lineup: Ranked, table: Places) -> int | None:
    return next((number for place in table if (number := lineup.entrants[place].last_table)), None)
