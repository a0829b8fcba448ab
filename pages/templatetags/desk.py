"""What the templates of the director's desk may call."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from django import template
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pages.desk import obstacles_in_words
from pages.infractions import effect_in_words, infraction_in_words
from scoring.models import Ruling
from scoring.selectors.desk import GROUPS, DeskPage, Obstacle
from scoring.services.ruling_rows import may_be_undone
from tournaments.models import Event

register = template.Library()


@register.filter
def minutes_since(moment: datetime) -> int:
    """Whole minutes from then to now."""
    return max(0, int((now() - moment).total_seconds() // 60))


@register.filter
def obstacle_words(obstacles: Iterable[Obstacle]) -> tuple[str, ...]:
    """What has to be done about a table."""
    return obstacles_in_words(obstacles)


@register.filter
def filters(page: DeskPage) -> list[tuple[str, str, int]]:
    """The filters of the board, each with its word and how many tables it shows; empty ones left out."""
    words = {
        "attention": _("To decide"),
        "to_confirm": _("To confirm"),
        "playing": _("Playing"),
        "scheduled": _("Not started"),
        "done": pgettext("tables", "Finished"),
    }
    found = [(key, words[key], page.counts.get(key, 0)) for key in GROUPS]
    return [("", _("All"), page.total), *(each for each in found if each[2])]


@register.filter
def at(mapping: Mapping[str, object], key: str) -> object:
    """The value at the key, None where there is none."""
    return mapping.get(key)


@register.filter
def number(text: str) -> int | None:
    """The number that a form sent, to choose it again."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


@register.filter
def as_json(value: object) -> str:
    """The value for a script to read."""
    return json.dumps(value)


@register.filter
def effect(ruling: Ruling) -> str:
    """What a ruling does."""
    return effect_in_words(ruling)


@register.filter
def may_be_cancelled(ruling: Ruling) -> bool:
    """Whether the desk can take back a ruling that is in force."""
    return may_be_undone(ruling)


@register.filter
def infraction(ruling: Ruling, event: Event) -> str:
    """What a ruling is about."""
    return infraction_in_words(event, ruling.code)
