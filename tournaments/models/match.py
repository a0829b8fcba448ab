"""Matches, who takes part in them, and who sits where."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.fields import FractionField
from tournaments.models.event import Entrant, Table
from tournaments.models.people import Player
from tournaments.models.stage import Round


class MatchStatus(models.TextChoices):
    SCHEDULED = "scheduled", _("not started")
    PLAYING = "playing", _("playing")
    COMPLETE = "complete", _("finished")
    FORFEITED = "forfeited", _("forfeited")
    VOID = "void", _("void")


class Outcome(models.TextChoices):
    """What a round was for one entrant (tournament.md section 1)."""

    PLAYED = "played", _("played")
    PAIRING_BYE = "pairing_bye", _("bye")
    REQUESTED_BYE = "requested_bye", _("bye on request")
    ABSENCE = "absence", _("absent")
    FORFEIT_WIN = "forfeit_win", _("won by forfeit")
    FORFEIT_LOSS = "forfeit_loss", _("lost by forfeit")
    DOUBLE_FORFEIT = "double_forfeit", _("double forfeit")
    UNPLAYED = "unplayed", _("not played")


class Match(models.Model):
    """Two sides (three in three-handed games) at one table in one round; one side = a bye.

    `posted` = the sides as published, where others sat down and played; `first_dealer` = a seat; `draw` = the
    cards that were drawn for seats and the first deal, as `scoring.seat_draw` reads them.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="matches")
    number = models.PositiveIntegerField()
    leg = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=10, choices=MatchStatus.choices, default=MatchStatus.SCHEDULED)
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    scheduled_at = models.DateTimeField(null=True, blank=True)
    posted = models.JSONField(null=True, blank=True)
    draw = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(table__isnull=False), name="one_match_per_table"
            ),
        ]

    @property
    def address(self) -> str:
        """The match as the log names it: the same in every database."""
        return f"stage:{self.round.stage.order}/round:{self.round.number}/match:{self.number}"


class Participation(models.Model):
    """An entrant on a side of a match.

    `outcome` says what the round was for it where no played result says so: byes, absences, forfeits,
    cancelled matches, and `played` where a match was declared finished before its own end. Points stand
    here only where somebody set them: a bye's own values, a result adjusted by ruling.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="participations")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="participations")
    side = models.CharField(max_length=2)
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="participations")
    leg = models.PositiveSmallIntegerField(default=1)
    slot = models.PositiveSmallIntegerField(default=0)
    outcome = models.CharField(max_length=16, choices=Outcome.choices, blank=True, default="")
    match_points = FractionField(null=True, blank=True)
    game_points = FractionField(null=True, blank=True)
    game_points_against = FractionField(null=True, blank=True)

    class Meta:
        ordering = ["side", "slot"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant", "leg"], name="entrant_once_per_round"),
            models.UniqueConstraint(fields=["match", "entrant"], name="entrant_once_per_match"),
        ]


class Seat(models.Model):
    """A person in a seat; people of a side without a position watch (Thunee's observers)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    side = models.CharField(max_length=2)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_person_per_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_person"),
        ]
