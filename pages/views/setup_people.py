"""Who helps at an event: members, open invitations, and the way in for one more."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages import addresses
from pages.accounts import letters, mail
from pages.acts import posted
from pages.fields import Field, mark
from pages.managing import Office, attempt, managing, page, refusals, seen_next, tell
from pages.people import Shown, invitation_fields, member_fields, shown_link
from tournaments.access import Permission, permissions
from tournaments.models import Invitation
from tournaments.services.invitations import invite, open_invitations, revoke_invitation
from tournaments.services.members import add_member_by_name, remove_member
from tournaments.texts import sentence

P = Permission
LINK = "invitation_link"


@require_http_methods(["GET", "HEAD", "POST"])
@managing(P.EVENT_EDIT)
def people(request: HttpRequest, office: Office) -> HttpResponse:
    """Who helps, in which role; the owner adds by user name, or invites."""
    fields = member_fields(request.POST)
    if request.method != "POST" or P.MEMBERS_EDIT not in permissions(office.actor, office.event):
        return _page(request, office, made=request.session.pop(LINK, None))
    name, role = request.POST.get("username", ""), request.POST.get("role", "")
    problems = refusals(lambda: add_member_by_name(office.actor, office.event, name, role))
    if problems:
        faults = mark(fields, problems, lambda path: path.strip("/"), sentence)
        return _page(request, office, fields=fields, faults=faults)
    tell(request, _("%(name)s helps now.") % {"name": name.strip()})
    return seen_next(office.address("setup_people"))


@posted
@managing(P.MEMBERS_EDIT)
def invited(request: HttpRequest, office: Office) -> HttpResponse:
    """One more invitation; its link is shown once, on the next page."""
    fields = invitation_fields(request.POST)
    typed = {each.name.removeprefix("invite-"): each.value for each in fields}
    made: list[tuple[Invitation, str]] = []
    problems = refusals(lambda: made.append(invite(office.actor, office.event, **typed)))
    if problems:
        faults = mark(fields, problems, lambda path: f"invite-{path.strip('/')}", sentence)
        return _page(request, office, invitation_fields=fields, faults=faults)
    invitation, token = made[0]
    link = addresses.for_others(request, reverse("invitation", kwargs={"token": token}))
    request.session[LINK] = [invitation.pk, link]
    if invitation.email:
        _send(request, invitation, link)
    return seen_next(office.address("setup_people"))


def _send(request: HttpRequest, invitation: Invitation, link: str) -> None:
    """The link by e-mail; where that does not go the owner gives it on by hand."""
    if mail.send(*letters.invitation(invitation, link), invitation.email):
        tell(request, _("The link was sent to %(address)s.") % {"address": invitation.email})
    else:
        tell(request, _("The letter could not be sent. Give the link on yourself."))


@posted
@managing(P.MEMBERS_EDIT)
def revoked(request: HttpRequest, office: Office, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    done = _("The link is worth nothing any more.")
    attempt(request, lambda: revoke_invitation(office.actor, office.event, invitation), done)
    return seen_next(office.address("setup_people"))


@posted
@managing(P.MEMBERS_EDIT)
def person(request: HttpRequest, office: Office, member: int) -> HttpResponse:
    """Take a role away."""
    attempt(request, lambda: remove_member(office.actor, office.event, member), _("Removed."))
    return seen_next(office.address("setup_people"))


def _page(
    request: HttpRequest,
    office: Office,
    *,
    faults: list[Any] | None = None,
    made: list[Any] | None = None,
    **forms: list[Field],
) -> HttpResponse:
    may_edit = P.MEMBERS_EDIT in permissions(office.actor, office.event)
    shown: Shown | None = shown_link(office.event, made) if made and may_edit else None
    about = {
        "members": office.event.members.select_related("user").order_by("user__username", "role"),
        "invitations": list(open_invitations(office.event)) if may_edit else [],
        "may_edit": may_edit,
        "link": shown,
        "faults": faults,
        **{"fields": member_fields(), "invitation_fields": invitation_fields(), **forms},
    }
    return page(request, office, "people", "people", status=422 if faults else 200, **about)
