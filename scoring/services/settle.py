"""Deciding matches that ended level, and catching up with whatever was left behind."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, Q

from scoring.models import MatchResult, StandingsSnapshot
from scoring.services.project import TIE_BREAK_LATER, project_match
from scoring.services.publish import publish_later
from scoring.services.standings import rebuild
from tournaments.access import SYSTEM
from tournaments.locks import lock
from tournaments.models import Match, RoundStatus, Stage, Verb
from tournaments.services.audit import act


def settle(match_id: int, version: int) -> bool:
    """Decide a match that has ended level; False when nothing was open (any more)."""
    match = Match.objects.select_related("round__stage__event").filter(pk=match_id).first()
    if match is None or TIE_BREAK_LATER not in _obstacles(match):
        return False
    with act(match.round.stage.event, SYSTEM) as journal:
        locked = lock(match)
        match.status = locked.status
        if TIE_BREAK_LATER not in _obstacles(match):
            return False
        result = project_match(match, journal, settle=True).result
        journal.add(
            Verb.MATCH_DECIDED, f"match:{match.pk}", winner=result.winner, decided_by=result.decided_by
        )
        publish_later(journal, match.round.stage)
    return True


def _obstacles(match: Match) -> list[str]:
    result = MatchResult.objects.filter(match=match).only("obstacles").first()
    return result.obstacles if result is not None else []


def sweep_stale() -> int:
    """Settle and rebuild what a lost broker or a killed worker left behind; returns how much it was."""
    done = 0
    for result in MatchResult.objects.filter(finished=True, complete=False).only("match_id", "obstacles"):
        if TIE_BREAK_LATER in result.obstacles:
            done += settle(result.match_id, 0)
    newest = StandingsSnapshot.objects.filter(
        stage=OuterRef("pk"), version__gte=OuterRef("event__version__number"), final=False
    )
    playing = Stage.objects.filter(
        Q(rounds__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]) | Q(rounds__stale=True)
    )
    for stage_id, version in (
        playing.filter(~Exists(newest) | Q(rounds__stale=True))
        .annotate(version=F("event__version__number"))
        .values_list("pk", "version")
        .distinct()
    ):
        done += rebuild(stage_id, version)
    return done
