"""Rulings on a hand as the API reads and answers them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Body, Key, Text, Whole
from api.v1.shapes.play import LONGEST_REASON, RulingSerializer
from api.v1.shapes.results import ReceiptSerializer


class HandRulingSerializer(Body):
    """A ruling on a hand, by the catalogue of its game."""

    code = Key(help_text="An offence of the game that there is under the rules of the event.")
    side = Text(
        max_length=2,
        required=False,
        allow_blank=True,
        default="",
        help_text="The side that offended; empty only where an offence may be nobody's.",
    )
    effect = Key(
        required=False,
        default="",
        allow_blank=True,
        help_text="An effect of the game that departs from the usual one.",
    )
    details = serializers.DictField(
        required=False, default=dict, help_text="What a ruling of the game may say besides (docs/api.md)."
    )
    summary = serializers.DictField(
        required=False,
        allow_null=True,
        default=None,
        help_text="What is known of a hand that has no result; of one that has, nothing.",
    )
    seen_revision = Whole(
        min_value=1,
        max_value=10**9,
        required=False,
        allow_null=True,
        default=None,
        help_text="The revision that was seen of a hand that has a result.",
    )
    reason = Text(max_length=LONGEST_REASON)
    article = Text(max_length=200, required=False, allow_blank=True, default="")
    public_note = Text(max_length=500, required=False, allow_blank=True, default="")


class ConsequenceSerializer(serializers.Serializer[Any]):
    """What follows from an offence by the rules of the game."""

    effect = serializers.CharField()
    points = serializers.IntegerField(allow_null=True)
    repeated = serializers.BooleanField(help_text="It follows since it is not the first time.")
    text = serializers.CharField(help_text="In the language of the request.")


class HandRuledSerializer(serializers.Serializer[Any]):
    """A ruling on a hand, what follows from it, and the revision that it has made."""

    ruling = RulingSerializer()
    follows = ConsequenceSerializer()
    receipt = ReceiptSerializer(
        allow_null=True, help_text="Null where the result of the hand stays as it is."
    )
