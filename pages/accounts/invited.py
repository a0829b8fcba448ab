"""The words and fields of the page to which an invitation leads."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.fields import Field
from tournaments.models import Invitation
from tournaments.services.invitations import State

ENDED = {
    State.USED: gettext_lazy("This invitation has been used"),
    State.REVOKED: gettext_lazy("This invitation was taken back"),
    State.EXPIRED: gettext_lazy("This invitation has expired"),
}


def account_fields(found: Invitation, typed: QueryDict) -> list[Field]:
    """What is asked of somebody who makes an account; passwords are never shown again."""
    return [
        Field(
            "user",
            _("User name"),
            typed.get("user", ""),
            required=True,
            longest=150,
            autocomplete="username",
            help=_("With this you log in: letters, digits and @ . + - _ without spaces."),
        ),
        Field("name", _("Name"), typed.get("name", found.name), longest=150, autocomplete="name"),
        Field(
            "email",
            _("E-mail address"),
            typed.get("email", found.email),
            kind="email",
            longest=254,
            autocomplete="email",
            help=_("For a link when the password is forgotten. Nobody else sees it."),
        ),
        Field(
            "password",
            _("Password"),
            kind="password",
            required=True,
            autocomplete="new-password",
            help=_("At least ten characters; a short sentence is easy to remember and hard to guess."),
        ),
        Field(
            "again", _("The same password again"), kind="password", required=True, autocomplete="new-password"
        ),
    ]
