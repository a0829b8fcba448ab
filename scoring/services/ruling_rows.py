"""Rulings as rows: what a director decides, in the order of the event, and what the log keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scoring.models import Ruling, RulingEffect, RulingStatus
from scoring.services.standings import mark_stale
from tournaments.access import Actor
from tournaments.locks import lock
from tournaments.models import Entrant, EventVersion, Match, Player, Round

REVERSIBLE = {
    RulingEffect.NONE,
    RulingEffect.WARNING,
    RulingEffect.FINE,
    RulingEffect.CLOSE,
    RulingEffect.FORFEIT,
    RulingEffect.MATCH,
    RulingEffect.HAND,
}
"""Effects that are undone by cancelling the ruling; the others need a ruling of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRuling:
    """What a director decides: on whom, in which round, by which code, for which reason."""

    round: Round
    code: str
    effect: str
    reason: str
    match: Match | None = None
    hand: int | None = None
    entrant: Entrant | None = None
    player: Player | None = None
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    article: str = ""
    public_note: str = ""
    value: Mapping[str, Any] = field(default_factory=dict)


def may_be_undone(ruling: Ruling) -> bool:
    """Whether cancelling the ruling undoes what it did: it is of such a kind and belongs to a place."""
    is_placed = ruling.round_id is not None and (
        ruling.effect != RulingEffect.HAND or ruling.match_id is not None
    )
    return is_placed and ruling.effect in REVERSIBLE


def lock_place(round_: Round, match: Match | None) -> None:
    """Lock what the closing of the round locks too: the match, or the stage where there is none."""
    if match is not None:
        lock(match)
    else:
        lock(round_.stage)
    mark_stale(round_.stage, round_.number)


def store(actor: Actor, new: NewRuling, value: Mapping[str, Any], replaces: Ruling | None = None) -> Ruling:
    """The ruling as the next one of its event, or the row that cancels another one."""
    event = new.round.stage.event
    lock(EventVersion(pk=event.pk))  # one numbering of the event's rulings
    last = Ruling.objects.filter(event=event).aggregate(last=Max("position"))["last"]
    return Ruling.objects.create(
        event=event,
        stage=new.round.stage,
        round=new.round,
        match=new.match,
        hand=new.hand,
        entrant=new.entrant,
        player=new.player,
        position=0 if last is None else last + 1,
        code=new.code,
        effect=new.effect,
        match_points=new.match_points,
        game_points=new.game_points,
        value=dict(value),
        status=RulingStatus.IN_FORCE if replaces is None else RulingStatus.CANCELLED,
        reason=new.reason,
        article=new.article,
        public_note=new.public_note,
        replaces=replaces,
        by=actor.user,
        at=timezone.now(),
    )


def said(new: NewRuling) -> dict[str, object]:
    """A ruling as the log keeps it; its points and what else it holds stand in the ruling itself."""
    told: dict[str, object] = {"code": new.code, "effect": new.effect, "reason": new.reason}
    if new.match is not None:
        told["match"] = new.match.address
    if new.hand is not None:
        told["hand"] = new.hand
    if new.effect == RulingEffect.HAND:
        told |= {"does": new.value["effect"], "points": new.value.get("points")}
    if new.entrant is not None:
        told["number"] = new.entrant.number
    return told
