"""Submissions, receipts and hands as the API shows and reads them.

A submission is read by `scoring.submissions.parse_submission`, the same for every door; the class here
only describes it.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Body, Text, Whole
from scoring.setup import Setup
from scoring.submissions import HIGHEST_HAND, KINDS

LARGEST_BATCH = 100


class SubmissionSerializer(Body):
    """One thing that was typed about a hand. The client makes the id; sending it again changes nothing."""

    submission = serializers.UUIDField()
    hand = Whole(
        max_value=HIGHEST_HAND, help_text="1, 2, ... in the match; 0 for the totals of a paper slip."
    )
    board = Whole(min_value=1, max_value=HIGHEST_HAND, required=False, allow_null=True)
    kind = serializers.RegexField(f"^({'|'.join(KINDS)})$", required=False, help_text="`enter` if left out.")
    summary = serializers.DictField(
        required=False,
        allow_null=True,
        help_text="As the schema of the match's form says; needed unless the hand is declared void.",
    )
    record = serializers.DictField(required=False, allow_null=True, help_text="The play, card by card.")
    seen_revision = Whole(
        min_value=1, max_value=10**9, required=False, allow_null=True, help_text="What a correction saw."
    )
    seen_seats = serializers.DictField(
        child=Whole(min_value=1),
        required=False,
        allow_null=True,
        help_text="Who sat where when it was typed: player (id) by position, as the match had it. Where one "
        "of them has moved to another seat since, the answer is 409 `seats_changed`.",
    )
    played_at = serializers.DateTimeField(required=False, allow_null=True)
    reason = Text(max_length=500, required=False, allow_blank=True)


class BatchSerializer(Body):
    """A tablet's queue, in order; each is judged for itself."""

    submissions = serializers.ListField(
        child=serializers.DictField(),
        min_length=1,
        max_length=LARGEST_BATCH,
        help_text="Each like the body of a single one, and its `match` (the id) beside the other members.",
    )


class LineSerializer(serializers.Serializer[Any]):
    """One reason for points."""

    code = serializers.CharField()
    side = serializers.CharField()
    points = serializers.IntegerField()
    params = serializers.DictField()
    text = serializers.CharField(help_text="In the language of the request.")


class StandSerializer(serializers.Serializer[Any]):
    """How the match stands."""

    totals = serializers.DictField()
    games = serializers.DictField(allow_null=True)
    finished = serializers.BooleanField()
    complete = serializers.BooleanField()
    winner = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    decided_by = serializers.CharField(allow_null=True)
    extra_hand = serializers.BooleanField(help_text="The match tie-break asks for one more hand.")
    next_dealer = serializers.IntegerField(allow_null=True)
    next_hand = serializers.IntegerField(allow_null=True)
    obstacles = serializers.ListField(
        child=serializers.CharField(), help_text="What keeps the match from being complete: `missing_hand:3`."
    )
    hints = serializers.ListField(child=serializers.CharField(), help_text="The same in words.")


class ReceiptSerializer(serializers.Serializer[Any]):
    """The answer to a submission: the server's sums, the same for every client."""

    submission = serializers.UUIDField()
    hand = serializers.IntegerField()
    revision = serializers.IntegerField(allow_null=True)
    status = serializers.CharField()
    replayed = serializers.BooleanField(help_text="It came before; nothing was changed now.")
    score = serializers.DictField(allow_null=True)
    lines = LineSerializer(many=True)
    rescored = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later hands whose points changed with this one."
    )
    match = StandSerializer()
    hint = serializers.CharField(allow_null=True, help_text="In words: the hand is still in conflict.")


class OutcomeSerializer(serializers.Serializer[Any]):
    """What became of one submission of a batch."""

    status = serializers.IntegerField(help_text="As if it had been sent alone.")
    receipt = ReceiptSerializer(required=False)
    problem = serializers.DictField(required=False)


class OutcomesSerializer(serializers.Serializer[Any]):
    """One outcome for each submission, in order."""

    outcomes = OutcomeSerializer(many=True)


class EntrySerializer(serializers.Serializer[Any]):
    """One thing that was typed about a hand; a rival has no revision."""

    submission = serializers.UUIDField()
    revision = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    summary = serializers.DictField(source="payload", allow_null=True)
    side = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # taken off the class
    ruling = serializers.IntegerField(source="ruling_id", allow_null=True)
    recorded_at = serializers.DateTimeField()
    confirmed_by = serializers.SerializerMethodField(help_text="Sides; an empty one is the director.")
    reason = serializers.SerializerMethodField()

    def get_confirmed_by(self, entry: Any) -> list[str]:
        """Who agreed."""
        return [each.side for each in entry.confirmations.all()]

    def get_reason(self, entry: Any) -> str | None:
        """Null for the public."""
        return entry.reason if self.context.get("full") else None


class HandSerializer(serializers.Serializer[Any]):
    """A hand: what counts, what it is worth, and everything that was typed."""

    number = serializers.IntegerField()
    board = serializers.IntegerField(source="board.number", default=None, allow_null=True)
    status = serializers.CharField()
    revision = serializers.IntegerField(source="current.revision", default=None, allow_null=True)
    submission = serializers.UUIDField(source="current.submission", default=None, allow_null=True)
    summary = serializers.DictField(source="current.payload", default=None, allow_null=True)
    score = serializers.DictField(source="score.points", default=None, allow_null=True)
    state = serializers.CharField(source="score.state", default=None, allow_null=True)
    lines = serializers.SerializerMethodField()
    between = serializers.SerializerMethodField(
        help_text="What rulings put between this hand and the next: entries of the match."
    )
    entries = EntrySerializer(many=True, source="entries.all")

    def get_between(self, hand: Any) -> list[dict[str, Any]]:
        """In their order; usually none."""
        return [dict(each.entry) for each in self.context["between"] if each.number == hand.number]

    @extend_schema_field(LineSerializer(many=True))
    def get_lines(self, hand: Any) -> Any:
        """The reasons for the points."""
        score = getattr(hand, "score", None)
        if score is None:
            return []
        setup: Setup = self.context["setup"]
        return [{**line, "text": setup.line_in_words(line, gettext)} for line in score.lines]
