"""A ruling on a hand taken back: what stood before it stands again, and later rulings on it go on holding.

That too is a revision: it cites the ruling that cancels the other one, and everything stays in the history.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from engine.core.game import Game
from engine.core.infractions import Reach
from scoring.intake import Submission, submit
from scoring.models import EntryKind, EntrySource, Hand, HandEntry, HandStatus, Ruling
from scoring.services.confirm import confirm_hand
from scoring.services.loading import IN_FORCE, Loaded, load
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.models import Match

Payload = Mapping[str, Any]


def bring_back(actor: Actor, match: Match, ruling: Ruling, by: Ruling) -> None:
    """Undo what a ruling did to its hand; `by` is the row that cancels it. The match is locked.

    Where somebody has corrected the hand since, the correction stands: only what shows in its summary as the
    ruling's own (a penalty) is taken out. Raises Invalid where nobody knows what stood before, Conflict for a
    ruling that a later one stands on.
    """
    loaded = load(match)
    hand = loaded.hand(ruling.hand or 0)
    game, rules = loaded.folding.game, loaded.folding.rules
    if hand is None or hand.current is None or _stands_between(game, rules, ruling):
        return
    found = _Before.of(loaded, hand, ruling)
    if found is None:
        return
    revise(actor, loaded, hand, found.payload, by, is_agreed=found.is_agreed)


def revise(
    actor: Actor, loaded: Loaded, hand: Hand, payload: Payload | None, by: Ruling, *, is_agreed: bool
) -> None:
    """Make `payload` (None: void) the next revision of a hand, by a ruling."""
    current = hand.current
    typed = Submission(
        uuid4(),
        hand.number,
        EntryKind.VOID if payload is None else EntryKind.CORRECT,
        payload,
        seen_revision=current.revision if current is not None else None,
        board=current.context.get("board") if current is not None else None,
        reason=by.reason[:500],
    )
    receipt = submit(loaded.match, typed, actor, source_of(actor), by)
    if is_agreed and receipt.status == HandStatus.SUBMITTED:
        confirm_hand(actor, loaded.match, hand.number, receipt.revision or 0)


def source_of(actor: Actor) -> str:
    """Where an entry comes from that a ruling makes."""
    return EntrySource.USER if actor.user is not None else EntrySource.IMPORT


class _Before:
    """What a hand was before a ruling, and whether both sides had agreed to that."""

    def __init__(self, payload: Payload | None, *, is_agreed: bool) -> None:
        self.payload, self.is_agreed = payload, is_agreed

    @classmethod
    def of(cls, loaded: Loaded, hand: Hand, ruling: Ruling) -> _Before | None:
        """What stands without the ruling; None where the hand stays as it is."""
        revisions = [each for each in loaded.entries_of(hand) if each.revision is not None]
        played = max((at for at, each in enumerate(revisions) if each.ruling_id is None), default=-1)
        ruled = revisions[played + 1 :]
        if all(each.ruling_id != ruling.pk for each in ruled):
            return cls._lifted(loaded, hand, ruling, revisions)
        rulings = Ruling.objects.filter(pk__in=[each.ruling_id or 0 for each in ruled], replaced_by=None)
        standing = [each for each in rulings.order_by("position") if each.status in IN_FORCE]
        base = revisions[played] if played >= 0 else None
        if base is not None and (base.payload is not None or not standing):
            payload = _ruled(loaded, hand, base.payload, standing)
            return cls(payload, is_agreed=base.confirmations.exists())
        if standing:
            return cls(_ruled_first(loaded, hand, ruled, standing), is_agreed=True)
        return cls(_sent_meanwhile(loaded, hand), is_agreed=False)

    @classmethod
    def _lifted(
        cls, loaded: Loaded, hand: Hand, ruling: Ruling, revisions: Sequence[HandEntry]
    ) -> _Before | None:
        """A ruling that came with an archive, or behind which the hand was corrected."""
        current = hand.current
        if current is None or current.payload is None:
            return None
        game, rules = loaded.folding.game, loaded.folding.rules
        for said in _readings(loaded, ruling):
            payload = game.lift(current.payload, said, rules)
            if payload is not None:
                return cls(payload, is_agreed=hand.status == HandStatus.CONFIRMED)
        if len(revisions) == 1 and current.source == EntrySource.IMPORT:
            raise Invalid.of("earlier_result_unknown", "/hand")
        return None


def _sent_meanwhile(loaded: Loaded, hand: Hand) -> Payload | None:
    """What a table has sent about a hand that was ruled upon before anybody had entered it; None: nothing."""
    rivals = [each.payload for each in loaded.entries_of(hand) if each.revision is None]
    return rivals[-1] if rivals else None


def _ruled_first(
    loaded: Loaded, hand: Hand, ruled: Sequence[HandEntry], standing: Sequence[Ruling]
) -> Payload | None:
    """A hand without a result of its own: what the rulings that stand have made of it."""
    at = next(place for place, each in enumerate(ruled) if each.ruling_id == standing[0].pk)
    if at and ruled[at - 1].payload is not None:
        raise Conflict("ruling_on_top")
    return _ruled(loaded, hand, ruled[at].payload, standing[1:])


def _ruled(loaded: Loaded, hand: Hand, payload: Payload | None, rulings: Iterable[Ruling]) -> Payload | None:
    """A result with what these rulings do to it, in their order."""
    game, rules = loaded.folding.game, loaded.folding.rules
    filled = loaded.fold_before(hand.number).state.context().filled
    for ruling in rulings:
        said = _readings(loaded, ruling)[0]
        effect = _effect(game, rules, ruling)
        if game.effects[effect] is Reach.VOID:
            payload = None
            continue
        known = {**(payload or {}), **filled}
        needs_play = effect not in game.decides
        if needs_play and (payload is None or game.check(known, rules)):
            raise Conflict("ruling_on_top")
        found = game.rule(known, said, rules)
        if isinstance(found, tuple):
            raise Conflict("ruling_on_top")
        payload = {name: value for name, value in found.items() if name not in filled}
    return payload


def _effect(game: Game, rules: Any, ruling: Ruling) -> str:
    """What a ruling does; of one that came without its value what usually follows."""
    infraction = game.infraction(ruling.code)
    if "effect" in ruling.value or infraction is None:
        return str(ruling.value["effect"])
    return infraction.consequence(rules=rules).effect


def _stands_between(game: Game, rules: Any, ruling: Ruling) -> bool:
    """Whether a ruling is an entry of the match behind its hand, and left the hand as it was."""
    effect = ruling.value.get("effect") or (
        _effect(game, rules, ruling) if game.infraction(ruling.code) else ""
    )
    return game.effects.get(effect) in (Reach.BETWEEN, Reach.MATCH)


def _readings(loaded: Loaded, ruling: Ruling) -> list[dict[str, Any]]:
    """The ruling as its game reads it; one that came without its value may be of a repeated offence."""
    side = next((each.side for each in loaded.participations if each.entrant_id == ruling.entrant_id), None)
    said = {"code": ruling.code, "side": side}
    if ruling.value:
        return [said | told_to(loaded.folding.game, loaded.folding.rules, ruling.code, ruling.value)]
    return [said, {**said, "repeated": True}]


def told_to(game: Game, rules: Any, code: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """What a ruling's value says, for `Game.rule`: its effect only where it departs from the usual one."""
    infraction = game.infraction(code)
    repeated = bool(value.get("repeated"))
    usual = infraction.consequence(repeated=repeated, rules=rules) if infraction is not None else None
    is_usual = usual is not None and usual.effect == value.get("effect")
    return {name: each for name, each in value.items() if name != "effect" or not is_usual}
