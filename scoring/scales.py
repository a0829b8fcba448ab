"""What a match gives to the standings: values of win and draw, places at the table, or a scale.

All of it is data of the stage (tournament.md section 2), read and checked here; the arithmetic is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Protocol

from engine.core.problems import Problem, pointer, shown
from scoring.table import Points, Verdict, exact, simple


@dataclass(frozen=True, slots=True)
class MatchScore:
    """How a match ended, side by side; victory points only where the rules of the game give them."""

    game_points: tuple[Points, ...]
    verdicts: tuple[Verdict, ...]
    victory_points: tuple[Points, ...] | None = None


class Scale(Protocol):
    """Match points from the end of a match."""

    @property
    def span(self) -> tuple[Points, Points, Points]:
        """The most, the even and the least match points of one match."""

    @property
    def is_scale(self) -> bool:
        """Whether the points are victory points, not values of win, draw and loss."""

    @property
    def is_bounded(self) -> bool:
        """Whether ``span`` bounds what a match can give."""

    def award(self, score: MatchScore) -> tuple[Points, ...]:
        """Match points of each side."""


@dataclass(frozen=True, slots=True)
class WinDrawLoss:
    """Fixed values; at a table of three they stand for the three places."""

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    is_scale = False
    is_bounded = True

    @property
    def span(self) -> tuple[Points, Points, Points]:
        """Win, draw and loss."""
        return self.win, self.draw, self.loss

    def award(self, score: MatchScore) -> tuple[Points, ...]:
        """The value of each side's verdict."""
        if len(score.game_points) > 2:
            return Places((self.win, self.draw, self.loss)).award(score)
        values = {Verdict.WON: self.win, Verdict.DRAWN: self.draw, Verdict.LOST: self.loss}
        return tuple(values[verdict] for verdict in score.verdicts)


@dataclass(frozen=True, slots=True)
class Places:
    """By place at the table, the best first; equal ones share the points of their places."""

    points: tuple[Points, ...]
    is_scale = False
    is_bounded = True

    @property
    def span(self) -> tuple[Points, Points, Points]:
        """First place, everything shared, last place."""
        return self.points[0], _mean(self.points), self.points[-1]

    def award(self, score: MatchScore) -> tuple[Points, ...]:
        """The mean of the places that a side shares; places beyond the list give what the last one gives."""
        own = score.game_points
        points = self.points + self.points[-1:] * len(own)
        awarded = []
        for amount in own:
            above = sum(other > amount for other in own)
            awarded.append(_mean(points[above : above + own.count(amount)]))
        return tuple(awarded)


@dataclass(frozen=True, slots=True)
class Linear:
    """Half of ``top`` and up to half more, in proportion to the difference; the loser has the rest.

    Victory points are whole: halves are rounded up for the winner. Equal game points share ``top`` exactly.
    """

    top: int
    full: Points
    is_scale = True
    is_bounded = True

    @property
    def span(self) -> tuple[Points, Points, Points]:
        """``top``, its half, nothing."""
        return self.top, simple(Fraction(self.top, 2)), 0

    def award(self, score: MatchScore) -> tuple[Points, ...]:
        """Victory points by the difference of game points."""
        return _by_difference(score, self._split)

    def _split(self, difference: Points) -> tuple[Points, Points]:
        winner = Fraction(self.top, 2) * (1 + Fraction(difference) / self.full)
        rounded = min(self.top, (winner + Fraction(1, 2)).__floor__())
        return rounded, self.top - rounded


@dataclass(frozen=True, slots=True)
class Steps:
    """Thresholds of the difference: (smallest difference, winner, loser), the first one for 0."""

    steps: tuple[tuple[Points, Points, Points], ...]
    is_scale = True
    is_bounded = True

    @property
    def span(self) -> tuple[Points, Points, Points]:
        """The most and the least of any step, and what equal game points give."""
        winners = [winner for _, winner, _ in self.steps]
        losers = [loser for _, _, loser in self.steps]
        _, winner, loser = self.steps[0]
        return max(winners), _mean((winner, loser)), min(losers)

    def award(self, score: MatchScore) -> tuple[Points, ...]:
        """The points of the last threshold that the difference reaches."""
        return _by_difference(score, self._split)

    def _split(self, difference: Points) -> tuple[Points, Points]:
        return next((winner, loser) for least, winner, loser in reversed(self.steps) if difference >= least)


@dataclass(frozen=True, slots=True)
class GamePoints:
    """The game points themselves; ``even`` is the stage's ``draw_game_points``."""

    even: Points = 0
    is_scale = True
    is_bounded = False

    @property
    def span(self) -> tuple[Points, Points, Points]:
        """Nothing bounds game points: a win stands for twice a draw."""
        return simple(Fraction(2 * self.even)), self.even, 0

    def award(self, score: MatchScore) -> tuple[Points, ...]:
        """The game points of each side."""
        return score.game_points


