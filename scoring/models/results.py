"""Results of matches: projections of hands, slips, byes, forfeits and rulings."""

from __future__ import annotations

from django.db import models

from tournaments.fields import FractionField
from tournaments.models import JSONEncoder, Match, Outcome


class MatchResult(models.Model):
    """How a match stands. `winner` is a side, "draw" or empty; `decided_by` the rule that decided it.

    `finished`: the end was reached. `complete`: finished and nothing is open (gap, conflict, doubt), so
    that the round may close. `confirmed`: every hand that counts was agreed to. `extra_hand`: the match
    tie-break asks for one more hand. `by_game`: where the match has games, each with its hands and the score
    after each of them (see `scoring.games`).
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="result")
    totals = models.JSONField(default=dict, encoder=JSONEncoder)
    games = models.JSONField(null=True, blank=True, encoder=JSONEncoder)
    by_game = models.JSONField(null=True, blank=True, encoder=JSONEncoder)
    hands = models.PositiveIntegerField(default=0)
    next_hand = models.PositiveIntegerField(null=True, blank=True)
    next_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    finished = models.BooleanField(default=False)
    complete = models.BooleanField(default=False)
    confirmed = models.BooleanField(default=False)
    verified = models.BooleanField(default=True)
    extra_hand = models.BooleanField(default=False)
    winner = models.CharField(max_length=4, blank=True, default="")
    reason = models.CharField(max_length=24, blank=True, default="")
    decided_by = models.CharField(max_length=24, blank=True, default="")
    obstacles = models.JSONField(default=list, blank=True)


class SideResult(models.Model):
    """What a match gives to one side; an entrant's result is that of its side.

    `verdict` = half wins: 2 won, 1 drawn, 0 lost.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="side_results")
    side = models.CharField(max_length=2)
    outcome = models.CharField(max_length=16, choices=Outcome.choices)
    game_points = FractionField()
    game_points_against = FractionField()
    games_won = models.PositiveIntegerField(default=0)
    hands_won = models.PositiveIntegerField(default=0)
    match_points = FractionField()
    verdict = models.PositiveSmallIntegerField(default=0)
    victory_points = FractionField(null=True, blank=True)
    counts = models.BooleanField(default=False)
    confirmed = models.BooleanField(default=False)

    class Meta:
        ordering = ["side"]
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="side_result_once")]
