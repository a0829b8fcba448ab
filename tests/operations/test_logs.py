"""Nothing about people reaches a log: a small evening with names that would be noticed, and every line of it."""

from __future__ import annotations

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.core import mail
from django.db import IntegrityError, OperationalError
from django.test import Client
from zeal import zeal_ignore

from config.observability import TEXTS, WORDS, failure, logging_settings
from scoring import tasks
from tests.api.world import submission
from tests.make import Evening, counted, enter, evening
from tournaments.access import SYSTEM
from tournaments.models import Role, User
from tournaments.services.devices import create_device
from tournaments.services.invitations import invite

PASSWORD = "Geheimwort-Zyx"
NAMES = (
    "Zephyrine",
    "Quillon",
    "Xanthippe",
    "zephyrine.quillon@example.org",
    "Zwischenruf",
    "dorazyx",
    PASSWORD,
)


class Lines:
    """What was written to the log."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def all(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def events(self) -> set[str]:
        return {line["event"] for line in self.all()}


@pytest.fixture
def log() -> Iterator[Lines]:
    """The log as the settings make it, from the lowest level on, into memory."""
    lines = Lines()
    wanted = logging_settings("DEBUG")
    wanted["handlers"]["stderr"]["stream"] = lines.stream
    kept = {name: logging.getLogger(name).handlers[:] for name in ("", *wanted["loggers"])}
    level = logging.getLogger().level
    logging.config.dictConfig(wanted)
    yield lines
    for name, handlers in kept.items():
        logging.getLogger(name).handlers[:] = handlers
    logging.getLogger().setLevel(level)


@pytest.fixture
def night(db: None) -> Evening:
    made = evening()
    dora = made.event.members.get(role=Role.OWNER).user
    dora.username, dora.email, dora.first_name = "dorazyx", NAMES[3], NAMES[0]
    dora.set_password(PASSWORD)
    dora.save()
    for entrant in made.entrants:
        entrant.line_up.update()
        player = entrant.line_up.first().player
        player.name = f"{NAMES[0]} {NAMES[1]}"
        player.save()
    made.event.name = NAMES[2]
    made.event.save()
    return made


def the_evening(night: Evening) -> list[str]:
    """Everything that people do with names, passwords, codes and tokens. Returns what is secret in it."""
    event, club = night.event, night.event.club
    base = f"/{club.slug}/{event.slug}/"
    _, code = create_device(SYSTEM, event, label=NAMES[1], table=night.table(1))
    _, link = invite(night.dora, event, "scorer")
    night.next_round()
    browser, tablet = Client(), Client()
    browser.get("/login/", {"next": f"/{NAMES[0]}/"})
    browser.post("/login/", {"username": "dorazyx", "password": "falsch" + PASSWORD})
    browser.post("/login/", {"username": "dorazyx", "password": PASSWORD})
    browser.post("/account/password/forgotten/", {"email": NAMES[3]})
    browser.get(f"/invitation/{link}/")
    browser.get(f"{base}my-table/", {"q": NAMES[0]})
    assert browser.get(f"{base}desk/log/", {"q": NAMES[1]}).status_code == 200
    browser.get(f"{base}setup/entrants/")
    browser.get(f"/tablet/?code={code}")
    browser.get("/nothing/", {"name": NAMES[0]}, headers={"user-agent": NAMES[2], "referer": f"/{NAMES[1]}"})
    browser.get("/", headers={"host": f"{NAMES[0]}.example.org"})
    Client(enforce_csrf_checks=True).post("/login/", {"username": "dorazyx", "password": PASSWORD})
    kind = {"content_type": "application/json"}
    paired = tablet.post("/api/v1/devices/pair", {"code": code}, **kind)
    assert paired.status_code in (200, 201), paired.content
    token = paired.json()["token"]
    tablet.post("/api/v1/devices/pair", {"code": "ZZZZ" + code[4:]}, **kind)
    path, bearer = f"/api/v1/matches/{night.match(1).pk}/submissions", {"authorization": f"Device {token}"}
    body = submission(counted(60), reason=NAMES[4])
    for sent in (body, body, submission(counted(61), reason=NAMES[4]), {"hand": NAMES[0]}):
        tablet.post(path, sent, **kind, headers=bearer)
    tablet.post(path, NAMES[0], **kind, headers=bearer)
    tablet.post(
        "/api/v1/devices/me/calls",
        {"signal": submission()["submission"], "subject": NAMES[4]},
        **kind,
        headers=bearer,
    )
    browser.get("/api/v1/events", headers={"authorization": f"Device {token}x"})
    return [code, link, token]


def test_an_evening_leaves_nothing_about_people_in_the_log(night: Evening, log: Lines, settings: Any) -> None:
    settings.MAIL_IS_SET_UP = True
    with zeal_ignore([{"model": "tournaments.User", "field": "get()"}]):
        secrets = the_evening(night)
    assert {"request_started", "request_finished"} <= log.events()
    found = [line["request"] for line in log.all() if "request" in line]
    assert len(found) >= 40 and "GET /invitation/.../" in found
    assert any(path.endswith("/my-table/") for path in found), "the query is left out, not the line"
    letters = [each.body for each in mail.outbox]
    assert letters
    for private in (*NAMES, *secrets, *letters):
        assert private.lower() not in log.text.lower(), private
    for line in log.all():
        assert set(line) <= WORDS | TEXTS, line
    assert "?" not in "".join(found)


# Tasks and errors


def broken(kind: type[Exception]) -> Any:
    def rebuild(stage_id: int) -> bool:
        raise kind(f"{NAMES[0]} is already there: Key (name)=({NAMES[1]})")

    return rebuild


@pytest.mark.parametrize("kind", [ValueError, IntegrityError])
def test_a_task_that_fails_tells_kind_and_place_and_not_the_message(
    night: Evening, log: Lines, monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    monkeypatch.setattr("scoring.services.settle.rebuild", broken(kind))
    night.next_round()
    enter(night.match(1), 1, counted(60), night.dora)
    tasks.sweep.apply()
    assert any(kind.__name__ in line.get("exception", "") for line in log.all())
    assert "test_logs.py" in log.text
    for private in NAMES:
        assert private not in log.text


def test_a_line_of_celery_about_a_failure_names_the_task_alone(
    log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> int:
        raise ValueError(NAMES[0])

    monkeypatch.setattr("scoring.services.settle.sweep_stale", fails)
    tasks.sweep.apply()
    [line] = [line for line in log.all() if line["logger"] == "celery.app.trace"]
    assert line["event"] == "Task scoring.tasks.sweep failed"
    assert line["exception"].startswith("builtins.ValueError\n")
    assert NAMES[0] not in log.text


def test_a_page_that_fails_tells_kind_and_place_and_not_the_message(
    night: Evening, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object, **more: object) -> None:
        raise ValueError(NAMES[0]) from IntegrityError(f"Key (username)=({NAMES[1]}) already exists")

    monkeypatch.setattr("pages.views.public.event_at", fails)
    client = Client(raise_request_exception=False)
    assert client.get(f"/{night.event.club.slug}/{night.event.slug}/").status_code == 500
    told = "\n".join(line.get("exception", "") for line in log.all())
    assert "builtins.ValueError\n" in told and "django.db.utils.IntegrityError" in told
    assert "test_logs.py" in told
    assert NAMES[0] not in log.text and NAMES[1] not in log.text


def test_what_a_machine_complains_of_is_told_with_its_message() -> None:
    away = OperationalError("connection to server failed:\n  Connection refused")
    assert list(failure(away)) == [
        "django.db.utils.OperationalError: connection to server failed: Connection refused"
    ]
    assert list(failure(IntegrityError(NAMES[0]))) == ["django.db.utils.IntegrityError"]


def test_statements_with_their_values_are_never_logged(log: Lines, db: None, settings: Any) -> None:
    settings.DEBUG = True
    User.objects.filter(username=NAMES[0]).exists()
    assert NAMES[0] not in log.text


def test_a_value_that_is_no_word_of_ours_is_left_out(log: Lines) -> None:
    import structlog

    structlog.get_logger("x").warning(
        "mail_not_sent",
        error="SMTPDataError",
        task=f"to {NAMES[3]}",
        task_id=UUID(int=1),
        name=NAMES[0],
        code=5,
    )
    [line] = log.all()
    assert (line["event"], line["error"], line["code"]) == ("mail_not_sent", "SMTPDataError", 5)
    assert "task" not in line and "name" not in line


def test_servers_tell_no_more_than_the_site_is_asked_to() -> None:
    loggers = logging_settings("WARNING")["loggers"]
    assert {name: loggers[name]["level"] for name in ("uvicorn", "gunicorn.error")} == {
        "uvicorn": "WARNING",
        "gunicorn.error": "WARNING",
    }
