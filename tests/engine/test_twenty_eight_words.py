"""Twenty-Eight in sentences: the rules for players, a hand as it is shown, and what a face-down card tells."""

from __future__ import annotations

import string
from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.core.explain import MATCH_END
from engine.core.options import options_of
from engine.core.play import play_hand
from engine.core.replay import frames
from engine.core.showing import Words
from engine.games.twenty_eight import GAME
from engine.games.twenty_eight.play import ACTS
from engine.games.twenty_eight.state import DONE
from engine.games.twenty_eight.variants import TABLES
from tests.engine.strategies import any_json
from tests.engine.twenty_eight import PLAY, POSITIONS, option_sets, random_options, rules_of
from tests.engine.twenty_eight_hands import SUITS, after, event, opened

RECORD = POSITIONS["record"]
SHOWING = PLAY.showing
assert SHOWING is not None

# ---- the rules for players ----

OTHERWISE: dict[str, dict[str, Any]] = {
    "variant": {"variant": "56"},
    "last_trick_bonus": {"variant": "29", "last_trick_bonus": 0},
    "min_bid": {"min_bid": 15},
    "trump_mode": {"trump_mode": "open"},
    "first_batch": {"first_batch": 8},
    "opening": {"opening": "forced_dealer"},
    "all_pass": {"all_pass": "first_player_forced"},
    "pass_is_final": {"pass_is_final": False},
    "partner_overbid": {"partner_overbid": "honours_only"},
    "second_auction": {"second_auction": True},
    "second_auction_min": {"second_auction": True, "second_auction_min": 25},
    "pointless_redeal": {"pointless_redeal": "any_player"},
    "four_jacks_redeal": {"four_jacks_redeal": True},
    "reveal_by": {"reveal_by": "defenders"},
    "must_trump_after_ask": {"must_trump_after_ask": False},
    "bidder_reveal_plays": {"bidder_reveal_plays": "indicator"},
    "bidder_lead_trump": {"bidder_lead_trump": "only_if_no_other"},
    "pre_reveal_trumps": {"pre_reveal_trumps": "same_trick_live"},
    "undertrump": {"undertrump": "forbidden"},
    "doubling": {"doubling": "after_auction"},
    "redouble_by": {"doubling": "after_auction", "redouble_by": "bidding_side"},
    "double_effect": {"doubling": "after_auction", "double_effect": "add"},
    "pair": {"pair": True},
    "solo": {"solo": True},
    "solo_success": {"solo": True, "solo_success": 5},
    "solo_failure": {"solo": True, "solo_failure": 5},
    "success_award": {"success_award": "quarters"},
    "failure_loss": {"failure_loss": "success_plus_1"},
    "bid_value_is": {"bhangi": True, "bid_value_is": "award"},
    "bhangi": {"bhangi": True},
    "settlement": {"settlement": "award"},
    "honours": {"honours": True},
    "score_floor": {"score_floor": "zero"},
    "match_end": {"match_end": "deals"},
    "target": {"target": 7},
    "negative_limit": {"negative_limit": "mirror"},
    "match_deals": {"match_end": "deals", "match_deals": 5},
    "tie_extra_deals": {"match_end": "deals", "tie_extra_deals": 4},
    "concession": {"concession": True},
    "penalty_points": {"penalty_points": 3},
    "penalty_mode": {"penalty_mode": "award"},
}


def said(**options: Any) -> dict[str, str]:
    """The sentences by the key of their section."""
    sections = GAME.explain(rules_of(options))
    return {each.key: " ".join(one.in_words() for one in each.sentences) for each in sections}


def test_every_option_has_its_say_beside_the_others_that_it_needs() -> None:
    assert OTHERWISE.keys() == options_of(GAME.Rules).keys()
    for name, options in OTHERWISE.items():
        usual = {key: value for key, value in options.items() if key != name}
        assert said(**options) != said(**usual), name


