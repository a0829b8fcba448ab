"""The fields of one's own account, and one's roles."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from engine.core.problems import Problem
from pages import languages
from pages.fields import Choice, Fault, Field, mark
from tournaments.models import EventMember, User
from tournaments.texts import sentence


def address() -> str:
    """The page of the account."""
    return reverse("account")


def fields_of(user: User, typed: QueryDict | None) -> list[Field]:
    """What one may change about oneself, as stored or as typed."""
    stored = {"name": user.get_full_name(), "email": user.email, "language": user.language}
    value = {name: stored[name] if typed is None else typed.get(name, "") for name in stored}
    return [
        Field("name", _("Name"), value["name"], longest=150, autocomplete="name"),
        Field(
            "email",
            _("E-mail address"),
            value["email"],
            kind="email",
            longest=254,
            autocomplete="email",
            help=_("For a link when the password is forgotten. Nobody else sees it."),
        ),
        Field("language", _("Language"), value["language"], kind="choice", choices=language_choices()),
        Field(
            "password",
            _("Present password"),
            kind="password",
            autocomplete="current-password",
            help=_("Needed for another e-mail address only."),
        ),
    ]


def language_choices() -> list[Choice]:
    """Each language by its own name, and the one of the browser."""
    named = [
        Choice(code, str(get_language_info(code)["name_local"]).capitalize())
        for code in languages.languages()
    ]
    return [Choice("", _("as the browser says")), *named]


def mark_faults(form: Iterable[Field], problems: Iterable[Problem]) -> list[Fault]:
    """Each problem beside its field."""
    return mark(form, problems, lambda path: path.strip("/"), sentence)


def roles_of(user: User) -> QuerySet[EventMember]:
    """Where one helps, the latest events first."""
    rows = user.memberships.select_related("event__club")
    return rows.order_by("-event__starts_at", "event__pk", "role")
