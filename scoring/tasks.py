"""Tasks: an id and a version in, nothing out; each imports its service and calls it."""

from __future__ import annotations

from celery import shared_task


@shared_task(name="scoring.tasks.rebuild_standings")
def rebuild_standings(stage_id: int, version: int) -> None:
    """Compute a stage's standings unless a table of that version or newer is stored."""
    from scoring.services.standings import rebuild

    rebuild(stage_id, version)


@shared_task(name="scoring.tasks.settle_match")
def settle_match(match_id: int, version: int) -> None:
    """Decide a match that has ended level by the stage's match tie-breaks."""
    from scoring.services.settle import settle

    settle(match_id, version)


@shared_task(name="scoring.tasks.sweep")
def sweep() -> None:
    """Catch up with whatever a lost broker or a killed worker left stale."""
    from scoring.services.settle import sweep_stale

    sweep_stale()


@shared_task(name="scoring.tasks.expire_pairing_codes")
def expire_pairing_codes() -> None:
    """Delete pairing codes that nobody can use any more."""
    from tournaments.services.devices import expire_codes

    expire_codes()
