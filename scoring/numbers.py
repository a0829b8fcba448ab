"""How large a number in a result may be: more than any game needs, less than any column holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.problems import Problem, pointer, shown

LARGEST = 10**9
FINEST = 10**12
"""The largest denominator: the mean of two such numbers still fits a column."""


def too_large(value: object, place: str = "") -> Iterator[Problem]:
    """Name every number in a JSON value that is further from 0 than `LARGEST`, by its place."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from too_large(inner, place + pointer(key))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from too_large(inner, place + pointer(index))
    elif not isinstance(value, str) and value is not None and not _fits(value):
        yield Problem("number_too_large", place, {"value": shown(value), "largest": LARGEST})


def _fits(value: object) -> bool:
    """Whether a number is small enough; Fraction, Decimal and float compare as exactly as int."""
    return bool(-LARGEST <= value <= LARGEST)  # type: ignore[operator]  # JSON has no other kind left
