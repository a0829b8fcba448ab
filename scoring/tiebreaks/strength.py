"""Criteria that weigh own results by the strength of the opponent: Sonneborn-Berger and Koya."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from engine.core.text import gettext_noop as noop
from scoring.table import FORFEITS, Points, Result, ResultTable
from scoring.tiebreaks.base import By, Column, Options, Part, TieBreak, ratio, score_of, summed, whole_field
from scoring.tiebreaks.opponents import FIDE, HALF, Contribution, contributions, met_scores
from scoring.tiebreaks.unplayed import dummies


def _sonneborn_berger(table: ResultTable, options: Options) -> Column:
    """Verdicts are half wins, so the unit is halved too; other weights take the way over the parts."""
    if options.by != By.RESULT:
        return Column([sum(part.amount for part in _parts(table, options, at)) for at in _places(table)])
    met = met_scores(table, options.of)
    sums: list[Points] = [sum(map(mul, scores, won)) for scores, won in zip(met, table.verdicts, strict=True)]
    for place in dummies(table, options.of):
        sums[place] = HALF * sum(m.score * m.factor for m in contributions(table, place, options.of))
    return Column(sums, HALF * score_of(table, options.of).unit)


def _places(table: ResultTable) -> range:
    return range(len(table.entrants))


def _weighed(table: ResultTable, place: int, options: Options) -> list[Contribution]:
    """The meetings with what they are multiplied by: the result, or the own points of the match."""
    meetings = contributions(table, place, options.of)
    if options.by == By.RESULT:
        return meetings
    if options.by == By.GAME_POINTS:
        return [meeting._replace(factor=meeting.result.game_points) for meeting in meetings]
    return [meeting._replace(factor=meeting.result.match_points) for meeting in meetings]


def _parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    unit = score_of(table, options.of).unit
    return tuple(
        Part(m.result.round, m.opponent, ratio(m.score, unit), m.factor, outcome=m.result.outcome)
        for m in _weighed(table, place, options)
    )


def _cut_parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    dropped = _lightest(_weighed(table, place, options))
    parts = _parts(table, options, place)
    return tuple(part._replace(counted=at != dropped) for at, part in enumerate(parts))


def _lightest(meetings: Sequence[Contribution]) -> int | None:
    """The meeting that cut 1 drops: the lowest opponent, of equal ones the smallest product."""
    return min(
        range(len(meetings)),
        key=lambda at: (meetings[at].score, meetings[at].score * meetings[at].factor),
        default=None,
    )


def _koya_parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    """Own points against those at or above the limit; forfeits count against the scheduled opponent."""
    score = table.match_score
    least = options.limit * score.win * table.rounds
    return tuple(
        Part(result.round, opponent, meeting_points(table, result, seat), outcome=result.outcome)
        for result in table.lines[place]
        if result.is_played or result.outcome in FORFEITS
        for seat, opponent in enumerate(result.opponents)
        if score.final[table.index[opponent]] >= least
    )


def meeting_points(table: ResultTable, result: Result, seat: int) -> Points:
    """Match points of one meeting: those of the match; at a table of three what its verdict is worth."""
    if not result.is_three_sided:
        return result.match_points
    settings = table.settings
    return (settings.loss, settings.draw, settings.win)[result.meeting(seat)]


SONNEBORN_BERGER = TieBreak(
    key="sonneborn_berger",
    name=noop("Sonneborn-Berger"),
    abbreviation="SB",
    help=noop("Scores of the opponents beaten and half the scores of those drawn with."),
    source=FIDE,
    column=whole_field(_sonneborn_berger),
    parts=_parts,
    options=frozenset({"of", "by"}),
)
SONNEBORN_BERGER_CUT1 = summed(
    key="sonneborn_berger_cut1",
    name=noop("Sonneborn-Berger cut 1"),
    abbreviation="SB-C1",
    help=noop("Sonneborn-Berger without the meeting with the lowest opponent."),
    source=FIDE,
    parts=_cut_parts,
    options=frozenset({"of", "by"}),
)
KOYA = summed(
    key="koya",
    name=noop("Koya"),
    abbreviation="KS",
    help=noop("Points against the opponents that have at least half of the most possible points."),
    source=FIDE,
    parts=_koya_parts,
    options=frozenset({"limit"}),
)
CRITERIA = (SONNEBORN_BERGER, SONNEBORN_BERGER_CUT1, KOYA)
