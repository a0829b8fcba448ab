"""Kinds made of kinds: maps by seat or side, lists, records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.kinds import JsonObject, Kind, Scope
from engine.core.options import form, parse, schema
from engine.core.text import Translate, untranslated


class _Map(Kind):
    """A map whose keys are fixed by the table; keys may be left out."""

    __slots__ = ()
    of: Kind

    def keys(self, scope: Scope) -> tuple[str, ...]:
        """Return the keys that may occur."""
        raise NotImplementedError

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept maps with known keys and values of the inner kind."""
        if not isinstance(value, Mapping):
            return False
        keys = self.keys(scope)
        return all(key in keys and self.of.accepts(inner, scope) for key, inner in value.items())

    def schema(self, scope: Scope) -> JsonObject:
        """Return the schema of the map."""
        inner = self.of.schema(scope)
        return {
            "type": "object",
            "properties": dict.fromkeys(self.keys(scope), inner),
            "additionalProperties": False,
        }

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the keys, and how to ask for the value of each."""
        return {"keys": list(self.keys(scope)), "of": _inner_form(self.of, scope, translate)}

    def read(self, value: Any, scope: Scope) -> Any:
        """Return the map as it is kept."""
        return {key: self.of.read(inner, scope) for key, inner in value.items()}


@dataclass(frozen=True, slots=True)
class BySeat(_Map):
    """A map from seats, as text, to values of one kind."""

    of: Kind
    widget: ClassVar[str] = "by_seat"

    def keys(self, scope: Scope) -> tuple[str, ...]:
        """Return the seats as text."""
        return tuple(map(str, scope.seats))


@dataclass(frozen=True, slots=True)
class BySide(_Map):
    """A map from sides to values of one kind."""

    of: Kind
    widget: ClassVar[str] = "by_side"

    def keys(self, scope: Scope) -> tuple[str, ...]:
        """Return the sides."""
        return scope.sides


@dataclass(frozen=True, slots=True)
class ListOf(Kind):
    """A list of values of one kind; a length may be left open by None."""

    of: Kind
    minimum_length: int = 0
    maximum_length: int | Callable[[Scope], int] | None = None
    unique: bool = False
    widget: ClassVar[str] = "list"

    def longest(self, scope: Scope) -> int | None:
        """Return the greatest length, which may depend on the rules; None where there is none."""
        return self.maximum_length(scope) if callable(self.maximum_length) else self.maximum_length

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept lists of the right length whose entries are of the inner kind."""
        if not isinstance(value, list | tuple) or len(value) < self.minimum_length:
            return False
        longest = self.longest(scope)
        if longest is not None and len(value) > longest:
            return False
        if not all(self.of.accepts(entry, scope) for entry in value):
            return False
        return not self.unique or all(entry not in value[:at] for at, entry in enumerate(value))

    def schema(self, scope: Scope) -> JsonObject:
        """Return the schema of the list."""
        longest = self.longest(scope)
        return {
            "type": "array",
            "items": self.of.schema(scope),
            "minItems": self.minimum_length,
            **({} if longest is None else {"maxItems": longest}),
            **({"uniqueItems": True} if self.unique else {}),
        }

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the lengths, and how to ask for an entry."""
        return {
            "minimum_length": self.minimum_length,
            "maximum_length": self.longest(scope),
            "unique": self.unique,
            "of": _inner_form(self.of, scope, translate),
        }

    def read(self, value: Any, scope: Scope) -> Any:
        """Return the list as the tuple that is kept."""
        return tuple(self.of.read(entry, scope) for entry in value)


@dataclass(frozen=True, slots=True)
class Record(Kind):
    """A map with declared fields: `of` is a class made of `option()` fields."""

    of: type[Any]
    widget: ClassVar[str] = "record"

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept what the class reads without a problem, its cross-field rules included."""
        return not isinstance(parse(self.of, value, scope=scope), tuple)

    def schema(self, scope: Scope) -> JsonObject:
        """Return the schema of the class."""
        return schema(self.of, scope)

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the fields of the class."""
        return {"fields": [field for group in form(self.of, scope, translate) for field in group["fields"]]}

    def read(self, value: Any, scope: Scope) -> Any:
        """Return the value of the class."""
        return parse(self.of, value, scope=scope)


def _inner_form(kind: Kind, scope: Scope, translate: Translate) -> JsonObject:
    return {"widget": kind.widget, **kind.form(scope, translate)}
