"""The draft of a round at the director's desk: look, change by hand, draw again, publish."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pages.acts import posted
from pages.desk import Desk, desk_at, faults
from pages.errors import shown
from pages.views.desk import round_at, stage_at, whole
from pages.words.draft import draft_context, preview_words
from scoring.services import progress
from scoring.services.editing import BYES, Change, edit_round, preview
from tournaments.access import Permission
from tournaments.errors import Conflict, DomainError, Invalid
from tournaments.models import Round, RoundStatus

KINDS = ("exchange", "sit_out", "play")


@login_required
@require_safe
@shown
def draft(request: HttpRequest, club: str, slug: str, order: int, number: int) -> HttpResponse:
    """The draft with its reasons, costs and warnings; a round that is no draft any more has its board."""
    desk = desk_at(request, club, slug, Permission.DRAFTS_VIEW)
    found = round_at(stage_at(desk, order), number)
    if found.status != RoundStatus.DRAFT:
        return redirect(desk.url("desk", stage=order, round=number))
    return render(request, "desk/draft.html", draft_context(desk, found))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def change(request: HttpRequest, club: str, slug: str, order: int, number: int) -> HttpResponse:
    """GET shows what a change would come to, POST makes it."""
    desk = desk_at(request, club, slug, Permission.ROUNDS_DRAW)
    found = round_at(stage_at(desk, order), number)
    given = request.POST if request.method == "POST" else request.GET
    asked = read_change(given)
    try:
        if request.method != "POST":
            return _previewed(request, desk, found, asked)
        edit_round(desk.actor, found, asked, given.get("reason", "")[:500])
    except (Invalid, Conflict) as error:
        return _refused(request, desk, found, asked, error)
    messages.success(request, _("The draft is changed."))
    return redirect(desk.url("desk_draft", order, number))


def read_change(given: Mapping[str, str]) -> Change:
    """The change that a form asks for."""
    kind = given.get("kind", "exchange")
    bye = given.get("bye", BYES[0])
    return Change(
        kind if kind in KINDS else "exchange",
        whole(given.get("entrant")) or 0,
        whole(given.get("other")),
        bye if bye in BYES else BYES[0],
    )


def _previewed(
    request: HttpRequest, desk: Desk, found: Round, asked: Change, error: DomainError | None = None
) -> HttpResponse:
    """The page of a change: tables, costs and warnings before and after."""
    if found.status != RoundStatus.DRAFT:
        raise Conflict("wrong_state", params={"state": found.status, "wanted": RoundStatus.DRAFT})
    seen = preview(found, asked)
    context = {
        **draft_context(desk, found),
        **preview_words(seen, found),
        "change": asked,
        "preview": seen,
        "faults": faults(error, desk.event) if error else (),
    }
    return render(request, "desk/change.html", context, status=error.status if error else 200)


def _refused(
    request: HttpRequest, desk: Desk, found: Round, asked: Change, error: DomainError
) -> HttpResponse:
    """What was wrong: above the preview where only a reason is missing, else above the draft."""
    if error.code == "reason_needed":
        return _previewed(request, desk, found, asked, error)
    if found.status != RoundStatus.DRAFT:
        messages.error(request, " ".join(faults(error, desk.event)))
        return redirect(desk.url("desk", stage=found.stage.order, round=found.number))
    context = {**draft_context(desk, found), "faults": faults(error, desk.event)}
    return render(request, "desk/draft.html", context, status=error.status)


@login_required
@posted
@shown
def redraw(request: HttpRequest, club: str, slug: str, order: int, number: int) -> HttpResponse:
    """Draw the draft again with the next seed; what was changed by hand is lost."""
    desk = desk_at(request, club, slug, Permission.ROUNDS_DRAW)
    found = round_at(stage_at(desk, order), number)
    try:
        drawn = progress.redraw_round(desk.actor, found)
    except (Invalid, Conflict) as error:
        return _refused(request, desk, found, Change("exchange", 0), error)
    same = found.why.get("tables") == drawn.why.get("tables")
    said = _("Drawn again: the same round is still the best one.") if same else _("The round is drawn again.")
    messages.success(request, said)
    return redirect(desk.url("desk_draft", order, drawn.number))


@login_required
@posted
@shown
def discard(request: HttpRequest, club: str, slug: str, order: int, number: int) -> HttpResponse:
    """Throw the draft away; the board then offers to draw it again with the same lots."""
    desk = desk_at(request, club, slug, Permission.ROUNDS_DRAW)
    found = round_at(stage_at(desk, order), number)
    try:
        progress.discard_round(desk.actor, found)
    except Conflict as error:
        return _refused(request, desk, found, Change("exchange", 0), error)
    messages.success(request, _("The draft is thrown away. It can be drawn again at any time."))
    return redirect(desk.url("desk", stage=order, again=found.seed))
