"""Matches and hands: look, confirm, decide between two results."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import acts, lists, reads
from api.pagination import PageQuery, page
from api.permissions import hand_for
from api.v1.shapes.play import ChooseSerializer, ConfirmSerializer, MatchQuery, MatchSerializer
from api.v1.shapes.results import HandSerializer, ReceiptSerializer
from api.views import ApiView
from scoring.intake import choose_entry
from scoring.models import Hand
from scoring.services.confirm import confirm_hand
from scoring.services.loading import between_in
from scoring.setup import stage_setup
from tournaments.access import Permission, match_for, permissions, round_for
from tournaments.models import Event, Match


class MatchList(ApiView):
    """The matches of a round."""

    @lists("list_matches", MatchSerializer, "The matches of a round by number", query=MatchQuery)
    def get(self, request: Request, round_id: int) -> Response:
        """With sides, seats, result and points."""
        found = round_for(self.actor, round_id)
        query = self.query(MatchQuery)
        filters = {"table": "table__number", "entrant": "participations__entrant"}
        wanted = {column: query[name] for name, column in filters.items() if name in query}
        rows = whole().filter(round=found, **wanted)
        return self.conditional(
            found.stage.event,
            lambda: page(
                request, rows, ["number"], lambda each: MatchSerializer(each, many=True).data, query
            ),
        )


class MatchDetail(ApiView):
    """A match."""

    @reads("get_match", MatchSerializer, "A match with sides, seats, result and points")
    def get(self, request: Request, match_id: int) -> Response:
        """`result` is null before the first hand."""
        match = match_for(self.actor, match_id)
        return self.conditional(match.round.stage.event, lambda: match_json(match))


class HandList(ApiView):
    """The hands of a match."""

    @lists("list_hands", HandSerializer, "The hands of a match by number", query=PageQuery)
    def get(self, request: Request, match_id: int) -> Response:
        """With everything that was typed about each."""
        match = match_for(self.actor, match_id)
        query = self.query(PageQuery)
        event, rows = match.round.stage.event, whole_hands().filter(match=match)
        return self.conditional(
            event,
            lambda: page(request, rows, ["number"], lambda found: hands_json(self, match, found), query),
        )


class HandDetail(ApiView):
    """A hand."""

    @reads("get_hand", HandSerializer, "A hand with everything that was typed about it")
    def get(self, request: Request, match_id: int, number: int) -> Response:
        """Old revisions and rivals stay visible."""
        match, hand = hand_for(self.actor, match_id, number, Permission.EVENT_VIEW)
        found = whole_hands().filter(pk=hand.pk)
        return self.conditional(match.round.stage.event, lambda: hands_json(self, match, list(found))[0])


class HandConfirm(ApiView):
    """Agreement to a hand."""

    @acts(
        "confirm_hand", ConfirmSerializer, ReceiptSerializer, "Agree to the revision of a hand that was seen"
    )
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """409 `outdated` for another revision; confirming twice changes nothing."""
        match = match_for(self.actor, match_id, Permission.RESULTS_CONFIRM)
        self.speak_of(match.round.stage.event)
        read = self.body(ConfirmSerializer)
        receipt = confirm_hand(self.actor, match, number, read["revision"], read["side"])
        return Response(receipt.as_json(gettext))


class HandChoose(ApiView):
    """The director's word on a conflict."""

    @acts("choose_entry", ChooseSerializer, ReceiptSerializer, "Decide which of several entries counts")
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """The entry chosen becomes the next revision of the hand."""
        match, hand = hand_for(self.actor, match_id, number, Permission.RESULTS_RULE)
        self.speak_of(match.round.stage.event)
        read = self.body(ChooseSerializer)
        return Response(choose_entry(self.actor, hand, read["submission"], read["reason"]).as_json(gettext))


def whole() -> QuerySet[Match]:
    """Matches with everything that is shown of them."""
    return Match.objects.select_related("table", "result").prefetch_related(
        "participations__entrant", "seats__player", "side_results"
    )


def match_json(match: Match) -> Any:
    """A match as it is shown."""
    return MatchSerializer(whole().get(pk=match.pk)).data


def whole_hands() -> QuerySet[Hand]:
    """Hands with everything that is shown of them."""
    return Hand.objects.select_related("board", "current", "score").prefetch_related("entries__confirmations")


def hands_json(view: ApiView, match: Match, hands: list[Hand]) -> Any:
    """Hands as they are shown to whoever asks."""
    context = {
        "setup": stage_setup(match.round.stage),
        "between": between_in(match),
        "full": shows_all(view, match.round.stage.event),
    }
    return HandSerializer(hands, many=True, context=context).data


def shows_all(view: ApiView, event: Event) -> bool:
    """Whether the reader works on the event: reasons in full are for them alone."""
    return Permission.DRAFTS_VIEW in permissions(view.actor, event)
