"""The form of a hand, made from what the game declares about it, and what was typed said in words.

Each value of the declaration becomes one plain field named by its path (`points-A`, `penalties-0-code`), so
the form works without scripts; the engine alone judges what was typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.core.options import form as declared_form
from engine.core.problems import SEAT_PARAMS, Problem
from pages.words.event import sides_in_words
from scoring.fold import Folding
from scoring.selectors.match import SeatedSide
from scoring.services.loading import SLIP
from scoring.setup import limits_of, stage_setup
from tournaments.models import Stage
from tournaments.texts import sentence

Declared = Mapping[str, Any]
EMPTY = ("", "–")
SPARE_ROWS = 2
COMPOUND = {"by_side", "by_seat", "list", "record"}


@dataclass(frozen=True, slots=True)
class Names:
    """The words of seats and sides at this table, and of values that are codes.

    `seated` are the sides with who plays on them.
    """

    seats: Mapping[str, str]
    sides: Mapping[str, str]
    seated: Mapping[str, str]
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What can be typed about a hand of a stage, or about a paper slip."""

    stage: Stage
    fields: tuple[Declared, ...]
    names: Names
    rare: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    """What the format of the match cannot give: told where it was said, never asked for."""

    @classmethod
    def of(cls, stage: Stage, number: int, seated: Sequence[SeatedSide] = ()) -> Declaration:
        """The declaration of the stage's game; that of a paper slip for number 0.

        Each seat and each side is named with who of `seated` sits there.
        """
        setup = stage_setup(stage)
        names = _names(stage, seated)
        if number == SLIP:
            folding = Folding(setup.game, setup.rules, limits_of(stage))
            idle = frozenset({"games"} if folding.start().games is None else ())
            return cls(stage, _slip(setup.sides), names, idle=idle)
        groups = [
            group["fields"] for group in declared_form(setup.game.Summary, setup.game.scope(setup.rules), _)
        ]
        fields = tuple(each for group in groups for each in group)
        return cls(stage, fields, names, frozenset(each["name"] for group in groups for each in _rare(group)))

    @classmethod
    def of_ruling(cls, stage: Stage, seated: Sequence[SeatedSide] = ()) -> Declaration:
        """What a ruling of the stage's game may say beside offence, side and effect; often nothing."""
        setup = stage_setup(stage)
        details = setup.game.Details
        groups = [] if details is None else declared_form(details, setup.game.scope(setup.rules), _)
        return cls(stage, tuple(each for group in groups for each in group["fields"]), _names(stage, seated))

    @property
    def without_ruling(self) -> Declaration:
        """The same but for the ruling that could be typed with the hand."""
        said = {each["unless"] for each in self.fields if each.get("unless")}
        return replace(self, fields=tuple(each for each in self.fields if each["name"] not in said))

    def asked(self, payload: Mapping[str, Any] | None) -> Declaration:
        """What a form asks for that begins with `payload`."""
        idle = self.idle - {name for name, value in (payload or {}).items() if value is not None}
        return replace(self, fields=tuple(each for each in self.fields if each["name"] not in idle))


def _names(stage: Stage, seated: Sequence[SeatedSide]) -> Names:
    """The words of the table's seats and sides, with the people who are known."""
    setup = stage_setup(stage)
    people = {seat: person for side in seated for seat, person in side.people}
    seats = {
        str(seat): f"{_(name)}: {people[name]}" if name in people else _(name)
        for seat, name in setup.game.seat_names(setup.rules).items()
    }
    sides = sides_in_words(stage)
    named = {each.side: f"{sides[each.side]}: {each.name}" for each in seated}
    values = {value: _(words) for value, words in setup.game.value_texts.items()}
    return Names(seats, sides, sides | named, values)


def _implied(fields: Iterable[Declared]) -> dict[str, Any]:
    """What follows from typing a value that is asked for under one condition alone: its condition.

    Where values of one field follow from several others, none of them does.
    """
    found: dict[str, set[Any]] = {}
    for each in fields:
        for name, values in each.get("when", {}).items():
            found.setdefault(name, set()).update(values)
    return {name: values.pop() for name, values in found.items() if len(values) == 1}


def _rare(group: Sequence[Declared]) -> Sequence[Declared]:
    """The values of a group, where it has several and none of them need usually be said."""
    needed = any(each["required"] or each.get("unless") for each in group)
    return () if len(group) < 2 or needed else group


def _slip(sides: tuple[str, ...]) -> tuple[Declared, ...]:
    whole = {"widget": "number", "minimum": None, "maximum": None, "step": 1}
    games = {**whole, "minimum": 0}
    common = {"widget": "by_side", "keys": list(sides), "help": "", "when": {}, "unit": ""}
    return (
        {**common, "name": "score", "label": _("Total of the match"), "of": whole, "required": True},
        {**common, "name": "games", "label": _("Games won"), "of": games, "required": False},
    )


