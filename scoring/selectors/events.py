"""Reads of events: the list of them, and what every page of an event shows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import (
    Case,
    Count,
    Exists,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    SlugField,
    Subquery,
    When,
)

from scoring.models import StandingsSnapshot
from tournaments.access import Actor, Permission, require
from tournaments.compiled import Parameter, Reading
from tournaments.errors import NotFound
from tournaments.models import (
    Entrant,
    EntrantPlayer,
    EntrantStatus,
    Event,
    EventStatus,
    Round,
    RoundStatus,
    Stage,
)
from tournaments.protest import protest_ends

PLAYS = (EntrantStatus.REGISTERED, EntrantStatus.ACTIVE)
LISTED = (EventStatus.RUNNING, EventStatus.REGISTRATION, EventStatus.FINISHED)
LISTED_SO = [When(status=status, then=place) for place, status in enumerate(LISTED)]
"""The order of the list of events by their states."""
SIZE = 30
"""How many events stand in a part of their list."""
OUT = (EntrantStatus.WITHDRAWN, EntrantStatus.EXPELLED)


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in the list: how many play, and the round that is on."""

    event: Event
    entrants: int
    round: Round | None


@dataclass(frozen=True, slots=True)
class EventList:
    """A part of the list of events, counted from 1, and the numbers of those beside it."""

    number: int
    lines: tuple[EventLine, ...]
    older: int | None

    @property
    def newer(self) -> int | None:
        """The part before this one."""
        return self.number - 1 if self.number > 1 else None


