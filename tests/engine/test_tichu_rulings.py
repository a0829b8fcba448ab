"""What a ruling does to the summary of a hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.infractions import Consequence, Reach
from engine.core.problems import RulesError
from engine.games.tichu import GAME
from tests.engine.strategies import rules_of

RULES = rules_of({})
HAND = {
    "first_out": 1,
    "result": "count",
    "points": {"A": 60},
    "calls": {"1": "grand", "2": "small"},
    "claimed": {"A": 260},
}


def ruled(ruling: dict[str, Any], hand: dict[str, Any] = HAND) -> Any:
    return GAME.rule(hand, ruling, RULES)


def test_points_are_added_to_the_penalties_and_the_slip_checks_nothing_any_more() -> None:
    summary = ruled({"code": "peeking", "side": "B"})
    assert summary["penalties"] == [{"side": "B", "points": -50, "code": "peeking"}]
    assert "claimed" not in summary
    assert GAME.score(summary, RULES).sides == {"A": 260, "B": -110}
    twice = ruled({"code": "false_interrupt", "side": "B"}, summary)
    assert GAME.score(twice, RULES).sides["B"] == -135


def test_a_repeated_offence_has_its_own_effect() -> None:
    slow = {"code": "slow_play", "side": "A"}
    assert ruled(slow) == HAND
    assert ruled({**slow, "repeated": True})["penalties"][0]["points"] == -25
    assert GAME.infraction("unsporting").consequence(repeated=True) == Consequence("disqualify")


def test_the_director_may_depart_from_the_catalogue_and_add_an_own_offence() -> None:
    own = {"code": "spilled coffee", "side": "A", "effect": "points", "points": -5}
    assert ruled(own)["penalties"] == [{"side": "A", "points": -5, "code": "spilled coffee"}]
    assert ruled({"code": "peeking", "side": "A", "effect": "warning"}) == HAND


def test_a_void_call_is_gone_and_a_late_grand_one_may_become_small() -> None:
    late = {"code": "late_grand_call", "side": "A", "seat": 1}
    assert ruled(late)["calls"] == {"2": "small"}
    assert ruled({**late, "call": "small"})["calls"] == {"2": "small", "1": "small"}
    assert GAME.check(ruled({**late, "call": "small"}), RULES) == ()


@pytest.mark.parametrize(
    ("calls", "side", "first_out"),
    [
        ({"1": "small", "3": "grand", "2": "small"}, "B", 3),
        ({"1": "small", "3": "small"}, "B", 1),
        ({"2": "grand"}, "B", 1),
        ({}, "A", 2),
    ],
)
def test_an_awarded_hand_is_a_sweep_of_the_innocent_side(
    calls: dict[str, str], side: str, first_out: int
) -> None:
    summary = ruled({"code": "wish_gain", "side": side}, {**HAND, "calls": calls, "claimed": None})
    assert (summary["first_out"], summary["result"]) == (first_out, "double")
    assert summary["calls"] == calls
    assert GAME.check(summary, RULES) == ()


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ({"side": "A"}, "unknown_infraction"),
        ({"code": "spilled coffee", "side": "A"}, "unknown_infraction"),
        ({"code": ["x"], "side": "A", "effect": "points"}, "unknown_infraction"),
        ({"code": "peeking", "side": "A", "effect": "shouting"}, "unknown_effect"),
        ({"code": "peeking"}, "ruling_side_missing"),
        ({"code": "peeking", "side": "A", "points": 5}, "bad_ruling_points"),
        ({"code": "peeking", "side": "A", "points": -7}, "bad_ruling_points"),
        ({"code": "own", "side": "A", "effect": "points"}, "bad_ruling_points"),
        ({"code": "late_small_call", "side": "A"}, "ruling_seat_missing"),
        ({"code": "late_small_call", "side": "A", "seat": 2}, "ruling_seat_missing"),
        ({"code": "late_small_call", "side": "A", "seat": 3}, "ruling_without_call"),
    ],
)
def test_a_ruling_that_cannot_be_carried_out_names_its_problem(ruling: dict[str, Any], code: str) -> None:
    (problem,) = ruled(ruling)
    assert problem.code == code
    assert code in GAME.messages


def test_rulings_beyond_the_hand_and_invalid_hands_are_misuse() -> None:
    with pytest.raises(RulesError, match="hand_void"):
        ruled({"code": "wrong_card_count", "side": "A"})
    with pytest.raises(RulesError, match="result_missing"):
        ruled({"code": "peeking", "side": "A"}, {"first_out": 1})


def test_what_a_penalty_did_is_taken_out_again_and_nothing_else() -> None:
    peeked, late = {"code": "peeking", "side": "B"}, {"code": "late_arrival", "side": "B"}
    both = ruled(late, ruled(peeked))
    plain = {name: value for name, value in HAND.items() if name != "claimed"}
    assert GAME.lift(both, peeked, RULES) == {**plain, "penalties": [both["penalties"][1]]}
    assert GAME.lift(GAME.lift(both, peeked, RULES), late, RULES) == plain
    own = {"code": "slow_play", "side": "B", "effect": "points", "points": -10}
    assert GAME.lift(ruled(own), own, RULES) == plain
    again = {"code": "slow_play", "side": "B", "repeated": True}
    assert GAME.lift(ruled(again), again, RULES) == plain


@pytest.mark.parametrize(
    "ruling",
    [
        {"code": "peeking", "side": "A"},
        {"code": "late_arrival", "side": "B"},
        {"code": "peeking", "side": "B", "points": -10},
        {"code": "wish_gain", "side": "B"},
        {"code": "slow_play", "side": "B"},
        {"code": "spilled coffee", "side": "B"},
    ],
)
def test_what_does_not_show_in_a_hand_is_not_taken_out(ruling: dict[str, Any]) -> None:
    assert GAME.lift(ruled({"code": "peeking", "side": "B"}), ruling, RULES) is None
    assert GAME.lift(HAND, ruling, RULES) is None


@pytest.mark.parametrize("calls", [{"2": "small"}, {"2": ["grand"]}, 7, None])
def test_a_hand_is_awarded_by_its_calls_alone(calls: object) -> None:
    known = {} if calls is None else {"calls": calls}
    summary = GAME.rule(known, {"code": "wish_gain", "side": "A"}, RULES)
    assert summary == {"first_out": 2, "result": "double", **known}
    assert bool(GAME.check(summary, RULES)) == (calls in ({"2": ["grand"]}, 7))


def test_the_catalogue_has_every_offence_once() -> None:
    codes = [infraction.code for infraction in GAME.infractions]
    assert len(codes) == len(set(codes)) == 24
    assert GAME.infraction("no such offence") is None
    assert set(GAME.effects.values()) == set(Reach) - {Reach.BETWEEN}
