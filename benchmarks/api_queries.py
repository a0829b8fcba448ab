"""A5: how many queries a result by its tablet takes, and the standings by the API.

Counted are the statements that read or write rows, not those that begin and end the transaction.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.report import Line, Measured
from benchmarks.servers import ROOT

TARGETS = {
    "result POST": 6,
    "standings GET, 200 for the first who asks": 2,
    "standings GET, 200 for the others": 2,
    "standings GET, 304": 2,
}


def main() -> Iterator[Line]:
    """A line for each kind of request."""
    with tempfile.TemporaryDirectory(prefix="baza-bench-") as folder:
        own = {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            "REDIS_URL": "redis://127.0.0.1:1/0",  # nobody is asked; but a worker would compute standings
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LOG_LEVEL": "ERROR",
        }
        counting = [sys.executable, "-W", "ignore", "-m", "benchmarks.api_queries"]
        done = subprocess.run(
            counting, cwd=ROOT, env={**os.environ, **own}, check=True, stdout=subprocess.PIPE
        )
    for what, count in json.loads(done.stdout).items():
        yield Measured("A5", f"{what}: queries", count, TARGETS[what], count, count)


def count() -> dict[str, int]:
    """The queries of each kind of request, in a hall of its own."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from django.test import Client

    from benchmarks.hall import build, submissions
    from scoring.services.standings import compute, store
    from tournaments.models import Stage

    client = Client(headers={"host": "127.0.0.1"})
    sent = submissions(build(1, tables=2))

    def enter() -> Any:
        tablet, body = next(sent)
        path, token = (
            f"/api/v1/matches/{tablet.match}/submissions",
            {"authorization": f"Device {tablet.token}"},
        )
        return client.post(path, body, content_type="application/json", headers=token)

    def read(**headers: str) -> Any:
        return client.get(f"/api/v1/stages/{stage.pk}/standings", headers=headers)

    for _ in range(2):  # the first hands of both matches, which begin with them
        enter()
    stage = Stage.objects.get()
    store(stage, 1, 1, compute(stage, 1), final=True)
    counts = [counted(enter, 201), counted(read, 200), counted(read, 200)]
    known = {"if-none-match": read().headers["ETag"]}
    return dict(zip(TARGETS, [*counts, counted(lambda: read(**known), 304)], strict=True))


def counted(ask: Callable[[], Any], status: int) -> int:
    """The queries behind an answer, which must have this status."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        answer = ask()
    assert answer.status_code == status, answer.content
    return sum(each["sql"].partition(" ")[0] in {"SELECT", "INSERT", "UPDATE", "DELETE"} for each in queries)


if __name__ == "__main__":
    print(json.dumps(count()))
