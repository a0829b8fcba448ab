"""Rounds, matches and hands as the API shows and reads them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import LARGEST_ID, Body, Exact, ExactText, Flag, Key, OrNull, Text, Whole
from api.pagination import PageQuery
from tournaments.models import RoundStatus
from tournaments.texts import obstacle

HIGHEST_ROUND = 1000
LONGEST_REASON = 500


class RoundSerializer(serializers.Serializer[Any]):
    """A round."""

    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage_id")
    number = serializers.IntegerField()
    status = serializers.CharField()
    drawn_at = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class RoundDetailSerializer(RoundSerializer):
    """A round with how it was drawn: seed, cost vector, reasons."""

    seed = serializers.IntegerField()
    why = serializers.DictField()


class TableSerializer(serializers.Serializer[Any]):
    """A table in the hall."""

    number = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]  # taken off the class


class PlaceSerializer(serializers.Serializer[Any]):
    """An entrant on a side of a match."""

    side = serializers.CharField()
    entrant = serializers.IntegerField(source="entrant_id")
    number = serializers.IntegerField(source="entrant.number")
    name = serializers.CharField(source="entrant.name")
    outcome = serializers.CharField(
        help_text="Only where no played result says it: byes, forfeits, absences."
    )


class SideResultSerializer(serializers.Serializer[Any]):
    """What a match gives to a side."""

    side = serializers.CharField()
    outcome = serializers.CharField()
    game_points = ExactText()
    game_points_against = ExactText()
    games_won = serializers.IntegerField()
    hands_won = serializers.IntegerField()
    match_points = ExactText()
    victory_points = ExactText(allow_null=True)
    counts = serializers.BooleanField()
    confirmed = serializers.BooleanField()


class SeatSerializer(serializers.Serializer[Any]):
    """A person in a seat."""

    position = serializers.IntegerField(allow_null=True)
    side = serializers.CharField()
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.display_name")


class RunningSerializer(serializers.Serializer[Any]):
    """The score of a game with one of its hands."""

    number = serializers.IntegerField()
    after = serializers.DictField(help_text="By side.")


class PlayedGameSerializer(serializers.Serializer[Any]):
    """A game of a match."""

    winner = OrNull(help_text="A side or `draw`; null while it goes on.")
    hands = RunningSerializer(many=True)
    target = serializers.IntegerField(
        required=False, help_text="What wins the game in progress, where a hand can raise that."
    )


class ResultSerializer(serializers.Serializer[Any]):
    """How a match stands."""

    totals = serializers.DictField(help_text="Game points of each side.")
    games = serializers.DictField(allow_null=True, help_text="Games won, where the match has games.")
    by_game = PlayedGameSerializer(
        many=True, allow_null=True, help_text="The games, the one in progress last."
    )
    hands = serializers.IntegerField(help_text="Hands that were scored.")
    next_hand = serializers.IntegerField(allow_null=True)
    next_dealer = serializers.IntegerField(allow_null=True)
    finished = serializers.BooleanField()
    complete = serializers.BooleanField(help_text="Finished, and nothing is open.")
    confirmed = serializers.BooleanField()
    verified = serializers.BooleanField(help_text="Counted by the rules engine, not taken from a slip.")
    extra_hand = serializers.BooleanField()
    winner = OrNull(help_text="A side or `draw`; null while nobody has won.")
    reason = OrNull(help_text="Why the match has ended.")
    decided_by = OrNull(help_text="The match tie-break that decided.")
    obstacles = serializers.ListField(
        child=serializers.CharField(), help_text="What keeps the match from being complete: `missing_hand:3`."
    )
    hints = serializers.SerializerMethodField(help_text="The same in words.")

    def get_hints(self, result: Any) -> list[str]:
        """In the language of the request."""
        return [obstacle(each) for each in result.obstacles]


class MatchSerializer(serializers.Serializer[Any]):
    """A match."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_id")
    number = serializers.IntegerField()
    leg = serializers.IntegerField()
    table = TableSerializer(allow_null=True)
    status = serializers.CharField()
    first_dealer = serializers.IntegerField(allow_null=True)
    scheduled_at = serializers.DateTimeField(allow_null=True)
    places = PlaceSerializer(many=True, source="participations.all")
    seats = SeatSerializer(many=True, source="seats.all")
    result = serializers.SerializerMethodField()
    sides = SideResultSerializer(many=True, source="side_results.all")

    @extend_schema_field(ResultSerializer(allow_null=True))
    def get_result(self, match: Any) -> Any:
        """Null before the first hand."""
        result = getattr(match, "result", None)
        return None if result is None else ResultSerializer(result).data


class RoundQuery(PageQuery):
    """Which rounds."""

    status = serializers.ChoiceField(RoundStatus.values, required=False)


