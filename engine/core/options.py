"""Options declared once.

A frozen, keyword-only dataclass whose fields are made by `option()` is all that a game, an event or a stage
writes about its options. From it come the parser, the JSON Schema, the form, the help, the difference to a
profile in words, and the fingerprint that is stored with every result.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, cast

from engine.core.kinds import JsonObject, Kind, Scope
from engine.core.problems import Problem, RulesError, pointer, shown
from engine.core.text import Translate, gettext_noop, untranslated

T = TypeVar("T")
Condition = Mapping[str, tuple[object, ...]]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NOWHERE = Scope()
_METADATA_KEY = "option"


@dataclass(frozen=True, slots=True)
class Option:
    """The declaration of one field.

    `when` says which values of other fields make this one visible; a `required` field is required only while
    it is visible. A field with `unless` is asked for until the field of that name is said; whether it may be
    missing then is for the class's own check, no schema says so. A `filled` field is added by the system and
    never typed. `offered` says whether the rules in force have the field at all: where they do not, no form
    asks for it, and one with a default takes nothing else. `unusable` is what a value of the wrong kind
    counts as, where the class's own `check` is to judge it (else it is refused at once).
    """

    name: str
    kind: Kind
    default: Any
    label: str
    help: str
    group: str
    unit: str
    when: Condition
    required: bool
    unless: str
    filled: bool
    per_stage: bool
    unusable: Any
    offered: Callable[[Any], bool] | None

    def is_offered(self, scope: Scope) -> bool:
        """Return whether the rules in force have the field."""
        return self.offered is None or self.offered(scope.rules)


@dataclass(frozen=True, slots=True)
class Declared:
    """How a class as a whole is read; a class sets its own as the class variable `DECLARED`.

    `unknown`, `bad` and `missing` are the codes of its problems. With `null_is_absent` a field that is null
    counts as left out; with `open_ended` other keys are ignored instead of refused.
    """

    unknown: str = "unknown_option"
    bad: str = "bad_option_value"
    missing: str = "missing_option"
    null_is_absent: bool = False
    open_ended: bool = False


def option(
    kind: Kind,
    *,
    label: str,
    default: Any = MISSING,
    help: str = "",
    group: str = "",
    unit: str = "",
    when: Condition | None = None,
    required: bool = False,
    unless: str = "",
    filled: bool = False,
    per_stage: bool = False,
    unusable: Any = MISSING,
    offered: Callable[[Any], bool] | None = None,
) -> Any:
    """Declare a dataclass field; label, help, group and unit are message ids. See `Option`."""
    declaration = Option(
        "",
        kind,
        default,
        label,
        help,
        group,
        unit,
        when or {},
        required,
        unless,
        filled,
        per_stage,
        unusable,
        offered,
    )
    metadata = MappingProxyType({_METADATA_KEY: declaration})
    return dataclasses.field(default=default, metadata=metadata)


def options_of(cls: type[Any]) -> Mapping[str, Option]:
    """Return the declarations of a class by field name, in their order."""
    return _declarations(cast(Hashable, cls))


def parse(
    cls: type[T], raw: object, base: Mapping[str, Any] | None = None, scope: Scope = NOWHERE
) -> T | tuple[Problem, ...]:
    """Return the value that the mapping `raw` describes, or everything that is wrong with it.

    What `raw` does not name comes from `base`, then from the declared defaults. Unknown names come first;
    only without any are values looked at; only when all are good does the class's own `check()` have its say.
    """
    if not isinstance(raw, Mapping):
        return (Problem(_declared(cls).bad, "", {"value": shown(raw)}),)
    problems = unknown_names(cls, raw) or bad_values(cls, raw, scope) + missing_values(cls, raw, base or {})
    if problems:
        return problems
    value = cls(**{**(base or {}), **_read(cls, raw, scope)})
    check = getattr(value, "check", None)
    return (tuple(check()) if check is not None else ()) or value


def unknown_names(cls: type[Any], raw: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return a problem for every name that the class does not declare."""
    declared = _declared(cls)
    if declared.open_ended:
        return ()
    known = options_of(cls)
    return tuple(
        Problem(declared.unknown, pointer(name), {"field": shown(name)}) for name in raw if name not in known
    )


def bad_values(cls: type[Any], raw: Mapping[str, Any], scope: Scope = NOWHERE) -> tuple[Problem, ...]:
    """Return a problem for every declared field whose value is not of its kind."""
    code = _declared(cls).bad
    return tuple(
        Problem(code, pointer(one.name), {"field": one.name, "value": shown(raw[one.name])})
        for one in _given(cls, raw)
        if one.unusable is MISSING and not one.kind.accepts(raw[one.name], scope)
    )


