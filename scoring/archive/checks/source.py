"""An archive while it is checked: what is sound of it, and what its parts may refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.core.game import Game, Seat, Side
from engine.core.problems import Problem, pointer
from scoring.archive.canonical import Part, numbered
from scoring.archive.exact import made_exact

Address = tuple[str, int, int]
"""A match: id of its stage, number of its round, number in the round."""

OF_THE_WHOLE = frozenset({"missing_key", "one_key_needed", "key_out_of_place", "unknown_key"})
"""Faults of an object as a whole; all others stand at a value that is then left out of the checks."""

HARMLESS = "unknown_key"
"""The fault that leaves the rest of its object fit to be looked at."""


@dataclass(frozen=True)
class Source:
    """A document without its values of wrong shape; `game` and `rules` are None where they cannot be known.

    So a key that is there has a value of the right shape, but any may be missing; in a sound part none is.
    """

    document: Part
    faults: tuple[Problem, ...] = ()
    game: Game | None = None
    rules: Any = None

    @classmethod
    def of(cls, document: Part, faults: tuple[Problem, ...]) -> Source:
        """Return what can be checked of a document with these faults of shape."""
        kept = made_exact(document)
        for fault in faults:
            if fault.code not in OF_THE_WHOLE:
                _leave_out(kept, fault.path)
        return cls(kept if isinstance(kept, Mapping) else {}, faults)

    @cached_property
    def touched(self) -> frozenset[str]:
        """The pointers of all parts that hold a fault of shape somewhere."""
        found = set()
        for fault in self.faults:
            path = fault.path if fault.code != HARMLESS else ""
            while path:
                found.add(path)
                path = path.rpartition("/")[0]
        return frozenset(found)

    def is_sound(self, place: str) -> bool:
        """Whether a part has the shape that the schema asks for."""
        return place not in self.touched

    def parts(
        self, place: str, holder: object, key: str, *, sound: bool = True
    ) -> Iterator[tuple[str, Part]]:
        """The objects of a list with their pointers; with `sound` only those of the right shape."""
        listed = holder.get(key) if isinstance(holder, Mapping) else None
        if not isinstance(listed, list):
            return
        for index, part in enumerate(listed):
            where = place + pointer(key, index)
            if isinstance(part, Mapping) and (self.is_sound(where) or not sound):
                yield where, part

    def rounds(self, *, sound: bool = True) -> Iterator[tuple[str, Part, str, Part]]:
        """All rounds: pointer and stage, pointer and round."""
        for stage_place, stage in self.parts("", self.document, "stages", sound=False):
            for place, one in self.parts(stage_place, stage, "rounds", sound=sound):
                yield stage_place, stage, place, one

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each entrant."""
        return {key: part["number"] for key, part in self.entrants.items() if "number" in part}

    def numbered(self, place: str, one: Part) -> list[tuple[int, str, Part]]:
        """The sound matches of a round: number, pointer, match."""
        wheres = {id(match): where for where, match in self.parts(place, one, "matches")}
        matches = [match for _, match in self.parts(place, one, "matches")]
        return [(number, wheres[id(match)], match) for number, match in numbered(matches, self.numbers)]

    @cached_property
    def addresses(self) -> Mapping[str, Address]:
        """The address of each sound match, by its pointer."""
        return {
            where: (str(stage.get("id")), one["number"], number)
            for _, stage, place, one in self.rounds(sound=False)
            if "number" in one
            for number, where, _ in self.numbered(place, one)
        }

    @cached_property
    def places(self) -> Mapping[Address, str]:
        """The pointer of each sound match, by its address."""
        return {address: where for where, address in self.addresses.items()}

    def address(self, item: Part) -> Address:
        """The match that an entry of the history names."""
        first = next((stage for _, stage in self.parts("", self.document, "stages", sound=False)), {})
        return item.get("stage", first.get("id")), item["round"], item["match"]

    @cached_property
    def standing(self) -> Mapping[Address, Mapping[int, Part]]:
        """Of which hands the history tells, by match and number: the entry that stands."""
        found: dict[Address, dict[int, Part]] = {}
        for _, item in self.parts("", self.document, "log"):
            if item["what"] == "entry" and "state" in item:
                found.setdefault(self.address(item), {})[item["hand"]] = item
        return found

    def told(self, where: str) -> Mapping[int, Part]:
        """What the history says of the hands of a match, by number."""
        address = self.addresses.get(where)
        return {} if address is None else self.standing.get(address, {})

    @cached_property
    def players(self) -> Mapping[str, Part]:
        """People by id; the first of those that share one."""
        return self._by_id("players")

    @cached_property
    def entrants(self) -> Mapping[str, Part]:
        """Entrants by id; the first of those that share one."""
        return self._by_id("entrants")

    @cached_property
    def stages(self) -> Mapping[str, Part]:
        """Stages by id; the first of those that share one."""
        return self._by_id("stages")

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the game; none where the rules are unknown."""
        return self.game.sides(self.rules) if self.game is not None else ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game; none where the rules are unknown."""
        return self.game.seats(self.rules) if self.game is not None else ()

    @property
    def counts_games(self) -> bool:
        """Whether the game's own match is made of games."""
        return self.game is not None and self.game.open_match(self.rules).games is not None

    def event(self, key: str) -> Any:
        """A value of the event, None where the event is broken."""
        event = self.document.get("event")
        return event.get(key) if isinstance(event, Mapping) else None

    def _by_id(self, key: str) -> dict[str, Part]:
        found: dict[str, Part] = {}
        for _, part in self.parts("", self.document, key, sound=False):
            if "id" in part:
                found.setdefault(part["id"], part)
        return found


def sides_with_places(place: str, sides: list[Any]) -> Iterator[tuple[str, str]]:
    """Every entrant id of a match with its pointer."""
    for index, side in enumerate(sides):
        if isinstance(side, str):
            yield place + pointer(index), side
            continue
        for inner, entrant in enumerate(side):
            yield place + pointer(index, inner), entrant


def _leave_out(document: Any, path: str) -> None:
    """Take the value at a pointer out of its object; in a list its place stays, empty."""
    *steps, last = [_plain_step(step) for step in path.split("/")[1:]]
    for step in steps:
        document = document[int(step)] if isinstance(document, list) else document.get(step)
        if not isinstance(document, list | dict):
            return
    if isinstance(document, list):
        document[int(last)] = None
    else:
        document.pop(last, None)


def _plain_step(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")
