"""Coming late and leaving early, where it touches results: points for rounds missed, a match broken off."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.db.models import Max, QuerySet

from scoring.services.project import project_match
from scoring.services.publish import publish_later
from scoring.services.rulings import forfeit_match
from scoring.services.standings import last_closed
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, lock_all
from tournaments.models import (
    Entrant,
    Event,
    Match,
    MatchStatus,
    Outcome,
    RoundStatus,
    Stage,
    StageStatus,
    Verb,
)
from tournaments.services.audit import Journal, act
from tournaments.services.entrants import NewEntrant, add_entrants, return_entrant, withdraw
from tournaments.services.rounds import NewMatch, add_matches

OPEN = (MatchStatus.SCHEDULED, MatchStatus.PLAYING)


def enter_late(
    actor: Actor, stage: Stage, new: Sequence[NewEntrant], *, match_points: Fraction | None = None
) -> list[Entrant]:
    """Enter them from the next round on that is not yet drawn.

    `match_points` is what they join with for all rounds they missed; without it each of those is worth what
    an absence is worth in the stage. Raises Invalid with every fault, and `nothing_missed` for points where
    no round is closed yet; Conflict for a stage that is closed.
    """
    with act(stage.event, actor) as journal:
        lock(stage.event)
        event, stage = stage.event, lock(stage)
        if stage.status == StageStatus.CLOSED:
            raise Conflict("stage_closed")
        closed = last_closed(stage)
        if match_points is not None and not closed:
            raise Invalid.of("nothing_missed", "/match_points")
        drawn = stage.rounds.aggregate(last=Max("number"))["last"] or 0
        entrants = add_entrants(actor, event, new, joined_round=drawn + 1)
        if match_points is not None:
            _give_points(stage, closed, entrants, match_points)
            for entrant in entrants:
                said = {"match_points": str(match_points)}
                journal.add(Verb.ENTRANT_CHANGED, f"entrant:{entrant.number}", **said)
        publish_later(journal, stage)
    return entrants


def _give_points(stage: Stage, number: int, entrants: Sequence[Entrant], points: Fraction) -> None:
    """An absence in the last closed round that is worth everything; those in the others give nothing."""
    for played in stage.rounds.exclude(status=RoundStatus.DRAFT).order_by("number"):
        played.stage = stage
        first = (played.matches.aggregate(last=Max("number"))["last"] or 0) + 1
        absences = [NewMatch([[each.pk]], outcome=Outcome.ABSENCE) for each in entrants]
        for match in add_matches(played, stage_setup(stage).sides, absences, first):
            own = points if played.number == number else Fraction(0)
            match.participations.update(match_points=own)
            project_match(match)


def leave(actor: Actor, entrant: Entrant, *, reason: str, now: bool = False) -> Entrant:
    """Withdraw an entrant from the next round on; `now` also forfeits the match that it is playing."""
    with act(entrant.event, actor) as journal:
        event = lock(entrant.event)
        lock_all(event.stages.filter(status=StageStatus.RUNNING))
        running = _running(entrant.event, entrant) if now else []  # locked before the rounds
        left = withdraw(actor, entrant)
        for match in running:
            forfeit_match(actor, match, [entrant], reason=reason, code="abandoned")
        _publish(journal, entrant.event)
        journal.add(Verb.ENTRANT_CHANGED, f"entrant:{entrant.number}", reason=reason, now=now)
    return left


def come_back(actor: Actor, entrant: Entrant) -> Entrant:
    """Bring a withdrawn entrant back for the next round; the rounds it missed are absences."""
    with act(entrant.event, actor) as journal:
        back = return_entrant(actor, entrant)
        _publish(journal, entrant.event)
    return back


def _publish(journal: Journal, event: Event) -> None:
    """Compute the tables of all stages in play again."""
    for stage in event.stages.filter(status=StageStatus.RUNNING):
        stage.event = event
        publish_later(journal, stage)


def match_in_play(stage: Stage, entrant: Entrant) -> Match | None:
    """The match that leaving now would forfeit, None where it plays none."""
    found = _open_matches(stage.event, entrant).filter(round__stage=stage)
    return found.select_related("round__stage__event__club", "table").first()


def _open_matches(event: Event, entrant: Entrant) -> QuerySet[Match]:
    return Match.objects.filter(
        participations__entrant=entrant,
        round__stage__event=event,
        round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING],
        status__in=OPEN,
    )


def _running(event: Event, entrant: Entrant) -> list[Match]:
    """The matches that it is playing, locked."""
    matches = _open_matches(event, entrant)
    ids = [match.pk for match in lock_all(Match.objects.filter(pk__in=matches.values("pk")))]
    return list(Match.objects.filter(pk__in=ids).select_related("round__stage__event__club", "table"))
