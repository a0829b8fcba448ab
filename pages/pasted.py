"""A list of entrants as people paste it from a message or a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from pages.entrant_form import EXAMPLES, usual_columns
from tournaments.imports.entrants import column_of
from tournaments.models import EntrantKind
from tournaments.names import PLAYERS

NAMED = re.compile(r"name|player_\d+")
NUMBERED = re.compile(r"\s*(\d{1,4}[.):]?|[-•*])\s+")
BETWEEN = (re.compile(r"\t"), re.compile(";"), re.compile(r",|\s[-–—/&+]\s"))
"""What stands between the parts of a line: the first of them that the line has."""


def with_headings(text: str, kind: str) -> bytes:
    """Return the list as a file that can be read; one that names its columns itself stays as it is."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if any(NAMED.fullmatch(column_of(cell)) for cell in re.split(r"[\t;,]", first)):
        return text.encode()
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(usual_columns(kind, PLAYERS[kind][1]))
    writer.writerows(_parts(line) for line in _without_numbers(lines))
    return written.getvalue().encode()


def order_in_words(kind: str) -> list[str]:
    """What stands in a line, in its order."""
    if kind == EntrantKind.INDIVIDUAL:
        return [_("Name"), _("Club")]
    players = [_("Player %(place)s") % {"place": place} for place in (1, 2)]
    return [*players, _("Club")] if kind == EntrantKind.PAIR else [_("Name of the team"), *players, "…"]


def example_line(kind: str) -> str:
    """A line that can be read, with what it cannot do without."""
    fewest = PLAYERS[kind][0]
    people = EXAMPLES[:1] if kind == EntrantKind.INDIVIDUAL else EXAMPLES[:fewest]
    return " – ".join((*(["Baza"] if kind == EntrantKind.TEAM else []), *people))


def _without_numbers(lines: Sequence[str]) -> Sequence[str]:
    """The lines without what counts them, where all of them are counted."""
    written = [line for line in lines if line.strip()]
    counted = len(written) > 1 and all(NUMBERED.match(line) for line in written)
    return [NUMBERED.sub("", line, count=1) for line in lines] if counted else lines


def _parts(line: str) -> list[str]:
    found = next((each for each in BETWEEN if each.search(line)), BETWEEN[-1])
    return [part.strip() for part in found.split(line)]
