"""Agreement: the other side, the director, or (where the event wants none) nobody has to say yes."""

from __future__ import annotations

from django.utils import timezone

from scoring.models import Confirmation, EntrySource, Hand, HandEntry, HandStatus
from scoring.receipts import Receipt, receipt_for
from scoring.services.loading import load
from scoring.services.project import project
from scoring.services.publish import publish_later
from scoring.setup import stage_setup
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.locks import lock
from tournaments.models import Match, Verb
from tournaments.services.audit import Journal, act
from tournaments.settings import event_settings


def needs_no_confirmation(match: Match, source: str) -> bool:
    """Whether an entry counts at once: imported ones, and all where the event asks for no agreement."""
    if source == EntrySource.IMPORT:
        return True
    return event_settings(match.round.stage.event.settings).confirmation == "none"


def agree(journal: Journal, hand: Hand, entry: HandEntry, side: str, actor: Actor) -> bool:
    """Note that a side (the director: "") agrees to the entry; False when it already had.

    A hand is confirmed by any side but the one whose phone sent it.
    """
    known = {each.side for each in entry.confirmations.all()}
    if side in known:
        return False
    Confirmation.objects.create(
        entry=entry, side=side, user=actor.user, device=actor.device, at=timezone.now()
    )
    confirmed = hand.current_id == entry.pk and hand.status == HandStatus.SUBMITTED
    if confirmed and (not side or side != entry.side):
        hand.status = HandStatus.CONFIRMED
        hand.save(update_fields=["status"])
    journal.add(
        Verb.HAND_CONFIRMED, f"match:{hand.match_id}/hand:{hand.number}", revision=entry.revision, side=side
    )
    return True


def confirm_hand(actor: Actor, match: Match, number: int, revision: int, side: str = "") -> Receipt:
    """Agree to the revision of a hand that was seen; agreeing twice changes nothing.

    `side` may be left out by a phone, which belongs to one side, and by the director, who speaks for both.
    Raises NotFound, Conflict `outdated` for another revision, Invalid for a hand in conflict or by no side.
    """
    event = match.round.stage.event
    with act(event, actor) as journal:
        lock(match)
        loaded = load(match)
        hand = loaded.hand(number)
        if hand is None or hand.current is None:
            raise NotFound("no_such_hand")
        if hand.current.revision != revision:
            raise Conflict("outdated", params={"revision": hand.current.revision})
        if hand.status == HandStatus.CONFLICT:
            raise Invalid.of("hand_in_conflict")
        speaker = _speaker(actor, match, hand.current, side)
        if agree(journal, hand, hand.current, speaker, actor):
            loaded = load(match)
            project(match, loaded)
            publish_later(journal, match.round.stage)
        receipt = receipt_for(loaded, hand.current)
    receipt.version = journal.version
    return receipt


def _speaker(actor: Actor, match: Match, entry: HandEntry, side: str) -> str:
    """The side that agrees; raises Invalid where a tablet names none or a side confirms itself."""
    if actor.device is None:
        return side
    speaker = actor.device.side or side
    if speaker not in stage_setup(match.round.stage).sides:
        raise Invalid.of("side_needed", "/side")
    if speaker == entry.side:
        raise Invalid.of("own_side", "/side")
    return speaker
