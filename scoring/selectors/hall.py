"""What the screen in the hall shows: who sits where, how everybody stands, how long the round lasts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from scoring.models import StandingsSnapshot
from scoring.selectors.events import Outline, outline
from scoring.selectors.rounds import RoundPage, round_page
from scoring.selectors.standings import StandingsPage, standings_page
from scoring.setup import limits_of
from tournaments.models import Event, EventVersion


@dataclass(frozen=True, slots=True)
class HallPage:
    """The pages of the screen; `round` is the published round that is on, read by name."""

    outline: Outline
    round: RoundPage | None
    standings: StandingsPage
    minutes: int | None = None

    @property
    def is_playing(self) -> bool:
        """Whether somebody still has to find a table: a round is on."""
        return self.round is not None and not self.round.is_over

    @property
    def ends_at(self) -> datetime | None:
        """When the time of the round is over, None while no clock runs."""
        started = self.round.round.started_at if self.round and self.is_playing else None
        return started + timedelta(minutes=self.minutes) if started and self.minutes else None


def hall_page(event: Event) -> HallPage:
    """Everything on the screen in the hall of this event; drafts are not among it."""
    plan = outline(event)
    on, standings = plan.on, standings_page(event)
    if on is None or on.current is None:
        return HallPage(plan, None, standings)
    page = round_page(event, on.stage.order, on.current.number, by_name=True)
    return HallPage(plan, page, standings, limits_of(on.stage).minutes)


def versions_of(events: Collection[int]) -> Mapping[int, str]:
    """For each of these events what `scoring.selectors.events.version_of` says, in one query."""
    newest = StandingsSnapshot.objects.filter(stage__event=OuterRef("pk")).order_by("-pk").values("pk")
    rows = (
        EventVersion.objects.filter(pk__in=events)
        .annotate(newest_table=Subquery(newest[:1]))
        .values_list("pk", "number", "newest_table")
    )
    return {pk: f"{pk}/{number}/{newest_table}" for pk, number, newest_table in rows}
