"""Entrants: who plays, who comes late, stays away, leaves and returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import acts, lists, reads
from api.pagination import page
from api.permissions import entrant_for
from api.v1.shapes.events import (
    EntrantQuery,
    EntrantSerializer,
    LateEntrantSerializer,
    LeaveSerializer,
    NewAbsenceSerializer,
    NewEntrantSerializer,
)
from api.v1.shapes.play import NothingSerializer
from api.views import ApiView
from scoring.services.presence import come_back, enter_late, leave
from tournaments.access import Permission, event_for, stage_for
from tournaments.models import Entrant
from tournaments.services.entrants import (
    NewEntrant,
    add_entrants,
    plan_absence,
)


class EntrantList(ApiView):
    """The entrants of an event."""

    @lists("list_entrants", EntrantSerializer, "The entrants of an event by number", query=EntrantQuery)
    def get(self, request: Request, event_id: int) -> Response:
        """With the people of each and the rounds that they will not play."""
        event = event_for(self.actor, event_id)
        query = self.query(EntrantQuery)
        rows = whole().filter(event=event, **{k: query[k] for k in ("status",) if k in query})
        return self.conditional(
            event,
            lambda: page(
                request, rows, ["number"], lambda found: EntrantSerializer(found, many=True).data, query
            ),
        )

    @acts("add_entrant", NewEntrantSerializer, EntrantSerializer, "Enter somebody", statuses=(201,))
    def post(self, request: Request, event_id: int) -> Response:
        """From the first round on; who comes later enters through the stage."""
        event = event_for(self.actor, event_id, Permission.ENTRANTS_EDIT)
        (entrant,) = add_entrants(self.actor, event, [_new(self.body(NewEntrantSerializer))])
        return Response(_shown(entrant), status=201)


class LateEntrants(ApiView):
    """Who comes when the stage has begun."""

    @acts("enter_late", LateEntrantSerializer, EntrantSerializer, "Enter somebody late", statuses=(201,))
    def post(self, request: Request, stage_id: int) -> Response:
        """From the next round on that is not drawn yet."""
        stage = stage_for(self.actor, stage_id, Permission.ENTRANTS_EDIT)
        read = self.body(LateEntrantSerializer)
        points = read.pop("match_points")
        (entrant,) = enter_late(self.actor, stage, [_new(read)], match_points=points)
        return Response(_shown(entrant), status=201)


class EntrantDetail(ApiView):
    """An entrant."""

    @reads("get_entrant", EntrantSerializer, "An entrant")
    def get(self, request: Request, entrant_id: int) -> Response:
        """With its people."""
        entrant = entrant_for(self.actor, entrant_id, Permission.EVENT_VIEW)
        return self.conditional(entrant.event, lambda: _shown(entrant))


class EntrantWithdraw(ApiView):
    """An entrant leaves."""

    @acts("withdraw_entrant", LeaveSerializer, EntrantSerializer, "Leave the event")
    def post(self, request: Request, entrant_id: int) -> Response:
        """After the round in play, or now: then the match being played is forfeited."""
        entrant = entrant_for(self.actor, entrant_id, Permission.ENTRANTS_EDIT)
        return Response(_shown(leave(self.actor, entrant, **self.body(LeaveSerializer))))


class EntrantReturn(ApiView):
    """An entrant comes back."""

    @acts("return_entrant", NothingSerializer, EntrantSerializer, "Come back for the next round")
    def post(self, request: Request, entrant_id: int) -> Response:
        """The rounds that were missed stay absences."""
        entrant = entrant_for(self.actor, entrant_id, Permission.ENTRANTS_EDIT)
        self.body(NothingSerializer)
        return Response(_shown(come_back(self.actor, entrant)))


class EntrantAbsences(ApiView):
    """Rounds that an entrant will not play."""

    @acts(
        "plan_absence", NewAbsenceSerializer, EntrantSerializer, "Note a round that the entrant will not play"
    )
    def post(self, request: Request, entrant_id: int) -> Response:
        """409 once that round is drawn."""
        entrant = entrant_for(self.actor, entrant_id, Permission.ENTRANTS_EDIT)
        read = self.body(NewAbsenceSerializer)
        plan_absence(self.actor, entrant, read["round"], read["kind"])
        return Response(_shown(entrant))


def whole() -> QuerySet[Entrant]:
    """Entrants with everything that is shown of them."""
    return Entrant.objects.prefetch_related("line_up__player", "planned_absences")


def _new(read: Mapping[str, Any]) -> NewEntrant:
    return NewEntrant(**{**read, "players": tuple(read["players"])})


def _shown(entrant: Entrant) -> Any:
    return EntrantSerializer(whole().get(pk=entrant.pk)).data
