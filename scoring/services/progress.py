"""The life of a round: draw, publish, close; what needs both the standings and the pairing."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from engine.core.problems import Problem
from scoring.models import Hand, HandStatus, MatchResult
from scoring.services.confirm import agree
from scoring.services.drawing import (
    DEFAULTS,
    DrawOptions,
    draw_json,
    has_open_round,
    next_number,
    propose,
)
from scoring.services.project import project_match
from scoring.services.publish import publish_later
from scoring.services.standings import compute, store
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock, lock_all
from tournaments.models import (
    EventStatus,
    EventVersion,
    Match,
    PlannedAbsence,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    Verb,
)
from tournaments.pairing.base import Draw
from tournaments.services.audit import Journal, act
from tournaments.services.events import move_event
from tournaments.services.rounds import add_bye, add_match, seat_players, tables_numbered
from tournaments.transitions import move

__all__ = [
    "DrawOptions",
    "close_round",
    "close_stage",
    "discard_round",
    "draw_round",
    "propose",
    "publish_round",
    "redraw_round",
    "reopen_round",
]


def draw_round(
    actor: Actor, stage: Stage, *, number: int | None = None, options: DrawOptions = DEFAULTS
) -> tuple[Round, bool]:
    """Draft the next round; returns it and whether it was made now.

    Asked again for the same round the one that is there is returned, so a double click makes one. Raises
    Conflict `round_open` while a round is played, Invalid with the obstacle when no legal round exists.
    """
    with act(stage.event, actor) as journal:
        stage = _locked(stage)
        wanted = number or next_number(stage)
        there = stage.rounds.filter(number=wanted).first()
        if there is not None and there.drawn_at is not None and (number or there.status == RoundStatus.DRAFT):
            return there, False
        if has_open_round(stage) is not None:
            raise Conflict("round_open")
        if wanted != next_number(stage) or stage.status == StageStatus.CLOSED:
            raise Conflict("round_not_next", params={"round": wanted, "next": next_number(stage)})
        draw = _propose(stage, options)
        drawn = _store(actor, stage, wanted, draw, there)
        if stage.status == StageStatus.PLANNED:
            move(stage, StageStatus.RUNNING)
        journal.add(Verb.ROUND_DRAWN, _name(drawn), seed=draw.seed, costs=draw.costs.as_json())
    return drawn, True


def _locked(stage: Stage) -> Stage:
    locked = lock(stage)
    locked.event = stage.event
    return locked


def _propose(stage: Stage, options: DrawOptions) -> Draw:
    draw = propose(stage, options)
    if isinstance(draw, Draw):
        return draw
    raise Invalid(draw[0].code, draw)


def _store(actor: Actor, stage: Stage, number: int, draw: Draw, preset: Round | None) -> Round:
    """The draft in rows; what the director had set beforehand is part of it."""
    drawn = preset or Round(stage=stage, number=number)
    drawn.stage = stage
    drawn.seed, drawn.drawn_by, drawn.drawn_at = draw.seed, actor.user, timezone.now()
    drawn.why = draw_json(draw)
    drawn.save()
    drawn.matches.filter(participations__outcome="").delete()
    names = stage_setup(stage).sides
    count = drawn.matches.count()
    tables = tables_numbered(stage.event_id, [pair.table for pair in draw.pairs if pair.table])
    for place, pair in enumerate(draw.pairs, start=count + 1):
        sides: list[list[Any]] = [[pair.first], [pair.second]]
        add_match(drawn, place, sides, names, table=tables.get(pair.table or 0))
    set_already = set(drawn.participations.values_list("entrant_id", flat=True))
    last = count + len(draw.pairs)
    for bye in draw.byes:
        last += 1
        add_bye(drawn, last, bye.entrant, names[0])  # type: ignore[arg-type]
    _absences(stage, drawn, last, set_already, names[0])
    return drawn


def _absences(stage: Stage, drawn: Round, last: int, set_already: set[int], side: str) -> None:
    """A bye or absence for each entrant that said it would not play."""
    planned = PlannedAbsence.objects.filter(entrant__event=stage.event, round=drawn.number)
    for entrant, kind in planned.exclude(entrant__in=set_already).values_list("entrant_id", "kind"):
        last += 1
        add_bye(drawn, last, entrant, side, kind)


def redraw_round(actor: Actor, drawn: Round, options: DrawOptions = DEFAULTS) -> Round:
    """Throw a draft away and draw it again, by default with the next seed."""
    attempt = int(drawn.why.get("attempt", 0)) + 1
    stage = drawn.stage
    discard_round(actor, drawn)
    options = DrawOptions(options.allow_rematches, options.second_bye, attempt, options.seed)
    new, _ = draw_round(actor, stage, number=drawn.number, options=options)
    new.why = {**new.why, "attempt": attempt}
    new.save(update_fields=["why"])
    return new


def discard_round(actor: Actor, drawn: Round) -> None:
    """Throw a draft away; raises Conflict once it is published."""
    with act(drawn.stage.event, actor) as journal:
        _locked(drawn.stage)
        drawn = _fresh(drawn)
        if drawn.status != RoundStatus.DRAFT:
            raise Conflict("wrong_state", params={"state": drawn.status, "wanted": "discarded"})
        journal.add(Verb.ROUND_DISCARDED, _name(drawn))
        drawn.delete()


def publish_round(actor: Actor, drawn: Round) -> Round:
    """Let everybody see the round; sides and seats are fixed from now on. Doing it twice changes nothing."""
    with act(drawn.stage.event, actor) as journal:
        stage = _locked(drawn.stage)
        drawn = _fresh(drawn)
        if drawn.status in {RoundStatus.PUBLISHED, RoundStatus.PLAYING}:
            return drawn
        if drawn.drawn_at is None or not drawn.matches.exists():
            raise Conflict("round_not_drawn")
        move(drawn, RoundStatus.PUBLISHED)
        drawn.published_at = timezone.now()
        drawn.save(update_fields=["published_at"])
        matches = list(drawn.matches.prefetch_related("participations", "seats"))
        setup = stage_setup(stage)
        seat_players(matches, setup.game, setup.rules)
        for match in matches:
            match.round = drawn
            project_match(match)
        journal.add(Verb.ROUND_PUBLISHED, _name(drawn))
        publish_later(journal, stage)
        if stage.event.status in {EventStatus.DRAFT, EventStatus.REGISTRATION}:
            move_event(actor, stage.event, EventStatus.RUNNING)
    return drawn


def _fresh(drawn: Round) -> Round:
    """The round, read again under the stage's lock."""
    fresh = Round.objects.select_related("stage__event__club").get(pk=drawn.pk)
    fresh.stage.event = drawn.stage.event
    return fresh


