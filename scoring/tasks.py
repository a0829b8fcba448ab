"""Tasks of the schedule: nothing in, nothing out; each imports its service and calls it."""

from __future__ import annotations

from celery import shared_task


@shared_task(name="scoring.tasks.sweep")
def sweep() -> None:
    """Decide the matches and compute the standings that are behind their results."""
    from scoring.services.settle import sweep_stale

    sweep_stale()


@shared_task(name="scoring.tasks.expire_pairing_codes")
def expire_pairing_codes() -> None:
    """Delete pairing codes that nobody can use any more."""
    from tournaments.services.devices import expire_codes

    expire_codes()
