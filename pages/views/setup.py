"""The office of an event: what is ready, what comes next, who helps."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.fields import Choice, Field, mark
from pages.managing import Office, attempt, managing, page, refusals, seen_next, tell
from pages.office import event_moves, steps_of
from scoring.selectors.setup import own_events
from tournaments.access import Actor, Permission, permissions
from tournaments.models import Role
from tournaments.services.events import move_event
from tournaments.services.members import add_member_by_name, clubs_to_organise, remove_member
from tournaments.texts import sentence

P = Permission


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The events that one prepares or runs, and the way to a new one."""
    actor = Actor.of(request.user)
    about = {"events": own_events(actor), "clubs": clubs_to_organise(actor)}
    return render(request, "setup/mine.html", about)


@require_safe
@managing(P.ENTRANTS_EDIT)
def overview(request: HttpRequest, office: Office) -> HttpResponse:
    """What is ready and what comes next."""
    granted = permissions(office.actor, office.event)
    about: dict[str, Any] = {
        "steps": steps_of(office.event),
        "moves": event_moves(office.event, granted),
        "may_edit": P.EVENT_EDIT in granted,
    }
    return page(request, office, "overview", "setup", **about)


@require_POST
@managing(P.EVENT_EDIT)
def state(request: HttpRequest, office: Office) -> HttpResponse:
    """Put the event into another state."""
    wanted = request.POST.get("status", "")
    attempt(request, lambda: move_event(office.actor, office.event, wanted), _("Done."))
    return seen_next(office.address("setup"))


@require_http_methods(["GET", "HEAD", "POST"])
@managing(P.EVENT_EDIT)
def people(request: HttpRequest, office: Office) -> HttpResponse:
    """Who helps, in which role; the owner adds by user name."""
    may_edit = P.MEMBERS_EDIT in permissions(office.actor, office.event)
    fields = _member_fields(request)
    faults = []
    if request.method == "POST" and may_edit:
        name, role = request.POST.get("username", ""), request.POST.get("role", "")
        problems = refusals(lambda: add_member_by_name(office.actor, office.event, name, role))
        if not problems:
            tell(request, _("%(name)s helps now.") % {"name": name.strip()})
            return seen_next(office.address("setup_people"))
        faults = mark(fields, problems, lambda path: path.strip("/"), sentence)
    members = office.event.members.select_related("user").order_by("user__username", "role")
    about = {"members": members, "may_edit": may_edit, "fields": fields, "faults": faults}
    return page(request, office, "people", "people", status=422 if faults else 200, **about)


def _member_fields(request: HttpRequest) -> list[Field]:
    """The fields for one more helper."""
    roles = {
        Role.OWNER: _("everything, and who helps"),
        Role.DIRECTOR: _("everything but who helps"),
        Role.ASSISTANT: _("entrants, tablets, results"),
        Role.SCORER: _("enters and confirms results"),
        Role.VIEWER: _("sees drafts before they are published"),
    }
    choices = [Choice(role.value, f"{role.label}: {text}") for role, text in roles.items()]
    chosen = request.POST.get("role", Role.ASSISTANT.value)
    username = Field("username", _("User name"), request.POST.get("username", ""), required=True, longest=150)
    return [username, Field("role", _("Role"), chosen, kind="choice", choices=choices)]


@require_POST
@managing(P.MEMBERS_EDIT)
def person(request: HttpRequest, office: Office, member: int) -> HttpResponse:
    """Take a role away."""
    attempt(request, lambda: remove_member(office.actor, office.event, member), _("Removed."))
    return seen_next(office.address("setup_people"))
