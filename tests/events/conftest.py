"""Tasks run in the request unless a test starts a worker for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from config.celery import app


@pytest.fixture
def eager() -> Iterator[None]:
    """No broker: tasks run where they are sent, also in a run that has a Redis."""
    before = app.conf.task_always_eager
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = before