@given(option_sets)
def test_no_place_of_a_sentence_stays_empty_and_no_section_is(options: dict[str, Any]) -> None:
    sections = GAME.explain(rules_of(options))
    assert sections[-1].key == MATCH_END
    for section in sections:
        assert section.sentences, section.key
        for each in section.sentences:
            places = {name for _, name, _, _ in string.Formatter().parse(each.text) if name}
            assert places == each.params.keys(), each.text


def test_three_are_told_of_no_partners_and_six_of_two_packs() -> None:
    three = " ".join(said(variant="28_3p", profile="club").values())
    for word in ("partner", "team", "North", "opposite"):
        assert word not in three, word
    assert "24 cards" in three and "from each of the others" in three
    six = " ".join(said(variant="56", profile="club").values())
    assert "48 cards" in six and "two identical cards" in six and "56 in a deal" in six
    assert "from 40 on 2, from 48 on 3, from 56 on 4" in six
    assert "bid 40 or more" in said(variant="56", partner_overbid="honours_only")["auction"]
    assert "fails by 28 or more" in said(variant="56", bhangi=True)["hand"]


def test_the_last_trick_is_told_of_only_where_it_counts() -> None:
    assert "so that a deal has 29" in said(variant="29")["deal"]
    assert "last trick" not in said(variant="29", last_trick_bonus=0)["deal"]


def test_an_open_trump_is_not_asked_for() -> None:
    for mode in ({"trump_mode": "open"}, {"trump_mode": "open_bid", "first_batch": 8}):
        told = said(**mode)["trump"]
        assert "turned" not in told and "face down" not in told


# ---- a hand as it is shown ----


def told(replay: Any) -> list[str]:
    words = Words(SHOWING, GAME.seat_names(replay.rules))
    return [words.text(frame.said) for frame in replay.frames if frame.said]


def test_the_worked_hand_is_told_event_by_event() -> None:
    replay = frames(GAME, RECORD)
    assert replay.fault is None and len(replay.frames) == len(RECORD["events"]) + 1
    sentences = told(replay)
    assert sentences[:3] == ["West passes", "South bids 14", "East bids 15"]
    assert sentences[6:10] == [
        "North lays 7 of clubs face down",
        "West does not double",
        "East doubles",
        "North does not redouble",
    ]
    assert sentences[10] == "West plays jack of diamonds (lead)"
    assert sentences[11] == "South plays 7 of diamonds (follows suit)"
    assert sentences[13] == "North plays king of diamonds (follows suit); West wins the trick"
    assert sentences[19] == "North plays 8 of clubs (discards)"
    assert sentences[24] == "West has the trump turned; it is 7 of clubs"
    assert sentences[25] == "West plays 10 of clubs (ruffs)"
    assert sentences[31] == "North plays jack of clubs (trump lead)"
    assert "{" not in " ".join(sentences)
    words = Words(SHOWING, GAME.seat_names(replay.rules))
    facts = [[words.text(mark.said) for mark in frame.facts] for frame in replay.frames]
    assert facts[7] == ["Bid: 16, North", "Face down: 7 of clubs"]
    assert facts[25] == ["Bid: 16, North, doubled", "Trump: clubs"]
    assert facts[-1][-1] == "The hand is over"
    assert sum(replay.frames[-1].taken.values()) == 28
    assert [laid.cards for laid in replay.frames[7].laid] == [("7C",)]
    assert [len(frame.laid) for frame in replay.frames[11:16]] == [1, 2, 3, 4, 1]
    assert replay.frames[24].seats[1].may == ("have the trump turned",)


def test_a_new_trump_card_takes_the_place_of_the_old_one() -> None:
    said_in_order = "1 b14, 2 p, 3 p, 4 p, 1 t7S, 1 p, 2 b24, 3 p, 4 p, 2 tJH, 1 7S"
    events = [event(one) for one in said_in_order.split(", ")]
    record = {"dealer": 4, "hands": SUITS, "events": events, "options": {"second_auction": True}}
    replay = frames(GAME, record)
    assert [[laid.cards for laid in frame.laid] for frame in replay.frames[5::5]] == [[("7S",)], [("JH",)]]
    assert [laid.cards for laid in replay.frames[11].laid] == [("7S",)]
    assert replay.frames[10].laid[0].kind == "face down"
    shown = frames(GAME, {**record, "events": events[:5], "options": {"trump_mode": "open"}})
    assert shown.frames[5].laid[0].kind == "trump card"
    assert told(shown)[-1] == "North shows the trump: 7 of spades"


