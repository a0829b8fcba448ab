"""A lower bound on criteria 5 to 7 for the part of a field where parity alone says too little.

Small score groups, mostly at both ends of the table, are where rematches force more than parity does. Take
these groups as the core. Whatever a round looks like, each entrant of the core either meets another one of it
or leaves it, at no less than its cheapest table outside. So the best mixture of both, found exactly by one
small matching, costs no more than any round does; and to it come the steps of the ladder outside the core,
beyond which all costs are counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tournaments.pairing.candidates import Legal
from tournaments.pairing.ladder import Steps
from tournaments.pairing.levels import Columns, Flags, Numbers, TableLevels, table_levels
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.matching import heaviest_matching

CORE_SIZE = 200
WORD_BITS = 60


class Units(NamedTuple):
    """What one of each criterion is worth in a single number, so that no lower one outweighs a higher one."""

    soft_bans: int
    squares: int
    height: int
    floats: int = 1

    @classmethod
    def of(cls, columns: Columns, lowest: int) -> Units:
        """Units above any sum of the lower criteria: most squares when first meets last and so on inwards."""
        half = len(columns.score) // 2
        top, bottom = columns.score[:half], columns.score[::-1][:half]
        height = int((columns.down + columns.up).sum()) + 1
        squares = height * (int((top - lowest).sum()) + 1)
        return cls(squares * (int(np.square(top - bottom).sum()) + 1), squares, height)

    def total(self, sums: tuple[int, ...]) -> int:
        """Return the sums of the four criteria as one number."""
        return sum(unit * amount for unit, amount in zip(self, sums, strict=True))

    def totals(self, levels: TableLevels) -> Numbers:
        """Return the costs of tables as one number each."""
        return np.asarray(
            levels.soft_bans * self.soft_bans
            + levels.squares * self.squares
            + levels.height * self.height
            + levels.floats
        )


def core_places(lineup: Lineup, legal: Legal) -> Numbers:
    """Return the places of the smallest score groups, as many as the bound is worked out for."""
    core: list[int] = []
    for group in sorted(lineup.groups, key=len):
        members = [place for place in group if legal.is_in[place]]
        if len(core) + len(members) > CORE_SIZE:
            break
        core += members
    return np.array(sorted(core), np.int64)


def core_bound(lineup: Lineup, columns: Columns, legal: Legal, steps: Steps, units: Units) -> int | None:
    """Return a bound on what criteria 5 to 7 cost in any round; None where the numbers are too large.

    `columns` and `steps` are those of the places that are paired.
    """
    highest = units.soft_bans + units.squares * int(columns.score[0] - columns.score[-1] + 1) ** 2
    if highest.bit_length() > WORD_BITS:
        return None
    is_core = np.isin(columns.place, core_places(lineup, legal))
    crossed = _steps_outside(steps, is_core, units)
    costs = _beyond_steps(lineup, columns, is_core, crossed, units)
    costs[_illegal(columns.place, is_core, legal)] = highest
    leaving = costs[:, ~is_core].min(axis=1, initial=highest)
    saving = leaving[:, None] + leaving - costs[:, is_core]
    one, other = np.nonzero(np.triu(saving > 0, 1))
    best = heaviest_matching(len(saving), one, other, saving[one, other].tolist())
    return int(crossed.sum()) + int(leaving.sum()) - sum(int(saving[match]) for match in best)


def _steps_outside(steps: Steps, is_core: Flags, units: Units) -> Numbers:
    """The price of coming to each place from the one above; inside the core the matching knows better."""
    crossed = np.zeros(len(is_core), np.int64)
    crossed[steps.after] = (
        steps.squares * units.squares + steps.height * units.height + steps.floats * units.floats
    )
    inside = is_core[1:] & is_core[:-1]
    crossed[1:][inside] = 0
    return crossed


def _beyond_steps(
    lineup: Lineup, columns: Columns, is_core: Flags, crossed: Numbers, units: Units
) -> Numbers:
    """What tables of the core with everybody cost beyond the steps they cross."""
    climbed = np.cumsum(crossed)
    costs = units.totals(table_levels(lineup, columns.at(np.flatnonzero(is_core)).upright(), columns))
    beyond: Numbers = costs - np.abs(climbed[is_core][:, None] - climbed)
    return beyond


def _illegal(places: Numbers, is_core: Flags, legal: Legal) -> Flags:
    """Which tables of the core with everybody no round may hold."""
    core = places[is_core][:, None]
    illegal: Flags = np.isin(core * legal.size + places, legal.excluded) | (core == places)
    return illegal
