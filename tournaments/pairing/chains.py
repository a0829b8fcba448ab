"""Closed chains of exchanges in a posted round, and the shortest one that betters it.

A chain goes from table to table. At each one entrant *stays* and the other *goes*: to the table before, where
it meets the one who stays there. A chain through the bye begins with who has it afterwards and ends with who
had it before. The search is one in depth, cut off by the least that a walk back to the start can cost; walks
may pass a table twice and chains may not, so the bound is true and the search exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tournaments.pairing.cost import bye_cost, table_cost
from tournaments.pairing.levels import Numbers, columns_of, table_levels
from tournaments.pairing.lineup import Lineup, Table

Costs = npt.NDArray[Any]

NEVER = 2**60
LARGEST = 1000
"""Entrants up to which the shortest chain is looked for; beyond that, among those to the best round."""

MOST_STEPS = 200_000
"""After so many steps the search gives up: what it has found then is not proven."""


class Link(NamedTuple):
    """A table of a chain, by its index in the posted round, and which of its two goes."""

    table: int
    goes: int
    stays: int


@dataclass(frozen=True)
class Posted:
    """The tables of a posted round that may be stopped, by places with their sides, and who has the bye."""

    lineup: Lineup
    tables: tuple[Table, ...]
    bye: int | None

    @cached_property
    def order_of_byes(self) -> Numbers:
        """For each place how many would have the bye before it (criterion 4)."""
        lineup = self.lineup
        order = np.zeros(len(lineup), np.int64)
        order[sorted(range(len(lineup)), key=lambda place: bye_cost(lineup, place))] = np.arange(len(lineup))
        return order


@dataclass(frozen=True, slots=True)
class Chain:
    """Tables that are stopped, in their order; through the bye or not."""

    links: tuple[Link, ...]
    with_bye: bool = False

    @property
    def bye(self) -> int:
        """Who has the bye afterwards."""
        return self.links[0].goes

    def comes(self, posted: Posted) -> list[int]:
        """For each link who comes to the table."""
        last = posted.bye if self.with_bye and posted.bye is not None else self.links[0].goes
        return [*(link.goes for link in self.links[1:]), last]

    def moves(self, posted: Posted) -> Iterator[tuple[Table, Table]]:
        """Each stopped table as posted, and with who comes on the side of who goes."""
        for link, comes in zip(self.links, self.comes(posted), strict=True):
            first, second = posted.tables[link.table]
            yield (first, second), (first, comes) if link.stays == first else (comes, second)

    def turned(self) -> Chain:
        """The same tables, each held by the other one of its two; only without the bye."""
        return Chain(tuple(Link(link.table, link.stays, link.goes) for link in reversed(self.links)))


Gain = tuple[int, ...]
"""What a chain adds to the costs, criterion by criterion; better than nothing is below zero."""

LEADING = 5
"""Criteria 3 to 6: rematches, bye, soft bans, squares, height."""

NOTHING = (0,) * LEADING


def gain(posted: Posted, chain: Chain) -> Gain:
    """Return what the chain adds to each of the seven costs, points in whole multiples."""
    lineup = posted.lineup
    made = [(link.stays, comes) for link, comes in zip(chain.links, chain.comes(posted), strict=True)]
    stopped = [posted.tables[link.table] for link in chain.links]
    now, before = (_sums(lineup, tables) for tables in (made, stopped))
    byes = 0
    if chain.with_bye and posted.bye is not None:
        byes = int(posted.order_of_byes[chain.bye] - posted.order_of_byes[posted.bye])
    rematches, *others = (one - other for one, other in zip(now, before, strict=True))
    return (rematches, byes, *others)


def _sums(lineup: Lineup, tables: Sequence[Table]) -> list[int]:
    """Rematches, soft bans, squares, height, floats and pattern of some tables."""
    rows = [
        (int(lower in lineup.met[upper]), *table_cost(lineup, upper, lower))
        for upper, lower in map(sorted, tables)
    ]
    return [sum(column) for column in zip(*rows, strict=True)]


class Weights:
    """The leading criteria as one number for each table and bye, so that no lower one outweighs a higher one.

    For sums over chains of up to `links` tables; `never` is beyond all of them.
    """

    def __init__(self, posted: Posted, links: int) -> None:
        lineup = posted.lineup
        columns = columns_of(lineup)
        levels = table_levels(lineup, columns.upright(), columns)
        graded = [_marked(lineup.met), levels.soft_bans, levels.squares, levels.height]
        limits = [links * int(level.max(initial=0)) for level in graded]
        limits.insert(1, len(lineup))
        self.units = _units(limits)
        most = sum(limit * unit for limit, unit in zip(limits, self.units, strict=True))
        kind: Any = np.int64 if most < NEVER // 4 else object
        self.never = max(NEVER, 4 * most)
        rematch, bye, *others = self.units
        self.posted: Costs = np.zeros((len(lineup), len(lineup)), kind)
        for unit, level in zip((rematch, *others), graded, strict=True):
            self.posted = self.posted + level.astype(kind) * unit
        self.table = self.posted.copy()
        self.table[_marked(lineup.banned) > 0] = self.never
        self.bye: Costs = posted.order_of_byes.astype(kind) * bye
        barred = [place for place in range(len(lineup)) if place not in {*lineup.bye_candidates, posted.bye}]
        self.bye[barred] = self.never

    def of(self, gained: Gain) -> int:
        """Return a gain in the leading criteria as one number."""
        return sum(unit * amount for unit, amount in zip(self.units, gained[:LEADING], strict=True))


def _units(limits: Sequence[int]) -> list[int]:
    """What one of each criterion is worth, so that no sum of lower ones outweighs it."""
    units: list[int] = []
    below = 0
    for limit in reversed(limits):
        units.insert(0, 2 * below + 1)
        below += limit * units[0]
    return units


def _marked(sets: Sequence[frozenset[int]]) -> Numbers:
    matrix = np.zeros((len(sets), len(sets)), np.int64)
    for place, members in enumerate(sets):
        matrix[place, list(members)] = 1
    return matrix


def differing(posted: Posted, tables: Sequence[Table], bye: int | None) -> list[Chain]:
    """Return the chains by which another round of the same entrants differs from the posted one."""
    partner = {one: other for pair in tables for one, other in (pair, pair[::-1])}
    seat = {place: (index, pair) for index, pair in enumerate(posted.tables) for place in pair}
    open_tables = {index for place, (index, pair) in seat.items() if partner.get(place) not in pair}
    chains: list[Chain] = []
    if bye is not None and posted.bye is not None and bye != posted.bye:
        chains.append(Chain(tuple(_walk(seat, partner, bye, posted.bye)), with_bye=True))
        open_tables -= {link.table for link in chains[0].links}
    while open_tables:
        start = posted.tables[min(open_tables)][0]
        chains.append(Chain(tuple(_walk(seat, partner, start, start))))
        open_tables -= {link.table for link in chains[-1].links}
    return chains


def _walk(
    seat: dict[int, tuple[int, Table]], partner: dict[int, int], start: int, end: int
) -> Iterator[Link]:
    """From table to table until the one who comes is `end`."""
    goes = start
    while True:
        index, (first, second) = seat[goes]
        stays = second if goes == first else first
        yield Link(index, goes, stays)
        goes = partner[stays]
        if goes == end:
            return


def shortest(posted: Posted, known: Sequence[Chain]) -> tuple[Chain | None, bool]:
    """Return the chain with the fewest tables that betters the leading criteria, and whether that is proven.

    `known` are the chains to the best round: where none of them betters the round, no chain does.
    """
    better = [chain for chain in known if gain(posted, chain)[:LEADING] < NOTHING]
    if not better:
        return None, True
    bound = min(better, key=lambda chain: (len(chain.links), gain(posted, chain)))
    if 2 * len(posted.tables) > LARGEST:
        return _held(posted, bound), False
    search = _Search(posted, Weights(posted, len(bound.links) + 1))
    for tables in range(1, len(bound.links) + 1):
        found = search.best(tables)
        if found is not None:
            return _held(posted, found), search.is_complete
    return _held(posted, bound), False


def _held(posted: Posted, chain: Chain) -> Chain:
    """The chain by which the fewest entrants leave a table that they need."""
    entrants = posted.lineup.entrants
    leaving = sum(entrants[link.goes].table is not None for link in chain.links)
    staying = sum(entrants[link.stays].table is not None for link in chain.links)
    return chain.turned() if staying < leaving and not chain.with_bye else chain


class _Search:
    """Nodes are tables with one of their two going: 2t is the first of table t, 2t + 1 the second."""

    def __init__(self, posted: Posted, weights: Weights) -> None:
        self.posted, self.weights = posted, weights
        pairs = np.array(posted.tables, np.int64).reshape(-1, 2)
        self.goes, self.stays = pairs.reshape(-1), pairs[:, ::-1].reshape(-1)
        old = np.repeat(weights.posted[pairs[:, 0], pairs[:, 1]], 2)
        self.step: Costs = weights.table[np.ix_(self.stays, self.goes)] - old
        index = np.arange(len(self.goes)) // 2
        self.step[index[:, None] == index] = weights.never
        self.walks: list[Costs] = [self.step]
        self.to_bye: list[Costs] = []
        if posted.bye is not None:
            self.from_bye: Costs = weights.bye[self.goes] - old
            last = weights.table[self.stays, posted.bye] - int(weights.bye[posted.bye])
            self.to_bye.append(np.minimum(last, weights.never))
        self.steps = 0
        self.found: tuple[Any, Chain] | None = None
        self.limit = 0

    @property
    def is_complete(self) -> bool:
        """Whether everything was looked at that had to be."""
        return self.steps <= MOST_STEPS

    def best(self, tables: int) -> Chain | None:
        """Return the best chain of so many tables; None where none betters the leading criteria."""
        least = min(self._bounds(tables), default=0)
        for limit in dict.fromkeys((least, -1) if least < 0 else ()):
            found = self._within(tables, limit)
            if found is not None:
                return found
        return None

    def _within(self, tables: int, limit: int) -> Chain | None:
        """The best chain of so many tables that gains as much as `limit` or more."""
        self.found, self.limit = None, limit
        if tables > 1:
            self._closed(tables)
        if self.posted.bye is not None:
            self._through_bye(tables)
        return self._chain()

    def _chain(self) -> Chain | None:
        return None if self.found is None else self.found[1]

    def _bounds(self, tables: int) -> Iterator[int]:
        """The least that walks of this length cost: chains cost no less."""
        if tables > 1:
            back = self._walk_of(tables - 1)
            yield int((self.step + back.T).min(initial=self.weights.never))
        if self.posted.bye is not None:
            yield int((self.from_bye + self._end_of(tables - 1)).min(initial=self.weights.never))

    def _walk_of(self, steps: int) -> Costs:
        """The least costs of walks of so many steps from one node to another."""
        while len(self.walks) < steps:
            before = self.walks[-1]
            rows = [(row[:, None] + before).min(axis=0) for row in self.step]
            self.walks.append(np.minimum(np.array(rows, before.dtype), self.weights.never))
        return self.walks[steps - 1]

    def _end_of(self, steps: int) -> Costs:
        """The least costs of walks from a node through so many others to who had the bye."""
        while len(self.to_bye) <= steps:
            further = (self.step + self.to_bye[-1]).min(axis=1, initial=self.weights.never)
            self.to_bye.append(np.minimum(further, self.weights.never))
        return self.to_bye[steps]

    def _closed(self, tables: int) -> None:
        """Chains without the bye, each from its first table on, with its first entrant going."""
        for start in range(0, len(self.goes), 2):
            ends = [self._walk_of(steps)[:, start] for steps in range(1, tables)]
            self._deeper([start], 0, ends[::-1], lowest=start + 2)

    def _through_bye(self, tables: int) -> None:
        ends = [self._end_of(steps) for steps in range(tables)][::-1]
        for start in np.flatnonzero(self.from_bye + ends[0] <= self.limit).tolist():
            self._deeper([start], int(self.from_bye[start]), ends[1:], lowest=0)

    def _deeper(self, nodes: list[int], cost: int, ends: Sequence[Costs], lowest: int) -> None:
        """Go on from the last node; `ends` are the least costs from the next one to the end, and so on."""
        self.steps += 1
        if not ends:
            self._keep(nodes, with_bye=lowest == 0)
        if not ends or not self.is_complete:
            return
        own = cost + self.step[nodes[-1]]
        there = np.flatnonzero(own[lowest:] + ends[0][lowest:] <= self.limit) + lowest
        taken = {node // 2 for node in nodes}
        for node in there.tolist():
            if node // 2 not in taken:
                self._deeper([*nodes, node], int(own[node]), ends[1:], lowest)

    def _keep(self, nodes: Sequence[int], *, with_bye: bool) -> None:
        """Keep a chain that is better than the one before it; of equal ones the one of earlier tables."""
        links = tuple(Link(node // 2, int(self.goes[node]), int(self.stays[node])) for node in nodes)
        chain = Chain(links, with_bye)
        gained = gain(self.posted, chain)
        key = (gained, sorted(link.table for link in links), nodes)
        if self.weights.of(gained) <= self.limit and (self.found is None or key < self.found[0]):
            self.found, self.limit = (key, chain), self.weights.of(gained)
