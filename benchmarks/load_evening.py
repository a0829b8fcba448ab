"""L1, L2: an evening with 100 tables, 2,000 phones on one standings page and 500 listeners of the stream.

The site runs as in production: PostgreSQL with durable commits, Redis, a worker with its clock, three web
processes and one for the stream. One more process plays everybody in the hall, on the same machine: they come
within half a minute; in the first minute every table sends a result, then 50 a minute come in. Phones ask for
the live part as their page tells them to, with the ETag they have; a few of the listeners are screens, which
fetch what is new. There is nothing to compare with: what counts is that nobody is refused. Times, memory and
CPU are in the notes.
"""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from benchmarks.crowd import Table, ask, need_services, version_at
from benchmarks.report import Line, Measured
from benchmarks.usage import usage

PHONES, LISTENERS, SCREENS, TABLES = 2000, 500, 5, 100
COMING_SECONDS, RUSH_SECONDS, CALM_SECONDS, A_MINUTE = 30, 60, 60, 50
WEB_PROCESSES = 3
POLL_SECONDS = 5
"""As pages have it where few watch: standings that are published sooner are seen no sooner."""
PATH = "/club/fire/standings/"
SPEAKS = "Accept-Language: es\r\nHX-Request: true\r\n"


@dataclass
class Watch:
    """What everybody in the hall saw."""

    polls: Counter[int] = field(default_factory=Counter)
    results: Counter[int] = field(default_factory=Counter)
    screens: Counter[int] = field(default_factory=Counter)
    streams: Counter[str] = field(default_factory=Counter)
    poll_seconds: list[float] = field(default_factory=list)
    result_seconds: list[float] = field(default_factory=list)
    published_seconds: list[float] = field(default_factory=list)
    told: int = 0
    interval: list[int] = field(default_factory=list)
    accepted: list[float] = field(default_factory=list)
    """When results were accepted that are not published yet."""

    @property
    def failed(self) -> int:
        """Whoever was refused, cut off or not answered."""
        wrong = [count for status, count in (self.polls + self.screens).items() if status not in (200, 304)]
        wrong += [count for status, count in self.results.items() if status != 201]
        return sum(wrong) + self.streams["lost"]


def main() -> list[Line]:
    """Two lines: the share of failed requests, and how long results take to be published."""
    need_services()
    from tests.fire.evening import site
    from tests.support.processes import gunicorn, web_server

    with site() as made:
        event = made.ask("make", TABLES, 3)
        with (
            gunicorn(made.environment, made.folder, workers=WEB_PROCESSES) as made.address,
            web_server(made.environment, made.folder) as stream,
            made.worker_under_watch(),
        ):
            before = usage(made.folder)
            watch = asyncio.run(evening(made.address, stream, event))
            used = usage(made.folder).since(before)
    return list(lines(watch, used))


def lines(watch: Watch, used: str) -> Iterable[Line]:
    """The report."""
    asked = sum((watch.polls + watch.results + watch.screens).values()) + LISTENERS
    polls = f"polls {spread(watch.poll_seconds)}, {watch.polls[304]} of {sum(watch.polls.values())} unchanged"
    results = f"{watch.results[201]} results {spread(watch.result_seconds)}"
    pace = f"asked again after {min(watch.interval)}-{max(watch.interval)} s, {watch.told} words by stream"
    yield Measured(
        "L1",
        f"evening with {PHONES} phones and {LISTENERS} listeners: share of failed requests",
        watch.failed / asked,
        0,
        0,
        watch.failed / asked,
        note=f"{results}; {polls}; {pace}; {used}",
    )
    late = statistics.quantiles(watch.published_seconds, n=100)
    yield Measured(
        "L2",
        "the same: seconds from an accepted result to standings that have it, 99th percentile",
        late[98],
        POLL_SECONDS,
        min(watch.published_seconds),
        max(watch.published_seconds),
        note=f"median {late[49]:.2f} s",
    )


def spread(seconds: list[float]) -> str:
    """Median and 99th percentile."""
    cut = statistics.quantiles(seconds, n=100)
    return f"median {1000 * cut[49]:.0f} ms, p99 {1000 * cut[98]:.0f} ms"


