"""The best round of a large field: few tables looked at, and a proof that no other one is needed.

A matching over the tables near the ideal gives a round. Its leading criteria are held against two lower
bounds (`ladder`, `core`). Its pattern is proven by width: no round with a smaller sum can hold a table that
alone costs as much as the sum found, so when all tables below that were looked at, there is none. What is
proven, and what not, is told with the draft.
"""

from __future__ import annotations

from itertools import combinations
from math import isqrt
from typing import NamedTuple

import numpy as np

from tournaments.pairing.base import LEVELS, Certificate, Pattern
from tournaments.pairing.candidates import Legal, near_tables
from tournaments.pairing.core import Units, core_bound, core_places
from tournaments.pairing.cost import bye_cost
from tournaments.pairing.exact import Solution
from tournaments.pairing.ladder import odd_steps
from tournaments.pairing.levels import Flags, TableLevels, columns_of, lots, table_levels
from tournaments.pairing.lineup import Lineup, Table
from tournaments.pairing.matching import least_perfect_matching

FIRST_REACH = 14
MOST_TABLES = 600_000
SETTLED = 2
"""Rematches and the bye: in a field this method is for, both have their least cost anyway."""


class Found(NamedTuple):
    """The best round over the tables looked at: places, and the sums of criteria 5 to 8."""

    tables: list[Table]
    sums: tuple[int, ...]


class Proof(NamedTuple):
    """How many of the criteria behind the settled ones are proven, and what the next could still save."""

    criteria: int
    gap: int = 0


def best_round(lineup: Lineup) -> Solution | None:
    """Return the best round found and what is proven of it; None if the tables looked at make up none.

    For fields in which everybody may meet half of the others: there the first candidate has the bye.
    """
    bye = min(lineup.bye_candidates, key=lambda place: bye_cost(lineup, place)) if lineup.is_odd else None
    search = _Search(lineup, bye)
    reach, with_core = FIRST_REACH, False
    while True:
        found = search.solve(reach, with_core)
        wanted = 2 * reach if found is None else search.reach_to_prove(found)
        if reach < wanted <= search.widest:
            reach = wanted
            continue
        if found is None:
            return None
        proof = search.prove(found, reach)
        if proof.criteria < search.leading and not with_core:
            with_core = True
            continue
        return Solution(
            found.tables, bye, Certificate("sparse", LEVELS[: SETTLED + proof.criteria], proof.gap)
        )


class _Search:
    """A field of even size: who is left when the bye and the fixed tables are out."""

    def __init__(self, lineup: Lineup, bye: int | None) -> None:
        self.lineup = lineup
        self.places = np.array([place for place in lineup.free if place != bye], np.int64)
        self.field = columns_of(lineup)
        self.columns = self.field.at(self.places)
        self.legal = Legal(lineup, self.places)
        self.steps = odd_steps(self.columns, lineup.scores[-1], lineup.given.continuous)
        self.widest = MOST_TABLES // max(1, len(self.places))
        self.leading = 1 if lineup.given.continuous else len(TableLevels._fields) - 1

    def solve(self, reach: int, with_core: bool) -> Found | None:
        """Return the best round over all tables within reach, and those inside the core if asked for."""
        one, other = near_tables(self.lineup, self.field, reach)
        if with_core:
            core = np.array(list(combinations(core_places(self.lineup, self.legal), 2)), np.int64).reshape(
                -1, 2
            )
            one, other = np.concatenate([one, core[:, 0]]), np.concatenate([other, core[:, 1]])
        one, other = self.legal.among(one, other)
        levels = table_levels(self.lineup, self.field.at(one), self.field.at(other))
        nodes = np.searchsorted(self.places, one), np.searchsorted(self.places, other)
        weights = [*levels, lots(self.lineup, one, other) * self._is_open(levels)]
        matching = least_perfect_matching(len(self.places), *nodes, weights)
        if matching is None:
            return None
        tables = [(int(self.places[first]), int(self.places[second])) for first, second in matching]
        return Found(tables, self._sums(tables))

    def reach_to_prove(self, found: Found) -> int:
        """Return the reach of all tables that a round with less of the last criterion can hold."""
        if self.lineup.given.continuous:
            surplus = found.sums[1] - len(self.places) // 2
            return isqrt(surplus + isqrt(surplus) + 1) + 1
        total = found.sums[-1]
        if total and self.lineup.given.swiss.pattern == Pattern.RANDOM:
            return max(map(len, self.lineup.groups))
        return isqrt(total - 1) if total else 0

    def prove(self, found: Found, reach: int) -> Proof:
        """Return what is known to be the least: the leading criteria by bounds, the last one by reach."""
        proof = self._prove_leading(found)
        if proof.criteria < self.leading:
            return proof
        if reach >= self.reach_to_prove(found):
            return Proof(len(found.sums))
        return Proof(self.leading, found.sums[self.leading])

    def _prove_leading(self, found: Found) -> Proof:
        """The leading criteria that meet the ladder or, if that is not enough, the bound of the core."""
        bound = self.steps.bound()[: self.leading]
        open_ones = [at for at, least in enumerate(bound) if found.sums[at] > least]
        if not open_ones:
            return Proof(self.leading)
        at = open_ones[0]
        by_ladder = Proof(at, found.sums[at] - bound[at])
        return by_ladder if self.lineup.given.continuous else self._prove_by_core(found, by_ladder)

    def _prove_by_core(self, found: Found, by_ladder: Proof) -> Proof:
        units = Units.of(self.columns, self.lineup.scores[-1])
        bound = core_bound(self.lineup, self.columns, self.legal, self.steps, units)
        if bound is None:
            return by_ladder
        gap = units.total(found.sums[: self.leading]) - bound
        gaps = (Proof(at, gap // unit) for at, unit in enumerate(units) if gap >= unit)
        return next(gaps, Proof(self.leading))

    def _is_open(self, levels: TableLevels) -> Flags:
        """Where the seed has a say: not at tables that are ideal already, which is far quicker."""
        if self.lineup.given.continuous:
            return np.asarray(levels.squares > 1)
        if self.lineup.given.swiss.pattern == Pattern.RANDOM:
            return np.ones(len(levels.pattern), np.bool_)
        return np.asarray(levels.pattern > 0)

    def _sums(self, tables: list[Table]) -> tuple[int, ...]:
        ends = np.array(tables, np.int64).reshape(-1, 2)
        levels = table_levels(self.lineup, self.field.at(ends[:, 0]), self.field.at(ends[:, 1]))
        return tuple(int(level.sum()) for level in levels)
