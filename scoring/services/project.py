"""From what was entered to what it is worth: writes HandScore, MatchResult and SideResult of one match.

Everything written here can be dropped and is rebuilt from entries, rulings and participations. A match in
which nothing has happened has no result; what its sides get stands there from its end on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring.facts import stage_points
from scoring.fold import Fold
from scoring.models import HandScore, MatchResult, SideResult
from scoring.results import results_of
from scoring.services.loading import Loaded, load
from scoring.services.outcome import TIE_BREAK_LATER, facts_of, match_result
from scoring.services.publish import has_workers, settle_later
from scoring.services.standings import mark_stale
from scoring.table import Outcome, Result
from tournaments.compiled import store
from tournaments.errors import Invalid
from tournaments.models import Match, MatchStatus, Round, RoundStatus, Verb
from tournaments.services.audit import Journal
from tournaments.transitions import move

__all__ = ["TIE_BREAK_LATER", "Projection", "project", "project_match", "score_match"]

SCORED = ("points", "lines", "state", "entry_id")
"""What is stored of a hand; lines may change without the points, where a game score before the hand does."""


@dataclass(frozen=True, slots=True)
class Projection:
    """What a match has come to, and which of its later hands are worth something else than before."""

    result: MatchResult
    fold: Fold
    rescored: tuple[int, ...] = ()

    @property
    def unsettled(self) -> bool:
        """Whether the match has ended level and its tie-break has not been asked yet."""
        return TIE_BREAK_LATER in self.result.obstacles

    @property
    def will_be_complete(self) -> bool:
        """Whether nobody has to do anything about the match: at most its tie-break is still asked."""
        return self.result.complete or self.result.obstacles == [TIE_BREAK_LATER]


def project_match(match: Match, journal: Journal | None = None, *, settle: bool = False) -> Projection:
    """Read, fold and write a match whose row is locked."""
    return project(match, load(match), journal, settle=settle)


def score_match(journal: Journal, match: Match, loaded: Loaded, typed: int | None = None) -> Projection:
    """Score a match anew within an act; its tie-break is a worker's task where there are workers.

    Raises Invalid where a match of a closed round would not be finished any more: the table of that round
    would count its sides as absent.
    """
    projection = project(match, loaded, journal, settle=not has_workers(), typed=typed)
    was_complete = loaded.result is not None and loaded.result.complete
    if was_complete and match.round.status == RoundStatus.CLOSED and not projection.will_be_complete:
        raise Invalid.of("match_would_be_open")
    if projection.unsettled:
        settle_later(journal, match)
    return projection


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
    result = match_result(loaded, fold, settle=settle)
    _write_result(loaded, result)
    _write_sides(loaded, fold, result)
    _move(match, loaded, result)
    if match.round.status == RoundStatus.CLOSED:
        mark_stale(match.round.stage, match.round.number)
    if journal is not None:
        _note(journal, loaded, result, rescored)
    return Projection(result, fold, rescored)


def _note(journal: Journal, loaded: Loaded, result: MatchResult, rescored: tuple[int, ...]) -> None:
    """Log what followed: hands worth something else, a tie that was broken."""
    name, before = loaded.match.address, loaded.result
    if rescored:
        journal.add(Verb.HAND_RESCORED, name, hands=list(rescored))
    decision = (result.winner, result.decided_by)
    if result.decided_by and (before is None or decision != (before.winner, before.decided_by)):
        journal.add(Verb.MATCH_DECIDED, name, winner=result.winner, decided_by=result.decided_by)


def _write_hands(loaded: Loaded, fold: Fold, typed: int | None) -> tuple[int, ...]:
    """Store the points of each hand; returns the numbers of those that were stored with other points."""
    by_number = {hand.number: hand for hand in loaded.hands}
    rows, rescored, kept = [], [], set()
    for scored in fold.hands:
        hand = by_number[scored.number]
        old = loaded.scores.get(hand.pk)
        kept.add(hand.pk)
        row = HandScore(hand=hand, entry_id=hand.current_id or 0, state=scored.state)
        if scored.score is not None:
            row.points = dict(scored.score.sides)
            row.lines = [line.as_json() for line in scored.score.lines]
        elif old is not None:
            row.points, row.lines = old.points, old.lines
        if old and all(getattr(old, name) == getattr(row, name) for name in SCORED):
            continue
        if old and scored.number != typed and scored.state == "counts" and old.points != row.points:
            rescored.append(scored.number)
        rows.append(row)
    store(rows, "hand")
    gone = loaded.scores.keys() - kept
    if gone:
        HandScore.objects.filter(hand__in=gone).delete()
    return tuple(rescored)


def _write_result(loaded: Loaded, result: MatchResult) -> None:
    if loaded.is_untouched:
        if loaded.result is not None:
            MatchResult.objects.filter(match=loaded.match).delete()
        return
    store([result], "match")


def _write_sides(loaded: Loaded, fold: Fold, result: MatchResult) -> None:
    """What the match gives to each side, from its end on; it counts once the match is complete."""
    if not result.finished:
        if loaded.result is not None and loaded.result.finished:
            SideResult.objects.filter(match=loaded.match).delete()
        return
    facts = facts_of(loaded, fold, result)
    found: dict[Any, Result] = {
        each.entrant: each for each in results_of([facts], stage_points(loaded.match.round.stage))
    }
    sides = tuple(dict.fromkeys(each.side for each in loaded.participations))
    rows = [
        _side(loaded.match, side, found[entrants[0]], result)
        for side, entrants in zip(sides, facts.sides, strict=True)
    ]
    store(rows, "match", "side")


def _side(match: Match, side: str, own: Result, result: MatchResult) -> SideResult:
    return SideResult(
        match=match,
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
            status=RoundStatus.PLAYING, started_at=timezone.now()
        )
        match.round.status = RoundStatus.PLAYING
