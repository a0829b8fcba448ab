"""What may happen in a hand and what it does, event by event (rules sections 4 and 5).

Every event has two parts: why it is illegal, asked in the order of 5.8, and its effect. `advance` changes the
position it is given and is for those who own it; `apply` is for everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.problems import Problem, pointer, shown
from engine.games.tichu.cards import (
    BITS,
    DOG,
    RANK_VALUES,
    rank_mask,
)
from engine.games.tichu.combinations import BOMB, Combination, readings
from engine.games.tichu.legality import (
    about,
    about_wish,
    cards_in,
    reading_of,
    why_no_bomb,
    why_no_pass,
    why_not_on_turn,
    why_not_said,
)
from engine.games.tichu.search import can_fulfil
from engine.games.tichu.state import (
    EXCHANGE,
    FINAL_GIFT,
    FOLLOW,
    GRAND,
    LEAD,
    NOBODY,
    OVER,
    WON,
    State,
)

Event = Mapping[str, Any]


def apply(state: State, event: object) -> State | Problem:
    """Return the position after an event, or why it is illegal; total over any JSON value."""
    following = state.copy()
    return advance(following, event) or following


def advance(state: State, event: object) -> Problem | None:
    """Let an event happen, or return why it is illegal; the position is then of no more use."""
    if state.phase == OVER:
        return Problem("hand_over")
    if type(event) is not dict:
        return Problem("bad_event")
    name, seat = event.get("e"), event.get("seat")
    if type(name) is not str or name not in _ACTS:
        return Problem("bad_event", "/e", {"value": shown(name)})
    if type(seat) is not int or seat not in state.ring.seats:
        return Problem("bad_seat", "/seat", {"value": shown(seat)})
    return _ACTS[name](state, seat, event)


# ---- calls ----


def _grand(state: State, seat: int, event: Event) -> Problem | None:
    """4.4: a Grand Tichu is called before the ninth card."""
    if not state.rules.grand_tichu:
        return about("grand_disabled", seat)
    if state.phase != GRAND:
        return about("grand_too_late", seat)
    return _call(state, seat, "grand")


def _tichu(state: State, seat: int, event: Event) -> Problem | None:
    """4.4: a small Tichu is called from the full hand on, until the own first card."""
    if state.played[seat] or state.phase == FINAL_GIFT:
        return about("call_too_late", seat)
    problem = _call(state, seat, "small")
    if problem is None and state.out and not state.rules.tichu_after_first_out:
        return about("call_after_first_out", seat)
    if state.phase == GRAND:
        state.phase = EXCHANGE
    return problem


def _call(state: State, seat: int, call: str) -> Problem | None:
    if seat in state.calls:
        return about("already_called", seat)
    partners = state.ring.partners[seat]
    if state.rules.one_call_per_side and any(partner in state.calls for partner in partners):
        return Problem("too_many_calls_on_side", "", {"side": state.side(seat), "n": 2})
    state.calls[seat] = call
    return None


# ---- exchange ----


def _push(state: State, seat: int, event: Event) -> Problem | None:
    """4.2: one of the own cards to each receiver; all cards change hands with the last push."""
    if state.phase not in (GRAND, EXCHANGE):
        return about("push_too_late", seat)
    if seat in state.pushes:
        return about("push_twice", seat)
    to = event.get("to")
    receivers = state.ring.receivers[seat]
    if type(to) is not dict or to.keys() != receivers.keys():
        return Problem("push_incomplete", "/to", {"seat": seat, "n": len(receivers)})
    hand, pushed = state.hands[seat], {}
    for key, card in to.items():
        bit = BITS.get(card, 0) if isinstance(card, str) else 0
        if not bit & hand:
            return Problem("card_not_in_hand", pointer("to", key), {"seat": seat, "card": shown(card)})
        hand ^= bit
        pushed[receivers[key]] = bit
    state.phase = EXCHANGE
    state.pushes[seat] = pushed
    if len(state.pushes) == len(state.ring.seats):
        _exchange(state)
    return None


def _exchange(state: State) -> None:
    for giver, pushed in state.pushes.items():
        for receiver, bit in pushed.items():
            state.hands[giver] ^= bit
            state.hands[receiver] |= bit
    _open_trick(state, state.holder_of_mah_jong())


# ---- playing, bombing, passing ----


def _play(state: State, seat: int, event: Event) -> Problem | None:
    """5.4: the seat on turn leads, or beats the top, within an open wish."""
    if seat != state.turn:
        return about(why_not_on_turn(state, seat), seat)
    hand = state.hands[seat]
    cards = cards_in(hand, seat, event.get("cards"))
    if isinstance(cards, Problem):
        return cards
    top = state.top if state.phase == FOLLOW else None
    reading = reading_of(cards, top, event.get("as"))
    if isinstance(reading, Problem):
        return reading
    if state.wish and not cards & rank_mask(state.wish) and can_fulfil(hand, top, state.wish):
        return about_wish(state, seat)
    problem = why_not_said(state, seat, cards, event)
    if problem is not None:
        return problem
    if state.phase == WON:
        state.taken[state.owner] += state.pile
        state.pile, state.top = 0, None
    if cards == DOG:
        _lay_dog(state, seat, event.get("to"))
    else:
        _lay(state, seat, cards, reading, RANK_VALUES.get(event.get("wish") or "", 0))
    return None


def _bomb(state: State, seat: int, event: Event) -> Problem | None:
    """5.5: any active seat interrupts with a higher bomb, and no wish binds it."""
    if state.phase not in (FOLLOW, WON) or not state.hands[seat] or state.top is None:
        return about(why_no_bomb(state, seat), seat)
    cards = cards_in(state.hands[seat], seat, event.get("cards"))
    if isinstance(cards, Problem):
        return cards
    found = readings(cards)
    if not found or found[0].shape != BOMB:
        return Problem("not_a_bomb", "/cards")
    if not found[0].beats(state.top):
        return Problem("bomb_too_low", "/cards")
    if event.get("wish") is not None:
        return Problem("wish_without_mah_jong", "/wish")
    _lay(state, seat, cards, found[0])
    return None


def _pass(state: State, seat: int, event: Event) -> Problem | None:
    """4.2: passing is for the seat on turn, on a trick, unless a wish obliges it to play."""
    if state.phase != FOLLOW or seat != state.turn:
        return about(why_no_pass(state, seat), seat)
    if state.wish and can_fulfil(state.hands[seat], state.top, state.wish):
        return about_wish(state, seat)
    state.waiting -= 1
    if state.waiting:
        state.turn = state.after[seat]
    else:
        state.phase = WON
        state.turn = NOBODY if state.is_dragon_top else state.leader
    return None


def _give(state: State, seat: int, event: Event) -> Problem | None:
    """5.7: the owner of a won Dragon gives the trick to an opponent, active or out, and keeps the lead."""
    is_won = state.phase == WON and state.is_dragon_top
    if not is_won and state.phase != FINAL_GIFT:
        return about("give_not_allowed", seat)
    if seat != state.owner:
        return about("not_your_turn", seat)
    to = event.get("to")
    if type(to) is not int or to not in state.ring.seats:
        return Problem("bad_seat", "/to", {"value": shown(to)})
    if to not in state.ring.opponents[seat]:
        return Problem("give_to_partner", "/to", {"seat": seat})
    state.taken[to] += state.pile
    state.pile = 0
    if is_won:
        _open_trick(state, state.leader)
    else:
        state.phase = OVER
    return None


_ACTS: Mapping[str, Callable[[State, int, Event], Problem | None]] = {
    "pass": _pass,
    "play": _play,
    "bomb": _bomb,
    "give": _give,
    "push": _push,
    "tichu": _tichu,
    "grand": _grand,
}

# ---- what cards on the table do (4.3) ----


def _lay(state: State, seat: int, cards: int, combination: Combination, wish: int = 0) -> None:
    """4.3: the cards become the top, perhaps the seat goes out, and the next one is on turn."""
    left = state.hands[seat] ^ cards
    state.hands[seat] = left
    state.played[seat] = True
    if state.wish and cards & rank_mask(state.wish):
        state.wish = 0
    if wish:
        state.wish = wish
    state.top, state.laid, state.owner = combination, cards, seat
    state.pile += combination.points
    state.phase = FOLLOW
    if not left:
        _go_out(state, seat)
        if state.phase != FOLLOW:
            return
    state.waiting = state.active - 1 if left else state.active
    state.turn = state.after[seat]


def _lay_dog(state: State, seat: int, target: int | None) -> None:
    """4.3, 6: the Dog is put aside, and the partner leads, or who comes after him."""
    state.hands[seat] ^= DOG
    state.played[seat] = True
    state.phase, state.owner = LEAD, NOBODY
    if not state.hands[seat]:
        _go_out(state, seat)
    if state.phase == LEAD:
        _open_trick(state, target or _led_by_dog(state, seat))


def _led_by_dog(state: State, seat: int) -> int:
    partners = state.ring.partners[seat]
    for partner in partners:
        if state.hands[partner]:
            return partner
    return state.after[seat if state.ring.is_six else partners[0]]


def _go_out(state: State, seat: int) -> None:
    """4.3, 5: a sweep ends the hand at once, and so does the last but one seat going out."""
    state.go_out(seat)
    if is_sweep(state):
        state.phase, state.turn = OVER, NOBODY
    elif state.active == 1:
        state.turn = NOBODY
        if state.is_dragon_top and state.rules.final_dragon_gift:
            state.phase = FINAL_GIFT
        else:
            state.taken[seat] += state.pile
            state.pile, state.phase = 0, OVER


def is_sweep(state: State) -> bool:
    """Tell whether one side has gone out before any opponent: a double, with six players a triple victory."""
    length = state.ring.sweep_length
    return len(state.out) == length and len({seat % 2 for seat in state.out}) == 1


def _open_trick(state: State, leader: int) -> None:
    state.phase, state.turn = LEAD, leader
    state.top, state.laid, state.owner = None, 0, NOBODY
