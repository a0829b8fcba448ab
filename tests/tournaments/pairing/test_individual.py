"""Tables of three, everybody for himself: who meets whom, who sits out, and what is said about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import METHODS
from tournaments.pairing.base import (
    Draw,
    DrawnTable,
    FixedTable,
    PairingEntrant,
    PairingInput,
    RoundPlan,
    Seating,
)
from tournaments.pairing.individual import Individual, IndividualOptions, TablesCost
from tournaments.pairing.judge import WARNING_TEXTS, Grade
from tournaments.pairing.reasons import WHY_TEXTS
from tournaments.pairing.threes import Threes, repeats
from tournaments.pairing.threes_plan import Question, best_schedule

METHOD = Individual()
SIDES = ("P1", "P2", "P3")
Field = dict[Any, PairingEntrant]


def field(size: int) -> Field:
    return {number: PairingEntrant(number, number) for number in range(1, size + 1)}


def asked(there: Field, number: int = 1, **more: Any) -> PairingInput:
    return PairingInput(number, tuple(there.values()), options=IndividualOptions(), **more)


def drawn(there: Field, number: int = 1, **more: Any) -> Draw:
    draw = METHOD.draw(asked(there, number, **more))
    assert isinstance(draw, Draw), draw
    return draw


def played(there: Field, draw: Draw, number: int) -> Field:
    """The field after a round: who has met whom, sat where, and sat out."""
    found = dict(there)
    for table in draw.tables:
        for side, one in zip(SIDES, table.entrants, strict=True):
            others = [other for other in table.entrants if other != one]
            found[one] = replace(
                found[one],
                met=found[one].met | {*others},
                met_in=(*found[one].met_in, *((other, number) for other in others)),
                sides=(*found[one].sides, side),
            )
    for bye in draw.byes:
        had = found[bye.entrant]
        found[bye.entrant] = replace(had, byes=had.byes + 1, missed=had.missed + 1)
    return found


def event(size: int, rounds: int, seed: int = 0) -> Iterator[tuple[Field, Draw]]:
    """Every round of an event, with the field before it."""
    there = field(size)
    for number in range(1, rounds + 1):
        draw = drawn(there, number, seed=seed + 101 * number, rounds=rounds, stage_seed=seed)
        yield there, draw
        there = played(there, draw, number)


def numbers(table: DrawnTable) -> list[int]:
    return sorted(int(str(one)) for one in table.entrants)


def meetings(draws: list[Draw]) -> Counter[tuple[Any, ...]]:
    tables = [table for draw in draws for table in draw.tables]
    return Counter(pair for table in tables for pair in combinations(numbers(table), 2))


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 14), st.integers(1, 5), st.integers(0, 999))
def test_everybody_is_there_once_and_sits_out_as_often_as_all_others(
    size: int, rounds: int, seed: int
) -> None:
    out: Counter[Any] = Counter(dict.fromkeys(range(1, size + 1), 0))
    for there, draw in event(size, rounds, seed):
        seated = [one for table in draw.tables for one in numbers(table)]
        byes = [int(str(bye.entrant)) for bye in draw.byes]
        assert sorted([*seated, *byes]) == sorted(there)
        assert len(byes) == size % 3 and {len(table.entrants) for table in draw.tables} == {3}
        assert [table.table for table in draw.tables] == list(range(1, size // 3 + 1))
        out.update(byes)
        assert max(out.values()) - min(out.values()) <= 1
        codes = {*(table.why.code for table in draw.tables), *(bye.why.code for bye in draw.byes)}
        assert codes <= WHY_TEXTS.keys()
        assert isinstance(draw.costs, TablesCost) and draw.costs.sit_outs == 0


@pytest.mark.parametrize(
    ("size", "rounds"), [(8, 3), (9, 4), (10, 4), (11, 4), (12, 4), (15, 5), (18, 6), (30, 8), (40, 10)]
)
def test_nobody_meets_twice_where_that_is_possible(size: int, rounds: int) -> None:
    draws = [draw for _there, draw in event(size, rounds, seed=7)]
    assert set(meetings(draws).values()) == {1}
    for draw in draws:
        assert draw.costs.as_json() == [0, 0, 0]
        assert draw.certificate.is_complete and draw.certificate.gap == 0
        assert draw.next_round_possible
        assert {table.why.code for table in draw.tables} == {"all_new"}


@pytest.mark.parametrize(
    ("size", "rounds", "least"),
    [(3, 2, 3), (6, 2, 2), (6, 4, 12), (9, 5, 9)],  # found by looking at every round, in `least_by_hand`
)
def test_where_somebody_must_meet_again_it_is_as_seldom_and_as_late_as_can_be(
    size: int, rounds: int, least: int
) -> None:
    draws = [draw for _there, draw in event(size, rounds, seed=3)]
    again = sum(times * (times - 1) // 2 for times in meetings(draws).values())
    assert again == least == draws[0].costs.as_json()[1]
    assert draws[0].costs.as_json() == [0, least, 0]
    assert draws[0].certificate.is_complete
    assert sum(draw.costs.as_json()[2] for draw in draws) == least


def least_by_hand(size: int, rounds: int) -> int:
    """The fewest repeats of any rounds, by trying all of them; slow, and shares no code with the method."""

    def ways(left: frozenset[int]) -> Iterator[list[tuple[int, int, int]]]:
        if not left:
            yield []
            return
        first = min(left)
        for one, two in combinations(sorted(left - {first}), 2):
            for rest in ways(left - {first, one, two}):
                yield [(first, one, two), *rest]

    every = [
        Counter(pair for trio in way for pair in combinations(trio, 2))
        for way in ways(frozenset(range(size)))
    ]

    def best(known: Counter[tuple[int, int]], left: int) -> int:
        if not left:
            return 0
        return min(sum(known[pair] for pair in way) + best(known + way, left - 1) for way in every)

    return best(every[0], rounds - 1)


@pytest.mark.parametrize(("size", "rounds"), [(3, 2), (6, 2), (6, 4), (9, 2)])
def test_what_is_said_to_be_the_best_is_the_best_of_all(size: int, rounds: int) -> None:
    first = drawn(field(size), rounds=rounds)
    assert first.certificate.is_complete
    assert first.costs.as_json()[1] == least_by_hand(size, rounds)


def test_what_must_be_repeated_comes_as_late_as_can_be() -> None:
    *_before, (there, _draw) = event(12, 4, seed=2)
    known = tuple(map(tuple, Threes.of(asked(there, 4)).met))
    for seed in range(6):
        question = Question(known, ((0, 0),) * 12, (tuple(range(12)),) * 4, f"late {seed}")
        now, *later = (repeats([*map(list, known)], tables) for tables in best_schedule(question).rounds)
        assert now <= min(later)


def test_the_same_seed_gives_the_same_round_and_another_one_another() -> None:
    one, same, other = (drawn(field(12), seed=seed, rounds=4) for seed in (5, 5, 6))
    assert one == same
    assert one.plan != other.plan
    turned = dict(reversed(field(12).items()))
    assert drawn(turned, seed=5, rounds=4) == one


def test_sides_are_shared_out_evenly() -> None:
    *_before, (there, draw) = event(9, 4, seed=11)
    for one in played(there, draw, 4).values():
        assert max(Counter(one.sides).values()) <= 2


def test_without_a_balance_the_sides_go_by_number_or_by_lot() -> None:
    fixed = drawn(field(6), seating=Seating.FIXED)
    assert all([*table.entrants] == numbers(table) for table in fixed.tables)
    firsts = {drawn(field(3), seating=Seating.RANDOM, seed=seed).plan.tables[0][0] for seed in range(12)}
    assert firsts == {1, 2, 3}


@pytest.mark.parametrize(
    ("there", "more", "code", "params"),
    [
        ({}, {}, "nobody_to_pair", {}),
        (field(2), {}, "too_few_for_a_table", {"active": 2, "needed": 3}),
        (field(3), {"forbidden": ((1, 2),)}, "no_legal_tables", {}),
        (field(3), {"fixed": (FixedTable((1, 2, 9)),)}, "fixed_but_not_active", {"entrant": "9"}),
        (field(6), {"fixed": (FixedTable((1, 2, 2)),)}, "fixed_twice", {"entrant": "2"}),
    ],
)
def test_what_keeps_a_round_from_being_drawn_is_said(
    there: Field, more: dict[str, Any], code: str, params: dict[str, Any]
) -> None:
    found = METHOD.draw(asked(there, **more))
    assert not isinstance(found, Draw)
    assert [(each.code, dict(each.params)) for each in found] == [(code, params)]


def test_who_is_absent_plays_neither_nor_sits_out() -> None:
    there = field(8)
    there[4] = replace(there[4], set_bye="absence")
    there[5] = replace(there[5], set_bye="pairing_bye")
    draw = drawn(there, rounds=3)
    assert sorted(one for table in draw.tables for one in numbers(table)) == [1, 2, 3, 6, 7, 8]
    assert draw.byes == ()


def test_of_those_who_sat_out_as_often_the_one_who_played_most_sits_out() -> None:
    there = {
        number: replace(each, byes=number not in (3, 4), missed=2 - (number == 4))
        for number, each in field(7).items()
    }
    draw = drawn(there, number=3)
    assert [bye.entrant for bye in draw.byes] == [4]
    assert draw.byes[0].why.code == "sits_out_first" and draw.byes[0].why.params == {"number": 4, "times": 0}


def test_tables_of_the_director_stay_and_forbidden_pairs_are_kept_apart() -> None:
    fixed, forbidden = (FixedTable((6, 2, 4), 3),), ((1, 3), (1, 5), (7, 8))
    for seed in range(8):
        draw = drawn(field(10), seed=seed, fixed=fixed, forbidden=forbidden, rounds=3)
        set_by_hand = next(table for table in draw.tables if table.why.code == "fixed")
        assert (set_by_hand.entrants, set_by_hand.table) == ((6, 2, 4), 3)
        assert not {*map(tuple, map(sorted, forbidden))} & meetings([draw]).keys()
        assert len(draw.byes) == 1 and draw.byes[0].entrant not in (6, 2, 4)


def test_somebody_sits_out_again_only_where_forbidden_pairs_leave_nothing_else() -> None:
    there = field(4)
    there[1] = replace(there[1], byes=1, missed=1)
    there[2] = replace(there[2], byes=1, missed=1)
    draw = drawn(there, number=3, forbidden=((1, 2),), rounds=3)
    assert draw.byes[0].entrant in (1, 2) and draw.byes[0].why.code == "sits_out_again"
    assert isinstance(draw.costs, TablesCost) and draw.costs.sit_outs == 1
    assert draw.certificate.proven == () and not draw.certificate.is_complete


def test_a_table_says_who_meets_again_and_when() -> None:
    there = played(field(3), drawn(field(3)), 1)
    (table,) = drawn(there, 2, rounds=2).tables
    assert table.why.code == "meet_again"
    assert table.why.params == {"pairs": "1–2 (1), 1–3 (1), 2–3 (1)"}
    there[4], there[5], there[6] = (PairingEntrant(number, number) for number in (4, 5, 6))
    codes = [table.why for table in drawn(there, 2, rounds=2).tables]
    assert [why.code for why in codes].count("meets_again") == 1
    assert {"rounds": "1"}.items() <= next(why for why in codes if why.code == "meets_again").params.items()


def test_the_look_ahead_tells_that_somebody_will_meet_again() -> None:
    assert not drawn(field(6), rounds=2).next_round_possible
    assert drawn(field(6), number=2, rounds=2).next_round_possible  # nothing follows
    assert drawn(field(9), rounds=2).next_round_possible


def warned(tables: list[tuple[int, ...]], byes: list[int], **more: Any) -> dict[str, Grade]:
    there = more.pop("there", field(7))
    found = METHOD.judge(RoundPlan(tuple(tables), tuple(byes)), asked(there, 2, **more))
    assert all(each.code in WARNING_TEXTS for each in found)
    assert [each.grade for each in found] == sorted((each.grade for each in found), reverse=True)
    return {each.code: each.grade for each in found}


@pytest.mark.parametrize(
    ("tables", "byes", "more", "expected"),
    [
        ([(1, 2, 3), (4, 5, 6)], [7], {}, {}),
        ([(1, 2, 3)], [4, 5, 6, 7], {}, {"too_many_sit_out": Grade.FORBIDDEN}),
        ([(1, 2, 3), (4, 5, 6)], [], {}, {"not_seated": Grade.FORBIDDEN}),
        ([(1, 2, 3), (3, 5, 6)], [7], {}, {"seated_twice": Grade.FORBIDDEN, "not_seated": Grade.FORBIDDEN}),
        ([(1, 2, 9), (4, 5, 6)], [7], {}, {"not_active": Grade.FORBIDDEN, "not_seated": Grade.FORBIDDEN}),
        ([(1, 2, 3), (4, 5, 6)], [7], {"forbidden": ((3, 1),)}, {"forbidden_pair": Grade.FORBIDDEN}),
        (
            [(1, 2, 3), (4, 5, 6)],
            [7],
            {"fixed": (FixedTable((1, 2, 4)),)},
            {"fixed_three_broken": Grade.WARNING},
        ),
    ],
)
def test_what_speaks_against_a_round_is_graded(
    tables: list[tuple[int, ...]], byes: list[int], more: dict[str, Any], expected: dict[str, Grade]
) -> None:
    assert warned(tables, byes, **more) == expected


def test_meeting_again_is_a_warning_and_sitting_out_again_is_forbidden() -> None:
    there = field(7)
    there[7] = replace(there[7], byes=1)
    there[1] = replace(there[1], met_in=((2, 1),))
    there[2] = replace(there[2], met_in=((1, 1),))
    tables: list[tuple[int, ...]] = [(1, 2, 3), (4, 5, 6)]
    assert warned(tables, [7], there=there) == {
        "rematch": Grade.WARNING,
        "sits_out_too_often": Grade.FORBIDDEN,
    }


def repaired(plan: RoundPlan, there: Field, begun: Any = ()) -> Any:
    return METHOD.repair(plan, asked(there, 2), begun)


def test_the_smallest_exchange_stops_one_table_for_who_sits_out_and_two_for_who_meets_again() -> None:
    there = field(7)
    plan = RoundPlan(((1, 2, 3), (4, 5, 6)), (7,))
    assert repaired(plan, there) is None
    there[7] = replace(there[7], byes=1)
    found = repaired(plan, there)
    assert (len(found.moves), found.bye_before, found.proven) == (1, (7,), True)
    assert found.after < found.before and found.bye_after != (7,)
    there[1], there[2] = replace(there[1], met_in=((2, 1),)), replace(there[2], met_in=((1, 1),))
    assert len(repaired(plan, there).moves) == 1, "two of the tables would help as well, and stop more"
    there = played(field(6), drawn(field(6), seed=1), 1)
    one, other = drawn(field(6), seed=1).plan.tables
    again = RoundPlan((one, other))
    found = repaired(again, there)
    assert len(found.moves) == 2 and found.after.repeats == 2 < found.before.repeats == 6
    assert repaired(again, there, begun=[one]) is None


def test_the_meetings_are_gathered_once_for_all_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    there = field(30)
    first = drawn(there)
    gathered: list[Threes] = []
    gather = Threes.with_bans
    monkeypatch.setattr(
        Threes,
        "with_bans",
        lambda self, met: gathered.append(self) or gather(self, met),  # type: ignore[func-returns-value]
    )
    assert repaired(first.plan, there) is None
    assert len(gathered) < 3, "hundreds of exchanges are looked at, and in a big hall tens of thousands"


def test_the_method_is_known_by_its_key() -> None:
    assert METHODS["individual"].sides == 3
    assert [METHOD.rounds_possible(size) for size in (2, 3, 9, 10, 15)] == [0, 1, 4, 5, 7]
