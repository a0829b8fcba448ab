"""Cards drawn at a table for seats and the first deal, until its first hand is entered."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import acts, reads
from api.v1.shapes.draws import (
    DrawSerializer,
    EnteredDrawSerializer,
    NamedDealerSerializer,
    TakeSerializer,
    draw_json,
)
from api.v1.shapes.play import NothingSerializer
from api.views import ApiView
from scoring.selectors.seat_draw import draw_page
from scoring.services.seat_draw import enter_draw, name_dealer, take_card, undo_draw
from tournaments.access import Permission, match_for
from tournaments.errors import NotFound
from tournaments.models import Match

P = Permission


class MatchDraw(ApiView):
    """The draw at a table."""

    @reads("get_draw", DrawSerializer, "The cards drawn at a table, who is to draw, and what follows")
    def get(self, request: Request, match_id: int) -> Response:
        """404 where no cards are drawn."""
        match = match_for(self.actor, match_id)
        return self.conditional(match.round.stage.event, lambda: _shown(match))

    @acts("take_card", TakeSerializer, DrawSerializer, "Take, or turn, one of the cards that lie face down")
    def post(self, request: Request, match_id: int) -> Response:
        """The same card once more changes nothing; 409 for one that is taken, and once play has begun."""
        match = _match(self, match_id, P.RESULTS_ENTER)
        read = self.body(TakeSerializer)
        take_card(self.actor, match, read["seat"], read["place"])
        return Response(_shown(match_for(self.actor, match_id)))


class DrawEntered(ApiView):
    """The cards of a draw with a real deck."""

    @acts("enter_draw", EnteredDrawSerializer, DrawSerializer, "Enter the cards that were really drawn")
    def post(self, request: Request, match_id: int) -> Response:
        """They replace what was drawn before; 422 names everything that is wrong with them."""
        match = _match(self, match_id, P.SEATS_SET)
        read = self.body(EnteredDrawSerializer)
        enter_draw(self.actor, match, read["rounds"], read["turned"])
        return Response(_shown(match_for(self.actor, match_id)))


class DrawDealer(ApiView):
    """The first dealer, where the rules leave it to the organiser."""

    @acts("name_dealer", NamedDealerSerializer, DrawSerializer, "Say who deals the first hand")
    def post(self, request: Request, match_id: int) -> Response:
        """409 where cards say it."""
        match = _match(self, match_id, P.SEATS_SET)
        name_dealer(self.actor, match, self.body(NamedDealerSerializer)["seat"])
        return Response(_shown(match_for(self.actor, match_id)))


class DrawUndo(ApiView):
    """A draw taken back."""

    @acts("undo_draw", NothingSerializer, DrawSerializer, "Put everybody back and lay the cards anew")
    def post(self, request: Request, match_id: int) -> Response:
        """Taking back twice changes nothing."""
        match = _match(self, match_id, P.SEATS_SET)
        self.body(NothingSerializer)
        undo_draw(self.actor, match)
        return Response(_shown(match_for(self.actor, match_id)))


def _match(view: ApiView, match_id: int, permission: Permission) -> Match:
    match = match_for(view.actor, match_id, permission)
    view.speak_of(match.round.stage.event)
    return match


def _shown(match: Match) -> Any:
    page = draw_page(match)
    if page is None:
        raise NotFound
    return draw_json(page)
