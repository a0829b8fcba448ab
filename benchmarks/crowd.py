"""Clients of a load: plain HTTP by asyncio, light enough to play a whole hall beside the site."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import statistics
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from benchmarks.report import MissingAnchor
from scripts.services import ServiceError, postgresql_binaries


def need_services() -> None:
    """Raises MissingAnchor where the servers of a site are not installed."""
    try:
        postgresql_binaries()
    except ServiceError as error:
        raise MissingAnchor(str(error)) from error
    if shutil.which("redis-server") is None:
        raise MissingAnchor("Redis is not installed here: install the package redis-server.")


async def ask(
    site: str, head: str, body: bytes = b"", *, most: float = 60
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer; status 0 when none came. `head` = request line and headers."""
    host, _, port = site.removeprefix("http://").partition(":")
    try:
        async with asyncio.timeout(most):
            reading, writing = await asyncio.open_connection(host, int(port))
            writing.write(f"{head}Host: {host}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = await reading.read()
            writing.close()
    except (OSError, TimeoutError):
        return 0, {}, b""
    top, _, content = answer.partition(b"\r\n\r\n")
    first, *rest = top.decode("latin-1").split("\r\n")
    headers = dict(each.lower().split(": ", 1) for each in rest if ": " in each)
    return int(first.split()[1]) if first else 0, headers, content


async def version_at(site: str, path: str) -> int:
    """The version that the API tells at this path; -1 when it does not answer."""
    status, _, body = await ask(site, f"GET /api/v1{path} HTTP/1.1\r\n")
    return int(json.loads(body)["version"]) if status == 200 else -1


class Table:
    """A table with its tablet, which plays one hand after the other."""

    def __init__(self, tablet: dict[str, Any], dice: random.Random) -> None:
        self.tablet, self.dice, self.hand = tablet, dice, 0

    async def send(self, site: str) -> int:
        """Send the result of the next hand; returns the status of the answer."""
        self.hand += 1
        summary = {"first_out": 1, "result": "count", "points": {"A": 5 * self.dice.randint(0, 20)}}
        made = str(UUID(int=self.dice.getrandbits(128), version=4))
        body = json.dumps({"submission": made, "hand": self.hand, "summary": summary}).encode()
        head = f"POST /api/v1/matches/{self.tablet['match']}/submissions HTTP/1.1\r\n"
        head += f"Content-Type: application/json\r\nAuthorization: Device {self.tablet['token']}\r\n"
        status, _, _ = await ask(site, head, body)
        return status


def middle_and_late(seconds: Sequence[float]) -> tuple[float, float]:
    """Median and 99th percentile."""
    cut = statistics.quantiles(seconds, n=100)
    return cut[49], cut[98]
