"""How a stage gives points: by its matches and for each kind of round without one, read from its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.problems import Problem, pointer, shown
from scoring.scales import GamePoints, Places, Scale, WinDrawLoss, read_number, read_numbers, read_scale
from scoring.table import Outcome, Points, Settings

TWO_FOR_A_WIN = {
    "win": 2,
    "draw": 1,
    "loss": 0,
    "pairing_bye": 2,
    "requested_bye": 1,
    "absence": 0,
    "forfeit_win": 2,
    "forfeit_loss": 0,
}
"""The usual match points of a stage, as they stand in an archive."""


PLANS = frozenset({"mitchell", "howell", "individual"})
"""Methods of a movement or individual plan: to sit out is part of it, and such a round counts for nothing."""


@dataclass(frozen=True, slots=True)
class StagePoints:
    """How a stage gives points: by matches, and for each kind of round without one."""

    scale: Scale = field(default_factory=WinDrawLoss)
    unplayed: Mapping[Outcome, Points] = field(default_factory=dict)
    bye_game_points: tuple[Points, Points] = (0, 0)

    def settings(self, **others: Any) -> Settings:
        """Settings of a result table with these points; further fields by name."""
        win, draw, loss = self.scale.span
        return Settings(
            win=win,
            draw=draw,
            loss=loss,
            absence=self.without_match(Outcome.ABSENCE),
            scaled=self.scale.is_scale,
            bounded=self.scale.is_bounded,
            **others,
        )

    def without_match(self, outcome: Outcome) -> Points:
        """Match points of a round that was not played; a value not set is that of the like result."""
        win, draw, loss = self.scale.span
        if outcome == Outcome.DOUBLE_FORFEIT:
            return self.without_match(Outcome.FORFEIT_LOSS)
        like = {Outcome.PAIRING_BYE: win, Outcome.REQUESTED_BYE: draw, Outcome.FORFEIT_WIN: win}
        return self.unplayed.get(outcome, like.get(outcome, loss))


UNPLAYED_KEYS: tuple[Outcome, ...] = (
    Outcome.PAIRING_BYE,
    Outcome.REQUESTED_BYE,
    Outcome.ABSENCE,
    Outcome.FORFEIT_WIN,
    Outcome.FORFEIT_LOSS,
)


def read_points(
    points: object, scale: object = None, draw_game_points: Points = 0, bye_game_points: object = None
) -> StagePoints | tuple[Problem, ...]:
    """The points of a stage from its data (design.md B9), or what is wrong with it, by JSON pointer."""
    values, problems = _read_values(points)
    chosen = _chosen_scale(values, scale, draw_game_points)
    bye = (0, 0) if bye_game_points is None else _read_pair(bye_game_points)
    if isinstance(chosen, Problem):
        problems.append(chosen)
    if isinstance(bye, Problem):
        problems.append(bye)
    if problems or isinstance(chosen, Problem) or isinstance(bye, Problem):
        return tuple(problems)
    return StagePoints(chosen, {key: values[key] for key in UNPLAYED_KEYS if key in values}, bye)


def _read_values(points: object) -> tuple[dict[str, Any], list[Problem]]:
    """Every value of ``points`` that can be read, and a problem for each that cannot."""
    if not isinstance(points, Mapping):
        return {}, [] if points is None else [Problem("bad_type", "/points", {"value": shown(points)})]
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, raw in points.items():
        path = "/points" + pointer(key)
        read: Points | tuple[Points, ...] | Problem
        if key == "places":
            read = _read_places(raw, path)
        elif key in {"win", "draw", "loss", *UNPLAYED_KEYS}:
            read = read_number(raw, path)
        else:
            read = Problem("unknown_field", path)
        if isinstance(read, Problem):
            problems.append(read)
        else:
            values[key] = read
    return values, problems


def _read_places(raw: object, path: str) -> tuple[Points, ...] | Problem:
    """Points by place: at least two numbers that never rise."""
    if not isinstance(raw, list | tuple) or len(raw) < 2:
        return Problem("bad_places", path, {"value": shown(raw)})
    points = read_numbers(raw, path)
    if isinstance(points, Problem):
        return points
    if points != sorted(points, reverse=True):
        return Problem("bad_places", path, {"value": shown(raw)})
    return tuple(points)


def _read_pair(raw: object) -> tuple[Points, Points] | Problem:
    """Own game points of a bye, alone or with those against."""
    path = "/bye_game_points"
    given = raw if isinstance(raw, list | tuple) else (raw, 0)
    if len(given) != 2:
        return Problem("bad_type", path, {"value": shown(raw)})
    numbers = read_numbers(given, path)
    if isinstance(numbers, Problem):
        return numbers if given is raw else Problem("not_a_number", path, {"value": shown(raw)})
    own, against = numbers
    return own, against


def _chosen_scale(values: Mapping[str, Any], scale: object, even: Points) -> Scale | Problem:
    """The scale of a stage: the one named, else places, else values of win, draw and loss."""
    if scale is not None:
        chosen = read_scale(scale)
        if isinstance(chosen, GamePoints):
            return GamePoints(even)
        return chosen
    if "places" in values:
        return Places(values["places"])
    default = WinDrawLoss()
    fixed = WinDrawLoss(*(values.get(key, getattr(default, key)) for key in ("win", "draw", "loss")))
    if not fixed.win >= fixed.draw >= fixed.loss:
        return Problem("points_not_descending", "/points")
    return fixed
