"""The tables worth looking at in a large field: near the ideal opponent, and across the borders of groups."""

from __future__ import annotations

import random
from itertools import chain

import numpy as np

from tournaments.pairing.base import Pattern
from tournaments.pairing.levels import Columns, Numbers
from tournaments.pairing.lineup import Lineup


class Legal:
    """The tables of a large field that criteria 1 to 3 allow, between the entrants at some places."""

    def __init__(self, lineup: Lineup, places: Numbers) -> None:
        self.lineup = lineup
        self.size = len(lineup)
        self.is_in = np.zeros(self.size, np.bool_)
        self.is_in[places] = True
        excluded = [met | banned for met, banned in zip(lineup.met, lineup.banned, strict=True)]
        rows = np.repeat(np.arange(self.size), [len(others) for others in excluded])
        self.excluded = rows * self.size + np.fromiter(chain.from_iterable(excluded), np.int64, len(rows))

    def among(self, one: Numbers, other: Numbers) -> tuple[Numbers, Numbers]:
        """Return those of the given tables that are legal, each once, the better place first."""
        inside = self.is_in[one] & self.is_in[other] & (one != other)
        one, other = one[inside], other[inside]
        keys = np.unique(np.minimum(one, other) * self.size + np.maximum(one, other))
        keys = keys[~np.isin(keys, self.excluded)]
        return keys // self.size, keys % self.size


def near_tables(lineup: Lineup, columns: Columns, reach: int) -> tuple[Numbers, Numbers]:
    """Return every table of a pattern cost up to `reach` squared, legal or not, some of them twice.

    Inside a group these are the opponents up to `reach` places from the ideal one, between groups those with
    at most `reach` entrants in between. The pattern `random` has no ideal: the seed chooses some for each.
    """
    between = _neighbours(columns, reach + 1)
    if lineup.given.continuous:
        return between
    across = columns.start[between[0]] != columns.start[between[1]]
    inside = _inside_groups(lineup, columns, reach)
    return np.concatenate([inside[0], between[0][across]]), np.concatenate([inside[1], between[1][across]])


def _neighbours(columns: Columns, most: int) -> tuple[Numbers, Numbers]:
    place = columns.place[:, None]
    other = place + np.arange(1, most + 1)
    there = other < len(place)
    return np.broadcast_to(place, other.shape)[there], other[there]


def _inside_groups(lineup: Lineup, columns: Columns, reach: int) -> tuple[Numbers, Numbers]:
    place, start, size = (column[:, None] for column in (columns.place, columns.start, columns.size))
    pattern = lineup.given.swiss.pattern
    off = np.arange(-reach, reach + 1)
    if pattern == Pattern.SLIDE:
        other = place + size // 2 + off
    elif pattern == Pattern.FOLD:
        other = 2 * start + size - 1 - place + off
    elif pattern == Pattern.ADJACENT:
        other = place + 1 + off
    else:
        lots = _group_lots(lineup)
        other = start + (np.argsort(lots)[:, None] - start + off) % size
        other = lots[other]
    there = (other >= start) & (other < start + size)
    return np.broadcast_to(place, other.shape)[there], other[there]


def _group_lots(lineup: Lineup) -> Numbers:
    """The places of every group in an order drawn by the seed."""
    lots = random.Random(lineup.given.seed)
    return np.array([place for group in lineup.groups for place in lots.sample(group, len(group))], np.int64)
