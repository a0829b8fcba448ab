"""Tablets: a principal of their own, paired once by a code that lives ten minutes."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event, Table
from tournaments.models.match import Match
from tournaments.models.stage import RoundStatus


class DeviceProfile(models.TextChoices):
    TABLE = "table", _("tablet of a table")
    SIDE = "side", _("phone of one side")
    HALL = "hall", _("hall screen")


class Device(models.Model):
    """A paired device. Only the SHA-256 of its token is stored.

    `side` narrows a phone to one side; `match` narrows a player's own phone to the match it was paired in,
    since its owner sits somewhere else in the next round.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="devices")
    label = models.CharField(_("label"), max_length=80)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="devices")
    side = models.CharField(max_length=2, blank=True, default="")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="phones")
    profile = models.CharField(max_length=8, choices=DeviceProfile.choices, default=DeviceProfile.TABLE)
    token_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    paired_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.label

    @property
    def is_authenticated(self) -> bool:
        """A device that passed its token check is a known principal (Django REST framework asks this)."""
        return True

    @property
    def is_over(self) -> bool:
        """Whether it was paired for one match whose round is closed: it speaks for nobody any more."""
        return self.match is not None and self.match.round.status == RoundStatus.CLOSED


class DeviceSeen(models.Model):
    """When a device was last heard of; a table of its own, since it is written all the time."""

    device = models.OneToOneField(Device, on_delete=models.CASCADE, primary_key=True, related_name="seen")
    at = models.DateTimeField()


class PairingCode(models.Model):
    """A code for one device, used once, within ten minutes."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="codes")
    code_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
