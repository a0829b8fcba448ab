"""Exact numbers are read from a text exactly, and in no time whatever it holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.numbers import LONGEST, exact_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", Fraction(12)),
        ("-0.5", Fraction(-1, 2)),
        ("+7", Fraction(7)),
        (".25", Fraction(1, 4)),
        ("53/2", Fraction(53, 2)),
        ("-4/6", Fraction(-2, 3)),
        ("9" * LONGEST, Fraction(10**LONGEST - 1)),
    ],
)
def test_a_number_is_read_exactly(text: str, number: Fraction) -> None:
    assert exact_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", ".", "1e5", "1E5", "1/0", "1/2/3", "1_000", "½", "٣", "nan", "inf", "--1", "9" * (LONGEST + 1)],
)
def test_what_is_no_number_or_takes_long_to_make_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an exact number"):
        exact_number(text)
