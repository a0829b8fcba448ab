"""Offences of a game, and what follows from them: data that those who apply a ruling read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.core.text import gettext_noop


class Reach(StrEnum):
    """How far an effect of a ruling goes, so that those who apply it need not know the game.

    One that stands `BETWEEN` hands is an entry of the match of its own, behind the hand that it names.
    """

    NOTE = "note"
    SUMMARY = "summary"
    VOID = "void"
    BETWEEN = "between"
    MATCH = "match"
    EVENT = "event"


REACHES = {
    Reach.NOTE: gettext_noop("a warning"),
    Reach.SUMMARY: gettext_noop("the result of the hand is changed"),
    Reach.VOID: gettext_noop("the hand does not count"),
    Reach.BETWEEN: gettext_noop("an entry of the match after the hand"),
    Reach.MATCH: gettext_noop("the match is lost"),
    Reach.EVENT: gettext_noop("out of the event"),
}
"""What an effect comes to where the game has no words for it."""


def without_penalty(summary: Mapping[str, Any], penalty: Mapping[str, object]) -> dict[str, Any] | None:
    """Return a summary without one of its `penalties`; None where that one is not among them."""
    penalties = list(summary.get("penalties") or ())
    if penalty not in penalties:
        return None
    penalties.remove(penalty)
    kept = {name: value for name, value in summary.items() if name != "penalties"}
    return {**kept, "penalties": penalties} if penalties else kept


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from an infraction; `points` where the effect has a value.

    `points_option` is the option that says the value where the consequence has none of its own.
    """

    effect: str
    points: int | None = None
    points_option: str = ""

    def value(self, rules: Any) -> int | None:
        """Return the value of the effect under these rules; None where it has none."""
        if self.points is None and self.points_option:
            return int(getattr(rules, self.points_option))
        return self.points


@dataclass(frozen=True, slots=True)
class ByOption:
    """Effects that an option decides: for each of its values the first one, and the one when repeated."""

    option: str
    effects: Mapping[object, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Infraction:
    """An offence of the game's catalogue with its usual effect, and the one when it is repeated.

    `when` says under which values of options there is such an offence at all. Where `by_option` says what
    follows under each value of an option, `effect` is what follows under the usual one. `nobodys`: it may be
    nobody's, so that no side need be named.
    """

    code: str
    title: str
    effect: str
    points: int | None = None
    repeated: Consequence | None = None
    when: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    by_option: ByOption | None = None
    points_option: str = ""
    nobodys: bool = False

    def exists(self, rules: Any) -> bool:
        """Return whether there is such an offence under these rules."""
        return all(getattr(rules, name) in values for name, values in self.when.items())

    def consequence(self, *, repeated: bool = False, rules: Any = None) -> Consequence:
        """Return what follows the first time, or the next times; under these rules, where they are given."""
        if self.by_option is not None and rules is not None:
            first, again = self.by_option.effects[getattr(rules, self.by_option.option)]
            return Consequence(again if repeated else first)
        if repeated and self.repeated is not None:
            return self.repeated
        return Consequence(self.effect, self.points, self.points_option)
