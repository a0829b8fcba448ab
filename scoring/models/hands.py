"""Hands: what was typed (append-only), who agreed, and what it is worth (projection)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.fields import AppendOnlyModel
from tournaments.models import Board, Device, JSONEncoder, Match


class HandStatus(models.TextChoices):
    SUBMITTED = "submitted", _("sent")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    CONFLICT = "conflict", _("two different results")
    VOID = "void", _("void")


class EntryKind(models.TextChoices):
    ENTER = "enter", _("entered")
    CORRECT = "correct", _("corrected")
    VOID = "void", _("declared void")
    CHOOSE = "choose", _("chosen")


class EntrySource(models.TextChoices):
    USER = "user", _("director's desk")
    DEVICE = "device", _("tablet")
    IMPORT = "import", _("import")


class Hand(models.Model):
    """The address of a hand in a match. Number 0 = the totals of a paper slip, alone in its match.

    `released` is the entry whose record everybody may see; a later record is not shown with it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    board = models.ForeignKey(Board, on_delete=models.PROTECT, null=True, blank=True, related_name="hands")
    current = models.ForeignKey(
        "scoring.HandEntry", on_delete=models.DO_NOTHING, null=True, blank=True, related_name="+"
    )
    released = models.ForeignKey(
        "scoring.HandEntry", on_delete=models.DO_NOTHING, null=True, blank=True, related_name="+"
    )
    status = models.CharField(max_length=10, choices=HandStatus.choices, default=HandStatus.SUBMITTED)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="hand_number_once"),
            models.UniqueConstraint(
                fields=["match", "board"], condition=Q(board__isnull=False), name="board_once_per_match"
            ),
        ]


def _who(user: int | None, device: int | None) -> str:
    """A person or a device as the log names them; "" = neither."""
    return f"device:{device}" if device is not None else f"user:{user}" if user is not None else ""


class HandEntry(AppendOnlyModel):
    """One thing that was typed about a hand.

    `payload` is what was typed and nothing else; `context` what the system filled in when it was
    accepted. `revision` counts the entries that became the hand's current one; a rival has none. `by` names
    who typed an entry that came back with an archive: people and devices of another database.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="entries")
    revision = models.PositiveIntegerField(null=True, blank=True)
    submission = models.UUIDField(unique=True)
    body_hash = models.CharField(max_length=64)
    kind = models.CharField(max_length=8, choices=EntryKind.choices)
    payload = models.JSONField(null=True, blank=True)
    record = models.JSONField(null=True, blank=True)
    context = models.JSONField(default=dict, blank=True, encoder=JSONEncoder)
    rules_hash = models.CharField(max_length=64)
    source = models.CharField(max_length=8, choices=EntrySource.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    ruling = models.ForeignKey(
        "scoring.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    by = models.CharField(max_length=80, blank=True, default="")
    side = models.CharField(max_length=2, blank=True, default="")
    played_at = models.DateTimeField(null=True, blank=True)
    recorded_at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "revision"], name="hand_revision_once"),
            models.CheckConstraint(
                condition=Q(revision__isnull=True) | Q(revision__gte=1), name="revision_from_1"
            ),
            models.CheckConstraint(
                condition=Q(source="user", user__isnull=False, device__isnull=True)
                | Q(source="device", device__isnull=False, user__isnull=True)
                | Q(source="import", user__isnull=True, device__isnull=True),
                name="entry_has_one_source",
            ),
            models.CheckConstraint(
                condition=~Q(kind="void") | Q(payload__isnull=True), name="void_has_no_payload"
            ),
        ]

    @property
    def who(self) -> str:
        """Who typed it, as the log names them; "" = an import or the system."""
        return self.by or _who(self.user_id, self.device_id)


class Confirmation(AppendOnlyModel):
    """A side agreed to an entry; side "" = the director, neither user nor device = by time.

    `by` names who agreed where that came back with an archive.
    """

    entry = models.ForeignKey(HandEntry, on_delete=models.CASCADE, related_name="confirmations")
    side = models.CharField(max_length=2, blank=True, default="")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    by = models.CharField(max_length=80, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "side"], name="side_confirms_once")]

    @property
    def who(self) -> str:
        """Who agreed, as the log names them; "" = by time or the system."""
        return self.by or _who(self.user_id, self.device_id)


class Repetition(AppendOnlyModel):
    """A submission that said what was known already.

    It is no entry of its own, but remembered: sent again after a later correction it still changes nothing.
    """

    entry = models.ForeignKey(HandEntry, on_delete=models.CASCADE, related_name="repetitions")
    submission = models.UUIDField(unique=True)
    body_hash = models.CharField(max_length=64)
    at = models.DateTimeField()


class ScoreState(models.TextChoices):
    COUNTS = "counts", _("counts")
    SURPLUS = "surplus", _("after the end of the match")
    DOUBTFUL = "doubtful", _("to be checked")


class HandScore(models.Model):
    """What a hand is worth in its match: a projection, rebuilt from entries and rulings at any time."""

    hand = models.OneToOneField(Hand, on_delete=models.CASCADE, related_name="score")
    entry = models.ForeignKey(HandEntry, on_delete=models.CASCADE, related_name="+")
    points = models.JSONField(default=dict, encoder=JSONEncoder)
    lines = models.JSONField(default=list, encoder=JSONEncoder)
    state = models.CharField(max_length=8, choices=ScoreState.choices, default=ScoreState.COUNTS)
