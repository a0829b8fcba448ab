"""Reads of an event while it is set up: the list of entrants, the tablets, what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef

from scoring.selectors.events import OUT, PLAYS, entrants_of, folded
from scoring.setup import event_setup
from tournaments.access import ROLES, Actor, Permission
from tournaments.errors import NotFound
from tournaments.models import (
    Device,
    Entrant,
    EntrantKind,
    EntrantStatus,
    Event,
    Participation,
    RoundStatus,
    Stage,
    StageStatus,
)


@dataclass(frozen=True, slots=True)
class EntrantList:
    """The entrants that were asked for, and counts of all of them."""

    entrants: tuple[Entrant, ...]
    total: int
    here: int
    playing: int

    @property
    def absent(self) -> int:
        """How many are on the list and not in the hall."""
        return self.playing - self.here


def entrant_list(event: Event, query: str) -> EntrantList:
    """All entrants, or those whose number, name, club or people hold the words; two queries."""
    everybody = list(entrants_of(event))
    wanted = folded(query).split()
    found = tuple(each for each in everybody if all(word in _text(each) for word in wanted))
    here = sum(each.status == EntrantStatus.ACTIVE for each in everybody)
    return EntrantList(found, len(everybody), here, sum(each.status in PLAYS for each in everybody))


def _text(entrant: Entrant) -> str:
    people = (row.player.display_name() for row in entrant.line_up.all())
    return folded(" ".join((str(entrant.number), entrant.name, entrant.club, *people)))


def entrant_numbered(event: Event, number: int) -> Entrant:
    """The entrant with this number, its people and absences; `is_drawn` into a round; raises NotFound."""
    drawn = Participation.objects.filter(entrant=OuterRef("pk"))
    entrants = entrants_of(event).annotate(is_drawn=Exists(drawn)).prefetch_related("planned_absences")
    found = entrants.filter(number=number).first()
    if found is None:
        raise NotFound
    found.event = event
    return found


def running_stage(event: Event) -> Stage | None:
    """The stage that late entrants join: the last one that is not closed."""
    stage = event.stages.exclude(status=StageStatus.CLOSED).order_by("-order").first()
    if stage is not None:
        stage.event = event
    return stage


@dataclass(frozen=True, slots=True)
class Rounds:
    """How far a stage has come: rounds drawn, closed, planned."""

    drawn: int = 0
    closed: int = 0
    planned: int | None = None

    @property
    def to_come(self) -> range:
        """The rounds that are not drawn yet."""
        return range(self.drawn + 1, max(self.planned or 0, self.drawn + 1) + 1)


def rounds_of(stage: Stage | None) -> Rounds:
    """How far the stage has come, in one query."""
    if stage is None:
        return Rounds()
    numbers = stage.rounds.values_list("number", "status")
    closed = [number for number, status in numbers if status == RoundStatus.CLOSED]
    return Rounds(max((n for n, _ in numbers), default=0), max(closed, default=0), stage.rounds_planned)


def devices_of(event: Event) -> list[Device]:
    """The tablets and phones of an event by table, each with when it was last heard of."""
    return list(event.devices.select_related("table", "seen").order_by("revoked_at", "table__number", "pk"))


def entrants_at_a_table(event: Event) -> int:
    """How many entrants meet at a table: one a side, of individuals as many as sit there."""
    setup = event_setup(event)
    is_alone = event.entrant_kind == EntrantKind.INDIVIDUAL
    return len(setup.game.seats(setup.rules) if is_alone else setup.sides)


def tables_needed(event: Event) -> int:
    """How many tables the entrants fill, or the highest one that was put up."""
    highest = event.tables.aggregate(highest=Max("number"))["highest"] or 0
    return max(highest, event.entrants.exclude(status__in=OUT).count() // entrants_at_a_table(event), 1)


def own_events(actor: Actor) -> list[Event]:
    """The events that the actor prepares or runs, drafts among them, the latest first."""
    if actor.user is None:
        return []
    events = Event.objects.select_related("club").order_by("-starts_at", "-pk")
    if actor.user.is_superuser:
        return list(events)
    return list(events.filter(members__user=actor.user, members__role__in=_preparing()).distinct())


def helped_events(actor: Actor) -> list[Event]:
    """The events in which the actor helps without preparing or running them, the latest first."""
    if actor.user is None or actor.user.is_superuser:
        return []
    events = Event.objects.select_related("club").filter(members__user=actor.user)
    prepared = Event.objects.filter(members__user=actor.user, members__role__in=_preparing())
    return list(events.exclude(pk__in=prepared.values("pk")).distinct().order_by("-starts_at", "-pk"))


def _preparing() -> list[str]:
    """The roles that prepare an event."""
    return [role for role, granted in ROLES.items() if Permission.ENTRANTS_EDIT in granted]
