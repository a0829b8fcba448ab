"""The kinds of value that an option, or a field of a summary, can have.

A kind knows three things about its values: which ones it accepts, the JSON Schema that says the same, and how
a form asks for them. The schema accepts what `accepts` accepts; the only difference is that JSON Schema takes
50.0 for the whole number 50, which we do not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.core.cards import Deck
from engine.core.showing import card_in_words
from engine.core.text import Translate, gettext_noop, untranslated

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a declaration may depend on: the rules in force, and the seats and sides that they give."""

    rules: Any = None
    seats: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceValue:
    """One of the values of a choice, with its label (a message id)."""

    value: str | int
    label: str


Choices = tuple[ChoiceValue, ...]


class Kind(ABC):
    """A set of JSON values. Subclasses are small frozen dataclasses."""

    __slots__ = ()
    widget: ClassVar[str]

    @abstractmethod
    def accepts(self, value: object, scope: Scope) -> bool:
        """Tell whether the value belongs to the kind; total over any JSON value."""

    @abstractmethod
    def schema(self, scope: Scope) -> JsonObject:
        """Return the JSON Schema (2020-12) of the kind."""

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return what a form needs to know beside the widget: limits, choices, keys."""
        return {}

    def read(self, value: Any, scope: Scope) -> Any:
        """Return an accepted JSON value as the immutable value that is kept."""
        return value

    def in_words(self, value: Any, scope: Scope, translate: Translate = untranslated) -> str:
        """Return a value for a sentence."""
        return translate(_NONE) if value is None else str(value)

    def range_in_words(self, scope: Scope, translate: Translate = untranslated) -> str:
        """Return the allowed values for a help text; "" where the kind says it all."""
        return ""


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """True or false."""

    widget: ClassVar[str] = "checkbox"

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept the two truth values, but not 0 and 1."""
        return value is True or value is False

    def schema(self, scope: Scope) -> JsonObject:
        """Return the schema of a boolean."""
        return {"type": "boolean"}

    def in_words(self, value: Any, scope: Scope, translate: Translate = untranslated) -> str:
        """Return yes or no."""
        return translate(_YES if value else _NO)

    def range_in_words(self, scope: Scope, translate: Translate = untranslated) -> str:
        """Return both values."""
        return f"{translate(_YES)}, {translate(_NO)}"


Limit = int | Callable[[Scope], int] | None
"""An end of a range of numbers, which may depend on the rules in force; None where it is open."""


@dataclass(frozen=True, slots=True)
class Integer(Kind):
    """A whole number, a multiple of `step`; null too where `nullable`."""

    minimum: Limit = None
    maximum: Limit = None
    step: int = 1
    nullable: bool = False
    widget: ClassVar[str] = "number"

    def limits(self, scope: Scope) -> tuple[int | None, int | None]:
        """Return the least and the greatest number under the rules in force."""
        least = self.minimum(scope) if callable(self.minimum) else self.minimum
        most = self.maximum(scope) if callable(self.maximum) else self.maximum
        return least, most

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept whole numbers inside the limits; `true` and 50.0 are none."""
        if value is None:
            return self.nullable
        if type(value) is not int or value % self.step:
            return False
        least, most = self.limits(scope)
        return (least is None or least <= value) and (most is None or value <= most)

    def schema(self, scope: Scope) -> JsonObject:
        """Return the schema of the number."""
        least, most = self.limits(scope)
        limits = {
            "minimum": least,
            "maximum": most,
            "multipleOf": self.step if self.step > 1 else None,
        }
        kept = {name: limit for name, limit in limits.items() if limit is not None}
        return {"type": ["integer", "null"] if self.nullable else "integer", **kept}

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return limits and step."""
        least, most = self.limits(scope)
        return {"minimum": least, "maximum": most, "step": self.step, "nullable": self.nullable}

    def range_in_words(self, scope: Scope, translate: Translate = untranslated) -> str:
        """Return the limits and the step."""
        words = _RANGE if self.step == 1 else _RANGE_WITH_STEP
        least, most = self.limits(scope)
        places = {
            "minimum": "…" if least is None else least,
            "maximum": "…" if most is None else most,
            "step": self.step,
        }
        return translate(words).format(**places)


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of some values; which ones may depend on the rules.

    `nothing` is the value that says the same as no value at all, if one does: a form needs no other for it.
    """

    choices: Choices | Callable[[Any], Choices]
    nothing: str | int | None = None
    widget: ClassVar[str] = "choice"

    def values(self, scope: Scope) -> Choices:
        """Return the choices under the rules in force."""
        return self.choices(scope.rules) if callable(self.choices) else self.choices

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept the listed values; 1 and `true` differ."""
        return any(type(value) is type(one.value) and value == one.value for one in self.values(scope))

    def schema(self, scope: Scope) -> JsonObject:
        """Return the list of values."""
        return {"enum": [one.value for one in self.values(scope)]}

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the choices with their labels, and which of them says nothing."""
        choices = [{"value": one.value, "label": translate(one.label)} for one in self.values(scope)]
        return {"choices": choices} if self.nothing is None else {"choices": choices, "nothing": self.nothing}

    def in_words(self, value: Any, scope: Scope, translate: Translate = untranslated) -> str:
        """Return the label of the value."""
        labels = {one.value: translate(one.label) for one in self.values(scope)}
        return str(labels.get(value, value))

    def range_in_words(self, scope: Scope, translate: Translate = untranslated) -> str:
        """Return the labels of all values."""
        return ", ".join(translate(one.label) for one in self.values(scope))


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A text of limited length."""

    minimum_length: int = 0
    maximum_length: int | None = None
    widget: ClassVar[str] = "text"

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept texts whose length is right."""
        if not isinstance(value, str) or len(value) < self.minimum_length:
            return False
        return self.maximum_length is None or len(value) <= self.maximum_length

    def schema(self, scope: Scope) -> JsonObject:
        """Return the schema of the text."""
        limit = {} if self.maximum_length is None else {"maxLength": self.maximum_length}
        return {"type": "string", "minLength": self.minimum_length, **limit}

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the limits of the length."""
        return {"minimum_length": self.minimum_length, "maximum_length": self.maximum_length}


