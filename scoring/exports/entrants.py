"""The entrants as rows, under the names of the columns that an import reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.exports.standings import people
from scoring.exports.tables import Exactly, Table, Value, decimal_of
from tournaments.models import Entrant


def entrants_table(entrants: Sequence[Entrant]) -> Table:
    """Everybody who is entered, by number, with the state of the entry."""
    most = max((len(people(each)) for each in entrants), default=0)
    players = [f"player_{place}" for place in range(1, most + 1)]
    head = ("number", "name", *players, "club", "rating", "status")
    return Table(_("Entrants"), head, tuple(tuple(_values(each, most)) for each in entrants))


def _values(entrant: Entrant, most: int) -> Iterator[Value | Exactly]:
    names = people(entrant)
    yield entrant.number
    yield from (entrant.name, *names)
    yield from [""] * (most - len(names))
    yield entrant.club
    yield "" if entrant.rating is None else decimal_of(str(entrant.rating))
    yield str(entrant.get_status_display())