class MatchQuery(PageQuery):
    """Which matches."""

    table = serializers.IntegerField(required=False, min_value=1, max_value=100_000)
    entrant = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)


class DrawSerializer(Body):
    """How the next round is to be drawn."""

    number = Whole(
        min_value=1,
        max_value=HIGHEST_ROUND,
        help_text="The round that is wanted: sent twice, it makes one round.",
    )
    seed = Whole(required=False, allow_null=True, default=None)
    allow_rematches = Flag(required=False, default=False)
    second_bye = Flag(required=False, default=False)


class RedrawSerializer(Body):
    """How a draft is to be drawn again."""

    seed = Whole(required=False, allow_null=True, default=None)
    allow_rematches = Flag(required=False, default=False)
    second_bye = Flag(required=False, default=False)


class ReasonSerializer(Body):
    """Why."""

    reason = Text(max_length=LONGEST_REASON)


class NothingSerializer(Body):
    """An act that needs no more than its address."""


class ForfeitSerializer(Body):
    """Who did not play."""

    offenders = serializers.ListField(
        child=Whole(min_value=1), min_length=1, max_length=6, help_text="Entrants."
    )
    reason = Text(max_length=LONGEST_REASON)
    code = Key(required=False, default="no_show")


class AdjustSerializer(Body):
    """Match points set by a ruling, by side."""

    match_points = serializers.DictField(child=Exact())
    reason = Text(max_length=LONGEST_REASON)


class AsPlayedSerializer(Body):
    """Who sat down and played, by side."""

    sides = serializers.DictField(
        child=serializers.ListField(child=Whole(min_value=1), min_length=1, max_length=6),
        help_text="Entrants of each side; whoever they displace takes their places.",
    )
    reason = Text(max_length=LONGEST_REASON)


class FineSerializer(Body):
    """Points added to an entrant: negative for a fine, positive for a bonus."""

    entrant = Whole(min_value=1)
    match_points = Exact(required=False, allow_null=True, default=None)
    game_points = Exact(required=False, allow_null=True, default=None)
    code = Key(required=False, default="fine")
    reason = Text(max_length=LONGEST_REASON)


class ConfirmSerializer(Body):
    """Agreement to what was seen."""

    revision = Whole(min_value=1, max_value=10**9, help_text="The revision that was seen.")
    side = Text(max_length=2, required=False, allow_blank=True, default="", help_text="Empty: the director.")


class ChooseSerializer(Body):
    """Which of several entries is to count."""

    submission = serializers.UUIDField()
    reason = Text(max_length=LONGEST_REASON, required=False, allow_blank=True, default="")


class RulingSerializer(serializers.Serializer[Any]):
    """A ruling; the reason in full is for those who rule."""

    id = serializers.IntegerField()
    position = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage_id", allow_null=True)
    round = serializers.IntegerField(source="round.number", default=None, allow_null=True)
    match = serializers.IntegerField(source="match_id", allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    entrant = serializers.IntegerField(source="entrant_id", allow_null=True)
    code = serializers.CharField()
    effect = serializers.CharField()
    match_points = ExactText(allow_null=True)
    game_points = ExactText(allow_null=True)
    value = serializers.DictField()
    status = serializers.CharField()
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True)
    article = serializers.CharField()
    public_note = serializers.CharField()
    at = serializers.DateTimeField(allow_null=True)
    reason = serializers.SerializerMethodField()

    def get_reason(self, ruling: Any) -> str | None:
        """Null for the public."""
        return ruling.reason if self.context.get("full") else None


class StandingsRowSerializer(serializers.Serializer[Any]):
    """A line of the table."""

    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    entrant = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    values = serializers.DictField(help_text="Criterion: exact text; null where the criterion was not asked.")
    decided_by = serializers.CharField(allow_null=True, help_text="What separates it from the line above.")


class PartSerializer(serializers.Serializer[Any]):
    """One summand of a value."""

    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="An entrant.")
    points = ExactText()
    factor = ExactText()
    amount = ExactText(help_text="Points times factor.")
    counted = serializers.BooleanField()


class WhySerializer(serializers.Serializer[Any]):
    """The parts that the values of an entrant are made of, by criterion."""

    entrant = serializers.IntegerField()
    after_round = serializers.IntegerField()
    parts = serializers.DictField(child=PartSerializer(many=True))


class StandingsSerializer(serializers.Serializer[Any]):
    """A table of a stage."""

    stage = serializers.IntegerField()
    after_round = serializers.IntegerField()
    final = serializers.BooleanField(help_text="Of a closed round; otherwise results may still come.")
    version = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True)
    ranking = serializers.ListField()
    rows = StandingsRowSerializer(many=True)


class StandingsQuery(serializers.Serializer[Any]):
    """Which table."""

    after = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=HIGHEST_ROUND,
        help_text="After this closed round; else the newest.",
    )
