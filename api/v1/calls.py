"""Calls for help: a table raises one and takes it back, an official takes it and ends it."""

from __future__ import annotations

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import CallThrottle
from api.docs import acts, lists
from api.pagination import page
from api.v1.shapes.calls import CallQuery, CallSerializer, OwnCallSerializer, RaiseSerializer
from api.v1.shapes.play import NothingSerializer
from api.views import ApiView
from tournaments.access import Permission, call_for, event_for
from tournaments.services.calls import end_call, raise_call, take_back_call, take_call

P = Permission


class CallList(ApiView):
    """The calls of an event."""

    @lists("list_calls", CallSerializer, "The calls for help of an event, in their order", query=CallQuery)
    def get(self, request: Request, event_id: int) -> Response:
        """`status=open` for those that wait."""
        event = event_for(self.actor, event_id, P.CALLS_TAKE)
        query = self.query(CallQuery)
        rows = event.calls.select_related("table", "taken_by")
        if "status" in query:
            rows = rows.filter(ended_at__isnull=query["status"] == "open")
        return self.conditional(
            event,
            lambda: page(request, rows, ["pk"], lambda found: CallSerializer(found, many=True).data, query),
        )


class OwnCalls(ApiView):
    """The calls of a device's own table."""

    throttle_classes = [CallThrottle]

    @acts(
        "raise_call",
        RaiseSerializer,
        OwnCallSerializer,
        "Call the director to the device's table",
        statuses=(201, 200),
        words="201: called now; 200: this signal came before, or the table waits already.",
    )
    def post(self, request: Request) -> Response:
        """A table has one open call; a signal that came before changes nothing."""
        device = self.actor.device
        if device is None:
            raise NotAuthenticated
        event_for(self.actor, device.event_id, P.CALLS_RAISE)
        call, is_new = raise_call(self.actor, **self.body(RaiseSerializer))
        return Response(OwnCallSerializer(call).data, status=201 if is_new else 200)


class CallTakeBack(ApiView):
    """The table needs nobody any more."""

    @acts("take_back_call", NothingSerializer, OwnCallSerializer, "Take a call back, at its own table")
    def post(self, request: Request, call_id: int) -> Response:
        """A call that has ended stays as it is."""
        call = call_for(self.actor, call_id, P.CALLS_RAISE)
        self.body(NothingSerializer)
        return Response(OwnCallSerializer(take_back_call(self.actor, call)).data)


class CallTake(ApiView):
    """Somebody is on the way."""

    @acts("take_call", NothingSerializer, CallSerializer, "Say that one is on the way to a table")
    def post(self, request: Request, call_id: int) -> Response:
        """Who said so first stays; 409 `call_ended` where nobody waits any more."""
        call = call_for(self.actor, call_id, P.CALLS_TAKE)
        self.body(NothingSerializer)
        return Response(CallSerializer(take_call(self.actor, call)).data)


class CallEnd(ApiView):
    """Done."""

    @acts("end_call", NothingSerializer, CallSerializer, "End a call: somebody was there")
    def post(self, request: Request, call_id: int) -> Response:
        """A call that has ended stays as it is."""
        call = call_for(self.actor, call_id, P.CALLS_TAKE)
        self.body(NothingSerializer)
        return Response(CallSerializer(end_call(self.actor, call)).data)
