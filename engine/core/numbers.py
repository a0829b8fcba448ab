"""Exact numbers in texts that somebody else wrote."""

from __future__ import annotations

import re
from fractions import Fraction

LONGEST = 60
NUMBER = re.compile(r"[+-]?(\d+/\d+|\d+\.?\d*|\.\d+)", re.ASCII)


def exact_number(text: str) -> Fraction:
    """Return the number of a text like `12`, `-0.5` or `53/2`; raises ValueError for anything else.

    `Fraction` alone also reads `1e999999999`, and is busy with its digits until memory ends.
    """
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        raise ValueError(f"not an exact number: {text[:LONGEST]!r}")
    try:
        return Fraction(text)
    except ZeroDivisionError as error:
        raise ValueError(f"not an exact number: {text!r}") from error
