"""Criteria that add up the scores of the opponents: the Buchholz family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import sub
from typing import NamedTuple

from engine.core.text import gettext_noop as noop
from scoring.table import EntrantId, Points, Result, ResultTable, simple, view
from scoring.tiebreaks.base import Column, Of, Options, Part, TieBreak, ratio, score_of, whole_field
from scoring.tiebreaks.unplayed import dummies, opponents_scores

FIDE = "FIDE Handbook C.07"
HALF = 2
OF = frozenset({"of"})


class Contribution(NamedTuple):
    """A meeting as Buchholz and Sonneborn-Berger see it, in whole units of the opponent's points."""

    result: Result
    opponent: EntrantId | None
    score: int
    factor: Points
    is_voluntary: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """How many of the lowest and then of the highest contributions are left out."""

    lowest: int = 0
    highest: int = 0


def contributions(table: ResultTable, place: int, of: Of) -> list[Contribution]:
    """The meetings of one entrant round by round, those with a dummy included."""
    scores = opponents_scores(table, of)
    imagined = {dummy.at: dummy for dummy in dummies(table, of).get(place, ())}
    found = []
    for at, result in enumerate(table.lines[place]):
        if result.is_played:
            for seat, opponent in enumerate(result.opponents):
                factor = simple(Fraction(result.meeting(seat), HALF))
                found.append(Contribution(result, opponent, scores[table.index[opponent]], factor))
        elif at in imagined:
            dummy = imagined[at]
            found.append(
                Contribution(result, None, dummy.score, simple(Fraction(dummy.factor)), dummy.is_voluntary)
            )
    return found


def kept(meetings: Sequence[Contribution], cut: Cut) -> list[bool]:
    """Which meetings a cut leaves: voluntary absences go first, then the lowest; of the rest the highest."""
    by_score = sorted(range(len(meetings)), key=lambda at: meetings[at].score)
    by_loss = sorted(by_score, key=lambda at: not meetings[at].is_voluntary)
    out = set(by_loss[: cut.lowest])
    left = [at for at in by_score if at not in out]
    out.update(left[len(left) - cut.highest :] if cut.highest else ())
    return [at not in out for at in range(len(meetings))]


@view
def met_scores(table: ResultTable, of: Of) -> list[list[int]]:
    """For each entrant the adjusted scores of those it played."""
    score_at = opponents_scores(table, of).__getitem__
    return [list(map(score_at, met)) for met in table.opponents]


@view
def _sums(table: ResultTable, of: Of, cut: Cut) -> list[int]:
    """Buchholz with a cut, in units. Who has no dummy needs no sorting by kind."""
    sums = _plain_sums(table, of, cut)
    for place in dummies(table, of):
        meetings = contributions(table, place, of)
        counted = kept(meetings, cut)
        sums[place] = sum(meeting.score for meeting, stays in zip(meetings, counted, strict=True) if stays)
    return sums


@view
def _whole_sums(table: ResultTable, of: Of) -> list[int]:
    """For each entrant the scores of those it played, nothing cut and no dummy counted."""
    return list(map(sum, met_scores(table, of)))


def _plain_sums(table: ResultTable, of: Of, cut: Cut) -> list[int]:
    """The sums without the lowest and the highest, dummies not counted; a list of its own."""
    met = met_scores(table, of)
    if cut == Cut():
        return list(_whole_sums(table, of))
    if cut == Cut(1, 1) and min(map(len, met), default=0) > 1:
        return list(map(sub, map(sub, _whole_sums(table, of), map(min, met)), map(max, met)))
    least, most = cut.lowest, cut.highest
    return [sum(sorted(scores)[least : max(least, len(scores) - most)]) for scores in met]


def _parts(table: ResultTable, options: Options, place: int, cut: Cut) -> tuple[Part, ...]:
    meetings = contributions(table, place, options.of)
    unit = score_of(table, options.of).unit
    return tuple(
        Part(
            meeting.result.round,
            meeting.opponent,
            ratio(meeting.score, unit),
            1,
            stays,
            meeting.result.outcome,
        )
        for meeting, stays in zip(meetings, kept(meetings, cut), strict=True)
    )


