"""The event's log: one hashed chain of acts."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.fields import AppendOnlyModel
from tournaments.models.event import Event, JSONEncoder
from tournaments.models.people import Club


class Verb(models.TextChoices):
    """What can happen; permanent names, rendered to sentences when read."""

    EVENT_CREATED = "event.created", _("event created")
    EVENT_CHANGED = "event.changed", _("event changed")
    EVENT_IMPORTED = "event.imported", _("event imported")
    EVENT_MOVED = "event.moved", _("event changed its state")
    MEMBER_ADDED = "member.added", _("helper added")
    MEMBER_REMOVED = "member.removed", _("helper removed")
    INVITATION_MADE = "invitation.made", _("invitation made")
    INVITATION_REVOKED = "invitation.revoked", _("invitation revoked")
    INVITATION_USED = "invitation.used", _("invitation used")
    STAGE_CREATED = "stage.created", _("stage created")
    STAGE_CLOSED = "stage.closed", _("stage closed")
    ENTRANT_ADDED = "entrant.added", _("entrant added")
    ENTRANT_CHANGED = "entrant.changed", _("entrant changed")
    ENTRANT_REMOVED = "entrant.removed", _("entrant taken off the list")
    ENTRANT_WITHDRAWN = "entrant.withdrawn", _("entrant withdrawn")
    ENTRANT_RETURNED = "entrant.returned", _("entrant returned")
    ENTRANTS_IMPORTED = "entrant.imported", _("entrants imported")
    ABSENCE_PLANNED = "entrant.absence", _("absence noted")
    ABSENCE_TAKEN_BACK = "entrant.absence_taken_back", _("absence taken back")
    ROUND_DRAWN = "round.drawn", _("round drawn")
    ROUND_DISCARDED = "round.discarded", _("draft discarded")
    ROUND_EDITED = "round.edited", _("draft changed by hand")
    ROUND_PUBLISHED = "round.published", _("round published")
    ROUND_EXCHANGED = "round.exchanged", _("published round changed")
    ROUND_CLOSED = "round.closed", _("round closed")
    ROUND_REOPENED = "round.reopened", _("round opened again")
    MATCH_DECIDED = "match.decided", _("match decided by tie-break")
    CARD_DRAWN = "match.card_drawn", _("card drawn for seats")
    SEATS_DRAWN = "match.seats_drawn", _("seats drawn")
    DRAW_UNDONE = "match.draw_undone", _("draw of seats taken back")
    HAND_ENTERED = "hand.entered", _("hand entered")
    HAND_RIVAL = "hand.rival", _("different result kept")
    HAND_CORRECTED = "hand.corrected", _("hand corrected")
    HAND_VOIDED = "hand.voided", _("hand declared void")
    HAND_CHOSEN = "hand.chosen", _("result chosen")
    HAND_CONFIRMED = "hand.confirmed", _("hand confirmed")
    HAND_RESCORED = "hand.rescored", _("hand scored anew")
    HAND_RELEASED = "hand.released", _("cards of a hand released")
    HAND_WITHHELD = "hand.withheld", _("cards of a hand withheld")
    RULING_MADE = "ruling.made", _("ruling made")
    RULING_CHANGED = "ruling.changed", _("ruling changed")
    DEVICE_CREATED = "device.created", _("device prepared")
    DEVICE_PAIRED = "device.paired", _("device paired")
    DEVICE_REVOKED = "device.revoked", _("device revoked")
    CALL_RAISED = "call.raised", _("director called")
    CALL_TAKEN = "call.taken", _("call taken")
    CALL_TAKEN_BACK = "call.taken_back", _("call taken back")
    CALL_ENDED = "call.ended", _("call ended")
    CALL_REOPENED = "call.reopened", _("call opened again")


class AuditEntry(AppendOnlyModel):
    """One act. `hash` covers the entry and the hash before it, so a changed or missing row shows."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="log")
    number = models.PositiveBigIntegerField()
    actor = models.CharField(max_length=80)
    verb = models.CharField(max_length=40, choices=Verb.choices)
    target = models.CharField(max_length=120, blank=True, default="")
    data = models.JSONField(default=dict, blank=True, encoder=JSONEncoder)
    at = models.DateTimeField()
    request_id = models.CharField(max_length=64, blank=True, default="")
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="log_number_once")]
