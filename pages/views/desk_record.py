"""A hand entered card by card at the desk: a record, as a file or as text, on the one path of a result."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.core.play import Fault
from pages.desk import Desk, desk_at, faults
from pages.errors import shown
from pages.views.desk import whole
from pages.views.desk_match import match_at, require_possible
from pages.words.event import is_of_three
from pages.words.match import saved_in_words
from pages.words.replay import replayed, shows_cards
from scoring.intake import parse_submission, submit
from scoring.models import EntrySource, Hand, HandStatus
from scoring.receipts import Receipt
from scoring.services.agreed import submit_agreed
from scoring.services.loading import SLIP
from scoring.setup import stage_setup
from tournaments.access import Permission, require
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.models import Match, RoundStatus

P = Permission

LARGEST_RECORD = 100_000
"""Bytes: what a submission may hold; a hand has some five thousand."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def record(request: HttpRequest, club: str, slug: str, match_id: int, number: int) -> HttpResponse:
    """The form for a record; a sent one is stored, or shown up to what the rules refuse."""
    desk = desk_at(request, club, slug, P.RESULTS_ENTER)
    found = match_at(desk, match_id, P.RESULTS_ENTER)
    require_possible(request, found, number)
    if number == SLIP or not shows_cards(found.round.stage):
        raise NotFound
    current = Hand.objects.filter(match=found, number=number).select_related("current").first()
    if current is not None:
        require(desk.actor, desk.event, P.RESULTS_CORRECT)
    of_three = is_of_three(found.round.stage)
    page = {"match": found, "number": number, "current": current, "of_three": of_three}
    if request.method != "POST":
        return _page(request, desk, page)
    return _sent(request, desk, page)


def _sent(request: HttpRequest, desk: Desk, page: dict[str, Any]) -> HttpResponse:
    """Read what was sent and enter it."""
    text, fault = _text(request)
    read = _read(text)
    if fault or read is None:
        fault = fault or _("This is not the record of a hand: a JSON object is needed.")
        return _page(request, desk, page, text, fault)
    return _entered(request, desk, page, text, read)


def _text(request: HttpRequest) -> tuple[str, str]:
    """The text that came as a file, else as it was pasted, or what is wrong with it."""
    sent = request.FILES.get("file")
    if sent is None:
        text = request.POST.get("text", "").strip()
        return text, "" if text else _("Choose a file, or paste the record.")
    if sent.size is None or sent.size > LARGEST_RECORD:
        return "", _("The file is too large for the record of a hand.")
    return sent.read().decode("utf-8-sig", "replace"), ""


def _read(text: str) -> dict[str, Any] | None:
    """The record that a text is; None where it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _entered(
    request: HttpRequest, desk: Desk, page: dict[str, Any], text: str, record: dict[str, Any]
) -> HttpResponse:
    """Store the record with the summary that it comes to, or show why not."""
    match: Match = page["match"]
    setup = stage_setup(match.round.stage)
    replay = setup.game.play.replay(record, setup.rules) if setup.game.play is not None else None
    if replay is None or isinstance(replay, Fault):
        return _page(request, desk, page, text, replay=replayed(match, record))
    try:
        receipt = _submitted(request, desk, page, {"record": record, "summary": dict(replay.summary)})
    except (Invalid, Conflict) as error:
        return _page(request, desk, page, text, error=error)
    messages.success(request, saved_in_words(page["number"], receipt))
    return redirect(desk.url("desk_replay", match.pk, page["number"]))


def _submitted(request: HttpRequest, desk: Desk, page: dict[str, Any], said: dict[str, Any]) -> Receipt:
    """Send it on the one path of a result, and confirm it where both sides agree."""
    match, number = page["match"], page["number"]
    seen = whole(request.POST.get("seen"))
    kind = {"kind": "enter"} if seen is None else {"kind": "correct", "seen_revision": seen}
    reason = request.POST.get("reason", "")[:500]
    raw = {"submission": str(uuid4()), "hand": number, "reason": reason, **kind, **said}
    typed = parse_submission(raw)
    if _may_confirm(desk, match) and "agreed" in request.POST:
        return submit_agreed(match, typed, desk.actor)
    return submit(match, typed, desk.actor, EntrySource.USER)


def _may_confirm(desk: Desk, match: Match) -> bool:
    return P.RESULTS_CONFIRM in desk.granted and match.round.status != RoundStatus.CLOSED


def _page(
    request: HttpRequest, desk: Desk, page: dict[str, Any], text: str = "", fault: str = "", **more: Any
) -> HttpResponse:
    """The form; `replay` is a record that is refused, `error` what the match has against it."""
    current: Hand | None = page["current"]
    error: DomainError | None = more.get("error")
    context = {
        **page,
        **more,
        "event": desk.event,
        "desk": desk,
        "text": text,
        "fault": fault,
        "reason": request.POST.get("reason", ""),
        "may_confirm": _may_confirm(desk, page["match"]),
        "agreed": current is None or current.status == HandStatus.CONFIRMED,
        "faults": faults(error, desk.event) if error is not None else (),
    }
    refused = 422 if fault or "replay" in more else 200
    return render(request, "desk/record.html", context, status=error.status if error else refused)
