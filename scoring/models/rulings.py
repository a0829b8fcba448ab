"""Rulings: append-only; a change of state is a new row that replaces the one before it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.fields import AppendOnlyModel, FractionField
from tournaments.models import Entrant, Event, JSONEncoder, Match, Player, Round, Stage


class RulingEffect(models.TextChoices):
    NONE = "none", _("recorded")
    WARNING = "warning", _("warning")
    HAND = "hand", _("hand")
    MATCH = "match", _("adjusted result")
    FINE = "fine", _("fine")
    FORFEIT = "forfeit", _("forfeit")
    BOARD = "board", _("artificial score")
    CLOSE = "close", _("match ended early")
    EXPULSION = "expulsion", _("expulsion")


class RulingStatus(models.TextChoices):
    IN_FORCE = "in_force", _("in force")
    APPEALED = "appealed", _("appealed")
    UPHELD = "upheld", _("upheld")
    CHANGED = "changed", _("changed")
    CANCELLED = "cancelled", _("cancelled")


class Ruling(AppendOnlyModel):
    """What a director decided, on which facts and by which article.

    Points of a fine are added (a fine is negative). `hand` is a hand number in `match`; `value` holds
    what an effect needs besides. `position` orders the rulings of an event as in its archive.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rulings")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="rulings")
    hand = models.PositiveIntegerField(null=True, blank=True)
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    position = models.PositiveIntegerField()
    code = models.CharField(max_length=60)
    effect = models.CharField(max_length=10, choices=RulingEffect.choices, default=RulingEffect.NONE)
    match_points = FractionField(null=True, blank=True)
    game_points = FractionField(null=True, blank=True)
    value = models.JSONField(default=dict, blank=True, encoder=JSONEncoder)
    status = models.CharField(max_length=10, choices=RulingStatus.choices, default=RulingStatus.IN_FORCE)
    reason = models.CharField(max_length=2000)
    article = models.CharField(max_length=200, blank=True, default="")
    public_note = models.CharField(max_length=500, blank=True, default="")
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "position"], name="ruling_position_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
        ]