# Everybody in the hall


async def evening(site: str, stream: str, event: dict[str, Any]) -> Watch:
    """All of them at once, until the last result is published."""
    watch, over = Watch(), asyncio.Event()
    dice = random.Random(7)
    until = RUSH_SECONDS + CALM_SECONDS
    hall = [asyncio.create_task(phone(site, watch, over, dice.random())) for _ in range(PHONES)]
    hall += [
        asyncio.create_task(listener(stream, site if n < SCREENS else "", watch, over, dice.random()))
        for n in range(LISTENERS)
    ]
    hall.append(asyncio.create_task(reader(site, event, watch, over)))
    tables = [Table(each, dice) for each in event["tablets"]]
    playing = [result(site, each, dice.uniform(0, RUSH_SECONDS), watch) for each in tables]
    later = dice.sample(tables, CALM_SECONDS * A_MINUTE // 60)
    playing += [result(site, each, dice.uniform(RUSH_SECONDS, until), watch) for each in later]
    await asyncio.gather(*playing)
    while watch.accepted:
        await asyncio.sleep(0.1)
    over.set()
    await asyncio.gather(*hall)
    return watch


async def phone(site: str, watch: Watch, over: asyncio.Event, phase: float) -> None:
    """Asks for the live part as often as it says, with the ETag it has."""
    wait, tag = 5.0, ""
    await rest(over, COMING_SECONDS * phase)
    while not over.is_set():
        known = f"If-None-Match: {tag}\r\n" if tag else ""
        began = time.monotonic()
        status, headers, body = await ask(site, f"GET {PATH} HTTP/1.1\r\n{SPEAKS}{known}")
        watch.polls[status] += 1
        watch.poll_seconds.append(time.monotonic() - began)
        if status == 200:
            tag = headers["etag"]
            every, body = re.search(rb"every (\d+)s", body[:2000]), b""
            wait = float(every[1]) if every else wait
            watch.interval.append(int(wait))
        await rest(over, wait)


async def listener(stream: str, site: str, watch: Watch, over: asyncio.Event, phase: float) -> None:
    """Listens to the stream; a screen also fetches what is new."""
    await rest(over, COMING_SECONDS * phase)
    host, _, port = stream.removeprefix("http://").partition(":")
    reading, writing = await asyncio.open_connection(host, int(port))
    writing.write(f"GET /club/fire/stream/ HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    ended = asyncio.create_task(over.wait())
    while not over.is_set():
        line = asyncio.create_task(reading.readline())
        await asyncio.wait({line, ended}, return_when=asyncio.FIRST_COMPLETED)
        if over.is_set():
            line.cancel()
        elif not line.result():
            watch.streams["lost"] += 1
            break
        elif line.result().startswith(b"event: version"):
            watch.told += 1
            if site:
                status, _, _ = await ask(site, f"GET /club/fire/hall/ HTTP/1.1\r\n{SPEAKS}")
                watch.screens[status] += 1
    ended.cancel()
    writing.close()


async def result(site: str, table: Table, moment: float, watch: Watch) -> None:
    """A table sends a result at its moment."""
    await asyncio.sleep(moment)
    began = time.monotonic()
    status = await table.send(site)
    watch.results[status] += 1
    watch.result_seconds.append(time.monotonic() - began)
    if status == 201:
        watch.accepted.append(time.monotonic())


async def reader(site: str, event: dict[str, Any], watch: Watch, over: asyncio.Event) -> None:
    """Looks for standings that have all results accepted before it asked which version the event has."""
    while not over.is_set():
        waiting = list(watch.accepted)
        version = await version_at(site, f"/events/{event['event']}")
        while not over.is_set() and await version_at(site, f"/stages/{event['stage']}/standings") < version:
            await asyncio.sleep(0.1)
        now = time.monotonic()
        watch.published_seconds += [now - moment for moment in waiting]
        del watch.accepted[: len(waiting)]
        await rest(over, 0.1)


async def rest(over: asyncio.Event, seconds: float) -> None:
    """Wait, but not longer than the evening lasts."""
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)
