"""Tichu card by card: what holds for every hand, every set of cards and anything that is given as an event."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.play import Fault, Opening, Replayed, play_hand
from engine.core.problems import Problem, RulesError
from engine.games.tichu import GAME, glance, record
from engine.games.tichu.cards import (
    ALL_CARDS,
    BITS,
    DOG,
    PHOENIX,
    codes,
    mask_of,
    points,
    rank_mask,
    single_bits,
)
from engine.games.tichu.combinations import Combination, phoenix_on, readings
from engine.games.tichu.play import advance, apply
from engine.games.tichu.rules import read_rules
from engine.games.tichu.search import can_fulfil, plays
from engine.games.tichu.state import State
from engine.games.tichu.view import legal_actions, view_for
from tests.engine import playouts
from tests.engine.strategies import any_json
from tests.engine.test_tichu_positions import DATA

assert GAME.play is not None
PLAY = GAME.play
WORKED = DATA["records"]

seeds = st.integers(0, 10**6)
few_cards = st.lists(st.sampled_from(sorted(BITS)), min_size=1, max_size=9, unique=True).map(mask_of)


SPECIAL = {"MJ", "DG", "PH", "DR"}
RANK = {code: "23456789TJQKA".find(code[0]) + 2 for code in BITS}


def every_play(hand: int, top: Combination | None) -> set[tuple[int, Combination]]:
    """What `plays` finds, found the slow way: by trying every subset."""
    found = set()
    cards = list(single_bits(hand))
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            mask = sum(chosen)
            if top is None:
                found |= {(mask, reading) for reading in readings(mask)}
            elif mask == PHOENIX:
                found |= {(mask, reading) for reading in phoenix_on(top)}
            else:
                found |= {(mask, reading) for reading in readings(mask) if reading.beats(top)}
    return found


@pytest.mark.parametrize("seed", range(40))
def test_search_finds_each_legal_play_once_and_no_other(seed: int) -> None:
    """On an empty table, and on a top of every kind that the cards of somebody else can make."""
    source = Random(seed)
    lowest = source.randint(2, 10)
    near = [code for code in BITS if code in SPECIAL or lowest <= RANK[code] <= lowest + 4]
    source.shuffle(near)
    hand, other = mask_of(near[:9]), mask_of(near[9:20]) & ~DOG
    by_kind: dict[str, list[Combination]] = {}
    for _cards, reading in plays(other, None):
        by_kind.setdefault(reading.kind, []).append(reading)
    for top in (None, *(source.choice(readings_of) for readings_of in by_kind.values())):
        found = list(plays(hand, top))
        assert len(found) == len(set(found))
        assert set(found) == every_play(hand, top)
        for wish in range(2, 15):
            fulfilling = {each for each in found if each[0] & rank_mask(wish)}
            assert can_fulfil(hand, top, wish) == bool(fulfilling)
            assert set(plays(hand, top, wish)) == (fulfilling or set(found))


@given(cards=few_cards, other=few_cards)
def test_beating_is_one_way_and_never_of_itself(cards: int, other: int) -> None:
    for one in readings(cards):
        assert not one.beats(one)
        for two in readings(other):
            assert not (one.beats(two) and two.beats(one))


@pytest.mark.parametrize(
    "hand", ["2G 2S 3G 3S 4G 4S 5G 5S 6G 6S 7G 7S 8G PH", "MJ 2G 3G 4G 5G 6G 7G 8G 9G TG JG QG KG PH"]
)
def test_richest_hands_are_searched_in_full(hand: str) -> None:
    found = list(plays(mask_of(hand.split()), None))
    assert len(found) == len(set(found)) > 400


def test_all_cards_have_a_hundred_points() -> None:
    assert points(ALL_CARDS) == 100


@given(seed=seeds)
@settings(max_examples=150)
def test_played_hand_replays_to_the_same_summary_and_score(seed: int) -> None:
    assert playouts.examine(str(seed))["hands"] == 1


def test_difference_ends_the_run_and_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert playouts.main(["--count", "3", "--seed", "5"]) == 0
    monkeypatch.setattr(glance, "rank_mask", lambda rank: 0)
    assert playouts.main(["--count", "400", "--seed", "5"]) == 1
    assert "seed 5/" in capsys.readouterr().err


def hand_played(seed: int, **options: Any) -> dict[str, Any]:
    made, summary = play_hand(PLAY, read_rules(options), Random(seed))
    return {**made, "summary": summary}


def opened(made: dict[str, Any]) -> State:
    opening = record.read(made)
    assert isinstance(opening, Opening), opening
    return opening.state  # type: ignore[no-any-return]


def test_same_seed_gives_the_same_hand() -> None:
    assert hand_played(7) == hand_played(7) != hand_played(8)


@pytest.mark.parametrize("variant", ["nanking", "tientsin"])
def test_ordinary_events_at_a_glance_lead_to_the_same_position_as_one_by_one(variant: str) -> None:
    for seed in range(25):
        made = hand_played(seed, variant=variant)
        events = made["events"]
        slow, quick, at = opened(made), opened(made), 0
        while at < len(events):
            assert advance(quick, events[at]) is None
            after = glance.run(quick, events, at + 1)
            for event in events[at:after]:
                assert advance(slow, event) is None
            at = after
            assert {name: getattr(quick, name) for name in State.__slots__ if name != "ring"} == {
                name: getattr(slow, name) for name in State.__slots__ if name != "ring"
            }
        assert slow.is_over


@given(
    event=any_json | st.dictionaries(st.sampled_from(["e", "seat", "cards", "to", "as", "wish"]), any_json)
)
@settings(max_examples=300)
def test_anything_as_an_event_is_judged_and_leaves_the_position_as_it_was(event: Any) -> None:
    for before in POSITIONS:
        kept = view_for(before, None)
        after = apply(before, event)
        if isinstance(after, Problem):
            assert after.code in GAME.messages
            json.dumps({"path": after.path, **after.params}).encode("utf-8")
        assert view_for(before, None) == kept


def positions_of_every_phase() -> list[State]:
    """One position of each of the states of the rules, from the worked record that ends with a gift."""
    made = next(each["record"] for each in WORKED if each["article"] == "10.3, give to the tail")
    state = opened(made)
    found = {state.phase: state}
    for event in made["events"]:
        following = apply(state, event)
        assert isinstance(following, State)
        state = following
        found.setdefault(state.phase, state)
    return [found[phase] for phase in PHASES]


PHASES = ("grand", "exchange", "lead", "follow", "won", "final_gift", "over")
POSITIONS = positions_of_every_phase()


@given(
    seed=st.integers(0, 60),
    at=st.integers(0, 200),
    change=any_json,
    field=st.sampled_from(["seat", "e", "cards", "to", "wish", "as"]),
)
@settings(max_examples=300)
def test_record_with_one_strange_value_is_replayed_or_refused_with_a_known_code(
    seed: int, at: int, change: Any, field: str
) -> None:
    made = hand_played(seed)
    event = made["events"][at % len(made["events"])]
    event[field] = change
    outcome = PLAY.replay(made, None)
    if isinstance(outcome, Fault):
        assert outcome.problem.code in GAME.messages
        assert outcome.event is None or 0 <= outcome.event < len(made["events"])


RECORD_KEYS = ["game", "variant", "profile", "options", "dealer", "hands", "events", "summary", "score"]


@given(made=any_json | st.dictionaries(st.sampled_from(RECORD_KEYS), any_json), options=st.none() | any_json)
@settings(max_examples=300)
def test_anything_as_a_record_is_refused_with_a_known_code(made: Any, options: Any) -> None:
    outcome = PLAY.replay(made, options)
    assert isinstance(outcome, Fault)
    assert outcome.problem.code in GAME.messages


@given(key=st.sampled_from(RECORD_KEYS), change=any_json, seed=st.integers(0, 30))
@settings(max_examples=300)
def test_record_with_one_strange_part_is_replayed_or_refused(key: str, change: Any, seed: int) -> None:
    outcome = PLAY.replay({**hand_played(seed), key: change}, None)
    assert isinstance(outcome, Replayed | Fault)


def test_seat_sees_its_own_cards_and_counts_the_others() -> None:
    made = hand_played(3)
    state = opened(made)
    assert {seat: len(held) for seat, held in view_for(state, None)["hands"].items()} == dict.fromkeys(
        "1234", 8
    )
    for event in made["events"]:
        for seat in (1, 2, 3, 4):
            view = view_for(state, seat)
            assert set(view["hands"]) == {str(seat)}
            assert set(view["pushed"]) <= {str(seat)}
            assert view["held"][str(seat)] == len(view["hands"][str(seat)])
        following = apply(state, event)
        assert isinstance(following, State)
        state = following
    assert view_for(state, None)["out"] == made["summary"]["out_order"]


def test_every_listed_event_is_legal_and_every_other_play_is_not() -> None:
    made = hand_played(11, wish_mandatory=True)
    state = opened(made)
    for at, event in enumerate(made["events"]):
        if state.turn and at % 5 == 0:
            listed = list(legal_actions(state))
            assert all(isinstance(apply(state, each), State) for each in listed)
            told = [each for each in listed if each["e"] == "play"]
            mine = list(single_bits(state.hands[state.turn]))
            for chosen in (*combinations(mine, 1), *combinations(mine, 2)):
                cards = codes(sum(chosen))
                tried = apply(state, {"e": "play", "seat": state.turn, "cards": cards})
                is_listed = any(each["cards"] == cards and "wish" not in each for each in told)
                assert isinstance(tried, State) == is_listed, (cards, tried)
        following = apply(state, event)
        assert isinstance(following, State)
        state = following
    assert list(legal_actions(state)) == []


def test_hand_that_goes_on_has_no_summary_and_one_that_is_over_no_event() -> None:
    made = hand_played(1)
    state = opened(made)
    with pytest.raises(RulesError):
        PLAY.summary(state)
    for event in made["events"]:
        assert advance(state, event) is None
    with pytest.raises(RulesError):
        PLAY.random_event(state, Random(1))
