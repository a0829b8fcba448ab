"""The costs of `cost.table_cost` for many tables at once, and the lot that decides among equal rounds."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tournaments.pairing.base import Float, Pattern
from tournaments.pairing.lineup import Lineup

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

LOT_BITS = 10


class Columns(NamedTuple):
    """Facts of entrants, one array each; by slicing them to rows and columns a formula yields a matrix."""

    place: Numbers
    score: Numbers
    start: Numbers
    size: Numbers
    down: Numbers
    up: Numbers
    club: Numbers
    group: Numbers

    def at(self, index: Numbers | slice) -> Columns:
        """The facts of some entrants."""
        return Columns(*(column[index] for column in self))

    def upright(self) -> Columns:
        """The same entrants as rows of a matrix."""
        return Columns(*(column[:, None] for column in self))


class TableLevels(NamedTuple):
    """The costs of tables, criteria 5 to 8, one array each."""

    soft_bans: Numbers
    squares: Numbers
    height: Numbers
    floats: Numbers
    pattern: Numbers


def columns_of(lineup: Lineup) -> Columns:
    """Return the facts of all active entrants by place."""
    entrants = lineup.entrants
    return Columns(
        np.arange(len(entrants)),
        np.array(lineup.scores, np.int64),
        np.array([group.start for group in lineup.group_of], np.int64),
        np.array([len(group) for group in lineup.group_of], np.int64),
        np.array([entrant.floated is Float.DOWN for entrant in entrants], np.int64),
        np.array([entrant.floated is Float.UP for entrant in entrants], np.int64),
        _codes([entrant.club for entrant in entrants]),
        _codes([entrant.group for entrant in entrants]),
    )


def table_levels(lineup: Lineup, one: Columns, other: Columns) -> TableLevels:
    """Return the costs of tables of `one` against `other`, whichever of the two has the better place."""
    apart = np.abs(one.place - other.place)
    soft_bans = soft_ban_level(lineup, one, other)
    if lineup.given.continuous:
        nothing = np.zeros_like(apart)
        return TableLevels(soft_bans, apart**2, nothing, nothing, nothing)
    gap = one.score - other.score
    higher = np.maximum(one.score, other.score)
    return TableLevels(
        soft_bans,
        gap**2,
        np.where(gap != 0, higher - lineup.scores[-1], 0),
        (gap > 0) * (one.down + other.up) + (gap < 0) * (one.up + other.down),
        np.where(gap != 0, (apart - 1) ** 2, pattern_level(lineup, one, other)),
    )


def soft_ban_level(lineup: Lineup, one: Columns, other: Columns) -> Numbers:
    """Return criterion 5 alone."""
    if not lineup.keeps_clubs_apart:
        return np.zeros(np.broadcast(one.place, other.place).shape, np.int64)
    same_club = (one.club == other.club) & (one.club >= 0)
    same_group = (one.group == other.group) & (one.group >= 0)
    return np.asarray(same_club | same_group, np.int64)


def pattern_level(lineup: Lineup, one: Columns, other: Columns) -> Numbers:
    """Return criterion 8 for tables inside a score group."""
    pattern = lineup.given.swiss.pattern
    off: Numbers = np.abs(one.place - other.place)
    if pattern == Pattern.SLIDE:
        off = off - one.size // 2
    elif pattern == Pattern.FOLD:
        off = one.place + other.place - 2 * one.start - one.size + 1
    elif pattern == Pattern.ADJACENT:
        off = off - 1
    else:
        off = np.zeros_like(off)
    return off * off


def lots(lineup: Lineup, one: Numbers, other: Numbers) -> Numbers:
    """Return a lot for each table, drawn by the seed: the same for the same two places, in any order."""
    salt = np.uint64(random.Random(lineup.given.seed).getrandbits(64))
    low = np.minimum(one, other).astype(np.uint64)
    high = np.maximum(one, other).astype(np.uint64)
    mixed = _scrambled(_scrambled(low + salt) + high)
    return (mixed >> np.uint64(64 - LOT_BITS)).astype(np.int64)


def _scrambled(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """SplitMix64: every bit of the input moves about half of the bits of the output."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _codes(names: list[Hashable | None]) -> Numbers:
    """Number the names; -1 for none."""
    known: dict[Hashable, int] = {}
    return np.array([-1 if name is None else known.setdefault(name, len(known)) for name in names], np.int64)
