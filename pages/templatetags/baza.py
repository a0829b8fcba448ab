"""What the templates may call: numbers, places, signs, times of the event."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from datetime import datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime, now
from django.utils.translation import get_language, gettext, ngettext

from pages import numbers
from pages.acts import page_near
from pages.languages import languages_of
from pages.words import event as event_words
from pages.words import kinds
from pages.words.reasons import reason_in_words
from scoring.exports.words import shortest
from scoring.selectors.events import Outline, StageOutline
from scoring.selectors.rounds import Reason
from tournaments.models import Entrant, Event, Round, Stage
from tournaments.protest import provisional_until

register = template.Library()

ICONS = Path(settings.BASE_DIR) / "static" / "icons"


@cache
def drawing(name: str) -> str:
    """The drawing of an icon of our own; raises FileNotFoundError for an unknown one."""
    text = (ICONS / f"{name}.svg").read_text(encoding="utf-8").strip()
    return text.replace(' xmlns="http://www.w3.org/2000/svg"', ' class="icon"', 1)


@register.simple_tag(takes_context=True)
def here(context: Context) -> str:
    """The address of the page that is shown: where to come back to, also when a form has been answered."""
    request: HttpRequest | None = context.get("request")
    if request is None:
        return ""
    return page_near(request.path) if request.method == "POST" else request.get_full_path()


@register.simple_tag(takes_context=True)
def languages_here(context: Context) -> tuple[str, ...]:
    """The languages in which the page that is shown is there, too, by code."""
    return tuple(code for code in languages_of(context["request"]) if code != get_language())


@register.simple_tag
def icon(name: str) -> SafeString:
    """The icon beside a word: readers of the screen hear the word alone."""
    return mark_safe(drawing(name).replace("<svg", '<svg aria-hidden="true" focusable="false"', 1))  # noqa: S308


@register.filter
def points(value: numbers.Exact) -> str:
    """A number of points, see `pages.numbers.points`."""
    return numbers.points(value)


@register.filter
def signed(value: numbers.Exact) -> str:
    """A number with its sign."""
    return numbers.signed(value)


@register.filter
def value_of(value: numbers.Exact, key: str) -> str:
    """The value of a criterion: shares as percentages, differences with their sign."""
    if "percentage" in key:
        return numbers.percent(value)
    return numbers.signed(value) if key == "difference" else numbers.points(value)


@register.filter
def say(text: str) -> str:
    """A text of the engine or of a criterion in the reader's language."""
    return gettext(text) if text else ""


@register.filter
def lookup(mapping: Mapping[str, str], key: str) -> str:
    """The value at the key, or the key itself."""
    return mapping.get(key, key)


@register.filter
def seat_alone(seat: str) -> str:
    """The number of a seat below a heading that says what it is."""
    return shortest(seat)


@register.filter
def has_no_byes(event: Event) -> bool:
    """Whether who does not play sits out there, instead of having a bye."""
    return event_words.has_no_byes(event)


@register.filter
def outcome_word(outcome: str, event: Event) -> str:
    """What a round was for an entrant of the event."""
    return event_words.outcome_in_words(outcome, event)


@register.filter
def reason(given: Reason, drawn: Round) -> str:
    """Why a table of this round was drawn as it is."""
    return reason_in_words(given, drawn)


@register.filter
def kind(event: Event, word: str) -> str:
    """The word for those who play in this event."""
    return kinds.kind_in_words(event, word)


@register.filter
def size(event: Event, count: int | Sized) -> str:
    """So many pairs, teams or players."""
    return kinds.size_in_words(event, count if isinstance(count, int) else len(count))


@register.filter
def stage_name(stage: Stage) -> str:
    """The stage by its name, or by its method."""
    return event_words.stage_name(stage)


@register.filter
def match_tie_break(key: str) -> str:
    """The rule that decided an equal match."""
    return event_words.tie_break_in_words(key)


@register.filter
def people_to_add(entrant: Entrant) -> str:
    """The people of an entrant, where its name does not name them already."""
    people = [each.player.display_name() for each in entrant.line_up.all()]
    return "" if all(person in entrant.name for person in people) else ", ".join(people)


@register.filter
def stage_of(outline: Outline, stage: Stage) -> StageOutline:
    """The rounds of a stage."""
    return outline.stage(stage.order)


@register.filter
def local(moment: datetime | None, zone: str) -> str:
    """Day and time at the venue, with the year."""
    return "" if moment is None else date_format(at_venue(moment, zone), "DATETIME_FORMAT")


@register.filter
def local_time(moment: datetime | None, zone: str) -> str:
    """The time of day at the venue."""
    return "" if moment is None else date_format(at_venue(moment, zone), "TIME_FORMAT")


@register.filter
def provisional(found: Round | None, event: Event) -> str:
    """That the results of a round are provisional, and until when by the venue's clock; else "".

    Today that is a time of day, else a date.
    """
    moment = now()
    ends = provisional_until(event, found, moment)
    if ends is None:
        return ""
    until = at_venue(ends, event.time_zone)
    if at_venue(moment, event.time_zone).date() == until.date():
        # Where one o'clock is one and all others are several, as in Spanish, the hour decides the article.
        words = ngettext("provisional until %(time)s", "provisional until %(time)s", until.hour)
        return words % {"time": local_time(ends, event.time_zone)}
    return gettext("provisional until %(until)s") % {"until": local(ends, event.time_zone)}


@register.filter
def iso(moment: datetime | None) -> str:
    """For `datetime` attributes."""
    return "" if moment is None else moment.isoformat(timespec="minutes")


def at_venue(moment: datetime, zone: str) -> datetime:
    """The moment by the clock of the venue; UTC where the zone is not known to this machine."""
    try:
        return localtime(moment, ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        return localtime(moment, ZoneInfo("UTC"))


@register.simple_tag
def sign(name: str, word: str, tone: str = "") -> SafeString:
    """A state by its sign and its word; `tone` is good, warn, bad or nothing."""
    return format_html('<span class="sign plate {}">{} {}</span>', tone, icon(name), word)
