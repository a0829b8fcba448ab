"""S3: the values of the package tiebreak-core, which must be importable (PYTHONPATH), and its time."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from typing import Any

from benchmarks.report import Line, Missing, alternate, anchor_module
from benchmarks.standings_ranks import table_of, with_lists
from scoring.ranking import Row, rank, ranking

ROUNDS = 10
TARGET = 3.0
THEIRS = ("buchholz", "median_buchholz", "sonneborn_berger")
OURS = ("match_points", "buchholz", "buchholz_median1", "sonneborn_berger")
DRAW = 2
"""Our match points of this event over theirs: they count a draw as a half."""


def main() -> list[Line]:
    """One line for each size of the field."""
    if importlib.util.find_spec("tiebreak_core") is None:
        return [Missing("S3", "standings", "the package tiebreak-core is not importable")]
    return [measured(size) for size in (1000, 10_000)]


def measured(size: int) -> Line:
    """Ranks and values by three criteria; raises ValueError when a value differs."""
    from tiebreak_core.ranking import rank_standings

    data = anchor_module("bench_standings").prepare(size, ["python"])
    table = table_of(data["rows"], size, ROUNDS)
    criteria = ranking(*OURS)
    players = players_of(data)
    compare(rank(table, criteria), rank_standings(players, list(THEIRS), ROUNDS))
    compared = alternate(
        lambda: rank(with_lists(table), criteria),
        lambda: rank_standings(players, list(THEIRS), ROUNDS),
        rounds=7,
    )
    return compared.line("S3", f"standings, {size} entrants, times faster", TARGET, at_least=True)


def players_of(data: dict[str, Any]) -> dict[int, Any]:
    """The anchor's rows as that package wants them."""
    from tiebreak_core.models import GameRecord, PlayerTiebreakData

    return {
        place: PlayerTiebreakData(
            place,
            1500,
            sum(points) / 2,
            [
                GameRecord(other, 1500, made / 2, "white", number, "played")
                for number, (other, made) in enumerate(zip(met, points, strict=True), 1)
            ],
        )
        for place, (met, points) in enumerate(zip(data["opp_l"], data["pts_l"], strict=True))
    }


def compare(rows: tuple[Row, ...], theirs: Any) -> None:
    """Every value of both, as exact numbers."""
    expected = {player.player_id: player for player in theirs.players}
    for row in rows:
        player = expected[row.entrant]
        given = [Fraction(player.points), *(Fraction(player.values[key]) for key in THEIRS)]
        ours = [Fraction(str(value)) / DRAW for value in row.cells]
        if given != ours:
            raise ValueError(f"{row.entrant}: {ours} against {given}")
