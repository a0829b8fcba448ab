"""The domain's tests run its tasks at once, in whatever environment they run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from config.celery import app
from scoring.services import publish
from tests.make import Evening, evening


@pytest.fixture(autouse=True)
def _tasks_at_once(settings: Any) -> Iterator[None]:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    before, app.conf.task_always_eager = app.conf.task_always_eager, True
    publish._Broker.down_until = 0.0
    yield
    publish._Broker.down_until = 0.0
    app.conf.task_always_eager = before


@pytest.fixture
def four(db: None) -> Evening:
    """Four pairs, two tables, matches of two hands; round 1 is published."""
    made = evening(match={"hands": 2})
    made.next_round()
    return made
