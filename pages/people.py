"""The forms by which somebody comes to help, and the link of an invitation as it is shown once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.utils.translation import gettext as _

from pages.accounts import mail
from pages.accounts.letters import invitation as letter_of
from pages.addresses import reaches_others
from pages.fields import Choice, Field
from pages.squares import square
from tournaments.models import Event, Invitation, Role

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """The link of an invitation, in every way in which it can be given on."""

    invitation: Invitation
    link: str
    square: str
    letter: str
    reaches_others: bool


def role_field(name: str, chosen: str) -> Field:
    """What a helper may do, by role."""
    roles = {
        Role.OWNER: _("everything, and who helps"),
        Role.DIRECTOR: _("everything but who helps"),
        Role.ASSISTANT: _("the list of who plays, tablets, results"),
        Role.SCORER: _("enters and confirms results"),
        Role.VIEWER: _("sees drafts before they are published"),
    }
    choices = [Choice(role.value, f"{role.label}: {text}") for role, text in roles.items()]
    return Field(name, _("Role"), chosen, kind="choice", choices=choices)


def member_fields(typed: Typed | None = None) -> list[Field]:
    """Who has an account already."""
    given = typed or {}
    username = Field("username", _("User name"), given.get("username", ""), required=True, longest=150)
    return [username, role_field("role", given.get("role", Role.ASSISTANT.value))]


def invitation_fields(typed: Typed | None = None) -> list[Field]:
    """Whom to invite, into which role, and where to send the link if the site sends letters."""
    given = typed or {}
    fields = [
        Field(
            "invite-name",
            _("For whom"),
            given.get("invite-name", ""),
            longest=120,
            help=_("So that you know the link again in the list."),
        ),
        role_field("invite-role", given.get("invite-role", Role.ASSISTANT.value)),
    ]
    if mail.is_set_up():
        fields.append(
            Field(
                "invite-email",
                _("E-mail address"),
                given.get("invite-email", ""),
                kind="email",
                longest=254,
                help=_("The link is sent there. Without it you give the link on yourself."),
            )
        )
    return fields


def shown_link(event: Event, made: Sequence[Any]) -> Shown | None:
    """What was just made; None where it is gone already."""
    key, link = made
    invitation = event.invitations.filter(pk=key).first()
    if invitation is None:
        return None
    invitation.event = event
    subject, paragraphs = letter_of(invitation, link)
    letter = f"mailto:?subject={quote(subject)}&body={quote(chr(10).join(paragraphs))}"
    return Shown(invitation, link, square(link), letter, reaches_others(link))
