"""Where the link of an invitation leads: take it up with the account one has, or with a new one."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from engine.core.problems import Problem
from pages.accounts import own
from pages.accounts.invited import ENDED, account_fields
from pages.accounts.welcome import welcome
from pages.errors import shown
from pages.fields import mark
from pages.managing import refusals, seen_next, tell
from tournaments.errors import Invalid
from tournaments.models import Invitation, User
from tournaments.services.invitations import (
    State,
    accept,
    accept_with_account,
    invitation_of,
    state_of,
    used_by,
)
from tournaments.texts import sentence


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password", "again")
@shown
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What one is invited to; a link that has ended says how, whatever is sent to it."""
    found = invitation_of(token)
    state = state_of(found)
    if state != State.OPEN:
        return _ended(request, found, state)
    if request.method != "POST":
        return _page(request, found, ())
    problems = refusals(lambda: _take_up(request, found, token))
    if not problems:
        text = _("You help at %(event)s now: %(role)s.")
        tell(request, text % {"event": found.event.name, "role": found.get_role_display()})
        return welcome(request, seen_next(own.address()))
    # Somebody else may have been faster: then the form is of no use any more.
    state = state_of(found)
    return _page(request, found, problems) if state == State.OPEN else _ended(request, found, state)


def _take_up(request: HttpRequest, found: Invitation, token: str) -> None:
    if isinstance(request.user, User):
        accept(request.user, token)
        return
    typed = {each.name: each.value for each in account_fields(found, request.POST)}
    password = request.POST.get("password", "")
    if password != request.POST.get("again", ""):
        raise Invalid.of("passwords_differ", "/again")
    user, _invitation = accept_with_account(
        token,
        typed["user"],
        password,
        name=typed["name"],
        email=typed["email"],
        language=get_language() or "",
    )
    get_adapter(request).login(request, user)


def _page(request: HttpRequest, found: Invitation, problems: tuple[Problem, ...]) -> HttpResponse:
    fields = account_fields(found, request.POST)
    faults = mark(fields, problems, lambda path: path.strip("/"), sentence)
    about = {"invitation": found, "event": found.event, "fields": fields, "faults": faults}
    return render(request, "account/invitation.html", about, status=422 if faults else 200)


def _ended(request: HttpRequest, found: Invitation, state: State) -> HttpResponse:
    is_own = state == State.USED and used_by(found) == request.user
    about = {"title": ENDED[state], "event": found.event, "is_own": is_own, "state": state}
    return render(request, "account/invitation_ended.html", about, status=410)
