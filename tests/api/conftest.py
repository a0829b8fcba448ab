"""Fixtures of the API's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.api.world import World, evening, pair_all


@pytest.fixture
def world(db: None) -> World:
    return evening()


@pytest.fixture
def hall(world: World) -> World:
    """The same evening with a device of every kind."""
    return pair_all(world)


@pytest.fixture(autouse=True)
def _fresh_throttles() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
