"""What supervisors and load balancers ask is answered by whatever name they use, and leaves no line in the log."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import probes

PROBES = ("/healthz", "/readyz")


def ask(path: str, **headers: str) -> Any:
    return Client().get(path, headers=headers)


def test_a_process_that_answers_is_alive_whatever_its_database_does() -> None:
    """No `db` fixture: nothing is asked of it."""
    answer = ask("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})


@pytest.mark.django_db
def test_a_process_with_its_tables_is_ready(settings: Any) -> None:
    settings.REDIS_URL = ""
    answer = ask("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ok": True, "database": True, "migrations": True, "broker": None}


@pytest.mark.django_db
def test_a_process_whose_migrations_are_missing_is_not_ready() -> None:
    newest = max(name for app, name in probes.last_migrations() if app == "scoring")
    MigrationRecorder.Migration.objects.filter(app="scoring", name=newest).delete()
    answer = ask("/readyz")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert (answer.json()["database"], answer.json()["migrations"]) == (True, False)


@pytest.mark.django_db
def test_tables_of_a_newer_release_do_not_stop_an_older_one() -> None:
    MigrationRecorder.Migration.objects.create(app="scoring", name="9999_of_tomorrow")
    assert ask("/readyz").status_code == 200


def test_a_database_that_is_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: object) -> None:
        raise OperationalError

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    answer = ask("/readyz")
    assert answer.status_code == 503
    assert (answer.json()["database"], answer.json()["migrations"]) == (False, False)


@pytest.mark.django_db
def test_a_broker_that_is_down_is_told_and_keeps_nobody_from_entering_results(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = ask("/readyz")
    assert (answer.status_code, answer.json()["ok"], answer.json()["broker"]) == (200, True, False)


@pytest.mark.redis
@pytest.mark.django_db
def test_a_broker_that_is_up_is_told() -> None:
    assert ask("/readyz").json()["broker"] is True


@pytest.mark.django_db
@pytest.mark.parametrize("path", PROBES)
def test_a_load_balancer_asks_by_the_address_of_the_process_over_plain_http(settings: Any, path: str) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["baza.example.org"], True
    assert ask(path, host="10.0.0.5:8001").status_code == 200
    assert ask("/login/", host="10.0.0.5:8001").status_code == 400
    assert ask("/login/", host="baza.example.org").status_code == 301


@pytest.mark.django_db
@pytest.mark.parametrize("path", PROBES)
def test_probes_are_only_asked_and_leave_no_line(path: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        assert ask(path).status_code == 200
        assert Client().head(path).status_code == 200
    assert caplog.records == []
    assert Client().post(path).status_code == 405
