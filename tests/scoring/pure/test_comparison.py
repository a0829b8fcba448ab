"""Two tables beside each other: nobody is lost, nothing is said that is not so, and ties at the line are named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.comparison import Advance, compare, places_taken
from scoring.ranking import rank, ranking
from scoring.table import EntrantInfo, Outcome, Result, ResultTable, Verdict

CRITERIA = ranking("match_points", "buchholz", "difference")


def rows_of(points: dict[int, tuple[int, int]]) -> list[dict[str, Any]]:
    """A table by match points and difference, as the standings keep it."""
    table = ResultTable(
        tuple(EntrantInfo(number, number) for number in points),
        1,
        tuple(
            Result(number, 1, Outcome.PLAYED, (), own, difference, (0,), Verdict.WON)
            for number, (own, difference) in points.items()
        ),
    )
    return [
        {
            "rank": row.rank,
            "tied": row.tied,
            "entrant": row.entrant,
            "number": row.number,
            "values": row.texts(),
            "decided_by": row.decided_by,
        }
        for row in rank(table, CRITERIA)
    ]


BEFORE = {1: (6, 40), 2: (4, 30), 3: (4, 10), 4: (2, 0), 5: (0, -80)}


def test_a_table_beside_itself_changes_nothing() -> None:
    found = compare(rows_of(BEFORE), rows_of(BEFORE), range(1, 4))
    assert not found.is_any
    assert (found.moves, found.decided_anew, found.others, found.advances) == ((), (), (), ())


def test_who_moves_is_named_with_place_and_reason_before_and_after() -> None:
    found = compare(rows_of(BEFORE), rows_of({**BEFORE, 3: (4, 50)}))
    assert [
        (each.number, each.before.rank, each.before.decided_by, each.after.rank, each.after.decided_by)
        for each in found.moves
        if each.before and each.after
    ] == [(3, 3, "difference", 2, "match_points"), (2, 2, "match_points", 3, "difference")]
    assert [each.steps for each in found.moves] == [1, -1]
    assert found.moves[0].labels == ("difference",)
    assert found.moves[1].labels == ()


def test_a_place_that_is_kept_for_another_reason_is_no_move() -> None:
    found = compare(rows_of(BEFORE), rows_of({**BEFORE, 4: (4, 0)}))
    assert found.moves == ()
    assert [(each.number, each.labels) for each in found.decided_anew] == [(4, ("match_points",))]


def test_other_values_alone_are_neither_a_move_nor_another_reason() -> None:
    found = compare(rows_of(BEFORE), rows_of({**BEFORE, 5: (0, -90)}))
    assert (found.moves, found.decided_anew) == ((), ())
    assert [each.number for each in found.others] == [5]


def test_who_shares_a_place_from_now_on_moves_though_its_rank_stays() -> None:
    found = compare(rows_of(BEFORE), rows_of({**BEFORE, 3: (4, 30)}))
    assert [(each.number, each.steps) for each in found.moves] == [(2, 0), (3, 1)]


def test_who_comes_in_and_who_drops_out_has_one_place_only() -> None:
    later = {number: points for number, points in BEFORE.items() if number != 4} | {9: (3, 0)}
    found = {each.number: each for each in compare(rows_of(BEFORE), rows_of(later)).moves}
    assert found[9].before is None and found[9].after is not None and found[9].after.rank == 4
    assert found[4].after is None and found[4].steps == 0
    assert 5 not in found


def test_who_goes_on_and_who_does_not_any_more() -> None:
    found = compare(
        rows_of(BEFORE), rows_of({**BEFORE, 4: (5, 0)}), places_taken([{"from": "s", "ranks": [1, 3]}], "s")
    )
    assert {
        each.number: (each.before.advance, each.after.advance)
        for each in found.advances
        if each.before and each.after
    } == {
        4: (Advance.OUT, Advance.IN),
        3: (Advance.IN, Advance.OUT),
    }


def test_a_place_shared_over_the_line_goes_on_for_nobody_in_it() -> None:
    found = compare(rows_of(BEFORE), rows_of({**BEFORE, 3: (4, 30)}), {1, 2})
    after = {each.number: each.after.advance for each in found.entrants if each.after}
    assert after == {1: Advance.IN, 2: Advance.SHARED, 3: Advance.SHARED, 4: Advance.OUT, 5: Advance.OUT}


@pytest.mark.parametrize(
    ("slots", "places"),
    [
        ([{"from": "s1", "rank": 1}, {"from": "s1", "rank": 3}], {1, 3}),
        ([{"of": "s1", "ranks": [1, 4]}], {1, 2, 3, 4}),
        ([{"from": "s2", "rank": 1}, {"from": "s1", "rank": True}, "s1", {"from": "s1"}], set()),
        ([{"from": "s1", "ranks": [3]}, {"from": "s1", "ranks": ["1", "2"]}], set()),
        (None, set()),
    ],
)
def test_slots_name_places_or_say_nothing(slots: object, places: set[int]) -> None:
    assert places_taken(slots, "s1") == places


points = st.tuples(st.integers(0, 3), st.integers(-2, 2))
tables = st.dictionaries(st.integers(1, 9), points, min_size=1, max_size=9).map(rows_of)


@given(before=tables, after=tables, last=st.integers(0, 9))
def test_everybody_is_in_it_once_and_is_told_as_it_is(before: Any, after: Any, last: int) -> None:
    found = compare(before, after, range(1, last + 1))
    assert sorted(each.entrant for each in found.entrants) == sorted(
        {row["entrant"] for row in (*before, *after)}
    )
    old, new = ({row["entrant"]: row for row in rows} for rows in (before, after))
    for each in found.entrants:
        same = old.get(each.entrant) == new.get(each.entrant)
        groups = [each in found.moves, each in found.decided_anew, each in found.others]
        assert sum(groups) <= 1
        if last == 0:
            assert any(groups) is not same
        if not each.is_move:
            assert old[each.entrant]["rank"] == new[each.entrant]["rank"]


@given(before=tables, after=tables)
def test_the_way_back_is_the_same_with_the_sides_exchanged(before: Any, after: Any) -> None:
    there, back = compare(before, after, {1, 2}), compare(after, before, {1, 2})
    assert {each.entrant: (each.before, each.after) for each in there.moves} == {
        each.entrant: (each.after, each.before) for each in back.moves
    }
    assert sum(each.steps for each in there.entrants) == -sum(each.steps for each in back.entrants)


@given(rows=tables, last=st.integers(1, 9))
def test_as_many_go_on_as_there_are_places_unless_one_is_shared(rows: Any, last: int) -> None:
    advances = [each.after.advance for each in compare(rows, rows, range(1, last + 1)).entrants if each.after]
    sure, shared = advances.count(Advance.IN), advances.count(Advance.SHARED)
    if shared:
        assert sure < last < sure + shared
    else:
        assert sure == min(last, len(rows))