def close_round(actor: Actor, playing: Round) -> Round:
    """Close a round: every match complete or ruled, its table kept.

    Hands that nobody has confirmed are confirmed by the closing. Raises Invalid `round_not_complete` with a
    problem for each match that is open, Conflict for a round in another state; closing twice changes nothing.
    """
    with act(playing.stage.event, actor) as journal:
        stage = _locked(playing.stage)
        matches = lock_all(Match.objects.filter(round=playing))
        playing = _fresh(playing)
        if playing.status == RoundStatus.CLOSED:
            return playing
        if playing.status == RoundStatus.DRAFT:
            raise Conflict("round_not_published")
        _require_complete(playing)
        _confirm_rest(journal, playing, matches)
        move(playing, RoundStatus.CLOSED)
        playing.closed_at = timezone.now()
        playing.save(update_fields=["closed_at"])
        journal.add(Verb.ROUND_CLOSED, _name(playing))
        version = lock(EventVersion(pk=stage.event_id)).number + 1
        store(stage, playing.number, version, compute(stage, playing.number), final=True)
        stage.snapshots.filter(after_round=playing.number, final=False).delete()
        publish_later(journal, stage)
    return playing


def _require_complete(playing: Round) -> None:
    open_results = MatchResult.objects.filter(match__round=playing, complete=False)
    missing = playing.matches.filter(result__isnull=True)
    problems = [
        Problem("match_open", f"/matches/{pk}", {"table": table or 0, "obstacle": ", ".join(obstacles)})
        for pk, table, obstacles in open_results.values_list(
            "match_id", "match__table__number", "obstacles"
        ).order_by("match__number")
    ]
    problems += [
        Problem("match_open", f"/matches/{pk}", {"table": table or 0, "obstacle": ""})
        for pk, table in missing.values_list("pk", "table__number").order_by("number")
    ]
    if problems:
        raise Invalid("round_not_complete", problems)


def _confirm_rest(journal: Journal, playing: Round, matches: list[Match]) -> None:
    """The closing is the director's word for every hand that still waits for the other side."""
    waiting = Hand.objects.filter(match__in=matches, status=HandStatus.SUBMITTED).select_related("current")
    touched = set()
    for hand in waiting:
        if hand.current is not None:
            agree(journal, hand, hand.current, "", journal.actor)
            touched.add(hand.match_id)
    for match in matches:
        if match.pk in touched:
            match.round = playing
            project_match(match)


def reopen_round(actor: Actor, closed: Round, reason: str) -> Round:
    """Open the last closed round again, for a reason; later rounds stay as they are.

    Raises Invalid without a reason, Conflict where a later round is already drawn.
    """
    if not reason.strip():
        raise Invalid.of("reason_needed", "/reason")
    with act(closed.stage.event, actor) as journal:
        stage = _locked(closed.stage)
        closed = _fresh(closed)
        if stage.rounds.filter(number__gt=closed.number).exists():
            raise Conflict("later_round_drawn")
        move(closed, RoundStatus.PLAYING)
        closed.closed_at = None
        closed.save(update_fields=["closed_at"])
        journal.add(Verb.ROUND_REOPENED, _name(closed), reason=reason)
        publish_later(journal, stage)
    return closed


def close_stage(actor: Actor, stage: Stage) -> Stage:
    """End a stage: its last table is frozen. Raises Conflict while a round of it is open."""
    with act(stage.event, actor) as journal:
        stage = _locked(stage)
        if stage.status == StageStatus.CLOSED:
            return stage
        if stage.rounds.exclude(status=RoundStatus.CLOSED).exists():
            raise Conflict("round_open")
        move(stage, StageStatus.CLOSED)
        journal.add(Verb.STAGE_CLOSED, f"stage:{stage.order}")
    return stage


def _name(drawn: Round) -> str:
    return f"stage:{drawn.stage.order}/round:{drawn.number}"
