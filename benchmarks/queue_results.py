"""Q1-Q3: from a result to published standings, many results at once, and results without a broker.

The site runs as in production (see load_evening); the lines compare it with itself, so a busy machine bends
both sides. Q1: the time that a lone result takes to be seen in the standings, over half a second for the
sweep and what is allowed for the rest. Q2: computations over windows of the sweep, and the CPU of it all over
that with the worker stopped. Q3: the 99th percentile of answers to results with a dead broker over before.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import psycopg

from benchmarks.crowd import Table, middle_and_late, need_services, version_at
from benchmarks.report import Line, Measured
from benchmarks.usage import usage

if TYPE_CHECKING:
    from tests.fire.evening import Site

TABLES, HANDS = 100, 50
LONE, MANY, A_SECOND, CALM = 25, 1000, 100, 200
WINDOW, FOR_THE_REST, FOR_EAGER = 0.5, 0.1, 0.02


def main() -> list[Line]:
    """The lines, in the order in which the site is treated worse and worse."""
    need_services()
    from tests.fire.evening import site
    from tests.support.processes import gunicorn

    with site() as made:
        event = made.ask("make", TABLES, HANDS)
        tables = [Table(each, random.Random(each["match"])) for each in event["tablets"]]
        with gunicorn(made.environment, made.folder) as made.address:
            warm_up(made, tables)
            alone = many(made, tables)
            with made.worker_under_watch():
                computed, published = burst(made, tables)
                lines = [lone(made, event, tables), computed, without_broker(made, event, tables)]
            # Later hands of a match cost more: so it is measured without the worker before and behind.
            lines.insert(2, cost(published, (alone + many(made, tables)) / 2))
        eager = made.environment | {"REDIS_URL": ""}
        with gunicorn(eager, made.folder, workers=1) as made.address:
            warm_up(made, tables)
            lines.insert(1, in_the_request(made, tables))
    return lines


def warm_up(made: Site, tables: Sequence[Table]) -> None:
    """All processes have done each thing once."""
    asyncio.run(send(made.address, tables, TABLES, A_SECOND / 2))


async def send(site: str, tables: Sequence[Table], count: int, a_second: float) -> list[float]:
    """Results of all tables in turn, so many a second; the seconds that each answer took."""
    taken: list[float] = []

    async def one(table: Table, moment: float) -> None:
        await asyncio.sleep(moment)
        began = time.monotonic()
        status = await table.send(site)
        assert status == 201, status
        taken.append(time.monotonic() - began)

    moments = [number / a_second for number in range(count)]
    await asyncio.gather(*(one(tables[at % len(tables)], moment) for at, moment in enumerate(moments)))
    return taken


def lone(made: Site, event: dict[str, Any], tables: Sequence[Table]) -> Line:
    """Q1 with a worker."""

    async def until_seen(table: Table) -> float:
        began = time.monotonic()
        assert await table.send(made.address) == 201
        version = await version_at(made.address, f"/events/{event['event']}")
        while await version_at(made.address, f"/stages/{event['stage']}/standings") < version:
            await asyncio.sleep(0.01)
        return time.monotonic() - began

    seconds = [asyncio.run(until_seen(tables[at % TABLES])) for at in range(LONE)]
    middle, _ = middle_and_late(seconds)
    allowed = WINDOW + FOR_THE_REST
    note = f"median {1000 * middle:.0f} ms, slowest {1000 * max(seconds):.0f}, allowed {1000 * allowed:.0f}"
    title = "a lone result until it is in the standings: worker"
    return Measured(
        "Q1", title, middle / allowed, 1, min(seconds) / allowed, max(seconds) / allowed, note=note
    )


def in_the_request(made: Site, tables: Sequence[Table]) -> Line:
    """Q1 without workers: what a result costs more when its standings are computed behind it."""
    with_it = asyncio.run(send(made.address, tables, LONE, 5))
    own = [_computation(made) for _ in range(5)]
    middle, late = middle_and_late(with_it)
    title = "a result with its standings computed behind it, without workers: the computation"
    note = (
        f"answer median {1000 * middle:.0f} ms, p99 {1000 * late:.0f} ms; allowed {1000 * FOR_EAGER:.0f} ms"
    )
    return Measured(
        "Q1", title, median(own) / FOR_EAGER, 1, min(own) / FOR_EAGER, max(own) / FOR_EAGER, note=note
    )


def _computation(made: Site) -> float:
    """Seconds of CPU of one computation of the stage's table, in a process of its own."""
    return float(made.ask("compute")["seconds"])


def many(made: Site, tables: Sequence[Table]) -> float:
    """Seconds of CPU of the site for MANY results."""
    before = usage(made.folder)
    asyncio.run(send(made.address, tables, MANY, A_SECOND))
    return _cpu(usage(made.folder), before)


def _cpu(after: Any, before: Any) -> float:
    return sum(float(after.cpu(before, kind)) for kind in ("web", "worker", "PostgreSQL", "Redis"))


def burst(made: Site, tables: Sequence[Table]) -> tuple[Line, float]:
    """Q2: the same results with a worker that publishes them; the line, and the seconds of CPU."""
    began, stored = time.monotonic(), _tables_stored(made)
    cpu = many(made, tables)
    took, computed = time.monotonic() - began, _tables_stored(made) - stored
    share = computed * WINDOW / took
    note = f"{computed} computations, {MANY} results in {took:.1f} s"
    return Measured("Q2", "computations over windows", share, 1.25, 0, share, note=note), cpu


def cost(cpu: float, alone: float) -> Line:
    """Q2: what the standings of these results cost beside them."""
    note = f"{cpu:.1f} s of CPU against {alone:.1f} s"
    title = f"CPU of {MANY} results and their standings over the results alone"
    return Measured("Q2", title, cpu / alone, 1.1, 1, cpu / alone, note=note)


def _tables_stored(made: Site) -> int:
    with psycopg.connect(made.database.url) as connection:
        [number] = connection.execute(
            "SELECT last_value FROM scoring_standingssnapshot_id_seq"
        ).fetchone() or [0]
    return int(number)


def without_broker(made: Site, event: dict[str, Any], tables: Sequence[Table]) -> Line:
    """Q3: Redis dies; results are answered as before, and published after it is back."""
    _, before = middle_and_late(asyncio.run(send(made.address, tables, CALM, 20)))
    made.broker.kill()
    after, dead = middle_and_late(asyncio.run(send(made.address, tables, CALM, 20)))
    made.broker.start()
    began = time.monotonic()

    async def published() -> None:
        version = await version_at(made.address, f"/events/{event['event']}")
        while await version_at(made.address, f"/stages/{event['stage']}/standings") < version:
            await asyncio.sleep(0.05)

    asyncio.run(published())
    note = f"p99 {1000 * dead:.0f} ms against {1000 * before:.0f} ms, median {1000 * after:.0f} ms"
    note += f"; published {time.monotonic() - began:.1f} s after it is back"
    return Measured("Q3", "answers to results, broker dead", dead / before, 1.5, 0, dead / before, note=note)
