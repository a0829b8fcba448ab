"""The one spelling of an archive: fixed order of keys and lists, exact numbers, optional defaults left out.

Keys stand in the order of the JSON Schema, which also names the defaults. What follows from the rest of
the file is left out too: the score of a match whose hands are there, the first stage of a ruling.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from scoring.archive.exact import plain, spelled
from scoring.archive.schema import definition, fits, schema
from scoring.table import exact

Part = Mapping[str, Any]


def canonical(document: Part) -> dict[str, Any]:
    """Return the canonical form of a valid archive."""
    rulings = [_in_full(ruling, document["stages"]) for ruling in document["rulings"]]
    shaped: dict[str, Any] = _shaped({**document, "rulings": rulings}, schema())
    shaped["entrants"].sort(key=lambda entrant: entrant["number"])
    shaped["players"].sort(key=_place_of_player(shaped["entrants"]))
    numbers = {entrant["id"]: entrant["number"] for entrant in shaped["entrants"]}
    for stage in shaped["stages"]:
        _order_stage(stage, numbers)
    _leave_out_the_usual(shaped)
    return shaped


def _leave_out_the_usual(shaped: dict[str, Any]) -> None:
    """States, fields and effects that follow from the rest of the document."""
    first, *later = shaped["stages"]
    seed = shaped["event"]["seed"]
    _shorten(shaped["event"], {"status": usual_event_status(shaped["stages"])})
    for entrant in shaped["entrants"]:
        _shorten(entrant, {"status": usual_entrant_status(entrant)})
    everybody = [entrant["id"] for entrant in shaped["entrants"]]
    for stage in (first, *later):
        usual = everybody if stage is first else usual_field(stage, everybody)
        if "entrants" in stage:
            stage["entrants"].sort(key=everybody.index)
        _shorten(stage, {"status": usual_stage_status(stage), "entrants": usual})
        for one in stage["rounds"]:
            _shorten(one, {"seed": seed})
    for part in (*shaped["rulings"], *shaped.get("log", ())):
        _shorten(part, {"stage": first["id"]})
    _leave_out_plain_tables(shaped)


def _leave_out_plain_tables(shaped: dict[str, Any]) -> None:
    """A table without a label is told by the matches and entrants that name it."""
    if "tables" in shaped:
        known = named_tables(shaped)
        told = [table for table in shaped.pop("tables") if "label" in table or table["number"] not in known]
        if told:
            shaped["tables"] = sorted(told, key=lambda table: int(table["number"]))


def named_tables(document: Part) -> set[int]:
    """Return the numbers of all tables that matches and entrants name."""
    rounds = (one for stage in document["stages"] for one in stage["rounds"])
    used = {match["table"] for one in rounds for match in one["matches"] if "table" in match}
    return used | {part["fixed_table"] for part in document["entrants"] if "fixed_table" in part}


def _in_full(ruling: Part, stages: Sequence[Part]) -> Part:
    """A ruling with its effect, and of one on a hand the table at which it was played."""
    whole = {"effect": usual_effect(ruling), **ruling}
    if "hand" not in whole or "table" in whole:
        return whole
    stage = next((stage for stage in stages if stage["id"] == whole.get("stage")), stages[0])
    for match in (m for one in stage["rounds"] if one["number"] == whole["round"] for m in one["matches"]):
        numbers = {hand["number"] for hand in match.get("hands", [])}
        if "table" in match and whole["hand"] in numbers and whole.get("entrant") in everybody_in(match):
            whole["table"] = match["table"]
    return whole


def was_published(stage: Part) -> bool:
    """Return whether people have seen a round of the stage."""
    return any(one["status"] != "draft" for one in stage["rounds"])


def usual_event_status(stages: Sequence[Part]) -> str:
    """Return the state of an event that names none."""
    return "running" if any(map(was_published, stages)) else "registration"


def usual_stage_status(stage: Part) -> str:
    """Return the state of a stage that names none."""
    return "running" if was_published(stage) else "planned"


def usual_entrant_status(entrant: Part) -> str:
    """Return the state of an entrant that names none."""
    return "active" if entrant.get("left_after_round") is None else "withdrawn"


def usual_field(stage: Part, everybody: Sequence[str]) -> list[str]:
    """Return who plays in a later stage that names nobody: those in its rounds and groups, by number."""
    seen = {entrant for one in stage["rounds"] for match in one["matches"] for entrant in everybody_in(match)}
    seen |= set(stage.get("groups", {}))
    return [entrant for entrant in everybody if entrant in seen]


def usual_effect(ruling: Part) -> str:
    """Return the effect of a ruling that names none: points make it a fine or bonus."""
    return "fine" if "match_points" in ruling or "game_points" in ruling else "none"


def dumps(document: Part) -> bytes:
    """Return the bytes of a canonical archive: UTF-8, one value a line, a line break at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def moment(text: str) -> datetime:
    """Read a moment of the archive as UTC; raises ValueError without an offset from UTC."""
    read = datetime.fromisoformat(text)
    if read.tzinfo is None:
        raise ValueError(f"{text!r} names no offset from UTC")
    return read.astimezone(UTC)


