"""Whole tables of real and made-up events: every value, rank and deciding criterion."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.ranking import Row, explain, rank, ranking
from scoring.tiebreaks import TIEBREAKS
from tests.scoring.pure.events import EVENTS, load, table_of

CASES = [
    pytest.param(event, wanted, id=f"{path.stem}-{at}")
    for path in sorted(EVENTS.glob("*.json"))
    for event in [load(path.stem)]
    for at, wanted in enumerate(event["tables"])
]


def rounded(value: Any, digits: int | None) -> Fraction:
    if digits is None:
        return Fraction(value)
    return Fraction((Fraction(value) * 10**digits + Fraction(1, 2)).__floor__(), 10**digits)


def listed(rows: tuple[Row, ...], columns: list[str]) -> list[list[Any]]:
    """Rows as the data files list them."""
    found = []
    for row in rows:
        texts = row.texts()
        found.append([row.rank, row.entrant, row.decided_by, *(texts[column] for column in columns)])
    return found


def test_the_events_are_there() -> None:
    assert len(CASES) > 40


@pytest.mark.parametrize(("event", "wanted"), CASES)
def test_table_is_as_known(event: dict[str, Any], wanted: dict[str, Any]) -> None:
    rows = rank(table_of(event, wanted), ranking(*wanted["ranking"]))
    if "rows" in wanted:
        assert listed(rows, wanted["columns"]) == wanted["rows"]
        shared = [row.rank for row in rows]
        assert [row.tied for row in rows] == [shared.count(place) > 1 for place in shared]
    places = {str(row.entrant): row.rank for row in rows}
    known = wanted.get("ranks", {})
    assert {entrant: places[entrant] for entrant in known} == known
    by_entrant = {str(row.entrant): row.values for row in rows}
    digits = wanted.get("digits", {})
    for entrant, values in wanted.get("values", {}).items():
        for column, value in zip(wanted["columns"], values, strict=True):
            if value is not None:
                found = by_entrant[entrant][column]
                assert rounded(found, digits.get(column)) == Fraction(value), (entrant, column)


@pytest.mark.parametrize(("event", "wanted"), CASES)
def test_parts_add_up_to_the_value(event: dict[str, Any], wanted: dict[str, Any]) -> None:
    table = table_of(event, wanted)
    everything = ranking(*TIEBREAKS)
    explained = set()
    for row in rank(table, everything):
        for criterion in everything:
            parts = explain(table, criterion, row.entrant)
            if criterion.tiebreak.parts:
                assert sum(part.amount for part in parts) == row.values[criterion.label], criterion.label
                explained.add(criterion.label)
    assert {"buchholz", "sonneborn_berger", "match_points", "difference", "progressive"} <= explained
