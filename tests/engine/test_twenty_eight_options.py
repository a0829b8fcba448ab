"""The options of Twenty-Eight: defaults of every profile and variant, strict types, what does not fit together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from engine.core.options import as_json, form, options_of
from engine.core.problems import sentence
from engine.games.twenty_eight import GAME
from engine.games.twenty_eight.conflicts import ROWS
from engine.games.twenty_eight.options import Rules
from engine.games.twenty_eight.rules import naming
from engine.games.twenty_eight.variants import TABLES
from tests.engine.twenty_eight import option_sets, rules_of

COLUMNS = (
    ("seed", "28"),
    ("club", "28"),
    ("club", "29"),
    ("club", "56"),
    ("club", "28_3p"),
    ("club", "29_3p"),
)
DEFAULTS = """
min_bid: 14, 14, 16, 28, 12, 16
last_trick_bonus: 0, 0, 0, 0, 0, 0
trump_mode: hidden, hidden, hidden, open_bid, hidden, hidden
first_batch: 4, 4, 4, 8, 4, 4
opening: free, forced_first, forced_dealer, forced_first, forced_first, forced_dealer
all_pass: redeal_same_dealer
pass_is_final: true, false, false, false, false, false
partner_overbid: free, honours_only, free, free, free, free
second_auction: false, true, false, false, true, false
second_auction_min: 24, 24, 24, 48, 22, 24
pointless_redeal: off, first_player, first_player, off, first_player, first_player
four_jacks_redeal: false, false, true, false, false, true
reveal_by: any_player
must_trump_after_ask: true
bidder_reveal_plays: any_trump, indicator, indicator, indicator, indicator, indicator
bidder_lead_trump: free, only_if_no_other, only_if_no_other, only_if_no_other, only_if_no_other, only_if_no_other
pre_reveal_trumps: dead, dead, same_trick_live, dead, dead, same_trick_live
undertrump: free
doubling: off, off, after_auction, in_auction, off, after_auction
redouble_by: bidder, bidding_side, bidding_side, bidding_side, bidding_side, bidding_side
double_effect: multiply, multiply, multiply, add, multiply, multiply
pair: false, false, true, false, false, true
solo: false, true, true, false, false, false
solo_success: 3
solo_failure: 3, 4, 3, 4, 4, 4
success_award: bands20_25, bands20_25, flat1, quarters, bands20_25, flat1
failure_loss: flat1, success_plus_1, flat1, success_plus_1, success_plus_1, flat1
bid_value_is: number
bhangi: false
settlement: bidders_only, award, bidders_only, award, transfer, transfer
honours: false
score_floor: none
match_end: target, deals, target, deals, deals, deals
target: 6
negative_limit: none, none, mirror, none, none, none
match_deals: 24, 24, 24, 18, 18, 18
tie_extra_deals: 0, 6, 0, 6, 6, 0
concession: false, true, true, true, true, true
penalty_points: 1
penalty_mode: deduct, award, deduct, award, deduct, deduct
"""
"""The table of section 3.2; one value stands for all columns."""

SEED_OF_OTHERS: dict[str, dict[str, Any]] = {
    "29": {"min_bid": 16, "last_trick_bonus": 1},
    "28_3p": {},
    "29_3p": {"min_bid": 16, "last_trick_bonus": 1},
    "56": {"min_bid": 28, "second_auction_min": 48, "match_deals": 18},
}


def value_of(text: str) -> Any:
    return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)


def codes(options: Any) -> list[str]:
    found = GAME.read_rules(options)
    return [] if isinstance(found, Rules) else [problem.code for problem in found]


def test_every_default_is_that_of_the_table() -> None:
    rows = [line.split(": ") for line in DEFAULTS.strip().splitlines()]
    assert {name for name, _ in rows} == options_of(Rules).keys() - {"variant"}
    for name, told in rows:
        values = [value_of(text) for text in told.split(", ")]
        for at, (profile, variant) in enumerate(COLUMNS):
            found = getattr(rules_of({"profile": profile, "variant": variant}), name)
            wanted = values[at] if len(values) > 1 else values[0]
            assert (type(found), found) == (type(wanted), wanted), (name, profile, variant)


@pytest.mark.parametrize("variant", SEED_OF_OTHERS)
def test_the_other_variants_differ_from_the_rule_sheet_in_a_few_numbers(variant: str) -> None:
    usual = {**as_json(rules_of({})), "variant": variant, **SEED_OF_OTHERS[variant]}
    assert as_json(rules_of({"variant": variant})) == usual


CONFLICTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"last_trick_bonus": 1}, {"variant": "29", "last_trick_bonus": 1}),
    ({"variant": "28_3p", "partner_overbid": "honours_only"}, {"partner_overbid": "honours_only"}),
    ({"trump_mode": "open_bid"}, {"trump_mode": "open_bid", "first_batch": 8}),
    ({"second_auction": True, "first_batch": 8}, {"second_auction": True}),
    (
        {"second_auction": True, "second_auction_min": 14},
        {"second_auction": True, "second_auction_min": 15},
    ),
    (
        {"doubling": "in_auction", "first_batch": 8},
        {"doubling": "in_auction", "first_batch": 8, "pass_is_final": False},
    ),
    ({"variant": "56", "four_jacks_redeal": True}, {"four_jacks_redeal": True}),
    ({"variant": "56", "pair": True}, {"pair": True}),
    ({"bhangi": True, "failure_loss": "full_bid_value"}, {"bhangi": True, "failure_loss": "success_plus_1"}),
    ({"negative_limit": "mirror", "match_end": "deals"}, {"negative_limit": "mirror"}),
    ({"score_floor": "zero", "settlement": "transfer"}, {"score_floor": "zero", "settlement": "award"}),
]


@pytest.mark.parametrize("row", range(len(CONFLICTS)), ids=lambda row: f"row {row + 1}")
def test_each_combination_that_must_be_rejected_is_and_its_neighbour_is_not(row: int) -> None:
    refused, allowed = CONFLICTS[row]
    problems = GAME.read_rules(refused)
    assert not isinstance(problems, Rules)
    assert [(problem.code, problem.params["variant"]) for problem in problems] == [
        ("option_conflict", str(row + 1))
    ]
    assert sentence(problems[0], GAME.messages) != GAME.messages["option_conflict"]
    assert codes(allowed) == []


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "29_3p", "solo": True},
        {"variant": "28", "trump_mode": "open_bid", "first_batch": 8, "second_auction": True},
        {"second_auction": True, "second_auction_min": 29},
        {"variant": "29", "last_trick_bonus": 0, "second_auction": True, "second_auction_min": 29},
        {"doubling": "in_auction", "pass_is_final": False},
        {"trump_mode": "open_bid", "first_batch": 8, "pair": True},
        {"negative_limit": "mirror", "score_floor": "zero"},
        {"variant": "29_3p", "negative_limit": "mirror"},
    ],
)
def test_the_other_halves_of_the_rows_are_rejected_too(options: dict[str, Any]) -> None:
    assert codes(options) == ["option_conflict"]


def test_the_second_auction_may_begin_with_all_the_points_of_the_deal() -> None:
    assert codes({"variant": "29", "second_auction": True, "second_auction_min": 29}) == []
    assert len(ROWS) == len(CONFLICTS)


@pytest.mark.parametrize(
    ("variant", "lowest", "highest"),
    [("28", 12, 20), ("29", 12, 20), ("28_3p", 12, 20), ("29_3p", 12, 20), ("56", 24, 40)],
)
def test_the_lowest_bid_has_limits_of_its_variant(variant: str, lowest: int, highest: int) -> None:
    def with_bid(bid: int) -> list[str]:
        return codes({"variant": variant, "min_bid": bid})

    assert with_bid(lowest) == with_bid(highest) == []
    assert with_bid(lowest - 1) == with_bid(highest + 1) == ["bad_option_value"]


@pytest.mark.parametrize(
    "options",
    [
        [],
        None,
        {"bhangi": 1},
        {"target": True},
        {"target": 6.0},
        {"target": None},
        {"first_batch": 5},
        {"variant": 28},
        {"variant": ["28"]},
        {"profile": "Seed"},
        {"profile": None},
        {"profile": {}},
        {"min_bid": 9, "last_trick_bonus": 1},
    ],
)
def test_values_are_strict(options: Any) -> None:
    assert codes(options) == ["bad_option_value"]


def test_an_unknown_name_comes_before_everything_else() -> None:
    assert codes({"kotah": True, "target": None, "profile": 5, "last_trick_bonus": 1}) == ["unknown_option"]


@given(option_sets)
def test_rules_are_named_by_a_profile_and_what_differs_from_it(options: dict[str, Any]) -> None:
    rules = rules_of(options)
    profile, others = naming(rules)
    assert rules_of({"profile": profile, "variant": rules.variant, **others}) == rules
    assert "variant" not in others


@pytest.mark.parametrize("variant", TABLES)
def test_sides_and_partners_of_a_variant(variant: str) -> None:
    rules = rules_of({"variant": variant})
    seats, sides = GAME.seats(rules), GAME.sides(rules)
    of = {seat: GAME.side_of(rules, seat) for seat in seats}
    if len(seats) == 3:
        assert of == {1: "P1", 2: "P2", 3: "P3"}
    else:
        assert of == {seat: "A" if seat % 2 else "B" for seat in seats}
    table = TABLES[variant]
    for seat in seats:
        around = [
            each for each in (*range(seat + 1, len(seats) + 1), *range(1, seat)) if of[each] == of[seat]
        ]
        assert list(table.partners[seat]) == around
        others = [
            each for each in (*range(seat + 1, len(seats) + 1), *range(1, seat)) if of[each] != of[seat]
        ]
        assert list(table.opponents[seat]) == others
    assert sides == tuple(dict.fromkeys(of.values()))
    names = list(GAME.seat_names(rules).values())
    assert names == (["North", "West", "South", "East"] if len(seats) == 4 else [f"Seat {n}" for n in seats])
    assert table.pack.total == (56 if variant == "56" else 28)
    assert len(table.pack.deck.codes) * table.pack.cards.packs == 8 * len(seats)


def test_fields_have_the_limits_of_the_event() -> None:
    rules = rules_of({"variant": "56", "min_bid": 30})
    fields = {
        each["name"]: each for group in form(GAME.Summary, GAME.scope(rules)) for each in group["fields"]
    }
    assert (fields["bid"]["minimum"], fields["bid"]["maximum"]) == (30, 56)
    assert fields["bidder_points"]["maximum"] == 56
    assert fields["bidder"]["seats"] == [1, 2, 3, 4, 5, 6]
