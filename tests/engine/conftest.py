"""The engine's tests need no database; the made-up game stands beside the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.registry import also_searching

TOYS = "tests.data.toy"


@pytest.fixture
def with_toys() -> Iterator[None]:
    """Let the registry find the made-up games too."""
    with also_searching(TOYS):
        yield
