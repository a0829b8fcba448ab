"""Thunee in sentences: a hand as it is shown, and the rules for players under any options."""

from __future__ import annotations

import json
import string
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from engine.core.options import options_of
from engine.core.play import play_hand
from engine.core.replay import Replay, frames, places
from engine.core.showing import Words
from engine.games.thunee import GAME
from engine.games.thunee.rules import Rules
from tests.engine.strategies import any_json
from tests.engine.thunee import CLUB, PLAY, POSITIONS, option_sets, rules_of

RECORD = POSITIONS["record"]


def told(record: dict[str, Any], options: Any = None) -> tuple[Replay, list[str]]:
    replay = frames(GAME, record, options)
    words = Words(PLAY.showing, GAME.seat_names(replay.rules))
    return replay, [words.text(frame.said) for frame in replay.frames if frame.said]


def test_the_worked_record_is_told_event_by_event() -> None:
    replay, said = told(RECORD)
    assert replay.fault is None and len(replay.frames) == 34
    assert said[:4] == ["East cuts at 10", "North deals batch 1", "South calls 10", "West calls 20"]
    assert said[5:7] == ["North closes the auction", "South makes trumps: spades"]
    assert said[8] == "East plays jack of hearts (lead)"
    assert said[9] == "North plays 10 of spades (cuts)"
    assert said[10] == "West plays king of hearts (follows suit)"
    assert said[11] == "South plays queen of hearts (follows suit); North wins the trick"
    assert said[14] == "South plays jack of diamonds (beats it)"
    assert said[15] == "East plays 10 of hearts (discards); South wins the trick"
    assert said[20] == "West calls Jodhi in spades"
    assert said[21] == "West plays ace of spades (trump lead)"
    assert [len(frame.laid) for frame in replay.frames[9:14]] == [1, 2, 3, 4, 1]
    assert sum(replay.frames[-1].taken.values()) == 304


def test_the_table_tells_trumps_the_call_and_who_deals() -> None:
    replay, _said = told(RECORD)
    words = Words(PLAY.showing, GAME.seat_names(replay.rules))

    def facts(at: int) -> list[str]:
        return [words.text(mark.said) for mark in replay.frames[at].facts]

    assert facts(0) == []
    assert facts(5) == ["Highest call: 30, by South"]
    assert facts(8) == ["Trump: spades", "Highest call: 30, by South", "Before the first lead"]
    assert facts(33)[-1] == "The hand is over"
    marks = {seat.seat: [words.text(mark.said) for mark in seat.marks] for seat in replay.frames[33].seats}
    assert marks == {
        1: ["deals", "Tricks: 1"],
        2: ["Jodhi 40", "Tricks: 3"],
        3: ["makes trumps", "Tricks: 2"],
        4: [],
    }
    assert replay.frames[8].seats[3].legal == frozenset({"JH", "AH", "TH", "TC", "JC", "9H"})


@pytest.mark.parametrize("seed", range(60))
def test_no_place_of_a_sentence_about_a_random_hand_stays_empty(seed: int) -> None:
    source = Random(seed)
    options = {"variant": source.choice(["two", "four", "six"]), "profile": source.choice(["seed", "club"])}
    if options["variant"] != "two":
        options["call_partner"] = True
    rules = rules_of({**options, "double_thunee": True})
    record, summary = play_hand(PLAY, rules, source)
    replay, said = told({**record, "summary": summary}, rules)
    assert replay.result is not None and replay.fault is None
    words = Words(PLAY.showing, GAME.seat_names(rules))
    marks = [words.text(mark.said) for frame in replay.frames for seat in frame.seats for mark in seat.marks]
    facts = [words.text(mark.said) for frame in replay.frames for mark in frame.facts]
    assert "{" not in "".join((*said, *marks, *facts))
    json.dumps(PLAY.view_for(PLAY.read(record, rules).state, None))


