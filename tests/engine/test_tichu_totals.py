"""Totals of a match that is typed without its hands: what no hands can give is doubted (sections 6.5, 9.3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import no_doubt
from engine.core.problems import sentence
from engine.games.tichu import GAME
from engine.games.tichu.totals import sum_step
from tests.data.toy.trio import GAME as TRIO
from tests.engine.strategies import hands, option_sets, rules_of

EACH = [("total_not_multiple_of_5", "/A"), ("total_not_multiple_of_5", "/B")]
TOGETHER = ("totals_not_of_hands", "")


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[dict[str, Any]], Any]:
    """Some hands of one match with its rules."""
    options = draw(option_sets())
    return draw(st.lists(hands(options), max_size=6)), rules_of(options)


def totals_of(played: list[dict[str, Any]], rules: Any) -> dict[str, int]:
    totals = Counter({"A": 0, "B": 0})
    for hand in played:
        for side, points in GAME.score(hand, rules).sides.items():
            totals[side] += points
    return dict(totals)


def doubts(a: int, b: int, **options: Any) -> list[tuple[str, str]]:
    found = GAME.doubt_totals({"A": a, "B": b}, rules_of(options))
    return [(each.code, each.path) for each in found]


@given(matches())
def test_what_hands_without_penalties_give_is_never_doubted(match: tuple[list[dict[str, Any]], Any]) -> None:
    played, rules = match
    clean = [{name: value for name, value in hand.items() if name != "penalties"} for hand in played]
    unclaimed = [{name: value for name, value in hand.items() if name != "claimed"} for hand in clean]
    assert GAME.doubt_totals(totals_of(unclaimed, rules), rules) == ()


@given(matches())
def test_penalties_leave_every_total_a_multiple_of_5(match: tuple[list[dict[str, Any]], Any]) -> None:
    played, rules = match
    unclaimed = [{name: value for name, value in hand.items() if name != "claimed"} for hand in played]
    found = GAME.doubt_totals(totals_of(unclaimed, rules), rules)
    assert {each.code for each in found} <= {"totals_not_of_hands"}


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (301, 117, [*EACH, TOGETHER]),
        (301, 119, [*EACH, TOGETHER]),
        (301, 99, EACH),
        (305, 120, [TOGETHER]),
        (305, 95, []),
        (-425, 25, []),
        (0, 0, []),
    ],
)
def test_each_total_is_a_multiple_of_5_and_both_together_of_100(
    a: int, b: int, expected: list[tuple[str, str]]
) -> None:
    assert doubts(a, b) == expected


@pytest.mark.parametrize(
    ("options", "step"),
    [
        ({}, 100),
        ({"profile": "german_championship"}, 100),
        ({"tichu_points": 50}, 50),
        ({"sweep_points": 0}, 100),
        ({"sweep_points": 225}, 25),
        ({"grand_tichu_points": 250}, 50),
        ({"grand_tichu": False, "grand_tichu_points": 250}, 100),
    ],
)
def test_the_step_of_the_sum_follows_the_options(options: dict[str, Any], step: int) -> None:
    assert sum_step(rules_of(options)) == step
    assert doubts(step, 0, **options) == []
    assert doubts(step + 5, 0, **options) == [TOGETHER]


def test_a_doubt_is_said_in_words() -> None:
    found = GAME.doubt_totals({"A": 301, "B": 117}, rules_of({}))
    said = [sentence(each, GAME.messages) for each in found]
    assert said[0] == "A: 301 cannot occur; every total is a multiple of 5."
    assert said[2] == "301 + 117 = 418: without penalties both totals together make a multiple of 100."


def test_a_game_that_says_nothing_doubts_nothing() -> None:
    assert TRIO.doubt_totals is no_doubt
    assert TRIO.doubt_totals({"P1": 1, "P2": 2, "P3": 3}, None) == ()
