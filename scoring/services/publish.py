"""Standings and tie-breaks that are due once an act has been committed.

Where workers run, nothing is sent to them: their sweep looks twice a second for what is behind. So a hundred
results in a second cost two computations, and no result waits for a broker, living or dead. Without workers
it is done in the request, behind the commit.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import transaction

from tournaments.models import Match, Stage
from tournaments.services.audit import Journal

log = structlog.get_logger(__name__)


def has_workers() -> bool:
    """Whether workers look for what is behind; else it is done in the request that has led to it."""
    return bool(settings.WORKERS)


def publish_later(journal: Journal, stage: Stage) -> None:
    """Rebuild the stage's standings once the act is committed."""
    from scoring.services.standings import rebuild

    _behind_commit(journal, "rebuild", stage.pk, rebuild)


def settle_later(journal: Journal, match: Match) -> None:
    """Decide a match that has reached its end level, once the act is committed."""
    from scoring.services.settle import settle

    _behind_commit(journal, "settle", match.pk, settle)


def _behind_commit(journal: Journal, name: str, pk: int, work: Callable[[int], object]) -> None:
    if not has_workers() and (name, pk) not in journal.afterwards:
        journal.afterwards.add((name, pk))
        transaction.on_commit(lambda: attempt(work, pk))


def attempt(work: Callable[[int], object], pk: int) -> bool:
    """Do it and return whether it did anything; what fails is logged, and holds nothing else up."""
    try:
        return bool(work(pk))
    except Exception:  # edge: the result is committed already, other stages wait for theirs
        log.exception("work_failed", work=work.__name__, pk=pk)
        return False
