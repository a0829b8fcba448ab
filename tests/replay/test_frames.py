"""The pictures of a recorded hand: what they show follows from the game alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.play import Fault, play_hand
from engine.core.problems import RulesError
from engine.core.replay import Replay, frames, places
from engine.core.showing import Words
from engine.games.tichu import GAME
from engine.games.tichu.messages import MESSAGES
from engine.games.tichu.showing import ARTICLES
from engine.registry import also_searching, get_game
from tests.support.recorded import recorded, spoilt

ALL = 56


def pictures(record: Any, **options: object) -> Replay:
    return frames(GAME, record, {"profile": "club", **options})


def sentences(replay: Replay, translate: Any = str) -> list[str]:
    names = {seat: translate(name) for seat, name in GAME.seat_names(replay.rules).items()}
    words = Words(GAME.play.showing, names, translate)
    return [words.text(each.said) if each.said else "" for each in replay.frames]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("variant", ["nanking", "tientsin"])
def test_every_event_has_a_picture_and_no_card_is_in_two_places(seed: int, variant: str) -> None:
    record, summary = recorded(seed, variant=variant)
    replay = pictures(record, variant=variant)
    assert len(replay.frames) == 1 + len(record["events"])
    assert replay.fault is None and replay.result is not None
    assert replay.result.summary == summary
    for frame in replay.frames:
        cards = [card for seat in frame.seats for card in seat.cards]
        cards += [card for laid in frame.laid for card in laid.cards]
        assert len(cards) == len(set(cards)) <= ALL
    assert "{" not in "".join(sentences(replay))


def test_at_first_only_the_first_cards_are_seen_then_all_of_them() -> None:
    record, _ = recorded(3)
    first, second = pictures(record).frames[:2]
    assert [len(seat.cards) for seat in first.seats] == [8, 8, 8, 8]
    assert sum(len(seat.cards) for seat in second.seats) == ALL - 3 * (record["events"][0]["e"] == "push")


def test_the_trick_on_the_table_says_who_laid_what_and_who_passed_since() -> None:
    record, _ = recorded(3)
    replay = pictures(record)
    for frame, event in zip(replay.frames[1:], record["events"], strict=True):
        if event.get("cards"):
            assert (frame.laid[-1].seat, list(frame.laid[-1].cards)) == (event["seat"], event["cards"])
            assert not any(seat.passed for seat in frame.seats)
        if event["e"] == "pass":
            assert frame.seats[event["seat"] - 1].passed == "has passed"
            assert frame.laid


def test_a_lead_takes_away_the_trick_before_it() -> None:
    record, _ = recorded(3)
    replay = pictures(record)
    leads = 0
    for before, frame, event in zip(replay.frames, replay.frames[1:], record["events"], strict=False):
        won = any(mark.tone == "won" for mark in before.facts)
        if event["e"] == "play" and won:
            leads += 1
            assert len(frame.laid) == 1
    assert leads > 3


@pytest.mark.parametrize("seed", range(6))
def test_marked_are_the_cards_of_legal_plays_and_the_pass_that_is_allowed(seed: int) -> None:
    record, _ = recorded(seed)
    replay = pictures(record)
    opened = GAME.play.read(record, replay.rules)
    assert not isinstance(opened, Fault)
    state = opened.state
    for frame, event in zip(replay.frames, [*record["events"], None], strict=True):
        if state.phase in ("grand", "exchange"):
            assert not any(seat.legal or seat.interrupts or seat.may for seat in frame.seats)
        else:
            actions = list(GAME.play.legal_actions(state))
            for seat in frame.seats:
                own = [each for each in actions if each["seat"] == seat.seat]
                cards = {card for each in own for card in each.get("cards", ())}
                assert (seat.legal if seat.is_on_turn else seat.interrupts) == cards
                assert ("may pass" in seat.may) == any(each["e"] == "pass" for each in own)
        if event is not None:
            state = GAME.play.apply(state, event)


def test_a_bomb_of_a_seat_that_is_not_on_turn_is_marked_as_one() -> None:
    found = [
        seat
        for number in range(40)
        for frame in pictures(recorded(number)[0]).frames
        for seat in frame.seats
        if seat.interrupts
    ]
    assert found
    assert all(len(seat.interrupts) >= 4 and not seat.is_on_turn for seat in found)


def test_the_points_taken_end_where_the_tricks_do() -> None:
    for seed in range(20):
        record, summary = recorded(seed)
        taken = pictures(record).frames[-1].taken
        assert set(taken) == {"A", "B"}
        if summary["result"] == "count":
            assert min(taken.values()) >= -25 and sum(taken.values()) <= 100


def test_a_refused_event_is_the_last_picture_and_the_table_stays_as_it_was() -> None:
    record, at = spoilt(recorded(3)[0])
    replay = pictures(record)
    assert replay.fault is not None and replay.result is None
    assert (replay.fault.event, replay.fault.problem.code) == (at, "must_lead")
    assert replay.fault.problem.path == f"/events/{at}"
    before, last = replay.frames[-2:]
    assert len(replay.frames) == at + 2
    assert (last.seats, last.laid) == (before.seats, before.laid)
    assert last.problem is not None and last.problem.code == "must_lead"


def test_a_record_that_cannot_be_opened_has_no_pictures() -> None:
    for record in (None, [], "x", {}, {"events": 1}, {**recorded(1)[0], "hands": {}}):
        replay = frames(GAME, record, {"profile": "club"})
        assert replay.frames == () and replay.fault is not None and replay.fault.event is None


def test_a_record_that_stops_early_is_shown_to_its_end() -> None:
    record, _ = recorded(3)
    cut = {**record, "events": record["events"][:20]}
    replay = pictures(cut)
    assert len(replay.frames) == 21
    assert replay.fault is not None and replay.fault.problem.code == "record_incomplete"


GARBAGE: tuple[Any, ...] = (
    None,
    7,
    [],
    {},
    {"e": None},
    {"e": ["play"]},
    {"e": "play"},
    {"e": "play", "seat": {}, "cards": {"a": 1}, "wish": {"x": [1]}},
    {"e": "play", "seat": True, "cards": [1, None, "7X", [2]] * 90},
    {"e": "bomb", "seat": 10**30, "cards": "7G"},
    {"e": "push", "seat": 1, "to": {"x": [], "²": 1, "2": "7G"}},
    {"e": "push", "seat": 1, "to": 4},
    {"e": "give", "seat": 1, "to": {"a": 1}},
    {"e": "pass", "seat": "\ud800"},
)


@pytest.mark.parametrize("event", GARBAGE)
def test_whatever_stands_in_a_record_is_told(event: Any) -> None:
    record, _ = recorded(3)
    replay = pictures({**record, "events": [event]})
    assert len(replay.frames) == 2 and replay.frames[-1].problem is not None
    said = sentences(replay)[-1]
    assert said and len(said) < 2000
    said.encode()


def test_play_goes_round_the_table_as_the_rules_say() -> None:
    assert places((1, 2, 3, 4), clockwise=True) == {1: "n", 2: "e", 3: "s", 4: "w"}
    assert places((1, 2, 3, 4), clockwise=False) == {1: "n", 2: "w", 3: "s", 4: "e"}
    assert list(places((1, 2, 3, 4, 5, 6), clockwise=True).values()) == ["nw", "ne", "e", "se", "sw", "w"]
    with pytest.raises(RulesError, match="9 seats"):
        places(tuple(range(9)), clockwise=True)
    for turn in ("clockwise", "counterclockwise"):
        rules = GAME.read_rules({"turn_direction": turn})
        where = places(GAME.seats(rules), clockwise=GAME.play.showing.clockwise(rules))
        assert {where[seat]: name[0].lower() for seat, name in GAME.seat_names(rules).items()} == {
            point: point for point in "nesw"
        }


def test_every_fault_of_a_record_cites_an_article() -> None:
    """Each code that the rules name for records and events (5.8) has one, and each has its sentence."""
    assert set(ARTICLES) <= set(MESSAGES)
    of_events = {code for code in MESSAGES if code in ARTICLES}
    assert {"wish_must_be_fulfilled", "not_your_turn", "bad_deal", "give_to_partner"} <= of_events
    assert ARTICLES["wish_must_be_fulfilled"].number == "5.6"


def test_a_refused_event_of_every_kind_that_random_play_meets_has_an_article() -> None:
    source = Random(5)
    codes = set()
    for seed in range(30):
        record, _ = recorded(seed)
        for _ in range(6):
            events = list(record["events"])
            first, second = source.sample(range(len(events)), 2)
            events[first], events[second] = events[second], events[first]
            fault = pictures({**record, "events": events}).fault
            if fault is not None:
                codes.add(fault.problem.code)
    assert len(codes) > 6
    assert codes <= set(ARTICLES)


def test_a_game_that_is_not_played_card_by_card_has_no_pictures() -> None:
    with also_searching("tests.data.toy"), pytest.raises(RulesError, match="trio"):
        frames(get_game("trio"), {})


def test_sentences_are_told_with_names_of_cards_seats_and_ranks() -> None:
    rules = GAME.read_rules({"profile": "seed"})
    for seed in range(60):
        record, _ = play_hand(GAME.play, rules, Random(seed))
        told = [each for each in sentences(frames(GAME, record, rules)) if "wish: " in each]
        if told:
            assert any(name in told[0] for name in ("North", "East", "South", "West"))
            assert "Mah Jong" in told[0]
            return
    pytest.fail("no hand with a wish")
