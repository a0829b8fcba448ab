"""Twenty-Eight card by card: the worked record, its options, and anything that is given as an event."""

from __future__ import annotations

import dataclasses
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.play import Fault, Opening, Replayed, play_hand
from engine.core.problems import Problem, RulesError, sentence
from engine.games.twenty_eight import GAME, glance, play, record
from engine.games.twenty_eight.state import State, points
from tests.engine import twenty_eight_playouts as playouts
from tests.engine.strategies import any_json
from tests.engine.twenty_eight import PLAY, POSITIONS, option_sets, rules_of

RECORD = POSITIONS["record"]
seeds = st.integers(0, 10**6)


def replayed(under: Any = None, **changed: Any) -> Replayed:
    outcome = PLAY.replay({**RECORD, **changed}, under)
    assert isinstance(outcome, Replayed), outcome
    return outcome


def code(under: Any = None, **changed: Any) -> str:
    outcome = PLAY.replay({**RECORD, **changed}, under)
    assert isinstance(outcome, Fault), outcome
    assert outcome.problem.code in GAME.messages
    return outcome.problem.code


def after(count: int, options: Any = None, of: Any = RECORD) -> State:
    """The position after so many events."""
    opening = PLAY.read(of, options)
    assert isinstance(opening, Opening), opening
    state: State = opening.state
    for event in of["events"][:count]:
        following = PLAY.apply(state, event)
        assert isinstance(following, State), following
        state = following
    return state


def facts(state: State) -> dict[str, Any]:
    return {each.name: getattr(state, each.name) for each in dataclasses.fields(state) if each.repr}


# ---- the worked record ----


def test_the_worked_record_gives_its_summary_and_score() -> None:
    outcome = replayed(summary=POSITIONS["summary"], score=POSITIONS["score"])
    assert outcome.summary == POSITIONS["summary"]
    assert outcome.score.sides == POSITIONS["score"]


@pytest.mark.parametrize("trick", POSITIONS["tricks"], ids=lambda trick: f"trick {trick['trick']}")
def test_every_trick_of_the_worked_record_goes_where_it_is_said_to_go(trick: dict[str, Any]) -> None:
    plays = [at for at, event in enumerate(RECORD["events"], 1) if event["e"] == "play"]
    last, begun = plays[4 * trick["trick"] - 1], plays[4 * trick["trick"] - 4] - 1
    state, before = after(last), after(begun)
    seen = PLAY.view_for(state, None)
    seats = [(seen["first"] + at - 1) % 4 + 1 for at in range(4)]
    cards = [f"{seat}:{card}" for seat, card in zip(seats, seen["table"], strict=True)]
    assert " ".join(cards) == trick["cards"]
    assert (seen["winning"], seen["full"]) == (trick["winner"], True)
    gained = {seat: points(state.won[seat]) - points(before.won[seat]) for seat in (1, 2, 3, 4)}
    assert gained == {seat: trick["points"] if seat == trick["winner"] else 0 for seat in (1, 2, 3, 4)}


@pytest.mark.parametrize("change", POSITIONS["illegal"], ids=lambda change: change["code"])
def test_every_change_that_makes_the_worked_record_illegal_is_named(change: dict[str, Any]) -> None:
    events = [*RECORD["events"]]
    events.insert(change["event"], change["action"])
    fault = PLAY.replay({**RECORD, "events": events}, None)
    assert isinstance(fault, Fault)
    assert (fault.problem.code, fault.event) == (change["code"], change["event"])


def test_with_live_trumps_the_fourth_trick_goes_to_the_higher_one() -> None:
    count = next(at for at, event in enumerate(RECORD["events"]) if event.get("card") == "TH") + 1
    assert after(count).owner == 2
    live = {"variant": "28", "doubling": "after_auction", "pre_reveal_trumps": "same_trick_live"}
    assert after(count, live).owner == 1


# ---- at a glance, and anything ----