class HandForm(forms.Form):
    """The fields of a declaration, with the values of `payload` to begin with."""

    def __init__(
        self,
        declaration: Declaration,
        payload: Mapping[str, Any] | None,
        data: Mapping[str, Any] | None,
        prefix: str | None = None,
    ) -> None:
        super().__init__(data, initial=dict(_flat(payload or {})), auto_id="hand-%s", prefix=prefix)
        self.declaration = declaration = declaration.asked(payload)
        implied = _implied(declaration.fields)
        for each in declaration.fields:
            asked = {**each, "preset": implied.get(each["name"], each.get("nothing"))}
            self.fields.update(_fields(asked, each["name"], each["label"], declaration.names, payload))

    def usual(self) -> Iterator[tuple[Declared, list[forms.BoundField]]]:
        """Each declared value with its fields, but for what is folded away."""
        return (group for group in self._groups() if group[0]["name"] not in self.declaration.rare)

    def rare(self) -> list[tuple[Declared, list[forms.BoundField]]]:
        """What is folded away until somebody needs it."""
        return [group for group in self._groups() if group[0]["name"] in self.declaration.rare]

    def is_rare_open(self) -> bool:
        """Whether something that would be folded away was said or is wrong."""
        fields = [field for _declared, own in self.rare() for field in own]
        return any(
            field.errors or field.value() not in (None, "", False, field.field.initial) for field in fields
        )

    def _groups(self) -> Iterator[tuple[Declared, list[forms.BoundField]]]:
        for each in self.declaration.fields:
            name = each["name"]
            when = {self.add_prefix(other): values for other, values in each.get("when", {}).items()}
            yield (
                {**each, "when": when},
                [self[own] for own in self.fields if own == name or own.startswith(f"{name}-")],
            )

    def summary(self) -> dict[str, Any]:
        """What was typed as the engine takes it; values that do not apply are left out."""
        if not self.is_valid():
            return {}
        found = {each["name"]: self._value(each, each["name"]) for each in self.declaration.fields}
        implied = _implied(each for each in self.declaration.fields if found[each["name"]] is not None)
        found |= {name: value for name, value in implied.items() if found.get(name) is None}
        shown = {
            each["name"]
            for each in self.declaration.fields
            if all(found.get(name) in values for name, values in each.get("when", {}).items())
        }
        return {name: value for name, value in found.items() if value is not None and name in shown}

    def _value(self, declared: Declared, path: str) -> Any:
        widget = declared["widget"]
        if widget in ("by_side", "by_seat"):
            pairs = {key: self._value(declared["of"], f"{path}-{key}") for key in declared["keys"]}
            return {key: value for key, value in pairs.items() if value is not None} or None
        if widget == "record":
            parts = {one["name"]: self._value(one, f"{path}-{one['name']}") for one in declared["fields"]}
            return {name: value for name, value in parts.items() if value is not None} or None
        if widget == "list":
            rows = [self._value(declared["of"], f"{path}-{row}") for row in range(self._rows(path))]
            return [row for row in rows if row is not None] or None
        value = self.cleaned_data.get(path)
        if value is None or value is False or value in ("", declared.get("nothing")):
            return None
        if widget == "choice":
            return next((each["value"] for each in declared["choices"] if str(each["value"]) == value), value)
        if widget == "checkbox":
            return value == str(True)
        return int(value) if widget == "seat" else value

    def _rows(self, path: str) -> int:
        """How many rows the form has for a list."""
        rows = {own[len(path) + 1 :].partition("-")[0] for own in self.fields if own.startswith(f"{path}-")}
        return len(rows)

    def blame(self, problems: tuple[Problem, ...]) -> None:
        """Put each problem beside the field that it is about, else above the form."""
        for each in problems:
            steps = each.path.removeprefix("/summary").strip("/")
            name = steps.replace("/", "-")
            own = (
                name
                if name in self.fields
                else next((f for f in self.fields if f.startswith(f"{name}-")), None)
            )
            self.add_error(own if name else None, self.in_words(each))

    def in_words(self, problem: Problem) -> str:
        """The problem as a sentence about the sides and seats of this table."""
        return sentence(self._named(problem), stage_setup(self.declaration.stage).game)

    def _named(self, problem: Problem) -> Problem:
        """The problem with the words of sides and seats in the place of letters and numbers."""
        names = self.declaration.names
        words = {"side": names.sides, **dict.fromkeys(SEAT_PARAMS, names.seats)}
        said = {
            key: words[key].get(str(value), value) if key in words else value
            for key, value in problem.params.items()
        }
        return replace(problem, params=said)


