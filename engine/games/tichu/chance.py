"""Random deals and random legal play, for tests, demonstrations and measuring; one source, one hand."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from engine.core.play import Record
from engine.core.problems import RulesError
from engine.games.tichu.cards import DECK, codes
from engine.games.tichu.record import KEY, lengths_of
from engine.games.tichu.rules import Rules, naming, seats
from engine.games.tichu.search import KINDS, Play, bombs, plays
from engine.games.tichu.state import EXCHANGE, FOLLOW, GRAND, WON, State
from engine.games.tichu.view import may_call, may_pass, must_give, play_event, said_with, top_to_beat

Event = dict[str, Any]

GRAND_SHARE = 0.08
SMALL_SHARE = 0.01
BOMB_SHARE = 0.3
PASS_SHARE = 0.3
"""How often somebody who may calls, interrupts or passes, at each event: calls come about as often as in real
play, bombs and passes so often that every way of a trick is met in a few hundred hands."""


def deal(rules: Rules, source: Random) -> Record:
    """Return the head of a record: cards and dealer drawn from `source`, no events."""
    profile, options = naming(rules)
    round_table = seats(rules)
    dealer = source.choice(round_table)
    deck = iter(card.code for card in DECK.shuffled(source))
    parts = [list(islice(deck, length)) for length in lengths_of(dealer, rules.variant)]
    hands = {
        str(seat): {"first": first, "second": second}
        for seat, first, second in zip(round_table, parts[::2], parts[1::2], strict=True)
    }
    return {
        "game": KEY,
        "variant": rules.variant,
        "profile": profile,
        "options": {name: value for name, value in options.items() if name != "variant"},
        "dealer": dealer,
        "hands": hands,
        "events": [],
    }


def random_event(state: State, source: Random) -> Event:
    """Return a legal event drawn from `source`; RulesError when the hand is over."""
    if state.is_over:
        raise RulesError("a hand that is over has no legal event")
    called = _called(state, source)
    if called is not None:
        return called
    if state.phase in (GRAND, EXCHANGE):
        return _pushed(state, source)
    if state.phase in (FOLLOW, WON) and source.random() < BOMB_SHARE:
        found = [(seat, bomb) for seat in state.ring.seats for bomb in bombs(state.hands[seat], state.top)]
        if found:
            seat, (cards, _bomb) = source.choice(found)
            return {"e": "bomb", "seat": seat, "cards": codes(cards)}
    if must_give(state):
        return {"e": "give", "seat": state.owner, "to": source.choice(state.ring.opponents[state.owner])}
    return _played(state, source)


def _called(state: State, source: Random) -> Event | None:
    share = GRAND_SHARE if state.phase == GRAND else SMALL_SHARE
    for seat in state.ring.seats:
        if source.random() < share:
            call = may_call(state, seat)
            if call:
                return {"e": call, "seat": seat}
    return None


def _pushed(state: State, source: Random) -> Event:
    seat = source.choice([seat for seat in state.ring.seats if seat not in state.pushes])
    receivers = state.ring.receivers[seat]
    cards = source.sample(codes(state.hands[seat]), len(receivers))
    to = dict(zip(receivers, cards, strict=True))
    return {"e": "push", "seat": seat, "to": to}


def _played(state: State, source: Random) -> Event:
    """Return a play of the seat on turn, or its pass."""
    seat = state.turn
    if may_pass(state) and source.random() < PASS_SHARE:
        return {"e": "pass", "seat": seat}
    found = _plays_of_some_kind(state, source)
    if not found:
        return {"e": "pass", "seat": seat}
    cards, reading = source.choice(found)
    return {**play_event(seat, cards, reading), **source.choice(list(said_with(state, seat, cards)))}


def _plays_of_some_kind(state: State, source: Random) -> list[Play]:
    """Return every legal play of one kind; kinds are tried at random, so that rare ones come up as well."""
    top = top_to_beat(state)
    kinds = list(KINDS) if top is None else [top.kind, "bomb"]
    if top is None:
        source.shuffle(kinds)
    for kind in kinds:
        found = list(plays(state.hands[state.turn], top, state.wish, [kind]))
        if found:
            return found
    return []
