"""After an act has been committed: tell the workers that the standings are stale.

A broker that is down is logged and never refuses a result; the sweep of `scoring.tasks` catches up.
"""

from __future__ import annotations

import time

import structlog
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments.models import Match, Stage
from tournaments.services.audit import Journal

log = structlog.get_logger(__name__)

BROKER_REST_SECONDS = 10.0


class _Broker:
    """Remembers that the broker is down, so that not every result waits for it."""

    down_until = 0.0


def has_workers() -> bool:
    """Whether tasks are done by workers; else they run in the request that asks for them."""
    return not settings.CELERY_TASK_ALWAYS_EAGER


def publish_later(journal: Journal, stage: Stage) -> None:
    """Rebuild the stage's standings once the act is committed."""
    _once(journal, "rebuild_standings", stage.pk)


def settle_later(journal: Journal, match: Match) -> None:
    """Decide a match that has reached its end level, once the act is committed."""
    _once(journal, "settle_match", match.pk)


def _once(journal: Journal, task: str, pk: int) -> None:
    if (task, pk) not in journal.afterwards:
        journal.afterwards.add((task, pk))
        transaction.on_commit(lambda: _send(task, pk, journal.version))


def _send(task: str, *arguments: int) -> None:
    from scoring import tasks

    if time.monotonic() < _Broker.down_until:
        return
    try:
        getattr(tasks, task).delay(*arguments)
    except (OperationalError, OSError) as error:
        _Broker.down_until = time.monotonic() + BROKER_REST_SECONDS
        log.warning("broker_down", task=task, error=type(error).__name__)
    except Exception:  # edge: an eager task; the result itself is committed already
        if has_workers():
            raise
        log.exception("eager_task_failed", task=task)
