"""A position as a seat sees it, and everything that may be done in it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core.problems import RulesError
from engine.games.malilla.cards import CARDS
from engine.games.malilla.legality import duty, legal_cards
from engine.games.malilla.rules import SEATS, SIDES
from engine.games.malilla.state import FULL, State

Event = dict[str, Any]
SUIT_LETTERS = {mask: letter for letter, mask in CARDS.suits.items()}


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat that the hand waits for; nobody once it is over."""
    return (state.turn,) if state.turn else ()


def legal_actions(state: State) -> Iterator[Event]:
    """Yield every card that the seat on turn may play, as an event."""
    if state.turn:
        for card in CARDS.codes(legal_cards(state)):
            yield {"e": "play", "seat": state.turn, "card": card}


def random_event(state: State, source: Random) -> Event:
    """Return a legal event drawn from `source`; RulesError when the hand is over."""
    if state.is_over:
        raise RulesError("a hand that is over has no legal event")
    return source.choice(list(legal_actions(state)))


def view_for(state: State, viewer: int | None) -> dict[str, Any]:
    """Return what a seat sees; None sees all cards. Cards of others are counted, the table is open."""
    first = (state.owner - state.table.index(state.best) - 1) % FULL + 1 if state.table else None
    return {
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "turn": state.turn or None,
        "leads": state.leads,
        "dealer": state.dealer,
        "pinta": state.pinta,
        "trump": SUIT_LETTERS[state.trump],
        "closing": state.is_closing,
        "before": {side: state.game_score.get(side, 0) for side in SIDES},
        "hands": {str(seat): CARDS.codes(state.hands[seat]) for seat in SEATS if viewer in (None, seat)},
        "held": {str(seat): state.hands[seat].bit_count() for seat in SEATS},
        "first": first,
        "led": SUIT_LETTERS.get(state.led),
        "table": [CARDS.codes_of[bit] for bit in state.table],
        "winning": state.owner or None,
        "duty": duty(state),
        "taken": {str(seat): state.taken[seat] for seat in SEATS},
        "tricks": {str(seat): state.tricks[seat] for seat in SEATS},
    }
