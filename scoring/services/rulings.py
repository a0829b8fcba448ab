"""Rulings of the director: fines, forfeits, adjusted results, early ends, and their withdrawal.

A ruling is never changed: one that replaces it takes its place, and what it had done is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scoring.models import Ruling, RulingEffect, RulingStatus
from scoring.services.project import project_match
from scoring.services.publish import publish_later, settle_later
from scoring.services.standings import mark_stale
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.locks import lock
from tournaments.models import Entrant, EventVersion, Match, Outcome, Participation, Round, Verb
from tournaments.services.audit import Journal, act


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRuling:
    """What a director decides: on whom, in which round, by which code, for which reason."""

    round: Round
    code: str
    effect: str
    reason: str
    match: Match | None = None
    entrant: Entrant | None = None
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    article: str = ""
    value: Mapping[str, Any] = field(default_factory=dict)


def fine(
    actor: Actor,
    entrant: Entrant,
    round_: Round,
    *,
    reason: str,
    code: str = "fine",
    match_points: Fraction | None = None,
    game_points: Fraction | None = None,
    match: Match | None = None,
) -> Ruling:
    """Take points from an entrant (a fine is negative) or give some (a bonus), from this round on."""
    if match_points is None and game_points is None:
        raise Invalid.of("points_needed", "/match_points")
    return make(
        actor,
        NewRuling(
            round=round_,
            code=code,
            effect=RulingEffect.FINE,
            reason=reason,
            match=match,
            entrant=entrant,
            match_points=match_points,
            game_points=game_points,
        ),
    )


def forfeit_match(
    actor: Actor, match: Match, offenders: list[Entrant], *, reason: str, code: str = "no_show"
) -> Ruling:
    """Give the match to the side that was there; with both sides as offenders it is a double forfeit."""
    sides = {each.entrant_id: each.side for each in match.participations.all()}
    if not offenders or any(each.pk not in sides for each in offenders):
        raise Invalid.of("not_in_match", "/offenders")
    lost = sorted({sides[each.pk] for each in offenders})
    return make(
        actor,
        NewRuling(
            round=match.round,
            code=code,
            effect=RulingEffect.FORFEIT,
            reason=reason,
            match=match,
            entrant=offenders[0],
            value={"lost": lost},
        ),
    )


def adjust_match(
    actor: Actor, match: Match, match_points: Mapping[str, Fraction], *, reason: str, code: str = "adjusted"
) -> Ruling:
    """Set the match points of each side by hand; won or drawn then follows from them."""
    sides = {each.side for each in match.participations.all()}
    if set(match_points) != sides or len(sides) < 2:
        raise Invalid.of("one_number_per_side", "/match_points")
    value = {"match_points": {side: str(points) for side, points in match_points.items()}}
    return make(
        actor,
        NewRuling(
            round=match.round,
            code=code,
            effect=RulingEffect.MATCH,
            reason=reason,
            match=match,
            entrant=_first_entrant(match),
            value=value,
        ),
    )


def close_match(actor: Actor, match: Match, *, reason: str, code: str = "time") -> Ruling:
    """End a match early by the game's rule for that: the clock, or the director."""
    return make(
        actor,
        NewRuling(
            round=match.round,
            code=code,
            effect=RulingEffect.CLOSE,
            reason=reason,
            match=match,
            entrant=_first_entrant(match),
            value={"reason": "time"},
        ),
    )


def _first_entrant(match: Match) -> Entrant | None:
    first = match.participations.select_related("entrant").first()
    return first.entrant if first is not None else None


def make(actor: Actor, new: NewRuling) -> Ruling:
    """Store a ruling and do what it says; raises Invalid without a reason, Conflict in a wrong state."""
    if not new.reason.strip():
        raise Invalid.of("reason_needed", "/reason")
    stage = new.round.stage
    with act(stage.event, actor) as journal:
        if new.match is not None:
            new.match.status = lock(new.match).status
        ruling = _store(actor, new)
        _apply(journal, ruling, new.match)
        journal.add(
            Verb.RULING_MADE, f"ruling:{ruling.position}", code=new.code, effect=new.effect, reason=new.reason
        )
        mark_stale(stage, new.round.number)
        publish_later(journal, stage)
    return ruling


