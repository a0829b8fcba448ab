"""The engine's tests need no database; the made-up game stands beside the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from engine.registry import also_searching

TOYS = "tests.data.toy"

# How long an example takes says more about the machine than about the engine.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture
def with_toys() -> Iterator[None]:
    """Let the registry find the made-up games too."""
    with also_searching(TOYS):
        yield
