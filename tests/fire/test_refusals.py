"""What is answered while something under the site is broken: 503 with a time to come again, and nothing half stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import psycopg
import pytest
import time_machine
from django.db import OperationalError, connection
from django.test import Client

from config.celery import app
from config.schedule import Every
from scoring.models import Hand, HandEntry, StandingsSnapshot
from scoring.selectors.events import event_at, version_of
from scoring.selectors.hall import versions_of
from scoring.services.settle import sweep_stale
from scoring.services.verify import verify_event
from tests.make import Evening, counted, enter, evening
from tests.pages.markup import faults
from tournaments.errors import NoRoom
from tournaments.models import EventVersion
from tournaments.services.devices import create_device, pair_device

pytestmark = pytest.mark.django_db(transaction=True)

Send = Callable[..., Any]
MANY = 30
EIGHT = datetime(2026, 11, 30, 20, tzinfo=UTC)
NOWHERE = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
}


@pytest.fixture
def hall(settings: Any) -> Evening:
    """An event in its first round; nobody has to agree to a result."""
    settings.WORKERS = True
    made = evening(4, match={"hands": MANY}, settings={"confirmation": "none"})
    made.next_round()
    return made


@pytest.fixture
def send(hall: Evening) -> Send:
    """Sends a body as the tablet of table 1 does."""
    _, code = create_device(hall.dora, hall.event, label="tablet", table=hall.table())
    headers = {"authorization": f"Device {pair_device(code)[1]}"}
    client = Client(raise_request_exception=False, headers=headers)
    path = f"/api/v1/matches/{hall.match().pk}/submissions"
    return lambda body, **more: client.post(path, body, content_type="application/json", **more)


def submission(number: int = 1, **more: Any) -> dict[str, Any]:
    return {"submission": str(uuid4()), "hand": number, "summary": counted(60), **more}


def check_refused(answer: Any, code: str, seconds: str) -> None:
    """503 as a problem document that says when to come again."""
    assert answer.status_code == 503, answer.content
    assert answer.headers["Retry-After"] == seconds
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code


def check_whole(hall: Evening, *bodies: dict[str, Any]) -> None:
    """Exactly these results are stored, each once, and all that follows from them is as a proof has it."""
    stored = HandEntry.objects.order_by("hand__number").values_list("submission", flat=True)
    assert [str(each) for each in stored] == [each["submission"] for each in bodies]
    assert list(verify_event(hall.event).problems) == []


# A disk that is full


@contextmanager
def full_disk() -> Iterator[None]:
    """A database that may not grow: SQLite really, PostgreSQL as its driver says it when a row is written."""

    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")) and "tournaments_auditentry" in sql:
            raise OperationalError from psycopg.errors.DiskFull("no space left on device")
        return execute(sql, params, many, context)

    if connection.vendor == "postgresql":
        with connection.execute_wrapper(refuse):
            yield
        return
    with connection.cursor() as cursor:
        # Pages that earlier tests have left free would take many more results.
        free, size = (
            cursor.execute(f"PRAGMA {each}").fetchone()[0] for each in ("freelist_count", "page_size")
        )
        cursor.execute("CREATE TABLE filling AS SELECT zeroblob(%s) AS bytes", [free * size])
        cursor.execute("PRAGMA max_page_count = 1")  # that is: as many as it has
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")


def test_a_full_disk_refuses_in_words_and_stores_nothing_by_halves(hall: Evening, send: Send) -> None:
    accepted = []
    with full_disk():
        for number in range(1, MANY):
            body = submission(number)
            answer = send(body)
            if answer.status_code != 201:
                break
            accepted.append(body)
        check_refused(answer, "no_room", "30")
        assert "no room left" in answer.json()["errors"][0]["detail"]
        assert "no tiene sitio" in send(body, headers={"accept-language": "es"}).json()["errors"][0]["detail"]
    check_whole(hall, *accepted)
    assert send(body).status_code == 201
    check_whole(hall, *accepted, body)


def test_a_page_that_cannot_be_stored_says_whom_to_tell(hall: Evening) -> None:
    with patch("pages.views.public.event_at", side_effect=NoRoom):
        answer = Client().get(f"/{hall.event.club.slug}/{hall.event.slug}/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert "no room left" in answer.text
    assert faults(answer.text) == []


# A connection that is lost


@contextmanager
def lost_at_commit(*, stored: bool) -> Iterator[None]:
    """The connection breaks at COMMIT, which the server has done or has not."""
    commit = connection._commit

    def breaks() -> None:
        if stored:
            commit()
        raise OperationalError from psycopg.OperationalError("server closed the connection unexpectedly")

    with patch.object(connection, "_commit", breaks):
        yield


@pytest.mark.parametrize("stored", [True, False])
def test_what_was_lost_at_commit_is_sent_again_and_stored_once(
    hall: Evening, send: Send, stored: bool
) -> None:
    body = submission()
    with lost_at_commit(stored=stored):
        check_refused(send(body), "busy", "1")
    assert HandEntry.objects.exists() is stored
    answer = send(body)
    assert (answer.status_code, answer.json()["replayed"]) == ((200, True) if stored else (201, False))
    check_whole(hall, body)
    sweep_stale()
    assert StandingsSnapshot.objects.get().version == EventVersion.objects.get(event=hall.event).number


def test_a_page_without_database_asks_to_come_again() -> None:
    lost = OperationalError()
    lost.__cause__ = psycopg.OperationalError("connection refused")
    with patch("pages.views.public.event_list", side_effect=lost):
        answer = Client(raise_request_exception=False).get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert faults(answer.text) == []


def test_the_api_says_so_too_where_no_view_was_reached() -> None:
    lost = OperationalError()
    lost.__cause__ = psycopg.OperationalError("connection refused")
    client = Client(raise_request_exception=False)
    with patch("django.middleware.locale.translation.get_language_from_request", side_effect=lost):
        check_refused(client.get("/api/v1/me"), "busy", "1")


# A cache that is away


def test_without_the_cache_no_password_is_looked_at_and_everything_else_goes_on(
    hall: Evening, send: Send, settings: Any
) -> None:
    settings.CACHES = NOWHERE
    client = Client(raise_request_exception=False)
    login = client.post("/login/", {"username": "dora", "password": "wrong"})
    assert (login.status_code, login.headers["Retry-After"]) == (503, "1")
    assert client.post("/api/v1/devices/pair", {"code": "ABCD2345"}, "application/json").status_code == 422
    assert client.get("/login/").status_code == 200
    assert client.get(f"/{hall.event.club.slug}/{hall.event.slug}/standings/").status_code == 200
    assert send(submission()).status_code == 201


# Clocks that are wrong


def test_neither_the_clock_of_the_server_nor_that_of_a_tablet_puts_anything_in_order(
    hall: Evening, send: Send
) -> None:
    bodies = [
        submission(1, played_at="2026-11-30T20:00:00Z"),
        submission(2, played_at="2026-11-24T08:00:00Z"),
        submission(3, played_at="2027-01-01T00:00:00Z"),
    ]
    versions = set()
    for hours, body in zip((0, -1, 48), bodies, strict=True):
        with time_machine.travel(EIGHT + timedelta(hours=hours)):
            assert send(body).status_code == 201
            assert sweep_stale() == 1
            versions.add(version_of(event_at(hall.dora, hall.event.club.slug, hall.event.slug)))
    assert list(Hand.objects.values_list("number", flat=True)) == [1, 2, 3]
    check_whole(hall, *bodies)
    assert len(versions) == 3


def test_a_table_computed_by_a_clock_that_was_set_back_is_news(hall: Evening, send: Send) -> None:
    """Pages and streams tell versions apart by what is stored, not by when it was."""

    def seen() -> tuple[str, str]:
        page = version_of(event_at(hall.dora, hall.event.club.slug, hall.event.slug))
        return page, versions_of([hall.event.pk])[hall.event.pk]

    with time_machine.travel(EIGHT):
        hall.play({1: 60, 2: 60}, hands=MANY)
        hall.close()
        hall.next_round()
        enter(hall.match(), 1, counted(60), hall.dora)
    before = seen()
    with time_machine.travel(EIGHT - timedelta(hours=1)):
        assert sweep_stale() == 1
    after = seen()
    assert before[0] == before[1] != after[0] == after[1]


def test_the_schedule_goes_on_when_the_clock_is_set_back() -> None:
    every = Every(5, app=app)
    assert every.is_due(app.now() + timedelta(hours=1)) == (True, 5)
    assert every.is_due(app.now() - timedelta(seconds=6))[0] is True
    due, wait = every.is_due(app.now())
    assert (due, 0 < wait <= 5) == (False, True)