@dataclass(frozen=True, slots=True)
class StageOutline:
    """A stage with the rounds that the public may see."""

    stage: Stage
    rounds: tuple[Round, ...]

    @property
    def last(self) -> Round | None:
        """The round published last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def current(self) -> Round | None:
        """The round that is on: the first one that is not closed, else the last."""
        return current_round(self.rounds)


@dataclass(frozen=True, slots=True)
class Outline:
    """What every page of an event needs for its head: the stages and the round that is on."""

    event: Event
    stages: tuple[StageOutline, ...]

    @property
    def on(self) -> StageOutline | None:
        """The stage that is on: the last one with a published round, else the first."""
        begun = [each for each in self.stages if each.rounds]
        return begun[-1] if begun else next(iter(self.stages), None)

    @property
    def round(self) -> Round | None:
        """The round that is on."""
        return self.on.current if self.on else None

    def stage(self, order: int | None) -> StageOutline:
        """The stage with this order, None for the one that is on; raises NotFound."""
        for each in self.stages:
            if each.stage.order == order or (order is None and each is self.on):
                return each
        raise NotFound


@dataclass(frozen=True, slots=True)
class EventPage:
    """What the page of an event shows."""

    outline: Outline
    entrants: tuple[Entrant, ...]

    @property
    def playing(self) -> int:
        """How many entrants take part."""
        return sum(each.status in PLAYS for each in self.entrants)

    @property
    def waiting(self) -> int:
        """How many are on the waiting list."""
        return sum(each.status == EntrantStatus.WAITING for each in self.entrants)


def _with_marks(club: Parameter, slug: Parameter) -> QuerySet[Event]:
    """An event by its address, with what `version_of` and `protest_mark` ask for."""
    newest = StandingsSnapshot.objects.filter(stage__event=OuterRef("pk")).order_by("-pk").values("pk")
    closed = Round.objects.filter(
        stage__event=OuterRef("pk"), status=RoundStatus.CLOSED, closed_at__isnull=False
    )
    events = Event.objects.select_related("club", "version").annotate(
        newest_table=Subquery(newest[:1]),
        last_closed_at=Subquery(closed.order_by("-closed_at").values("closed_at")[:1]),
    )
    return events.filter(club__slug=club, slug=slug)


_event_by_address = Reading(_with_marks, club=SlugField(), slug=SlugField())


def event_at(actor: Actor, club: str, slug: str) -> Event:
    """The event at this address, if the actor may see it; raises NotFound."""
    event = _event_by_address.first(club=club, slug=slug)
    if event is None:
        raise NotFound
    require(actor, event, Permission.EVENT_VIEW)
    return event


def version_of(event: Event) -> str:
    """Everything that is shown of an event changes with this text: its version and its newest table."""
    return f"{event.pk}/{event.version.number}/{getattr(event, 'newest_table', None)}"


def protest_mark(event: Event, now: datetime) -> str:
    """What changes on pages with results while their protest time runs: the minute, else nothing."""
    closed_at: datetime | None = getattr(event, "last_closed_at", None)
    if closed_at is None or now >= protest_ends(event, closed_at):
        return ""
    return f"/{int(now.timestamp() // 60)}"


def event_list(number: int = 1, query: str = "") -> EventList:
    """A part of the events that are announced: first those that run, then those that can be joined.

    The latest come first; running ones have the round that is on. Of a `query` name or club hold every word.
    Raises NotFound for a part behind the last.
    """
    playing = Count("entrants", filter=Q(entrants__status__in=PLAYS))
    announced = (
        Event.objects.filter(status__in=LISTED)
        .select_related("club", "version")
        .annotate(playing=playing, place=Case(*LISTED_SO))
        .order_by("place", "-starts_at", "pk")
    )
    if query:
        announced = announced.filter(pk__in=_called(query))
    begin = (number - 1) * SIZE
    found = list(announced[begin : begin + SIZE + 1])
    if begin and not found:
        raise NotFound
    on = _rounds_on(found[:SIZE])
    lines = tuple(EventLine(event, event.playing, on.get(event.pk)) for event in found[:SIZE])
    return EventList(number, lines, number + 1 if len(found) > SIZE else None)


def _called(query: str) -> list[int]:
    """The announced events whose name or club hold the words."""
    wanted = folded(query).split()
    names = Event.objects.filter(status__in=LISTED).values_list("pk", "name", "club__name")
    return [pk for pk, *called in names if all(word in folded(" ".join(called)) for word in wanted)]


def _rounds_on(events: Iterable[Event]) -> dict[int, Round | None]:
    """The round that is on in each of those events that run."""
    running = [each.pk for each in events if each.status == EventStatus.RUNNING]
    rounds = published_rounds().select_related("stage").order_by("stage__order", "number")
    by_event: dict[int, list[Round]] = {}
    for each in rounds.filter(stage__event__in=running) if running else ():
        by_event.setdefault(each.stage.event_id, []).append(each)
    return {event: current_round(found) for event, found in by_event.items()}


def current_round(rounds: Sequence[Round]) -> Round | None:
    """The first published round that is not closed, else the last; a plan may have published them all.

    A round that was opened again for a correction is not played any more once a later one is published.
    """
    last = rounds[-1] if rounds else None
    on = (each for each in rounds if each.status != RoundStatus.CLOSED)
    return next((each for each in on if each is last or not getattr(each, "was_closed", False)), last)


def closed_before() -> Exists:
    """Whether a round has been closed before, whatever it is now: its table was kept."""
    kept = StandingsSnapshot.objects.filter(
        stage=OuterRef("stage"), after_round=OuterRef("number"), final=True
    )
    return Exists(kept)


def outline(event: Event) -> Outline:
    """The stages and published rounds of an event, in two queries."""
    rounds = Prefetch("rounds", queryset=published_rounds().order_by("number"))
    stages = event.stages.order_by("order").prefetch_related(rounds)
    lines = (StageOutline(_in(event, stage), tuple(stage.rounds.all())) for stage in stages)
    return Outline(event, tuple(lines))


def event_page(event: Event) -> EventPage:
    """Everything on the page of an event, in four queries."""
    return EventPage(outline(event), tuple(entrants_of(event)))


def entrants_of(event: Event) -> QuerySet[Entrant]:
    """The entrants by number, each with the people who belong to it now in `line_up`."""
    now = EntrantPlayer.objects.filter(to_round__isnull=True)
    people = now.select_related("player").order_by("slot", "pk")
    return event.entrants.order_by("number").prefetch_related(Prefetch("line_up", queryset=people))


def folded(text: str) -> str:
    """Letters as people type them in a hurry: no accents, no capitals."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def published_rounds() -> QuerySet[Round]:
    """Rounds that the public may see, each with `was_closed`: every reader of public pages starts here."""
    return Round.objects.exclude(status=RoundStatus.DRAFT).annotate(was_closed=closed_before())


def _in(event: Event, stage: Stage) -> Stage:
    """The stage with its event at hand, so that asking for the rules costs no query."""
    stage.event = event
    return stage
