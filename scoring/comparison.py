"""Two tables of one stage beside each other: who moves, which criterion decides then, and who goes on.

Pure: rows are those of `services.standings.compute`, of the table as it is and as it would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Rows = Sequence[Mapping[str, Any]]


class Advance(StrEnum):
    """Whether a place leads into another stage; `SHARED`: it is shared over the last place that does."""

    IN = "in"
    SHARED = "shared"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Place:
    """A row of a table; `advance` is None where no place of the table leads anywhere."""

    rank: int
    tied: bool
    values: Mapping[str, str | None]
    decided_by: str | None
    advance: Advance | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """An entrant in both tables; in one of them it may be missing, but not in both."""

    entrant: int
    number: int
    before: Place | None
    after: Place | None

    @property
    def is_move(self) -> bool:
        """Whether it gets another place, or shares its place with others or nobody any more."""
        return self._differs(lambda place: (place.rank, place.tied))

    @property
    def is_decided_anew(self) -> bool:
        """Whether it keeps its place, but another criterion puts it there."""
        return not self.is_move and self._differs(lambda place: place.decided_by)

    @property
    def is_other_advance(self) -> bool:
        """Whether it goes on where it did not, or the reverse."""
        return self._differs(lambda place: place.advance)

    @property
    def steps(self) -> int:
        """How many places it goes up; down where negative."""
        return self.before.rank - self.after.rank if self.before and self.after else 0

    @property
    def labels(self) -> tuple[str, ...]:
        """The criteria in which it has another value than before, in their order."""
        old = self.before.values if self.before else {}
        new = self.after.values if self.after else {}
        return tuple(label for label in dict.fromkeys([*new, *old]) if old.get(label) != new.get(label))

    @property
    def is_any(self) -> bool:
        """Whether anything about it is another than before."""
        return self.before != self.after

    def _differs(self, look: Any) -> bool:
        if self.before is None or self.after is None:
            return self.before is not self.after
        return bool(look(self.before) != look(self.after))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every entrant of either table once: in the order of the later one, then those who are not in it."""

    entrants: tuple[Change, ...]

    @property
    def moves(self) -> tuple[Change, ...]:
        """Who gets another place."""
        return tuple(each for each in self.entrants if each.is_move)

    @property
    def decided_anew(self) -> tuple[Change, ...]:
        """Who keeps its place for another reason."""
        return tuple(each for each in self.entrants if each.is_decided_anew)

    @property
    def advances(self) -> tuple[Change, ...]:
        """Who goes on to another stage and did not, or the reverse."""
        return tuple(each for each in self.entrants if each.is_other_advance)

    @property
    def others(self) -> tuple[Change, ...]:
        """Who keeps its place and its reason with other values."""
        seen = {each.entrant for each in (*self.moves, *self.decided_anew)}
        return tuple(each for each in self.entrants if each.is_any and each.entrant not in seen)

    @property
    def is_any(self) -> bool:
        """Whether the tables differ at all."""
        return any(each.is_any for each in self.entrants)


def compare(before: Rows, after: Rows, places: Iterable[int] = ()) -> Comparison:
    """Return what becomes of everybody in the two tables; `places` lead into another stage."""
    taken = frozenset(places)
    old, new = _places(before, taken), _places(after, taken)
    numbers = {row["entrant"]: row["number"] for row in (*before, *after)}
    listed = dict.fromkeys(row["entrant"] for row in (*after, *before))
    return Comparison(
        tuple(Change(each, numbers[each], old.get(each), new.get(each)) for each in listed),
    )


def _places(rows: Rows, taken: frozenset[int]) -> dict[int, Place]:
    shared: dict[int, list[int]] = {}
    for position, row in enumerate(rows, start=1):
        shared.setdefault(row["rank"], []).append(position)
    return {
        row["entrant"]: Place(
            row["rank"],
            row["tied"],
            row["values"],
            row["decided_by"],
            _advance(shared[row["rank"]], taken) if taken else None,
        )
        for row in rows
    }


def _advance(positions: Sequence[int], taken: frozenset[int]) -> Advance:
    """Who shares a rank shares the places that they take up together."""
    inside = sum(position in taken for position in positions)
    if inside == len(positions):
        return Advance.IN
    return Advance.SHARED if inside else Advance.OUT


def places_taken(slots: object, ref: str) -> frozenset[int]:
    """The places of the stage `ref` that another stage takes its entrants from.

    A slot names the stage as `from` or `of`, and one `rank` or the first and the last of `ranks`; slots of
    other kinds say nothing about places.
    """
    found: set[int] = set()
    for slot in slots if isinstance(slots, list) else ():
        if isinstance(slot, Mapping) and ref in (slot.get("from"), slot.get("of")):
            found |= _ranks(slot)
    return frozenset(found)


def _ranks(slot: Mapping[str, Any]) -> set[int]:
    rank, ranks = slot.get("rank"), slot.get("ranks")
    if type(rank) is int:
        return {rank}
    if isinstance(ranks, list) and len(ranks) == 2 and all(type(each) is int for each in ranks):
        return set(range(ranks[0], min(ranks[1], ranks[0] + LONGEST) + 1))
    return set()


LONGEST = 100_000
"""The most places that one slot may name: an archive can hold any number."""
