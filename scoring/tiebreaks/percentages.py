"""Win percentages of the matches really played, never below a third of what was possible."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from engine.core.text import gettext_noop as noop
from scoring.table import Points, ResultTable, simple, view
from scoring.tiebreaks.base import Column, Options, Part, TieBreak, summed, whole_field

FLOOR = Fraction(33, 100)
SOURCE = noop("Swiss events of collectible card games")


@view
def match_win_percentages(table: ResultTable) -> list[Points]:
    """Match points of the played matches over the most they could have given."""
    percentages = []
    for line in table.lines:
        played = [result.match_points for result in line if result.is_played]
        percentages.append(_at_least_floor(sum(played), table.settings.win * len(played)))
    return percentages


@view
def game_win_percentages(table: ResultTable) -> list[Points]:
    """Own game points of the played matches over those of all sides."""
    percentages = []
    for line in table.lines:
        played = [result for result in line if result.is_played]
        own = sum(result.game_points for result in played)
        others = sum(sum(result.opponent_game_points) for result in played)
        percentages.append(_at_least_floor(own, own + others))
    return percentages


def _at_least_floor(own: Points, most: Points) -> Points:
    return simple(max(FLOOR, Fraction(own) / most)) if most > 0 else FLOOR


def _of_opponents(
    percentages: Callable[[ResultTable], list[Points]],
) -> Callable[[ResultTable, Options, int], tuple[Part, ...]]:
    """The mean over the meetings: one part each; the floor for one who met nobody."""

    def parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
        everybody = percentages(table)
        met = [
            (result, opponent)
            for result in table.lines[place]
            if result.is_played
            for opponent in result.opponents
        ]
        if not met:
            return (Part(0, None, FLOOR, outcome="floor"),)
        share = simple(Fraction(1, len(met)))
        return tuple(
            Part(result.round, opponent, everybody[table.index[opponent]], share) for result, opponent in met
        )

    return parts


OPPONENTS_MATCH_WIN_PERCENTAGE = summed(
    key="opponents_match_win_percentage",
    name=noop("Match wins of the opponents"),
    abbreviation="OMW",
    help=noop("Mean share of the possible match points that the opponents made."),
    source=SOURCE,
    parts=_of_opponents(match_win_percentages),
)
OWN_GAME_WIN_PERCENTAGE = TieBreak(
    key="own_game_win_percentage",
    name=noop("Own share of game points"),
    abbreviation="GW",
    help=noop("Own game points over those of both sides, in the matches played."),
    source=SOURCE,
    column=whole_field(lambda table, _: Column(game_win_percentages(table))),
)
OPPONENTS_GAME_WIN_PERCENTAGE = summed(
    key="opponents_game_win_percentage",
    name=noop("Opponents' share of game points"),
    abbreviation="OGW",
    help=noop("Mean share of the game points that the opponents made in their matches."),
    source=SOURCE,
    parts=_of_opponents(game_win_percentages),
)
CRITERIA = (OPPONENTS_MATCH_WIN_PERCENTAGE, OWN_GAME_WIN_PERCENTAGE, OPPONENTS_GAME_WIN_PERCENTAGE)
