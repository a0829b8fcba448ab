"""The check and the score of a typed hand of Twenty-Eight and its family."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.core.kinds import Scope
from engine.core.options import options_of, schema
from engine.core.problems import sentence
from engine.core.tricks import IMPOSSIBLE
from engine.games.twenty_eight import GAME, violations
from engine.games.twenty_eight.bounds import of_claim, of_jacks, of_tricks
from engine.games.twenty_eight.rules import Rules, highest_bid
from engine.games.twenty_eight.summary import Penalty, Summary
from engine.games.twenty_eight.variants import TABLES
from tests.engine.strategies import any_json, scalars
from tests.engine.twenty_eight import hands, option_sets, rules_of

FIELDS = tuple(options_of(Summary))
PLACE = re.compile(r"{\w+}")
EVERYTHING = {"profile": "club", "variant": "29", "honours": True, "last_trick_bonus": 1}
"""Options under which every field of a summary may say something."""

# ---- 9.1 and 9.2 as they are written ----

TRICKS_TABLE = {
    ("28", 0): "0 0-12 0-20 0-24 0-28 4-28 8-28 16-28 28",
    ("29", 0): "0 0-12 0-20 0-24 0-28 4-28 8-28 16-28 28",
    ("29", 1): "0 0-13 0-21 0-25 0-29 4-29 8-29 16-29 29",
    ("28_3p", 0): "0 0-9 0-16 1-21 4-24 7-27 12-28 19-28 28",
    ("29_3p", 0): "0 0-9 0-16 1-21 4-24 7-27 12-28 19-28 28",
    ("29_3p", 1): "0 0-10 0-17 1-22 4-25 7-28 12-29 19-29 29",
    ("56", 0): "0 0-18 0-32 2-42 8-48 14-54 24-56 38-56 56",
}
JACKS_TABLE = {
    ("28", "bidders"): "- 12 12-20 12-24 12-28 12-28 16-28 20-28 28 12-28",
    ("28", "none"): "- 3-11 3-18 3-22 3-25 6-25 10-25 17-25 - 3-25",
    ("28", "defenders"): "0 0-8 0-12 0-16 0-16 4-16 8-16 16 - 0-16",
    ("28_3p", "bidders"): "- - 12-16 12-21 12-24 15-27 18-28 22-28 28 12-28",
    ("28_3p", "none"): "- 3-9 3-15 3-19 6-22 9-25 13-25 19-25 - 3-25",
    ("28_3p", "defenders"): "0 0-6 0-10 1-13 4-16 7-16 12-16 - - 0-16",
    ("56", "bidders"): "- - 24-32 24-42 24-48 30-54 36-56 44-56 56 24-56",
    ("56", "none"): "- 3-18 3-31 4-40 10-46 16-52 25-53 38-53 - 3-53",
    ("56", "defenders"): "0 0-12 0-20 2-26 8-32 14-32 24-32 - - 0-32",
}


def written(cell: str) -> tuple[int, int]:
    if cell == "-":
        return IMPOSSIBLE
    least, _, most = cell.partition("-")
    return int(least), int(most or least)


@pytest.mark.parametrize(("variant", "bonus"), TRICKS_TABLE)
def test_points_of_tricks_are_those_of_the_table(variant: str, bonus: int) -> None:
    cells = TRICKS_TABLE[variant, bonus].split()
    assert [of_tricks(variant, bonus, tricks) for tricks in range(9)] == [written(cell) for cell in cells]


@pytest.mark.parametrize(("variant", "bonus"), TRICKS_TABLE)
def test_the_defenders_have_the_complement_of_a_row(variant: str, bonus: int) -> None:
    total = TABLES[variant].pack.total + bonus
    for tricks in range(9):
        held, theirs = of_tricks(variant, bonus, tricks), of_tricks(variant, bonus, 8 - tricks)
        assert held == (total - theirs.most, total - theirs.least)


@pytest.mark.parametrize(("variant", "claim"), JACKS_TABLE)
def test_points_under_a_claim_about_jacks_are_those_of_the_table(variant: str, claim: str) -> None:
    *cells, last = JACKS_TABLE[variant, claim].split()
    assert [of_jacks(variant, 0, claim, tricks) for tricks in range(9)] == [written(cell) for cell in cells]
    assert of_claim(variant, 0, claim) == written(last)


@pytest.mark.parametrize(("claim", "last"), [("bidders", "12-29"), ("none", "3-26"), ("defenders", "0-17")])
@pytest.mark.parametrize("variant", ["29", "29_3p"])
def test_the_last_trick_lifts_the_upper_ends_of_claims(variant: str, claim: str, last: str) -> None:
    assert of_claim(variant, 1, claim) == written(last)
    for tricks in range(1, 8):
        plain, lifted = of_jacks(variant, 0, claim, tricks), of_jacks(variant, 1, claim, tricks)
        assert lifted == (IMPOSSIBLE if plain == IMPOSSIBLE else (plain.least, plain.most + 1))


def test_every_pair_of_the_first_row_is_reached_by_a_hand_of_whole_suits() -> None:
    """9.2, last paragraph: each player holds a suit; the side on lead wins with any cards that they like.

    So a side that wins t tricks takes any t cards of each suit. That gives every sum of the row.
    """
    suit = [3, 2, 1, 1, 0, 0, 0, 0]
    for tricks in range(1, 8):
        sums = {sum(chosen) for chosen in itertools.combinations(suit, tricks)}
        reached = {sum(four) for four in itertools.product(sorted(sums), repeat=4)}
        held = of_tricks("28", 0, tricks)
        assert reached == set(range(held.least, held.most + 1))


# ---- whatever is typed ----


@st.composite
def typed(draw: st.DrawFn) -> tuple[dict[str, Any], Rules]:
    """A valid summary with its rules."""
    rules = rules_of(draw(option_sets))
    return draw(hands(rules)), rules


WORDS = (
    "played conceded void bidders defenders none double redouble concession revoke all_pass director A B P3"
)
words = st.sampled_from(WORDS.split())
values = words | scalars | st.integers(-2, 60) | st.sampled_from([[], [{}], {}, [{"code": "revoke"}]])


@st.composite
def damaged(draw: st.DrawFn) -> tuple[dict[str, Any], Rules]:
    """A summary that was valid before something in it was changed; it may still be."""
    hand, rules = draw(typed())
    for field in draw(st.lists(st.sampled_from([*FIELDS, "winner"]), min_size=1, max_size=3)):
        hand = {**hand, field: draw(values | any_json)}
    return hand, rules


def codes(raw: Any, rules: Any) -> list[str]:
    return [problem.code for problem in GAME.check(raw, rules)]


@given(typed())
def test_valid_hands_are_found_valid_and_their_lines_explain_them(hand: tuple[dict[str, Any], Rules]) -> None:
    summary, rules = hand
    assert codes(summary, rules) == []
    score = GAME.score(summary, rules)
    assert score.details["deltas"] == score.sides
    told = [GAME.line_in_words(line.code, line.params, rules) for line in score.lines]
    assert all(told) and not PLACE.search(" ".join(told))
    assert {line.code for line in score.lines} <= GAME.line_texts.keys()
    json.dumps(score.as_json())


@given(typed())
def test_without_penalties_and_honours_nobody_moves_but_by_the_value(
    hand: tuple[dict[str, Any], Rules],
) -> None:
    summary, rules = hand
    bare = {name: value for name, value in summary.items() if name not in ("penalties", "all_jacks")}
    if rules.honours and summary.get("kind") is None and not summary.get("solo"):
        bare["all_jacks"] = "none"
        if codes(bare, rules):
            return
    score = GAME.score(bare, rules)
    value = score.details["value"]
    assert {abs(points) for points in score.sides.values()} <= {0, value, 2 * value}
    if rules.settlement == "transfer":
        assert sum(score.sides.values()) == 0
    if rules.settlement == "award":
        assert min(score.sides.values()) == 0


@given(typed())
def test_the_normal_form_says_the_same_without_what_only_checks(hand: tuple[dict[str, Any], Rules]) -> None:
    summary, rules = hand
    normal = GAME.canonical(summary, rules)
    assert GAME.canonical(normal, rules) == normal
    assert GAME.score(normal, rules).sides == GAME.score(summary, rules).sides
    assert not normal.keys() & {"made", "defender_points"}
    assert ("bidder_tricks" in normal) == (bool(summary.get("solo")) and summary.get("kind") is None)
    if summary.get("kind") != "void":
        spelt = {"kind": "played", "doubled": "none", "pair": "none", "solo": False, "made": None, **summary}
        assert GAME.canonical(spelt, rules) == normal


@given(damaged())
def test_what_the_schema_refuses_the_check_refuses(hand: tuple[dict[str, Any], Rules]) -> None:
    summary, rules = hand
    validator = Draft202012Validator(schema(GAME.Summary, GAME.scope(rules)))
    if not validator.is_valid(summary):
        assert codes(summary, rules)


@given(damaged())
def test_problems_are_known_come_once_in_the_order_of_the_table_and_have_sentences(
    hand: tuple[dict[str, Any], Rules],
) -> None:
    problems = GAME.check(*hand)
    found = [problem.code for problem in problems]
    assert sorted(found, key=ORDER.index) == found and len(set(found)) == len(found)
    for problem in problems:
        assert not PLACE.search(sentence(problem, GAME.messages)), problem
        json.dumps(dict(problem.params)).encode()


ORDER = [
    *("unknown_field", "bad_kind", "bad_type", "missing_field", "bad_penalty", "bad_reason"),
    *("void_with_result", "bidder_out_of_range", "bid_out_of_range", "solo_not_in_use", "double_not_in_use"),
    *("pair_not_in_use", "honours_not_in_use", "concession_not_in_use", "solo_fields_conflict"),
    *("tricks_out_of_range", "conceded_with_result", "played_with_concession", "points_out_of_range"),
    *("points_sum_wrong", "tricks_points_impossible", "jacks_points_impossible", "jacks_tricks_impossible"),
    *("made_mismatch", "pair_needs_trick"),
]


def test_the_rows_stand_as_in_the_table() -> None:
    rows = [*violations.HEAD_ROWS, *violations.COMMON_ROWS, *violations.COUNTED_ROWS]
    names = [row.__name__ for row in rows]
    at = names.index("impossible")
    assert names[:at] == ORDER[:at] and names[at + 1 :] == ORDER[-2:]
    assert set(ORDER) <= GAME.messages.keys()


PLAYED = {"bidder": 1, "bid": 18, "bidder_points": 18, "all_jacks": "none"}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({}, []),
        ({"bidder_points": 17, "made": True}, ["made_mismatch"]),
        ({"bidder_points": 17, "pair": "bidders", "made": True}, []),
        ({"bidder_points": 16, "pair": "bidders", "made": False}, ["made_mismatch"]),
        ({"bidder_points": 22, "pair": "defenders", "made": True}, []),
        ({"bidder_points": 21, "pair": "defenders", "made": True}, ["made_mismatch"]),
        ({"bid": 29, "bidder_points": 29, "all_jacks": "bidders", "pair": "defenders", "made": True}, []),
        ({"bid": 16, "bidder_points": 15, "pair": "bidders", "made": True}, ["made_mismatch"]),
        ({"bidder_points": 30, "defender_points": -1}, ["points_out_of_range"]),
        ({"bidder_points": 30, "defender_points": 0}, ["points_out_of_range", "points_sum_wrong"]),
        ({"bidder_points": -1, "bidder_tricks": 4}, ["points_out_of_range"]),
        ({"bidder_tricks": 0}, ["tricks_points_impossible"]),
        ({"bidder_tricks": 8}, ["tricks_points_impossible"]),
        ({"bidder_tricks": 9, "pair": "defenders"}, ["tricks_out_of_range"]),
        ({"bidder_tricks": True}, ["bad_type"]),
        ({"bidder_points": 27}, ["jacks_points_impossible"]),
        ({"bidder_points": 13, "bidder_tricks": 1}, ["jacks_tricks_impossible"]),
        ({"all_jacks": "bidders", "bidder_tricks": 1, "bidder_points": 13}, []),
        ({"bid": 29.0}, ["bad_type"]),
        ({"bid": 15}, ["bid_out_of_range"]),
        ({"reason": "concession"}, ["played_with_concession"]),
        ({"conceded_by": "bidders"}, ["played_with_concession"]),
        (
            {"pair": "bidders", "bidder_tricks": 0, "bidder_points": 0},
            ["jacks_points_impossible", "pair_needs_trick"],
        ),
        ({"penalties": [{"code": "revoke", "side": "A", "effect": "hand_lost"}]}, ["bad_penalty"]),
        ({"penalties": [{"code": "revoke", "side": "A", "effect": "points", "points": 11}]}, ["bad_penalty"]),
        ({"penalties": [{"code": "revoke", "side": "A", "effect": "points", "points": 0}]}, ["bad_penalty"]),
        ({"penalties": [{"code": "revoke", "side": "A", "effect": "points", "points": 1}]}, []),
        ({"penalties": [{"code": "revoke", "side": "A", "effect": "points", "points": 10}]}, []),
        (
            {"bidder_points": 20, "pair": "defenders", "bidder_tricks": 8},
            ["tricks_points_impossible", "pair_needs_trick"],
        ),
        ({"penalties": [{"code": "revoke", "side": None, "effect": "points"}]}, ["bad_penalty"]),
        ({"penalties": {"code": "revoke"}}, ["bad_type"]),
        ({"kind": "Played"}, ["bad_kind"]),
        ({"kind": ["played"], "note": 1}, ["unknown_field", "bad_kind"]),
        ({"kind": "void"}, ["missing_field", "void_with_result"]),
        ({"solo": True}, ["missing_field", "solo_fields_conflict"]),
        ({"solo": "yes"}, ["bad_type"]),
    ],
)
def test_one_change_brings_its_codes(change: dict[str, Any], found: list[str]) -> None:
    assert codes({**PLAYED, **change}, rules_of(EVERYTHING)) == found


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ({"bidder": 1, "solo": True, "bidder_tricks": 8, "made": True}, []),
        ({"bidder": 1, "solo": True, "bidder_tricks": 7, "made": True}, ["made_mismatch"]),
        ({"bidder": 1, "solo": True, "bidder_tricks": 8, "pair": "none", "all_jacks": "none"}, []),
        ({"bidder": 1, "solo": True, "bidder_tricks": 8, "pair": "bidders"}, ["solo_fields_conflict"]),
        ({"bidder": 1, "solo": True, "bidder_tricks": 8, "defender_points": 0}, ["solo_fields_conflict"]),
        ({"bidder": 1, "solo": True, "bidder_tricks": 9, "made": True}, ["tricks_out_of_range"]),
        ({"bidder": 1, "solo": True}, ["missing_field"]),
        ({"kind": "conceded", "bidder": 1, "solo": True, "conceded_by": "bidders", "reason": "revoke"}, []),
        ({"kind": "conceded", "bidder": 1, "bid": 16, "conceded_by": "bidders"}, ["missing_field"]),
        ({"kind": "conceded", "bidder": 1, "bid": 16, "reason": "revoke"}, ["missing_field"]),
        (
            {
                "kind": "conceded",
                "bidder": 1,
                "bid": 16,
                "conceded_by": "A",
                "reason": "misdeal",
                "made": True,
            },
            ["bad_type", "conceded_with_result"],
        ),
        ({"kind": "void", "reason": "revoke"}, ["bad_reason"]),
        ({"kind": "void"}, ["missing_field"]),
        ({"kind": "void", "reason": "misdeal", "solo": False}, ["void_with_result"]),
        ({"kind": "void", "reason": "misdeal", "bidder": None}, []),
        ({}, ["missing_field"]),
    ],
)
def test_hands_of_the_other_kinds(hand: dict[str, Any], found: list[str]) -> None:
    assert codes(hand, rules_of(EVERYTHING)) == found


@pytest.mark.parametrize("raw", [None, [], "played", 5, True])
def test_what_is_no_object_has_a_wrong_type(raw: Any) -> None:
    assert codes(raw, rules_of({})) == ["bad_type"]


# ---- scores that the worked examples leave out ----


@pytest.mark.parametrize(
    ("options", "change", "score"),
    [
        pytest.param(
            {"settlement": "award"}, {"doubled": "redouble"}, {"A": 4, "B": 0}, id="made four times"
        ),
        pytest.param({"double_effect": "add"}, {"doubled": "double"}, {"A": 2, "B": 0}, id="one more"),
        pytest.param(
            {"variant": "28_3p", "settlement": "transfer"},
            {"bidder_points": 3, "doubled": "double"},
            {"P1": -4, "P2": 2, "P3": 2},
            id="doubled among three",
        ),
        pytest.param(
            {"bhangi": True, "bid_value_is": "award", "failure_loss": "success_plus_1"},
            {"bid": 22, "bidder_points": 8},
            {"A": -2, "B": 0},
            id="bhangi for what it would win",
        ),
        pytest.param(
            {"bhangi": True, "failure_loss": "success_plus_1"},
            {"bid": 22, "bidder_points": 9},
            {"A": -3, "B": 0},
            id="one point short of bhangi",
        ),
        pytest.param(
            {"success_award": "quarters"}, {"bid": 24, "bidder_points": 24}, {"A": 3, "B": 0}, id="quarters"
        ),
        pytest.param(
            {"success_award": "quarters"}, {"bid": 28, "bidder_points": 28}, {"A": 4, "B": 0}, id="all points"
        ),
    ],
)
def test_scores_under_other_options(
    options: dict[str, Any], change: dict[str, Any], score: dict[str, int]
) -> None:
    rules = rules_of({"doubling": "after_auction", **options})
    hand = {"bidder": 1, "bid": 16, "bidder_points": 16, **change}
    assert GAME.score(hand, rules).sides == score


def test_bhangi_is_twice_as_far_in_the_game_for_six() -> None:
    rules = rules_of({"variant": "56", "bhangi": True})
    near, far = ({"bidder": 1, "bid": 40, "bidder_points": points} for points in (13, 12))
    assert [GAME.score(hand, rules).sides["A"] for hand in (near, far)] == [-1, -40]


def test_a_claim_about_jacks_is_held_against_the_points_only_where_it_counts() -> None:
    hand = {"bidder": 1, "bid": 16, "bidder_points": 28, "all_jacks": "none"}
    assert codes(hand, rules_of({})) == []
    assert codes(hand, rules_of({"honours": True})) == ["jacks_points_impossible"]


def test_a_double_is_told_apart_from_the_contract() -> None:
    rules = rules_of({"doubling": "after_auction", "settlement": "transfer"})
    score = GAME.score({"bidder": 2, "bid": 20, "bidder_points": 21, "doubled": "redouble"}, rules)
    told = [(line.code, line.side, line.points) for line in score.lines]
    assert told == [("made", "A", -2), ("made", "B", 2), ("redouble", "A", -6), ("redouble", "B", 6)]
    words = GAME.line_in_words("made", score.lines[0].params, rules)
    assert words == "Bid 20, 21 points where 20 were needed: made"


def test_details_of_conceded_void_and_solo_hands() -> None:
    rules = rules_of({"profile": "club", "bhangi": True})

    def details(**hand: Any) -> list[Any]:
        found = GAME.score(hand, rules).details
        return [found[name] for name in ("target", "margin", "made", "base", "value", "bhangi", "counts")]

    gave_up = {"kind": "conceded", "bidder": 1, "conceded_by": "bidders", "reason": "concession"}
    assert details(**gave_up, bid=20) == [20, None, False, 3, 3, False, True]
    assert details(**gave_up, solo=True) == [None, None, False, 4, 4, False, True]
    assert details(**{**gave_up, "conceded_by": "defenders"}, solo=True)[2:4] == [True, 3]
    assert details(kind="void", reason="director") == [None, None, None, 0, 0, False, False]
    assert details(bidder=1, solo=True, bidder_tricks=5) == [8, 3, False, 4, 4, False, True]
    assert details(bidder=1, bid=28, bidder_points=14) == [28, 14, False, 28, 28, True, True]


def test_the_size_of_a_penalty_is_ruled_listed_or_usual() -> None:
    rules = rules_of({"penalty_points": 4})

    def cost(**penalty: Any) -> int:
        hand = {
            "kind": "void",
            "reason": "misdeal",
            "penalties": [{"side": "A", "effect": "points", **penalty}],
        }
        return -GAME.score(hand, rules).sides["A"]

    assert cost(code="signalling") == cost(code="misconduct") == 3
    assert cost(code="signalling", points=7) == 7
    assert cost(code="revoke") == 4
    assert highest_bid(rules) == 28


def test_points_that_cost_nothing_or_would_follow_anyway_are_not_in_the_normal_form() -> None:
    rules = rules_of({"penalty_points": 4})

    def normal(**penalty: Any) -> Any:
        hand = {
            "kind": "void",
            "reason": "misdeal",
            "penalties": [{"code": "revoke", "side": "A", **penalty}],
        }
        return GAME.canonical(hand, rules)["penalties"][0].get("points")

    assert normal(effect="points", points=9) == 9
    assert normal(effect="points", points=4) is None
    assert normal(effect="warning", points=9) is None


def test_nothing_that_is_chosen_for_a_penalty_waits_for_a_number() -> None:
    effects = options_of(Penalty)["effect"].kind.values(Scope())
    assert [choice.label for choice in effects if "{" in choice.label] == []


def test_a_penalty_is_given_to_every_other_side() -> None:
    rules = rules_of({"variant": "28_3p", "penalty_mode": "award"})
    fine = {"code": "slow_play", "side": "P2", "effect": "points", "points": 2}
    hand = {"kind": "void", "reason": "misdeal", "penalties": [fine, {**fine, "effect": "warning"}]}
    score = GAME.score(hand, rules)
    assert score.sides == {"P1": 2, "P2": 0, "P3": 2}
    assert GAME.line_in_words("penalty_award", score.lines[-1].params, rules).startswith(
        "Penalty of P2: Beyond"
    )
