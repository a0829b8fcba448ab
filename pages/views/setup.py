"""The office of an event: what is ready, what comes next."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from pages.acts import posted
from pages.managing import Office, attempt, managing, page, seen_next
from pages.office import event_moves, next_of, steps_of
from pages.words.event import game_in_words
from scoring.selectors.setup import helped_events, own_events
from tournaments.access import Actor, Permission, permissions
from tournaments.models import Event, EventStatus
from tournaments.services.events import move_event
from tournaments.services.members import clubs_to_organise

P = Permission


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The events that one prepares or runs, and the way to a new one."""
    actor = Actor.of(request.user)
    events = [(each, game_in_words(each), _first_page(each, is_own=True)) for each in own_events(actor)]
    events += [(each, game_in_words(each), _first_page(each, is_own=False)) for each in helped_events(actor)]
    about = {"events": events, "clubs": clubs_to_organise(actor)}
    return render(request, "setup/mine.html", about)


def _first_page(event: Event, *, is_own: bool) -> str:
    """Where work on the event goes on: at its set-up until it runs, and always at the desk for helpers."""
    is_prepared = is_own and event.status != EventStatus.RUNNING
    return reverse("setup" if is_prepared else "desk", args=[event.club.slug, event.slug])


@require_safe
@managing(P.ENTRANTS_EDIT)
def overview(request: HttpRequest, office: Office) -> HttpResponse:
    """What is ready and what comes next."""
    granted = permissions(office.actor, office.event)
    steps = steps_of(office.event)
    about: dict[str, Any] = {
        "steps": steps,
        "next": next_of(office.event, steps),
        "moves": event_moves(office.event, granted),
        "may_edit": P.EVENT_EDIT in granted,
    }
    return page(request, office, "overview", "setup", **about)


@posted
@managing(P.EVENT_EDIT)
def state(request: HttpRequest, office: Office) -> HttpResponse:
    """Put the event into another state."""
    wanted = request.POST.get("status", "")
    attempt(request, lambda: move_event(office.actor, office.event, wanted), _("Done."))
    return seen_next(office.address("setup"))