def _buchholz(key: str, name: str, abbreviation: str, text: str, *cut: int) -> TieBreak:
    """One member of the family; ``cut`` = how many of the lowest, then of the highest are left out."""
    cutting = Cut(*cut)

    def column(table: ResultTable, options: Options) -> Column:
        return Column(_sums(table, options.of, cutting), score_of(table, options.of).unit)

    def parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
        return _parts(table, options, place, cutting)

    return TieBreak(
        key=key,
        name=name,
        abbreviation=abbreviation,
        help=text,
        source=FIDE,
        column=whole_field(column),
        parts=parts,
        options=OF,
    )


_ALL = noop("Sum of the scores of the opponents, once for each meeting.")
_CUT1 = noop("Buchholz without the lowest score; a round missed by choice is dropped first.")
_CUT2 = noop("Buchholz without the two lowest scores; rounds missed by choice are dropped first.")
_MEDIAN1 = noop("Buchholz without the lowest and the highest score.")
_MEDIAN2 = noop("Buchholz without the two lowest and the two highest scores.")
BUCHHOLZ = _buchholz("buchholz", noop("Buchholz"), "BH", _ALL)
BUCHHOLZ_CUT1 = _buchholz("buchholz_cut1", noop("Buchholz cut 1"), "BH-C1", _CUT1, 1)
BUCHHOLZ_CUT2 = _buchholz("buchholz_cut2", noop("Buchholz cut 2"), "BH-C2", _CUT2, 2)
BUCHHOLZ_MEDIAN1 = _buchholz("buchholz_median1", noop("Median Buchholz"), "BH-M1", _MEDIAN1, 1, 1)
BUCHHOLZ_MEDIAN2 = _buchholz("buchholz_median2", noop("Median Buchholz 2"), "BH-M2", _MEDIAN2, 2, 2)


def _fore_buchholz(table: ResultTable, options: Options) -> Column:
    return BUCHHOLZ.column(table.last_round_drawn, options, ())


def _fore_parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    return _parts(table.last_round_drawn, options, place, Cut())


def _sum_of_buchholz(table: ResultTable, options: Options) -> Column:
    sums = _sums(table, options.of, Cut())
    return Column(
        [sum(sums[opponent] for opponent in met) for met in table.opponents], score_of(table, options.of).unit
    )


def _buchholz_of_opponents(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    sums = _sums(table, options.of, Cut())
    unit = score_of(table, options.of).unit
    return tuple(
        Part(result.round, opponent, ratio(sums[table.index[opponent]], unit))
        for result in table.lines[place]
        if result.is_played
        for opponent in result.opponents
    )


def _average_buchholz(table: ResultTable, options: Options) -> Column:
    sums = _sum_of_buchholz(table, options)
    means = [
        simple(Fraction(total, len(met) * sums.unit)) if met else 0
        for total, met in zip(sums.values, table.opponents, strict=True)
    ]
    return Column(means)


def _average_parts(table: ResultTable, options: Options, place: int) -> tuple[Part, ...]:
    parts = _buchholz_of_opponents(table, options, place)
    return tuple(part._replace(factor=Fraction(1, len(parts))) for part in parts)


FORE_BUCHHOLZ = TieBreak(
    key="fore_buchholz",
    name=noop("Fore-Buchholz"),
    abbreviation="FB",
    help=noop("Buchholz as if every match played in the last round had been drawn."),
    source=FIDE,
    column=whole_field(_fore_buchholz),
    parts=_fore_parts,
    options=OF,
)
SUM_OF_BUCHHOLZ = TieBreak(
    key="sum_of_buchholz",
    name=noop("Sum of Buchholz"),
    abbreviation="SBH",
    help=noop("Sum of the Buchholz of the opponents really played."),
    source=noop("club practice"),
    column=whole_field(_sum_of_buchholz),
    parts=_buchholz_of_opponents,
    options=OF,
)
AVERAGE_OPPONENT_BUCHHOLZ = TieBreak(
    key="average_opponent_buchholz",
    name=noop("Average Buchholz of the opponents"),
    abbreviation="AOB",
    help=noop("Mean of the Buchholz of the opponents really played."),
    source=FIDE,
    column=whole_field(_average_buchholz),
    parts=_average_parts,
    options=OF,
)
CRITERIA = (
    BUCHHOLZ,
    BUCHHOLZ_CUT1,
    BUCHHOLZ_CUT2,
    BUCHHOLZ_MEDIAN1,
    BUCHHOLZ_MEDIAN2,
    FORE_BUCHHOLZ,
    SUM_OF_BUCHHOLZ,
    AVERAGE_OPPONENT_BUCHHOLZ,
)
