"""The fold over the hands of a match, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import MatchState
from engine.games.tichu import GAME
from tests.engine.strategies import hands, option_sets, rules_of

SWEEP = {"first_out": 1, "result": "double"}
LEVEL = {"first_out": 4, "result": "count", "points": {"A": 50}}


def play(state: MatchState, *entries: dict[str, Any]) -> MatchState:
    for entry in entries:
        following = GAME.add(state, entry)
        assert isinstance(following, MatchState), following
        state = following
    return state


@given(st.data())
def test_totals_are_the_sums_of_the_hands_and_the_end_is_final(data: st.DataObject) -> None:
    options = data.draw(option_sets())
    rules = rules_of(options)
    state = GAME.open_match(rules, dealer=1)
    sums = {"A": 0, "B": 0}
    for entry in data.draw(st.lists(hands(options), max_size=12)):
        if state.finished:
            break
        state = play(state, entry)
        sums = {side: sums[side] + points for side, points in GAME.score(entry, rules).sides.items()}
        assert state.totals == state.running[-1] == sums
    assert state.hands == len(state.running)
    assert state.finished == (state.winner is not None) == (state.reason is not None)
    if state.finished and state.winner != "draw":
        assert state.totals[state.winner] == max(sums.values())


def test_a_state_is_not_changed_by_adding_to_it() -> None:
    before = GAME.open_match(rules_of({}))
    after = play(before, SWEEP)
    assert (before.hands, before.totals) == (0, {"A": 0, "B": 0})
    assert (after.hands, after.totals) == (1, {"A": 200, "B": 0})


def test_without_its_own_end_a_match_goes_on_until_it_is_closed() -> None:
    state = play(GAME.open_match(rules_of({"target_score": 200}), own_end=False), SWEEP, SWEEP)
    assert not state.finished
    closed = GAME.close(state, "director")
    assert (closed.winner, closed.reason, closed.next_dealer) == ("A", "director", None)


def test_closing_at_equal_totals_is_a_draw_even_where_the_rules_play_on() -> None:
    closed = GAME.close(play(GAME.open_match(rules_of({"tie_rule": "play_on"})), LEVEL), "time")
    assert (closed.winner, closed.reason) == ("draw", "time")


def test_closing_leaves_a_decided_match_as_it_was() -> None:
    state = play(GAME.open_match(rules_of({"target_score": 200})), SWEEP)
    assert GAME.close(state, "time") == state
    assert state.reason == "target"


def test_extra_hands_are_played_one_by_one_until_somebody_leads() -> None:
    rules = rules_of({"match_mode": "hands", "hands_per_match": 1, "tie_rule": "play_on"})
    level = play(GAME.open_match(rules), LEVEL, LEVEL)
    assert not level.finished
    assert play(level, SWEEP).reason == "hands"


def test_the_target_is_the_reason_where_the_lead_would_do_too() -> None:
    rules = rules_of({"target_score": 200, "lead_margin": 100})
    assert play(GAME.open_match(rules), SWEEP).reason == "target"


@pytest.mark.parametrize(("margin", "finished"), [(200, True), (205, False)])
def test_a_lead_ends_the_match_as_soon_as_it_is_reached(margin: int, finished: bool) -> None:
    state = play(GAME.open_match(rules_of({"lead_margin": margin})), SWEEP)
    assert (state.finished, state.reason) == (finished, "lead_margin" if finished else None)


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [("first_out", [3, 1, 4]), ("rotate", [3, 4, 1]), ("any", [3, None, None])],
)
def test_the_next_dealer_follows_the_option(rule: str, dealers: list[int | None]) -> None:
    states = [GAME.open_match(rules_of({"next_dealer": rule}), dealer=3)]
    for entry in (SWEEP, LEVEL):
        states.append(play(states[-1], entry))
    assert [state.context().dealer for state in states] == dealers


def test_a_faulty_hand_gives_its_problems_and_a_hand_too_many_only_match_over() -> None:
    state = GAME.open_match(rules_of({"target_score": 200}))
    assert [problem.code for problem in GAME.add(state, {})] == ["first_out_missing", "result_missing"]
    (problem,) = GAME.add(play(state, SWEEP), {"nonsense": 1})
    assert (problem.code, problem.params) == ("match_over", {"n": 2, "m": 1})


def test_a_forfeit_to_a_target_is_target_to_nothing() -> None:
    state = GAME.forfeit(play(GAME.open_match(rules_of({})), SWEEP), "A")
    assert (state.totals, state.winner, state.reason) == ({"A": 0, "B": 1000}, "B", "forfeit")


def test_a_forfeit_over_hands_gives_100_for_each_hand_not_played() -> None:
    state = GAME.forfeit(play(GAME.open_match(rules_of({"profile": "german_championship"})), LEVEL), "A")
    assert (state.totals, state.winner) == ({"A": 50, "B": 350}, "B")
