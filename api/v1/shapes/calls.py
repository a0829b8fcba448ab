"""Calls for help as the API shows and reads them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Body, Choice, Uuid
from api.pagination import PageQuery
from api.v1.shapes.play import TableSerializer
from tournaments.models import CallSubject


class OwnCallSerializer(serializers.Serializer[Any]):
    """A call as its table sees it: whether somebody comes, not who."""

    id = serializers.IntegerField()
    subject = serializers.CharField(help_text="Empty where nothing was said.")
    raised_at = serializers.DateTimeField()
    taken_at = serializers.DateTimeField(allow_null=True, help_text="Since when somebody is on the way.")
    ended_at = serializers.DateTimeField(allow_null=True)


class CallSerializer(OwnCallSerializer):
    """A call as the officials see it."""

    table = TableSerializer()
    taken_by = serializers.CharField(
        source="taken_by.username", default=None, allow_null=True, help_text="Who is on the way."
    )
    taken_back = serializers.BooleanField(help_text="Ended by the table itself.")


class RaiseSerializer(Body):
    """A table calls the director."""

    signal = Uuid(help_text="Made by the device, which repeats it when no answer came.")
    subject = Choice(CallSubject.values, required=False, default="")


class CallQuery(PageQuery):
    """Which calls."""

    status = serializers.ChoiceField(["open", "ended"], required=False)
