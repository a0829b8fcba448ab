"""What an export needs to be told: how numbers, outcomes and times are said to its reader."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.exports.sheet import Heading
from scoring.selectors.rounds import RoundPage, SideLine
from tournaments.models import Entrant, Event


@dataclass(frozen=True, slots=True)
class Words:
    """The reader's manner of saying things.

    `value` prints the exact value of a criterion by its key, `moment` a time by the clock of the venue.
    """

    value: Callable[[str | None, str], str]
    outcome: Callable[[str], str]
    moment: Callable[[datetime], str]
    sides: Mapping[str, str] = field(default_factory=dict)


def changed_at(event: Event) -> datetime:
    """When the event last changed: the time of its version."""
    last = event.log.order_by("-number").values_list("at", flat=True).first()
    return last or event.created_at


def heading(event: Event, title: str, words: Words) -> Heading:
    """What stands above every page of an export of this event."""
    at = changed_at(event)
    moment = _("As of %(moment)s") % {"moment": words.moment(at)}
    return Heading(event.name, title, at, moment, get_language() or "en", event.club.name)


def round_in_words(page: RoundPage) -> str:
    """The round, with its stage where there are several."""
    number = _("Round %(number)s") % {"number": page.round.number}
    return f"{page.stage.name}: {number}" if len(page.outline.stages) > 1 else number


def numbered(entrant: Entrant) -> str:
    """The entrant as it is called out: number and name."""
    return f"{entrant.number}  {entrant.name}"


def short_seats(seats: str) -> str:
    """The seats of a side in short, N–S or 1–3–5; a side with one word for all of it stays as it is."""
    parts = seats.split("–")
    return "–".join(shortest(part) for part in parts) if len(parts) > 1 else seats


def shortest(seat: str) -> str:
    """The number of a seat, else the first letter of its name, with the vowel that is written on it."""
    last = seat.rpartition(" ")[2]
    if last.isdecimal():
        return last
    signs = takewhile(lambda sign: unicodedata.category(sign).startswith("M"), seat[1:])
    return seat[:1] + "".join(signs)


def side_name(side: SideLine) -> str:
    """The entrants of a side with their numbers."""
    return " + ".join(numbered(entrant) for entrant in side.entrants)
