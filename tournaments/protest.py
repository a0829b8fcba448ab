"""How long the results of a closed round are provisional: until its protest time is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.models import Event, Round, RoundStatus
from tournaments.settings import event_settings


def protest_ends(event: Event, closed_at: datetime) -> datetime:
    """The moment until which results that stand since then are provisional.

    Minutes are counted as they pass; a change of the clocks in between makes them neither more nor fewer.
    """
    return closed_at + timedelta(minutes=event_settings(event.settings).protest_minutes)


def final_from(event: Event, found: Round | None) -> datetime | None:
    """When the results of a round become final; None where it is not closed, or nobody may protest."""
    if found is None or found.status != RoundStatus.CLOSED or found.closed_at is None:
        return None
    ends = protest_ends(event, found.closed_at)
    return ends if ends > found.closed_at else None


def provisional_until(event: Event, found: Round | None, now: datetime) -> datetime | None:
    """When the results of a round become final; None also where they are."""
    ends = final_from(event, found)
    return ends if ends is not None and now < ends else None
