"""S2: ranks of 100,000 entrants after 10 rounds from plain tuples, against a numpy program."""

from __future__ import annotations

from benchmarks.report import Line, alternate, anchor_module
from scoring.tiebreaks.bulk import Field, bulk_ranks

ENTRANTS = 100_000
ROUNDS = 10
TARGET = 2.0
ORDER = ("match_points", "buchholz", "buchholz_median1", "sonneborn_berger", "direct_encounter")


def main() -> list[Line]:
    """One line."""
    made = anchor_module("bench_standings")
    data = made.prepare(ENTRANTS, ["numpy_from_rows"])
    compared = alternate(
        lambda: bulk_ranks(Field.from_rows(data["rows"], ROUNDS), ORDER),
        lambda: made.v_numpy_from_rows(data),
    )
    return [compared.line("S2", f"ranks, {ENTRANTS} entrants", TARGET)]
