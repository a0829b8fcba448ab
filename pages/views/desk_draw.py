"""Seats and the first deal drawn at the desk: card by card, as real cards fell, or by the director's word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.desk import Desk, desk_at, faults
from pages.draw_form import DrawForm
from pages.errors import shown
from pages.views.desk import whole
from pages.views.desk_match import match_at
from scoring.selectors.seat_draw import DrawPage, draw_page, faces_of
from scoring.services.seat_draw import enter_draw, name_dealer, take_card, undo_draw
from tournaments.access import Permission
from tournaments.errors import Conflict, DomainError, Invalid, NotFound
from tournaments.models import Match

P = Permission


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def draw(request: HttpRequest, club: str, slug: str, match_id: int) -> HttpResponse:
    """The cards of a table face down, what was drawn, who sits where; and the acts on it."""
    act = ACTS.get(request.POST.get("action", ""))
    if request.method == "POST" and act is None:
        raise Http404
    desk = desk_at(request, club, slug, act.permission if act else P.EVENT_VIEW)
    found = match_at(desk, match_id, act.permission if act else P.EVENT_VIEW)
    error = None
    if act is not None:
        try:
            said = act.step(request, desk, found)
        except (Invalid, Conflict) as wrong:
            error = wrong
        else:
            messages.success(request, said) if said else None
            return redirect(desk.url("desk_draw", found.pk))
    return _page(request, desk, match_at(desk, match_id), error)


def _page(request: HttpRequest, desk: Desk, found: Match, error: DomainError | None) -> HttpResponse:
    page = draw_page(found)
    if page is None:
        raise NotFound
    is_form = error is not None and request.POST.get("action") == "cards"
    form = DrawForm(page, request.POST.dict(), error.problems if error else ()) if is_form else DrawForm(page)
    context = {
        "event": desk.event,
        "desk": desk,
        "match": found,
        "page": page,
        "form": form,
        "faces": faces_of(found, _),
        "faults": faults(error, desk.event) if error else (),
    }
    return render(request, "desk/draw.html", context, status=error.status if error else 200)


def _take(request: HttpRequest, desk: Desk, found: Match) -> str:
    seat, place = whole(request.POST.get("seat")) or 0, whole(request.POST.get("place")) or 0
    drawing = take_card(desk.actor, found, seat, place)
    return "" if drawing.standing.due else _("The cards have decided.")


def _cards(request: HttpRequest, desk: Desk, found: Match) -> str:
    form = DrawForm(_known(found), request.POST.dict())
    enter_draw(desk.actor, found, form.rounds, form.turned)
    return _("The cards are entered.")


def _dealer(request: HttpRequest, desk: Desk, found: Match) -> str:
    name_dealer(desk.actor, found, whole(request.POST.get("seat")) or 0)
    return _("The tablet of the table knows who deals first.")


def _undo(request: HttpRequest, desk: Desk, found: Match) -> str:
    undo_draw(desk.actor, found)
    return _("Everybody sits as before, and the cards lie anew.")


def _known(found: Match) -> DrawPage:
    page = draw_page(found)
    if page is None:
        raise Conflict("draw_closed")
    return page


@dataclass(frozen=True, slots=True)
class Act:
    """What may be done at this page, and who may."""

    permission: Permission
    step: Callable[[HttpRequest, Desk, Match], str]


ACTS = {
    "take": Act(P.RESULTS_ENTER, _take),
    "cards": Act(P.SEATS_SET, _cards),
    "dealer": Act(P.SEATS_SET, _dealer),
    "undo": Act(P.SEATS_SET, _undo),
}
