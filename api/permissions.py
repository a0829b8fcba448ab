"""Doors to what has no door of its own in `tournaments.access`: always through the event it belongs to."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from scoring.models import Hand, Ruling
from tournaments.access import Actor, Permission, event_for, match_for
from tournaments.errors import NotFound
from tournaments.models import Device, Entrant, Event, EventStatus, Match


def visible_events(actor: Actor) -> QuerySet[Event]:
    """The events that the actor may see: all that are no drafts, and drafts of their own."""
    events = Event.objects.select_related("club", "version")
    if actor.system or (actor.user is not None and actor.user.is_superuser):
        return events
    seen = ~Q(status=EventStatus.DRAFT)
    if actor.user is not None:
        seen |= Q(members__user=actor.user)
    if actor.device is not None:
        seen |= Q(pk=actor.device.event_id)
    return events.filter(seen).distinct()


def entrant_for(actor: Actor, entrant_id: int, permission: Permission) -> Entrant:
    """The entrant, if the actor may do this in its event."""
    entrant = Entrant.objects.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound
    entrant.event = event_for(actor, entrant.event_id, permission)
    return entrant


def device_for(actor: Actor, device_id: int) -> Device:
    """The device, if the actor may manage those of its event."""
    device = Device.objects.filter(pk=device_id).first()
    if device is None:
        raise NotFound
    device.event = event_for(actor, device.event_id, Permission.DEVICES_EDIT)
    return device


def ruling_for(actor: Actor, ruling_id: int) -> Ruling:
    """The ruling, if the actor may rule in its event."""
    ruling = Ruling.objects.select_related("round__stage", "match").filter(pk=ruling_id).first()
    if ruling is None:
        raise NotFound
    ruling.event = event_for(actor, ruling.event_id, Permission.RESULTS_RULE)
    return ruling


def hand_for(actor: Actor, match_id: int, number: int, permission: Permission) -> tuple[Match, Hand]:
    """A match and one of its hands, if the actor may do this there."""
    match = match_for(actor, match_id, permission)
    hand = Hand.objects.filter(match=match, number=number).first()
    if hand is None:
        raise NotFound("no_such_hand")
    hand.match = match
    return match, hand
