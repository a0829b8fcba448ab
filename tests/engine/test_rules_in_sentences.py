"""The rules for players: under each set of options just the sentences that hold."""

from __future__ import annotations

import string

import pytest

from engine.core.explain import HAND_POINTS, MATCH_END
from engine.core.options import options_of
from engine.core.problems import sentence
from engine.registry import get_game
from tests.data.toy.trio import GAME as TRIO

TICHU = get_game("tichu")
SIX = {"variant": "tientsin"}
OTHERWISE = {
    "variant": SIX,
    "turn_direction": {"turn_direction": "clockwise"},
    "match_mode": {"match_mode": "hands", "hands_per_match": 8},
    "target_score": {"target_score": 500},
    "hands_per_match": {"match_mode": "hands", "hands_per_match": 1},
    "tie_rule": {"tie_rule": "draw"},
    "lead_margin": {"lead_margin": 400},
    "next_dealer": {"next_dealer": "rotate"},
    "tichu_points": {"tichu_points": 50},
    "grand_tichu": {"grand_tichu": False},
    "grand_tichu_points": {"grand_tichu_points": 250},
    "failed_call": {"failed_call": "credit_opponents"},
    "one_call_per_side": {"one_call_per_side": True},
    "tichu_after_first_out": {"tichu_after_first_out": False},
    "sweep_points": {"sweep_points": 150},
    "wish_mandatory": {"wish_mandatory": True},
    "final_dragon_gift": {"final_dragon_gift": False},
}


def said(**options: object) -> dict[str, str]:
    """The sentences by the key of their section."""
    rules = TICHU.read_rules(options)
    sections = TICHU.explain(rules)
    return {each.key: " ".join(one.in_words() for one in each.sentences) for each in sections}


def test_every_option_has_its_say() -> None:
    assert OTHERWISE.keys() == options_of(TICHU.Rules).keys()
    for name, options in OTHERWISE.items():
        assert said(**options) != said(), name


@pytest.mark.parametrize("name", [name for name in OTHERWISE if name not in ("variant", "turn_direction")])
def test_every_option_has_its_say_among_six(name: str) -> None:
    assert said(**SIX, **OTHERWISE[name]) != said(**SIX)


def test_the_direction_says_nothing_among_six() -> None:
    assert said(**SIX, turn_direction="clockwise") == said(**SIX)


@pytest.mark.parametrize("options", OTHERWISE.values(), ids=list(OTHERWISE))
def test_no_place_of_a_sentence_stays_empty(options: dict[str, object]) -> None:
    for section in TICHU.explain(TICHU.read_rules(options)):
        assert section.sentences, section.key
        for each in section.sentences:
            places = {name for _, name, _, _ in string.Formatter().parse(each.text) if name}
            assert places == each.params.keys(), each.text


def test_six_are_told_of_teams_and_triple_victories_alone() -> None:
    text = " ".join(said(**SIX).values())
    for word in ("Double", "double", "partner", "North", "opposite", "clockwise", "ninth", "14 cards"):
        assert word not in text, word
    assert "Triple victory" in text and "300 points" in text and "seventh card" in text


def test_four_are_told_of_partners_and_double_victories_alone() -> None:
    text = " ".join(said().values())
    for word in ("riple", "team", "seventh"):
        assert word not in text, word
    assert "North and South" in text and "against West and East" in text and "200 points" in text


def test_seats_are_named_as_they_are_called_under_the_rules() -> None:
    assert "against East and West" in said(turn_direction="clockwise")["seats"]


def test_a_failed_call_costs_or_gives() -> None:
    assert "costs the caller’s side its value: 100 points for a Tichu, 200" in said()["hand"]
    credited = said(failed_call="credit_opponents", grand_tichu=False)
    assert "the other side gets its value, 100 points" in credited["hand"]
    assert "Grand Tichu is not played." in credited["calls"]


def test_what_holds_for_some_matches_alone_stands_apart() -> None:
    keys = [section.key for section in TICHU.explain(TICHU.read_rules({}))]
    assert keys[-2:] == [HAND_POINTS, MATCH_END]
    assert "1000 points" in said()[MATCH_END] and "1000" not in " ".join(list(said().values())[:-1])


def test_a_game_without_sentences_has_no_sections() -> None:
    assert TRIO.explain(TRIO.read_rules({})) == ()


def test_a_consequence_is_told_in_the_words_of_the_variant() -> None:
    awarded = TICHU.infraction("wish_gain")
    assert awarded is not None
    words = [TICHU.effect_in_words(awarded.consequence(), TICHU.read_rules(options)) for options in ({}, SIX)]
    assert words == ["the other side gets a double victory", "the other side gets a triple victory"]


def test_an_effect_without_words_speaks_by_its_reach() -> None:
    slow = TRIO.infractions[0]
    assert TRIO.effect_in_words(slow.consequence(), TRIO.read_rules({})) == "a warning"


def test_points_of_a_consequence_have_their_sign() -> None:
    late = TICHU.infraction("late_arrival")
    assert late is not None
    assert TICHU.effect_in_words(late.consequence(), TICHU.read_rules({})) == "−50 points for the side"


def test_an_offence_that_cannot_be_is_not_in_the_catalogue_of_the_rules() -> None:
    late = TICHU.infraction("late_grand_call")
    assert late is not None
    assert late.exists(TICHU.read_rules({})) and not late.exists(TICHU.read_rules({"grand_tichu": False}))


def test_what_is_wrong_with_a_hand_of_six_is_told_of_teams() -> None:
    rules = TICHU.read_rules(SIX)
    hands = (
        {"first_out": 1},
        {"first_out": 1, "result": "triple", "points": {"A": 50}},
        {"first_out": 1, "result": "count", "points": {"A": 50}, "out_order": [1, 3, 5]},
        {"first_out": 1, "result": "triple", "out_order": [1, 3, 2]},
    )
    told = [
        sentence(problem, TICHU.messages, seat_names=TICHU.seat_names(rules))
        for hand in hands
        for problem in TICHU.check(hand, rules)
    ]
    assert told == [
        "Say whether it was a triple victory or a count.",
        "No card points are counted after a triple victory.",
        "The first three out are one team: this is a triple victory.",
        "Seat 1 and Seat 2 are not of one team: this is no triple victory.",
    ]
