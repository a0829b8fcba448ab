"""Events, stages, entrants and the log as the API shows and reads them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Body, Choice, Exact, ExactText, Flag, Text, Whole
from api.pagination import PageQuery
from tournaments.models import EntrantPlayer, EntrantStatus, EventStatus, PlannedAbsence

LONGEST_LIST = 8


class ClubSerializer(serializers.Serializer[Any]):
    """A club."""

    slug = serializers.CharField()
    name = serializers.CharField()


class EventSerializer(serializers.Serializer[Any]):
    """An event in the list."""

    id = serializers.IntegerField()
    club = ClubSerializer()
    slug = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField()
    profile = serializers.CharField()
    entrant_kind = serializers.CharField()
    status = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    time_zone = serializers.CharField()
    version = serializers.IntegerField(source="version.number", help_text="Grows with every visible change.")


@extend_schema_field(
    {"type": ["object", "string", "null"], "description": "Null where win, draw and loss count."}
)
class ScaleField(serializers.JSONField):
    """A scale by its name or written out."""


class StageSerializer(serializers.Serializer[Any]):
    """A stage with its settings, in the shapes of the event archive."""

    id = serializers.IntegerField()
    order = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    method = serializers.CharField()
    method_options = serializers.DictField()
    rounds_planned = serializers.IntegerField(allow_null=True)
    match = serializers.DictField(help_text="When a match ends, and what decides an equal one.")
    points = serializers.DictField()
    scale = ScaleField()
    ranking = serializers.ListField(help_text="Criteria in order.")
    unplayed = serializers.CharField()
    rules = serializers.DictField(help_text="Options in which the stage differs from its event.")


class EventDetailSerializer(EventSerializer):
    """An event with its rules and stages."""

    options = serializers.DictField(help_text="Options in which the event differs from its profile.")
    settings = serializers.DictField()
    tables = serializers.SerializerMethodField()
    stages = StageSerializer(many=True, source="stages.all")

    def get_tables(self, event: Any) -> list[int]:
        """The numbers of the tables."""
        return [table.number for table in event.tables.all()]


class LineUpSerializer(serializers.Serializer[EntrantPlayer]):
    """A person of an entrant."""

    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.display_name")
    slot = serializers.IntegerField()
    substitute = serializers.BooleanField()
    from_round = serializers.IntegerField(allow_null=True)
    to_round = serializers.IntegerField(allow_null=True)


class AbsenceSerializer(serializers.Serializer[PlannedAbsence]):
    """A round that an entrant will not play."""

    round = serializers.IntegerField()
    kind = serializers.CharField()


class EntrantSerializer(serializers.Serializer[Any]):
    """An entrant."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    club = serializers.CharField()
    rating = ExactText(allow_null=True)
    status = serializers.CharField()
    joined_round = serializers.IntegerField()
    left_after_round = serializers.IntegerField(allow_null=True)
    players = LineUpSerializer(many=True, source="line_up.all")
    absences = AbsenceSerializer(many=True, source="planned_absences.all")


class LogEntrySerializer(serializers.Serializer[Any]):
    """One act of the event's log; `hash` covers it and the entry before it."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    verb = serializers.CharField()
    words = serializers.CharField(source="get_verb_display")
    target = serializers.CharField()
    details = serializers.DictField(source="data")
    hash = serializers.CharField()


class EventQuery(PageQuery):
    """Which events."""

    game = serializers.CharField(required=False, max_length=40)
    status = serializers.ChoiceField(EventStatus.values, required=False)
    club = serializers.SlugField(required=False, max_length=80)


class EntrantQuery(PageQuery):
    """Which entrants."""

    status = serializers.ChoiceField(EntrantStatus.values, required=False)


class LogQuery(PageQuery):
    """Which acts."""

    verb = serializers.CharField(required=False, max_length=40)


class NewEntrantSerializer(Body):
    """An entrant to be entered; `players` in the order of their seats."""

    name = Text(max_length=200)
    players = serializers.ListField(child=Text(max_length=200), min_length=1, max_length=LONGEST_LIST)
    club = Text(max_length=200, required=False, allow_blank=True, default="")
    rating = Exact(required=False, allow_null=True, default=None)
    number = Whole(min_value=1, max_value=100_000, required=False, allow_null=True, default=None)


class LateEntrantSerializer(NewEntrantSerializer):
    """An entrant that comes when the stage has begun."""

    match_points = Exact(
        required=False,
        allow_null=True,
        default=None,
        help_text="For all rounds missed; left out: the stage's value of an absence for each.",
    )


class LeaveSerializer(Body):
    """Why an entrant leaves, and whether at once."""

    reason = Text(max_length=500, required=False, allow_blank=True, default="")
    now = Flag(
        required=False, default=False, help_text="Forfeit the match that is being played; needs a reason."
    )


class NewAbsenceSerializer(Body):
    """A round that the entrant will not play."""

    round = Whole(min_value=1, max_value=1000)
    kind = Choice(["requested_bye", "absence"], required=False, default="requested_bye")


class MoveEventSerializer(Body):
    """The state that the event is to have."""

    status = Choice(EventStatus.values)
