"""Deciding matches that ended level, and catching up with whatever is behind."""

from __future__ import annotations

from scoring.models import MatchResult
from scoring.selectors.freshness import stages_behind
from scoring.services.project import TIE_BREAK_LATER, project_match
from scoring.services.publish import attempt, publish_later
from scoring.services.standings import rebuild
from tournaments.access import SYSTEM
from tournaments.locks import lock
from tournaments.models import Match
from tournaments.services.audit import act


def settle(match_id: int) -> bool:
    """Decide a match that has ended level; False when nothing was open (any more)."""
    match = Match.objects.select_related("round__stage__event").filter(pk=match_id).first()
    if match is None or not _waits(match):
        return False
    with act(match.round.stage.event, SYSTEM) as journal:
        lock(match)
        if not _waits(match):
            return False
        project_match(match, journal, settle=True)
        publish_later(journal, match.round.stage)
    return True


def _waits(match: Match) -> bool:
    """Whether the match waits for its tie-break."""
    obstacles = MatchResult.objects.filter(match=match).values_list("obstacles", flat=True).first()
    return TIE_BREAK_LATER in (obstacles or ())


def sweep_stale() -> int:
    """Settle and rebuild whatever is behind its results; returns how much it was."""
    done = 0
    waiting = MatchResult.objects.filter(finished=True, complete=False)
    for match_id, obstacles in waiting.values_list("match_id", "obstacles"):
        if TIE_BREAK_LATER in obstacles:
            done += attempt(settle, match_id)
    for stage_id in stages_behind().values_list("pk", flat=True):
        done += attempt(rebuild, stage_id)
    return done