@given(any_json)
def test_a_refused_event_is_told_whatever_it_is(event: Any) -> None:
    replay, said = told({**RECORD, "events": [event]})
    assert replay.fault is not None and len(said) == 1


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([{"e": "infraction", "seat": 2, "code": "revoke"}], "Four-ball against West: Revoke"),
        (
            [{"e": "cancel", "seat": 1, "reason": "misdeal"}],
            "North cancels the hand; the hand does not count: misdeal",
        ),
        ([{"e": "cut", "seat": 4, "declined": True}], "East does not cut"),
    ],
)
def test_how_an_early_end_is_told(events: list[dict[str, Any]], words: str) -> None:
    _replay, said = told({**RECORD, "events": events})
    assert said[0].startswith(words)


def test_a_thunee_that_is_caught_is_told_with_its_last_card() -> None:
    events = [*RECORD["events"][:8], {"e": "special", "seat": 1, "call": "thunee"}]
    cards = ["AD", "TD", "JD", "TH"]
    events += [
        {"e": "play", "seat": seat, "card": card} for seat, card in zip((1, 2, 3, 4), cards, strict=True)
    ]
    _replay, said = told({**RECORD, "events": events})
    assert said[8] == "North calls Thunee"
    assert said[-1].endswith("South wins the trick; Thunee: the partner took a trick")


def test_a_called_card_is_named_and_does_not_lie_on_the_table() -> None:
    events = [*RECORD["events"][:8], {"e": "partner_card", "seat": 3, "card": "9H"}]
    replay, said = told({**RECORD, "events": events}, {**CLUB, "call_partner": True})
    assert said[-1] == "South calls a card: 9 of hearts"
    assert replay.frames[-1].laid == ()
    assert replay.frames[-1].seats[3].legal == {"9H"}
    assert replay.frames[-2].seats[2].legal == frozenset()


def test_a_call_of_the_last_trick_is_told_of_its_caller() -> None:
    events = [*RECORD["events"][:29], {"e": "final", "seat": 2, "call": "khanaak"}, *RECORD["events"][29:]]
    replay, said = told({**RECORD, "events": events})
    words = Words(PLAY.showing, GAME.seat_names(replay.rules))
    marks = {seat.seat: [words.text(mark.said) for mark in seat.marks] for seat in replay.frames[30].seats}
    assert said[29] == "West calls Khanaak"
    assert [seat for seat, own in marks.items() if "Khanaak" in own] == [2]
    assert replay.frames[29].seats[1].may == ("may call Double or Khanaak",)


def test_an_observer_is_ruled_against_by_side() -> None:
    events = [{"e": "infraction", "side": "A", "code": "observer_advice"}]
    _replay, said = told({**RECORD, "variant": "observed", "events": events})
    assert said == ["Four-ball against side A: An observer gave advice during a hand"]


def test_two_sit_opposite_each_other() -> None:
    assert places((1, 2), clockwise=False) == {1: "n", 2: "s"} == places((1, 2), clockwise=True)


def test_all_codes_of_a_replay_have_an_article() -> None:
    assert PLAY.showing.articles.keys() <= GAME.messages.keys()


def said(options: dict[str, Any]) -> dict[str, str]:
    """The sentences of the rules by the key of their section."""
    sections = GAME.explain(rules_of(options))
    return {each.key: " ".join(one.in_words() for one in each.sentences) for each in sections}


@given(option_sets)
@settings(max_examples=200)
def test_no_place_of_a_sentence_of_the_rules_stays_empty(options: dict[str, Any]) -> None:
    for section in GAME.explain(rules_of(options)):
        for each in section.sentences:
            places = {name for _, name, _, _ in string.Formatter().parse(each.text) if name}
            assert places == each.params.keys(), each.text


