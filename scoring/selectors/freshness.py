"""Which standings are older than what was entered, and since when."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Max, Min, OuterRef, QuerySet
from django.utils import timezone

from scoring.models import StandingsSnapshot
from tournaments.models import AuditEntry, Round, RoundStatus, Stage

IN_PLAY = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


class Behind(NamedTuple):
    """How many stages wait for their standings, and the moment of the oldest change that waits."""

    stages: int
    since: datetime | None


def stages_behind() -> QuerySet[Stage]:
    """Stages whose table of the round in play is older than their event, or of a closed one is stale.

    A stale one behind a round that was opened again is not due before that is closed.
    """
    rounds = Round.objects.filter(stage=OuterRef("pk"))
    earlier = Round.objects.filter(stage=OuterRef("stage"), number__lt=OuterRef("number"), status__in=IN_PLAY)
    newest = StandingsSnapshot.objects.filter(
        stage=OuterRef("pk"), version__gte=OuterRef("event__version__number"), final=False
    )
    return Stage.objects.filter(
        Exists(rounds.filter(stale=True).exclude(Exists(earlier)))
        | (Exists(rounds.filter(status__in=IN_PLAY)) & ~Exists(newest))
    )


def behind() -> Behind:
    """What waits now. A change waits from its entry in the log on."""
    waiting = stages_behind().annotate(computed=Max("snapshots__computed_at"))
    since = [_changed_since(event, at) for event, at in waiting.values_list("event", "computed")]
    return Behind(len(since), min(since, default=None))


def _changed_since(event: int, computed: datetime | None) -> datetime:
    """The first change after a table was computed; the last one of all where the clock does not tell."""
    log = AuditEntry.objects.filter(event=event)
    later = log.filter(at__gt=computed) if computed is not None else log
    found = later.aggregate(at=Min("at"))["at"] or log.aggregate(at=Max("at"))["at"]
    return found if found is not None else timezone.now()
