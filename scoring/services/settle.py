"""Deciding matches that ended level, and catching up with whatever was left behind."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, Q

from scoring.models import MatchResult, StandingsSnapshot
from scoring.services.project import TIE_BREAK_LATER, project_match
from scoring.services.publish import publish_later
from scoring.services.standings import rebuild
from tournaments.access import SYSTEM
from tournaments.locks import lock
from tournaments.models import Match, RoundStatus, Stage
from tournaments.services.audit import act


def settle(match_id: int, version: int) -> bool:
    """Decide a match that has ended level; False when nothing was open (any more).

    `version` = the event's version that asked for it; a later one has either decided the match or opened it.
    """
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
    """Settle and rebuild what a lost broker or a killed worker left behind; returns how much it was."""
    done = 0
    for match_id, obstacles in MatchResult.objects.filter(finished=True, complete=False).values_list(
        "match_id", "obstacles"
    ):
        if TIE_BREAK_LATER in obstacles:
            done += settle(match_id, 0)
    newest = StandingsSnapshot.objects.filter(
        stage=OuterRef("pk"), version__gte=OuterRef("event__version__number"), final=False
    )
    open_rounds = Q(rounds__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING])
    behind = Stage.objects.filter((open_rounds & ~Exists(newest)) | Q(rounds__stale=True))
    for stage_id, version in (
        behind.annotate(version=F("event__version__number")).values_list("pk", "version").distinct()
    ):
        done += rebuild(stage_id, version)
    return done
