"""The end of a match: limits, result, and the match tie-break in order."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.problems import Problem
from scoring.decide import (
    MATCH_TIE_BREAK_NAMES,
    MATCH_TIE_BREAKS,
    Decision,
    MatchEnd,
    MatchLimits,
    Progress,
    decide,
    end_reason,
    read_limits,
)

LEVEL = {"A": 500, "B": 500}
EXTRA_HAND_DUE = Decision(None, extra_hand_due=True)


@pytest.mark.parametrize(
    ("limits", "progress", "reason"),
    [
        (MatchLimits(hands=4), Progress(3), None),
        (MatchLimits(hands=4), Progress(4), "hands"),
        (MatchLimits(hands=4), Progress(3, own_end="target"), None),
        (MatchLimits(hands=4, target=True), Progress(3, own_end="lead_margin"), "lead_margin"),
        (MatchLimits(hands=4, target=True), Progress(4, own_end="target"), "target"),
        (MatchLimits(target=True), Progress(9), None),
        (MatchLimits(target=True, minutes=60), Progress(9, time_is_up=True), "time"),
        (MatchLimits(hands=4, minutes=60), Progress(4, time_is_up=True), "hands"),
        (MatchLimits(best_of=3), Progress(9, "target", (1, 0), 1), None),
        (MatchLimits(best_of=3), Progress(9, "target", (1, 1), 2), None),
        (MatchLimits(best_of=3), Progress(9, "target", (2, 0), 2), "best_of"),
        (MatchLimits(best_of=3), Progress(9, "target", (1, 0), 3), "best_of"),
        (MatchLimits(best_of=2), Progress(9, "target", (1, 1), 2), "best_of"),
        (MatchLimits(best_of=3, hands=9), Progress(9, None, (1, 0), 1), "hands"),
    ],
)
def test_whichever_limit_comes_first(limits: MatchLimits, progress: Progress, reason: str | None) -> None:
    assert end_reason(limits, progress) == reason


def test_limits_are_read() -> None:
    raw = {"hands": 4, "target": True, "tie_break": ["last_hand", "lot"]}
    assert read_limits(raw, counts_games_itself=True) == MatchLimits(4, True, tie_break=("last_hand", "lot"))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (None, [("bad_type", "/match")]),
        ({}, [("no_limit", "/match")]),
        ({"target": False, "hands": None}, [("no_limit", "/match")]),
        ({"hands": 0}, [("out_of_range", "/match/hands")]),
        ({"hands": True}, [("out_of_range", "/match/hands")]),
        ({"hands": 4, "target": 1}, [("bad_type", "/match/target")]),
        ({"best_of": 3}, [("best_of_in_rules", "/match/best_of")]),
        ({"hands": 4, "boards": 2}, [("unknown_field", "/match/boards")]),
        ({"hands": 4, "tie_break": "lot"}, [("bad_type", "/match/tie_break")]),
        (
            {"minutes": "60", "tie_break": ["lot", "coin", []]},
            [
                ("out_of_range", "/match/minutes"),
                ("unknown_match_tie_break", "/match/tie_break/1"),
                ("unknown_match_tie_break", "/match/tie_break/2"),
            ],
        ),
    ],
)
def test_faults_of_the_limits_are_named(raw: object, expected: list[tuple[str, str]]) -> None:
    found = read_limits(raw, counts_games_itself=True)
    assert isinstance(found, tuple)
    assert [(problem.code, problem.path) for problem in found if isinstance(problem, Problem)] == expected


def test_best_of_is_for_games_that_do_not_count_games_themselves() -> None:
    assert read_limits({"best_of": 3}, counts_games_itself=False) == MatchLimits(best_of=3)


def test_games_come_before_game_points() -> None:
    assert decide(MatchEnd({"A": 90, "B": 120}, games={"A": 2, "B": 1})) == Decision("A")
    assert decide(MatchEnd({"A": 90, "B": 120}, games={"A": 1, "B": 1})) == Decision("B")
    assert decide(MatchEnd({"A": 90, "B": 120})) == Decision("B")


def test_level_is_a_draw_where_the_stage_allows_it() -> None:
    assert decide(MatchEnd(LEVEL)) == Decision("draw")
    assert decide(MatchEnd(LEVEL), may_be_drawn=False) == EXTRA_HAND_DUE


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("last_hand", {"last_hand": {"A": 20, "B": 80}}),
        ("hands_won", {"hands_won": {"A": 1, "B": 3}}),
        ("fewest_penalties", {"penalties": {"A": 1}}),
        ("game_specific", {"game_specific": lambda: "B"}),
        ("higher_seed", {"seeds": {"A": 5, "B": 2}}),
    ],
)
def test_each_criterion_decides_a_level_match(key: str, known: dict[str, Any]) -> None:
    assert decide(MatchEnd(LEVEL, **known), [key]) == Decision("B", key)
    assert decide(MatchEnd(LEVEL), [key]) == Decision("draw")


def test_the_rule_of_the_game_decides_nothing_for_a_side_that_does_not_lead() -> None:
    """The bidders of the last hand, of three players, may be the one who is behind."""
    three = MatchEnd(
        {"P1": 6, "P2": 6, "P3": 2}, game_specific=lambda: "P3", seeds={"P1": 9, "P2": 4, "P3": 1}
    )
    assert decide(three, ["game_specific"]) == Decision("draw")
    assert decide(three, ["game_specific", "higher_seed"]) == Decision("P2", "higher_seed")


def test_criteria_are_tried_in_order() -> None:
    end = MatchEnd(LEVEL, last_hand={"A": 50, "B": 50}, hands_won={"A": 3, "B": 1}, seeds={"A": 2, "B": 1})
    assert decide(end, ["last_hand", "hands_won", "higher_seed"]) == Decision("A", "hands_won")
    assert decide(end, ["last_hand", "higher_seed", "hands_won"]) == Decision("B", "higher_seed")


def test_the_rule_of_the_game_is_asked_only_when_its_turn_comes() -> None:
    def never() -> str | None:
        raise AssertionError("asked too early")

    end = MatchEnd(LEVEL, hands_won={"A": 3, "B": 1}, game_specific=never)
    assert decide(end, ["hands_won", "game_specific"]).winner == "A"


def test_an_extra_hand_is_asked_for_once_for_each_time_it_stands_in_the_list() -> None:
    order = ["extra_hand", "higher_seed"]
    assert decide(MatchEnd(LEVEL, seeds={"A": 1, "B": 2}), order) == EXTRA_HAND_DUE
    assert decide(MatchEnd(LEVEL, seeds={"A": 1, "B": 2}, extra_hands=1), order) == Decision(
        "A", "higher_seed"
    )
    assert decide(MatchEnd({"A": 500, "B": 600}, extra_hands=1), order) == Decision("B", "extra_hand")
    twice = ["extra_hand", "extra_hand"]
    assert decide(MatchEnd(LEVEL, extra_hands=1), twice) == EXTRA_HAND_DUE
    assert decide(MatchEnd(LEVEL, extra_hands=2), twice) == Decision("draw")
    assert decide(MatchEnd(LEVEL, extra_hands=2), twice, may_be_drawn=False) == EXTRA_HAND_DUE


def test_a_lot_is_the_same_for_the_same_seed() -> None:
    decided = {seed: decide(MatchEnd(LEVEL, lot_seed=seed), ["lot"]) for seed in range(20)}
    assert {decision.decided_by for decision in decided.values()} == {"lot"}
    assert {decision.winner for decision in decided.values()} == {"A", "B"}
    turned = {"B": 500, "A": 500}
    assert {seed: decide(MatchEnd(turned, lot_seed=seed), ["lot"]) for seed in range(20)} == decided


def test_of_three_sides_those_still_level_go_on() -> None:
    end = MatchEnd(
        {"P1": 9, "P2": 9, "P3": 4}, hands_won={"P1": 2, "P2": 2, "P3": 5}, seeds={"P1": 8, "P2": 3, "P3": 1}
    )
    assert decide(end, ["hands_won", "higher_seed"]) == Decision("P2", "higher_seed")


def test_every_criterion_has_a_name() -> None:
    assert MATCH_TIE_BREAK_NAMES.keys() == MATCH_TIE_BREAKS.keys()
