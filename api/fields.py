"""Fields of bodies: they take the JSON type that they name and no other ("3" is no 3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError as DjangoValidationError
from django.core.validators import RegexValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.fields import as_fraction

LARGEST_ID = 10**18 - 1
LARGEST_POINTS = 10**9
EXACT_PATTERN = r"^-?\d{1,9}(/[1-9]\d{0,5}|\.\d{1,6})?$"


class Body(serializers.Serializer[Any]):
    """A body; a key that it does not know is a fault and not silently dropped."""

    def to_internal_value(self, data: Any) -> Any:
        """Read the fields; every key that there is not is named beside their faults."""
        unknown = unknown_keys(data, self.fields) if isinstance(data, dict) else {}
        try:
            read = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if unknown and isinstance(error.detail, dict):
                raise serializers.ValidationError({**error.detail, **unknown}) from error
            raise
        if unknown:
            raise serializers.ValidationError(unknown)
        return read


def unknown_keys(names: Iterable[str], known: Collection[str]) -> dict[str, list[serializers.ErrorDetail]]:
    """The fault of every name that is not known."""
    return {name: [serializers.ErrorDetail("", code="unknown_key")] for name in names if name not in known}


class Whole(serializers.IntegerField):
    """A JSON integer."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", 0)
        kwargs.setdefault("max_value", LARGEST_ID)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        """Refuse what only looks like an integer."""
        if type(data) is not int:
            self.fail("invalid")
        return int(data)


class Text(serializers.CharField):
    """A JSON string."""

    def to_internal_value(self, data: Any) -> str:
        """Refuse numbers, which the parent would print."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Key(Text):
    """The permanent name of something, as archives write it: small letters, digits and underscores."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)
        self.validators.append(RegexValidator(r"^[a-z0-9_]+$", code="invalid"))


class Uuid(serializers.UUIDField):
    """A JSON string that spells a UUID with its hyphens."""

    def to_internal_value(self, data: Any) -> UUID:
        """Refuse whatever else Python reads as one: integers, braces, no hyphens."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        value: UUID = super().to_internal_value(data)
        if str(value) != data.lower():
            self.fail("invalid", value=data)
        return value


class Flag(serializers.BooleanField):
    """A JSON boolean."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse "yes" and 1."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return bool(data)


class Choice(serializers.ChoiceField):
    """One of some strings."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse what only prints like a choice."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "minimum": -LARGEST_POINTS + 1, "maximum": LARGEST_POINTS - 1},
            {"type": "string", "pattern": EXACT_PATTERN},
        ],
        "description": 'An exact number: 3, "53/2" or "0.5".',
    }
)
class Exact(serializers.RegexField):
    """An exact number to be read: an integer, or text like "53/2" and "0.5"."""

    default_error_messages = {"not_exact": 'A whole number, or text like "53/2" or "0.5".'}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(EXACT_PATTERN, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """A Fraction; binary floating point is refused, since it is not exact."""
        if type(data) is int and abs(data) < LARGEST_POINTS:
            return Fraction(data)
        if not isinstance(data, str):
            self.fail("not_exact")
        try:
            return as_fraction(data)
        except DjangoValidationError:
            self.fail("not_exact")

    def run_validators(self, value: Any) -> None:
        """The pattern speaks of text, and what came as an integer has none."""
        if isinstance(value, Fraction) and value.denominator <= 10**6 and abs(value) < LARGEST_POINTS:
            return
        self.fail("not_exact")


@extend_schema_field({"type": "string", "description": 'An exact number: "20" or "53/2".'})
class ExactText(serializers.Field[Any, Any, Any, Any]):
    """An exact number to be shown."""

    def to_representation(self, value: Any) -> str:
        """Text, never rounded."""
        return str(value)


@extend_schema_field({"type": "string", "nullable": True})
class OrNull(serializers.Field[Any, Any, Any, Any]):
    """A text to be shown, null where it is empty."""

    def to_representation(self, value: Any) -> str | None:
        """The text, or None."""
        return str(value) if value else None
