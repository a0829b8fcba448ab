"""Direct encounter: the table of the matches among the tied alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.core.text import gettext_noop as noop
from scoring.table import FORFEITS, Points, ResultTable, simple
from scoring.tiebreaks.base import Column, Groups, Of, Options, TieBreak
from scoring.tiebreaks.strength import meeting_points


class Standing(NamedTuple):
    """One entrant among the tied: the points of its meetings, and how far the missing ones could move it."""

    place: int
    points: Points
    lowest: Points
    highest: Points


def order(table: ResultTable, options: Options, group: Sequence[int]) -> list[list[int]]:
    """The tied in ranked subgroups; each subgroup is looked at anew, by the matches among its own."""
    subgroups = _split(table, options, group)
    if len(subgroups) == 1:
        return subgroups
    return [smaller for subgroup in subgroups for smaller in order(table, options, subgroup)]


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


def _split(table: ResultTable, options: Options, group: Sequence[int]) -> list[list[int]]:
    """One look at a group: by points if all have met, else where no missing match can bridge the gap."""
    among = points_among(table, options, group)
    others = len(group) - 1
    if all(len(met) == others for met in among):
        return _by_points(group, [sum(met.values()) for met in among])
    if not any(among) or options.of == Of.GAME_POINTS or not table.settings.bounded:
        return [list(group)]
    settings = table.settings
    standings = [
        Standing(
            place,
            points := sum(met.values()),
            points + (others - len(met)) * settings.loss,
            points + (others - len(met)) * settings.win,
        )
        for place, met in zip(group, among, strict=True)
    ]
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
