"""Numbers as players read them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from pages.numbers import percent, points, signed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("53/2", "26½"),
        ("1/2", "½"),
        ("-1/2", "−½"),
        ("7/4", "1¾"),
        ("1/3", "0.33"),
        ("2/3", "0.67"),
        ("-1/3", "−0.33"),
        ("1/200", "0.01"),
        ("20", "20"),
        (0, "0"),
        ("-290", "−290"),
        (Fraction(5, 2), "2½"),
        (None, "–"),
        ("∞", "∞"),
        ("1/0", "–"),
        ("nonsense", "–"),
    ],
)
def test_points(value: object, text: str) -> None:
    assert points(value) == text  # type: ignore[arg-type]


def test_the_comma_is_that_of_the_language() -> None:
    with translation.override("es"):
        assert points("1/3") == "0,33"
        assert percent("2/3") == "66,7 %"


def test_shares_and_signs() -> None:
    assert percent("33/100") == "33 %"
    assert percent("1/2") == "50 %"
    assert percent(None) == "–"
    assert [signed(value) for value in ("290", "0", "-5", None, "1/2")] == ["+290", "0", "−5", "–", "+½"]
