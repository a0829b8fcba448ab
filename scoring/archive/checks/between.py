"""What the rulings of an archive put between the hands of a match, as the fold takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.archive.canonical import Part, entrants_of, everybody_in
from scoring.archive.checks.source import Source
from scoring.fold import Between

OUT_OF_FORCE = frozenset({"cancelled"})


def between_hands(source: Source) -> Mapping[str, list[Between]]:
    """Return the entries between hands by the pointer of their match, in the order of the rulings."""
    found: dict[str, list[Between]] = {}
    rulings = list(source.parts("", source.document, "rulings"))
    replaced = {ruling["replaces"] for _, ruling in rulings if "replaces" in ruling}
    for place, ruling in rulings:
        index = int(place.rpartition("/")[2])
        is_standing = index not in replaced and ruling.get("status") not in OUT_OF_FORCE
        if ruling.get("effect") != "hand" or "hand" not in ruling or not is_standing or source.game is None:
            continue
        for where, match in _matches(source, ruling):
            said = {"code": ruling["code"], "side": _side(source, match, ruling), **ruling.get("value", {})}
            entry = source.game.between(said, source.rules)
            if entry is not None:
                found.setdefault(where, []).append(Between(ruling["hand"], entry))
    return found


def _matches(source: Source, ruling: Part) -> Iterator[tuple[str, Part]]:
    """The match of a ruling: at its table, by its number, or where the entrant played the hand."""
    first = next((stage.get("id") for _, stage in source.parts("", source.document, "stages")), None)
    for _, stage, place, one in source.rounds(sound=False):
        if stage.get("id") != ruling.get("stage", first) or one.get("number") != ruling.get("round"):
            continue
        for where, match in source.parts(place, one, "matches"):
            if _is_of(source, where, match, ruling):
                yield where, match


def _is_of(source: Source, where: str, match: Part, ruling: Part) -> bool:
    if "match" in ruling:
        return bool(source.addresses[where][2] == ruling["match"])
    if "table" in ruling:
        return bool(match.get("table") == ruling["table"])
    return ruling.get("entrant") in everybody_in(match)


def _side(source: Source, match: Part, ruling: Part) -> Any:
    """The side on which the entrant of a ruling plays."""
    for side, entrants in zip(source.sides, match["sides"], strict=False):
        if ruling.get("entrant") in entrants_of(entrants):
            return side
    return None
