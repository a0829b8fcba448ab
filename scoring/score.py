"""One kind of points of a whole field, brought to small integers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING, Any, cast

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
        sums = list(map(sum, rounds, carried))
        if set(map(type, chain(sums, carried, fines, values))) == {int}:
            return cls(1, *cast(Any, (rounds, carried, sums, fines)), *cast(Any, values))
        unit = lcm(*(number.denominator for number in chain(carried, fines, values, *rounds)))
        return cls(
            unit,
            [_whole(line, unit) for line in rounds],
            _whole(carried, unit),
            _whole(sums, unit),
            _whole(fines, unit),
            *_whole(values, unit),
        )

    @property
    def own(self) -> list[int]:
        """What each entrant has in the table: fines and bonuses included."""
        return [points + fine for points, fine in zip(self.final, self.fines, strict=True)]


def _whole(numbers: Iterable[Points], unit: int) -> list[int]:
    return [int(number * unit) for number in numbers]
