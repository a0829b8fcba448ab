"""Fixtures of the API's tests."""

from __future__ import annotations

import pytest

from tests.api.world import World, evening, pair_all


@pytest.fixture
def world(db: None) -> World:
    return evening()


@pytest.fixture
def hall(world: World) -> World:
    """The same evening with a device of every kind."""
    return pair_all(world)
