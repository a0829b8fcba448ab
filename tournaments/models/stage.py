"""Stages, their rounds, and prepared boards."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Entrant, Event


class StageStatus(models.TextChoices):
    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")


class RoundStatus(models.TextChoices):
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    PLAYING = "playing", _("playing")
    CLOSED = "closed", _("closed")


class Stage(models.Model):
    """A part of an event with one format. The JSON columns have the shapes of the event archive.

    `match` = limits and tie-breaks of a match; `points` = what a result is worth, `scale` instead of
    win, draw and loss; `ranking` = criteria in order; `settings` = the rest of what the archive says of
    a stage (difference_cap, lots, playoffs, ...), checked by `tournaments.settings.StageSettings`.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    ref = models.CharField(max_length=60)
    order = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=200)
    status = models.CharField(max_length=8, choices=StageStatus.choices, default=StageStatus.PLANNED)
    method = models.CharField(max_length=40)
    method_options = models.JSONField(default=dict, blank=True)
    rounds_planned = models.PositiveIntegerField(null=True, blank=True)
    match = models.JSONField(default=dict)
    points = models.JSONField(default=dict, blank=True)
    scale = models.JSONField(null=True, blank=True)
    ranking = models.JSONField(default=list)
    unplayed = models.CharField(max_length=20, default="fide_2026")
    settings = models.JSONField(default=dict, blank=True)
    rules = models.JSONField(default=dict, blank=True)
    slots = models.JSONField(null=True, blank=True)
    carry_over = models.CharField(max_length=8, blank=True, default="")

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["event", "order"], name="stage_order_once"),
            models.UniqueConstraint(fields=["event", "ref"], name="stage_ref_once"),
        ]

    def __str__(self) -> str:
        return self.name


class StageEntrant(models.Model):
    """An entrant that plays in a stage."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="stages")
    seed = models.PositiveIntegerField()
    group = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["seed"]
        constraints = [models.UniqueConstraint(fields=["stage", "entrant"], name="entrant_once_per_stage")]


class Round(models.Model):
    """What is played at one time.

    `why` keeps how it was drawn: seed, cost vector, reasons, warnings. `stale` = the table after this
    closed round has to be computed again, since a result or ruling up to it was changed.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=RoundStatus.choices, default=RoundStatus.DRAFT)
    seed = models.BigIntegerField(default=0)
    drawn_by = models.ForeignKey(
        "tournaments.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    why = models.JSONField(default=dict, blank=True)
    stale = models.BooleanField(default=False)
    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_1"),
        ]


class Board(models.Model):
    """A prepared deal that several tables play."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField()
    deal = models.JSONField(null=True, blank=True)
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="board_number_once")]
