"""Rounds: draw, look, publish, close, open again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import acts, lists, reads
from api.pagination import page
from api.v1.shapes.events import StageSerializer
from api.v1.shapes.play import (
    DrawSerializer,
    NothingSerializer,
    ReasonSerializer,
    RedrawSerializer,
    RoundDetailSerializer,
    RoundQuery,
    RoundSerializer,
)
from api.views import ApiView
from scoring.services import progress
from scoring.services.drawing import DrawOptions
from tournaments.access import Actor, Permission, permissions, round_for, stage_for
from tournaments.models import Event, Round, RoundStatus


class RoundList(ApiView):
    """The rounds of a stage."""

    @lists("list_rounds", RoundSerializer, "The rounds of a stage in their order", query=RoundQuery)
    def get(self, request: Request, stage_id: int) -> Response:
        """Drafts are shown only to those who may see them."""
        stage = stage_for(self.actor, stage_id)
        query = self.query(RoundQuery)
        rows = visible_rounds(self.actor, stage.event).filter(stage=stage)
        rows = rows.filter(**{k: query[k] for k in ("status",) if k in query})
        return self.conditional(
            stage.event,
            lambda: page(
                request, rows, ["number"], lambda found: RoundSerializer(found, many=True).data, query
            ),
        )

    @acts(
        "draw_round",
        DrawSerializer,
        RoundDetailSerializer,
        "Draw the next round as a draft",
        statuses=(201, 200),
        words="201: drawn now; 200: it is there already.",
    )
    def post(self, request: Request, stage_id: int) -> Response:
        """Sent twice it makes one round. 422 `no_legal_round` names the obstacle."""
        stage = stage_for(self.actor, stage_id, Permission.ROUNDS_DRAW)
        self.speak_of(stage.event)
        read = self.body(DrawSerializer)
        number = read.pop("number")
        drawn, new = progress.draw_round(self.actor, stage, number=number, options=DrawOptions(**read))
        return Response(RoundDetailSerializer(drawn).data, status=201 if new else 200)


class StageClose(ApiView):
    """A stage ended."""

    @acts("close_stage", NothingSerializer, StageSerializer, "End a stage; its last table is frozen")
    def post(self, request: Request, stage_id: int) -> Response:
        """409 while a round of it is open; ending it twice changes nothing."""
        stage = stage_for(self.actor, stage_id, Permission.ROUNDS_CLOSE)
        self.body(NothingSerializer)
        return Response(StageSerializer(progress.close_stage(self.actor, stage)).data)


class RoundDetail(ApiView):
    """A round."""

    @reads("get_round", RoundDetailSerializer, "A round with how it was drawn")
    def get(self, request: Request, round_id: int) -> Response:
        """Seed, cost vector and reasons."""
        found = round_for(self.actor, round_id)
        return self.conditional(found.stage.event, lambda: RoundDetailSerializer(found).data)


class RoundRedraw(ApiView):
    """A draft drawn anew."""

    @acts("redraw_round", RedrawSerializer, RoundDetailSerializer, "Draw a draft again")
    def post(self, request: Request, round_id: int) -> Response:
        """Only while the round is a draft."""
        found = round_for(self.actor, round_id, Permission.ROUNDS_DRAW)
        self.speak_of(found.stage.event)
        drawn = progress.redraw_round(self.actor, found, DrawOptions(**self.body(RedrawSerializer)))
        return Response(RoundDetailSerializer(drawn).data)


class RoundDiscard(ApiView):
    """A draft thrown away."""

    @acts("discard_round", NothingSerializer, None, "Discard a draft", statuses=(204,))
    def post(self, request: Request, round_id: int) -> Response:
        """Only while the round is a draft."""
        found = round_for(self.actor, round_id, Permission.ROUNDS_DRAW)
        self.body(NothingSerializer)
        progress.discard_round(self.actor, found)
        return Response(status=204)


class RoundPublish(ApiView):
    """A draft made public."""

    @acts("publish_round", NothingSerializer, RoundSerializer, "Publish a draft: everybody may sit down")
    def post(self, request: Request, round_id: int) -> Response:
        """Publishing twice changes nothing."""
        return _moved(self, round_id, Permission.ROUNDS_PUBLISH, progress.publish_round)


class RoundClose(ApiView):
    """A round finished."""

    @acts("close_round", NothingSerializer, RoundSerializer, "Close a round; its standings are kept")
    def post(self, request: Request, round_id: int) -> Response:
        """422 while matches are open; each is named."""
        return _moved(self, round_id, Permission.ROUNDS_CLOSE, progress.close_round)


class RoundReopen(ApiView):
    """A closed round opened again."""

    @acts("reopen_round", ReasonSerializer, RoundSerializer, "Open a closed round again")
    def post(self, request: Request, round_id: int) -> Response:
        """A ruling: it needs a reason. Later rounds stay as they are."""
        found = round_for(self.actor, round_id, Permission.RESULTS_RULE)
        opened = progress.reopen_round(self.actor, found, self.body(ReasonSerializer)["reason"])
        return Response(RoundSerializer(opened).data)


def visible_rounds(actor: Actor, event: Event) -> QuerySet[Round]:
    """The rounds of an event that the actor may see."""
    rounds = Round.objects.filter(stage__event=event)
    if Permission.DRAFTS_VIEW in permissions(actor, event):
        return rounds
    return rounds.exclude(status=RoundStatus.DRAFT)


def _moved(
    view: ApiView, round_id: int, permission: Permission, move: Callable[[Actor, Round], Any]
) -> Response:
    found = round_for(view.actor, round_id, permission)
    view.speak_of(found.stage.event)
    view.body(NothingSerializer)
    return Response(RoundSerializer(move(view.actor, found)).data)
