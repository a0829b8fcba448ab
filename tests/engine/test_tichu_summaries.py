"""Properties of the check and the score of Tichu."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.core.options import schema
from engine.core.problems import RulesError, sentence
from engine.games.tichu import GAME, check, violations
from engine.games.tichu.summary import Summary
from tests.engine.strategies import any_json, hands, option_sets, rules_of, scalars, texts

FIELDS = ("first_out", "result", "points", "calls", "out_order", "penalties", "claimed")


@st.composite
def played(draw: st.DrawFn) -> tuple[dict[str, Any], Any]:
    """A valid summary with its rules."""
    options = draw(option_sets())
    return draw(hands(options)), rules_of(options)


@st.composite
def damaged(draw: st.DrawFn) -> tuple[dict[str, Any], Any]:
    """A summary that was valid before something in it was changed; it may still be."""
    hand, rules = draw(played())
    field = draw(st.sampled_from(FIELDS))
    seats = st.integers(0, 7)
    wrong = {
        "points": st.dictionaries(st.sampled_from(["A", "B", "C"]), st.integers(-30, 130) | scalars),
        "calls": st.dictionaries(
            st.sampled_from("012345678A"), st.sampled_from(["none", "small", "grand", "x"])
        ),
        "out_order": st.lists(seats, max_size=6) | st.lists(st.integers(1, 4), max_size=3),
        "penalties": st.lists(
            st.dictionaries(st.sampled_from(["side", "points", "code", "note"]), scalars | st.just("A")),
            max_size=2,
        ),
        "claimed": st.dictionaries(st.sampled_from(["A", "B", "C"]), st.integers(-500, 500) | scalars),
        "first_out": seats | scalars,
        "result": st.sampled_from(["count", "double", "triple"]) | texts,
    }
    return {**hand, field: draw(wrong[field] | any_json)}, rules


def codes(raw: Any, rules: Any) -> list[str]:
    return [problem.code for problem in GAME.check(raw, rules)]


@given(played())
def test_valid_hands_are_found_valid(hand: tuple[dict[str, Any], Any]) -> None:
    assert GAME.check(*hand) == ()


@given(damaged())
def test_the_fast_way_and_the_rows_never_disagree(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    if check._is_plainly_valid(raw, rules):
        assert violations.violations(violations.Entered.under(raw, rules)) == ()


def test_the_usual_hand_takes_the_fast_way() -> None:
    rules = rules_of({})
    for raw in (
        {"first_out": 1, "result": "count", "points": {"A": 55}},
        {"first_out": 1, "result": "double", "calls": {"1": "grand"}},
    ):
        assert check._is_plainly_valid(raw, rules)


@given(damaged())
def test_codes_come_once_and_in_the_order_of_the_table(hand: tuple[dict[str, Any], Any]) -> None:
    order = [row.__name__ for row in violations.ROWS] + ["claimed_total_mismatch"]
    found = codes(*hand)
    assert found == sorted(set(found), key=order.index)
    assert "claimed_total_mismatch" not in found or len(found) == 1


@given(damaged())
def test_every_place_of_every_message_is_filled(hand: tuple[dict[str, Any], Any]) -> None:
    for problem in GAME.check(*hand):
        places = {part.split("}")[0] for part in GAME.messages[problem.code].split("{")[1:]}
        assert places <= problem.params.keys()


@given(damaged())
def test_what_the_schema_refuses_the_check_refuses(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    if not Draft202012Validator(schema(GAME.Summary, GAME.scope(rules))).is_valid(raw):
        assert GAME.check(raw, rules)


@given(played())
def test_the_schema_accepts_valid_hands(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    Draft202012Validator(schema(GAME.Summary, GAME.scope(rules))).validate(raw)


@given(played())
def test_lines_add_up_to_the_sides_and_the_details(hand: tuple[dict[str, Any], Any]) -> None:
    score = GAME.score(*hand)
    for side, points in score.sides.items():
        assert points == sum(line.points for line in score.lines if line.side == side)
        account = dict(score.details[side])
        assert account.pop("total") == points == sum(account.values())


@given(played())
def test_both_sides_share_100_besides_calls_and_penalties(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    score = GAME.score(raw, rules)
    cards = 100 if raw["result"] == "count" else rules.sweep_points
    others = sum(line.points for line in score.lines if line.code not in ("cards", "sweep"))
    assert sum(score.sides.values()) == cards + others


@given(played())
def test_turning_the_table_by_one_seat_swaps_the_sides(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    swapped = {"A": "B", "B": "A"}
    n = len(GAME.seats(rules))
    turned = {
        **raw,
        "first_out": raw["first_out"] % n + 1,
        "calls": {str(int(seat) % n + 1): call for seat, call in raw["calls"].items()},
        "points": {swapped[side]: points for side, points in raw.get("points", {}).items()},
        "penalties": [{**penalty, "side": swapped[penalty["side"]]} for penalty in raw["penalties"]],
    }
    assert GAME.check(turned, rules) == ()
    sides = GAME.score(raw, rules).sides
    assert GAME.score(turned, rules).sides == {swapped[side]: points for side, points in sides.items()}


@given(played())
def test_at_most_one_call_is_made_and_it_is_that_of_the_first_out(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    made = [line.params["seat"] for line in GAME.score(raw, rules).lines if line.code == "call_made"]
    assert made in ([], [raw["first_out"]])


@given(played())
def test_normal_form_is_idempotent_valid_and_scores_the_same(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    normal = GAME.canonical(raw, rules)
    assert GAME.canonical(normal, rules) == normal
    assert GAME.score(normal, rules).sides == GAME.score(raw, rules).sides


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"points": {"A": 60}}, {"points": {"B": 40}}, True),
        ({"points": {"A": 60}}, {"points": {"A": 60, "B": 40}, "calls": {"1": "none"}}, True),
        ({"points": {"A": 60}}, {"points": {"A": 60}, "out_order": [1], "claimed": {"A": 60}}, True),
        ({"points": {"A": 60}}, {"points": {"A": 60}, "penalties": None, "calls": {}}, True),
        ({"points": {"A": 60}}, {"points": {"A": 55}}, False),
        ({"points": {"A": 60}}, {"points": {"A": 60}, "calls": {"1": "small"}}, False),
        ({"points": {"A": 60}, "out_order": [1, 2]}, {"points": {"A": 60}, "out_order": [1, 4]}, False),
        ({"result": "double"}, {"result": "double", "out_order": [1, 3], "points": {}}, True),
    ],
)
def test_summaries_that_say_the_same_have_one_normal_form(
    one: dict[str, Any], other: dict[str, Any], same: bool
) -> None:
    rules, base = rules_of({}), {"first_out": 1, "result": "count"}
    forms = [GAME.canonical({**base, **typed}, rules) for typed in (one, other)]
    assert (forms[0] == forms[1]) == same


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        ({"points": {"A": 62}}, "/points/A", "A: 62 cannot occur; card points are multiples of 5."),
        (
            {"points": {"A": 60, "B": 45}},
            "/points",
            "60 + 45 = 105; the card points of both sides must make 100.",
        ),
        ({"calls": {"7": "small"}}, "/calls/7", "7 is not a seat at this table."),
        ({"out_order": [1, "x"]}, "/out_order/1", "x is not a seat at this table."),
        (
            {"out_order": [1, 3]},
            "/out_order",
            "North and South are partners and went out first and second: this is a double victory.",
        ),
        ({"a/b~": 1}, "/a~1b~0", "Unknown field a/b~."),
        ({"claimed": {"A": 1}}, "/claimed/A", "A: slip says 1, the rules give 50."),
    ],
)
def test_a_problem_points_at_its_place_and_explains_itself(
    change: dict[str, Any], path: str, message: str
) -> None:
    rules = rules_of({})
    raw = {"first_out": 1, "result": "count", "points": {"A": 50}, **change}
    (problem,) = GAME.check(raw, rules)
    assert problem.path == path
    assert sentence(problem, GAME.messages, seat_names=GAME.seat_names(rules)) == message


def test_numbers_beyond_every_column_are_judged_and_shown_in_short() -> None:
    rules = rules_of({})
    huge = 10**5000
    (problem, _) = GAME.check({"first_out": 1, "result": "count", "points": {"A": huge, "B": 0}}, rules)
    assert problem.code == "points_out_of_range"
    assert sentence(problem, GAME.messages).startswith("A: 10^5000 cannot occur")


def test_scoring_an_unchecked_summary_is_misuse() -> None:
    with pytest.raises(RulesError, match="first_out_missing"):
        GAME.score({"result": "double"}, rules_of({}))


@given(played())
def test_victory_points_share_two_or_give_three(hand: tuple[dict[str, Any], Any]) -> None:
    raw, rules = hand
    points = GAME.victory_points(raw, rules)
    assert sum(points.values()) == (2 if raw["result"] == "count" else 3)


def test_the_match_tie_break_looks_at_the_cards_alone() -> None:
    rules = rules_of({})

    def better(summary: dict[str, Any]) -> str | None:
        return GAME.tie_break(summary, GAME.score(summary, rules), rules)

    count = {"first_out": 2, "result": "count", "calls": {"1": "grand"}}
    assert better({**count, "points": {"A": 55}}) == "A"
    assert better({**count, "points": {"A": 45}}) == "B"
    assert better({**count, "points": {"A": 50}}) is None
    assert better({"first_out": 2, "result": "double"}) == "B"


def test_a_summary_value_is_immutable() -> None:
    summary = Summary.of({"first_out": 1, "result": "double"})
    with pytest.raises(AttributeError):
        summary.first_out = 2  # type: ignore[misc]
