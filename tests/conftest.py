"""What every test may use: the demo events, and the actors of every story.

Dora directs, Sam scores, Tab is the tablet of table 3, Vic visits, Otto directs at another club.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import DjangoDbBlocker
from zeal.listeners import n_plus_one_listener
from zeal.patch import get_instance_key

from api.v1 import standings
from pages import live
from tests.support import kept
from tournaments.compiled import Reading
from tournaments.models import Event

NOW = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def single_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for queries in loops leaves out what one row leads to; it knows `get`, not our readings."""
    first = Reading.first

    def noted(reading: Reading[Any], **values: object) -> Any:
        row = first(reading, **values)
        if row is not None:
            n_plus_one_listener.ignore(get_instance_key(row))
        return row

    monkeypatch.setattr(Reading, "first", noted)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test counts in the cache, such as attempts to log in, no other finds there; nor its pages."""
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)
    live._parts.clear()
    standings._tables.clear()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The tables as the models say, which is quicker than as the migrations lead to them and the same.

    They are noted as applied: for the probes, and for whoever restores a copy. That they lead there is
    shown by `makemigrations --check` and by every test that starts a site of its own.
    """
    settings.MIGRATION_MODULES = {}  # which --nomigrations has put aside
    with django_db_blocker.unblock():
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        for app, name in MigrationLoader(None).graph.nodes:
            recorder.record_applied(app, name)
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = emptying


def emptying(style: object, tables: Sequence[str], **how: object) -> list[str]:
    """Statements that empty tables; for the few rows of a test far quicker than TRUNCATE, which makes new files.

    All of it is one transaction, at whose end no row points at one that is gone.
    """
    return [f"DELETE FROM {connection.ops.quote_name(table)};" for table in tables]


@pytest.fixture
def finished_event(db: None) -> Event:
    from scoring.demo import finished_evening

    return finished_evening(NOW)


@pytest.fixture
def running_event(db: None) -> Event:
    from scoring.demo import running_evening

    return running_evening(NOW)


@pytest.fixture
def coming_event(db: None) -> Event:
    from scoring.demo import coming_evening

    return coming_evening(NOW)


def is_postgresql() -> bool:
    """Whether this run is on PostgreSQL."""
    return connection.vendor == "postgresql"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """A world that tests of a module share ends with the last of them."""
    try:
        yield
    finally:
        kept.after(item, nextitem)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say why a test that needs a service does not run without it; put those together that share a world."""
    import os

    kept.together(items)
    for item in items:
        if "redis" in item.keywords and not os.environ.get("REDIS_URL"):
            item.add_marker(pytest.mark.skip(reason="needs Redis (make test-all)"))
        if "postgres" in item.keywords and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL (make test-all)"))
