"""From matches as they ended to the results of the entrants: pure, for archives and the database alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from scoring.scales import MatchScore, verdicts
from scoring.stage_points import StagePoints
from scoring.table import BYES, EntrantId, EntrantInfo, Outcome, Points, Result, Verdict

T = TypeVar("T")
N = TypeVar("N", int, Points)

FORFEIT = "forfeit"
"""Outcome of a match of which ``winner`` names the side that was there."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match of a round as it ended; side by side in ``sides``, ``score`` and the other tuples.

    ``outcome`` is that of the whole match (``played``, ``forfeit``, ``double_forfeit``, ``unplayed``, a bye
    or an absence of one side); None = not finished. ``score`` of a bye is own game points and those against.
    ``match_points`` only where a ruling or the director set them. ``winner`` is the place of a side: of a
    forfeit, or of a match that its tie-break decided; ``there`` are the places of all sides that were there,
    where a forfeit at a table of three has two. Matches of the same sides in a round are one encounter.
    """

    round: int
    sides: tuple[tuple[EntrantId, ...], ...]
    outcome: str | None = Outcome.PLAYED
    score: tuple[Points, ...] | None = None
    games: tuple[int, ...] | None = None
    match_points: tuple[Points, ...] | None = None
    winner: int | None = None
    hands_won: tuple[int, ...] | None = None
    victory_points: tuple[Points, ...] | None = None
    there: frozenset[int] = frozenset()


def present(outcomes: Sequence[str]) -> frozenset[int]:
    """The places of the sides that a forfeit was given to."""
    return frozenset(at for at, outcome in enumerate(outcomes) if outcome == Outcome.FORFEIT_WIN)


def results_of(matches: Iterable[MatchFacts], points: StagePoints) -> tuple[Result, ...]:
    """The results of all entrants of finished matches, encounters joined."""
    encounters: dict[object, list[MatchFacts]] = {}
    for match in matches:
        encounters.setdefault((match.round, frozenset(match.sides)), []).append(match)
    return tuple(
        result
        for legs in encounters.values()
        if all(leg.outcome for leg in legs)
        for result in _results(legs[0] if len(legs) == 1 else join(legs), points)
    )


def join(legs: Sequence[MatchFacts]) -> MatchFacts:
    """The matches of two teams at several tables as one: game points, games and hands are summed."""
    first = legs[0]
    aligned = [leg if leg.sides == first.sides else _turned(leg, first.sides) for leg in legs]
    played = [leg for leg in aligned if leg.outcome == Outcome.PLAYED]
    return replace(
        played[0] if played else first,
        score=_summed([leg.score for leg in aligned]),
        games=_summed([leg.games for leg in aligned]),
        match_points=_summed([leg.match_points for leg in aligned]),
        hands_won=_summed([leg.hands_won for leg in aligned]),
        victory_points=_summed([leg.victory_points for leg in aligned]),
        winner=first.winner if not played else None,
    )


def _turned(leg: MatchFacts, sides: tuple[tuple[EntrantId, ...], ...]) -> MatchFacts:
    """The same match with its sides in the order of the first table."""
    order = [leg.sides.index(side) for side in sides]
    return replace(
        leg,
        sides=sides,
        score=_reordered(leg.score, order),
        games=_reordered(leg.games, order),
        match_points=_reordered(leg.match_points, order),
        hands_won=_reordered(leg.hands_won, order),
        victory_points=_reordered(leg.victory_points, order),
        winner=None if leg.winner is None else order.index(leg.winner),
        there=frozenset(map(order.index, leg.there)),
    )


def _reordered(values: tuple[T, ...] | None, order: Sequence[int]) -> tuple[T, ...] | None:
    return None if values is None else tuple(values[at] for at in order)


def _summed(values: Sequence[tuple[N, ...] | None]) -> tuple[N, ...] | None:
    """Sums by side of the legs that have a value; None where none has."""
    given = [value for value in values if value is not None]
    return tuple(map(sum, zip(*given, strict=True))) if given else None


def _results(match: MatchFacts, points: StagePoints) -> Iterator[Result]:
    """One result for each entrant of a match."""
    outcomes = _outcomes(match)
    score = _score(match, points)
    verdict = _verdicts(match, score)
    awarded = match.match_points or _awarded(match, points, score, verdict)
    for side, entrants in enumerate(match.sides):
        others = [other for other in range(len(match.sides)) if other != side]
        opponents = tuple(entrant for other in others for entrant in match.sides[other])
        against = tuple(score[other] for other in others) or score[1:]
        for entrant in entrants:
            yield Result(
                entrant,
                match.round,
                outcomes[side],
                opponents,
                awarded[side],
                score[side],
                against,
                verdict[side],
                match.games[side] if match.games else 0,
                match.hands_won[side] if match.hands_won else 0,
                match.victory_points[side] if match.victory_points else None,
            )


def _outcomes(match: MatchFacts) -> tuple[Outcome, ...]:
    """The outcome of each side."""
    if match.outcome == FORFEIT:
        there = match.there or {match.winner}
        return tuple(
            Outcome.FORFEIT_WIN if side in there else Outcome.FORFEIT_LOSS for side in range(len(match.sides))
        )
    return (Outcome(match.outcome or Outcome.UNPLAYED),) * len(match.sides)


def _score(match: MatchFacts, points: StagePoints) -> tuple[Points, ...]:
    """Game points by side; of one side alone its own and those against."""
    if match.score is not None:
        return match.score
    if match.outcome in BYES:
        return points.bye_game_points
    return (0,) * max(2, len(match.sides))


def _verdicts(match: MatchFacts, score: tuple[Points, ...]) -> tuple[Verdict, ...]:
    """Who won: by adjusted match points, by the tie-break of the match, by games and game points."""
    if match.outcome != Outcome.PLAYED:
        return (Verdict.LOST,) * len(match.sides)
    if match.match_points is not None and len(match.sides) == 2:
        return verdicts(match.match_points)
    if match.winner is not None:
        return tuple(
            Verdict.WON if side == match.winner else Verdict.LOST for side in range(len(match.sides))
        )
    return verdicts(score, match.games)


def _awarded(
    match: MatchFacts, points: StagePoints, score: tuple[Points, ...], verdict: tuple[Verdict, ...]
) -> tuple[Points, ...]:
    """Match points by the stage."""
    if match.outcome == Outcome.PLAYED:
        return points.scale.award(MatchScore(score, verdict, match.victory_points))
    return tuple(
        0 if outcome == Outcome.UNPLAYED else points.without_match(outcome) for outcome in _outcomes(match)
    )


def settle_withdrawals(
    matches: Iterable[MatchFacts],
    entrants: Sequence[EntrantInfo],
    cycles: int = 1,
    *,
    rounds: float = inf,
) -> tuple[MatchFacts, ...]:
    """The matches of a round robin after withdrawals (tournament.md section 5).

    Who left before half of its matches were played has all of them annulled; from half on they stand and its
    open ones are forfeits. ``cycles`` = how often everybody meets everybody; ``rounds`` those of the matches:
    who left after a later one had not left by then. It follows from ``left_after_round`` alone, so an
    imported event gives the same table.
    """
    known = tuple(matches)
    left = {each.id: each.left_after_round for each in entrants if (each.left_after_round or 0) <= rounds}
    planned = cycles * (len(entrants) - 1)
    annulled = {
        entrant
        for entrant, last in left.items()
        if last is not None and 2 * sum(_was_played(match, entrant, last) for match in known) < planned
    }
    return tuple(_settled(match, left, annulled) for match in known)


def _was_played(match: MatchFacts, entrant: EntrantId, last: int) -> bool:
    return match.outcome == Outcome.PLAYED and match.round <= last and (entrant,) in match.sides


def _settled(match: MatchFacts, left: Mapping[EntrantId, int | None], annulled: set[EntrantId]) -> MatchFacts:
    """One match of the round robin: annulled, forfeited or as it was."""
    names = [entrant for side in match.sides for entrant in side]
    if len(match.sides) != 2:
        return match
    if not annulled.isdisjoint(names):
        return replace(match, outcome=Outcome.UNPLAYED, score=None, match_points=None, winner=None)
    gone = [last is not None and match.round > last for last in map(left.get, names)]
    if match.outcome is not None or not any(gone):
        return match
    if all(gone):
        return replace(match, outcome=Outcome.DOUBLE_FORFEIT, score=None)
    return replace(match, outcome=FORFEIT, winner=gone.index(False), score=None)
