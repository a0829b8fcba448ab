"""Rulings: what a director decides outside the cards, and taking it back."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import acts, lists
from api.pagination import PageQuery, page
from api.permissions import ruling_for
from api.v1.matches import match_json
from api.v1.shapes.play import (
    AdjustSerializer,
    AsPlayedSerializer,
    FineSerializer,
    ForfeitSerializer,
    MatchSerializer,
    ReasonSerializer,
    RulingSerializer,
)
from api.v1.shapes.rulings import HandRuledSerializer, HandRulingSerializer
from api.views import ApiView
from scoring.models import Ruling
from scoring.services import rulings
from scoring.services.as_played import record_as_played
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.setup import stage_setup
from tournaments.access import Permission, event_for, match_for, permissions, round_for
from tournaments.errors import Invalid
from tournaments.models import Event


class RulingList(ApiView):
    """The rulings of an event."""

    @lists("list_rulings", RulingSerializer, "The rulings of an event in their order", query=PageQuery)
    def get(self, request: Request, event_id: int) -> Response:
        """Reasons in full are for those who rule; the public sees the note made for it."""
        event = event_for(self.actor, event_id)
        query = self.query(PageQuery)
        rows = Ruling.objects.filter(event=event).select_related("round")
        return self.conditional(
            event, lambda: page(request, rows, ["position"], lambda found: _shown(self, event, found), query)
        )


class RulingCancel(ApiView):
    """A ruling taken back."""

    @acts("cancel_ruling", ReasonSerializer, RulingSerializer, "Cancel a ruling; the history stays")
    def post(self, request: Request, ruling_id: int) -> Response:
        """The answer is the new row that replaces the ruling."""
        ruling = ruling_for(self.actor, ruling_id)
        cancelled = rulings.cancel_ruling(self.actor, ruling, **self.body(ReasonSerializer))
        return Response(_shown(self, ruling.event, [cancelled])[0])


class RoundFines(ApiView):
    """Fines and bonuses."""

    @acts("fine", FineSerializer, RulingSerializer, "Fine an entrant, or give a bonus", statuses=(201,))
    def post(self, request: Request, round_id: int) -> Response:
        """The points are added, from this round on: a fine is negative."""
        found = round_for(self.actor, round_id, Permission.RESULTS_RULE)
        read = self.body(FineSerializer)
        event = found.stage.event
        entrant = event.entrants.filter(pk=read.pop("entrant")).first()
        if entrant is None:
            raise Invalid.of("unknown_entrant", "/entrant")
        made = rulings.fine(self.actor, entrant, found, **read)
        return Response(_shown(self, event, [made])[0], status=201)


class HandRulings(ApiView):
    """Rulings on a hand."""

    @acts(
        "rule_on_hand",
        HandRulingSerializer,
        HandRuledSerializer,
        "Rule on a hand, by the catalogue of its game",
        statuses=(201,),
    )
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """409 `outdated`: the hand is not what was seen; later hands are scored anew."""
        match = match_for(self.actor, match_id, Permission.RESULTS_RULE)
        event = match.round.stage.event
        self.speak_of(event)
        made = rule_on_hand(self.actor, match, OnHand(number=number, **self.body(HandRulingSerializer)))
        setup, consequence = stage_setup(match.round.stage), made.follows.consequence
        follows = {
            "effect": consequence.effect,
            "points": consequence.points,
            "repeated": made.follows.repeated,
            "text": setup.game.effect_in_words(consequence, setup.rules, gettext),
        }
        receipt = made.receipt.as_json(gettext) if made.receipt is not None else None
        answer = {"ruling": _shown(self, event, [made.ruling])[0], "follows": follows, "receipt": receipt}
        return Response(answer, status=201)


class MatchForfeit(ApiView):
    """A match that was not played."""

    @acts("forfeit_match", ForfeitSerializer, MatchSerializer, "Give a match to the side that was there")
    def post(self, request: Request, match_id: int) -> Response:
        """Both sides as offenders: a double forfeit."""
        match = match_for(self.actor, match_id, Permission.RESULTS_RULE)
        read = self.body(ForfeitSerializer)
        wanted = set(read.pop("offenders"))
        offenders = list(match.round.stage.event.entrants.filter(pk__in=wanted))
        if len(offenders) < len(wanted):
            raise Invalid.of("not_in_match", "/offenders")
        rulings.forfeit_match(self.actor, match, offenders, **read)
        return Response(match_json(match))


class MatchAdjust(ApiView):
    """A result set by ruling."""

    @acts("adjust_match", AdjustSerializer, MatchSerializer, "Set the match points of a match by ruling")
    def post(self, request: Request, match_id: int) -> Response:
        """Win or draw then follow from the match points."""
        match = match_for(self.actor, match_id, Permission.RESULTS_RULE)
        read = self.body(AdjustSerializer)
        rulings.adjust_match(self.actor, match, read["match_points"], reason=read["reason"])
        return Response(match_json(match))


class MatchAsPlayed(ApiView):
    """Others sat down than were posted."""

    @acts(
        "record_as_played", AsPlayedSerializer, MatchSerializer, "Record who sat down and played at a table"
    )
    def post(self, request: Request, match_id: int) -> Response:
        """The hands stay; who sat at another table changes places, and what was posted is kept."""
        match = match_for(self.actor, match_id, Permission.RESULTS_RULE)
        record_as_played(self.actor, match, **self.body(AsPlayedSerializer))
        return Response(match_json(match))


class MatchClose(ApiView):
    """A match ended early."""

    @acts("close_match", ReasonSerializer, MatchSerializer, "End a match early, by the game's rule for that")
    def post(self, request: Request, match_id: int) -> Response:
        """By the clock, or by the director."""
        match = match_for(self.actor, match_id, Permission.RESULTS_RULE)
        rulings.close_match(self.actor, match, **self.body(ReasonSerializer))
        return Response(match_json(match))


def _shown(view: ApiView, event: Event, found: list[Ruling]) -> Any:
    full = Permission.RESULTS_RULE in permissions(view.actor, event)
    return RulingSerializer(found, many=True, context={"full": full}).data
