"""Calls for help at the desk: how many wait, on every page; go there, say that it is done, undo that."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.acts import posted
from pages.desk import desk_at
from pages.errors import shown
from pages.live import answer, is_part
from tournaments.access import Actor, Permission, call_for
from tournaments.errors import Conflict, NotFound
from tournaments.models import Call
from tournaments.services.calls import end_call, reopen_call, take_call
from tournaments.texts import sentence

MAY = Permission.CALLS_TAKE
ACTS: dict[str, Callable[[Actor, Call], Call]] = {
    "take": take_call,
    "end": end_call,
    "reopen": reopen_call,
}


@login_required
@require_safe
@shown
def calls(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The part of every page of the desk that counts the tables that wait; 304 until something happened."""
    desk = desk_at(request, club, slug, MAY)
    if not is_part(request):
        return redirect(desk.url("desk"))
    version = f"{desk.event.version.number}/{request.user.pk}"
    about = {"event": desk.event, "desk": desk, "is_calls": True}
    return answer(request, "calls.html", version, lambda: about, folder="desk", whole="desk")


@login_required
@posted
@shown
def act(request: HttpRequest, club: str, slug: str, call_id: int, verb: str) -> HttpResponse:
    """Go there, say that it is done, or take that back; then back to the page that one came from."""
    if verb not in ACTS:
        raise Http404(verb)
    desk = desk_at(request, club, slug, MAY)
    if not desk.event.calls.filter(pk=call_id).exists():
        raise NotFound
    call = call_for(desk.actor, call_id, MAY)
    try:
        ACTS[verb](desk.actor, call)
    except Conflict as error:
        messages.error(request, sentence(error.problems[0]))
    else:
        undo = desk.url("desk_call", call.pk, "reopen") if verb == "end" else ""
        messages.success(request, _said(call, verb), extra_tags=undo)
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else desk.url("desk"))


def _said(call: Call, verb: str) -> str:
    if verb == "take":
        return _("Table %(table)s knows that you are on the way.") % {"table": call.table}
    if verb == "reopen":
        return _("Table %(table)s waits for help again.") % {"table": call.table}
    return _("The call of table %(table)s has ended.") % {"table": call.table}
