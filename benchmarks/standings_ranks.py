"""S1: the standings of 1,000 entrants after 10 rounds by five criteria, against plain lists.

The anchor starts from ready lists of opponents and points and gives ranks; so the product starts from a table
whose lists of opponents and verdicts are ready, and gives rows with values and deciding criteria. The note
says what the way from plain tuples takes, which the anchor does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from benchmarks.report import Line, alternate, anchor_module
from scoring.ranking import Row, rank, ranking
from scoring.table import ResultTable

ENTRANTS = 1000
ROUNDS = 10
TARGET = 1.5
REPEATS = 5
READY = ("index", "lines", "gaps", "played", "opponents", "verdicts", "match_points")
ORDER = ("match_points", "buchholz", "buchholz_median1", "sonneborn_berger", "direct_encounter")


def main() -> list[Line]:
    """One line; raises ValueError when the ranks of a field without rematches differ from the anchor's."""
    made = anchor_module("bench_standings")
    data = made.prepare(ENTRANTS, ["python"])
    table = table_of(data["rows"], ENTRANTS, ROUNDS)
    criteria = ranking(*ORDER)
    compare_ranks(rank(table, criteria), made.v_python(data))
    from_tuples = alternate(
        lambda: rank(table_of(data["rows"], ENTRANTS, ROUNDS), criteria), lambda: made.v_python(data)
    )
    ready = alternate(
        repeated(lambda: rank(with_lists(table), criteria)), repeated(lambda: made.v_python(data)), rounds=9
    )
    line = ready.line("S1", f"standings, {ENTRANTS} entrants", TARGET)
    per_call = f"{ready.product_ms / REPEATS:.1f} ms against {ready.anchor_ms / REPEATS:.1f} ms"
    return [replace(line, note=f"{per_call}; from plain tuples {from_tuples.ratio:.1f} times")]


def repeated(call: Callable[[], object]) -> Callable[[], None]:
    """Several calls, since one is shorter than what else a machine does."""

    def calls() -> None:
        for _ in range(REPEATS):
            call()

    return calls


def table_of(rows: list[tuple[int, int, int, int]], entrants: int, rounds: int) -> ResultTable:
    """The anchor's rows as a table; its points 0, 1, 2 are the verdicts too."""
    results = [
        (entrant, number + 1, "played", (opponent,), points, 0, (0,), points)
        for entrant, number, opponent, points in rows
    ]
    return ResultTable.from_rows([(place, place + 1) for place in range(entrants)], rounds, results)


def with_lists(table: ResultTable) -> ResultTable:
    """A table that has computed nothing yet but the lists that the anchor gets ready."""
    fresh = replace(table)
    fresh.__dict__.update({name: getattr(table, name) for name in READY})
    return fresh


def compare_ranks(rows: tuple[Row, ...], expected: list[int]) -> None:
    """Both rank alike where no two of a tied group met twice or left a gap in a group of three."""
    found: dict[Any, int] = {row.entrant: row.rank for row in rows}
    differ = [place for place, rank_there in enumerate(expected) if found[place] != rank_there]
    if differ:
        raise ValueError(f"other ranks than the anchor for entrants {differ[:10]}")
