"""Leaves away what asks no database, or is marked `once`: for a second run of the suite on another database."""

from __future__ import annotations

import pytest

FIXTURES = {"db", "transactional_db"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    again = [item for item in items if depends_on_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if not depends_on_database(item)])
    items[:] = again


def depends_on_database(item: pytest.Item) -> bool:
    """Whether the test, or a fixture of it, is given a database that has a part in what it proves."""
    if item.get_closest_marker("once") is not None:
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & FIXTURES) or item.get_closest_marker("django_db") is not None
