"""Coming late and leaving early, where it touches results: points for rounds missed, a match broken off."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.services.project import project_match
from scoring.services.publish import publish_later
from scoring.services.rulings import forfeit_match
from scoring.services.standings import mark_stale
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.locks import lock
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
from tournaments.services.audit import act
from tournaments.services.entrants import NewEntrant, add_entrants, withdraw
from tournaments.services.rounds import add_bye

OPEN = (MatchStatus.SCHEDULED, MatchStatus.PLAYING)


def enter_late(
    actor: Actor, stage: Stage, new: Sequence[NewEntrant], *, match_points: Fraction | None = None
) -> list[Entrant]:
    """Enter them from the next round on that is not yet drawn.

    `match_points` is what they join with for all rounds they missed; without it each of those is worth what
    an absence is worth in the stage. Raises Invalid with every fault.
    """
    with act(stage.event, actor) as journal:
        stage_event = stage.event
        stage = lock(stage)
        stage.event = stage_event
        numbers = list(stage.rounds.order_by("number").values_list("number", flat=True))
        entrants = add_entrants(actor, stage.event, new, joined_round=(numbers[-1] if numbers else 0) + 1)
        closed = stage.rounds.filter(status=RoundStatus.CLOSED).order_by("-number").first()
        if match_points is not None and closed is not None:
            for entrant in entrants:
                number = closed.matches.order_by("-number").values_list("number", flat=True)[0] + 1
                match = add_bye(closed, number, entrant.pk, stage_setup(stage).sides[0], Outcome.ABSENCE)
                match.participations.update(match_points=match_points)
                closed.stage = stage
                match.round = closed
                project_match(match)
            mark_stale(stage, closed.number)
            publish_later(journal, stage)
        journal.add(Verb.ENTRANT_CHANGED, "late", numbers=[each.number for each in entrants])
    return entrants


def leave(actor: Actor, entrant: Entrant, *, reason: str, now: bool = False) -> Entrant:
    """Withdraw an entrant from the next round on; `now` also forfeits the match that it is playing."""
    with act(entrant.event, actor) as journal:
        if now:
            for match in _running(entrant.event, entrant):
                forfeit_match(actor, match, [entrant], reason=reason, code="abandoned")
        left = withdraw(actor, entrant)
        for stage in entrant.event.stages.filter(status=StageStatus.RUNNING):
            stage.event = entrant.event
            publish_later(journal, stage)
        journal.add(Verb.ENTRANT_CHANGED, f"entrant:{entrant.number}", reason=reason, now=now)
    return left


def _running(event: Event, entrant: Entrant) -> list[Match]:
    matches = Match.objects.filter(
        participations__entrant=entrant,
        round__stage__event=event,
        round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING],
        status__in=OPEN,
    )
    return list(matches.select_related("round__stage__event__club", "table"))