@given(seeds, option_sets)
@settings(max_examples=80)
def test_plain_play_at_a_glance_leads_to_where_card_by_card_leads(seed: int, options: dict[str, Any]) -> None:
    rules = rules_of(options)
    hand, _summary = play_hand(PLAY, rules, Random(seed))
    events = hand["events"]
    if seed % 3:
        spoilt = Random(seed).randrange(len(events))
        events[spoilt] = {**events[spoilt], **Random(seed).choice(SPOILT)}
    slow, fast = (record.read(hand, rules).state for _ in range(2))
    at = done = 0
    while at < len(events) and play.advance(fast, events[at]) is None:
        at = glance.run(fast, events, at + 1)
        for event in events[done:at]:
            assert play.advance(slow, event) is None
        done = at
        assert facts(fast) == facts(slow)


SPOILT = [
    {"card": 7},
    {"card": []},
    {"seat": True},
    {"seat": 2.0},
    {"e": "pass"},
    {"card": "9S"},
    {"card": "JH"},
]


@given(any_json, st.integers(0, len(RECORD["events"])))
def test_anything_as_an_event_is_answered_and_leaves_the_position_alone(event: Any, count: int) -> None:
    state = after(count)
    before = facts(state.copy())
    outcome = PLAY.apply(state, event)
    assert isinstance(outcome, Problem)
    assert outcome.code in GAME.messages
    assert facts(state) == before


KINDS = [event["e"] for event in RECORD["events"][:8]] + [
    "solo",
    "claim_redeal",
    "ask",
    "reveal",
    "pair",
    "concede",
]
anything = any_json | st.sampled_from([*KINDS, *range(1, 7), 14, 20, 29, "9C", "10C", "S", "N", None])


@given(
    st.dictionaries(st.sampled_from(["e", "seat", "card", "amount", "denom"]), anything),
    st.integers(0, len(RECORD["events"]) - 1),
    option_sets,
)
def test_anything_in_the_fields_of_an_event_is_answered(
    fields: dict[str, Any], count: int, options: dict[str, Any]
) -> None:
    for under in (None, {**options, "variant": "28", "first_batch": 4}):
        if under is not None and not isinstance(GAME.read_rules(under), GAME.Rules):
            continue
        events = [*RECORD["events"][:count], {**RECORD["events"][count], **fields}]
        outcome = PLAY.replay({**RECORD, "events": events}, under)
        if isinstance(outcome, Fault):
            assert outcome.problem.code in GAME.messages
            json.dumps(dict(outcome.problem.params)).encode()
            assert "{" not in sentence(outcome.problem, GAME.messages).replace("{…}", "").replace("{}", "")


TOP = ["game", "variant", "profile", "options", "dealer", "hands", "events", "summary", "score"]


@given(st.dictionaries(st.sampled_from(TOP), any_json, max_size=3))
def test_anything_in_the_fields_of_a_record_is_answered(changed: dict[str, Any]) -> None:
    outcome = PLAY.replay({**RECORD, **changed}, None)
    if isinstance(outcome, Fault):
        assert outcome.problem.code in GAME.messages
        json.dumps(dict(outcome.problem.params)).encode()


def test_the_faults_of_a_record_come_in_their_order() -> None:
    hands = RECORD["hands"]
    first = hands["1"]
    assert code(events=None) == code(game="tichu") == code(options=[]) == "bad_record"
    assert code(variant="29", under={"variant": "28"}) == code({"variant": "29"}) == "bad_record"
    assert code(profile="official") == "bad_option_value"
    assert code(options={"kotah": True}) == "unknown_option"
    assert code(variant="56", options={"pair": True}) == "option_conflict"
    assert code(dealer=5) == code(dealer=True) == code(dealer=None) == "bad_dealer"
    assert code(hands=[]) == code(hands={**hands, "5": first}) == code(variant="56") == "bad_deal"
    assert code(hands={**hands, "1": {"first": first["first"]}}) == "bad_deal"
    assert code(hands={**hands, "1": {"first": first["second"] * 2, "second": []}}) == "bad_deal"
    assert code(hands={**hands, "1": {**first, "first": "JCQC"}}) == "bad_deal"
    assert code(hands={**hands, "1": {**first, "first": {"JC": 1, "8C": 1, "KD": 1, "7C": 1}}}) == "bad_deal"
    assert code({"first_batch": 8}) == "bad_deal"
    assert code(hands={**hands, "1": {**first, "first": ["JC", "8C", "KD", "JC"]}}) == "bad_deck"
    assert code(hands={**hands, "1": {**first, "first": ["JC", "8C", "KD", ["7C"]]}}) == "bad_deck"
    assert code(events=[5]) == code(events=[{"e": "sing", "seat": 2}]) == "unknown_action"
    assert code(events=[*RECORD["events"], 5]) == "hand_over"
    assert code(events=RECORD["events"][:-1]) == "hand_incomplete"


