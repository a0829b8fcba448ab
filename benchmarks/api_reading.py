"""A3: the stored standings of 1,000 entrants by the API, against an endpoint that says `{"ok": true}`.

Once for a client that has nothing, and once for one that has this version and hears 304.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import Line
from benchmarks.servers import Load, Server, compared, need_wrk, servers
from scripts.services import running

ROUNDS, SECONDS = 5, 3
TABLES = 500


def main() -> Iterator[Line]:
    """Two lines."""
    need_wrk()
    with (
        running() as services,
        tempfile.TemporaryDirectory(prefix="baza-bench-") as name,
        servers(services, Path(name), 1, 1, tables=TABLES, standings=True) as (ours, theirs),
    ):
        path = "/api/v1/stages/1/standings"
        whole = by_turns(ours, theirs, path)
        again = by_turns(ours, theirs, path, {"If-None-Match": ours.header(path, "ETag")})
    title = f"standings of {2 * TABLES} entrants by the API"
    yield compared(whole)[0].line("A3", f"{title}, 200: answers a second", 0.4, at_least=True)
    yield compared(again)[0].line("A3", f"{title}, 304: answers a second", 0.8, at_least=True)


def by_turns(
    ours: Server, theirs: Server, path: str, headers: dict[str, str] | None = None
) -> list[tuple[Load, Load]]:
    """Both servers asked one after the other; the first round warms up."""
    return [
        (ours.load(SECONDS, path, headers=headers or {}), theirs.load(SECONDS, "/drfping"))
        for _ in range(ROUNDS + 1)
    ][1:]
