"""How numbers are printed for people: exact text in, short and readable text out."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import get_format

from engine.core.numbers import exact_number

NOTHING = "–"
BEST = "∞"
QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
MINUS = "−"
Exact = int | str | Fraction | None


def points(value: Exact, places: int = 2) -> str:
    """The number as players write it: 53/2 is 26½, 1/3 is 0.33 (0,33 in Spanish); no value is a dash."""
    text = str(value)
    if text.isdecimal() and text.isascii():  # nearly every number of a large table
        return text
    number = read(value)
    if number is None:
        return text if text == BEST else NOTHING
    sign, number = (MINUS, -number) if number < 0 else ("", number)
    whole, rest = divmod(number, 1)
    if not rest:
        return f"{sign}{whole}"
    if rest in QUARTERS:
        return f"{sign}{whole or ''}{QUARTERS[rest]}"
    return sign + decimal(number, places)


def percent(value: Exact) -> str:
    """A share of one as a percentage with one place: 2/3 is 66.7 %."""
    number = read(value)
    return NOTHING if number is None else f"{points_plain(number * 100, 1)} %"


def signed(value: Exact) -> str:
    """The number with its sign, also where it is positive: a difference, a fine."""
    text = points(value)
    number = read(value)
    return f"+{text}" if number is not None and number > 0 else text


def points_plain(number: Fraction, places: int) -> str:
    """The number with decimals only, without the signs for halves and quarters."""
    return f"{number}" if number.denominator == 1 else decimal(number, places)


def decimal(number: Fraction, places: int) -> str:
    """The number rounded half up to some places, with the comma of the reader's language."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    rounded = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return str(rounded).replace(".", get_format("DECIMAL_SEPARATOR"))


def read(value: Exact) -> Fraction | None:
    """The number that the text means, or None where it is none."""
    if value is None or isinstance(value, Fraction):
        return value
    try:
        return exact_number(value) if isinstance(value, str) else Fraction(value)
    except ValueError:
        return None
