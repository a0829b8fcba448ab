"""The check and the score of a typed hand of Malilla."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.core.options import as_json, fingerprint, form, options_of, schema
from engine.core.problems import RulesError, sentence
from engine.games.malilla import GAME, violations
from engine.games.malilla.bounds import possible
from engine.games.malilla.rules import Rules
from engine.games.malilla.summary import Summary
from tests.engine.malilla import EXAMPLES, hands, option_sets, rules_of
from tests.engine.strategies import any_json, scalars, texts

PLACE = re.compile(r"{[a-z]+}")
FIELDS = tuple(options_of(Summary))
ROWS = [
    row.__name__
    for row in (
        *violations.HEAD_ROWS,
        violations.points_with_ruling,
        *violations.POINTS_ROWS,
        *violations.LAST_ROWS,
    )
]


@st.composite
def played(draw: st.DrawFn) -> tuple[dict[str, Any], Rules]:
    """A valid summary with its rules."""
    rules = rules_of(draw(option_sets))
    return draw(hands(rules)), rules


numbers = st.integers(-2, 80) | scalars
by_side = st.dictionaries(st.sampled_from(["A", "B", "C"]), numbers)
rulings = st.dictionaries(
    st.sampled_from(["code", "side", "effect", "note"]),
    scalars | st.sampled_from(["misdeal", "renuncio", "A", "B", "none", "award_hand", "void_next_dealer"]),
)
wrong = {
    "dealer": numbers,
    "pinta": texts | st.sampled_from(["9O", "2C", "10X"]),
    "points": by_side,
    "tricks": by_side,
    "ruling": rulings,
    "before": by_side,
    "expected_dealer": numbers,
    "consecutive_misdeals": numbers,
}


@st.composite
def damaged(draw: st.DrawFn) -> tuple[dict[str, Any], Rules]:
    """A summary that was valid before something in it was changed; it may still be."""
    hand, rules = draw(played())
    for field in draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=3)):
        hand[field] = draw(wrong[field] | any_json)
    return hand, rules


def codes(raw: Any, rules: Any) -> list[str]:
    return [problem.code for problem in GAME.check(raw, rules)]


@given(played())
def test_valid_hands_are_found_valid_and_scored(hand: tuple[dict[str, Any], Rules]) -> None:
    assert codes(*hand) == []
    score = GAME.score(*hand)
    assert min(score.sides.values()) >= 0
    assert len([side for side, points in score.details["hand_points"].items() if points]) <= 1
    assert {line.code for line in score.lines} <= GAME.line_texts.keys()
    words = [GAME.line_in_words(line.code, line.params, hand[1]) for line in score.lines]
    assert words and not any("{" in text for text in words)


@given(damaged())
def test_codes_come_once_and_in_the_order_of_the_table(hand: tuple[dict[str, Any], Rules]) -> None:
    found = codes(*hand)
    assert found == sorted(set(found), key=ROWS.index)
    for problem in GAME.check(*hand):
        assert not PLACE.search(sentence(problem, GAME.messages))


@given(damaged())
def test_what_the_schema_refuses_the_check_refuses_too(hand: tuple[dict[str, Any], Rules]) -> None:
    raw, rules = hand
    if not codes(raw, rules):
        Draft202012Validator(schema(Summary, GAME.scope(rules))).validate(raw)


@given(damaged())
def test_what_is_found_valid_can_be_scored_and_brought_to_its_normal_form(
    hand: tuple[dict[str, Any], Rules],
) -> None:
    raw, rules = hand
    if codes(raw, rules):
        with pytest.raises(RulesError):
            GAME.score(raw, rules)
        return
    normal = GAME.canonical(raw, rules)
    assert GAME.canonical(normal, rules) == normal
    assert GAME.score(normal, rules) == GAME.score(raw, rules)


def test_a_form_asks_for_the_turned_card_and_the_points_unless_there_is_a_ruling() -> None:
    fields = [field for group in form(Summary, GAME.scope(Rules())) for field in group["fields"]]
    assert [field["name"] for field in fields if field["required"]] == ["dealer"]
    assert [field["name"] for field in fields if field["unless"] == "ruling"] == ["pinta", "points"]


def test_hands_that_say_the_same_have_one_normal_form() -> None:
    rules = rules_of({})
    plain = {"dealer": 1, "pinta": "5O", "points": {"A": 40, "B": 32}}
    for same in ({**plain, "tricks": {"A": 7}}, {**plain, "ruling": None, "before": {"A": 0}}):
        assert GAME.canonical(same, rules) == plain
    ruled = {"dealer": 1, "pinta": "5O", "ruling": {"code": "renuncio", "side": "A"}}
    longer = {**ruled, "ruling": {**ruled["ruling"], "effect": "award_hand"}}
    assert GAME.canonical(longer, rules) == ruled
    assert GAME.canonical({**plain, "points": {"B": 33, "A": 39}}, rules) != plain


@pytest.mark.parametrize("example", EXAMPLES["accepted"], ids=lambda example: str(example["summary"]))
def test_extreme_hands_that_can_occur_are_accepted(example: dict[str, Any]) -> None:
    assert codes(example["summary"], rules_of(example["options"])) == []


@pytest.mark.parametrize("example", EXAMPLES["hands"], ids=lambda example: example["article"])
def test_the_details_of_a_worked_hand(example: dict[str, Any]) -> None:
    rules = rules_of(example["options"])
    details = GAME.score(example["summary"], rules).details
    assert (details["after"], details["game_winner"]) == (example["after"], example["game_winner"])
    right = example["summary"]["dealer"] % 4 + 1
    assert details["next_dealer"] == example.get("next_dealer", right)
    assert details["pinta_status"] in STATUS[example["row"]]
    assert details["void"] == (example["row"] == "11")


@pytest.mark.parametrize(("before", "a"), [({"A": 38, "B": 0}, 38), ({"A": 38, "B": 30}, 26)])
def test_a_deferred_card_is_not_needed_when_the_hand_just_reaches_the_target(
    before: dict[str, int], a: int
) -> None:
    rules = rules_of({"profile": "club", "closing_pinta": "deferred"})
    typed = {"dealer": 1, "pinta": "RC", "points": {"A": a, "B": 72 - a}, "before": before}
    score = GAME.score(typed, rules)
    assert score.details["pinta_status"] == "deferred_unused"
    assert max(score.details["after"].values()) == 40


STATUS = {
    **{row: {"scored", "none"} for row in "123"},
    "4": {"held_won"},
    "5": {"held_lost"},
    "6": {"held_lost"},
    "7a": {"deferred_unused"},
    "7b": {"deferred_scored"},
    "8a": {"deferred_unused"},
    "8b": {"deferred_scored"},
    "9": {"deferred_scored"},
    "10": {"scored", "held_lost"},
    "11": {"none"},
    "12": {"none"},
}

BOUNDS = [
    (0, (0, 0), None, (0, 0)),
    (1, (1, 21), (6, 21), (1, 20)),
    (2, (2, 38), (7, 38), (2, 36)),
    (3, (3, 51), (8, 51), (3, 48)),
    (4, (4, 60), (9, 60), (4, 56)),
    (5, (5, 65), (10, 65), (5, 60)),
    (6, (6, 66), (11, 66), (6, 61)),
    (7, (7, 67), (12, 67), (7, 62)),
    (8, (12, 68), (16, 68), (12, 63)),
    (9, (21, 69), (24, 69), (21, 64)),
    (10, (34, 70), (36, 70), (34, 65)),
    (11, (51, 71), (52, 71), (51, 66)),
    (12, (72, 72), (72, 72), None),
]
"""The table of 9.1: for a number of tricks the points of a side, with the nine of trumps, against it."""


@pytest.mark.parametrize(("tricks", "usual", "own", "theirs"), BOUNDS)
def test_the_bounds_are_those_of_the_table(tricks: int, usual: Any, own: Any, theirs: Any) -> None:
    for nine, expected in ((None, usual), (True, own), (False, theirs)):
        found = possible(tricks, nine)
        accepted = [points for points in range(73) if found.holds(points)]
        assert accepted == ([] if expected is None else list(range(expected[0], expected[1] + 1)))


def test_every_total_and_513_pairs_of_tricks_and_points_are_accepted() -> None:
    rules = rules_of({})
    hand = {"dealer": 1, "pinta": "5O"}
    pairs = [
        (tricks, points)
        for tricks in range(13)
        for points in range(73)
        if not codes({**hand, "points": {"A": points, "B": 72 - points}, "tricks": {"A": tricks}}, rules)
    ]
    assert len(pairs) == 513
    assert {points for _tricks, points in pairs} == set(range(73))


def test_a_problem_names_its_place_and_its_values() -> None:
    rules = rules_of({})
    typed = {"dealer": 3, "pinta": "5O", "points": {"A": 40, "B": 31}, "expected_dealer": 2}
    found = {problem.code: problem for problem in GAME.check(typed, rules)}
    assert found["points_sum_not_72"].path == "/points"
    assert found["points_sum_not_72"].params == {"a": 40, "b": 31, "sum": 71}
    names = GAME.seat_names(rules)
    told = sentence(found["wrong_dealer"], GAME.messages, seat_names=names)
    assert told == "It was the deal of West, not of South."


CROSS_FIELD = {"closing_pinta_without_pinta", "closing_pinta_missing", "max_hands_too_small"}
words = [value.value for one in options_of(Rules).values() for value in getattr(one.kind, "choices", ())]
values = st.none() | st.booleans() | st.integers(-2, 210) | st.sampled_from(words) | any_json
loose_sets = st.dictionaries(st.sampled_from([*options_of(Rules), "colour"]), values, max_size=5)


@given(loose_sets)
def test_parser_and_schema_accept_the_same_option_sets(options: dict[str, Any]) -> None:
    if any(isinstance(value, float) and value.is_integer() for value in options.values()):
        return
    found = GAME.read_rules(options)
    refused = {problem.code for problem in found} if isinstance(found, tuple) else set()
    assert Draft202012Validator(schema(Rules)).is_valid(options) == (refused <= CROSS_FIELD)
    for problem in found if isinstance(found, tuple) else ():
        assert "{field" not in sentence(problem, GAME.messages)


@given(option_sets)
def test_the_options_of_rules_give_the_same_rules_and_hash(options: dict[str, Any]) -> None:
    rules = rules_of(options)
    again = rules_of(as_json(rules))
    assert again == rules
    assert fingerprint(again) == fingerprint(rules)


@given(option_sets)
def test_the_rules_are_told_in_whole_sentences(options: dict[str, Any]) -> None:
    sections = GAME.explain(rules_of(options))
    told = [each.in_words() for section in sections for each in section.sentences]
    assert len(told) == len(set(told)) > 20
    assert not any("{" in text for text in told)


def test_the_sentences_follow_the_options() -> None:
    def told(options: dict[str, Any]) -> str:
        sections = GAME.explain(rules_of(options))
        return " ".join(each.in_words() for section in sections for each in section.sentences)

    assert "writes all its points" in told({})
    assert "writes what it has above 36, the other nothing" in told({"profile": "club"})
    assert "Partners are drawn" in told({}) and "Partners are drawn" not in told({"profile": "club"})
    assert "The turned card scores nothing." in told({"pinta_scoring": False, "closing_pinta": "none"})
    assert "wins 3 games" not in told({}) and "has won 3 games" in told({"games_to_win": 3})
    assert "After 16 hands" in told({"max_hands": 16})
