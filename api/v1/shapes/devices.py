"""Devices and people as the API shows and reads them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Body, Choice, Text, Whole
from api.v1.shapes.calls import OwnCallSerializer
from api.v1.shapes.draws import DrawSerializer
from api.v1.shapes.games import FormSerializer
from api.v1.shapes.play import MatchSerializer, RoundSerializer, TableSerializer
from tournaments.models import DeviceProfile


class DeviceSerializer(serializers.Serializer[Any]):
    """A device; its token is never shown again."""

    id = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]  # taken off the class
    profile = serializers.CharField()
    side = serializers.CharField()
    table = TableSerializer(allow_null=True)
    match = serializers.IntegerField(
        source="match_id", allow_null=True, help_text="A player's own phone belongs to this match alone."
    )
    created_at = serializers.DateTimeField()
    paired_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)
    seen_at = serializers.DateTimeField(source="seen.at", default=None, allow_null=True)


class NewDeviceSerializer(Body):
    """A device to be prepared."""

    label = Text(max_length=80)  # type: ignore[assignment]  # taken off the class
    table = Whole(
        min_value=1, max_value=100_000, required=False, allow_null=True, default=None, help_text="Its number."
    )
    profile = Choice(DeviceProfile.values, required=False, default=DeviceProfile.TABLE.value)
    side = Text(max_length=2, required=False, allow_blank=True, default="")


class CodeSerializer(serializers.Serializer[Any]):
    """A code to be typed into the device, valid once and for ten minutes."""

    device = DeviceSerializer()
    code = serializers.CharField()


class NewPhoneSerializer(Body):
    """A player's own phone, which confirms for one side of the match that is on."""

    side = Text(max_length=2)


class PhoneSerializer(CodeSerializer):
    """A code with the square that a phone's camera reads: the address of the tablet's page and the code."""

    square = serializers.ListField(
        child=serializers.CharField(), help_text="The rows of the square: 1 is dark, 0 is light."
    )


class PairSerializer(Body):
    """The code that was typed."""

    code = Text(max_length=40)


class TokenSerializer(serializers.Serializer[Any]):
    """The token of a device, shown this once."""

    device = DeviceSerializer()
    event = serializers.IntegerField()
    token = serializers.CharField()


class MembershipSerializer(serializers.Serializer[Any]):
    """A role in an event."""

    event = serializers.IntegerField(source="event_id")
    name = serializers.CharField(source="event.name")
    role = serializers.CharField()


class MeSerializer(serializers.Serializer[Any]):
    """The person who is signed in."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    is_superuser = serializers.BooleanField()
    memberships = MembershipSerializer(many=True)


class EventNameSerializer(serializers.Serializer[Any]):
    """The event that a device belongs to."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.SlugField(help_text="With `slug` the address of its pages: `/{club}/{slug}/`.")
    slug = serializers.SlugField()
    version = serializers.IntegerField()


class TableViewSerializer(serializers.Serializer[Any]):
    """Everything that a tablet needs to take results at its table."""

    device = DeviceSerializer()
    event = EventNameSerializer()
    round = RoundSerializer(allow_null=True)
    match = MatchSerializer(allow_null=True)
    form = FormSerializer(allow_null=True)
    table_corrections = serializers.CharField(
        help_text="What the table may correct by itself: `running_round` (any hand), `last_hand` or `none`."
    )
    call = OwnCallSerializer(allow_null=True)
    draw = DrawSerializer(allow_null=True, help_text="Of seats and the first deal, while it is open.")
