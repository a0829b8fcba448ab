"""A position as somebody sees it, and what may be done in it, as JSON (rules sections 4.2 and 5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from engine.games.tichu.cards import DOG, MAH_JONG, RANK_LETTERS, RANK_OF_VALUE, codes
from engine.games.tichu.combinations import Combination, readings
from engine.games.tichu.search import bombs, can_fulfil, plays
from engine.games.tichu.state import EXCHANGE, FINAL_GIFT, FOLLOW, GRAND, LEAD, WON, State

Event = dict[str, Any]


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that the hand waits for; with a Grand Tichu to decide on, all that have not called."""
    if state.phase == GRAND:
        return tuple(seat for seat in state.ring.seats if seat not in state.calls)
    if state.phase == EXCHANGE:
        return tuple(seat for seat in state.ring.seats if seat not in state.pushes)
    if must_give(state):
        return (state.owner,)
    return (state.turn,) if state.turn else ()


def must_give(state: State) -> bool:
    """Tell whether the trick of the Dragon has to be given away before anything else."""
    return state.phase == FINAL_GIFT or (state.phase == WON and state.is_dragon_top)


def legal_actions(state: State) -> Iterator[Event]:
    """Yield every legal event of every seat; a Phoenix that can stand for two ranks comes with each."""
    for seat in state.ring.seats:
        yield from _calls(state, seat)
        if state.phase in (GRAND, EXCHANGE) and seat not in state.pushes:
            yield from _pushes(state, seat)
        if state.phase in (FOLLOW, WON):
            found = bombs(state.hands[seat], state.top)
            yield from ({"e": "bomb", "seat": seat, "cards": codes(cards)} for cards, _bomb in found)
    if must_give(state):
        for opponent in sorted(state.ring.opponents[state.owner]):
            yield {"e": "give", "seat": state.owner, "to": opponent}
    elif state.turn:
        yield from _turn(state)


def top_to_beat(state: State) -> Combination | None:
    """Return what the seat on turn has to beat, None when it leads."""
    return state.top if state.phase == FOLLOW else None


def may_pass(state: State) -> bool:
    """Tell whether the seat on turn may pass (5.4, 4)."""
    if state.phase != FOLLOW:
        return False
    return not (state.wish and can_fulfil(state.hands[state.turn], state.top, state.wish))


def said_with(state: State, seat: int, cards: int) -> Iterator[Event]:
    """Yield what may be said with a play: nothing, a wish with the Mah Jong, a target with the Dog."""
    if cards & MAH_JONG:
        yield from ({"wish": rank} for rank in RANK_LETTERS)
        if state.rules.wish_mandatory:
            return
    partners = [each for each in state.ring.partners[seat] if state.hands[each]]
    if cards == DOG and state.ring.is_six and partners:
        yield from ({"to": partner} for partner in partners)
        if len(partners) > 1:
            return
    yield {}


def play_event(seat: int, cards: int, reading: Combination) -> Event:
    """Return the event of a play; the rank of the Phoenix is named where it is not the usual one."""
    event: Event = {"e": "play", "seat": seat, "cards": codes(cards)}
    if reading.phoenix and readings(cards)[0] != reading:
        event["as"] = RANK_OF_VALUE[reading.phoenix]
    return event


def may_call(state: State, seat: int) -> str:
    """Return the call that a seat may make now, as the name of its event; "" when there is none (4.4)."""
    rules = state.rules
    partners = state.ring.partners[seat]
    if seat in state.calls or (rules.one_call_per_side and any(each in state.calls for each in partners)):
        return ""
    if state.phase == GRAND:
        return "grand" if rules.grand_tichu else ""
    if state.played[seat] or state.phase == FINAL_GIFT or state.is_over:
        return ""
    return "tichu" if rules.tichu_after_first_out or not state.out else ""


def _calls(state: State, seat: int) -> Iterator[Event]:
    call = may_call(state, seat)
    if call:
        yield {"e": call, "seat": seat}
    if state.phase == GRAND and (call or not state.rules.grand_tichu) and seat not in state.calls:
        yield {"e": "tichu", "seat": seat}


def _pushes(state: State, seat: int) -> Iterator[Event]:
    receivers = state.ring.receivers[seat]
    for pushed in permutations(codes(state.hands[seat]), len(receivers)):
        yield {"e": "push", "seat": seat, "to": dict(zip(receivers, pushed, strict=True))}


def _turn(state: State) -> Iterator[Event]:
    seat = state.turn
    for cards, reading in plays(state.hands[seat], top_to_beat(state), state.wish):
        event = play_event(seat, cards, reading)
        yield from ({**event, **said} for said in said_with(state, seat, cards))
    if may_pass(state):
        yield {"e": "pass", "seat": seat}


def view_for(state: State, viewer: int | None) -> dict[str, Any]:
    """Return what a seat sees; None sees all cards. Cards of others are counted, the table is open."""
    seats = state.ring.seats
    return {
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "turn": state.turn or None,
        "leads": state.phase in (LEAD, WON),
        "hands": {str(seat): codes(_seen(state, seat)) for seat in seats if viewer in (None, seat)},
        "held": {str(seat): _seen(state, seat).bit_count() for seat in seats},
        "pushed": {str(seat): _pushed(state, seat) for seat in state.pushes if viewer in (None, seat)},
        "calls": {str(seat): call for seat, call in sorted(state.calls.items())},
        "top": None if state.top is None else _top(state, state.top),
        "wish": RANK_OF_VALUE.get(state.wish),
        "pile": state.pile,
        "taken": {str(seat): state.taken[seat] for seat in seats},
        "out": list(state.out),
    }


def _seen(state: State, seat: int) -> int:
    """Return the cards of a seat that have been dealt and not been pushed."""
    if state.phase == GRAND:
        return state.firsts[seat]
    if state.phase != EXCHANGE:
        return state.hands[seat]
    return state.hands[seat] & ~sum(state.pushes.get(seat, {}).values())


def _pushed(state: State, seat: int) -> dict[str, str]:
    return {str(receiver): codes(bit)[0] for receiver, bit in state.pushes[seat].items()}


def _top(state: State, top: Combination) -> dict[str, Any]:
    stands_for = {"phoenix": RANK_OF_VALUE[top.phoenix]} if top.phoenix else {}
    return {"seat": state.owner, "kind": top.kind, "cards": codes(state.laid), **stands_for}
