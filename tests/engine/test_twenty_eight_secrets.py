"""A face-down trump makes no difference to who may not know it, whatever it is, until it is turned."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.problems import Problem
from engine.core.showing import Words
from engine.games.twenty_eight.state import State
from engine.games.twenty_eight.variants import TABLES
from tests.engine.twenty_eight import GAME, PLAY, rules_of

SHOWING = PLAY.showing
HIDDEN = [{"variant": key, "profile": profile} for key in TABLES for profile in ("seed", "club")]
HIDDEN = [options for options in HIDDEN if rules_of(options).trump_mode == "hidden"]


def laid(source: Random, rules: Any) -> tuple[State, State, State, str, str] | None:
    """A position before a trump is laid, and after each of two cards; None for a deal that ends earlier."""
    state = PLAY.read(PLAY.deal(rules, source), rules).state  # type: ignore[union-attr]
    while not state.is_over and state.phase != "trump1":
        state = PLAY.apply(state, PLAY.random_event(state, source))
    if state.is_over:
        return None
    cards = [event["card"] for event in PLAY.legal_actions(state)]
    one, other = source.sample(cards, 2)
    ways = [PLAY.apply(state, {"e": "trump", "seat": state.turn, "card": card}) for card in (one, other)]
    return state, ways[0], ways[1], one, other


def told(before: State, event: dict[str, Any], after: State, seat: int) -> list[str]:
    """Everything that a page would say to a seat of an event and of the table behind it."""
    words = Words(SHOWING, GAME.seat_names(before.rules))
    view = PLAY.view_for(after, seat)
    said = [SHOWING.said(PLAY.view_for(before, seat), event, view)]
    said += [mark.said for mark in (*SHOWING.facts(view), *SHOWING.marks(view, seat))]
    return [words.text(each) for each in said]


@pytest.mark.parametrize("options", HIDDEN, ids=lambda each: f"{each['variant']} {each['profile']}")
def test_others_see_the_same_whatever_lies_face_down(options: dict[str, Any]) -> None:
    rules, compared = rules_of(options), 0
    for seed in range(12):
        source = Random(seed)
        found = laid(source, rules)
        if found is None:
            continue
        before, one, other, *cards = found
        bidder = one.bidder
        seats = [seat for seat in TABLES[rules.variant].seats if seat != bidder]
        events = [{"e": "trump", "seat": bidder, "card": card} for card in cards]
        for seat in seats:
            assert told(before, events[0], one, seat) == told(before, events[1], other, seat)
        assert PLAY.view_for(one, bidder) != PLAY.view_for(other, bidder)
        while one.is_hidden and other.is_hidden and not one.is_over:
            for seat in seats:
                assert PLAY.view_for(one, seat) == PLAY.view_for(other, seat)
                compared += 1
            event = PLAY.random_event(one, source)
            following = PLAY.apply(one, event), PLAY.apply(other, event)
            if isinstance(following[1], Problem):  # the owner plays the card that lies face down here
                break
            one, other = following
    assert compared > 40
