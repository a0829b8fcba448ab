"""A1, A2: a result by its tablet, against an endpoint that does the least: one row, one sum.

The anchor checks four numbers, inserts a row and adds to a scoreboard; ours knows the tablet and its table,
looks for the submission, judges the hand by the game's rules, folds the match, and writes hand, entry, score,
match result, log and version. Same server, same database, by turns.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.report import Line
from benchmarks.servers import LUA, anchor_folder, compared, need_wrk, servers
from scripts.services import running

ROUNDS, SECONDS = 5, 4
EVENTS = 25


def main() -> Iterator[Line]:
    """Two lines for each database."""
    need_wrk()
    with running() as services, tempfile.TemporaryDirectory(prefix="baza-bench-") as name:
        folder = Path(name)
        redis = {"REDIS_URL": services["REDIS_URL"]}
        yield from measured("PostgreSQL", {"DATABASE_URL": services["DATABASE_URL"], **redis}, folder)
        lite = {"DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}", **redis}
        yield from measured("SQLite", lite, folder)


def measured(name: str, environment: Mapping[str, str], folder: Path) -> Iterator[Line]:
    """Rates and CPU of both on one database."""
    least = anchor_folder() / "hand.lua"
    with servers(environment, folder, EVENTS, ROUNDS + 1) as (ours, theirs):
        pairs = [
            (
                ours.load(SECONDS, "/", LUA, RESULTS=folder / f"results-{each}"),
                theirs.load(SECONDS, "/handq", least),
            )
            for each in range(ROUNDS + 1)
        ][1:]  # the first round warms up
    rate, cpu = compared(pairs)
    what = f"result POST on {name}"
    yield rate.line("A1", f"{what}: answers a second", 0.5, at_least=True)
    yield cpu.line("A2", f"{what}: CPU of the web processes", 2.0)
