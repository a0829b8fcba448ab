"""Results without hands: the totals of a paper slip, not verified by the rules engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.core.game import Problems
from engine.core.numbers import exact_number
from engine.core.problems import Problem, pointer, shown
from scoring.numbers import FINEST, LARGEST
from scoring.setup import Setup


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


def slip_doubts(payload: Mapping[str, Any], setup: Setup) -> Problems:
    """What the game can hardly believe of a checked slip: a reason to ask again, never to refuse.

    Points in parts come with imported events alone; no game is asked about them.
    """
    totals = dict(zip(setup.sides, slip_numbers(payload["score"], setup.sides), strict=True))
    if any(each.denominator != 1 for each in totals.values()):
        return ()
    found = setup.game.doubt_totals({side: int(each) for side, each in totals.items()}, setup.rules)
    return tuple(each.below("/summary/score") for each in found)


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
    if whole or not isinstance(value, str):
        return False
    try:
        number = exact_number(value)
    except ValueError:
        return False
    return abs(number) <= LARGEST and number.denominator <= FINEST


def slip_canonical(payload: Mapping[str, Any]) -> dict[str, dict[str, Fraction]]:
    """A checked slip in a form in which 100 and "200/2" are equal."""
    return {
        name: {side: Fraction(number) for side, number in numbers.items()}
        for name, numbers in payload.items()
        if numbers is not None
    }


def slip_numbers(given: Mapping[str, Any], sides: Sequence[str]) -> tuple[Fraction, ...]:
    """The numbers of a checked slip in the order of the sides."""
    return tuple(Fraction(given[side]) for side in sides)