def moment_text(value: datetime) -> str:
    """Return the one spelling of a moment: `2026-03-06T18:30:00Z`."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def table_order(match: Part, numbers: Mapping[str, int]) -> tuple[bool, int, int]:
    """Return the key by which matches of a round are listed: by table, then by their lowest number."""
    lowest = min((numbers.get(entrant, 0) for entrant in everybody_in(match)), default=0)
    return "table" not in match, match.get("table", 0), lowest


def numbered(matches: Iterable[Part], numbers: Mapping[str, int]) -> list[tuple[int, Part]]:
    """Return the matches of a round in their order, each with its number: by default its place."""
    ordered = sorted(matches, key=lambda match: table_order(match, numbers))
    return [(match.get("number", place), match) for place, match in enumerate(ordered, start=1)]


def entrants_of(side: str | Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the entrants on a side: one, or the individuals who are partners."""
    return (side,) if isinstance(side, str) else tuple(side)


def _alone(side: Any) -> Any:
    """A side of one entrant is written without a list."""
    return side if isinstance(side, str) or len(side) > 1 else side[0]


def everybody_in(match: Part) -> frozenset[str]:
    """Return the ids of all entrants in a match."""
    return frozenset(entrant for side in match["sides"] for entrant in entrants_of(side))


def _shorten(part: dict[str, Any], defaults: Part) -> None:
    for key, value in defaults.items():
        if part.get(key) == value:
            del part[key]


def _shaped(value: Any, part: Part) -> Any:
    """Return a valid value in the order, spelling and fullness that its schema asks for."""
    spell = _SPELLING.get(str(part.get("$ref")))
    if spell is not None:
        return spell(value)
    rule = definition(part)
    if "anyOf" in rule and "properties" not in rule:
        return _shaped(value, next(branch for branch in rule["anyOf"] if fits(value, branch)))
    if isinstance(value, list):
        return [_shaped(inner, rule.get("items", {})) for inner in value]
    if isinstance(value, Mapping):
        return _shaped_object(value, rule)
    return spelled(value)


_SPELLING: Mapping[str, Callable[[Any], Any]] = {
    "#/$defs/number": lambda value: plain(exact(value)),
    "#/$defs/when": lambda value: moment_text(moment(value)),
}


def _shaped_object(value: Part, rule: Part) -> dict[str, Any]:
    properties = _properties(value, rule)
    known = {key: _shaped(value[key], part) for key, part in properties.items() if key in value}
    shaped = {key: inner for key, inner in known.items() if not _is_left_out(key, inner, rule, properties)}
    others = rule.get("additionalProperties")
    for key in sorted(set(value) - set(properties), key=lambda name: (len(name), name)):
        shaped[key] = _shaped(value[key], others if isinstance(others, Mapping) else {})
    return shaped


def _properties(value: Part, rule: Part) -> dict[str, Part]:
    """The schemas of an object's keys, those included that hang on what else it holds."""
    properties = dict(rule.get("properties", {}))
    while "if" in rule:
        if fits(value, rule["if"]):
            properties |= rule["then"].get("properties", {})
            break
        rule = rule.get("else", {})
    return properties


def _is_left_out(key: str, value: Any, rule: Part, properties: Mapping[str, Part]) -> bool:
    part = definition(properties[key])
    return key not in rule.get("required", ()) and "default" in part and bool(value == part["default"])


def _place_of_player(entrants: Sequence[Part]) -> Callable[[Part], tuple[bool, int, str]]:
    """The order of people: by entrant and place in it, those who are in none by their ids at the end."""
    listed = [player for entrant in entrants for player in entrant["players"]]
    places = {player: place for place, player in enumerate(listed)}
    return lambda player: (player["id"] not in places, places.get(player["id"], 0), player["id"])


def _order_stage(stage: dict[str, Any], numbers: Mapping[str, int]) -> None:
    stage["rounds"].sort(key=lambda one: one["number"])
    stage.get("boards", []).sort(key=lambda board: board["number"])
    for one in stage["rounds"]:
        one["matches"].sort(key=lambda match: table_order(match, numbers))
        for place, match in enumerate(one["matches"], start=1):
            _shorten(match, {"number": place})
            _order_match(match)


def _order_match(match: dict[str, Any]) -> None:
    for key in {"sides", "posted"} & set(match):
        match[key] = [_alone(side) for side in match[key]]
    match.get("hands", []).sort(key=lambda hand: hand["number"])
    played = match.get("outcome", "played") == "played"
    if match.get("hands") and played:
        match.pop("score", None)
        match.pop("games", None)
    elif "hands" in match and not match["hands"] and ("score" in match or match.get("outcome") != "played"):
        del match["hands"]
