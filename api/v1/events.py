"""Events and their log."""

from __future__ import annotations

from django.db.models import Prefetch
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import acts, lists, reads
from api.pagination import page
from api.permissions import visible_events
from api.v1.shapes.events import (
    EventDetailSerializer,
    EventQuery,
    EventSerializer,
    LogEntrySerializer,
    LogQuery,
    MoveEventSerializer,
    StageSerializer,
)
from api.views import ApiView, conditional
from tournaments.access import Permission, event_for, stage_for
from tournaments.models import AuditEntry, Event, Stage
from tournaments.services.events import move_event


class EventList(ApiView):
    """Events."""

    @lists("list_events", EventSerializer, "The events that one may see, newest first", query=EventQuery)
    def get(self, request: Request) -> Response:
        """Drafts are shown only to those who work on them."""
        query = self.query(EventQuery)
        filters = {"game": "game", "status": "status", "club__slug": "club"}
        wanted = {column: query[name] for column, name in filters.items() if name in query}
        found = page(
            request,
            visible_events(self.actor).filter(**wanted),
            ["-pk"],
            lambda events: EventSerializer(events, many=True).data,
            query,
        )
        return conditional(
            request, lambda: found, [(each["id"], each["version"]) for each in found["results"]]
        )


class EventDetail(ApiView):
    """An event."""

    @reads("get_event", EventDetailSerializer, "An event with its rules, tables and stages")
    def get(self, request: Request, event_id: int) -> Response:
        """Options are what differs from the profile."""
        event = event_for(self.actor, event_id)
        return self.conditional(event, lambda: EventDetailSerializer(_whole(event)).data)


class EventStatusView(ApiView):
    """The state of an event."""

    @acts("move_event", MoveEventSerializer, EventSerializer, "Open, start, finish or resume an event")
    def post(self, request: Request, event_id: int) -> Response:
        """409 where the state may not follow the one before."""
        event = event_for(self.actor, event_id, Permission.EVENT_EDIT)
        move_event(self.actor, event, self.body(MoveEventSerializer)["status"])
        return Response(EventSerializer(event_for(self.actor, event_id)).data)


class EventStages(ApiView):
    """The stages of an event."""

    @reads("list_stages", StageSerializer(many=True), "The stages of an event in their order")
    def get(self, request: Request, event_id: int) -> Response:
        """Settings in the shapes of the event archive."""
        event = event_for(self.actor, event_id)
        return self.conditional(
            event, lambda: StageSerializer(event.stages.order_by("order"), many=True).data
        )


class StageDetail(ApiView):
    """A stage."""

    @reads("get_stage", StageSerializer, "A stage")
    def get(self, request: Request, stage_id: int) -> Response:
        """Settings in the shapes of the event archive."""
        stage = stage_for(self.actor, stage_id)
        return self.conditional(stage.event, lambda: StageSerializer(stage).data)


class EventLog(ApiView):
    """The log of an event."""

    @lists("list_log", LogEntrySerializer, "What was done in the event, newest first", query=LogQuery)
    def get(self, request: Request, event_id: int) -> Response:
        """Each entry's hash covers the one before."""
        event = event_for(self.actor, event_id, Permission.AUDIT_VIEW)
        query = self.query(LogQuery)
        rows = AuditEntry.objects.filter(event=event, **{k: query[k] for k in ("verb",) if k in query})
        return self.conditional(
            event,
            lambda: page(
                request, rows, ["-number"], lambda found: LogEntrySerializer(found, many=True).data, query
            ),
        )


def _whole(event: Event) -> Event:
    stages = Prefetch("stages", queryset=Stage.objects.order_by("order"))
    return Event.objects.select_related("club", "version").prefetch_related(stages, "tables").get(pk=event.pk)
