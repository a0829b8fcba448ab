"""The array path gives the ranks of the plain one."""

from __future__ import annotations

import random

import pytest

from scoring.ranking import rank, ranking
from scoring.table import ResultTable, Settings
from scoring.tiebreaks.bulk import COLUMNS, BulkRow, Field, bulk_ranks

ORDERS = [
    ["match_points", "buchholz", "buchholz_median1", "sonneborn_berger", "direct_encounter"],
    ["match_points", "direct_encounter", "buchholz_cut1", "wins", "progressive"],
    ["match_points", "direct_encounter", "buchholz_cut2", "direct_encounter", "progressive_cut1"],
    ["buchholz_median2", "sonneborn_berger", "direct_encounter"],
]


def played(size: int, rounds: int, seed: int) -> list[BulkRow]:
    """Random rounds in which everybody plays; re-matches occur."""
    chance = random.Random(seed)
    rows = []
    for number in range(rounds):
        order = chance.sample(range(size), size)
        for first, second in zip(order[::2], order[1::2], strict=True):
            points = chance.randint(0, 2)
            rows += [(first, number, second, points), (second, number, first, 2 - points)]
    return rows


def plain_ranks(rows: list[BulkRow], size: int, rounds: int, order: list[str]) -> list[int]:
    results = [
        (entrant, number + 1, "played", (other,), made, 0, (0,), made)
        for entrant, number, other, made in rows
    ]
    entrants = [(place, place + 1) for place in range(size)]
    table = ResultTable.from_rows(entrants, rounds, results, settings=Settings(win=2, draw=1, loss=0))
    ranks = {row.entrant: row.rank for row in rank(table, ranking(*order))}
    return [ranks[place] for place in range(size)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (6, 2), (8, 5), (40, 4), (200, 9)])
def test_ranks_are_those_of_the_plain_path(size: int, rounds: int, order: list[str]) -> None:
    for seed in range(4):
        rows = played(size, rounds, seed)
        random.Random(seed).shuffle(rows)
        expected = plain_ranks(rows, size, rounds, order)
        assert bulk_ranks(Field.from_rows(rows, rounds), order).tolist() == expected


def test_each_column_alone() -> None:
    rows = played(60, 6, 1)
    for key in COLUMNS:
        assert bulk_ranks(Field.from_rows(rows, 6), [key]).tolist() == plain_ranks(rows, 60, 6, [key]), key


def test_fields_with_gaps_are_refused() -> None:
    rows = played(4, 2, 1)
    with pytest.raises(ValueError, match="7 results"):
        Field.from_rows(rows[:-1], 2)
    with pytest.raises(ValueError, match="two results"):
        Field.from_rows([*rows[:-1], rows[0]], 2)
    with pytest.raises(KeyError):
        bulk_ranks(Field.from_rows(rows, 2), ["koya"])
