"""The JSON Schema of the event archive: the authority on its shape, and where a file departs from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from engine.core.problems import Problem, pointer, shown

FORMAT = "baza-event"
VERSION = 1
SCHEMA_FILE = Path(__file__).with_name("baza-event.schema.json")

CODES = {
    "required": "missing_key",
    "additionalProperties": "unknown_key",
    "anyOf": "bad_shape",
    "propertyNames": "unknown_key",
    "type": "bad_type",
    "enum": "bad_choice",
    "const": "bad_choice",
    "pattern": "bad_text",
    "minLength": "bad_text",
    "maxLength": "text_too_long",
    "minimum": "out_of_range",
    "maximum": "out_of_range",
    "minItems": "bad_length",
    "maxItems": "bad_length",
    "uniqueItems": "listed_twice",
    "not": "key_out_of_place",
}
"""JSON Schema keyword to problem code; the schema file uses no other keyword that can fail."""


@cache
def schema() -> Mapping[str, Any]:
    """Return the JSON Schema (2020-12) of the event archive, version 1."""
    loaded: Mapping[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return loaded


def definition(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of `part`, its reference followed; what stands beside the reference wins."""
    reference = part.get("$ref")
    if reference is None:
        return part
    target: Mapping[str, Any] = schema()["$defs"][str(reference).rpartition("/")[2]]
    return {**definition(target), **{key: value for key, value in part.items() if key != "$ref"}}


def schema_problems(document: object) -> tuple[Problem, ...]:
    """Return every departure of a document from the schema, in its order; of a foreign version only that."""
    foreign = tuple(_foreign(document))
    if foreign:
        return foreign
    found: dict[object, Problem] = {}
    for error in _validator().iter_errors(document):
        for problem in _problems(_fault(error)):
            found.setdefault((problem.code, problem.path, problem.params.get("key")), problem)
    return tuple(found.values())


def fits(value: object, part: Mapping[str, Any]) -> bool:
    """Whether a value is valid under a part of the schema."""
    return _validator().evolve(schema=part).is_valid(value)


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def _foreign(document: object) -> Iterator[Problem]:
    if not isinstance(document, Mapping):
        yield Problem("not_an_archive")
        return
    if document.get("format") != FORMAT:
        yield Problem("not_an_archive", "/format", {"format": shown(document.get("format"))})
    elif document.get("version") != VERSION or document["version"] is True:
        yield Problem("unknown_version", "/version", {"version": shown(document.get("version"))})


@dataclass(frozen=True, slots=True)
class _Fault:
    """A value at a place, the keyword of the schema that refuses it, and what the keyword asks for."""

    place: str
    value: Any
    keyword: str
    wanted: Any
    part: Any


def _fault(error: ValidationError) -> _Fault:
    place = pointer(*error.absolute_path)
    return _Fault(place, error.instance, str(error.validator), error.validator_value, error.schema)


def _problems(fault: _Fault) -> Iterator[Problem]:
    if fault.keyword == "required":
        for key in sorted(set(fault.wanted) - set(fault.value)):
            yield Problem("missing_key", fault.place, {"key": key})
    elif fault.keyword == "additionalProperties":
        for key in sorted(set(fault.value) - set(fault.part["properties"])):
            yield Problem("unknown_key", fault.place + pointer(key), {"key": shown(key)})
    elif fault.keyword == "anyOf":
        yield _no_shape_fits(fault)
    else:
        yield Problem(CODES[fault.keyword], fault.place, _params(fault))


def _no_shape_fits(fault: _Fault) -> Problem:
    """Of several allowed shapes none fits: name the keys that would help, or what is expected there."""
    if all("required" in branch and "type" not in branch for branch in fault.wanted):
        keys = [key for branch in fault.wanted for key in branch["required"]]
        return Problem("one_key_needed", fault.place, {"keys": ", ".join(keys)})
    expected = str(fault.part["title"])
    return Problem("bad_shape", fault.place, {"value": shown(fault.value), "expected": expected})


def _params(fault: _Fault) -> dict[str, int | str]:
    params = {"value": shown(fault.value)}
    if fault.keyword == "not":
        params["key"] = ", ".join(fault.wanted["required"])
    elif fault.keyword == "enum":
        params["choices"] = ", ".join(str(choice) for choice in fault.wanted)
    elif fault.keyword in {"type", "minimum", "maximum", "minItems", "maxItems", "maxLength"}:
        params["expected"] = str(fault.wanted)
    return params