def _store(actor: Actor, new: NewRuling, replaces: Ruling | None = None, status: str = "in_force") -> Ruling:
    event = new.round.stage.event
    lock(EventVersion(pk=event.pk))  # one numbering of the event's rulings
    last = Ruling.objects.filter(event=event).aggregate(last=Max("position"))["last"]
    return Ruling.objects.create(
        event=event,
        stage=new.round.stage,
        round=new.round,
        match=new.match,
        entrant=new.entrant,
        position=0 if last is None else last + 1,
        code=new.code,
        effect=new.effect,
        match_points=new.match_points,
        game_points=new.game_points,
        value=dict(new.value),
        status=status,
        reason=new.reason,
        article=new.article,
        replaces=replaces,
        by=actor.user,
        at=timezone.now(),
    )


def cancel_ruling(actor: Actor, ruling: Ruling, *, reason: str) -> Ruling:
    """Take a ruling back: a new row replaces it, and what it had done is undone; the history stays."""
    if not reason.strip():
        raise Invalid.of("reason_needed", "/reason")
    event = ruling.event
    with act(event, actor) as journal:
        match = ruling.match
        if match is not None:
            match.status = lock(match).status
        lock(EventVersion(pk=event.pk))
        if Ruling.objects.filter(replaces=ruling).exists() or ruling.status == RulingStatus.CANCELLED:
            raise Conflict("ruling_replaced")
        if ruling.round is None or ruling.effect not in _UNDO:
            raise Invalid.of("cannot_be_cancelled", effect=ruling.effect)
        _UNDO[ruling.effect](ruling, match)
        new = NewRuling(
            round=ruling.round,
            code=ruling.code,
            effect=ruling.effect,
            reason=reason,
            match=match,
            entrant=ruling.entrant,
            match_points=ruling.match_points,
            game_points=ruling.game_points,
            value=ruling.value,
            article=ruling.article,
        )
        row = _store(actor, new, replaces=ruling, status=RulingStatus.CANCELLED)
        if match is not None:
            _project(journal, match)
        journal.add(Verb.RULING_CHANGED, f"ruling:{row.position}", replaces=ruling.position, reason=reason)
        mark_stale(ruling.round.stage, ruling.round.number)
        publish_later(journal, ruling.round.stage)
    return row


def _apply(journal: Journal, ruling: Ruling, match: Match | None) -> None:
    """What a new ruling does to its match."""
    if match is None:
        return
    if ruling.effect == RulingEffect.FORFEIT:
        lost, members = set(ruling.value["lost"]), list(match.participations.all())
        sides = {each.side for each in members}
        for each in members:
            each.outcome = _forfeit_outcome(each, sides, lost)
            each.save(update_fields=["outcome"])
    elif ruling.effect == RulingEffect.MATCH:
        for each in match.participations.all():
            each.match_points = Fraction(ruling.value["match_points"][each.side])
            each.save(update_fields=["match_points"])
    _project(journal, match)


def _forfeit_outcome(each: Participation, sides: set[str], lost: set[str]) -> str:
    if lost == sides:
        return Outcome.DOUBLE_FORFEIT
    return Outcome.FORFEIT_LOSS if each.side in lost else Outcome.FORFEIT_WIN


def _project(journal: Journal, match: Match) -> None:
    if project_match(match, journal).unsettled:
        settle_later(journal, match)


def _undo_forfeit(ruling: Ruling, match: Match | None) -> None:
    if match is not None:
        match.participations.update(outcome="")


def _undo_adjusted(ruling: Ruling, match: Match | None) -> None:
    if match is not None:
        match.participations.update(match_points=None)


def _undo_nothing(ruling: Ruling, match: Match | None) -> None:
    """A fine and an early end count only while their row is in force."""


_UNDO: dict[str, Callable[[Ruling, Match | None], None]] = {
    RulingEffect.NONE: _undo_nothing,
    RulingEffect.WARNING: _undo_nothing,
    RulingEffect.FINE: _undo_nothing,
    RulingEffect.CLOSE: _undo_nothing,
    RulingEffect.FORFEIT: _undo_forfeit,
    RulingEffect.MATCH: _undo_adjusted,
}