@dataclass(frozen=True, slots=True)
class HandVictoryPoints:
    """The sum of what the game's rules give for each hand (Tichu 7.4)."""

    even: Points = 0
    is_scale = True
    is_bounded = False

    @property
    def span(self) -> tuple[Points, Points, Points]:
        """As for game points: a win stands for twice a draw."""
        return simple(Fraction(2 * self.even)), self.even, 0

    def award(self, score: MatchScore) -> tuple[Points, ...]:
        """The victory points of each side; without any (a paper slip) nobody has one."""
        return score.victory_points or (0,) * len(score.game_points)


def _mean(points: Sequence[Points]) -> Points:
    return simple(Fraction(sum(points)) / len(points))


def _by_difference(score: MatchScore, split: Callable[[Points], tuple[Points, Points]]) -> tuple[Points, ...]:
    """Winner's and loser's points; equal game points share both."""
    first, second = score.game_points
    winner, loser = split(max(first - second, second - first))
    if first == second:
        half = _mean((winner, loser))
        return half, half
    return (winner, loser) if first > second else (loser, winner)


STEPS_3210 = Steps(((0, Fraction(3, 2), Fraction(3, 2)), (1, 2, 1), (200, 3, 0)))
NAMED_SCALES: Mapping[str, Scale] = MappingProxyType(
    {
        "20-0": Linear(20, 400),
        "3-2-1-0": STEPS_3210,
        "game_points": GamePoints(),
        "hand_victory_points": HandVictoryPoints(),
    }
)


def verdicts(game_points: Sequence[Points], games: Sequence[int] | None = None) -> tuple[Verdict, ...]:
    """Each side's verdict: by games won where there are games, then game points; a shared best is drawn."""
    standings = [(games[at] if games else 0, points) for at, points in enumerate(game_points)]
    best = max(standings)
    if standings.count(best) > 1:
        return tuple(Verdict.DRAWN if own == best else Verdict.LOST for own in standings)
    return tuple(Verdict.WON if own == best else Verdict.LOST for own in standings)


def read_number(raw: object, path: str) -> Points | Problem:
    """An integer, a decimal or a fraction as text ("1/2"), exactly."""
    if isinstance(raw, int | str | Decimal | Fraction) and not isinstance(raw, bool):
        try:
            return exact(raw)
        except (ValueError, ZeroDivisionError, OverflowError):
            pass
    return Problem("not_a_number", path, {"value": shown(raw)})


def read_numbers(raw: Sequence[object], path: str) -> list[Points] | Problem:
    """All numbers of a list, or the problem of the first that is none."""
    numbers: list[Points] = []
    for at, entry in enumerate(raw):
        number = read_number(entry, path + pointer(at))
        if isinstance(number, Problem):
            return number
        numbers.append(number)
    return numbers


def read_scale(raw: object, path: str = "/scale") -> Scale | Problem:
    """A scale by its shipped name or as data: linear or steps."""
    if isinstance(raw, str):
        return NAMED_SCALES.get(raw) or Problem("unknown_scale", path, {"value": shown(raw)})
    kind = raw.get("kind") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or not isinstance(kind, str) or kind not in READERS:
        return Problem("unknown_scale", path, {"value": shown(raw)})
    extra = [key for key in raw if key not in FIELDS[kind]]
    if extra:
        return Problem("unknown_field", path + pointer(extra[0]))
    return READERS[kind](raw, path)


def _read_linear(raw: Mapping[str, Any], path: str) -> Scale | Problem:
    top, full = (read_number(raw.get(key), path + pointer(key)) for key in ("top", "full"))
    if isinstance(top, Problem):
        return top
    if isinstance(full, Problem):
        return full
    if not isinstance(top, int) or top < 1:
        return Problem("out_of_range", path + "/top", {"value": shown(raw["top"])})
    return (
        Linear(top, full)
        if full > 0
        else Problem("out_of_range", path + "/full", {"value": shown(raw["full"])})
    )


def _read_steps(raw: Mapping[str, Any], path: str) -> Scale | Problem:
    """Steps of three numbers, from 0 upwards."""
    where = path + "/steps"
    steps = raw.get("steps")
    if not isinstance(steps, list | tuple) or not steps:
        return Problem("bad_steps", where, {"value": shown(steps)})
    read: list[tuple[Points, Points, Points]] = []
    for at, step in enumerate(steps):
        if not isinstance(step, list | tuple) or len(step) != 3:
            return Problem("bad_steps", where + pointer(at), {"value": shown(step)})
        numbers = read_numbers(step, where + pointer(at))
        if isinstance(numbers, Problem):
            return numbers
        least, winner, loser = numbers
        read.append((least, winner, loser))
    if read[0][0] != 0 or any(later[0] <= earlier[0] for earlier, later in pairwise(read)):
        return Problem("steps_not_rising", where)
    return Steps(tuple(read))


FIELDS: Mapping[object, frozenset[str]] = {
    "linear": frozenset({"kind", "top", "full"}),
    "steps": frozenset({"kind", "steps"}),
}
READERS: Mapping[object, Callable[[Mapping[str, Any], str], Scale | Problem]] = {
    "linear": _read_linear,
    "steps": _read_steps,
}
