"""One kind of points of a whole field, brought to small integers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from scoring.table import Points


@dataclass(frozen=True, slots=True)
class Score:
    """One kind of points of all entrants, in whole multiples of 1/``unit``.

    ``rounds`` is parallel to ``ResultTable.lines``; ``final`` is the sum with what was carried over, without
    fines.
    """

    unit: int
    rounds: list[list[int]]
    carried: list[int]
    final: list[int]
    fines: list[int]
    win: int
    draw: int
    loss: int

    @classmethod
    def of(
        cls,
        rounds: list[list[Points]],
        carried: list[Points],
        fines: list[Points],
        values: tuple[Points, Points, Points],
    ) -> Score:
        """Bring all numbers to their common denominator."""
        kinds = set(chain(carried, fines, values, *rounds))
        unit = lcm(*(amount.denominator for amount in kinds))
        whole = {amount: int(amount * unit) for amount in kinds}
        is_whole = all(type(amount) is int for amount in kinds)
        scaled = (
            cast(list[list[int]], rounds)
            if is_whole
            else [[whole[amount] for amount in line] for line in rounds]
        )
        start = [whole[amount] for amount in carried]
        final = [sum(line) + first for line, first in zip(scaled, start, strict=True)]
        win, draw, loss = (whole[value] for value in values)
        return cls(unit, scaled, start, final, [whole[amount] for amount in fines], win, draw, loss)

    @property
    def own(self) -> list[int]:
        """What each entrant has in the table: fines and bonuses included."""
        return [points + fine for points, fine in zip(self.final, self.fines, strict=True)]
