"""Exact numbers of an archive: integers stay, decimals and fractions become `Fraction`, never floats."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction

from scoring.table import Points, simple

DEEPEST = 60


def is_too_deep(value: object) -> bool:
    """Whether a JSON value is nested deeper than any archive needs to be."""
    level: list[object] = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inner(outer)]
        if not level:
            return False
    return True


def _inner(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def plain(value: Points) -> int | str:
    """Return the one spelling of a number in an archive: `12`, or `"1/2"` where no integer will do."""
    return value.numerator if value.denominator == 1 else str(value)


def made_exact(value: object) -> object:
    """Return any JSON value with its floats and decimals exact; those that are no number become null."""
    if isinstance(value, float | Decimal):
        return _exact_number(value)
    return rebuilt(value, made_exact)


def spelled(value: object) -> object:
    """Return a JSON value with its fractions spelled out and the keys of its objects in order."""
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, Mapping):
        return {key: spelled(value[key]) for key in sorted(value)}
    return rebuilt(value, spelled)


def rebuilt(value: object, change: Callable[[object], object]) -> object:
    """Return a JSON value with `change` applied to what it holds directly."""
    if isinstance(value, Mapping):
        return {str(key): change(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [change(inner) for inner in value]
    return value


def _exact_number(value: float | Decimal) -> Points | None:
    if not math.isfinite(value):
        return None
    return simple(Fraction(str(value)))
