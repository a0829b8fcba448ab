"""Criteria that come from outside the matches: fines, rating, lot, play-off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from engine.core.text import gettext_noop as noop
from scoring.table import EntrantId, ResultTable
from scoring.tiebreaks.base import Column, Options, TieBreak, whole_field

DIRECTOR = noop("tournament director")


def draw_lots(entrants: Iterable[tuple[EntrantId, int]], seed: int | str) -> dict[EntrantId, int]:
    """The lot of each entrant (id and number): 1 is best. The same seed and numbers draw the same lots.

    The order is that of a hash of seed and number, so it depends neither on the order in which the entrants
    are given nor on the version of Python.
    """

    def ticket(entrant: tuple[EntrantId, int]) -> tuple[bytes, int]:
        number = entrant[1]
        return sha256(f"{seed}:{number}".encode()).digest(), number

    return {entrant[0]: lot for lot, entrant in enumerate(sorted(entrants, key=ticket), 1)}


def _lowest_first(table: ResultTable, numbers: Mapping[EntrantId, int]) -> Column:
    """Lower numbers are better; who has none comes after all who have."""
    values = [numbers.get(entrant.id) for entrant in table.entrants]
    last = max(numbers.values(), default=0) + 1
    return Column(values, 1, [-last if value is None else -value for value in values])


def _lot(table: ResultTable, options: Options) -> Column:
    return _lowest_first(table, table.settings.lots)


def _playoff(table: ResultTable, options: Options) -> Column:
    return _lowest_first(table, table.settings.playoffs)


def _rating(table: ResultTable, options: Options) -> Column:
    """Who has no rating comes after all who have."""
    values = [entrant.rating for entrant in table.entrants]
    last = min((value for value in values if value is not None), default=0) - 1
    return Column(values, 1, [last if value is None else value for value in values])


def _fines(table: ResultTable, options: Options) -> Column:
    """How many penalties are in force; a bonus is none."""
    counts = [0] * len(table.entrants)
    for fine in table.fines:
        counts[table.index[fine.entrant]] += fine.match_points < 0 or fine.game_points < 0
    return Column(counts, 1, [-count for count in counts])


FEWEST_PENALTIES = TieBreak(
    key="fewest_penalties",
    name=noop("Fewest penalties"),
    abbreviation="Pen",
    help=noop("Number of fines in force: fewer are better."),
    source=DIRECTOR,
    column=whole_field(_fines),
    lower_is_better=True,
)
RATING = TieBreak(
    key="rating",
    name=noop("Rating"),
    abbreviation="Rtg",
    help=noop("The rating that stands on the list."),
    source=DIRECTOR,
    column=whole_field(_rating),
)
LOT = TieBreak(
    key="lot",
    name=noop("Lot"),
    abbreviation="Lot",
    help=noop("Drawn by a stored seed: the lower number is better."),
    source=DIRECTOR,
    column=whole_field(_lot),
    lower_is_better=True,
)
PLAYOFF = TieBreak(
    key="playoff",
    name=noop("Play-off"),
    abbreviation="PO",
    help=noop("Place in a play-off, entered by the director."),
    source=DIRECTOR,
    column=whole_field(_playoff),
    lower_is_better=True,
)
CRITERIA = (FEWEST_PENALTIES, RATING, LOT, PLAYOFF)
