"""Malilla card by card: the worked record, the duties of section 5, and anything that is given as an event."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.play import Fault, Opening, Replayed, play_hand
from engine.core.problems import Problem, RulesError
from engine.core.replay import frames
from engine.core.showing import Words
from engine.games.malilla import GAME, legality, play, record
from engine.games.malilla.cards import CARDS, POINTS
from engine.games.malilla.deal import by_seat
from engine.games.malilla.state import State
from tests.engine import malilla_playouts as playouts
from tests.engine.malilla import PLAY, POSITIONS, option_sets, rules_of
from tests.engine.strategies import any_json

RECORD = POSITIONS["record"]
seeds = st.integers(0, 10**6)


def opened(under: Any = None, **changed: Any) -> State:
    opening = PLAY.read({**RECORD, **changed}, under)
    assert isinstance(opening, Opening), opening
    return opening.state


def replayed(under: Any = None, **changed: Any) -> Replayed:
    outcome = PLAY.replay({**RECORD, **changed}, under)
    assert isinstance(outcome, Replayed), outcome
    return outcome


def code(under: Any = None, **changed: Any) -> str:
    outcome = PLAY.replay({**RECORD, **changed}, under)
    assert isinstance(outcome, Fault), outcome
    return outcome.problem.code


def after(count: int, options: Any = None) -> State:
    """The worked position after so many cards."""
    state = opened(options)
    for event in RECORD["events"][:count]:
        following = PLAY.apply(state, event)
        assert isinstance(following, State), following
        state = following
    return state


def test_the_deck_has_fifteen_points_in_a_suit() -> None:
    assert len(POINTS) == 48
    for letter in "OCEB":
        assert sum(value for card, value in POINTS.items() if card[1] == letter) == 15


def test_the_worked_record_gives_its_summary_and_score() -> None:
    outcome = replayed()
    assert {**outcome.summary, "before": {"A": 0, "B": 38}} == outcome.summary
    assert {name: outcome.summary[name] for name in POSITIONS["summary"]} == POSITIONS["summary"]
    assert outcome.score.sides == POSITIONS["score"]
    assert outcome.score.details["pinta_status"] == "held_lost"


@pytest.mark.parametrize("other", POSITIONS["other_scores"], ids=lambda other: str(other["options"]))
def test_the_worked_record_under_other_options(other: dict[str, Any]) -> None:
    assert replayed(other["options"]).score.sides == other["score"]


@pytest.mark.parametrize("trick", POSITIONS["tricks"], ids=lambda trick: f"trick {trick['trick']}")
def test_every_trick_of_the_worked_record_goes_where_it_is_said_to_go(trick: dict[str, Any]) -> None:
    last, before = after(4 * trick["trick"]), after(4 * trick["trick"] - 4)
    seen = PLAY.view_for(last, None)
    seats = [(seen["first"] + at - 1) % 4 + 1 for at in range(4)]
    cards = [f"{seat}:{card}" for seat, card in zip(seats, seen["table"], strict=True)]
    assert " ".join(cards) == trick["cards"]
    assert seen["winning"] == trick["winner"]
    gained = {seat: last.taken[seat] - before.taken[seat] for seat in (1, 2, 3, 4)}
    assert gained == {seat: trick["points"] if seat == trick["winner"] else 0 for seat in (1, 2, 3, 4)}


@pytest.mark.parametrize("change", POSITIONS["illegal"], ids=lambda change: str(change["play"]))
def test_every_change_that_makes_the_worked_record_illegal_is_named(change: dict[str, Any]) -> None:
    events = [*RECORD["events"]]
    events[change["event"]] = change["play"]
    fault = PLAY.replay({**RECORD, "events": events}, None)
    assert isinstance(fault, Fault)
    assert (fault.problem.code, fault.event) == (change["code"], change["event"])


CONTRAFALLO = {
    "free": {"8C": None, "SC": None, "3O": None},
    "no_undertrump": {"8C": None, "SC": None, "3O": "must_not_undertrump"},
    "worthless": {"8C": None, "SC": "must_discard_worthless", "3O": "must_discard_worthless"},
}


@pytest.mark.parametrize("contrafallo", CONTRAFALLO)
def test_the_discard_against_a_ruff_that_cannot_be_beaten(contrafallo: str) -> None:
    state = after(39, {"contrafallo": contrafallo})
    found = {}
    for card in CONTRAFALLO[contrafallo]:
        outcome = PLAY.apply(state, {"e": "play", "seat": 4, "card": card})
        found[card] = outcome.code if isinstance(outcome, Problem) else None
    assert found == CONTRAFALLO[contrafallo]
    assert len(list(PLAY.legal_actions(state))) == list(found.values()).count(None)


def test_after_a_ruff_only_the_option_asks_for_a_higher_card_of_the_suit() -> None:
    assert legality.legal_cards(after(11)) == CARDS.mask(["7C", "AC", "2C"]) & after(11).hands[2]
    strict = after(11, {"beat_after_ruff": True})
    assert CARDS.codes(legality.legal_cards(strict)) == ["AC"]
    refused = PLAY.apply(strict, {"e": "play", "seat": 2, "card": "7C"})
    assert isinstance(refused, Problem) and refused.code == "must_beat"


@pytest.mark.parametrize(
    ("before", "under", "closing"),
    [
        ({"A": 0, "B": 36}, {}, True),
        ({"A": 39, "B": 35}, {}, False),
        (None, {"game_target": 10}, False),
        ({"A": 0, "B": 38}, {"pinta_scoring": False, "closing_pinta": "none"}, False),
    ],
)
def test_the_turned_card_is_held_back_if_it_would_win_the_game(
    before: Any, under: dict[str, Any], closing: bool
) -> None:
    assert PLAY.view_for(opened(under, before=before), 1)["closing"] is closing


def test_without_relief_the_partner_has_to_be_beaten_too() -> None:
    assert len(list(PLAY.legal_actions(after(6)))) == 12 - 1
    bound = after(6, {"partner_relief": False})
    assert all(event["card"][1] == "O" for event in PLAY.legal_actions(bound))
    fault = PLAY.replay(RECORD, {"partner_relief": False})
    assert isinstance(fault, Fault) and (fault.problem.code, fault.event) == ("must_trump", 6)


@given(seeds, option_sets)
@settings(max_examples=60)
def test_whole_tricks_at_a_glance_lead_to_where_card_by_card_leads(
    seed: int, options: dict[str, Any]
) -> None:
    rules = rules_of(options)
    hand, _summary = play_hand(PLAY, rules, Random(seed))
    events = hand["events"]
    if seed % 3:
        spoilt = Random(seed).randrange(44)
        later = next(each for each in events[spoilt + 1 :] if each["seat"] == events[spoilt]["seat"])
        wrong = later if seed % 3 == 1 else Random(seed).choice(SPOILT)
        events[spoilt] = {**events[spoilt], **wrong}
    slow, fast = (record.read(hand, rules).state for _ in range(2))
    at = play.run(fast, events, 0) if play.is_plain(rules) else 0
    for event in events[:at]:
        assert play.advance(slow, event) is None
    assert facts(fast) == facts(slow)


SPOILT = [{"card": 7}, {"card": []}, {"seat": True}, {"seat": 2.0}, {"e": "pass"}, {"card": "9O"}]


def facts(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in State.__slots__ if name != "beaters"}


@given(any_json)
def test_anything_as_an_event_is_answered_and_leaves_the_position_alone(event: Any) -> None:
    state = after(1)
    before = facts(state.copy())
    outcome = PLAY.apply(state, event)
    assert isinstance(outcome, Problem)
    assert outcome.code in GAME.messages
    assert facts(state) == before


@given(
    st.dictionaries(st.sampled_from(["e", "seat", "card"]), any_json | st.sampled_from(["play", 1, 2, "9E"]))
)
def test_anything_in_the_fields_of_an_event_is_answered(fields: dict[str, Any]) -> None:
    outcome = PLAY.apply(after(0), {"e": "play", "seat": 1, "card": "9E", **fields})
    assert isinstance(outcome, State | Problem)
    whole = PLAY.replay({**RECORD, "events": [{"e": "play", "seat": 1, "card": "9E", **fields}]}, None)
    assert isinstance(whole, Fault)


TOP = [
    "game",
    "profile",
    "options",
    "dealer",
    "pinta",
    "before",
    "hands",
    "deck",
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
    deck = ["9O"] * 48
    assert code(events=None) == "bad_record"
    assert code(game="tichu") == code(options=[]) == "bad_record"
    assert code(profile="official") == "bad_options"
    assert code(dealer=None, pinta=None, hands=None) == "deal_expected"
    assert code(dealer=5) == code(dealer=True) == "unknown_seat"
    assert code(deck=deck) == code(hands=None) == "hands_or_deck"
    assert code(hands=None, deck=deck[:47]) == code(hands=[]) == "bad_deal_count"
    assert code(hands={**hands, "1": ["10X"]}) == "unknown_card"
    assert code(hands={**hands, "1": hands["1"][:11]}) == "bad_deal_count"
    assert code(hands={**hands, "1": [*hands["1"][:11], "AO"]}) == "duplicate_card"
    assert code(hands=None, deck=deck) == "duplicate_card"
    assert code(pinta=None) == code(pinta="10X") == "unknown_card"
    assert code(pinta="9O") == "pinta_not_with_dealer"
    assert code(events=[5]) == "wrong_event"
    assert code(events=[*RECORD["events"], RECORD["events"][0]]) == "hand_over"
    assert code(events=RECORD["events"][:47], before=5) == "incomplete_hand"
    assert code(before={"A": 40}) == code(before={"C": 1}) == code(before=7) == "before_out_of_range"
    assert code(summary={"dealer": 4}) == "summary_mismatch"
    assert code(score={"A": 15.0, "B": 0}) == "score_mismatch"


@pytest.mark.parametrize("batch", [4, 1])
def test_a_deck_is_dealt_in_packets_and_its_last_card_is_turned(batch: int) -> None:
    options = {"deal_batch": batch}
    deck: list[Any] = [""] * 48
    dealt = by_seat(list(range(48)), 4, batch)
    for seat, places in dealt.items():
        cards = sorted(RECORD["hands"][seat], key=lambda card: card == "AO")
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
    assert deck[47] == "AO"
    assert replayed(options, hands=None, deck=deck).score.sides == POSITIONS["score"]
    other = [*deck[:46], deck[47], deck[46]]
    assert code(options, hands=None, deck=other) in ("pinta_not_last_card", "pinta_not_with_dealer")


def test_a_summary_beside_the_record_must_agree_and_its_ruling_counts() -> None:
    typed = {"dealer": 4, "pinta": "AO", "points": {"A": 51, "B": 21}}
    assert replayed(summary=typed).score.sides == {"A": 15, "B": 0}
    assert code(summary={**typed, "tricks": {"A": 8}}) == "summary_mismatch"
    assert code(summary={**typed, "before": {"A": 1}}) == "summary_mismatch"
    ruled = {"dealer": 4, "pinta": "AO", "ruling": {"code": "renuncio", "side": "A"}}
    outcome = replayed(summary=ruled)
    assert "points" not in outcome.summary and "tricks" not in outcome.summary
    assert outcome.summary["ruling"] == ruled["ruling"]
    assert outcome.score.sides == {"A": 0, "B": 76}


def test_a_score_beside_the_record_may_leave_out_its_details() -> None:
    score = replayed().score.as_json()
    assert replayed(score=score).score.as_json() == score
    assert replayed(score={"A": 15, "B": 0}).score.as_json() == score
    assert code(score={**score, "details": {**score["details"], "next_dealer": 2}}) == "score_mismatch"


@pytest.mark.parametrize("seed", range(40))
def test_a_random_hand_holds_in_every_way(seed: int) -> None:
    assert playouts.examine(str(seed))["hands"] == 1


def test_a_difference_ends_the_playouts(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert playouts.main(["--count", "3", "--seed", "5"]) == 0
    monkeypatch.setattr(playouts, "table", lambda state: ("L0", 0))
    assert playouts.main(["--count", "3", "--seed", "5"]) == 1
    assert "seed 5/0" in capsys.readouterr().err


def test_a_hand_that_is_over_has_no_event_and_one_that_is_not_no_summary() -> None:
    with pytest.raises(RulesError, match="legal event"):
        PLAY.random_event(after(48), Random(1))
    with pytest.raises(RulesError, match="summary"):
        PLAY.summary(after(47))
    assert PLAY.to_act(after(48)) == ()
    assert list(PLAY.legal_actions(after(48))) == []


def test_every_card_has_a_picture_and_a_sentence() -> None:
    replay = frames(GAME, RECORD)
    assert len(replay.frames) == 49 and replay.fault is None
    words = Words(PLAY.showing, GAME.seat_names(replay.rules))
    said = [words.text(frame.said) for frame in replay.frames if frame.said]
    assert said[0] == "North plays 4 of swords (lead)"
    assert said[1] == "West plays 5 of swords (beats it)"
    assert said[7] == "West plays 2 of cups (follows suit); South wins the trick"
    assert said[10] == "North plays 9 of coins (ruffs)"
    assert said[39] == "East plays 8 of cups (discards); South wins the trick"
    assert said[40] == "South plays 5 of coins (trump lead)"
    assert "{" not in "".join(said)
    assert [len(frame.laid) for frame in replay.frames[1:9]] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert sum(replay.frames[-1].taken.values()) == 72
    assert replay.frames[0].seats[0].legal == frozenset(RECORD["hands"]["1"])
    told = [words.text(mark.said) for mark in replay.frames[0].facts]
    assert told == ["Trump: coins, turned card ace of coins", "The turned card is held back"]


def test_what_a_seat_must_do_is_told_of_it_as_long_as_it_is_on_turn() -> None:
    replay = frames(GAME, RECORD)
    must = {
        step: (seat.seat, mark.said.text)
        for step, frame in enumerate(replay.frames)
        for seat in frame.seats
        for mark in seat.marks
        if mark.tone == "must"
    }
    assert must[1] == (2, "must beat it")
    assert must[10] == (1, "must ruff")
    assert must[11] == (2, "must follow suit")
    assert must[30] == (4, "must overtrump")
    assert not must.keys() & {0, 4, 6, 39, 48}, "a lead, a partner who wins, a ruff that cannot be beaten"
    assert all(replay.frames[step].seats[seat - 1].is_on_turn for step, (seat, _) in must.items())


@given(seed=st.integers(0, 10**6), options=option_sets)
def test_the_duty_of_a_seat_is_what_its_illegal_cards_are_refused_for(seed: int, options: Any) -> None:
    hand, _summary = play_hand(PLAY, rules_of(options), Random(seed))
    found = PLAY.read(hand, options)
    assert isinstance(found, Opening)
    state = found.state
    for event in hand["events"]:
        cards = CARDS.codes(state.hands[state.turn])
        refused = {problem.code for card in cards if (problem := legality.why_not(state, card))}
        if "must_beat" in refused:
            refused -= {"must_follow_suit"}
        assert ({legality.duty(state)} - {None}) == refused
        state = PLAY.apply(state, event)
    assert legality.duty(state) is None


def test_a_trick_lies_before_its_seats_and_the_best_card_is_known() -> None:
    replay = frames(GAME, RECORD)
    assert replay.lies_by_seat and not replay.has_interrupts
    assert [frame.best for frame in replay.frames[:6]] == [None, 1, 2, 3, 3, 3]
    told = {mark.said.text for mark in replay.frames[4].seats[2].marks}
    assert told == {"Tricks: {n}", "wins the trick"}
    assert "is winning" in {mark.said.text for mark in replay.frames[2].seats[1].marks}


def test_a_lower_trump_and_a_refused_event_are_told_as_what_they_are() -> None:
    events = [*RECORD["events"]]
    events[39] = {"e": "play", "seat": 4, "card": "3O"}
    replay = frames(GAME, {**RECORD, "events": events[:40]})
    words = Words(PLAY.showing, GAME.seat_names(replay.rules))
    assert words.text(replay.frames[40].said).startswith("East plays 3 of coins (plays a lower trump)")
    refused = frames(GAME, {**RECORD, "events": [{"e": "play", "seat": 1, "card": "2B"}, 5]})
    assert refused.fault is not None and refused.frames[-1].problem is not None
    assert words.text(refused.frames[-1].said) == "North plays 2 of batons"
    assert refused.fault.problem.code in PLAY.showing.articles


def test_all_codes_of_a_replay_have_an_article() -> None:
    assert PLAY.showing.articles.keys() <= GAME.messages.keys()
