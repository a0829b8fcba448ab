"""The same ranks for very large fields and simulations, with arrays of whole numbers.

Only for stages in which everybody plays one match in every round, and only the ranks: no values, no reasons.
A test holds it to the same ranks as ``scoring.ranking.rank``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.table import simple
from scoring.tiebreaks.head_to_head import ordered

Ints = NDArray[np.int64]
BulkRow = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Field:
    """Opponents and points of everybody, one line an entrant and one column a round.

    Points are whole multiples of a unit that the caller chose, and so are ``win``, ``draw`` and ``loss``.
    """

    opponents: NDArray[np.int32]
    points: NDArray[np.int32]
    win: int = 2
    draw: int = 1
    loss: int = 0

    @classmethod
    def from_rows(cls, rows: Sequence[BulkRow], rounds: int, *values: int) -> Field:
        """From (entrant, round, opponent, points), entrants and rounds counted from 0, in any order.

        Raises ValueError when somebody lacks a match in a round or has two.
        """
        flat = np.fromiter(chain.from_iterable(rows), np.int32, 4 * len(rows)).reshape(-1, 4)
        entrant, number, opponent, points = flat.T
        places = entrant.astype(np.intp) * rounds + number
        size = len(rows) // rounds
        seen = np.zeros(size * rounds, bool)
        if size * rounds != len(rows) or places.max(initial=0) >= len(rows):
            raise ValueError(f"{len(rows)} results are not {rounds} for each entrant")
        seen[places] = True
        if not seen.all():
            raise ValueError(f"an entrant has two results in a round, or none: {int(seen.argmin())}")
        columns = np.empty((2, size * rounds), np.int32)
        columns[0, places] = opponent
        columns[1, places] = points
        opponents, made = columns.reshape(2, size, rounds)
        return cls(opponents, made, *values)

    @property
    def totals(self) -> Ints:
        """Match points of each entrant."""
        return _sums(self.points)


def _sums(values: NDArray[Any]) -> Ints:
    """The sum of each line."""
    sums: Ints = values.sum(1, dtype=np.int64)
    return sums


def _buchholz(field: Field, *, lowest: int, highest: int) -> Ints:
    met = field.totals[field.opponents]
    if not lowest:
        return _sums(met)
    rounds = met.shape[1]
    if (lowest, highest) == (1, 1) and rounds > 1:
        middle: Ints = _sums(met) - met.max(1) - met.min(1)
        return middle
    met.sort(1)
    return _sums(met[:, lowest : max(lowest, rounds - highest)])


def _sonneborn_berger(field: Field) -> Ints:
    half_wins = 2 * (field.points == field.win) + (field.points == field.draw)
    return _sums(half_wins * field.totals[field.opponents])


def _progressive(field: Field, *, first: int) -> Ints:
    return _sums(field.points.cumsum(1, dtype=np.int64)[:, first:])


COLUMNS: Mapping[str, Callable[[Field], Ints]] = MappingProxyType(
    {
        "match_points": lambda field: field.totals,
        "wins": lambda field: _sums(field.points == field.win),
        "buchholz": partial(_buchholz, lowest=0, highest=0),
        "buchholz_cut1": partial(_buchholz, lowest=1, highest=0),
        "buchholz_cut2": partial(_buchholz, lowest=2, highest=0),
        "buchholz_median1": partial(_buchholz, lowest=1, highest=1),
        "buchholz_median2": partial(_buchholz, lowest=2, highest=2),
        "sonneborn_berger": _sonneborn_berger,
        "progressive": partial(_progressive, first=0),
        "progressive_cut1": partial(_progressive, first=1),
    }
)


def bulk_ranks(field: Field, criteria: Iterable[str]) -> Ints:
    """The rank of each entrant; KeyError for a criterion that is neither in COLUMNS nor direct_encounter."""
    groups = np.zeros(len(field.points), np.int64)
    for key in criteria:
        column = _direct_encounter(field, groups) if key == "direct_encounter" else COLUMNS[key](field)
        groups = _refined(groups, column)
    sizes = np.bincount(groups)
    return (sizes.cumsum() - sizes + 1)[groups]


def _refined(groups: Ints, column: Ints) -> Ints:
    """Number the tie groups anew, the best first, after one more criterion."""
    order = np.lexsort((-column, groups))
    starts = np.ones(len(order), np.int64)
    starts[1:] = (np.diff(groups[order]) != 0) | (np.diff(column[order]) != 0)
    starts[:1] = 0
    finer = np.empty_like(groups)
    finer[order] = starts.cumsum()
    return finer


def _direct_encounter(field: Field, groups: Ints) -> Ints:
    """Keys inside the tied groups; only groups in which somebody has met somebody are looked at."""
    inside = groups[field.opponents] == groups[:, None]
    keys = np.zeros(len(groups), np.int64)
    concerned = np.isin(groups, np.unique(groups[inside.any(1)])).nonzero()[0]
    members: dict[int, list[int]] = {}
    for place, group in zip(concerned.tolist(), groups[concerned].tolist(), strict=True):
        members.setdefault(group, []).append(place)
    for group_members in members.values():
        subgroups = ordered(group_members, partial(_among, field), (field.loss, field.win))
        for rank, subgroup in enumerate(subgroups):
            keys[subgroup] = -rank
    return keys


def _among(field: Field, group: Sequence[int]) -> list[dict[int, int | Fraction]]:
    """Points of the meetings inside a group, averaged by opponent."""
    inside = set(group)
    found = []
    for place in group:
        met: dict[int, list[int]] = {}
        for opponent, points in zip(
            field.opponents[place].tolist(), field.points[place].tolist(), strict=True
        ):
            if opponent in inside:
                met.setdefault(opponent, []).append(points)
        found.append({opponent: simple(Fraction(sum(made), len(made))) for opponent, made in met.items()})
    return found
