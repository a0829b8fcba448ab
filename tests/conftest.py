"""What every test may use: the demo events, and the actors of every story.

Dora directs, Sam scores, Tab is the tablet of table 3, Vic visits, Otto directs at another club.
"""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection

from tournaments.models import Event

NOW = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test counts in the cache, such as attempts to log in, is not there for another."""
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say why a test that needs a service does not run without it."""
    import os

    for item in items:
        if "redis" in item.keywords and not os.environ.get("REDIS_URL"):
            item.add_marker(pytest.mark.skip(reason="needs Redis (make test-all)"))
        if "postgres" in item.keywords and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL (make test-all)"))
