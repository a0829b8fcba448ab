"""What is due is done in the request unless a test starts a worker for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.events.commands import Bench


@pytest.fixture
def eager(settings: Any) -> None:
    """No workers: standings are computed behind each result, also in a run that has a Redis."""
    settings.WORKERS = False


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
