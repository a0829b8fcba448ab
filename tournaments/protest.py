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


def has_protest_time(event: Event) -> bool:
    """Whether results of this event are provisional for a while."""
    return event_settings(event.settings).protest_minutes > 0


def provisional_until(event: Event, found: Round | None, now: datetime) -> datetime | None:
    """When the results of a round become final; None where they are, or where the round is not closed."""
    if found is None or found.status != RoundStatus.CLOSED or found.closed_at is None:
        return None
    ends = protest_ends(event, found.closed_at)
    return ends if now < ends else None
