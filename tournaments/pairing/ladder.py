"""A lower bound on criteria 5 to 7 from parity alone, which anybody can check by hand.

Go down the field, one score group after the other. Wherever an odd number of entrants stands above a step, at
least one table must cross it, and the cheapest way is a table of the two groups beside it. A table that
crosses several steps costs more than one for each of them, because its difference is squared. So the sums
over all such steps are a bound for the whole vector, in its order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tournaments.pairing.levels import Columns, Numbers


class Steps(NamedTuple):
    """The steps between score groups that a table must cross: after how many entrants, at what cost."""

    after: Numbers
    squares: Numbers
    height: Numbers
    floats: Numbers

    def bound(self) -> tuple[int, int, int, int]:
        """The least soft bans, squares, height and floats of any round."""
        return 0, int(self.squares.sum()), int(self.height.sum()), int(self.floats.sum())


def odd_steps(columns: Columns, lowest: int, continuous: bool) -> Steps:
    """Return the steps that must be crossed in an even field given in order of places.

    With continuous scores every place is a step of its own.
    """
    level = columns.place if continuous else -columns.score
    starts = np.flatnonzero(np.diff(level)) + 1
    odd = starts[starts % 2 == 1]
    if continuous:
        nothing = np.zeros(len(odd), np.int64)
        return Steps(odd, np.square(level[odd] - level[odd - 1]), nothing, nothing)
    bounds = np.concatenate([[0], starts])
    at = np.searchsorted(starts, odd)
    settled_down = np.minimum.reduceat(columns.down, bounds)
    settled_up = np.minimum.reduceat(columns.up, bounds)
    return Steps(
        odd,
        np.square(level[odd] - level[odd - 1]),
        columns.score[odd - 1] - lowest,
        settled_down[at] + settled_up[at + 1],
    )