def test_idle_options_of_a_record_are_not_read() -> None:
    given_rules = {"doubling": "after_auction", "honours": True}
    for idle in ({"kotah": True}, [], 5, None):
        assert replayed(given_rules, options=idle, profile=7).score.sides == {"A": 2, "B": 0}


def test_a_ten_may_be_written_in_two_ways() -> None:
    text = json.dumps(RECORD)
    for suit in "SHDC":
        text = text.replace(f'"T{suit}"', f'"10{suit}"')
    outcome = PLAY.replay(json.loads(text), None)
    assert isinstance(outcome, Replayed)
    assert outcome.score.sides == {"A": 2, "B": 0}


@pytest.mark.parametrize(
    ("typed", "agrees"),
    [
        ({}, True),
        ({"bidder": 1, "made": True}, True),
        ({"defender_points": 12, "solo": False, "pair": "none", "kind": None}, True),
        ({"bidder": 1, "made": False}, False),
        ({"bidder": 2}, False),
        ({"bid": 17}, False),
        ({"doubled": "redouble"}, False),
        ({"all_jacks": "bidders"}, False),
        ({"bidder_points": 16, "defender_points": 13}, False),
        ({"defender_points": 13}, False),
        ({"kind": "void", "reason": "all_pass"}, False),
        ({"bidder": True}, False),
        (None, False),
        ([], False),
    ],
)
def test_a_summary_beside_the_record_must_agree(typed: Any, agrees: bool) -> None:
    if agrees:
        assert replayed(summary=typed).summary == POSITIONS["summary"]
    else:
        assert code(summary=typed) == "summary_mismatch"


def test_penalties_beside_the_record_are_taken_over_and_count() -> None:
    fines = [{"code": "revoke", "side": "A", "effect": "points", "points": 5}]
    outcome = replayed(summary={"penalties": fines})
    assert outcome.summary["penalties"] == fines
    assert outcome.score.sides == {"A": -3, "B": 0}
    assert replayed(summary={"penalties": []}).summary == POSITIONS["summary"]


def test_a_score_beside_the_record_may_leave_out_its_details_but_no_side() -> None:
    told = replayed().score.as_json()
    assert replayed(score=told).score.as_json() == told
    for wrong in ({"A": 2}, {"A": 2.0, "B": 0}, {**told, "made": False}, {**told, "C": 0}, None, []):
        assert code(score=wrong) == "summary_mismatch"


@pytest.mark.parametrize("seed", range(60))
def test_a_random_hand_holds_in_every_way(seed: int) -> None:
    assert playouts.examine(str(seed))["hands"] == 1


def test_a_difference_ends_the_playouts(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert playouts.main(["--count", "3", "--seed", "5"]) == 0
    monkeypatch.setattr(playouts, "may_ask", lambda state: True)
    assert playouts.main(["--count", "3", "--seed", "5"]) == 1
    assert "seed 5/0" in capsys.readouterr().err


def test_a_hand_that_is_over_has_no_event_and_one_that_is_not_no_summary() -> None:
    over = after(len(RECORD["events"]))
    with pytest.raises(RulesError, match="legal event"):
        PLAY.random_event(over, Random(1))
    with pytest.raises(RulesError, match="summary"):
        PLAY.summary(after(40))
    assert PLAY.to_act(over) == ()
    assert list(PLAY.legal_actions(over)) == []
