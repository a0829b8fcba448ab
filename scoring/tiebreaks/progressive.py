"""Criteria from the course of the event: progressive score and Kashdan."""

from __future__ import annotations

from itertools import accumulate

from engine.core.text import gettext_noop as noop
from scoring.table import Result, ResultTable, Verdict
from scoring.tiebreaks.base import Options, Part, ratio, summed

FIDE = "FIDE Handbook C.07"
KASHDAN = {Verdict.WON: 4, Verdict.DRAWN: 2, Verdict.LOST: 1}


def _running_totals(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    """The score after each round; a fine counts from its round on."""
    score = table.match_score
    gained = [0] * (table.rounds + 1)
    for result, amount in zip(table.lines[place], score.rounds[place], strict=True):
        gained[result.round] += amount
    for fine in table.fines:
        if fine.entrant == table.entrants[place].id:
            gained[fine.round] += int(fine.match_points * score.unit)
    totals = accumulate(gained[1:], initial=score.carried[place] + gained[0])
    return tuple(
        Part(number, None, ratio(total, score.unit), outcome="total")
        for number, total in enumerate(totals)
        if number
    )


def _without_first(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    parts = _running_totals(table, options, place)
    return tuple(part._replace(counted=part.round != 1) for part in parts)


def _kashdan_parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    return tuple(
        Part(result.round, None, _kashdan(result), outcome=result.outcome) for result in table.lines[place]
    )


def _kashdan(result: Result) -> int:
    return KASHDAN[result.verdict] if result.is_played else 0


PROGRESSIVE = summed(
    key="progressive",
    name=noop("Progressive score"),
    abbreviation="PS",
    help=noop("Sum of the totals after each round: early points count more."),
    source=FIDE,
    parts=_running_totals,
)
PROGRESSIVE_CUT1 = summed(
    key="progressive_cut1",
    name=noop("Progressive score cut 1"),
    abbreviation="PS-C1",
    help=noop("Progressive score without the total after the first round."),
    source=FIDE,
    parts=_without_first,
)
KASHDAN_SCORE = summed(
    key="kashdan",
    name=noop("Kashdan"),
    abbreviation="Kash",
    help=noop("4 for a win, 2 for a draw, 1 for a loss at the table, nothing for a round not played."),
    source=noop("American chess events"),
    parts=_kashdan_parts,
)
CRITERIA = (PROGRESSIVE, PROGRESSIVE_CUT1, KASHDAN_SCORE)
