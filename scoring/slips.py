"""Results without hands: the totals of a paper slip, not verified by the rules engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.core.problems import Problem, pointer, shown
from scoring.numbers import LARGEST


def check_slip(payload: object, sides: Sequence[str]) -> list[Problem]:
    """Everything that is wrong with `{"score": {side: points}, "games"?: {side: n}}`.

    Points are integers or exact text ("1/2"), since imported events may have halves.
    """
    if not isinstance(payload, Mapping):
        return [Problem("not_an_object", "/summary")]
    problems = [
        Problem("unknown_field", "/summary" + pointer(key), {"field": shown(key)})
        for key in payload
        if key not in {"score", "games"}
    ]
    problems += _check_numbers(payload.get("score"), sides, "/summary/score", whole=False)
    if payload.get("games") is not None:
        problems += _check_numbers(payload["games"], sides, "/summary/games", whole=True)
    return problems


def _check_numbers(given: object, sides: Sequence[str], path: str, *, whole: bool) -> list[Problem]:
    if not isinstance(given, Mapping) or set(given) != set(sides):
        return [Problem("one_number_per_side", path)]
    return [
        Problem("not_a_number", f"{path}/{side}", {"value": shown(value)})
        for side, value in given.items()
        if not _is_number(value, whole=whole)
    ]


def _is_number(value: Any, *, whole: bool) -> bool:
    if type(value) is int:
        return (0 if whole else -LARGEST) <= value <= LARGEST
    if whole or not isinstance(value, str) or len(value) > 40:
        return False
    try:
        return abs(Fraction(value)) <= LARGEST
    except (ValueError, ZeroDivisionError):
        return False


def slip_numbers(given: Mapping[str, Any], sides: Sequence[str]) -> tuple[Fraction, ...]:
    """The numbers of a checked slip in the order of the sides."""
    return tuple(Fraction(given[side]) for side in sides)
