"""Thunee card by card: the worked record, what is legal at its moments, and anything given as an event."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.play import Fault, Opening, Replayed, play_hand
from engine.core.problems import Problem, RulesError, sentence
from engine.games.thunee import GAME, glance, play, record
from engine.games.thunee.cards import DECKS, beaters, points
from engine.games.thunee.events import KEYS
from engine.games.thunee.state import State
from engine.games.thunee.view import view_for
from tests.engine import thunee_playouts as playouts
from tests.engine.strategies import any_json
from tests.engine.thunee import CLUB, PLAY, POSITIONS, option_sets, rules_of

RECORD = POSITIONS["record"]
seeds = st.integers(0, 10**6)


def opened(**changed: Any) -> State:
    opening = PLAY.read({**RECORD, **changed}, None)
    assert isinstance(opening, Opening), opening
    return opening.state


def code(under: Any = None, **changed: Any) -> str:
    outcome = PLAY.replay({**RECORD, **changed}, under)
    assert isinstance(outcome, Fault), outcome
    return outcome.problem.code


def after(count: int, **options: Any) -> State:
    """The worked position after so many events."""
    return follow(opened(options=options), RECORD["events"][:count])


def follow(state: State, events: list[dict[str, Any]]) -> State:
    for event in events:
        following = PLAY.apply(state, event)
        assert isinstance(following, State), (event, following)
        state = following
    return state


def refusal(state: State, **event: Any) -> str:
    found = PLAY.apply(state, event)
    assert isinstance(found, Problem), found
    return found.code


def test_a_deck_is_worth_what_the_table_says() -> None:
    for size, codes in ((24, DECKS[24].codes), (32, DECKS[32].codes)):
        assert len(codes) == size
        for scheme, total in (("declare154", 154), ("count304", 304)):
            worth = points(scheme, "H")
            assert sum(value for bit, value in worth.items() if bit & play.CARDS.mask(codes)) == total


@pytest.mark.parametrize(
    ("scheme", "royals", "suit", "strongest_first"),
    [
        ("declare154", False, "S", "J9ATKQ87"),
        ("declare154", False, "H", "ATKQJ987"),
        ("count304", False, "H", "J9ATKQ87"),
        ("count304", True, "S", "QKTA9J87"),
        ("declare154", True, "H", "QKTA9J87"),
    ],
)
def test_the_order_of_a_suit_with_spades_for_trumps(
    scheme: str, royals: bool, suit: str, strongest_first: str
) -> None:
    beating = beaters(scheme, royals, "S")
    own = play.CARDS.suits[suit]
    ranked = sorted(strongest_first, key=lambda rank: (beating[play.BITS[rank + suit]] & own).bit_count())
    assert "".join(ranked) == strongest_first
    trumped = beating[play.BITS["JH"]] & play.CARDS.suits["S"]
    assert trumped == play.CARDS.suits["S"]


def test_the_worked_record_gives_its_summary_and_score() -> None:
    whole = {**RECORD, "summary": POSITIONS["summary"], "score": POSITIONS["score"]}
    outcome = PLAY.replay(whole, None)
    assert isinstance(outcome, Replayed), outcome
    assert outcome.summary == POSITIONS["summary"]
    assert outcome.score.sides == POSITIONS["score"]


@pytest.mark.parametrize("trick", POSITIONS["tricks"], ids=lambda trick: f"trick {trick['trick']}")
def test_every_trick_of_the_worked_record_goes_where_it_is_said_to_go(trick: dict[str, Any]) -> None:
    state, done = opened(), []
    for event in RECORD["events"]:
        before, state = state, follow(state, [event])
        if sum(state.tricks) > sum(before.tricks):
            done.append((before, state))
    before, state = done[trick["trick"] - 1]
    seen = view_for(state, None)
    seats = [(seen["first"] + at - 1) % 4 + 1 for at in range(4)]
    cards = [f"{seat}:{card}" for seat, card in zip(seats, seen["table"], strict=True)]
    assert " ".join(cards) == trick["cards"]
    assert seen["winning"] == trick["winner"]
    gained = {seat: state.taken[seat] - before.taken[seat] for seat in (1, 2, 3, 4)}
    assert gained == {seat: trick["points"] if seat == trick["winner"] else 0 for seat in (1, 2, 3, 4)}


@pytest.mark.parametrize("case", POSITIONS["events"], ids=lambda case: str(case["event"]))
def test_an_event_at_a_moment_of_the_worked_record(case: dict[str, Any]) -> None:
    outcome = PLAY.apply(after(case["after"]), case["event"])
    assert (outcome.code if isinstance(outcome, Problem) else None) == case["code"]


@pytest.mark.parametrize("case", POSITIONS["exact"], ids=lambda case: f"after {case['after']}")
def test_exactly_these_events_are_legal(case: dict[str, Any]) -> None:
    found = [playouts.said(event) for event in PLAY.legal_actions(after(case["after"]))]
    assert sorted(found) == sorted(map(playouts.said, case["legal"]))


@pytest.mark.parametrize(
    ("event", "sentence_of_it"),
    [
        ({"e": "call", "seat": 3, "amount": 5}, "The lowest call is 10."),
        ({"e": "call", "seat": 3, "amount": 120}, "The highest call is 104."),
        ({"e": "call", "seat": 3, "amount": 30}, "The next call is 10."),
        ({"e": "call_both", "seat": 3, "amount": 10}, "A joint call must be 20 now."),
        ({"e": "call", "seat": 3, "amount": "x"}, "x is not a possible call."),
    ],
)
def test_a_wrong_call_is_told_what_may_be_called(event: dict[str, Any], sentence_of_it: str) -> None:
    found = PLAY.apply(after(2), event)
    assert isinstance(found, Problem)
    assert sentence(found, GAME.messages) == sentence_of_it


def test_a_window_waits_for_whoever_acts_behind_it() -> None:
    assert PLAY.to_act(opened()) == (4,)
    assert PLAY.to_act(after(2)) == (1, 3)
    assert PLAY.to_act(after(5)) == (1, 2, 4)
    assert PLAY.to_act(after(6)) == (3,)
    assert PLAY.to_act(after(8)) == (4,)
    assert PLAY.to_act(after(33)) == ()


@given(seeds, option_sets)
@settings(max_examples=120)
def test_cards_at_a_glance_lead_to_where_card_by_card_leads(seed: int, options: dict[str, Any]) -> None:
    rules, source = rules_of(options), Random(seed)
    hand, _summary = play_hand(PLAY, rules, source)
    events = hand["events"]
    if seed % 3:
        at = source.randrange(len(events))
        events[at] = {**events[at], **source.choice([*SPOILT, {"card": source.choice(DECKS[24].codes)}])}
    slow, fast = (record.read(hand, rules).state for _ in range(2))
    at = 0
    while at < len(events):
        before = facts(slow)
        problem = play.advance(slow, events[at])
        assert play.advance(fast, events[at]) == problem
        if problem is not None:
            assert facts(slow) == before
            break
        stop = glance.run(fast, events, at + 1)
        for event in events[at + 1 : stop]:
            assert play.advance(slow, event) is None
        assert facts(fast) == facts(slow)
        at = stop


SPOILT: list[dict[str, Any]] = [
    {"card": 7},
    {"card": []},
    {"seat": True},
    {"seat": 2.0},
    {"e": "pass"},
    {"x": 1},
]


def facts(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in State.__slots__ if name not in ("beaters", "worth")} | {
        "hands": [*state.hands],
        "taken": [*state.taken],
        "tricks": [*state.tricks],
        "table": [*state.table],
    }


@given(any_json)
def test_anything_as_an_event_is_answered_and_leaves_the_position_alone(event: Any) -> None:
    state = after(9)
    before = facts(state)
    outcome = PLAY.apply(state, event)
    assert isinstance(outcome, Problem)
    assert outcome.code in GAME.messages
    assert facts(state) == before


parts = {
    "e": st.sampled_from(sorted(KEYS)),
    "seat": st.integers(0, 5) | any_json,
    "card": st.sampled_from(["TS", "JS", "7C"]) | any_json,
    "suit": st.sampled_from("CDHSX") | any_json,
    "call": st.sampled_from(["thunee", "royals", "blind_thunee", "double", "khanaak"]) | any_json,
    "amount": st.integers(0, 120) | any_json,
    "code": st.sampled_from(["revoke", "speaking", "misdeal", "observer_advice"]) | any_json,
    **{name: st.booleans() | any_json for name in ("jack", "declined", "last_card")},
    **{name: any_json for name in ("value", "batch", "at", "side", "reason")},
}


@given(
    st.integers(0, 33),
    st.fixed_dictionaries({"e": parts["e"]}, optional={n: parts[n] for n in parts if n != "e"}),
)
@settings(max_examples=200)
def test_anything_in_the_fields_of_an_event_is_answered(count: int, event: dict[str, Any]) -> None:
    outcome = PLAY.apply(after(count), event)
    if isinstance(outcome, Problem):
        assert outcome.code in GAME.messages
        json.dumps(dict(outcome.params)).encode()
    else:
        assert isinstance(outcome, State)


TOP = [
    "game",
    "variant",
    "profile",
    "options",
    "dealer",
    "hands",
    "balls_before",
    "target",
    "events",
    "summary",
    "score",
]


@given(st.dictionaries(st.sampled_from(TOP), any_json, max_size=3))
def test_anything_in_the_fields_of_a_record_is_answered(changed: dict[str, Any]) -> None:
    outcome = PLAY.replay({**RECORD, **changed}, None)
    if isinstance(outcome, Fault):
        assert outcome.problem.code in GAME.messages
        json.dumps(dict(outcome.problem.params)).encode()


def test_the_faults_of_a_record_come_in_their_order() -> None:
    hands = RECORD["hands"]
    assert code(events=None) == code(game="tichu") == code(game=None) == code(options=[]) == "bad_record"
    assert code(options={"x": 1, "cut_min": 0}, dealer=9) == "unknown_option"
    assert code({"cut_min": 0}, options={"x": 1}) == "bad_option_value"
    assert code({"variant": "six"}, dealer=9) == code(variant="six", dealer=9, under=CLUB) == "bad_record"
    assert code(variant="three") == code(profile=None) == "bad_option_value"
    assert code(balls_before={"A": 1}) == code(balls_before={"A": 1, "B": 100}) == "bad_record"
    assert code(target=13, dealer=9) == code(target=True) == "bad_record"
    assert code(dealer=5, hands=None) == code(dealer=True) == code(dealer=1.0) == "dealer_unknown"
    assert code(hands=[]) == code(hands={**hands, "5": {}}) == "deal_seats"
    assert code(hands={**hands, "1": {}}) == code(hands={**hands, "1": [1]}) == "deal_count"
    assert code(hands={**hands, "1": {**hands["1"], "third": []}}) == "deal_count"
    assert code(hands={**hands, "1": {**hands["1"], "second": ["9D", "TS", "7S"]}, "2": 7}) == "deal_count"
    cards = {card: 1 for card in hands["1"]["first"]}
    assert code(hands={**hands, "1": {**hands["1"], "first": cards}}) == "deal_count"
    assert code(hands={**hands, "1": {**hands["1"], "second": ["9D", "7S"]}}) == "card_unknown"
    assert code(hands={**hands, "1": {**hands["1"], "second": ["9D", ["TS"]]}}) == "card_unknown"
    assert code(hands={**hands, "1": {**hands["1"], "second": ["9D", "9D"]}}) == "card_duplicated"
    assert code(events=[5]) == "bad_event"
    assert code(events=[*RECORD["events"], RECORD["events"][0]]) == "hand_over"
    assert code(events=RECORD["events"][:32]) == "hand_incomplete"
    assert code(summary=False) == code(summary=[]) == code(summary={"kind": "normal"}) == "summary_mismatch"
    assert code(score={"A": 0, "B": 2.0}) == code(score=False) == code(score={"B": 2}) == "score_mismatch"


@pytest.mark.parametrize(
    ("changed", "agrees"),
    [
        ({}, True),
        ({"other_points": 170, "claimed_balls": {"A": 0, "B": 2}, "note": "x", "doubled": False}, True),
        ({"royals_agreed": False, "jodhi": {"B": [40], "A": []}, "final_call": None}, True),
        ({"tricks": None, "balls_before": None, "target": None}, True),
        ({"claimed_balls": {"A": 0, "B": 1}}, False),
        ({"jodhi": {"B": [20]}}, False),
        ({"jodhi": {}}, False),
        ({"call": 40}, False),
        ({"balls_before": {"A": 5, "B": 4}}, False),
    ],
)
def test_a_summary_beside_the_record_must_agree_with_it(changed: dict[str, Any], agrees: bool) -> None:
    outcome = PLAY.replay({**RECORD, "summary": {**POSITIONS["summary"], **changed}}, None)
    assert isinstance(outcome, Replayed) == agrees
    if not agrees:
        assert isinstance(outcome, Fault) and outcome.problem.code == "summary_mismatch"


@pytest.mark.parametrize("seed", range(60))
def test_a_random_hand_holds_in_every_way(seed: int) -> None:
    assert playouts.examine(str(seed))["hands"] == 1


def test_a_difference_ends_the_playouts(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert playouts.main(["--count", "3", "--seed", "5"]) == 0
    monkeypatch.setattr(playouts, "worth", lambda state, card: -1)
    assert playouts.main(["--count", "3", "--seed", "5"]) == 1
    assert "seed 5/0" in capsys.readouterr().err


def test_a_hand_that_is_over_has_no_event_and_one_that_is_not_no_summary() -> None:
    with pytest.raises(RulesError, match="legal event"):
        PLAY.random_event(after(33), Random(1))
    with pytest.raises(RulesError, match="summary"):
        PLAY.summary(after(32))


def test_the_trump_suit_lies_face_down_until_the_first_lead() -> None:
    for count, known in ((7, False), (8, False), (9, True)):
        state = after(count)
        seen = {seat: view_for(state, seat)["trump"] for seat in (1, 2, 3, 4)}
        assert seen == {
            1: "S" if known else None,
            2: "S" if known else None,
            3: "S",
            4: "S" if known else None,
        }
        assert view_for(state, 1)["trump_hidden"] is not known
    assert view_for(after(8), None)["trump"] == "S"


def test_a_blind_caller_does_not_see_his_last_cards() -> None:
    state = opened(profile="seed", options={"royals_mode": "off"})
    begin = [
        {"e": "cut", "seat": 2, "declined": True},
        {"e": "deal", "seat": 1, "batch": 1},
        {"e": "call", "seat": 2, "amount": 100},
        {"e": "special", "seat": 3, "call": "blind_thunee"},
    ]
    state = follow(state, [*begin, {"e": "deal", "seat": 1, "batch": 2}])
    assert set(view_for(state, 3)["hands"]["3"]) == set(RECORD["hands"]["3"]["first"])
    assert len(view_for(state, None)["hands"]["3"]) == 6
    assert refusal(state, e="play", seat=3, card="9C") == "blind_card_not_available"
    assert refusal(state, e="special", seat=3, call="thunee") == "thunee_too_late"
    assert refusal(state, e="jodhi", seat=3, suit="S") == "jodhi_in_thunee"
    assert refusal(state, e="final", seat=3, call="double") == "final_call_in_thunee"
    state = follow(state, [{"e": "play", "seat": 3, "card": "JS"}])
    assert (state.trump, state.beaters) == ("S", beaters("declare154", False, "S"))


def test_the_last_card_makes_trumps_where_nobody_called() -> None:
    events = [RECORD["events"][0], RECORD["events"][1], {"e": "close", "seat": 1}]
    with_four_suits = {**RECORD["hands"], "2": {"first": ["KS", "KH", "9D", "KC"], "second": ["TD", "9S"]}}
    with_four_suits["1"] = {"first": ["AD", "QD", "AS", "AC"], "second": ["QS", "TS"]}
    state = follow(opened(hands=with_four_suits), events)
    assert (state.maker, state.call) == (2, 0)
    assert {"e": "trump", "seat": 2, "last_card": True} in list(PLAY.legal_actions(state))
    state = follow(state, [{"e": "trump", "seat": 2, "last_card": True}])
    assert state.trump == "S"
    plain = follow(opened(), events)
    assert refusal(plain, e="trump", seat=2, last_card=True) == "last_card_not_allowed"
    assert follow(
        opened(options={"last_card_trump": "always"}), [*events, {"e": "trump", "seat": 2, "last_card": True}]
    )


def test_a_called_card_must_be_played_as_soon_as_it_may_be() -> None:
    state = after(8, call_partner=True)
    assert state.chain() == ("thunee", "called", "play")
    assert refusal(state, e="partner_card", seat=1, card="AD") == "not_trump_maker"
    assert refusal(state, e="partner_card", seat=3, card="JS") == "called_card_own"
    assert refusal(state, e="partner_card", seat=3, card="KS") == "called_card_not_high"
    assert refusal(state, e="partner_card", seat=3) == "called_card_not_high"
    state = follow(state, [{"e": "partner_card", "seat": 3, "card": "9H"}])
    assert refusal(state, e="special", seat=1, call="thunee") == "thunee_too_late"
    assert refusal(state, e="play", seat=4, card="JH") == "must_play_called_card"
    assert [event["card"] for event in PLAY.legal_actions(state)] == ["9H"]
    assert view_for(state, 1)["called"] == "9H"


def test_observers_are_ruled_against_by_their_side() -> None:
    state = opened(variant="observed")
    assert refusal(state, e="infraction", seat=1, code="observer_advice") == "bad_event"
    assert refusal(state, e="infraction", side="A", seat=1, code="observer_advice") == "bad_event"
    assert refusal(state, e="infraction", side="C", code="observer_advice") == "bad_event"
    assert refusal(opened(), e="infraction", side="A", code="revoke") == "bad_event"
    assert refusal(opened(), e="infraction", seat=1, code="observer_advice") == "infraction_not_penalised"
    ended = follow(state, [{"e": "infraction", "side": "A", "code": "observer_advice"}])
    assert PLAY.summary(ended)["side"] == "A"


def test_a_weak_first_batch_may_be_thrown_in_by_the_dealers_right_alone() -> None:
    weak = {"first": ["KS", "KH", "QC", "QS"], "second": ["TD", "9S"]}
    others = {**RECORD["hands"], "2": weak, "3": {"first": ["JS", "AS", "QH", "KD"], "second": ["9C", "JD"]}}
    state = follow(opened(hands=others), RECORD["events"][:2])
    assert state.phase == "weak"
    assert refusal(state, e="weak_redeal", seat=3) == "not_default_trumper"
    assert PLAY.summary(follow(state, [{"e": "weak_redeal", "seat": 2}]))["reason"] == "weak_hand"
    assert follow(state, [{"e": "call", "seat": 3, "amount": 10}]).phase == "auction"
    assert after(2).phase == "auction"
