"""A side, or the director, agrees to a hand as it was seen."""

from __future__ import annotations

from scoring.models import Hand, HandEntry, HandStatus
from scoring.receipts import Receipt, entry_json, receipt_for
from scoring.services.agreement import agree, needs_no_confirmation
from scoring.services.loading import Loaded, load
from scoring.services.project import score_match
from scoring.services.publish import publish_later
from scoring.services.rivals import Choice, require_playable, settle_by_word
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.locks import lock
from tournaments.models import Match, RoundStatus
from tournaments.services.audit import act

__all__ = ["agree", "confirm_hand", "needs_no_confirmation"]


def confirm_hand(actor: Actor, match: Match, number: int, revision: int, side: str = "") -> Receipt:
    """Agree to the revision of a hand that was seen; agreeing twice changes nothing.

    `side` may be left out by a phone, which belongs to one side, and by the director, who speaks for both. In
    a conflict the revision counts as soon as nobody contradicts it any more. What a device says of a
    closed round changes nothing: the director has spoken for it. Raises NotFound, Conflict `outdated` for
    another revision, Invalid by no side, or by the director for a hand in conflict.
    """
    event = match.round.stage.event
    with act(event, actor) as journal:
        lock(match)
        loaded = load(match)
        require_playable(match)
        hand, entry = _seen(loaded, number, revision)
        speaker = _speaker(actor, match, entry, side)
        before = len(journal.entries)
        if actor.device is None or match.round.status != RoundStatus.CLOSED:
            entry = _said(Choice(journal, loaded, hand, actor, speaker), entry)
        projection = None
        changed = len(journal.entries) > before
        if changed:
            projection = score_match(journal, match, loaded, typed=hand.number)
            publish_later(journal, match.round.stage)
        receipt = receipt_for(loaded, entry, projection)
    receipt.version = journal.version if changed else 0
    return receipt


def _said(choice: Choice, entry: HandEntry) -> HandEntry:
    """Note that somebody agrees to the entry; returns the one that counts or waits now."""
    if choice.hand.status == HandStatus.CONFLICT:
        return settle_by_word(choice) or entry
    agree(choice.journal, choice.hand, entry, choice.side, choice.actor)
    return entry


def _seen(loaded: Loaded, number: int, revision: int) -> tuple[Hand, HandEntry]:
    """The hand and its current entry, if that is the one that was seen."""
    hand = loaded.hand(number)
    if hand is None or hand.current is None:
        raise NotFound("no_such_hand")
    if hand.current.revision != revision:
        data = {"current": entry_json(hand.current, hand)}
        raise Conflict("outdated", params={"revision": hand.current.revision}, data=data)
    return hand, hand.current


def _speaker(actor: Actor, match: Match, entry: HandEntry, side: str) -> str:
    """The side that agrees; raises Invalid where a tablet names none or a side confirms itself."""
    sides = stage_setup(match.round.stage).sides
    if actor.device is None:
        if side and side not in sides:
            raise Invalid.of("unknown_side", "/side")
        return side
    speaker = actor.device.side or side
    if speaker not in sides:
        raise Invalid.of("side_needed", "/side")
    if speaker == entry.side:
        raise Invalid.of("own_side", "/side")
    return speaker
