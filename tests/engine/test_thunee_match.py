"""Matches of Thunee: games, what stands between hands, other ends, rulings, and the draw before them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import MatchState
from engine.core.infractions import Reach
from engine.core.problems import Problem, RulesError, sentence
from engine.games.thunee import GAME
from engine.games.thunee.draw import first_dealer
from engine.games.thunee.infractions import FOUR_BALL_CODES, INFRACTIONS
from engine.games.thunee.match import next_dealer
from engine.games.thunee.race import Race
from tests.engine import playing
from tests.engine.test_vectors import answers, codes
from tests.engine.thunee import CLUB, EXAMPLES, option_sets, random_summary, rules_of

ONE_GAME = {**CLUB, "best_of": 1}


def fault_of(side: str) -> dict[str, Any]:
    """A four-ball against a side: four balls to the other."""
    return {"kind": "infraction", "side": side, "code": "revoke"}


def late(side: str) -> dict[str, Any]:
    return {"kind": "adjust", "side": side, "code": "late_scorecard"}


def end(reason: str, **more: Any) -> dict[str, Any]:
    return {"kind": "end", "reason": reason, **more}


def play(state: MatchState, *entries: dict[str, Any]) -> MatchState:
    return playing.after(GAME, state, *entries)


def match(options: dict[str, Any], *entries: dict[str, Any], **opened: Any) -> MatchState:
    return play(GAME.open_match(rules_of(options), **opened), *entries)


def refused(state: MatchState, entry: Any) -> str:
    found = GAME.add(state, entry)
    assert isinstance(found, tuple) and len(found) == 1, found
    assert "{" not in sentence(found[0], GAME.messages)
    return found[0].code


@pytest.mark.parametrize("example", EXAMPLES["matches"], ids=lambda example: example["article"])
def test_the_games_and_recorded_balls_of_a_worked_match(example: dict[str, Any]) -> None:
    state = match(example["options"], *example["entries"])
    assert state.games == example["games"]
    assert state.totals == example["totals"]
    assert len(state.details["rows"]) == len(example["entries"])


@given(st.data())
def test_a_match_adds_up_and_its_end_is_final(data: st.DataObject) -> None:
    rules = rules_of({**data.draw(option_sets), "match_target": data.draw(st.integers(1, 8))})
    state = GAME.open_match(rules, dealer=data.draw(st.sampled_from((1, 2))))
    source = Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, 14))):
        entry = source.choice([random_summary(rules, source), fault_of("A"), fault_of("B")])
        if not isinstance(GAME.add(state, entry), MatchState):
            continue
        state = play(state, entry)
        assert min(state.totals.values()) >= 0
        if state.finished:
            break
    finished = state.details["finished_games"]
    assert sum(state.games.values()) == len(finished)
    recorded = {side: sum(game["recorded"][side] for game in finished) for side in "AB"}
    before = state.filled["balls_before"]
    assert state.totals == {side: recorded[side] + before[side] for side in "AB"}
    assert state.finished == (state.winner is not None) == (state.reason is not None)
    assert len(state.running) == len(state.details["rows"])
    json.dumps(state.as_json())
    if state.finished:
        assert refused(state, {}) == "match_over"


def test_what_is_given_for_the_system_is_replaced_in_a_match() -> None:
    state = match(CLUB, fault_of("B"), fault_of("B"))
    assert state.context().filled == {"balls_before": {"A": 8, "B": 0}, "target": 12}
    state = match(CLUB, fault_of("B"), fault_of("B"), late("A"), fault_of("B"), *[counted("A")] * 3)
    final = {"final_call": {"side": "A", "call": "double", "winner": "caller"}}
    double = {"kind": "normal", "trump_side": "A", "call": 0, "points": 0, "last_trick": "A", **final}
    said = {**double, "balls_before": {"A": 0, "B": 0}}
    assert state.filled["balls_before"] == {"A": 11, "B": 0}
    assert refused(state, said) == "double_on_corner_house"
    assert GAME.check(said, state.rules) == ()
    printed = answers(
        ["match", "thunee", "--profile", "club"],
        [[fault_of("B"), fault_of("B"), *[counted("A")] * 3, said]],
    )
    assert codes(printed[0]) == []


def counted(side: str) -> dict[str, Any]:
    """A hand of one ball."""
    return {"kind": "normal", "trump_side": side, "call": 0, "points": 60, "last_trick": side}


def test_the_command_line_names_the_first_fault_of_an_entry_alone() -> None:
    answer = answers(["match", "thunee"], [[{"kind": "thunee", "team": "A", "result": "made"}]])[0]
    assert codes(answer) == ["unknown_field"]
    assert (answer["problems"][0]["path"], answer["problems"][0]["hand"]) == ("/0/team", 1)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"kind": "adjust"}, "bad_entry"),
        ({"kind": "adjust", "side": "C", "code": "late_scorecard"}, "bad_entry"),
        ({"kind": "adjust", "side": ["A"], "code": "late_scorecard"}, "bad_entry"),
        ({"kind": "adjust", "side": "A", "code": "revoke"}, "bad_entry"),
        ({**late("A"), "note": None}, "bad_entry"),
        (end("time", side="A"), "bad_entry"),
        (end("time", side=None), "bad_entry"),
        (end("forfeit"), "bad_entry"),
        (end("forfeit", side="C"), "bad_entry"),
        (end("target", side="A"), "bad_entry"),
        ({"kind": "end", "reason": ["time"]}, "bad_entry"),
        (end("time"), "time_end_on_equal_balls"),
        ({"kind": "Adjust", "side": "A", "code": "late_scorecard"}, "kind_unknown"),
        ([], "bad_type"),
    ],
)
def test_what_cannot_stand_between_hands(entry: Any, code: str) -> None:
    assert refused(match(CLUB), entry) == code


def test_balls_not_shown_are_lost_once_and_only_those_of_the_last_hand() -> None:
    state = match(CLUB, late("A"), fault_of("B"), counted("A"))
    assert [dict(balls) for balls in state.running] == [{"A": n, "B": 0} for n in (0, 4, 5)]
    state = play(state, late("A"), late("A"), late("B"))
    assert dict(state.running[-1]) == {"A": 4, "B": 0}
    assert play(state, {"kind": "cancelled", "reason": "misdeal"}, late("A")).running[-1] == {"A": 4, "B": 0}
    assert state.hands == 2
    assert refused(match({}), late("A")) == "infraction_not_penalised"


def test_an_entry_between_hands_leaves_the_dealer_as_he_is() -> None:
    state = match({}, fault_of("A"), dealer=1)
    assert state.next_dealer == 2
    assert (
        match({**CLUB, "dealer_rotation": "every_hand"}, fault_of("A"), late("B"), dealer=4).next_dealer == 1
    )
    assert play(state, {"kind": "cancelled", "reason": "misdeal"}).next_dealer == 2
    assert match(CLUB, *[fault_of("A")] * 3, dealer=1).next_dealer is None


@pytest.mark.parametrize("example", EXAMPLES["dealers"], ids=str)
def test_the_worked_dealers(example: dict[str, Any]) -> None:
    rules = rules_of(example["options"])
    score = GAME.score(fault_of("A"), rules)
    race = Race.of(rules)._replace(balls=example["balls"])
    assert next_dealer(example["dealer"], "normal", race, score, rules) == example["next"]


def test_who_lost_the_hand_deals_again_where_the_option_says_so() -> None:
    options = {"dealer_rotation": "loser_deals"}
    assert match(options, fault_of("A"), dealer=1).next_dealer == 1
    assert match(options, fault_of("B"), dealer=1).next_dealer == 2
    assert match(options, fault_of("B"), dealer=4).next_dealer == 4
    assert match({**options, "variant": "six"}, fault_of("A"), dealer=6).next_dealer == 1


def test_time_ends_a_game_and_leaves_the_match_open() -> None:
    state = match(CLUB, fault_of("B"), end("time"))
    assert (state.finished, state.games, state.totals) == (False, {"A": 1, "B": 0}, {"A": 4, "B": 0})
    assert state.filled["balls_before"] == {"A": 0, "B": 0}
    over = match(ONE_GAME, fault_of("B"), end("time"))
    assert (over.finished, over.winner, over.reason) == (True, "A", "time")


def test_a_match_is_forfeited_with_every_game_that_is_still_needed() -> None:
    state = match(CLUB, fault_of("A"), end("forfeit_match", side="B"))
    assert (state.winner, state.reason, state.games) == ("A", "forfeit_match", {"A": 2, "B": 0})
    assert state.totals == {"A": 24, "B": 0} and state.forfeited_by == "B"
    assert state.running[-1] == {"A": 0, "B": 4}
    again = GAME.forfeit(match(CLUB, fault_of("A")), "B")
    assert (again.winner, again.totals, again.games) == (state.winner, state.totals, state.games)
    assert match(CLUB, end("forfeit_match", side="A"), own_end=False).finished


def test_a_stage_that_ends_the_match_itself_lets_games_go_on() -> None:
    state = match(ONE_GAME, *[fault_of("A")] * 9, own_end=False)
    assert (state.finished, state.games, state.totals) == (False, {"A": 0, "B": 3}, {"A": 0, "B": 36})


def test_a_match_that_is_closed_gives_the_running_game_to_its_leader_then_counts_games_then_balls() -> None:
    won = [fault_of("B")] * 3
    ahead = GAME.close(match(CLUB, *won, counted("A")), "time")
    assert (ahead.winner, ahead.reason, ahead.games) == ("A", "time", {"A": 2, "B": 0})
    level = GAME.close(match(CLUB, *won, counted("B")), "time")
    assert (level.winner, level.games) == ("A", {"A": 1, "B": 1})
    assert GAME.close(match(ONE_GAME, counted("B")), "time").winner == "B"
    assert GAME.close(match(CLUB, counted("B"), counted("A")), "time").winner == "draw"
    over = match(ONE_GAME, *won)
    assert GAME.close(over, "time") is over


def test_a_deuce_is_reached_only_when_both_are_one_short() -> None:
    options = {**ONE_GAME, "margin_rule": "deuce", "match_target": 5}
    state = match(options, fault_of("A"), fault_of("B"), counted("A"), counted("B"), fault_of("A"))
    assert (state.finished, state.winner) == (True, "B")
    assert match(options, fault_of("A"), counted("A"), fault_of("A")).winner == "B"


def test_a_lead_of_two_is_needed_where_the_option_says_so() -> None:
    options = {"margin_rule": "two_ahead", "match_target": 5}
    state = match(options, fault_of("A"), fault_of("B"))
    assert not state.finished
    assert not play(state, bid("A")).finished
    assert play(state, bid("A"), bid("A")).winner == "A"


def bid(side: str) -> dict[str, Any]:
    return {"kind": "normal", "trump_side": side, "call": 80, "points": 90}


def khanaak(side: str) -> dict[str, Any]:
    last = "B" if side == "A" else "A"
    called = {"side": side, "call": "khanaak", "winner": "opponents"}
    return {
        "kind": "normal",
        "trump_side": side,
        "call": 0,
        "points": 152,
        "last_trick": last,
        "final_call": called,
    }


@pytest.mark.parametrize(
    ("rule", "targets"), [("never", [4, 4]), ("final_hand", [4, 5]), ("any_hand", [5, 5])]
)
def test_a_khanaak_raises_the_target_once(rule: str, targets: list[int]) -> None:
    options = {**ONE_GAME, "match_target": 4, "khanaak_raises_target": rule, "khanaak_fail": 2}
    state = match(options, khanaak("A"))
    assert state.details["target"] == targets[0]
    state = play(state, khanaak("A"))
    assert state.details["target"] == targets[1]
    assert state.finished == (rule == "never")
    if not state.finished:
        assert play(state, khanaak("A")).winner == "B"


def test_both_sides_there_in_one_hand_is_decided_by_cards_or_by_balls() -> None:
    def reached(rule: str, points: int) -> str | None:
        options = {"match_target": 4, "both_reach_rule": rule, "khanaak_fail": 4}
        start = match(options, *[bid("A")] * 3)
        called = {"side": "A", "call": "khanaak", "winner": "opponents"}
        said = {**bid("A"), "points": points, "last_trick": "B", "final_call": called}
        return play(start, said).winner

    assert [reached("card_points", 104), reached("card_points", 80)] == ["A", "A"]
    assert reached("more_balls", 104) is None


def test_a_ruling_makes_a_four_ball_of_a_hand() -> None:
    rules = rules_of(CLUB)
    said = {**counted("A"), "note": "table 3"}
    ruled = GAME.rule(said, {"code": "revoke", "side": "B"}, rules)
    assert ruled == {"kind": "infraction", "side": "B", "code": "revoke", "note": "table 3"}
    assert GAME.score(ruled, rules).sides == {"A": 4, "B": 0}


@pytest.mark.parametrize("infraction", INFRACTIONS, ids=lambda each: each.code)
def test_every_offence_does_what_the_catalogue_says(infraction: Any) -> None:
    options = {**CLUB, "variant": "observed", "blind_thunee": True}
    rules, said = rules_of(options), counted("A")
    ruling = {"code": infraction.code, "side": "B"}
    reach = GAME.effects[infraction.effect]
    if reach in (Reach.SUMMARY, Reach.NOTE):
        ruled = GAME.rule(said, ruling, rules)
        assert isinstance(ruled, dict)
        assert (ruled == said) == (reach is Reach.NOTE)
        assert GAME.check(ruled, rules) == ()
        assert GAME.between(ruling, rules) is None
        return
    with pytest.raises(RulesError, match="goes beyond"):
        GAME.rule(said, ruling, rules)
    entry = GAME.between(ruling, rules)
    assert (entry is None) == (reach is Reach.EVENT)
    if entry is not None:
        assert isinstance(GAME.add(match(options, fault_of("A")), entry), MatchState)


def test_a_blind_call_that_was_looked_at_is_caught() -> None:
    rules = rules_of({"royals_mode": "call", "blind_royals": True})
    blind = {"kind": "blind_royals", "side": "A", "result": "made"}
    ruling = {"code": "blind_peek", "side": "A"}
    assert GAME.rule(blind, ruling, rules) == {**blind, "result": "caught"}
    assert GAME.rule(bid("A"), ruling, rules) == {"kind": "blind_thunee", "side": "A", "result": "caught"}


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ({"code": "rudeness", "side": "A"}, "infraction_unknown"),
        ({"code": ["revoke"], "side": "A"}, "infraction_unknown"),
        ({"code": "revoke", "side": "A", "effect": "prison"}, "value_out_of_range"),
        ({"code": "slow_play", "side": "A", "effect": "four_ball"}, "infraction_unknown"),
        ({"code": "speaking", "side": "A"}, "infraction_not_penalised"),
        ({"code": "late_scorecard", "side": "A"}, "infraction_not_penalised"),
        ({"code": "revoke"}, "field_missing"),
        ({"code": "revoke", "side": "C"}, "field_missing"),
    ],
)
def test_a_wrong_ruling_is_refused(ruling: dict[str, Any], code: str) -> None:
    problems = GAME.rule(bid("A"), ruling, rules_of({}))
    assert isinstance(problems, tuple)
    assert [problem.code for problem in problems] == [code]


def test_a_ruling_may_depart_from_the_catalogue_and_a_redeal_needs_no_offender() -> None:
    rules = rules_of({})
    redealt = {"kind": "cancelled", "reason": "misdeal"}
    assert GAME.rule(bid("A"), {"code": "misdeal"}, rules) == redealt
    assert GAME.rule(bid("A"), {"code": "revoke", "side": "A", "effect": "redeal"}, rules) == redealt
    assert GAME.rule(bid("A"), {"code": "revoke", "side": "A", "effect": "warning"}, rules) == bid("A")
    forfeited = GAME.between({"code": "slow_play", "side": "A", "effect": "forfeit_game"}, rules)
    assert forfeited == end("forfeit", side="A")
    assert GAME.between({"code": "slow_play", "side": "A"}, rules) is None
    assert GAME.between({"code": 7}, rules) is None


def test_an_offence_repeated_costs_the_game_and_each_profile_knows_its_own() -> None:
    slow = GAME.infraction("slow_play")
    assert slow is not None and slow.consequence(repeated=True).effect == "forfeit_game"
    known = {
        key: {e.code for e in INFRACTIONS if e.exists(rules_of({"profile": key}))} for key in ("seed", "club")
    }
    assert known["club"] - known["seed"] == {
        *("speaking", "corner_house_double", "wrong_challenge", "late_scorecard", "trump_card_mishandled")
    }
    assert "observer_advice" in FOUR_BALL_CODES and "observer_advice" not in known["club"]


@pytest.mark.parametrize("example", EXAMPLES["draws"], ids=str)
def test_the_worked_draw_names_its_dealer(example: dict[str, Any]) -> None:
    rules = rules_of(example["options"])
    assert first_dealer(example["start"], example["cards"], rules) == example["dealer"]


@pytest.mark.parametrize(
    ("start", "cards", "code"),
    [
        (5, ["JS"], "seat_unknown"),
        (True, ["JS"], "seat_unknown"),
        (1, ["7S"], "card_unknown"),
        (1, [["JS"]], "card_unknown"),
        (1, ["JH", "JH"], "card_duplicated"),
        (1, ["JH", "JD"], "draw_not_finished"),
    ],
)
def test_a_wrong_draw_is_refused(start: Any, cards: list[Any], code: str) -> None:
    found = first_dealer(start, cards, rules_of({}))
    assert isinstance(found, Problem) and found.code == code and code in GAME.messages


def test_totals_that_no_match_is_recorded_as_are_doubted() -> None:
    def doubted(a: int, b: int, **options: Any) -> list[str]:
        return [each.code for each in GAME.doubt_totals({"A": a, "B": b}, rules_of(options))]

    assert doubted(12, 11) == doubted(0, 0) == doubted(24, 23, best_of=3) == []
    assert doubted(13, 0) == doubted(0, -1) == doubted(36, 0, best_of=3) == ["total_out_of_range"]
    assert doubted(13, 12, khanaak_raises_target="any_hand") == []
    assert doubted(12, 12) == doubted(35, 35, best_of=3) == ["totals_not_of_a_match"]
    assert all(
        "{" not in sentence(each, GAME.messages)
        for each in GAME.doubt_totals({"A": 99, "B": 0}, rules_of({}))
    )


def test_a_match_that_is_over_can_still_be_forfeited() -> None:
    over = match(ONE_GAME, *[fault_of("B")] * 3)
    lost = GAME.forfeit(over, "A")
    assert (lost.winner, lost.reason, lost.games) == ("B", "forfeit_match", {"A": 1, "B": 1})
    won = GAME.forfeit(over, "B")
    assert (won.winner, won.reason, won.games) == ("A", "forfeit_match", {"A": 1, "B": 0})
    assert (won.forfeited_by, won.totals) == ("B", {"A": 12, "B": 0})
    ended = match(ONE_GAME, end("forfeit_match", side="B"))
    assert GAME.forfeit(ended, "B") == ended