def _fields(
    declared: Declared, path: str, label: str, names: Names, value: object
) -> Iterator[tuple[str, forms.Field]]:
    """The plain fields of one declared value; `value` is what the whole payload holds at the start."""
    widget = declared["widget"]
    if widget not in COMPOUND:
        yield path, _field(declared, label, names)
        return
    if widget == "record":
        for each in declared["fields"]:
            part = {**each, "required": False}  # as long as the record as a whole may be left out
            yield from _fields(part, f"{path}-{each['name']}", f"{label}: {each['label']}", names, value)
        return
    if widget == "list":
        for row in range(_rows_wanted(declared, path, value)):
            yield from _fields(declared["of"], f"{path}-{row}", f"{label} {row + 1}", names, value)
        return
    words = names.seated if widget == "by_side" else names.seats
    for key in declared["keys"]:
        yield from _fields(declared["of"], f"{path}-{key}", words.get(key, key), names, value)


def _rows_wanted(declared: Declared, path: str, value: object) -> int:
    """Rows for what is there and some more, never more than the declaration allows."""
    there = value.get(path) if isinstance(value, Mapping) else None
    rows = (len(there) if isinstance(there, list) else 0) + SPARE_ROWS
    most = declared.get("maximum_length")
    return min(most, max(rows, most)) if most else rows


def _field(declared: Declared, label: str, names: Names) -> forms.Field:
    widget = declared["widget"]
    if widget == "choice":
        choices = [(each["value"], each["label"]) for each in declared["choices"]]
        return _choice(declared, label, choices)
    if widget == "seat":
        seats = [(str(seat), names.seats.get(str(seat), str(seat))) for seat in declared["seats"]]
        return _choice(declared, label, seats)
    if widget == "card":
        return _choice(declared, label, list(declared["names"].items()))
    if widget == "side":
        sides = [(side, names.seated.get(side, side)) for side in declared["sides"]]
        return _choice(declared, label, sides)
    if widget == "number":
        return forms.IntegerField(
            label=label,
            required=False,
            min_value=declared.get("minimum"),
            max_value=declared.get("maximum"),
            widget=forms.NumberInput(attrs={"step": declared.get("step") or 1, "inputmode": "numeric"}),
        )
    if widget == "checkbox":
        return _flag(declared, label)
    return forms.CharField(label=label, required=False, max_length=200)


def _choice(declared: Declared, label: str, choices: list[tuple[Any, str]]) -> forms.ChoiceField:
    """One of some values; where none of them is what is usual or says nothing, there is an empty one."""
    preset = declared.get("preset", declared.get("nothing"))
    if preset is None:
        choices = [("", _("choose")) if declared.get("required") else EMPTY, *choices]
    return forms.ChoiceField(label=label, required=False, choices=choices, initial=preset)


def _flag(declared: Declared, label: str) -> forms.ChoiceField:
    """Yes or no; where nothing is said, and that is not a no, it stays open."""
    yes = (str(True), _("yes"))
    said = [("", _("no")), yes] if declared.get("default") is False else [EMPTY, yes, (str(False), _("no"))]
    return forms.ChoiceField(label=label, required=False, choices=said)


def _flat(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """A payload as the values of the plain fields."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(each, f"{path}-{key}" if path else str(key))
    elif isinstance(value, list):
        for row, each in enumerate(value):
            yield from _flat(each, f"{path}-{row}")
    else:
        yield path, value


def payload_in_words(declaration: Declaration, payload: Mapping[str, Any] | None) -> tuple[str, ...]:
    """What was typed about a hand, one half sentence for each value; a void hand says so."""
    if payload is None:
        return (_("the hand does not count"),)
    said = ((each, payload.get(each["name"])) for each in declaration.fields)
    return tuple(
        f"{each['label']}: {_words(each, value, declaration.names)}"
        for each, value in said
        if value not in (None, {}, [])
    )


def _words(declared: Declared, value: Any, names: Names) -> str:
    widget = declared["widget"]
    if widget in ("by_side", "by_seat") and isinstance(value, Mapping):
        words = names.sides if widget == "by_side" else names.seats
        parts = [
            f"{words.get(key, key)} {_words(declared['of'], each, names)}" for key, each in value.items()
        ]
        return ", ".join(parts)
    if widget == "list" and isinstance(value, list):
        return ", ".join(_words(declared["of"], each, names) for each in value)
    if widget == "record" and isinstance(value, Mapping):
        parts = [_words(one, value[one["name"]], names) for one in declared["fields"] if one["name"] in value]
        return " ".join(parts)
    if widget == "choice":
        labels = {each["value"]: each["label"] for each in declared["choices"]}
        return str(labels.get(value, value))
    if widget == "seat":
        return names.seats.get(str(value), str(value))
    if widget == "side":
        return names.sides.get(str(value), str(value))
    if widget == "card":
        return str(declared["names"].get(value, value))
    if widget == "checkbox":
        return _("yes") if value else _("no")
    if widget == "number":
        return str(value).replace("-", "−")
    return names.values.get(str(value), str(value))
