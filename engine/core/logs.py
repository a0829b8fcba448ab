"""Logs of play that other programs have written: what a game reads out of one, whatever its format.

A log is read whole: games with their hands in order, each with its record, its printed result and what the
rules make of it, and every fault with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.problems import Problem
from engine.core.text import Translate

DIFFERS = "log_result_differs"
"""The code of a printed result that is not what the rules give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedHand:
    """A hand with a result, numbered in its game; `line` is where it begins in the file.

    `players` are the names of each seat, more than one where somebody stood in. `record` is there if the
    rules allow all of it; `summary` and `computed` (the score of the sides) also where the result stands
    though the record does not.
    """

    number: int
    line: int
    players: Mapping[int, tuple[str, ...]]
    printed: Mapping[str, int]
    record: Mapping[str, Any] | None = None
    summary: Mapping[str, Any] | None = None
    computed: Mapping[str, int] | None = None
    faults: tuple[Problem, ...] = ()

    @property
    def counted(self) -> Mapping[str, int]:
        """What the hand is worth for the end of the game: computed, else as printed."""
        return self.printed if self.computed is None else self.computed


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A hand without a result: it counts nothing. `number` is the one that it would have had."""

    game: int
    number: int
    line: int


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """Hands up to the end of a game, or up to the end of the file; `is_finished` tells which."""

    hands: tuple[LoggedHand, ...]
    is_finished: bool = False

    @property
    def totals(self) -> dict[str, int]:
        """The total of each side; nothing without hands."""
        totals: dict[str, int] = {}
        for hand in self.hands:
            for side, points in hand.counted.items():
                totals[side] = totals.get(side, 0) + points
        return totals

    @property
    def seats(self) -> dict[int, tuple[tuple[str, int], ...]]:
        """Who sat in each seat, in their order, each with the first hand of theirs."""
        found: dict[int, list[tuple[str, int]]] = {}
        for hand in self.hands:
            for seat, names in hand.players.items():
                seen = found.setdefault(seat, [])
                for name in names:
                    if not seen or seen[-1][0] != name:
                        seen.append((name, hand.number))
        return {seat: tuple(names) for seat, names in found.items()}


@dataclass(frozen=True, slots=True)
class GameLog:
    """Everything that a log tells, and every fault in the order of its lines."""

    games: tuple[LoggedGame, ...]
    unfinished: tuple[Unfinished, ...]
    faults: tuple[Problem, ...]


class ReadLog(Protocol):
    """The games of a log under the rules of an event, by default of its server; total over any bytes."""

    def __call__(self, data: bytes | str, rules: Any | None = None) -> GameLog: ...


class LogSentence(Protocol):
    """A fault of a log in words."""

    def __call__(
        self, problem: Problem, translate: Translate = ..., seat_names: Mapping[int, str] | None = None
    ) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LogReader:
    """How a game reads the logs of another program; they tell of so many `seats`.

    - `decoded(data)`: the text of a file, whatever its encoding;
    - `read(data, rules)`: its games;
    - `turned(game, by)`: a game with everybody so many places further on, the order of play kept;
    - `sentence(problem, translate, seat_names)`: a fault in words.
    """

    seats: int
    decoded: Callable[[bytes], str]
    read: ReadLog
    turned: Callable[[LoggedGame, int], LoggedGame]
    sentence: LogSentence


def turned_seat(seat: int, by: int, seats: int) -> int:
    """Return the seat that is so many places further on at a table of so many."""
    return (seat - 1 + by) % seats + 1
