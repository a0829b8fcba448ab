"""A4: how late the latest results are answered at 200 a second, on SQLite, while a worker computes standings.

Both servers are sent so many requests a second, whether they keep up or not; the anchor has no worker beside
it. What is compared is the 99th percentile of the answers.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.crowd import ask, middle_and_late
from benchmarks.report import Line
from benchmarks.servers import Ratios, anchor_folder, need_wrk, servers
from scripts.services import running

ROUNDS, SECONDS, A_SECOND = 5, 5, 200
EVENTS = 6


def main() -> Iterator[Line]:
    """One line."""
    need_wrk()
    anchor_folder()
    from tests.support.processes import worker

    with running() as services, tempfile.TemporaryDirectory(prefix="baza-bench-") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'bench.sqlite3'}"
        environment = {"DATABASE_URL": url, "REDIS_URL": services["REDIS_URL"]}
        with (
            servers(environment, folder, EVENTS, ROUNDS + 1) as (ours, theirs),
            worker(environment, folder, clock=True),
        ):
            pairs = [
                (
                    late(ours.port, results(folder / f"results-{each}")),
                    late(theirs.port, [least(number) for number in range(SECONDS * A_SECOND)]),
                )
                for each in range(ROUNDS + 1)
            ][1:]  # the first round warms up
    spoken = " against ".join(
        f"p50 {1000 * sorted(own)[ROUNDS // 2][0]:.1f} ms, p99 {1000 * sorted(own)[ROUNDS // 2][1]:.1f} ms"
        for own in zip(*pairs, strict=True)
    )
    ratios = Ratios(tuple(own[1] / other[1] for own, other in pairs), spoken)
    yield ratios.line("A4", f"result POST at {A_SECOND}/s on SQLite beside a worker: p99", 2.0)


def results(path: Path) -> list[tuple[str, bytes]]:
    """Head and body of the requests in a file of benchmarks/hall.py."""
    lines = iter(path.read_text().splitlines())
    return [
        (
            f"POST /api/v1/matches/{match}/submissions HTTP/1.1\r\n"
            f"Content-Type: application/json\r\nAuthorization: Device {token}\r\n",
            body.encode(),
        )
        for token, match, body in zip(lines, lines, lines, strict=True)
    ][: SECONDS * A_SECOND]


def least(number: int) -> tuple[str, bytes]:
    """Head and body of a request to the anchor."""
    body = {
        "table": number % 200 + 1,
        "board": 1,
        "a": number % 100,
        "b": 100 - number % 100,
        "call": "tichu",
    }
    return "POST /handq HTTP/1.1\r\nContent-Type: application/json\r\n", json.dumps(body).encode()


def late(port: str, requests: Sequence[tuple[str, bytes]]) -> tuple[float, float]:
    """Median and 99th percentile of the seconds until the answers."""
    return middle_and_late(asyncio.run(_sent(f"http://127.0.0.1:{port}", requests)))


async def _sent(site: str, requests: Sequence[tuple[str, bytes]]) -> list[float]:
    async def one(number: int, head: str, body: bytes) -> float:
        await asyncio.sleep(number / A_SECOND)
        began = time.monotonic()
        status, _, answer = await ask(site, head, body)
        assert status == 201, (status, answer)
        return time.monotonic() - began

    return list(await asyncio.gather(*(one(at, *each) for at, each in enumerate(requests))))
