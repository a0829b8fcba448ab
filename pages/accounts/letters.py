"""What the letters of the site say: subject and paragraphs, in the language in force."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Invitation, User

Letter = tuple[str, list[str]]


def new_password(user: User, link: str) -> Letter:
    """The link by which a forgotten password is replaced."""
    asked = _("Somebody, most likely you, asked for a new password for the account “{name}”.")
    return _("A new password for Baza"), [
        asked.format(name=user.get_username()),
        _("Set it here; the link works once, within three days:") + f"\n{link}",
        _("If it was not you, do nothing: your password stays as it is."),
    ]


def address_changed(user: User) -> Letter:
    """To the address that an account had before."""
    changed = _("The account “{name}” has another e-mail address now.")
    return _("Another e-mail address for your account"), [
        changed.format(name=user.get_username()),
        _("If it was not you, ask who runs the site to look after your account."),
    ]


def invitation(invited: Invitation, link: str) -> Letter:
    """The link of an invitation."""
    subject = _("Help at {event}").format(event=invited.event.name)
    asked = _("You are invited to help at “{event}” ({club}) in this role: {role}.")
    return subject, [
        asked.format(event=invited.event.name, club=invited.event.club.name, role=invited.get_role_display()),
        _("Follow this link; it works once, within seven days:") + f"\n{link}",
        _("It is meant for you alone. If you do not know why you get this, do nothing."),
    ]
