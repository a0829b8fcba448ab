"""Results come in: one, or a tablet's queue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import acts
from api.fields import LARGEST_ID
from api.problems import of_domain
from api.v1.shapes.results import (
    BatchSerializer,
    OutcomesSerializer,
    ReceiptSerializer,
    SubmissionSerializer,
)
from api.views import ApiView
from scoring.intake import submit
from scoring.models import EntrySource
from scoring.receipts import Receipt
from scoring.submissions import parse_submission
from tournaments.access import Permission, match_for, require
from tournaments.errors import DomainError, Invalid


class MatchSubmissions(ApiView):
    """Results of a match."""

    @acts(
        "submit",
        SubmissionSerializer,
        ReceiptSerializer,
        "Enter, correct or void a hand",
        statuses=(201, 200),
        words="201: stored now; 200: it came before (`replayed`), or the other side agreed.",
    )
    def post(self, request: Request, match_id: int) -> Response:
        """409 `rival`: kept beside the first, nothing counts; `outdated`, `seats_changed`: nothing stored."""
        receipt = send(self, match_id, request.data)
        return Response(receipt.as_json(gettext), status=201 if receipt.created else 200)


class SubmissionBatch(ApiView):
    """A tablet's queue."""

    @acts("submit_batch", BatchSerializer, OutcomesSerializer, "Send a queue of submissions")
    def post(self, request: Request) -> Response:
        """Each is stored or refused for itself, in order; never all or nothing."""
        if self.actor.user is None and self.actor.device is None:
            raise NotAuthenticated
        queue = self.body(BatchSerializer)["submissions"]
        return Response({"outcomes": [outcome(self, each) for each in queue]})


def send(view: ApiView, match_id: int, raw: object) -> Receipt:
    """Store one submission for whoever asks; raises DomainError."""
    match = match_for(view.actor, match_id, Permission.RESULTS_ENTER)
    event = match.round.stage.event
    view.speak_of(event)
    typed = parse_submission(raw)
    if typed.kind != "enter":
        require(view.actor, event, Permission.RESULTS_CORRECT)
    source = EntrySource.DEVICE if view.actor.device is not None else EntrySource.USER
    return submit(match, typed, view.actor, source)


def outcome(view: ApiView, queued: Mapping[str, Any]) -> dict[str, Any]:
    """What became of one submission of a queue."""
    match_id = queued.get("match")
    try:
        if type(match_id) is not int or not 0 < match_id <= LARGEST_ID:
            raise Invalid.of("bad_request", "/match")
        receipt = send(view, match_id, {key: queued[key] for key in queued if key != "match"})
    except DomainError as error:
        problem, status = of_domain(error, view.game)
        return {"status": status, "problem": problem}
    return {"status": 201 if receipt.created else 200, "receipt": receipt.as_json(gettext)}