@dataclass(frozen=True, slots=True)
class SeatNumber(Kind):
    """A seat of the table, as a whole number."""

    widget: ClassVar[str] = "seat"

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept the seats of the table."""
        return type(value) is int and value in scope.seats

    def schema(self, scope: Scope) -> JsonObject:
        """Return the seats."""
        return {"type": "integer", "enum": list(scope.seats)}

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the seats."""
        return {"seats": list(scope.seats)}


@dataclass(frozen=True, slots=True)
class SideName(Kind):
    """A side of the match."""

    widget: ClassVar[str] = "side"

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept the sides of the match."""
        return isinstance(value, str) and value in scope.sides

    def schema(self, scope: Scope) -> JsonObject:
        """Return the sides."""
        return {"enum": list(scope.sides)}

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the sides."""
        return {"sides": list(scope.sides)}


@dataclass(frozen=True, slots=True)
class CardCode(Kind):
    """A card of the deck, by its code; `signs` are the drawings of its suits by their letters."""

    deck: Deck
    signs: Mapping[str, str] = field(default_factory=dict)
    widget: ClassVar[str] = "card"

    def accepts(self, value: object, scope: Scope) -> bool:
        """Accept the codes of the deck."""
        return isinstance(value, str) and self.deck.find(value) is not None

    def schema(self, scope: Scope) -> JsonObject:
        """Return the codes."""
        return {"enum": list(self.deck.codes)}

    def form(self, scope: Scope, translate: Translate = untranslated) -> JsonObject:
        """Return the codes in the order of the deck, and what a picker of cards shows."""
        return {
            "cards": list(self.deck.codes),
            "names": {code: self.in_words(code, scope, translate) for code in self.deck.codes},
            "suits": [
                {"letter": each.letter, "name": translate(each.name), "sign": self.signs.get(each.letter, "")}
                for each in self.deck.suits
            ],
            "ranks": [{"letter": each.letter, "name": translate(each.name)} for each in self.deck.ranks],
        }

    def in_words(self, value: Any, scope: Scope, translate: Translate = untranslated) -> str:
        """Return the name of the card; a card without a suit by its code."""
        card = self.deck.find(value) if isinstance(value, str) else None
        if card is None or card.suit is None:
            return super().in_words(value, scope, translate)
        return card_in_words(card, translate)


_NONE = gettext_noop("none")
_YES = gettext_noop("yes")
_NO = gettext_noop("no")
_RANGE = gettext_noop("{minimum} to {maximum}")
_RANGE_WITH_STEP = gettext_noop("{minimum} to {maximum} in steps of {step}")
