"""Leaves away what asks no database: for a second run of the suite on another database."""

from __future__ import annotations

import pytest

FIXTURES = {"db", "transactional_db"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asking = [item for item in items if asks_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if not asks_database(item)])
    items[:] = asking


def asks_database(item: pytest.Item) -> bool:
    """Whether the test, or a fixture of it, is given a database."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & FIXTURES) or item.get_closest_marker("django_db") is not None
