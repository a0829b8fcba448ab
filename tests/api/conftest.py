"""Fixtures of the API's tests."""

from __future__ import annotations

import pytest

from tests.api.world import World, evening, pair_all
from tests.support.kept import Kept, kept

kept_world = kept(evening)


@pytest.fixture
def world(kept_world: Kept[World], db: None) -> World:
    return kept_world.again()


@pytest.fixture
def hall(world: World) -> World:
    """The same evening with a device of every kind."""
    return pair_all(world)
