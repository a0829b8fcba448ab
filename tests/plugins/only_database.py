"""For a second run of the suite on another database: leaves away what asks none and was not left for it."""

from __future__ import annotations

import pytest

FIXTURES = {"db", "transactional_db"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    again = [item for item in items if belongs_here(item)]
    config.hook.pytest_deselected(items=[item for item in items if not belongs_here(item)])
    items[:] = again


def belongs_here(item: pytest.Item) -> bool:
    """Whether the test, or a fixture of it, is given a database, or it was left to this run."""
    fixtures = set(getattr(item, "fixturenames", ()))
    marked = any(item.get_closest_marker(name) for name in ("django_db", "once"))
    return marked or bool(fixtures & FIXTURES)
