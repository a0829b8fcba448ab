"""How a match stands and what the standings take from it: made from what was read, nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.decide import DRAW, EXTRA_HAND, Decision, MatchEnd, decide
from scoring.fold import Fold
from scoring.games import by_game
from scoring.models import HandStatus, MatchResult
from scoring.results import FORFEIT, MatchFacts, present
from scoring.services.loading import Loaded
from scoring.slips import slip_numbers
from scoring.table import Outcome, Points, simple

TIE_BREAK_LATER = "match_tie_break"
"""The obstacle of a match that has ended level and waits for its tie-break."""

AGREED = {HandStatus.CONFIRMED, HandStatus.VOID}


def match_result(loaded: Loaded, fold: Fold, *, settle: bool) -> MatchResult:
    """How the match stands, from its slip, its hands, or what was set by hand."""
    outcomes = {each.outcome for each in loaded.participations}
    if outcomes & (set(Outcome) - {Outcome.PLAYED}):
        there = {each.side for each in loaded.participations if each.outcome == Outcome.FORFEIT_WIN}
        return MatchResult(
            match=loaded.match,
            totals=fold.totals,
            by_game=by_game(fold),
            finished=True,
            complete=True,
            confirmed=True,
            games=dict(fold.games) if fold.hands and fold.games is not None else None,
            winner=there.pop() if len(there) == 1 else "",
        )
    if loaded.slip is not None and loaded.slip.current is not None:
        return _slip_result(loaded, loaded.slip.current.payload or {}, settle=settle)
    return _played_result(loaded, fold, settle=settle)


def _played_result(loaded: Loaded, fold: Fold, *, settle: bool) -> MatchResult:
    missing = missing_hands(loaded)
    obstacles = [f"missing_hand:{number}" for number in missing]
    obstacles += [f"conflict:{hand.number}" for hand in loaded.hands if hand.status == HandStatus.CONFLICT]
    obstacles += [f"doubtful:{number}" for number in fold.doubtful]
    ended = bool(fold.ended) and not missing
    result = MatchResult(
        match=loaded.match,
        totals=fold.totals,
        games=None if fold.games is None else dict(fold.games),
        by_game=by_game(fold),
        hands=fold.counted,
        next_hand=None if ended else next_hand(loaded),
        next_dealer=None if ended else _next_dealer(loaded, fold, missing),
        extra_hand=fold.decision.extra_hand_due,
        reason=fold.ended,
        obstacles=obstacles,
    )
    return _ended(loaded, result, fold.decision, settle=settle) if fold.ended else result


def _next_dealer(loaded: Loaded, fold: Fold, missing: list[int]) -> int | None:
    """Who deals the next hand: of a hand that is missing, whoever dealt in its place."""
    return (loaded.fold_before(missing[0]) if missing else fold).state.next_dealer


def _ended(loaded: Loaded, result: MatchResult, decision: Decision, *, settle: bool) -> MatchResult:
    """The result of a match at its end; where a tie-break decides and was not asked yet, it stays open."""
    result.finished = True
    decision = _adjusted(loaded) or decision
    if decision.decided_by and not settle and not _was_settled(loaded, decision):
        result.obstacles = [*result.obstacles, TIE_BREAK_LATER]
    else:
        result.winner, result.decided_by = decision.winner or "", decision.decided_by or ""
    result.complete = not result.obstacles
    result.confirmed = result.complete and all(hand.status in AGREED for hand in loaded.hands)
    return result


def _adjusted(loaded: Loaded) -> Decision | None:
    """Who won by match points that were set by hand, where there are two sides."""
    points = {each.side: each.match_points or 0 for each in loaded.participations}
    if len(points) != 2 or all(each.match_points is None for each in loaded.participations):
        return None
    best = max(points.values())
    winners = [side for side, own in points.items() if own == best]
    return Decision(winners[0] if len(winners) == 1 else DRAW)


def _was_settled(loaded: Loaded, decision: Decision) -> bool:
    """Whether the tie-break has said this before, so that a further projection need not wait for a worker."""
    before = loaded.result
    return before is not None and (before.winner, before.decided_by) == (decision.winner, decision.decided_by)


def missing_hands(loaded: Loaded) -> list[int]:
    """Numbers below the last hand that stands for which nothing was entered."""
    numbers = {hand.number for hand in loaded.hands}
    return [number for number in range(1, _last(loaded)) if number not in numbers]


def next_hand(loaded: Loaded) -> int:
    """The number of the next deal: the first one for which nothing was entered."""
    numbers = {hand.number for hand in loaded.hands}
    number = 1
    while number in numbers:
        number += 1
    return number


def _last(loaded: Loaded) -> int:
    """The highest number of a hand that is not void: a number typed by mistake and voided leaves no gap."""
    return max((hand.number for hand in loaded.hands if hand.status != HandStatus.VOID), default=0)


def _slip_result(loaded: Loaded, payload: Mapping[str, Any], *, settle: bool) -> MatchResult:
    """A result without hands, decided by what is known of it."""
    sides = loaded.folding.game.sides(loaded.folding.rules)
    score = dict(zip(sides, map(simple, slip_numbers(payload["score"], sides)), strict=True))
    games = payload.get("games")
    result = MatchResult(
        match=loaded.match,
        totals={side: str(points) for side, points in score.items()},
        games=games and {side: int(games[side]) for side in sides},
        verified=False,
        reason="slip",
    )
    return _ended(loaded, result, _slip_decision(loaded, score, result.games), settle=settle)


def _slip_decision(loaded: Loaded, score: Mapping[str, Points], games: Mapping[str, int] | None) -> Decision:
    folding = loaded.folding
    end = MatchEnd(
        game_points=score,
        games=games,
        penalties=folding.penalties,
        seeds=folding.seeds,
        lot_seed=folding.lot_seed,
    )
    return decide(end, [key for key in folding.limits.tie_break if key != EXTRA_HAND])


def facts_of(loaded: Loaded, fold: Fold, result: MatchResult) -> MatchFacts:
    """The match as the standings take it; any forfeit as the rules of the game record it."""
    rows = loaded.participations
    sides = tuple(dict.fromkeys(each.side for each in rows))
    first = {each.side: each for each in reversed(rows)}
    outcomes = [first[side].outcome for side in sides]
    outcome, winner = _outcome(outcomes)
    played = outcome == Outcome.PLAYED
    adjusted = [first[side].match_points for side in sides]
    forfeit = fold.forfeit if result.verified else None
    totals, games = (forfeit.totals, forfeit.games) if forfeit else (result.totals, result.games)
    victory = fold.victory_points if played and result.verified else None
    if played and result.winner in sides:
        winner = sides.index(result.winner)
    return MatchFacts(
        round=loaded.match.round.number,
        sides=tuple(tuple(each.entrant_id for each in rows if each.side == side) for side in sides),
        outcome=outcome,
        score=_played_score(sides, totals) if played else _own_score([first[side] for side in sides]),
        games=_games(games, sides) if played else _games_by_forfeit(loaded, fold, sides, outcomes),
        match_points=None if all(value is None for value in adjusted) else _numbers(adjusted),
        winner=winner,
        hands_won=tuple(fold.hands_won[side] for side in sides) if played else None,
        victory_points=_numbers([victory[side] for side in sides]) if victory else None,
        there=present(outcomes),
    )


def _games(games: Mapping[str, Any] | None, sides: Sequence[str]) -> tuple[int, ...] | None:
    """Games by side, where the match has any."""
    return tuple(int(games[side]) for side in sides) if games else None


def _games_by_forfeit(
    loaded: Loaded, fold: Fold, sides: Sequence[str], outcomes: Sequence[str]
) -> tuple[int, ...] | None:
    """The games that the rules of the game give to who was there; None where they know no games."""
    lost = [side for side, each in zip(sides, outcomes, strict=True) if each == Outcome.FORFEIT_LOSS]
    if fold.state.games is None or len(lost) != 1 or Outcome.FORFEIT_WIN not in outcomes:
        return None
    return _games(loaded.folding.game.forfeit(fold.state, lost[0]).games, sides)


def _outcome(outcomes: Sequence[str]) -> tuple[str, int | None]:
    """The outcome of the whole match and, of a forfeit, the place of the side that was there."""
    if Outcome.FORFEIT_WIN in outcomes:
        return FORFEIT, outcomes.index(Outcome.FORFEIT_WIN)
    if Outcome.FORFEIT_LOSS in outcomes:
        return Outcome.DOUBLE_FORFEIT, None
    return outcomes[0] or Outcome.PLAYED, None


def _played_score(sides: Sequence[str], totals: Mapping[str, Any]) -> tuple[Points, ...]:
    return tuple(simple(Fraction(totals[side])) for side in sides)


def _own_score(sides: Sequence[Any]) -> tuple[Points, ...] | None:
    """Game points that were set by hand: of a bye its own and those against."""
    if all(each.game_points is None for each in sides):
        return None
    own = [each.game_points for each in sides]
    return _numbers(own if len(sides) > 1 else [*own, sides[0].game_points_against])


def _numbers(values: Sequence[Fraction | None]) -> tuple[Points, ...]:
    return tuple(simple(value or Fraction(0)) for value in values)
