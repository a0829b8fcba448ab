"""Games as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class TitledSerializer(serializers.Serializer[Any]):
    """A key and what it is called."""

    key = serializers.CharField()
    title = serializers.CharField()


class GameSerializer(serializers.Serializer[Any]):
    """A game in the list."""

    key = serializers.CharField()
    title = serializers.CharField()
    variants = TitledSerializer(many=True)
    profiles = TitledSerializer(many=True)


class ProfileSerializer(TitledSerializer):
    """A named set of options with its source."""

    source = serializers.CharField()  # type: ignore[assignment]  # taken off the class
    dated = serializers.CharField()
    options = serializers.DictField(help_text="What differs from the defaults.")


class ChosenEffectSerializer(serializers.Serializer[Any]):
    """What follows from an offence under one value of an option."""

    value = serializers.CharField()
    effect = serializers.CharField()
    repeated = serializers.CharField()


class ByOptionSerializer(serializers.Serializer[Any]):
    """The option that decides what follows from an offence."""

    option = serializers.CharField()
    effects = ChosenEffectSerializer(many=True)


class InfractionSerializer(serializers.Serializer[Any]):
    """An offence of the game's catalogue."""

    code = serializers.CharField()
    title = serializers.CharField()
    effect = serializers.CharField()
    points = serializers.IntegerField(allow_null=True)
    points_option = serializers.CharField(
        allow_blank=True, help_text="The option that says how many points, where the offence has no number."
    )
    by_option = ByOptionSerializer(allow_null=True)


class GameDetailSerializer(GameSerializer):
    """A game with its options, its profiles and its catalogue of infractions."""

    profiles = ProfileSerializer(many=True)
    options = serializers.ListField(
        child=serializers.DictField(), help_text="Label, help, default and range."
    )
    infractions = InfractionSerializer(many=True)


class RulesQuery(serializers.Serializer[Any]):
    """Under which rules."""

    profile = serializers.CharField(required=False, max_length=60)
    variant = serializers.CharField(required=False, max_length=60)


class GamesSerializer(serializers.Serializer[Any]):
    """The games that a match is made of."""

    target = serializers.IntegerField(help_text="Points that win a game.")
    to_win = serializers.IntegerField(help_text="Games that win the match.")


class FollowsSerializer(serializers.Serializer[Any]):
    """What follows from an offence under some rules."""

    code = serializers.CharField()
    effect = serializers.CharField(help_text="The first time.")
    repeated = serializers.CharField(help_text="When it is repeated.")
    reach = serializers.CharField(help_text="How far the effect goes: `note`, `summary`, `void`, `match` ...")
    points = serializers.IntegerField(allow_null=True, help_text="The size of the effect, where it has one.")
    words = serializers.CharField(help_text="The effect, in the language of the request.")


class FormSerializer(serializers.Serializer[Any]):
    """How a hand is typed under some rules: the form, and the JSON Schema of what it sends."""

    game = serializers.CharField()
    rules = serializers.DictField(help_text="All options in force.")
    sides = serializers.ListField(child=serializers.CharField())
    seats = serializers.DictField(child=serializers.CharField(), help_text="Seat: its name.")
    form = serializers.ListField(child=serializers.DictField(), help_text="Groups of fields in their order.")
    schema = serializers.DictField(help_text="JSON Schema (2020-12) of a summary.")
    games = GamesSerializer(allow_null=True, help_text="Null where a match has no games of its own.")
    infractions = FollowsSerializer(many=True)
