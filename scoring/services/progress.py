"""The life of a round: draw, publish, close; what needs both the standings and the pairing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scoring.services.closing import confirm_rest, require_complete
from scoring.services.drawing import (
    DEFAULTS,
    DrawOptions,
    closed_table,
    come_and_gone,
    draw_json,
    drawing_method,
    fresh_round,
    next_number,
    planned_absences,
    propose,
    there_already,
)
from scoring.services.project import project_match
from scoring.services.publish import publish_later
from scoring.services.standings import compute, mark_stale, store
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, lock_all
from tournaments.models import (
    EventStatus,
    EventVersion,
    Match,
    Outcome,
    PlannedAbsence,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    Verb,
)
from tournaments.pairing.base import Draw
from tournaments.services.audit import act
from tournaments.services.events import move_event
from tournaments.services.rounds import NewMatch, add_matches, seat_players
from tournaments.transitions import move

__all__ = [
    "DrawOptions",
    "close_round",
    "close_stage",
    "discard_round",
    "draw_round",
    "prepare_matches",
    "propose",
    "publish_round",
    "redraw_round",
    "reopen_round",
    "try_draw",
]


def draw_round(
    actor: Actor, stage: Stage, *, number: int | None = None, options: DrawOptions = DEFAULTS
) -> tuple[Round, bool]:
    """Draft the next round; returns it and whether it was made now.

    Asked again for the same round the one that is there is returned, so a double click makes one. Raises
    what `there_already` raises, Invalid with the obstacle when no legal round exists.
    """
    with act(stage.event, actor) as journal:
        stage = lock(stage)
        there = there_already(stage, number)
        if there is not None:
            return there, False
        wanted = next_number(stage)
        drawn = stage.rounds.filter(number=wanted).first() or Round(number=wanted)
        drawn.stage = stage
        draw = _propose(stage, options)
        _store(actor, drawn, draw, options.attempt)
        if stage.status == StageStatus.PLANNED:
            move(stage, StageStatus.RUNNING)
        journal.add(Verb.ROUND_DRAWN, _name(drawn), seed=draw.seed, costs=draw.costs.as_json())
    return drawn, True


def try_draw(stage: Stage, options: DrawOptions = DEFAULTS) -> Draw:
    """The next round as it would be drawn; raises exactly what drawing it would raise, stores nothing."""
    there_already(stage, None)
    return _propose(stage, options)


def _propose(stage: Stage, options: DrawOptions) -> Draw:
    draw = propose(stage, options)
    if isinstance(draw, Draw):
        return draw
    raise Invalid(draw[0].code, draw)


def _store(actor: Actor, drawn: Round, draw: Draw, attempt: int) -> None:
    """The draft in rows; the byes that the director had set beforehand are part of it, as they are."""
    stage, number = drawn.stage, drawn.number
    drawn.seed, drawn.drawn_by, drawn.drawn_at = draw.seed, actor.user, timezone.now()
    table = closed_table(stage, number - 1)
    drawn.why = draw_json(draw) | {"attempt": attempt, "standings": table and table.version}
    drawn.save()
    drawn.matches.filter(participations__outcome="").delete()
    first = (drawn.matches.aggregate(last=Max("number"))["last"] or 0) + 1
    set_already = set(drawn.participations.values_list("entrant_id", flat=True))
    absent = planned_absences(stage, number).items()
    tables: Any = draw.tables  # their entrants, ids of any kind to the pairing, are those of the database
    byes: Any = draw.byes
    new = [NewMatch([[one] for one in each.entrants], each.table) for each in tables]
    new += [NewMatch([[bye.entrant]], outcome=Outcome.PAIRING_BYE) for bye in byes]
    new += [NewMatch([[each]], outcome=kind) for each, kind in absent if each not in set_already]
    add_matches(drawn, stage_setup(stage).sides, new, first)


def redraw_round(actor: Actor, drawn: Round, options: DrawOptions = DEFAULTS) -> Round:
    """Draw a draft again, by default with the next seed; it stays as it is when that is not possible."""
    with act(drawn.stage.event, actor):
        attempt = int(drawn.why.get("attempt", 0)) + 1
        options = replace(options, attempt=attempt)
        discard_round(actor, drawn)
        new, _ = draw_round(actor, drawn.stage, number=drawn.number, options=options)
    return new


def discard_round(actor: Actor, drawn: Round) -> None:
    """Throw a draft away; raises Conflict once it is published."""
    with act(drawn.stage.event, actor) as journal:
        stage = lock(drawn.stage)
        drawn = fresh_round(stage, drawn)
        if drawn.status != RoundStatus.DRAFT:
            raise Conflict("wrong_state", params={"state": drawn.status, "wanted": "discarded"})
        journal.add(Verb.ROUND_DISCARDED, _name(drawn))
        drawn.delete()


def publish_round(actor: Actor, drawn: Round) -> Round:
    """Let everybody see the round; sides and seats are fixed from now on. Doing it twice changes nothing.

    Raises Conflict `event_finished`, `round_not_drawn`, `draft_outdated` where somebody has left or come back
    since, and `earlier_round_open` where the round that it was drawn from was opened again.
    """
    with act(drawn.stage.event, actor) as journal:
        event = lock(drawn.stage.event)
        stage = lock(drawn.stage)
        drawn = fresh_round(stage, drawn)
        if drawn.status in {RoundStatus.PUBLISHED, RoundStatus.PLAYING}:
            return drawn
        if event.status == EventStatus.FINISHED:
            raise Conflict("event_finished")
        if drawn.drawn_at is None or not drawn.matches.exists():
            raise Conflict("round_not_drawn")
        if _needs_results(stage) and _has_earlier_open(stage, drawn):
            raise Conflict("earlier_round_open")
        _require_current(stage, drawn)
        move(drawn, RoundStatus.PUBLISHED)
        drawn.published_at = timezone.now()
        drawn.save(update_fields=["published_at"])
        prepare_matches(stage, drawn)
        PlannedAbsence.objects.filter(entrant__stages__stage=stage, round=drawn.number).delete()
        journal.add(Verb.ROUND_PUBLISHED, _name(drawn))
        publish_later(journal, stage)
        if event.status in {EventStatus.DRAFT, EventStatus.REGISTRATION}:
            move_event(actor, event, EventStatus.RUNNING)
    return drawn


def _needs_results(stage: Stage) -> bool:
    """Whether each round follows from the one before; of a plan all may be published at once."""
    method = drawing_method(stage)
    return method is not None and method.needs_results


def _has_earlier_open(stage: Stage, found: Round) -> bool:
    return stage.rounds.filter(number__lt=found.number).exclude(status=RoundStatus.CLOSED).exists()


def _require_current(stage: Stage, drawn: Round) -> None:
    """Everybody in the draft is still there, and everybody who is there is in it."""
    odd = come_and_gone(stage, drawn)
    if odd:
        names = stage.event.entrants.filter(pk__in=odd).order_by("number").values_list("name", flat=True)
        raise Conflict("draft_outdated", params={"entrants": ", ".join(names)})


def prepare_matches(stage: Stage, drawn: Round) -> None:
    """Seat the players of new matches, and give byes and absences what they are worth."""
    matches = list(drawn.matches.filter(result=None).prefetch_related("participations", "seats"))
    setup = stage_setup(stage)
    seat_players(matches, setup.game, setup.rules)
    for match in matches:
        if any(each.outcome for each in match.participations.all()):
            match.round = drawn
            project_match(match)


def close_round(actor: Actor, playing: Round) -> Round:
    """Close a round: every match complete or ruled, its table kept.

    Hands that nobody has confirmed are confirmed by the closing. Raises Invalid `round_not_complete` with a
    problem for each match that is open, Conflict for a round in another state; closing twice changes nothing.
    """
    with act(playing.stage.event, actor) as journal:
        stage = lock(playing.stage)
        matches = lock_all(Match.objects.filter(round=playing))
        playing = fresh_round(stage, playing)
        if playing.status == RoundStatus.CLOSED:
            return playing
        if playing.status == RoundStatus.DRAFT:
            raise Conflict("round_not_published")
        if _has_earlier_open(stage, playing):
            raise Conflict("earlier_round_open")
        require_complete(journal, playing, matches)
        confirm_rest(journal, playing)
        move(playing, RoundStatus.CLOSED)
        playing.closed_at = timezone.now()
        playing.save(update_fields=["closed_at"])
        mark_stale(stage, playing.number + 1)  # of a round that was opened again: what came after it
        journal.add(Verb.ROUND_CLOSED, _name(playing))
        version = lock(EventVersion(pk=stage.event_id)).number + 1
        store(stage, playing.number, version, compute(stage, playing.number), final=True)
        stage.snapshots.filter(after_round=playing.number, final=False).delete()
        publish_later(journal, stage)
    return playing


def reopen_round(actor: Actor, closed: Round, reason: str) -> Round:
    """Open a closed round again, for a reason; later rounds stay as they are, an event that is over goes on.

    They show that they were drawn from an older table as soon as this round is closed anew, see
    `drawing.is_outdated`. Raises Invalid without a reason, Conflict for a round in another state.
    """
    if not reason.strip():
        raise Invalid.of("reason_needed", "/reason")
    with act(closed.stage.event, actor) as journal:
        event = lock(closed.stage.event)
        stage = lock(closed.stage)
        closed = fresh_round(stage, closed)
        if stage.status == StageStatus.CLOSED:
            move(stage, StageStatus.RUNNING)
        move(closed, RoundStatus.PLAYING)
        closed.closed_at = None
        closed.stale = False
        closed.save(update_fields=["closed_at", "stale"])
        journal.add(Verb.ROUND_REOPENED, _name(closed), reason=reason)
        publish_later(journal, stage)
        if event.status == EventStatus.FINISHED:
            move_event(actor, event, EventStatus.RUNNING)
    return closed


def close_stage(actor: Actor, stage: Stage) -> Stage:
    """End a stage: its last table is frozen. Raises Conflict while a round of it is open."""
    with act(stage.event, actor) as journal:
        stage = lock(stage)
        if stage.status == StageStatus.CLOSED:
            return stage
        if stage.rounds.exclude(status=RoundStatus.CLOSED).exists():
            raise Conflict("round_open")
        move(stage, StageStatus.CLOSED)
        journal.add(Verb.STAGE_CLOSED, f"stage:{stage.order}")
    return stage


def _name(drawn: Round) -> str:
    return f"stage:{drawn.stage.order}/round:{drawn.number}"
