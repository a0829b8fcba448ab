"""Matches of Twenty-Eight and its family: to a target, over deals, with three sides; and rulings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.core.game import MatchState
from engine.core.infractions import Consequence
from engine.core.problems import RulesError, sentence
from engine.games.twenty_eight import GAME
from tests.engine import playing
from tests.engine.test_vectors import answers, codes
from tests.engine.twenty_eight import hands, option_sets, rules_of

THREE = {"variant": "28_3p"}
DEALS = {"match_end": "deals", "match_deals": 2}
VOID = {"kind": "void", "reason": "misdeal"}


def hand(bidder: int, bid: int, points: int, **more: Any) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "bidder_points": points, **more}


def fined(side: str, effect: str = "match_forfeit", code: str = "misconduct", **more: Any) -> dict[str, Any]:
    return {"code": code, "side": side, "effect": effect, **more}


def play(state: MatchState, *entries: dict[str, Any]) -> MatchState:
    return playing.after(GAME, state, *entries)


def match(options: dict[str, Any], *entries: dict[str, Any], **opened: Any) -> MatchState:
    return play(GAME.open_match(rules_of(options), **opened), *entries)


def end(state: MatchState) -> tuple[str, str | None, str | None]:
    return state.as_json()["status"], state.winner, state.reason


@given(st.data())
def test_a_match_adds_up_and_its_end_is_final(data: st.DataObject) -> None:
    rules = rules_of(data.draw(option_sets))
    state = GAME.open_match(rules, dealer=data.draw(st.sampled_from(GAME.seats(rules))))
    totals = dict.fromkeys(GAME.sides(rules), 0)
    for _ in range(data.draw(st.integers(0, 10))):
        entry = data.draw(hands(rules))
        before = state
        state = play(state, entry)
        points = GAME.score(entry, rules).sides
        totals = {side: total + points[side] for side, total in totals.items()}
        if rules.score_floor == "zero":
            totals = {side: max(total, 0) for side, total in totals.items()}
        assert state.totals == state.running[-1] == totals
        assert state.hands == before.hands + (entry.get("kind") != "void")
        if state.finished:
            break
    told = state.as_json()
    assert told["hands_counted"] == state.hands
    assert state.finished == (state.reason is not None) == (told["status"] != "running")
    assert not (state.finished and state.next_dealer)
    if state.winner is not None:
        assert state.winner == "draw" or state.winner in totals
    json.dumps(told)
    if state.finished:
        (problem,) = GAME.add(state, {})
        assert problem.code == "match_over"
        assert GAME.close(state, "time") == state


# ---- 7, row by row ----


def test_to_a_target_the_higher_total_wins_and_of_equal_ones_the_bidders() -> None:
    both = {"honours": True, "target": 2}
    level = [hand(1, 14, 14, all_jacks="defenders"), hand(2, 14, 14, all_jacks="defenders")]
    assert end(match(both, *level)) == ("won", "B", "target")
    assert end(match(both, level[1], level[0])) == ("won", "A", "target")
    awarding = {"honours": True, "target": 3, "penalty_mode": "award"}
    last = hand(2, 25, 28, all_jacks="bidders", penalties=[fined("B", "points", points=1)])
    ahead = match(awarding, level[0], level[0], last)
    assert (ahead.totals, end(ahead)) == ({"A": 3, "B": 6}, ("won", "B", "target"))


def test_equal_totals_at_the_target_play_on_where_no_bidder_has_one_of_them() -> None:
    options = {**THREE, "settlement": "award", "target": 1}
    level = match(options, hand(1, 14, 10))
    assert (level.totals, end(level)) == ({"P1": 0, "P2": 1, "P3": 1}, ("running", None, None))
    assert end(play(level, hand(3, 14, 14))) == ("won", "P3", "target")
    awarded = {"target": 1, "penalty_mode": "award", "variant": "28_3p"}
    void = match(awarded, {**VOID, "penalties": [fined("P1", "points")]})
    assert end(void) == ("running", None, None)


def test_a_penalty_in_a_void_deal_can_end_a_match() -> None:
    state = match({"target": 3, "penalty_mode": "award"}, {**VOID, "penalties": [fined("A", "points")]})
    assert (end(state), state.hands) == (("won", "B", "target"), 0)


def test_a_total_as_far_below_zero_loses_where_nobody_is_at_the_target() -> None:
    mirror = {"negative_limit": "mirror", "failure_loss": "full_bid_value", "target": 20}
    assert end(match(mirror, hand(1, 19, 0))) == ("running", None, None)
    assert end(match(mirror, hand(1, 20, 0))) == ("won", "B", "negative_limit")
    assert end(match({**mirror, "negative_limit": "none"}, hand(1, 20, 0))) == ("running", None, None)
    level = match(mirror, hand(1, 19, 0), hand(2, 19, 0), hand(1, 14, 0))
    assert end(level) == ("won", "B", "negative_limit")


def test_equal_totals_below_the_limit_play_on() -> None:
    rules = {"negative_limit": "mirror", "target": 1, "honours": True}
    fines = [fined("A", "points", points=2), fined("B", "points", points=2)]
    state = match(rules, {**VOID, "penalties": fines})
    assert (state.totals, end(state)) == ({"A": -2, "B": -2}, ("running", None, None))


def test_after_the_deals_the_higher_total_wins_and_void_deals_are_none_of_them() -> None:
    state = match(DEALS, hand(1, 14, 14), VOID, VOID)
    assert (state.hands, state.finished) == (1, False)
    assert end(play(state, hand(1, 14, 14))) == ("won", "A", "deals")
    assert end(play(state, hand(2, 14, 14))) == ("drawn", "draw", "deals")


def test_a_tie_adds_deals_once_and_then_one_at_a_time() -> None:
    state = match({**DEALS, "tie_extra_deals": 3}, hand(1, 14, 14), hand(2, 14, 14))
    assert not state.finished
    state = play(state, hand(1, 20, 20), hand(2, 14, 14), VOID)
    assert (state.hands, state.totals, state.finished) == (4, {"A": 3, "B": 2}, False)
    level = play(state, hand(2, 14, 14))
    assert (level.hands, level.totals, level.finished) == (5, {"A": 3, "B": 3}, False)
    assert end(play(level, hand(1, 14, 14))) == ("won", "A", "deals")
    assert end(play(state, hand(1, 14, 14))) == ("won", "A", "deals")


def test_extra_deals_go_on_one_at_a_time_until_somebody_leads() -> None:
    state = match({**DEALS, "match_deals": 1, "tie_extra_deals": 2, "settlement": "award"}, VOID)
    drawn = {"kind": "conceded", "bidder": 1, "bid": 14, "conceded_by": "bidders", "reason": "revoke"}
    even = {**drawn, "penalties": [fined("B", "points", points=1)]}
    for count in range(1, 7):
        state = play(state, even)
        assert (state.hands, state.totals, state.finished) == (count, {"A": 0, "B": 0}, False)
    assert end(play(state, drawn)) == ("won", "B", "deals")


def test_a_forfeit_ends_any_match_and_the_others_highest_total_wins() -> None:
    state = match(
        {**DEALS, "match_deals": 9}, hand(1, 14, 14), {**VOID, "penalties": [fined("A")]}, own_end=False
    )
    assert (end(state), state.forfeited_by) == (("forfeited", "B", "forfeit"), "A")
    assert state.next_dealer is None
    three = match(THREE, hand(3, 14, 14), hand(1, 25, 25, penalties=[fined("P1")]))
    assert end(three) == ("forfeited", "P3", "forfeit")
    level = match(THREE, hand(1, 14, 14, penalties=[fined("P1")]))
    assert end(level) == ("forfeited", None, "forfeit")
    nobody = match({}, hand(1, 14, 14, penalties=[fined("B"), fined("A")]))
    assert (end(nobody), nobody.forfeited_by) == (("forfeited", None, "forfeit"), "B")
    assert (
        GAME.score(hand(1, 14, 14, penalties=[fined("B"), fined("A")]), rules_of({})).details["forfeit"]
        == "B"
    )


def test_a_match_forfeited_to_the_director_is_won_by_who_leads_of_the_others() -> None:
    state = GAME.forfeit(match({}, hand(1, 25, 25)), "A")
    assert (end(state), state.totals) == (("forfeited", "B", "forfeit"), {"A": 3, "B": 0})
    three = match(THREE, hand(3, 14, 14), hand(1, 25, 25))
    assert end(GAME.forfeit(three, "P1"))[1] == "P3"
    assert end(GAME.forfeit(match(THREE), "P1"))[1] is None


def test_a_match_ended_early_goes_to_the_highest_total() -> None:
    assert end(GAME.close(match({}, hand(1, 14, 14)), "time")) == ("won", "A", "time")
    assert end(GAME.close(match({}, hand(1, 14, 14), hand(2, 14, 14)), "time")) == ("drawn", "draw", "time")
    assert end(GAME.close(match(THREE, hand(1, 14, 14), hand(2, 14, 14)), "time"))[1] == "draw"
    assert end(GAME.close(match(THREE, hand(2, 14, 14)), "director"))[1] == "P2"


def test_without_its_own_end_a_match_goes_on() -> None:
    state = match({}, hand(1, 25, 28), hand(3, 25, 28), hand(1, 14, 14), own_end=False)
    assert (state.finished, state.totals) == (False, {"A": 7, "B": 0})
    assert match(DEALS, *[hand(1, 14, 14)] * 3, own_end=False).finished is False


def test_no_total_falls_below_the_floor() -> None:
    state = match({"score_floor": "zero"}, hand(1, 14, 3), hand(1, 14, 14), hand(1, 14, 3), hand(1, 14, 3))
    assert [totals["A"] for totals in state.running] == [0, 1, 0, 0]


def test_the_deal_passes_to_the_right_but_not_after_a_void_deal() -> None:
    state = match({}, hand(1, 14, 14), dealer=4)
    assert state.next_dealer == 1
    assert play(state, VOID).next_dealer == play(state, {**VOID, "reason": "all_pass"}).next_dealer == 1
    assert match(THREE, hand(1, 14, 14), dealer=3).next_dealer == 1
    assert match({"variant": "56"}, hand(1, 28, 28), dealer=4).next_dealer == 5
    assert match({}, hand(1, 14, 14)).next_dealer is None
    passing = match({"all_pass": "redeal_next_dealer"}, {**VOID, "reason": "all_pass"}, dealer=4)
    assert (passing.next_dealer, play(passing, VOID).next_dealer) == (1, 1)
    ignored = {"all_pass": "redeal_next_dealer", "opening": "forced_first"}
    assert match(ignored, {**VOID, "reason": "all_pass"}, dealer=4).next_dealer == 4


def test_equal_matches_are_decided_by_the_bidders_of_the_last_hand() -> None:
    rules = rules_of(THREE)
    last = hand(2, 14, 14)
    assert GAME.tie_break(last, GAME.score(last, rules), rules) == "P2"
    assert GAME.tie_break(VOID, GAME.score(VOID, rules), rules) is None
    over_deals = rules_of(DEALS)
    assert GAME.tie_break(last, GAME.score(last, over_deals), over_deals) is None


@pytest.mark.parametrize(
    ("options", "totals", "found"),
    [
        ({"settlement": "transfer"}, {"A": 3, "B": -3}, []),
        ({"settlement": "transfer"}, {"A": 3, "B": -2}, ["totals_not_balanced"]),
        ({"settlement": "transfer", "honours": True}, {"A": 3, "B": -2}, []),
        ({**THREE, "settlement": "transfer"}, {"P1": 4, "P2": -2, "P3": -2}, []),
        ({"settlement": "award"}, {"A": 3, "B": -2}, ["total_below_zero"]),
        ({"settlement": "award"}, {"A": 0, "B": 2}, []),
        ({"score_floor": "zero"}, {"A": -1, "B": -2}, ["total_below_zero"] * 2),
        ({}, {"A": -1, "B": 5}, []),
    ],
)
def test_totals_that_no_hands_can_have_given(
    options: dict[str, Any], totals: dict[str, int], found: list[str]
) -> None:
    problems = GAME.doubt_totals(totals, rules_of(options))
    assert [problem.code for problem in problems] == found
    assert all("{" not in sentence(problem, GAME.messages) for problem in problems)


# ---- the command line ----


def test_a_faulty_hand_ends_a_match_with_all_its_codes() -> None:
    faulty, over, no_list = answers(
        ["match", "twenty_eight"],
        [
            {"summaries": [hand(1, 14, 14), {"bidder": 9}]},
            {"summaries": [hand(1, 25, 28), hand(3, 25, 28), {}]},
            {"summaries": 5, "options": {"variant": "56"}},
        ],
    )
    assert codes(faulty) == ["missing_field", "bidder_out_of_range"]
    assert {problem["hand"] for problem in faulty["problems"]} == {2}
    assert codes(over) == ["match_over"]
    assert codes(no_list) == ["bad_type"]


@pytest.mark.parametrize("command", ["check", "score", "match", "replay"])
def test_a_rejected_option_set_is_answered_with_its_code(command: str) -> None:
    field = {"match": "summaries", "replay": "record"}.get(command, "summary")
    value: Any = [] if command == "match" else {"events": []}
    (answer,) = answers(
        [command, "twenty_eight"], [{field: value, "options": {"variant": "56", "pair": True}}]
    )
    assert codes(answer) == ["option_conflict"]


@pytest.mark.parametrize("variant", ["28", "29", "28_3p", "29_3p", "56"])
def test_the_command_line_plays_and_deals_every_variant(
    variant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = json.dumps({"variant": variant})
    assert (
        main(
            ["play", "twenty_eight", "--seed", "7", "--count", "3", "--profile", "club", "--options", options]
        )
        == 0
    )
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 3
    assert [codes(answer) for answer in answers(["replay", "twenty_eight"], lines)] == [[], [], []]
    assert main(["deal", "twenty_eight", "--seed", "7", "--options", options]) == 0
    dealt = json.loads(capsys.readouterr().out)
    assert (dealt["variant"], dealt["events"]) == (variant, [])


# ---- rulings ----

PLAYED = hand(1, 16, 18, bidder_tricks=5, made=True, doubled="double")
DOUBLED = {"doubling": "after_auction"}


def rule(summary: dict[str, Any], options: dict[str, Any] = DOUBLED, **ruling: Any) -> Any:
    return GAME.rule(summary, ruling, rules_of(options))


def test_a_lost_hand_is_scored_as_given_up_by_the_offenders() -> None:
    lost = rule(PLAYED, code="revoke", side="A")
    assert lost == {
        "kind": "conceded",
        "bidder": 1,
        "bid": 16,
        "doubled": "double",
        "conceded_by": "bidders",
        "reason": "revoke",
    }
    assert GAME.score(lost, rules_of(DOUBLED)).sides == {"A": -2, "B": 0}
    assert rule(PLAYED, code="false_ask", side="B")["conceded_by"] == "defenders"
    among_three = rule(hand(2, 14, 10), THREE, code="revoke", side="P3")
    assert among_three["conceded_by"] == "defenders"
    solo = {"bidder": 1, "solo": True, "bidder_tricks": 8}
    assert rule(solo, {"solo": True}, code="revoke", side="B")["solo"] is True


def test_when_both_sides_lose_the_hand_the_first_decides_and_the_second_pays() -> None:
    first = rule(PLAYED, code="revoke", side="A")
    second = rule(first, code="indicator_misuse", side="B")
    fine = {"code": "indicator_misuse", "side": "B", "effect": "points"}
    assert second == {**first, "penalties": [fine]}
    given_up = {**first, "reason": "concession"}
    allowed = {**DOUBLED, "concession": True}
    assert rule(given_up, allowed, code="revoke", side="B")["conceded_by"] == "defenders"


def test_points_are_added_to_the_penalties_and_stand_beside_a_lost_or_void_hand() -> None:
    fine = rule(PLAYED, code="signalling", side="B", points=None)["penalties"]
    assert fine == [{"code": "signalling", "side": "B", "effect": "points"}]
    twice = rule({**PLAYED, "penalties": fine}, code="slow_play", side="A", effect="points", points=2)
    assert [each.get("points") for each in twice["penalties"]] == [None, 2]
    assert rule(twice, code="revoke", side="A")["penalties"] == twice["penalties"]
    void = rule(twice, code="misdeal")
    assert void == {"kind": "void", "reason": "misdeal", "penalties": twice["penalties"]}
    assert rule(PLAYED, code="revoke", effect="void") == {"kind": "void", "reason": "director"}


def test_a_repeated_offence_may_cost_what_the_first_does_not() -> None:
    assert rule(PLAYED, code="slow_play", side="A") == PLAYED
    repeated = rule(PLAYED, code="slow_play", side="A", repeated=True)
    assert repeated["penalties"] == [{"code": "slow_play", "side": "A", "effect": "points"}]
    with pytest.raises(RulesError, match="beyond"):
        rule(PLAYED, code="signalling", side="A", repeated=True)
    with pytest.raises(RulesError, match="beyond"):
        rule(PLAYED, code="unauthorised_substitute", side="A")
    with pytest.raises(RulesError, match="invalid"):
        rule({}, code="signalling", side="A")


def test_a_hand_that_a_ruling_decides_need_not_have_been_played_out() -> None:
    begun = {"bidder": 1, "bid": 16, "bidder_points": 99}
    assert rule(begun, code="revoke", side="A")["conceded_by"] == "bidders"
    assert rule({}, code="misdeal") == {"kind": "void", "reason": "misdeal"}
    for unknown in ({}, {"bidder": 9, "bid": 16}, {"bidder": 1}, {"bidder": [1], "bid": 16}):
        problems = rule(unknown, code="revoke", side="A")
        assert isinstance(problems, tuple)
        assert {problem.code for problem in problems} <= {"missing_field", "bidder_out_of_range", "bad_type"}


def test_a_penalty_can_be_lifted_and_a_lost_hand_cannot() -> None:
    def lift(summary: dict[str, Any], **ruling: Any) -> Any:
        return GAME.lift(summary, ruling, rules_of(DOUBLED))

    fined_once = rule(PLAYED, code="signalling", side="B", points=2)
    assert lift(fined_once, code="signalling", side="B", points=2) == PLAYED
    twice = rule(fined_once, code="signalling", side="B", points=2)
    assert lift(twice, code="signalling", side="B", points=2) == fined_once
    assert lift(fined_once, code="signalling", side="B") is None
    assert lift(fined_once, code="signalling", side="A", points=2) is None
    assert lift(rule(PLAYED, code="revoke", side="A"), code="revoke", side="A") is None
    assert lift(PLAYED, code="cheating", side="A") is None


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ({"code": "cheating", "side": "A"}, "unknown_infraction"),
        ({"code": ["revoke"], "side": "A"}, "unknown_infraction"),
        ({"code": "revoke", "side": "A", "effect": "death"}, "unknown_effect"),
        ({"code": "revoke", "side": "P1"}, "ruling_side_missing"),
        ({"code": "signalling"}, "ruling_side_missing"),
        ({"code": "signalling", "side": "A", "points": 11}, "bad_ruling_points"),
        ({"code": "signalling", "side": "A", "points": True}, "bad_ruling_points"),
    ],
)
def test_a_ruling_that_cannot_be_is_answered_with_its_code(ruling: dict[str, Any], code: str) -> None:
    (problem,) = rule(PLAYED, **ruling)
    assert problem.code == code
    assert "{" not in sentence(problem, GAME.messages)


def test_a_void_deal_cannot_be_lost() -> None:
    (problem,) = rule(VOID, code="revoke", side="A")
    assert problem.code == "ruling_without_hand"


CATALOGUE = {
    "misdeal": ("void", None),
    "exposed_card_in_deal": ("void", None),
    "bid_out_of_turn": ("warning", "points"),
    "pass_out_of_turn": ("warning", None),
    "insufficient_bid": ("warning", None),
    "revoke": ("hand_lost", None),
    "false_ask": ("hand_lost", None),
    "no_trump_after_ask": ("hand_lost", None),
    "trump_lead_before_reveal": ("hand_lost", None),
    "indicator_misuse": ("hand_lost", None),
    "refusal_to_reveal": ("hand_lost", None),
    "indicator_peek": ("points", None),
    "lead_out_of_turn": ("warning", None),
    "play_out_of_turn": ("warning", "points"),
    "exposed_card": ("warning", None),
    "false_pair": ("points", None),
    "false_redeal_claim": ("points", None),
    "signalling": ("points", "match_forfeit"),
    "slow_play": ("warning", "points"),
    "late_arrival": ("points", None),
    "score_misreport": ("warning", None),
    "unauthorised_substitute": ("match_forfeit", None),
    "misconduct": ("points", None),
}


def test_the_catalogue_is_that_of_the_rules() -> None:
    found = {
        each.code: (each.effect, each.repeated.effect if each.repeated else None) for each in GAME.infractions
    }
    assert found == CATALOGUE
    assert GAME.effect_texts.keys() == GAME.effects.keys()


def test_a_penalty_is_told_with_the_points_that_the_event_gives_it() -> None:
    rules = rules_of({"penalty_points": 4})
    late, signal = GAME.infraction("late_arrival"), GAME.infraction("signalling")
    assert late is not None and signal is not None
    assert GAME.effect_in_words(late.consequence(rules=rules), rules) == "a penalty of 4"
    assert GAME.effect_in_words(signal.consequence(rules=rules), rules) == "a penalty of 3"
    assert signal.consequence(repeated=True) == Consequence("match_forfeit")
    hidden = GAME.infraction("indicator_peek")
    assert hidden is not None
    assert hidden.exists(rules) and not hidden.exists(rules_of({"trump_mode": "open"}))
