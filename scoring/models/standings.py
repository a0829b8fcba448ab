"""Standings as computed and published."""

from __future__ import annotations

from django.db import models

from tournaments.models import JSONEncoder, Stage


class StandingsSnapshot(models.Model):
    """A whole table in one row: written in one statement, read in one (docs/decisions).

    `rows` = [{"rank", "tied", "entrant" (id), "number", "values" {criterion: exact text}, "decided_by"}].
    A final table belongs to a closed round and is kept for ever: one that was corrected later stands beside
    the newer version. A provisional one counts confirmed results of the round in play and is replaced.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    after_round = models.PositiveIntegerField()
    version = models.PositiveBigIntegerField()
    final = models.BooleanField(default=False)
    rows = models.JSONField(encoder=JSONEncoder)
    computed_at = models.DateTimeField()

    class Meta:
        ordering = ["after_round", "version"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "after_round", "version"], name="one_table_per_version"),
        ]
