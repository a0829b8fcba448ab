"""Option sets of Tichu: the parser, the schema and the hash of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.core.options import as_json, diff, fingerprint, options_of, schema
from engine.games.tichu import GAME
from tests.engine.strategies import any_json, option_sets, rules_of

CROSS_FIELD = {
    "grand_not_above_small",
    "hands_mode_needs_hands",
    "hands_only_in_hands_mode",
    "margin_only_in_target_mode",
    "target_mode_needs_target",
    "target_only_in_target_mode",
}
JUDGED_BY_MODE = {"target_score", "hands_per_match"}
words = [value for one in options_of(GAME.Rules).values() for value in getattr(one.kind, "choices", ())]
values = (
    st.none()
    | st.booleans()
    | st.integers(-10, 1200)
    | st.integers(0, 250).map(lambda fives: fives * 5)
    | st.sampled_from([word.value for word in words])
    | any_json
)
loose_sets = st.dictionaries(st.sampled_from([*options_of(GAME.Rules), "colour"]), values, max_size=5)


def holds_whole_float(value: Any) -> bool:
    """JSON Schema cannot tell 50.0 from 50; we can, and refuse it."""
    return isinstance(value, float) and value.is_integer()


@given(loose_sets)
def test_parser_and_schema_accept_the_same_sets(options: dict[str, Any]) -> None:
    if any(holds_whole_float(value) for value in options.values()):
        return
    found = GAME.read_rules(options)
    codes = {problem.code for problem in found} if isinstance(found, tuple) else set()
    judged = {name: value for name, value in options.items() if name not in JUDGED_BY_MODE}
    assert Draft202012Validator(schema(GAME.Rules)).is_valid(judged) == (codes <= CROSS_FIELD)
    if not codes:
        Draft202012Validator(schema(GAME.Rules)).validate(options)


@given(option_sets())
def test_reading_the_options_of_rules_gives_the_same_rules_and_hash(options: dict[str, Any]) -> None:
    rules = rules_of(options)
    again = rules_of(as_json(rules))
    assert again == rules
    assert fingerprint(again) == fingerprint(rules)


def test_the_hash_of_the_usual_rules_never_changes() -> None:
    assert fingerprint(rules_of({})) == "0403792127e4cbd88bfba92f437433ea"


def test_every_changed_option_changes_the_hash() -> None:
    usual = rules_of({})
    changes: list[dict[str, Any]] = [{"sweep_points": 205}, {"wish_mandatory": True}, {"variant": "tientsin"}]
    hashes = {fingerprint(rules_of(change)) for change in changes} | {fingerprint(usual)}
    assert len(hashes) == 4


@pytest.mark.parametrize("value", [True, 1.0, "100", None, 7, 0, 1005])
def test_values_that_only_look_like_points_are_refused(value: Any) -> None:
    (problem,) = GAME.read_rules({"tichu_points": value})
    assert (problem.code, problem.path) == ("bad_option_value", "/tichu_points")


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({"colour": 1, "tichu_points": 7}, ["unknown_option"]),
        ({"colour": 1, "profile": "x"}, ["unknown_option"]),
        ({"profile": "x", "tichu_points": 7}, ["bad_option_value"]),
        ({"tichu_points": 7, "sweep_points": 7}, ["bad_option_value"]),
        ({"target_score": True}, ["target_mode_needs_target"]),
        ({"target_score": 1003, "profile": "german_championship"}, ["target_only_in_target_mode"]),
        ({"hands_per_match": "x", "match_mode": "hands"}, ["hands_mode_needs_hands"]),
        ({"hands_per_match": False}, ["hands_only_in_hands_mode"]),
    ],
)
def test_refusals_come_in_the_order_of_the_rules(options: dict[str, Any], codes: list[str]) -> None:
    assert [problem.code for problem in GAME.read_rules(options)] == codes


def test_defaults_follow_profile_variant_and_mode() -> None:
    assert rules_of({"variant": "tientsin"}).sweep_points == 300
    assert rules_of({"variant": "tientsin", "profile": "german_championship"}).sweep_points == 300
    assert rules_of({"match_mode": "hands", "hands_per_match": 3}).target_score is None
    to_target = rules_of({"profile": "german_championship", "match_mode": "target", "target_score": 500})
    assert (to_target.hands_per_match, to_target.tie_rule) == (None, "draw")


def test_the_difference_to_the_profile_is_told_in_words() -> None:
    usual, changed = rules_of({}), rules_of({"target_score": 500, "grand_tichu": False})
    assert diff(usual, usual) == ()
    assert diff(usual, changed) == ("Target: 500 (usually 1000)", "Grand Tichu is played: no (usually yes)")


def test_seats_are_named_by_the_direction_of_play() -> None:
    assert GAME.seat_names(rules_of({}))[2] == "West"
    assert GAME.seat_names(rules_of({"turn_direction": "clockwise"}))[2] == "East"
    assert GAME.seat_names(rules_of({"variant": "tientsin"}))[6] == "Seat 6"
