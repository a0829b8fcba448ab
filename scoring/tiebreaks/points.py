"""Criteria from the own results: points, differences, wins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from engine.core.text import gettext_noop as noop
from scoring.table import Outcome, Points, Result, ResultTable, Verdict, simple
from scoring.tiebreaks.base import (
    Column,
    Of,
    Options,
    Part,
    TieBreak,
    Unbounded,
    Value,
    score_of,
    summed,
    whole_field,
)

PRACTICE = noop("club practice")
FIDE = "FIDE Handbook C.07"


def fine_parts(table: ResultTable, place: int, of: Of) -> tuple[Part, ...]:
    """The fines and bonuses of one entrant, in the kind of points asked for."""
    entrant = table.entrants[place].id
    amounts = (
        (fine.round, fine.game_points if of == Of.GAME_POINTS else fine.match_points)
        for fine in table.fines
        if fine.entrant == entrant
    )
    return tuple(Part(number, None, amount, outcome="fine") for number, amount in amounts if amount)


def _total(of: Of) -> Callable[[ResultTable, Options], Column]:
    def column(table: ResultTable, options: Options) -> Column:
        score = score_of(table, of)
        return Column(score.own, score.unit)

    return column


def _each_round(
    amount: Callable[[ResultTable, Result], Points], fines: Of | None
) -> Callable[[ResultTable, Options, int], tuple[Part, ...]]:
    """One part for each round, then the fines where they are in the same kind of points."""

    def parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
        rounds = tuple(
            Part(result.round, _opponent(result), amount(table, result), outcome=result.outcome)
            for result in table.lines[place]
        )
        return rounds + (fine_parts(table, place, fines) if fines else ())

    return parts


def _opponent(result: Result) -> object:
    """The one opponent of a match, if it was one."""
    return result.opponents[0] if len(result.opponents) == 1 else None


def _match_points_parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    """What was carried over from an earlier stage, the rounds, the fines."""
    carried = table.entrants[place].carried
    start = (Part(0, None, carried, outcome="carried"),) if carried else ()
    rounds = _each_round(lambda _, result: result.match_points, Of.MATCH_POINTS)
    return start + rounds(table, options, place)


def _victory_points(table: ResultTable, result: Result) -> Points:
    """By a scale the match points are the victory points; else those that the game gave."""
    return result.match_points if result.victory_points is None else result.victory_points


def _difference(table: ResultTable, result: Result) -> Points:
    difference = result.game_points - result.opposition
    cap = table.settings.difference_cap
    return difference if cap is None else max(-cap, min(cap, difference))


def _quotient(table: ResultTable, options: Options) -> Column:
    """Own game points over those of the opponents; best where theirs are 0 or less."""
    score = table.game_score
    values: list[Value] = []
    keys: list[tuple[bool, Points]] = []
    for own, line in zip(score.own, table.lines, strict=True):
        against = sum(result.opposition for result in line)
        quotient = simple(Fraction(own, score.unit) / against) if against > 0 else 0
        values.append(quotient if against > 0 else Unbounded.BEST)
        keys.append((against <= 0, quotient))
    return Column(values, 1, keys)


def _won(table: ResultTable, result: Result) -> Points:
    """Wins as the table counts them: at the table, by forfeit, by a bye that is worth a win."""
    if result.outcome in (Outcome.PAIRING_BYE, Outcome.REQUESTED_BYE):
        return int(not table.settings.scaled and result.match_points >= table.settings.win)
    return int(result.outcome == Outcome.FORFEIT_WIN) or _won_at_table(table, result)


def _won_at_table(table: ResultTable, result: Result) -> Points:
    return int(result.is_played and result.verdict == Verdict.WON)


def _average_parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    played = [result for result in table.lines[place] if result.is_played]
    share = Fraction(1, len(played) or 1)
    return tuple(
        Part(
            result.round,
            _opponent(result),
            result.game_points if options.of == Of.GAME_POINTS else result.match_points,
            share,
        )
        for result in played
    )


MATCH_POINTS = TieBreak(
    key="match_points",
    name=noop("Match points"),
    abbreviation="MP",
    help=noop("Points of all matches and of rounds not played, with fines and bonuses."),
    source=FIDE,
    column=whole_field(_total(Of.MATCH_POINTS)),
    parts=_match_points_parts,
)
GAME_POINTS = TieBreak(
    key="game_points",
    name=noop("Game points"),
    abbreviation="GP",
    help=noop("Points made in the game itself, with fines and bonuses."),
    source=FIDE,
    column=whole_field(_total(Of.GAME_POINTS)),
    parts=_each_round(lambda _, result: result.game_points, Of.GAME_POINTS),
)
VICTORY_POINTS = summed(
    key="victory_points",
    name=noop("Victory points"),
    abbreviation="VP",
    help=noop("Points by the scale of the stage or by the rule of the game, with fines and bonuses."),
    source=PRACTICE,
    parts=_each_round(_victory_points, Of.MATCH_POINTS),
)
DIFFERENCE = summed(
    key="difference",
    name=noop("Difference"),
    abbreviation="Diff",
    help=noop("Own game points minus those of the opponents."),
    source=PRACTICE,
    parts=_each_round(_difference, Of.GAME_POINTS),
)
QUOTIENT = TieBreak(
    key="quotient",
    name=noop("Quotient"),
    abbreviation="Quot",
    help=noop("Own game points divided by those of the opponents."),
    source=PRACTICE,
    column=whole_field(_quotient),
)
WINS = summed(
    key="wins",
    name=noop("Wins"),
    abbreviation="WIN",
    help=noop("Matches won at the table or by forfeit, and rounds not played that are worth a win."),
    source=FIDE,
    parts=_each_round(_won, None),
)
GAMES_WON = summed(
    key="games_won",
    name=noop("Wins at the table"),
    abbreviation="WON",
    help=noop("Matches won at the table."),
    source=FIDE,
    parts=_each_round(_won_at_table, None),
)
HANDS_WON = summed(
    key="hands_won",
    name=noop("Hands won"),
    abbreviation="HW",
    help=noop("Hands in which the own side made more points."),
    source=PRACTICE,
    parts=_each_round(lambda _, result: result.hands_won, None),
)
AVERAGE_PER_ROUND_PLAYED = summed(
    key="average_per_round_played",
    name=noop("Average per round played"),
    abbreviation="Avg",
    help=noop("Mean points of the matches played."),
    source=PRACTICE,
    parts=_average_parts,
    options=frozenset({"of"}),
)
CRITERIA = (
    MATCH_POINTS,
    GAME_POINTS,
    VICTORY_POINTS,
    DIFFERENCE,
    QUOTIENT,
    WINS,
    GAMES_WON,
    HANDS_WON,
    AVERAGE_PER_ROUND_PLAYED,
)
