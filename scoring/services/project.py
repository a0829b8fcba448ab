"""From what was entered to what it is worth: writes HandScore, MatchResult and SideResult of one match.

Everything written here can be dropped and is rebuilt from entries, rulings and participations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.facts import stage_points
from scoring.fold import Fold
from scoring.models import HandScore, HandStatus, MatchResult, SideResult
from scoring.results import FORFEIT, MatchFacts, results_of
from scoring.services.loading import SLIP, Loaded, load
from scoring.services.standings import mark_stale
from scoring.slips import slip_numbers
from scoring.table import Outcome, Result, simple
from tournaments.models import Match, MatchStatus, Round, RoundStatus, Verb
from tournaments.services.audit import Journal
from tournaments.transitions import move

TIE_BREAK_LATER = "match_tie_break"


@dataclass(frozen=True, slots=True)
class Projection:
    """What a match has come to, and which of its later hands are worth something else than before."""

    result: MatchResult
    rescored: tuple[int, ...]
    unsettled: bool = False


def project_match(match: Match, journal: Journal | None = None, *, settle: bool = False) -> Projection:
    """Read, fold and write a match whose row is locked."""
    return project(match, load(match), journal, settle=settle)


def project(
    match: Match,
    loaded: Loaded,
    journal: Journal | None = None,
    *,
    settle: bool = False,
    typed: int | None = None,
) -> Projection:
    """Fold the match and write what follows from it.

    Names the hands other than `typed` whose points changed. A match that has ended level and is decided by a
    match tie-break stays open (`unsettled`) until this is called with `settle`: the work of a task.
    """
    fold = loaded.fold()
    rescored = _write_hands(loaded, fold, typed)
    result = _match_result(loaded, fold, settle=settle)
    _write_sides(loaded, fold, result)
    _move(match, loaded, result)
    if match.round.status == RoundStatus.CLOSED:
        mark_stale(match.round.stage, match.round.number)
    if journal is not None and rescored:
        journal.add(Verb.HAND_RESCORED, f"match:{match.pk}", hands=list(rescored))
    return Projection(result, rescored, TIE_BREAK_LATER in result.obstacles)


def _write_hands(loaded: Loaded, fold: Fold, typed: int | None) -> tuple[int, ...]:
    """Store the points of each hand; returns the numbers of those that were stored with other points."""
    before = {
        score.hand_id: score
        for score in HandScore.objects.filter(hand__in=[hand.pk for hand in loaded.hands])
    }
    by_number = {hand.number: hand for hand in loaded.hands}
    rows, rescored, kept = [], [], set()
    for scored in fold.hands:
        hand = by_number[scored.number]
        current = hand.current_id or 0
        old = before.get(hand.pk)
        points = dict(scored.score.sides) if scored.score else (old.points if old else {})
        lines = (
            [line.as_json() for line in scored.score.lines] if scored.score else (old.lines if old else [])
        )
        kept.add(hand.pk)
        if old and (old.points, old.state, old.entry_id) == (points, scored.state, current):
            continue
        if old and scored.number != typed and scored.state == "counts" and old.points != points:
            rescored.append(scored.number)
        rows.append(HandScore(hand=hand, entry_id=current, points=points, lines=lines, state=scored.state))
    if rows:
        HandScore.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["hand"],
            update_fields=["entry", "points", "lines", "state"],
        )
    gone = before.keys() - kept
    if gone:
        HandScore.objects.filter(hand__in=gone).delete()
    return tuple(rescored)


def _match_result(loaded: Loaded, fold: Fold, *, settle: bool) -> MatchResult:
    """How the match stands, from its slip, its hands, or what was set by hand."""
    outcomes = {each.outcome for each in loaded.participations}
    slip = loaded.hand(SLIP)
    if outcomes & (set(Outcome) - {Outcome.PLAYED}):
        result = MatchResult(match=loaded.match, finished=True, complete=True, confirmed=True)
        result.totals = dict(fold.totals)
    elif slip is not None and slip.current is not None:
        result = _slip_result(loaded, slip.current.payload or {}, settle=settle)
    else:
        result = _played_result(loaded, fold, settle=settle)
    MatchResult.objects.bulk_create(
        [result],
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=[
            each.name for each in MatchResult._meta.concrete_fields if each.name not in {"id", "match"}
        ],
    )
    return result


def _played_result(loaded: Loaded, fold: Fold, *, settle: bool) -> MatchResult:
    numbers = [hand.number for hand in loaded.hands]
    next_hand = max(numbers, default=0) + 1
    obstacles = [f"missing_hand:{number}" for number in range(1, next_hand) if number not in numbers]
    obstacles += [f"conflict:{hand.number}" for hand in loaded.hands if hand.status == HandStatus.CONFLICT]
    obstacles += [f"doubtful:{number}" for number in fold.doubtful]
    finished = bool(fold.ended)
    decision = fold.decision
    if finished and decision.decided_by and not settle and not _was_settled(loaded, decision.winner):
        obstacles.append(TIE_BREAK_LATER)
    return MatchResult(
        match=loaded.match,
        totals=fold.totals,
        games=None if fold.games is None else dict(fold.games),
        hands=fold.counted,
        next_hand=None if finished else next_hand,
        next_dealer=None if finished else fold.state.next_dealer,
        finished=finished,
        complete=finished and not obstacles,
        confirmed=finished and not obstacles and _all_confirmed(loaded),
        extra_hand=decision.extra_hand_due,
        winner=(decision.winner or "") if finished and TIE_BREAK_LATER not in obstacles else "",
        reason=fold.ended,
        decided_by=(decision.decided_by or "") if finished and TIE_BREAK_LATER not in obstacles else "",
        obstacles=obstacles,
    )


def _was_settled(loaded: Loaded, winner: str | None) -> bool:
    """Whether the tie-break has decided this match before, so that a further projection need not wait."""
    return MatchResult.objects.filter(match=loaded.match, winner=winner or "", complete=True).exists()


def _all_confirmed(loaded: Loaded) -> bool:
    return all(hand.status in {HandStatus.CONFIRMED, HandStatus.VOID} for hand in loaded.hands)


def _slip_result(loaded: Loaded, payload: Mapping[str, Any], *, settle: bool) -> MatchResult:
    """A result without hands; its winner follows from games and points when it is counted."""
    sides = loaded.folding.game.sides(loaded.folding.rules)
    score = slip_numbers(payload["score"], sides)
    games = slip_numbers(payload["games"], sides) if payload.get("games") else None
    conflict = any(hand.status == HandStatus.CONFLICT for hand in loaded.hands)
    best = max(zip(games or score, score, strict=True))
    leaders = [
        side for side, own in zip(sides, zip(games or score, score, strict=True), strict=True) if own == best
    ]
    return MatchResult(
        match=loaded.match,
        totals={side: str(points) for side, points in zip(sides, score, strict=True)},
        games=None if games is None else {side: int(won) for side, won in zip(sides, games, strict=True)},
        finished=True,
        complete=not conflict,
        confirmed=not conflict and _all_confirmed(loaded),
        verified=False,
        winner=leaders[0] if len(leaders) == 1 else "draw",
        reason="slip",
        obstacles=["conflict:0"] if conflict else [],
    )


def facts_of(loaded: Loaded, fold: Fold, result: MatchResult) -> MatchFacts:
    """The match as the standings take it."""
    sides = tuple(dict.fromkeys(each.side for each in loaded.participations))
    first = {each.side: each for each in reversed(loaded.participations)}
    outcomes = [first[side].outcome for side in sides]
    outcome, winner, score = _outcome(outcomes)
    entrants = tuple(tuple(e.entrant_id for e in loaded.participations if e.side == side) for side in sides)
    adjusted = [first[side].match_points for side in sides]
    if outcome == Outcome.PLAYED:
        score = tuple(simple(Fraction(result.totals[side])) for side in sides)
        winner = sides.index(result.winner) if result.winner in sides else None
    elif any(first[side].game_points is not None for side in sides):
        own = [simple(first[side].game_points or Fraction(0)) for side in sides]
        against = [simple(first[side].game_points_against or Fraction(0)) for side in sides]
        score = (own[0], against[0]) if len(sides) == 1 else tuple(own)
    victory = fold.victory_points if outcome == Outcome.PLAYED and result.verified else None
    played = outcome == Outcome.PLAYED
    return MatchFacts(
        round=loaded.match.round.number,
        sides=entrants,
        outcome=outcome,
        score=score,
        games=tuple(int(result.games[side]) for side in sides) if played and result.games else None,
        match_points=None
        if all(value is None for value in adjusted)
        else tuple(simple(value or Fraction(0)) for value in adjusted),
        winner=winner,
        hands_won=tuple(fold.hands_won[side] for side in sides) if played else None,
        victory_points=tuple(simple(victory[side]) for side in sides) if victory else None,
    )


def _outcome(outcomes: list[str]) -> tuple[str, int | None, None]:
    """The outcome of the whole match and, of a forfeit, the place of the side that was there."""
    if Outcome.FORFEIT_WIN in outcomes:
        return FORFEIT, outcomes.index(Outcome.FORFEIT_WIN), None
    if Outcome.FORFEIT_LOSS in outcomes:
        return Outcome.DOUBLE_FORFEIT, None, None
    return outcomes[0] or Outcome.PLAYED, None, None


def _write_sides(loaded: Loaded, fold: Fold, result: MatchResult) -> None:
    """What the match gives to each side; it counts once the match is complete."""
    facts = facts_of(loaded, fold, result)
    found: dict[Any, Result] = {
        each.entrant: each for each in results_of([facts], stage_points(loaded.match.round.stage))
    }
    sides = tuple(dict.fromkeys(each.side for each in loaded.participations))
    rows = []
    for side, entrants in zip(sides, facts.sides, strict=True):
        own = found[entrants[0]]
        rows.append(
            SideResult(
                match=loaded.match,
                side=side,
                outcome=own.outcome,
                game_points=own.game_points,
                game_points_against=own.opposition,
                games_won=own.games_won,
                hands_won=own.hands_won,
                match_points=own.match_points,
                verdict=own.verdict,
                victory_points=own.victory_points,
                counts=result.complete,
                confirmed=result.confirmed,
            )
        )
    SideResult.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["match", "side"],
        update_fields=[
            each.name for each in SideResult._meta.concrete_fields if each.name not in {"id", "match", "side"}
        ],
    )


def _move(match: Match, loaded: Loaded, result: MatchResult) -> None:
    """The states of the match and of its round that follow from the result."""
    outcomes = {each.outcome for each in loaded.participations}
    if outcomes & {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.DOUBLE_FORFEIT}:
        status = MatchStatus.FORFEITED
    elif Outcome.UNPLAYED in outcomes:
        status = MatchStatus.VOID
    elif result.complete:
        status = MatchStatus.COMPLETE
    else:
        status = MatchStatus.PLAYING if loaded.hands else MatchStatus.SCHEDULED
    if match.status != status:
        move(match, status)
    if loaded.hands and match.round.status == RoundStatus.PUBLISHED:
        Round.objects.filter(pk=match.round_id, status=RoundStatus.PUBLISHED).update(
            status=RoundStatus.PLAYING
        )
        match.round.status = RoundStatus.PLAYING
