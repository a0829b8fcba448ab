"""Calls for help: a table asks for the director, who comes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.device import Device
from tournaments.models.event import Event, Table


class CallSubject(models.TextChoices):
    """What a table needs somebody for, in as many words as a person in a hurry reads."""

    RULES = "rules", _("Question about the rules")
    SCORE = "score", _("Question about the score")
    OTHER = "other", _("Something else")


class Call(models.Model):
    """A table waits for somebody. It waits once, whoever at it asked first, and until the call has ended.

    `taken_by` is on the way; who ended it, or that the table took it back, stands in the log.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    subject = models.CharField(max_length=8, choices=CallSubject.choices, blank=True, default="")
    raised_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    taken_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["raised_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="one_open_call_per_table"
            ),
            models.CheckConstraint(
                condition=Q(taken_back=False) | Q(ended_at__isnull=False), name="call_taken_back_has_ended"
            ),
        ]

    @property
    def is_open(self) -> bool:
        """Whether the table still waits."""
        return self.ended_at is None


class CallSignal(models.Model):
    """A device asked: under an id of its own, so that asking again with it changes nothing."""

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="signals")
    signal = models.UUIDField(unique=True)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
