"""The check and the score of a typed hand of Thunee."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.core.options import form, options_of, schema
from engine.core.problems import RulesError, sentence
from engine.games.thunee import GAME, reach, violations
from engine.games.thunee.packing import fits
from engine.games.thunee.rules import Rules
from engine.games.thunee.summary import Summary
from tests.engine.strategies import any_json, scalars
from tests.engine.thunee import CLUB, EXAMPLES, option_sets, random_summary, rules_of

PLACE = re.compile(r"{[a-z_]+}")
FIELDS = tuple(options_of(Summary))
LETTERS = st.sampled_from(
    ["A", "B", "C", "normal", "thunee", "made", "caught", "double", "khanaak", "caller"]
)
numbers = st.integers(-2, 310) | scalars
by_side = st.dictionaries(st.sampled_from(["A", "B", "C"]), numbers)
wrong: dict[str, st.SearchStrategy[Any]] = {
    name: LETTERS for name in ("kind", "trump_side", "last_trick", "side", "result", "code", "reason", "note")
}
wrong |= {name: numbers for name in ("call", "points", "tricks", "other_points", "target")}
wrong |= {name: st.booleans() | scalars for name in ("royals_agreed", "doubled")}
wrong |= {name: by_side for name in ("claimed_balls", "balls_before")}
wrong["jodhi"] = st.dictionaries(
    st.sampled_from(["A", "B", "C"]),
    st.lists(st.sampled_from([20, 30, 40, 50, 25, "20"]), max_size=4) | scalars,
)
wrong["final_call"] = st.dictionaries(st.sampled_from(["side", "call", "winner", "note"]), LETTERS | scalars)


@st.composite
def played(draw: st.DrawFn) -> tuple[dict[str, Any], Rules]:
    """A valid summary with its rules."""
    rules = rules_of(draw(option_sets))
    return random_summary(rules, Random(draw(st.integers(0, 2**32)))), rules


@st.composite
def damaged(draw: st.DrawFn) -> tuple[dict[str, Any], Rules]:
    """A summary that was valid before something in it was changed; it may still be."""
    hand, rules = draw(played())
    for field in draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=3)):
        hand[field] = draw(wrong[field] | any_json)
    return hand, rules


def codes(raw: Any, options: Any) -> list[str]:
    rules = options if isinstance(options, Rules) else rules_of(options)
    return [problem.code for problem in GAME.check(raw, rules)]


def hand(trump_side: str, call: int, points: int, **more: Any) -> dict[str, Any]:
    return {"kind": "normal", "trump_side": trump_side, "call": call, "points": points, **more}


@given(played())
def test_valid_hands_are_found_valid_and_scored_in_words(hand: tuple[dict[str, Any], Rules]) -> None:
    assert codes(*hand) == []
    score = GAME.score(*hand)
    assert min(score.sides.values()) >= 0
    words = [GAME.line_in_words(line.code, line.params, hand[1]) for line in score.lines]
    assert all(words) and not PLACE.search("".join(words))
    assert score.details["counts"] == (hand[0]["kind"] != "cancelled")


@given(played())
def test_the_schema_accepts_valid_hands(hand: tuple[dict[str, Any], Rules]) -> None:
    raw, rules = hand
    Draft202012Validator(schema(Summary, GAME.scope(rules))).validate(raw)


@given(damaged())
@settings(max_examples=200)
def test_what_the_schema_refuses_the_check_refuses_too(hand: tuple[dict[str, Any], Rules]) -> None:
    raw, rules = hand
    if not Draft202012Validator(schema(Summary, GAME.scope(rules))).is_valid(raw):
        assert codes(raw, rules)


@given(damaged())
@settings(max_examples=200)
def test_damaged_hands_are_answered_in_sentences_and_scored_only_if_valid(
    hand: tuple[dict[str, Any], Rules],
) -> None:
    raw, rules = hand
    problems = GAME.check(raw, rules)
    assert len({problem.code for problem in problems}) == len(problems)
    assert all(not PLACE.search(sentence(problem, GAME.messages)) for problem in problems)
    if problems:
        with pytest.raises(RulesError, match="invalid summary"):
            GAME.score(raw, rules)
    else:
        GAME.score(raw, rules)


@given(played())
def test_the_normal_form_says_the_same_without_what_only_checks(hand: tuple[dict[str, Any], Rules]) -> None:
    raw, rules = hand
    normal = GAME.canonical(raw, rules)
    assert GAME.canonical(normal, rules) == normal
    assert GAME.score(normal, rules) == GAME.score(raw, rules)
    assert not normal.keys() & {"tricks", "other_points", "claimed_balls", "note", "balls_before"}
    chatty = {**raw, "note": "late", "jodhi": raw.get("jodhi"), "claimed_balls": GAME.score(raw, rules).sides}
    assert GAME.canonical({name: value for name, value in chatty.items()}, rules) == normal


def test_the_normal_form_keeps_a_call_of_nothing_and_drops_an_idle_last_trick() -> None:
    said = hand("A", 0, 0, last_trick="A", tricks=0, jodhi={"A": [30, 20], "B": []}, doubled=False)
    assert GAME.canonical(said, rules_of(CLUB)) == hand("A", 0, 0, last_trick="A", jodhi={"A": [20, 30]})
    assert GAME.canonical(hand("A", 80, 90, last_trick="A"), rules_of({})) == hand("A", 80, 90)


def test_a_raised_target_stays_where_a_double_needs_it() -> None:
    options = {**CLUB, "match_target": 1, "khanaak_raises_target": "any_hand"}
    final = {"side": "A", "call": "double", "winner": "caller"}
    said = hand("A", 0, 0, last_trick="A", final_call=final, target=2)
    assert codes({**said, "target": 1}, options) == ["double_on_corner_house"]
    assert GAME.canonical(said, rules_of(options)) == said


@pytest.mark.parametrize("example", EXAMPLES["hands"], ids=lambda example: example["article"])
def test_a_worked_hand_has_its_count_its_codes_and_its_next_score(example: dict[str, Any]) -> None:
    score = GAME.score(example["summary"], rules_of(example["options"]))
    told = score.details
    assert told["codes"] == example["codes"]
    counted = example.get("counted", {"side": None, "total": None, "needed": None})
    assert [told["counted_side"], told["counted_total"], told["needed"]] == list(counted.values())
    after = {side: before + score.sides[side] for side, before in (("A", 3), ("B", 5))}
    assert after == example["from_3_5"]
    assert score.as_json() == {**score.sides, **told}


SPECIFIED = {
    ("four", 24, "count304"): [1, 63, 145, 175, 145, 63, 1],
    ("four", 24, "declare154"): [1, 62, 107, 125, 107, 62, 1],
}
WITH_TOP = {
    ("four", 24, "count304"): [37, 121, 155, 134, 62, 1],
    ("four", 24, "declare154"): [32, 79, 99, 85, 47, 1],
}


@pytest.mark.parametrize("table", SPECIFIED)
def test_the_sets_of_points_have_the_sizes_of_the_specification(table: tuple[str, int, str]) -> None:
    assert [each.bit_count() for each in reach.reachable(*table)] == SPECIFIED[table]
    found = reach.reachable_with_top(*table, False)
    assert found[0] == 0
    assert [each.bit_count() for each in found[1:]] == WITH_TOP[table]


@pytest.mark.parametrize("scheme", ["declare154", "count304"])
@pytest.mark.parametrize(("variant", "deck"), [("four", 24), ("four", 32), ("six", 24), ("two", 24)])
def test_no_pile_is_worth_one_point_or_all_but_one(variant: str, deck: int, scheme: str) -> None:
    sets, total = reach.reachable(variant, deck, scheme), {"declare154": 154, "count304": 304}[scheme]
    for tricks, found in enumerate(sets):
        assert not reach.holds(found, 1) and not reach.holds(found, total - 1)
        mirrored = {total - points for points in range(total + 1) if reach.holds(sets[-1 - tricks], points)}
        assert {points for points in range(total + 1) if reach.holds(found, points)} == mirrored
    assert not reach.holds(sets[1], -1)


def test_points_that_no_trick_of_the_short_deck_can_have() -> None:
    missing = [
        n for n in range(305) if not any(reach.holds(s, n) for s in reach.reachable("four", 24, "count304"))
    ]
    some = [*range(1, 8), *range(13, 16), *range(21, 24), 30, 31]
    assert missing == sorted([*some, *(304 - points for points in some)])


def test_the_jodhi_of_a_side_fit_into_its_hands() -> None:
    assert fits(2, 0, 1, 5) and fits(1, 1, 1, 5) and not fits(0, 2, 1, 5)
    assert fits(0, 2, 2, 3) and not fits(0, 3, 2, 5) and fits(4, 0, 2, 5) and not fits(5, 0, 2, 5)
    assert fits(0, 0, 0, 0) and not fits(1, 0, 0, 9)
    assert fits(2, 2, 2, 5) and not fits(3, 2, 2, 5)


@pytest.mark.parametrize(
    ("options", "jodhi", "found"),
    [
        (CLUB, {"A": [20], "B": [30, 30]}, []),
        ({**CLUB, "jodhi_window": "hand_1_3"}, {"A": [30], "B": [30, 30]}, []),
        (
            {**CLUB, "jodhi_window": "hand_1_3", "variant": "six"},
            {"A": [20], "B": [30]},
            ["jodhi_too_many_cards"],
        ),
        ({**CLUB, "variant": "six"}, {"A": [20], "B": [30]}, []),
        ({**CLUB, "variant": "two"}, {"A": [20], "B": [30, 30]}, []),
        ({**CLUB, "variant": "two"}, {"B": [30, 30, 30]}, ["jodhi_too_many_cards"]),
        ({**CLUB, "jodhi": False}, {"A": [20]}, ["jodhi_disabled"]),
        ({**CLUB, "jodhi": False}, {"A": []}, []),
        (CLUB, {"A": [20, 25], "B": [20, 20, 30, 50, 50]}, ["jodhi_value"]),
        (CLUB, {"A": [20, 20], "B": [20, 20]}, ["jodhi_too_many_plain"]),
    ],
)
def test_how_many_jodhi_there_can_be(options: dict[str, Any], jodhi: Any, found: list[str]) -> None:
    assert codes(hand("A", 0, 120, last_trick="A", jodhi=jodhi), options) == found


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"tricks": 1, "last_trick": "B", "jodhi": {"B": [20]}}, ["jodhi_without_trick"]),
        ({"tricks": 2, "last_trick": "B", "jodhi": {"B": [20]}}, []),
        ({"tricks": 3, "last_trick": "B", "jodhi": {"A": [20]}}, []),
        (
            {"tricks": 6, "last_trick": "B", "jodhi": {"A": [20]}},
            ["points_tricks_mismatch", "jodhi_without_trick"],
        ),
        ({"tricks": 1, "last_trick": "A", "jodhi": {"B": [50]}}, ["jodhi_top_trump"]),
        ({"last_trick": "A", "other_points": 200}, ["points_sum"]),
        ({"last_trick": "A", "claimed_balls": {"A": 1, "B": 0}}, []),
        ({"last_trick": "A", "claimed_balls": {"A": 1, "B": 1}}, ["balls_claim_mismatch"]),
        ({"last_trick": "A", "target": 13}, ["value_out_of_range"]),
        ({"last_trick": None}, ["last_trick_missing"]),
        (
            {"last_trick": "A", "doubled": True, "royals_agreed": True},
            ["royals_disabled", "double_thunee_disabled"],
        ),
        ({"last_trick": "A", "side": "A"}, ["field_not_allowed"]),
        ({"last_trick": "A", "side": None}, []),
        ({"last_trick": "A", "note": "x", "other": None}, ["unknown_field"]),
    ],
)
def test_what_a_hand_of_eighty_points_may_say(more: dict[str, Any], found: list[str]) -> None:
    assert codes(hand("A", 0, 80, **more), CLUB) == found


def test_points_that_no_tricks_are_worth_leave_every_number_of_tricks_possible() -> None:
    said = hand("A", 0, 5, last_trick="A", jodhi={"B": [50]})
    assert codes(said, CLUB) == ["points_unreachable", "jodhi_top_trump"]
    said = hand("A", 0, 5, last_trick="A", final_call={"side": "B", "call": "double", "winner": "opponents"})
    assert codes(said, CLUB) == ["points_unreachable"]


def final(side: str, call: str, winner: str) -> dict[str, Any]:
    return {"final_call": {"side": side, "call": call, "winner": winner}}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (hand("A", 0, 0, last_trick="A", **final("A", "double", "caller")), []),
        (hand("A", 0, 0, last_trick="B", **final("A", "double", "caller")), ["last_trick_conflict"]),
        (hand("A", 0, 60, last_trick="B", **final("A", "double", "opponents")), []),
        (hand("A", 0, 130, last_trick="B", **final("A", "double", "opponents")), ["double_after_lost_trick"]),
        (hand("A", 0, 20, last_trick="A", **final("A", "khanaak", "caller")), []),
        (hand("A", 0, 20, last_trick="B", **final("A", "khanaak", "opponents")), []),
        (
            hand("A", 0, 8, last_trick="B", **final("A", "khanaak", "opponents")),
            ["khanaak_without_opponent_trick"],
        ),
    ],
)
def test_the_tricks_that_a_call_of_the_last_trick_needs(said: dict[str, Any], found: list[str]) -> None:
    assert codes(said, CLUB) == found


def test_two_players_have_no_partner_to_catch_a_call() -> None:
    options = {**CLUB, "variant": "two", "thunee": True}
    said = hand("A", 0, 20, last_trick="A", **final("A", "khanaak", "partner"))
    assert codes(said, options) == ["partner_catch_without_partner"]
    assert codes(said, CLUB) == []


def test_every_row_of_the_table_is_broken_by_an_example_or_a_test_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    broken = {code for example in EXAMPLES["rejected"] for code in example["codes"]}
    rows = {row.__name__ for row in (*violations.PLAYED_ROWS, *violations.JODHI_ROWS)}
    rows -= {"last_trick_impossible", "last_trick_disagrees"}
    assert {row for row in rows - broken if f'"{row}"' not in source} == set()


@pytest.mark.parametrize(
    ("said", "options", "found"),
    [
        (
            hand("A", 0, 0, last_trick="A", **final("A", "double", "caller")),
            {"double": False},
            "final_call_disabled",
        ),
        ({"kind": "infraction", "side": "A", "code": "misdeal"}, {}, "infraction_unknown"),
        ({"kind": "infraction", "side": "A", "code": "observer_advice"}, {}, "infraction_not_penalised"),
        (
            {"kind": "infraction", "side": "A", "code": "speaking"},
            {"strict_silence": False},
            "infraction_not_penalised",
        ),
        ({"kind": "cancelled", "reason": "all_passed"}, {}, "cancel_reason_disabled"),
        ({"kind": "cancelled", "reason": "no_trumps"}, {"variant": "two"}, "cancel_reason_disabled"),
        ({"kind": "cancelled", "reason": "weak_hand"}, {"weak_hand_redeal": False}, "cancel_reason_disabled"),
    ],
)
def test_what_an_event_has_switched_off_is_refused(
    said: dict[str, Any], options: dict[str, Any], found: str
) -> None:
    assert codes(said, {**CLUB, **options}) == [found]


def test_a_double_thunee_counts_the_extra_balls_twice_and_gives_way_to_a_call_that_replaces() -> None:
    options = {"double_thunee": True, "surplus_step": 20}
    rules = rules_of(options)
    assert GAME.score(hand("A", 80, 130, doubled=True), rules).sides == {"A": 6, "B": 0}
    both = hand("A", 80, 154, last_trick="A", doubled=True, **final("A", "double", "caller"))
    assert GAME.score(both, rules).sides == {"A": 8, "B": 0}
    alone = rules_of({**options, "call_scoring": "replace"})
    assert GAME.score(both, alone).sides == {"A": 2, "B": 0}


@pytest.mark.parametrize(
    ("rule", "balls"),
    [("full", {"A": 0, "B": 4}), ("no_call", {"A": 0, "B": 4}), ("simple", {"A": 3, "B": 0})],
)
def test_what_counts_against_a_khanaak(rule: str, balls: dict[str, int]) -> None:
    said = hand("A", 10, 44, last_trick="A", jodhi={"A": [50], "B": [20]}, **final("A", "khanaak", "caller"))
    assert GAME.score(said, rules_of({**CLUB, "khanaak_rule": rule})).sides == balls


def test_the_counting_side_of_a_call_takes_it_off_a_khanaak() -> None:
    said = hand("B", 40, 260, last_trick="A", jodhi={"A": [20]}, **final("A", "khanaak", "caller"))
    assert GAME.score(said, rules_of(CLUB)).sides == {"A": 6, "B": 0}
    assert GAME.score(said, rules_of({**CLUB, "khanaak_rule": "no_call"})).sides == {"A": 0, "B": 4}


def test_what_two_players_need_and_what_an_option_asks_for() -> None:
    def needed(**options: Any) -> Any:
        return GAME.score(hand("A", 0, 120, last_trick="A"), rules_of({**CLUB, **options})).details["needed"]

    assert [needed(), needed(variant="two"), needed(variant="two", counting_target=99)] == [105, 125, 99]


def test_the_form_of_an_event_offers_what_it_plays() -> None:
    def choices(options: dict[str, Any], name: str, *inner: str) -> list[Any]:
        fields = [f for group in form(Summary, GAME.scope(rules_of(options))) for f in group["fields"]]
        field = next(field for field in fields if field["name"] == name)
        for key in inner:
            field = next(each for each in field["fields"] if each["name"] == key)
        return [one["value"] for one in field.get("choices", ())] or [field["minimum"], field["maximum"]]

    assert choices({}, "kind") == ["normal", "thunee", "blind_thunee", "infraction", "cancelled"]
    assert choices({}, "call") == [80, 90, 100]
    assert choices(CLUB, "call") == [0, *range(10, 101, 10), 104]
    assert choices({}, "points") == [0, 154] and choices(CLUB, "points") == [0, 304]
    assert choices({"variant": "two"}, "tricks") == [0, 12] and choices({"variant": "six"}, "tricks") == [
        0,
        4,
    ]
    assert choices({"variant": "two"}, "result") == ["made", "caught"]
    assert choices({"variant": "two"}, "final_call", "winner") == ["caller", "opponents"]
    assert "observer_advice" in choices({"variant": "observed"}, "code")
    assert "observer_advice" not in choices({}, "code")
    assert choices({}, "reason") == ["all_passed", "misdeal"]


@pytest.mark.parametrize(
    ("options", "left_out"),
    [
        (CLUB, {"royals_agreed", "doubled"}),
        ({"profile": "seed"}, {"doubled"}),
        ({**CLUB, "jodhi": False, "double": False, "khanaak": False}, {"jodhi", "final_call"}),
        ({**CLUB, "double_thunee": True}, {"royals_agreed"}),
    ],
)
def test_no_form_asks_for_what_the_event_does_not_play(options: dict[str, Any], left_out: set[str]) -> None:
    scope = GAME.scope(rules_of(options))
    asked = {field["name"] for group in form(Summary, scope) for field in group["fields"]}
    assert not asked & left_out and {"kind", "trump_side", "call", "points"} <= asked
    takes = Draft202012Validator(schema(Summary, scope)).is_valid
    said = {"royals_agreed": True, "doubled": True, "jodhi": {"A": [20]}}
    said["final_call"] = {"side": "A", "call": "double", "winner": "caller"}  # type: ignore[assignment]
    call = {"seed": 80, "club": 20}[str(options["profile"])]
    assert takes(hand("A", call, 60, **dict.fromkeys(left_out)))
    assert not any(takes(hand("A", call, 60, **{name: said[name]})) for name in left_out)
