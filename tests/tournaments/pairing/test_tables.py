"""Seats, tables, reasons and warnings: what a director reads on a draft."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter
from typing import Any

import pytest

from engine.core.options import parse
from tests.tournaments.pairing.events import Event, input_of, random_event, read_line
from tournaments.pairing import METHODS, by_key
from tournaments.pairing.base import (
    Draw,
    FixedTable,
    PairingEntrant,
    PairingInput,
    RoundPlan,
    Seating,
    SwissOptions,
    TableOrder,
)
from tournaments.pairing.judge import WARNING_TEXTS, Grade, judge
from tournaments.pairing.reasons import WHY_TEXTS

SWISS = METHODS["swiss"]


def draw(*entrants: PairingEntrant, **more: Any) -> Draw:
    drawn = SWISS.draw(PairingInput(3, entrants, **more))
    assert isinstance(drawn, Draw), drawn
    return drawn


def seats(drawn: Draw) -> list[tuple[int, Any, Any]]:
    return [(pair.table, *pair.entrants) for pair in drawn.tables]


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ("AAB", "ABB", 2),
        ("AB", "BA", 1),
        ("BA", "AB", 2),
        ("AAA", "AB", 2),
        ("B", "", 1),
    ],
)
def test_sides_are_balanced_then_change(one: str, other: str, first: int) -> None:
    for seed in range(4):
        drawn = draw(
            PairingEntrant(1, 1, sides=tuple(one)), PairingEntrant(2, 2, sides=tuple(other)), seed=seed
        )
        assert drawn.tables[0].entrants[0] == first


def test_where_both_ways_are_as_good_the_seed_seats() -> None:
    firsts = {
        draw(PairingEntrant(1, 1), PairingEntrant(2, 2), seed=seed).tables[0].entrants[0]
        for seed in range(12)
    }
    assert firsts == {1, 2}


def test_fixed_seats_put_the_better_placed_north_south() -> None:
    for seed in range(6):
        drawn = draw(PairingEntrant(1, 1, 0), PairingEntrant(2, 2, 4), seed=seed, seating=Seating.FIXED)
        assert drawn.tables[0].entrants[0] == 2


def test_a_table_set_by_the_director_keeps_sides_and_number() -> None:
    entrants = [PairingEntrant(number, number, sides=("A",) * (number % 2)) for number in (1, 2, 3, 4)]
    drawn = draw(*entrants, fixed=(FixedTable((3, 2), 7),))
    assert (7, 3, 2) in seats(drawn)
    assert drawn.tables[-1].why.code == "fixed"


def test_matches_are_ranked_by_higher_score_then_sum_then_number() -> None:
    scores = {1: 2, 2: 2, 3: 6, 4: 4, 5: 6, 6: 2, 7: 2, 8: 2}
    drawn = draw(
        *(PairingEntrant(number, number, score) for number, score in scores.items()),
        fixed=(FixedTable((4, 6)), FixedTable((3, 1)), FixedTable((5, 2)), FixedTable((7, 8))),
    )
    assert [{*pair.entrants} for pair in drawn.tables] == [{3, 1}, {5, 2}, {4, 6}, {7, 8}]


def test_an_entrant_gets_the_table_it_needs() -> None:
    entrants = [
        PairingEntrant(number, number, 8 - number, table=1 if number == 4 else None)
        for number in (1, 2, 3, 4)
    ]
    tables = {frozenset((first, second)): table for table, first, second in seats(draw(*entrants))}
    assert tables == {frozenset((1, 2)): 2, frozenset((3, 4)): 1}


def test_kept_tables_follow_the_better_placed() -> None:
    entrants = [PairingEntrant(number, number, 8 - number, last_table=5 - number) for number in (1, 2, 3, 4)]
    assert [table for table, *_who in seats(draw(*entrants, table_order=TableOrder.KEPT))] == [2, 4]


def test_until_cards_are_drawn_the_lot_seats() -> None:
    entrants = [PairingEntrant(number, number) for number in (1, 2, 3, 4)]
    by_cards = [seats(draw(*entrants, seating=Seating.CARDS, seed=seed)) for seed in range(12)]
    assert by_cards == [seats(draw(*entrants, seating=Seating.RANDOM, seed=seed)) for seed in range(12)]
    assert len({tuple(each) for each in by_cards}) > 1


def reasons(event: Event) -> dict[int, str]:
    """For each entrant why it sits where it sits."""
    drawn = SWISS.draw(input_of(event))
    assert isinstance(drawn, Draw)
    codes = {entrant: pair.why.code for pair in drawn.tables for entrant in pair.entrants}
    return {**codes, **{bye.entrant: bye.why.code for bye in drawn.byes}}


def event(size: int, *rounds: str, **more: Any) -> Event:
    return Event(size, [[read_line(line) for line in lines.split(", ")] for lines in rounds], **more)


def test_reasons_name_what_shaped_a_table() -> None:
    trap = reasons(event(4, "1-2 6:4, 3-4 6:4", "1-3 6:4, 2-4 6:4"))
    assert trap == {1: "odd_group", 4: "odd_group", 2: "same_score", 3: "same_score"}
    odd = reasons(event(5, "1-2 5:5, 3-4 5:5, 5 pairing_bye"))
    assert odd == {5: "odd_group", 2: "odd_group", 1: "same_score", 3: "same_score", 4: "bye_lowest"}


@pytest.mark.parametrize(
    ("case", "code"),
    [
        (event(4, "1-3 5:5, 2-4 5:5"), "avoids_rematch"),
        (event(4, forbidden=[[1, 3]]), "avoids_ban"),
        (event(4, clubs={1: "North", 3: "North"}, options={"same_club_rounds": 1}), "avoids_club"),
        (event(2, scale={"kind": "linear", "top": 20, "full": 400}), "near_places"),
        (event(4, "1-3 6:4, 2-4 6:4", "1-2 5:5, 3-4 5:5"), "no_opponent_left"),
    ],
)
def test_the_first_table_tells_what_it_avoids(case: Event, code: str) -> None:
    assert reasons(case)[1] == code


def test_every_reason_and_warning_fills_its_sentence() -> None:
    codes = set()
    for seed in range(150):
        given = input_of(random_event(seed))
        drawn = SWISS.draw(replace(given, allow_rematches=True, allow_second_bye=True))
        if isinstance(drawn, Draw):
            for why in [each.why for each in (*drawn.tables, *drawn.byes)]:
                assert WHY_TEXTS[why.code].format(**why.params)
                codes.add(why.code)
    assert codes >= {"fixed", "same_score", "odd_group", "best_for_all", "bye_lowest", "bye_passed_on"}


ACTIVE = tuple(
    PairingEntrant(number, number, score, byes=byes, met=frozenset(met), club=club)
    for number, score, byes, met, club in [
        (1, 6, 0, {2}, "North"),
        (2, 4, 0, {1}, "South"),
        (3, 4, 1, {4}, "North"),
        (4, 2, 0, {3}, "South"),
        (5, 0, 1, set(), "West"),
    ]
)


def warned(pairs: list[tuple[int, int]], byes: list[int], **more: Any) -> dict[str, Grade]:
    options = SwissOptions(same_club_rounds=9)
    found = judge(RoundPlan(tuple(pairs), tuple(byes)), PairingInput(3, ACTIVE, options=options, **more))
    for each in found:
        names = {
            name for _text, name, _spec, _conversion in Formatter().parse(WARNING_TEXTS[each.code]) if name
        }
        assert names <= each.params.keys()
    assert [each.grade for each in found] == sorted((each.grade for each in found), reverse=True)
    return {each.code: each.grade for each in found}


def test_a_round_without_fault_is_passed_in_silence() -> None:
    assert warned([(1, 5), (2, 3)], [4]) == {}


@pytest.mark.parametrize(
    ("pairs", "byes", "more", "expected"),
    [
        ([(1, 2), (3, 5)], [4], {}, {"rematch": Grade.FORBIDDEN}),
        ([(1, 5), (2, 3)], [4], {"forbidden": ((5, 1),)}, {"forbidden_pair": Grade.FORBIDDEN}),
        ([(1, 3), (2, 5)], [4], {}, {"same_club": Grade.WARNING}),
        ([(1, 4), (2, 3)], [5], {}, {"bye_again": Grade.FORBIDDEN}),
        ([(1, 5), (3, 4)], [2], {}, {"rematch": Grade.FORBIDDEN, "bye_higher_score": Grade.WARNING}),
        ([(1, 5)], [4], {}, {"not_seated": Grade.FORBIDDEN}),
        ([(1, 5), (1, 3)], [4], {}, {"seated_twice": Grade.FORBIDDEN, "not_seated": Grade.FORBIDDEN,
                                    "same_club": Grade.WARNING}),
        ([(1, 5), (2, 9)], [4], {}, {"not_active": Grade.FORBIDDEN, "not_seated": Grade.FORBIDDEN}),
        ([(1, 5)], [4, 2], {}, {"several_byes": Grade.FORBIDDEN, "not_seated": Grade.FORBIDDEN,
                                "bye_higher_score": Grade.WARNING}),
        ([(1, 5), (2, 3)], [4], {"fixed": (FixedTable((1, 4)),)}, {"fixed_table_broken": Grade.WARNING}),
    ],
)  # fmt: skip
def test_changes_by_hand_are_graded(
    pairs: list[tuple[int, int]], byes: list[int], more: dict[str, Any], expected: dict[str, Grade]
) -> None:
    assert warned(pairs, byes, **more) == expected


def test_a_bye_in_an_even_field_and_one_less_due_are_told() -> None:
    even = PairingInput(3, ACTIVE[:4])
    assert judge(RoundPlan(((1, 4),), (2, 3)), even)[0].code == "needless_bye"
    level = tuple(PairingEntrant(number, number) for number in (1, 2, 3))
    found = judge(RoundPlan(((1, 3),), (2,)), PairingInput(1, level))
    assert [(each.code, each.grade) for each in found] == [("bye_less_due", Grade.NOTICE)]


def test_keys_of_methods_are_permanent_and_taken_once() -> None:
    assert set(METHODS) == {"swiss", "individual"}
    with pytest.raises(ValueError, match="swiss"):
        by_key((SWISS, SWISS))


def test_options_are_read_and_refused() -> None:
    read = parse(SwissOptions, {"pattern": "fold", "forbidden_pairs": [["e1", "e2"]]})
    assert isinstance(read, SwissOptions)
    assert read.forbidden_pairs == (("e1", "e2"),)
    for wrong in (
        {"pattern": "spiral"},
        {"same_club_rounds": -1},
        {"forbidden_pairs": [["e1"]]},
        {"colour": 1},
    ):
        assert isinstance(parse(SwissOptions, wrong), tuple)


@pytest.mark.parametrize(("entrants", "rounds"), [(0, 0), (1, 1), (2, 1), (7, 7), (8, 7)])
def test_rounds_without_a_rematch(entrants: int, rounds: int) -> None:
    assert SWISS.rounds_possible(entrants) == rounds
