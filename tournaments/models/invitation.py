"""Invitations: a link that gives one person one role in an event, once and within seven days."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event, Role


class Invitation(models.Model):
    """A link that was given out. Only the SHA-256 of its secret is stored; `name` says for whom it is."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Role.choices)
    name = models.CharField(_("name"), max_length=120, blank=True, default="")
    email = models.EmailField(_("e-mail"), blank=True, default="")
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]
        indexes = [models.Index(fields=["event", "expires_at"])]


class InvitationUse(models.Model):
    """Who took up an invitation: never a second one."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="uses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["invitation"], name="invitation_used_once")]
