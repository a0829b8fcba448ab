"""Rounds without a played match: what they count for opponents, and the dummy they give the entrant itself.

The four rules of tournament.md section 7. Everything here is in whole units of the chosen points.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from scoring.table import FORFEITS, VOLUNTARY, Outcome, Points, Result, ResultTable, Unplayed, view
from scoring.tiebreaks.base import Of, score_of

ASKED_FOR = frozenset({Outcome.REQUESTED_BYE, Outcome.ABSENCE})


class Dummy(NamedTuple):
    """The opponent imagined for an own unplayed round: ``at`` is the place of the round in the line."""

    at: int
    score: int
    factor: Points
    is_voluntary: bool


@view
def opponents_scores(table: ResultTable, of: Of) -> list[int]:
    """The adjusted final score of everybody as an opponent, s(o)."""
    score = score_of(table, of)
    scores = score.own if table.settings.fines_count_for_opponents else score.final
    rule = table.settings.unplayed
    if rule == Unplayed.PLAYED_ONLY or not table.gaps:
        return scores
    adjusted = list(scores)
    for place, gaps in table.gaps.items():
        missed = [at for at in gaps if not _is_planned(table, place, at)]
        counted = missed if rule == Unplayed.VIRTUAL_OPPONENT else _given_up(table.lines[place])
        amounts = score.rounds[place]
        adjusted[place] += sum(score.draw - amounts[at] for at in counted)
    return adjusted


def _given_up(line: Sequence[Result]) -> list[int]:
    """Places of the byes asked for and absences after which only voluntary absences follow."""
    last = takewhile(lambda at: line[at].outcome in VOLUNTARY, reversed(range(len(line))))
    return [at for at in last if line[at].outcome in ASKED_FOR]


@view
def dummies(table: ResultTable, of: Of) -> dict[int, list[Dummy]]:
    """For each entrant with unplayed rounds its meetings with a dummy; none when only played rounds count."""
    rule = table.settings.unplayed
    if rule == Unplayed.PLAYED_ONLY:
        return {}
    make = _virtual if rule == Unplayed.VIRTUAL_OPPONENT else _own_shadow
    return {
        place: [make(table, of, place, at) for at in gaps if not _is_planned(table, place, at)]
        for place, gaps in table.gaps.items()
    }


def _is_planned(table: ResultTable, place: int, at: int) -> bool:
    """Whether the plan of a movement let somebody sit out, which counts for nothing."""
    return table.settings.plan and table.lines[place][at].outcome == Outcome.PAIRING_BYE


def _own_shadow(table: ResultTable, of: Of, place: int, at: int) -> Dummy:
    """FIDE since 2023: a dummy with the entrant's own final score, capped since 2026."""
    score = score_of(table, of)
    result = table.lines[place][at]
    own = score.own[place] if table.settings.fines_count_for_opponents else score.final[place]
    if table.settings.unplayed == Unplayed.FIDE_2026:
        own = min(own, *_caps(table, of, result))
    share = Fraction(table.match_score.rounds[place][at], table.match_score.win or 1)
    return Dummy(at, own, min(max(share, Fraction(0)), Fraction(1)), result.outcome in VOLUNTARY)


def _caps(table: ResultTable, of: Of, result: Result) -> list[int]:
    """The most a dummy may have: the scheduled opponent's score, or a draw in every round."""
    if result.outcome in FORFEITS and result.opponents:
        scores = opponents_scores(table, of)
        return [scores[table.index[opponent]] for opponent in result.opponents]
    return [table.rounds * score_of(table, of).draw]


def _virtual(table: ResultTable, of: Of, place: int, at: int) -> Dummy:
    """FIDE before 2023: level until then, the other half of that round, a draw in each later one."""
    score = score_of(table, of)
    amounts = score.rounds[place]
    before = score.carried[place] + sum(amounts[:at])
    later = table.rounds - table.lines[place][at].round
    return Dummy(at, before + score.win - amounts[at] + later * score.draw, Fraction(1, 2), False)
