"""A list of entrants as people paste it from a message or a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from pages.entrant_form import EXAMPLES, usual_columns
from pages.headings import column_in_words, headings
from tournaments.imports.entrants import column_of
from tournaments.models import EntrantKind
from tournaments.names import PLAYERS
from tournaments.texts import FILES

NAMED = re.compile(r"name|player_\d+")
MARKED = re.compile(r"^\s*(?:(#\s?\d{1,4}[.):]?|\d{1,4}[.):])(?!\d)[\s,;]*|[-–•*]\s+)")
"""What counts or marks a line and can be nothing else: 1. or 1) or #1, or a dash or dot before a blank."""
NUMBERED = re.compile(r"\s*(\d{1,4}[.):]?|[-•*])\s+")
BETWEEN = (re.compile(r"\t"), re.compile(";"), re.compile(r",|\s[-–—/&+]\s"))
"""What stands between the parts of a line: the first of them that the line has."""
AND = re.compile(r"\s(?:and|AND|und|UND|y|e)\s")
"""What stands between the two of a pair in a line that has nothing better."""


def with_headings(text: str, kind: str) -> bytes:
    """Return the list as a file that can be read; one that names its columns itself stays as it is."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if any(NAMED.fullmatch(column_of(cell, headings())) for cell in re.split(r"[\t;,]", first)):
        return text.encode()
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(usual_columns(kind, PLAYERS[kind][1]))
    writer.writerows(_parts(line, kind) for line in _without_numbers(lines))
    return written.getvalue().encode()


def order_in_words(kind: str) -> list[str]:
    """What stands in a line, in its order."""
    if kind == EntrantKind.INDIVIDUAL:
        return [_("Name"), _("Club")]
    fewest = PLAYERS[kind][0]
    players = [_("Player %(place)s") % {"place": place} for place in range(1, fewest + 1)]
    if kind == EntrantKind.PAIR:
        return [*players, _("Club")]
    return [_("Name of the team"), *players, _("further players")]


def example_line(kind: str) -> str:
    """A line that can be read, with what it cannot do without."""
    fewest = PLAYERS[kind][0]
    people = EXAMPLES[:1] if kind == EntrantKind.INDIVIDUAL else EXAMPLES[:fewest]
    return " – ".join((*(["Baza"] if kind == EntrantKind.TEAM else []), *people))


def fault_in_words(kind: str, column: str, fault: str) -> str:
    """What is wrong with a line of a list, and in which part of it."""
    if (kind, column, fault) == (EntrantKind.PAIR, "player_2", "missing_value"):
        return _("No second player found. Put a comma or a dash between the two: %(example)s") % {
            "example": ", ".join(EXAMPLES[:2])
        }
    text = str(FILES.get(fault, fault))
    return f"{column_in_words(column)}: {text}" if column else text


def _without_numbers(lines: Sequence[str]) -> Sequence[str]:
    """The lines without what counts them; a bare number or a sign counts only where all lines have one."""
    written = [line for line in lines if line.strip()]
    counted = len(written) > 1 and all(NUMBERED.match(line) for line in written)
    return [(NUMBERED if counted else MARKED).sub("", line, count=1) for line in lines]


def _parts(line: str, kind: str) -> list[str]:
    found = next((each for each in BETWEEN if each.search(line)), None)
    if found is None and kind == EntrantKind.PAIR and len(AND.findall(line)) == 1:
        found = AND
    return [part.strip() for part in (found or BETWEEN[-1]).split(line)]