def missing_values(cls: type[Any], raw: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return a problem for every required field that is neither given nor in `base`."""
    given = {one.name for one in _given(cls, raw)} | base.keys()
    return tuple(
        Problem(_declared(cls).missing, pointer(one.name), {"field": one.name})
        for one in options_of(cls).values()
        if one.required and one.name not in given and _is_visible(one, raw)
    )


def as_json(value: Any) -> JsonObject:
    """Return the options of a value by name, as they would be typed."""
    return {name: _plain(getattr(value, name)) for name in options_of(type(value))}


def fingerprint(value: Any) -> str:
    """Return a short hash of all options: equal options, equal hash, on every machine and run."""
    text = json.dumps(as_json(value), sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def diff(
    base: Any, value: Any, translate: Translate = untranslated, scope: Scope = NOWHERE
) -> tuple[str, ...]:
    """Return, in words, each option in which `value` differs from `base`."""
    if type(base) is not type(value):
        raise RulesError(f"{type(value).__name__} cannot be compared with {type(base).__name__}")
    words = []
    for one in options_of(type(value)).values():
        before, after = getattr(base, one.name), getattr(value, one.name)
        if before != after:
            words.append(
                translate(_CHANGE).format(
                    label=translate(one.label),
                    value=one.kind.in_words(after, scope, translate),
                    usual=one.kind.in_words(before, scope, translate),
                )
            )
    return tuple(words)


def told(value: Any, translate: Translate = untranslated, scope: Scope = NOWHERE) -> tuple[str, ...]:
    """Return, in words, each option that matters beside the others, with its help."""
    values = {name: getattr(value, name) for name in options_of(type(value))}
    return tuple(
        _told(one, values[one.name], translate, scope)
        for one in options_of(type(value)).values()
        if _is_visible(one, values)
    )


def schema(cls: type[Any], scope: Scope = NOWHERE) -> JsonObject:
    """Return the JSON Schema (2020-12) of the mappings that `parse` reads, cross-field rules left aside."""
    declared = _declared(cls)
    options = options_of(cls).values()
    conditions = [_required_when(one) for one in options if one.required and one.when]
    return {
        "type": "object",
        "properties": {one.name: _property(one, scope, declared) for one in options},
        "required": [one.name for one in options if one.required and not one.when],
        "additionalProperties": declared.open_ended,
        **({"allOf": conditions} if conditions else {}),
    }


def form(cls: type[Any], scope: Scope = NOWHERE, translate: Translate = untranslated) -> list[JsonObject]:
    """Return the groups of a form in their order with their fields.

    What the system fills in is left out, and what the rules in force do not have.
    """
    groups: dict[str, list[JsonObject]] = {}
    for one in options_of(cls).values():
        if not one.filled and one.is_offered(scope):
            groups.setdefault(one.group, []).append(_form_field(one, scope, translate))
    return [
        {"title": translate(group) if group else "", "fields": fields} for group, fields in groups.items()
    ]


def help(cls: type[Any], scope: Scope = NOWHERE, translate: Translate = untranslated) -> list[JsonObject]:
    """Return one row of help for each option: what it is, what it may be, what it usually is."""
    return [
        {
            "name": one.name,
            "type": type(one.kind).__name__.lower(),
            "group": translate(one.group) if one.group else "",
            "label": translate(one.label),
            "help": translate(one.help) if one.help else "",
            "default": None if one.default is MISSING else _plain(one.default),
            "range": one.kind.range_in_words(scope, translate),
            "unit": translate(one.unit) if one.unit else "",
            **one.kind.form(scope, translate),
        }
        for one in options_of(cls).values()
    ]


@cache
def _declarations(cls: Hashable) -> Mapping[str, Option]:
    return MappingProxyType(
        {
            field.name: dataclasses.replace(field.metadata[_METADATA_KEY], name=field.name)
            for field in dataclasses.fields(cast(Any, cls))
            if _METADATA_KEY in field.metadata
        }
    )


def _declared(cls: type[Any]) -> Declared:
    declared: Declared = getattr(cls, "DECLARED", _USUAL)
    return declared


def _given(cls: type[Any], raw: Mapping[str, Any]) -> list[Option]:
    skip_null = _declared(cls).null_is_absent
    return [
        one
        for one in options_of(cls).values()
        if one.name in raw and not (skip_null and raw[one.name] is None)
    ]


def _read(cls: type[Any], raw: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
    return {
        one.name: one.kind.read(raw[one.name], scope)
        if one.kind.accepts(raw[one.name], scope)
        else one.unusable
        for one in _given(cls, raw)
    }


def _is_visible(one: Option, raw: Mapping[str, Any]) -> bool:
    return all(raw.get(name) in values for name, values in one.when.items())


def _told(one: Option, value: Any, translate: Translate, scope: Scope) -> str:
    unit = f" {translate(one.unit)}" if one.unit and value is not None else ""
    help = f" {translate(one.help)}" if one.help else ""
    return f"{translate(one.label)}: {one.kind.in_words(value, scope, translate)}{unit}.{help}"


def _property(one: Option, scope: Scope, declared: Declared) -> JsonObject:
    about = {"title": one.label, "description": one.help}
    allowed = one.kind.schema(scope)
    if not one.is_offered(scope) and one.default is not MISSING and one.default is not None:
        allowed = {"const": _plain(one.default)}
    if declared.null_is_absent and (one.when or not one.required):
        allowed = {"anyOf": [allowed, {"type": "null"}]}
    if one.default is not MISSING and one.default is not None:
        allowed = {**allowed, "default": _plain(one.default)}
    return {**allowed, **{name: text for name, text in about.items() if text}}


def _required_when(one: Option) -> JsonObject:
    return {
        "if": {
            "properties": {name: {"enum": list(values)} for name, values in one.when.items()},
            "required": list(one.when),
        },
        "then": {"properties": {one.name: {"not": {"type": "null"}}}, "required": [one.name]},
    }


def _form_field(one: Option, scope: Scope, translate: Translate) -> JsonObject:
    return {
        "name": one.name,
        "label": translate(one.label),
        "help": translate(one.help) if one.help else "",
        "widget": one.kind.widget,
        "required": one.required,
        "unless": one.unless,
        "default": None if one.default is MISSING else _plain(one.default),
        "unit": translate(one.unit) if one.unit else "",
        "when": {name: list(values) for name, values in one.when.items()},
        "per_stage": one.per_stage,
        **one.kind.form(scope, translate),
    }


def _plain(value: Any) -> Any:
    """Return a kept value as JSON again: tuples as lists, declared records as objects."""
    if isinstance(value, tuple | list):
        return [_plain(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return as_json(value)
    return value


_USUAL = Declared()
_CHANGE = gettext_noop("{label}: {value} (usually {usual})")
