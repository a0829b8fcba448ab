"""A posted round at the desk: the smallest exchange that betters it, or two who change places."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.desk import Desk, desk_at, faults
from pages.errors import shown
from pages.views.desk import round_at, stage_at, whole
from pages.words.draft import preview_words
from scoring.services.editing import PAIRING_BYE
from scoring.services.exchange import (
    POSTED,
    Exchange,
    Wanted,
    exchange_of_two,
    exchange_posted,
    posted_sheet,
    smallest_exchange,
)
from tournaments.access import Permission
from tournaments.errors import Conflict, DomainError, Invalid
from tournaments.models import Round

TABLE = "table-"
MOST = 6
"""Nobody has more at a table; what is sent beyond that is left out."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@shown
def exchange(request: HttpRequest, club: str, slug: str, order: int, number: int) -> HttpResponse:
    """GET shows the smallest exchange, or that of the two who are named; POST makes what was shown."""
    desk = desk_at(request, club, slug, Permission.ROUNDS_PUBLISH)
    found = round_at(stage_at(desk, order), number)
    if found.status not in POSTED:
        return redirect(desk.url("desk", stage=order, round=number))
    if request.method != "POST":
        return _shown(request, desk, found)
    try:
        exchange_posted(desk.actor, found, read_wanted(request.POST), request.POST.get("reason", "")[:500])
    except (Invalid, Conflict) as error:
        return _shown(request, desk, found, error)
    messages.success(request, _("The posted round is changed. Tell the tables that were stopped."))
    return redirect(desk.url("desk", stage=order, round=number))


def read_wanted(given: QueryDict) -> Wanted:
    """The exchange that a form asks for: who sits at which table instead, and who has the bye."""
    tables = {}
    for name in given:
        if name.startswith(TABLE):
            seated = tuple(whole(each) or 0 for each in str(given[name]).split(",")[:MOST])
            tables[whole(name.removeprefix(TABLE)) or 0] = seated
    return Wanted(tables, whole(given.get("bye")))


def _shown(request: HttpRequest, desk: Desk, found: Round, error: DomainError | None = None) -> HttpResponse:
    """The page with the exchange that is asked for, or with the reason why there is none."""
    one, other = whole(request.GET.get("entrant")), whole(request.GET.get("other"))
    try:
        seen = exchange_of_two(found, one or 0, other or 0) if one or other else smallest_exchange(found)
    except (Invalid, Conflict) as refused:
        error, seen = error or refused, None
    context = {
        "event": desk.event,
        "desk": desk,
        "stage": found.stage,
        "round": found,
        "by_hand": bool(one or other),
        "typed": request.GET,
        "reason": request.POST.get("reason", ""),
        "faults": faults(error, desk.event) if error else (),
        **_of_exchange(seen, found),
        **_of_round(desk, found),
    }
    return render(request, "desk/exchange.html", context, status=error.status if error else 200)


def _of_exchange(seen: Exchange | None, found: Round) -> dict[str, object]:
    """The exchange in words, and as the form sends it."""
    if seen is None:
        return {"seen": None}
    wanted = seen.wanted
    sent = [(f"{TABLE}{table}", ",".join(map(str, seated))) for table, seated in wanted.tables.items()]
    if wanted.bye is not None:
        sent.append(("bye", str(wanted.bye)))
    return {"seen": seen, "sent": sent, "stopped": sorted(seen.moved), **preview_words(seen, found)}


def _of_round(desk: Desk, found: Round) -> dict[str, object]:
    """Who may change places: those whose tables have not begun, and who has the bye of the draw."""
    try:
        now = posted_sheet(found)
    except Invalid as error:
        raise Http404 from error
    free = (seated for table, seated in now.sheet.tables.items() if table not in now.begun)
    inside = {each for seated in free for each in seated}
    inside |= {each for each, kind in now.sheet.byes.items() if kind == PAIRING_BYE}
    entrants = desk.event.entrants.filter(pk__in=inside).order_by("number")
    return {"entrants": entrants, "begun": sorted(now.begun)}
