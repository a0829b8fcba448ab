"""Settings that an operator may get wrong are refused or named."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as real
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from config.exposure import refuse_unsafe_settings
from config.settings import DEFAULT_SECRET_KEY
from tests.operations.production import KEY, OLD_KEY, PRODUCTION, run

GOOD: dict[str, Any] = {
    "SECRET_KEY": KEY,
    "SECRET_KEY_FALLBACKS": [OLD_KEY],
    "DEBUG": False,
    "ALLOWED_HOSTS": ["baza.example.org"],
    "SITE_URL": "https://baza.example.org",
    "HTTPS": True,
    "PROXIES": 1,
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "MAIL_IS_SET_UP": True,
    "DEFAULT_FROM_EMAIL": "Baza <baza@example.org>",
    "EMAIL_HOST": "mail.example.org",
    "EMAIL_HOST_PASSWORD": "x",
    "EMAIL_USE_TLS": True,
    "METRICS": True,
    "METRICS_TOKEN": KEY[:30],
    "PROMETHEUS_MULTIPROC_DIR": "metrics",
}


@pytest.fixture
def production(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Settings of a site as it should be."""
    for name, value in GOOD.items():
        setattr(settings, name, value)
    monkeypatch.setenv("WEB_CONCURRENCY", "3")
    return settings


def found() -> set[str]:
    """The ids of our own checks that complain."""
    messages = run_checks(include_deployment_checks=True, databases=[])
    return {str(each.id) for each in messages if str(each.id).startswith("baza.")}


def test_a_good_site_has_nothing_to_complain_of(production: Any) -> None:
    assert found() == set()
    refuse_unsafe_settings()


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("SECRET_KEY", DEFAULT_SECRET_KEY, "baza.E001"),
        ("SECRET_KEY_FALLBACKS", [DEFAULT_SECRET_KEY], "baza.E001"),
        ("DEBUG", True, "baza.E002"),
        ("REDIS_URL", "", "baza.E003"),
        ("SECRET_KEY", "short", "baza.E004"),
        ("SECRET_KEY", "ab" * 50, "baza.E004"),
        ("SECRET_KEY_FALLBACKS", [OLD_KEY, "short"], "baza.E004"),
        ("METRICS_TOKEN", "short", "baza.E006"),
    ],
)
def test_what_is_unsafe_is_refused_by_commands_and_servers(
    production: Any, name: str, value: object, code: str
) -> None:
    setattr(production, name, value)
    assert found() == {code}
    with pytest.raises(ImproperlyConfigured):
        refuse_unsafe_settings()


def test_web_processes_that_measure_each_for_itself_are_refused(
    production: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    production.PROMETHEUS_MULTIPROC_DIR = ""
    with pytest.raises(ImproperlyConfigured, match="PROMETHEUS_MULTIPROC_DIR"):
        refuse_unsafe_settings()
    assert found() == set()  # commands measure nothing
    monkeypatch.setenv("WEB_CONCURRENCY", "1")
    refuse_unsafe_settings()


@pytest.mark.parametrize("value", ["many", "0", "-1", ""])
def test_a_number_of_processes_that_is_none_is_refused(
    production: Any, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", value)
    assert found() == {"baza.E005"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ALLOWED_HOSTS": ["*"]}, "baza.W001"),
        ({"SITE_URL": "http://127.0.0.1:8000"}, "baza.W002"),
        ({"SITE_URL": "https://www.example.org"}, "baza.W002"),
        ({"SITE_URL": "http://baza.example.org"}, "baza.W003"),
        ({"HTTPS": False, "TLS_PORT": 0}, "baza.W004"),
        ({"PROXIES": 0}, "baza.W005"),
        ({"MAIL_IS_SET_UP": False}, "baza.W006"),
        ({"DEFAULT_FROM_EMAIL": "baza@localhost"}, "baza.W007"),
        ({"EMAIL_USE_TLS": False}, "baza.W008"),
    ],
)
def test_what_is_a_mistake_is_named_and_does_not_keep_the_site_from_starting(
    production: Any, changes: dict[str, object], code: str
) -> None:
    for name, value in changes.items():
        setattr(production, name, value)
    assert found() == {code}
    refuse_unsafe_settings()


def test_a_database_that_is_a_file_serves_one_machine(
    production: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(real.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    assert found() == set()
    production.REDIS_URL = "redis://redis.example.org:6379/0"
    assert found() == {"baza.W009"}
    monkeypatch.setitem(real.DATABASES["default"], "ENGINE", "config.postgresql")
    assert found() == set()


def test_the_laptop_needs_nothing_of_it(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEB_CONCURRENCY", raising=False)
    settings.SECRET_KEY, settings.DEBUG = DEFAULT_SECRET_KEY, True
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
    settings.METRICS = False
    assert found() == set()
    refuse_unsafe_settings()


def test_the_example_of_the_guide_passes_the_checks_for_deployment() -> None:
    done = run(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("entry", ["config.wsgi", "config.asgi"])
def test_servers_refuse_what_the_checks_call_an_error(entry: str) -> None:
    done = run(["-c", f"import {entry}"], PRODUCTION, SECRET_KEY="short")
    assert done.returncode == 1
    assert "SECRET_KEY, or one of SECRET_KEY_FALLBACKS, is short" in done.stderr.splitlines()[-1]
    assert run(["-c", f"import {entry}"], PRODUCTION).returncode == 0


def test_connections_do_not_outlive_a_request_in_the_stream_process() -> None:
    tell = (
        "import config.{}; from django.db import connection; print(connection.settings_dict['CONN_MAX_AGE'])"
    )
    ages = [
        run(["-c", tell.format(entry)], PRODUCTION, CONN_MAX_AGE="600").stdout.strip()
        for entry in ("wsgi", "asgi")
    ]
    assert ages == ["600", "0"]
