"""A summary as it was typed, whatever it is, and what is usable of it (rules section 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.twenty_eight.bounds import CLAIMS, NONE
from engine.games.twenty_eight.cards import TRICKS
from engine.games.twenty_eight.rules import Rules, highest_bid, table_of
from engine.games.twenty_eight.summary import CONCEDED, DOUBLES, GROUPS, KINDS, PLAYED, VOID
from engine.games.twenty_eight.variants import Table


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number; `true` and 2.0 are none."""
    return type(value) is int


def is_flag(value: object) -> bool:
    """Tell whether a value is true or false."""
    return value is True or value is False


def is_list(value: object) -> bool:
    """Tell whether a value is a list."""
    return isinstance(value, list)


def one_of(*values: str) -> Callable[[object], bool]:
    """Return the test for one of some texts."""
    return lambda value: isinstance(value, str) and value in values


TYPES: Mapping[str, Callable[[object], bool]] = {
    "bidder": is_whole,
    "bid": is_whole,
    "bidder_points": is_whole,
    "defender_points": is_whole,
    "bidder_tricks": is_whole,
    "made": is_flag,
    "doubled": one_of(*DOUBLES),
    "pair": one_of(*CLAIMS),
    "all_jacks": one_of(*CLAIMS),
    "solo": is_flag,
    "conceded_by": one_of(*GROUPS),
    "penalties": is_list,
}
"""What each field can be, in the order of the table; kind and reason have codes of their own."""

FIELDS = frozenset({"kind", "reason", *TYPES})


@dataclass(frozen=True, slots=True)
class Entered:
    """A summary under the rules in force.

    `said` has every field of the table that is not null, `usable` those of them that are of the right kind.
    """

    rules: Rules
    table: Table
    raw: Mapping[str, Any]
    said: Mapping[str, Any]
    usable: Mapping[str, Any]

    @classmethod
    def under(cls, raw: Mapping[str, Any], rules: Rules) -> Entered:
        """Return what was typed, seen under the rules in force."""
        said = {name: value for name, value in raw.items() if value is not None and name in FIELDS}
        usable = {name: said[name] for name, fits in TYPES.items() if name in said and fits(said[name])}
        return cls(rules, table_of(rules), raw, said, usable)

    @property
    def kind(self) -> Any:
        """The kind of the hand, whatever was typed for it."""
        return self.said.get("kind", PLAYED)

    @property
    def has_known_kind(self) -> bool:
        """Whether there is such a kind."""
        return isinstance(self.kind, str) and self.kind in KINDS

    @property
    def is_void(self) -> bool:
        """Whether the deal does not count."""
        return bool(self.kind == VOID)

    @property
    def is_conceded(self) -> bool:
        """Whether the hand was given up, or ruled so."""
        return bool(self.kind == CONCEDED)

    @property
    def is_played(self) -> bool:
        """Whether the hand was played out."""
        return bool(self.kind == PLAYED)

    @property
    def is_solo(self) -> bool:
        """Whether somebody played alone; a value that is none says no."""
        return self.usable.get("solo") is True

    @property
    def is_counted(self) -> bool:
        """Whether points were counted: a hand played out under a contract."""
        return self.is_played and not self.is_solo

    @property
    def total(self) -> int:
        """T, the points of a deal."""
        return highest_bid(self.rules)

    @property
    def points(self) -> int | None:
        """The points of the bidding side, if they are a number."""
        return self.usable.get("bidder_points")

    @property
    def tricks(self) -> int | None:
        """The tricks of the bidding side, if there are so many."""
        tricks: int | None = self.usable.get("bidder_tricks")
        return tricks if tricks is not None and 0 <= tricks <= TRICKS else None

    @property
    def claim(self) -> str | None:
        """Who captured every Jack, where that was said and matters."""
        return self.usable.get("all_jacks") if self.rules.honours else None

    @property
    def pair(self) -> str:
        """Who declared the pair."""
        pair: str = self.usable.get("pair", NONE)
        return pair
