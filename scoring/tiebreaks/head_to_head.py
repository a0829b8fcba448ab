"""Direct encounter: the table of the matches among the tied alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from engine.core.text import gettext_noop as noop
from scoring.table import FORFEITS, Points, ResultTable, simple
from scoring.tiebreaks.base import Column, Groups, Of, Options, TieBreak
from scoring.tiebreaks.strength import meeting_points


class Standing(NamedTuple):
    """One entrant among the tied: the least and the most it could have with the missing meetings."""

    place: int
    lowest: Points
    highest: Points


Among = Callable[[Sequence[int]], list[dict[int, Points]]]
Span = tuple[Points, Points] | None


def order(table: ResultTable, options: Options, group: Sequence[int]) -> list[list[int]]:
    """The tied in ranked subgroups."""
    settings = table.settings
    is_bounded = settings.bounded and options.of == Of.MATCH_POINTS
    span = (settings.loss, settings.win) if is_bounded else None
    return ordered(group, partial(points_among, table, options), span)


def separates_nobody(table: ResultTable, options: Options, group: Sequence[int]) -> bool:
    """Whether the matches among the tied do not count, since some of them have not met."""
    met = points_among(table, options, group)
    return any(len(each) < len(group) - 1 for each in met) and len(order(table, options, group)) == 1


def ordered(group: Sequence[int], among: Among, span: Span) -> list[list[int]]:
    """Split a group and start again inside each subgroup, by the matches among its own.

    ``among`` gives for each of a group what it made against each other one it met; ``span`` is the least and
    the most that one meeting gives, None where nothing bounds it.
    """
    subgroups = _split(group, among(group), span)
    if len(subgroups) == 1:
        return subgroups
    return [smaller for subgroup in subgroups for smaller in ordered(subgroup, among, span)]


def points_among(table: ResultTable, options: Options, group: Sequence[int]) -> list[dict[int, Points]]:
    """For each of the group what it made against each other one it met, averaged over their meetings."""
    members = set(group)
    return [
        {opponent: _mean(amounts) for opponent, amounts in _met(table, options, place, members).items()}
        for place in group
    ]


def _mean(amounts: Sequence[Points]) -> Points:
    return amounts[0] if len(amounts) == 1 else simple(Fraction(sum(amounts), len(amounts)))


def _met(table: ResultTable, options: Options, place: int, members: set[int]) -> dict[int, list[Points]]:
    """Points of the meetings with members, by opponent."""
    found: dict[int, list[Points]] = {}
    if table.settings.round_robin or not members.isdisjoint(table.opponents[place]):
        for opponent, amount in _meetings(table, options, place):
            if opponent in members:
                found.setdefault(opponent, []).append(amount)
    return found


def _meetings(table: ResultTable, options: Options, place: int) -> Iterator[tuple[int, Points]]:
    """All meetings of one entrant with their points; forfeits are meetings in a round robin only."""
    for result in table.lines[place]:
        if result.is_played or (table.settings.round_robin and result.outcome in FORFEITS):
            for seat, opponent in enumerate(result.opponents):
                is_game = options.of == Of.GAME_POINTS
                amount = result.game_points if is_game else meeting_points(table, result, seat)
                yield table.index[opponent], amount


def _split(group: Sequence[int], among: list[dict[int, Points]], span: Span) -> list[list[int]]:
    """One look at a group: by points if all have met, else where no missing match can bridge the gap."""
    others = len(group) - 1
    if all(len(met) == others for met in among):
        return _by_points(group, [sum(met.values()) for met in among])
    if span is None or not any(among):
        return [list(group)]
    loss, win = span
    standings = []
    for place, met in zip(group, among, strict=True):
        points, missing = sum(met.values()), others - len(met)
        standings.append(Standing(place, points + missing * loss, points + missing * win))
    return _by_range(standings)


def _by_points(group: Sequence[int], points: Sequence[Points]) -> list[list[int]]:
    ranked: dict[Points, list[int]] = {}
    for place, amount in zip(group, points, strict=True):
        ranked.setdefault(amount, []).append(place)
    return [ranked[amount] for amount in sorted(ranked, reverse=True)]


def _by_range(standings: Sequence[Standing]) -> list[list[int]]:
    """Cut wherever the lowest of those above is higher than the highest of those below."""
    descending = sorted(standings, key=lambda standing: standing.lowest, reverse=True)
    subgroups = [[descending[0].place]]
    for at in range(1, len(descending)):
        if descending[at - 1].lowest > max(standing.highest for standing in descending[at:]):
            subgroups.append([])
        subgroups[-1].append(descending[at].place)
    return subgroups


def _column(table: ResultTable, options: Options, groups: Groups) -> Column:
    """Points among the tied, null for who is not tied; the keys follow the subgroups."""
    size = len(table.entrants)
    values: list[Points | None] = [None] * size
    keys = [0] * size
    for group in groups:
        if len(group) > 1:
            for place, met in zip(group, points_among(table, options, group), strict=True):
                values[place] = sum(met.values())
            for rank, subgroup in enumerate(order(table, options, group)):
                for place in subgroup:
                    keys[place] = -rank
    return Column(values, 1, keys)


DIRECT_ENCOUNTER = TieBreak(
    key="direct_encounter",
    name=noop("Direct encounter"),
    abbreviation="DE",
    help=noop("The table of the matches among the tied, if no match that is missing could change it."),
    source="FIDE Handbook C.07",
    column=_column,
    among_tied=True,
    options=frozenset({"of"}),
)
CRITERIA = (DIRECT_ENCOUNTER,)
