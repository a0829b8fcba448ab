"""An event that is being set up, in one paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.event_form import Given
from pages.words.event import rules_in_words, stage_in_words
from scoring.archive.canonical import moment
from scoring.archive.columns import stage_columns
from scoring.archive.read import Archive
from scoring.selectors.setup import entrants_at_a_table
from tournaments.models import Event, Stage

BREAK_MINUTES = 10
HAND_MINUTES = 8


def summary(archive: Archive, values: Given) -> str:
    """Everything that was decided, as sentences."""
    part = archive.document["event"]
    event = Event(
        name=part["name"],
        game=part["game"],
        profile=part["profile"],
        options=part["options"],
        entrant_kind=part["entrant_kind"],
        time_zone=part["time_zone"],
        settings=part.get("settings", {}),
    )
    stage = Stage(event=event, **stage_columns(archive.document["stages"][0]))
    return " ".join((_first(event, part["starts_at"]), *_stage(stage), *_size(stage, values)))


def _first(event: Event, starts_at: str | None) -> str:
    rules = rules_in_words(event)
    is_usual = "variant" not in event.options and rules.played.startswith(rules.game)
    told = _("%(name)s: %(game)s, %(rules)s, for %(kind)s.") % {
        "name": event.name,
        "game": rules.game if is_usual else rules.played,
        "rules": rules.profile,
        "kind": event.get_entrant_kind_display(),
    }
    if rules.differences:
        told += " " + _("Changed: %(changes)s.") % {"changes": "; ".join(rules.differences)}
    if starts_at:
        at = moment(starts_at).astimezone(ZoneInfo(event.time_zone))
        told += " " + _("It begins on %(when)s.") % {"when": date_format(at, "DATETIME_FORMAT")}
    return told


def _stage(stage: Stage) -> Iterator[str]:
    for fact in stage_in_words(stage):
        yield f"{fact.name}: {', '.join(fact.lines)}."


def _size(stage: Stage, values: Given) -> Iterator[str]:
    """Tables and hours for as many as are expected; a hand takes about eight minutes."""
    expected = values.get("expected", "").strip()
    if not expected.isdecimal() or not 2 <= int(expected) <= 10_000:
        return
    size = entrants_at_a_table(stage.event)
    tables, left = divmod(int(expected), size)
    text = ngettext(
        "%(count)s %(kind)s need %(tables)s table.", "%(count)s %(kind)s need %(tables)s tables.", tables
    )
    yield text % {"count": expected, "kind": stage.event.get_entrant_kind_display(), "tables": tables}
    if left:
        yield _without_a_table(left, size)
    ends = [stage.match.get("minutes"), (stage.match.get("hands") or 0) * HAND_MINUTES or None]
    minutes = min((each for each in ends if each), default=None)
    if minutes and stage.rounds_planned:
        hours = round(stage.rounds_planned * (minutes + BREAK_MINUTES) / 30) / 2
        yield _("That takes about %(hours)s hours.") % {
            "hours": number_format(hours, 0 if hours == int(hours) else 1)
        }


def _without_a_table(left: int, size: int) -> str:
    """Those who are too few for a table of this size: an odd field of two sides has a bye."""
    if size == 2:
        return _("Their number is odd: each round one of them has a bye.")
    text = ngettext("Each round %(count)s of them sits out.", "Each round %(count)s of them sit out.", left)
    return text % {"count": left}
