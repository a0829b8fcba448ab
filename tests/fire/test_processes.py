"""Real processes that die, stand still or come back, one at a time; and one short evening with all of it."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg
import pytest

from config.postgresql.base import PATIENCE
from tests.fire.evening import Plan, Site, run, site
from tests.fire.tablets import Result, send
from tests.support.processes import gunicorn
from tests.support.waiting import wait_for

pytestmark = [pytest.mark.redis, pytest.mark.postgres]


class Hall:
    """A site with one tablet, which sends one result after another."""

    def __init__(self, made: Site) -> None:
        self.site = made
        self.event = made.ask("make", 1, 9)
        self.hand = 0

    def enter(self) -> tuple[int, dict[str, str], Any]:
        """The answer to the next result."""
        self.hand += 1
        [tablet] = self.event["tablets"]
        body = {
            "submission": f"00000000-0000-4000-8000-{self.hand:012}",
            "hand": self.hand,
            "summary": {"first_out": 1, "result": "count", "points": {"A": 60}},
        }
        return send(self.site.address, Result(0, tablet["match"], tablet["token"], body))

    def is_fresh(self) -> bool:
        """Whether the standings are as new as the event."""
        version = self.site.read(f"/events/{self.event['event']}")["version"]
        return bool(self.site.read(f"/stages/{self.event['stage']}/standings")["version"] >= version)

    def status(self, path: str) -> tuple[int, str | None]:
        """Status of a page, and when to come again."""
        try:
            with urlopen(f"{self.site.address}{path}", timeout=30) as answer:
                return answer.status, None
        except HTTPError as error:
            return error.code, error.headers["Retry-After"]


@pytest.fixture
def hall() -> Iterator[Hall]:
    with site() as made:
        found = Hall(made)
        with gunicorn(made.environment, made.folder, workers=1) as made.address:
            yield found


def test_a_restart_of_the_database_is_waited_for_and_a_long_absence_is_told_at_once(hall: Hall) -> None:
    assert hall.enter()[0] == 201
    hall.site.database.stop()
    back = threading.Timer(1, hall.site.database.start)
    back.start()
    assert hall.enter()[0] == 201, "the connection was lost in between, and the next one is waited for"
    back.join()

    hall.site.database.stop(signal.SIGQUIT)
    began = time.monotonic()
    assert hall.status("/") == (503, "1")
    waited = time.monotonic() - began
    assert waited >= PATIENCE
    began = time.monotonic()
    status, headers, body = hall.enter()
    assert (status, headers["Retry-After"], body["code"]) == (503, "1", "busy")
    assert hall.status("/readyz")[0] == 503
    assert time.monotonic() - began < waited
    hall.hand -= 1

    hall.site.database.start()
    assert hall.enter()[0] == 201
    assert hall.status("/") == (200, None)


@contextmanager
def held_up(url: str) -> Iterator[psycopg.Connection]:
    """No table of standings can be stored meanwhile."""
    with psycopg.connect(url) as connection:
        connection.execute("LOCK TABLE scoring_standingssnapshot IN SHARE MODE")
        yield connection


def test_a_worker_killed_in_the_middle_of_its_task_has_lost_nothing(hall: Hall) -> None:
    made = hall.site
    with made.worker_under_watch():
        assert hall.enter()[0] == 201
        wait_for(hall.is_fresh, "a first table")
        before = made.worker
        with held_up(made.database.url), psycopg.connect(made.database.url, autocommit=True) as looking:
            assert hall.enter()[0] == 201

            def is_storing() -> bool:
                asked = (
                    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'"
                )
                return looking.execute(asked).fetchone() is not None

            wait_for(is_storing, "a worker in the middle of storing a table")
            assert not hall.is_fresh()
            made.kill_worker()
        wait_for(hall.is_fresh, "the table of the next worker")
        assert made.worker is not before
        assert made.ask("check")["equals_a_rebuild"]


def test_a_client_that_sends_a_byte_a_second_does_not_hold_the_only_worker_for_ever() -> None:
    with site() as made:
        hall = Hall(made)
        with gunicorn(made.environment, made.folder, workers=1, timeout=6) as made.address:
            host, port = made.address.removeprefix("http://").split(":")
            [tablet] = hall.event["tablets"]
            head = [
                "POST /api/v1/submissions/batch HTTP/1.1",
                "Host: 127.0.0.1",
                f"Authorization: Device {tablet['token']}",
                "Content-Type: application/json",
                "Content-Length: 99",
            ]
            with socket.create_connection((host, int(port))) as slow:
                slow.sendall("\r\n".join([*head, "", "{"]).encode())
                assert hall.enter()[0] == 201
                slow.settimeout(30)
                told = b"".join(iter(lambda: slow.recv(4096), b""))
                assert b" 201 " not in told, "its connection was ended"


def test_an_evening_under_fire_loses_nothing() -> None:
    outcome = run(Plan(seed=4, tables=10, hands=6, window=12, redis_away=4))
    assert outcome.faults == []
    assert outcome.refused <= 0.05, outcome.line()
    assert len(outcome.results) == 60