COUNTED = {**CLUB, "variant": "four"}
CHANGES: dict[str, dict[str, Any]] = {
    "variant": {"variant": "six"},
    "deck_size": {"deck_size": 32},
    "scheme": CLUB,
    "first_dealer": {"first_dealer": "any_jack"},
    "dealer_rotation": {"dealer_rotation": "loser_deals"},
    "cutter": {"cutter": "left"},
    "cut_min": {"cut_min": 2},
    "auction_mode": {"auction_mode": "free", "overbid_partner": False},
    "bid_min": {"bid_min": 70},
    "bid_max": {"bid_max": 150},
    "call_104": {**COUNTED, "call_104": False},
    "jump_calls": {"jump_calls": False},
    "overbid_partner": {"overbid_partner": False},
    "both_call_steps": {**COUNTED, "both_call_steps": 1},
    "all_pass": {**COUNTED, "all_pass": "redeal", "last_card_trump": "off", "weak_hand_redeal": False},
    "weak_hand_redeal": {**COUNTED, "weak_hand_redeal": False},
    "trump_choice": {"trump_choice": "first_batch"},
    "last_card_trump": {**COUNTED, "last_card_trump": "always"},
    "first_lead": {"first_lead": "trump_maker"},
    "undertrump": {"undertrump": "free"},
    "no_trump_redeal": {"no_trump_redeal": True},
    "call_partner": {"call_partner": True},
    "double_thunee": {"double_thunee": True},
    "thunee": {"thunee": False, "blind_thunee": False},
    "thunee_side_card": {"thunee_side_card": True},
    "thunee_success": {"thunee_success": 3},
    "thunee_fail": {"thunee_fail": 3},
    "thunee_partner_catch": {"thunee_partner_catch": 3},
    "blind_thunee": {"blind_thunee": False},
    "blind_success": {"blind_success": 3},
    "blind_fail": {"blind_fail": 3},
    "blind_partner_catch": {"blind_partner_catch": 3},
    "royals_mode": {"royals_mode": "call"},
    "blind_royals": {"royals_mode": "call", "blind_royals": True},
    "jodhi": {"jodhi": False},
    "jodhi_window": {"jodhi_window": "any_trick"},
    "double": {"double": False},
    "double_success": {"double_success": 5},
    "backward_double_success": {"backward_double_success": 5},
    "double_fail": {"double_fail": 5},
    "corner_house_ban": {"corner_house_ban": True},
    "khanaak": {"khanaak": False},
    "khanaak_success": {"khanaak_success": 5},
    "backward_khanaak_success": {"backward_khanaak_success": 5},
    "khanaak_fail": {"khanaak_fail": 5},
    "khanaak_rule": {"khanaak_rule": "simple"},
    "final_call_winner": {"final_call_winner": "caller"},
    "call_scoring": {"call_scoring": "replace"},
    "last_trick_bonus": {"last_trick_bonus": 10},
    "counting_target": {**COUNTED, "counting_target": 120},
    "call_loss_balls": {**COUNTED, "call_loss_balls": 1},
    "surplus_step": {"surplus_step": 20},
    "surplus_cap": {"surplus_step": 20, "surplus_cap": 3},
    "strict_silence": {"strict_silence": True},
    "penalty_balls": {"penalty_balls": 3},
    "wrong_challenge_penalty": {"wrong_challenge_penalty": True},
    "match_target": {"match_target": 10},
    "khanaak_raises_target": {"khanaak_raises_target": "any_hand"},
    "margin_rule": {"margin_rule": "two_ahead"},
    "both_reach_rule": {"both_reach_rule": "more_balls"},
    "best_of": {"best_of": 5},
}
OTHERWISE = {name: {} for name in CHANGES} | {
    name: COUNTED
    for name, options in CHANGES.items()
    if options.get("profile") == "club" and name != "scheme"
}
OTHERWISE["surplus_cap"] = {"surplus_step": 20}


def test_every_option_has_a_change_here() -> None:
    assert CHANGES.keys() == options_of(Rules).keys()


@pytest.mark.parametrize("name", CHANGES)
def test_every_option_has_its_say(name: str) -> None:
    assert said(CHANGES[name]) != said(OTHERWISE[name])


def test_who_plays_with_whom_and_how_a_match_is_won() -> None:
    assert "North and South, opposite each other, play against West and East." in said({})["seats"]
    assert said({})["match_end"] == "The match has one game."
    assert said(CLUB)["match_end"] == "Who has won 2 games wins the match, which has 3 games at most."


def test_two_players_are_told_of_no_partner() -> None:
    for profile in ("seed", "club"):
        text = " ".join(said({"profile": profile, "variant": "two"}).values())
        for word in ("partner", "opposite", "North", "own side may"):
            assert word not in text, word
        assert "two deals" in text