@pytest.mark.parametrize("seed", range(40))
def test_every_random_hand_has_pictures_and_sentences(seed: int) -> None:
    source = Random(seed)
    rules = rules_of(random_options(source))
    record, _summary = play_hand(PLAY, rules, source)
    replay = frames(GAME, record, rules)
    assert replay.fault is None and len(replay.frames) == len(record["events"]) + 1
    assert "{" not in " ".join(told(replay))
    words = Words(SHOWING, GAME.seat_names(rules))
    for frame in replay.frames:
        marks = [*frame.facts, *(mark for seat in frame.seats for mark in seat.marks)]
        assert all(words.text(mark.said) for mark in marks)


@given(any_json)
def test_a_refused_event_is_told_whatever_it_is(event: Any) -> None:
    words = Words(SHOWING, GAME.seat_names(rules_of({})))
    view = PLAY.view_for(opened(SUITS, 4), None)
    for told_of in (
        event,
        {"e": event},
        *({"e": name, "seat": event, "card": event, "denom": event} for name in ACTS),
    ):
        assert words.text(SHOWING.said(view, told_of, None))


def test_all_kinds_of_events_and_faults_have_words() -> None:
    assert SHOWING.may.keys() == ACTS.keys() - {"play", "trump"}
    assert SHOWING.articles.keys() <= GAME.messages.keys()
    assert not SHOWING.clockwise(rules_of({}))


# ---- who may know a face-down trump ----


def test_a_face_down_trump_is_known_to_its_owner_alone() -> None:
    state = after(opened(SUITS, 4), "1 p, 2 b28, 2 t7H, 1 7S, 2 8H")
    for seat in (1, 3, 4):
        view = PLAY.view_for(state, seat)
        assert (view["hidden"], view["indicator"], view["trump"]) == (True, None, None)
        assert "7H" not in str(view)
    for viewer in (2, None):
        view = PLAY.view_for(state, viewer)
        assert (view["indicator"], view["trump"]) == ("7H", "H")
    turned = PLAY.view_for(after(state, "3 ask"), 4)
    assert (turned["hidden"], turned["indicator"], turned["trump"]) == (False, "7H", "H")


def test_laying_it_is_told_without_its_name_to_the_others() -> None:
    before = after(opened(SUITS, 4), "1 p, 2 b28")
    laid = after(before, "2 t7H")
    words = Words(SHOWING, GAME.seat_names(rules_of({})))
    event = {"e": "trump", "seat": 2, "card": "7H"}

    def told_to(seat: int | None) -> str:
        return words.text(SHOWING.said(PLAY.view_for(before, seat), event, PLAY.view_for(laid, seat)))

    assert told_to(1) == "West lays a card face down"
    assert told_to(2) == told_to(None) == "West lays 7 of hearts face down"
    facts = [words.text(mark.said) for mark in SHOWING.facts(PLAY.view_for(laid, 3))]
    assert facts[-1] == "The trump lies face down"


@given(option_sets)
def test_a_seat_sees_no_cards_but_its_own_and_those_on_the_table(options: dict[str, Any]) -> None:
    rules = rules_of(options)
    record, _summary = play_hand(PLAY, rules, Random(str(options)))
    state = PLAY.read(record, rules).state  # type: ignore[union-attr]
    for happened in record["events"]:
        for seat in TABLES[rules.variant].seats:
            view = PLAY.view_for(state, seat)
            assert view["hands"].keys() == {str(seat)}
            if state.is_hidden and seat != state.bidder:
                assert view["indicator"] is None
        state = PLAY.apply(state, happened)
    assert state.phase == DONE
