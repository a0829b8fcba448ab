"""Agreement to an entry: by the other side, the director, or (where the event wants none) nobody."""

from __future__ import annotations

from django.utils import timezone

from scoring.models import Confirmation, EntrySource, Hand, HandEntry, HandStatus
from tournaments.access import Actor
from tournaments.models import Match, RoundStatus, Verb
from tournaments.services.audit import Journal
from tournaments.settings import event_settings


def needs_no_confirmation(match: Match, source: str) -> bool:
    """Whether an entry counts at once.

    Imported ones do, corrections of a closed round (they are the director's), and all where the event asks
    for no agreement.
    """
    if source == EntrySource.IMPORT or match.round.status == RoundStatus.CLOSED:
        return True
    return event_settings(match.round.stage.event.settings).confirmation == "none"


def is_of_desk(hand: Hand, entry: HandEntry) -> bool:
    """Whether somebody at the desk typed or chose this entry, or spoke for both sides by confirming it."""
    if entry.source == EntrySource.USER:
        return True
    if hand.status != HandStatus.CONFIRMED:
        return False
    return entry.confirmations.filter(side="", user__isnull=False).exists()


def agree(journal: Journal, hand: Hand, entry: HandEntry, side: str, actor: Actor) -> bool:
    """Note that a side (the director: "") agrees to the entry; False when it already had.

    A hand is confirmed by any side but the one whose phone sent it.
    """
    if entry.confirmations.filter(side=side).exists():
        return False
    Confirmation.objects.create(
        entry=entry, side=side, user=actor.user, device=actor.device, at=timezone.now()
    )
    counts = hand.current_id == entry.pk and hand.status == HandStatus.SUBMITTED
    if counts and (not side or side != entry.side):
        hand.status = HandStatus.CONFIRMED
        hand.save(update_fields=["status"])
    journal.add(
        Verb.HAND_CONFIRMED, f"{hand.match.address}/hand:{hand.number}", revision=entry.revision, side=side
    )
    return True
