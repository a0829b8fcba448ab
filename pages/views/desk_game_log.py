"""A game log at the desk: looked through first, then the hands that the match does not have are entered."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.core.logs import LogReader
from pages.desk import Desk, desk_at
from pages.errors import shown
from pages.views.desk import whole
from pages.views.desk_match import match_at
from pages.words.event import sides_in_words
from pages.words.game_log import Looked, entered_in_words
from scoring.services.logs.match import enter_log, log_reader, look_at
from tournaments.access import Permission
from tournaments.errors import NotFound
from tournaments.models import Match

LARGEST_LOG = 512 * 1024
"""Signs: some two hundred hands."""

P = Permission


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def game_log(request: HttpRequest, club: str, slug: str, match_id: int) -> HttpResponse:
    """The form for a log; with one, what it would come to; with `action=enter`, enter it."""
    desk = desk_at(request, club, slug, P.RESULTS_RULE)
    found = match_at(desk, match_id, P.RESULTS_RULE)
    reader = log_reader(found.round.stage)
    if reader is None:
        raise NotFound
    text, fault = _sent(request, reader)
    if fault or text is None:
        return _page(request, desk, found, {"fault": fault})
    number, by = whole(request.POST.get("game")), whole(request.POST.get("by"))
    if request.POST.get("action") == "enter" and number is not None and by is not None:
        look = enter_log(desk.actor, found, text, number, by)
        messages.success(request, entered_in_words(look))
        return redirect(desk.url("desk_match", found.pk))
    look = look_at(desk.actor, found, text, number, by)
    return _page(request, desk, match_at(desk, match_id), {"looked": Looked.of(look, found), "text": text})


def _sent(request: HttpRequest, reader: LogReader) -> tuple[str | None, str]:
    """The text of the log that came with the request, or what is wrong with it."""
    if request.method != "POST":
        return None, ""
    sent = request.FILES.get("file")
    if sent is None and "text" not in request.POST:
        return None, _("Choose a file first.")
    text = request.POST.get("text", "") if sent is None else reader.decoded(sent.read(LARGEST_LOG + 1))
    if len(text) > LARGEST_LOG:
        return None, _("The file is too large for a game log.")
    return text.replace("\r\n", "\n"), ""


def _page(request: HttpRequest, desk: Desk, found: Match, more: dict[str, Any]) -> HttpResponse:
    stage = found.round.stage
    context = {"event": desk.event, "desk": desk, "match": found, "stage": stage, **more}
    context["side_names"] = sides_in_words(stage)
    return render(request, "desk/game_log.html", context, status=422 if more.get("fault") else 200)
