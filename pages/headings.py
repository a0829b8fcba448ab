"""The headings of a list of entrants, as the site calls its columns in each of its languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.imports.entrants import column_of, columns_of, heading_key
from tournaments.models import EntrantKind


def column_in_words(column: str) -> str:
    """A column as the form of an entrant calls it."""
    place = column.removeprefix("player_")
    if place != column:
        return _("Player %(place)s") % {"place": place}
    words = {"name": _("Name"), "club": _("Club"), "rating": _("Rating"), "number": _("Number")}
    return words.get(column, column)


def heading(column: str) -> str:
    """What a column is called at the head of a file in the language of the reader."""
    return column_of(column_in_words(column))


@cache
def headings() -> Mapping[str, str]:
    """The column that each heading means, in whatever language of the site it is written."""
    found: dict[str, str] = {}
    for language, _title in settings.LANGUAGES:
        with translation.override(language):
            found |= {heading_key(heading(each)): each for each in columns_of(EntrantKind.TEAM)}
    return found
