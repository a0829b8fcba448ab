"""Trumps, Thunee and the calls during play (rules sections 4.8 to 4.11 and 4.13 to 4.15).

Each function lets one event happen to a position, or returns the first reason why it is illegal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.problems import Problem, shown
from engine.games.thunee.cards import BITS, CARDS, DECKS, NO_SUIT, SUIT_LETTERS, order
from engine.games.thunee.state import (
    DEAL2,
    PLAY,
    WINDOW_BLIND,
    WINDOW_THUNEE,
    State,
    bit_of,
    suit_mask,
)
from engine.games.thunee.summary import DOUBLE, FINAL_LABELS, is_played
from engine.games.thunee.table import (
    BLIND_ROYALS,
    BLIND_THUNEE,
    NORMAL,
    ROYALS,
    THUNEE,
    other_side,
    side_at,
)

Event = Mapping[str, Any]

OPEN_CALLS = (THUNEE, ROYALS)
BLIND_CALLS = (BLIND_THUNEE, BLIND_ROYALS)
JODHI_TRICKS = (1, 3)
"""After which tricks a Jodhi may be called, where the option does not open every gap."""


def special(state: State, event: Event) -> Problem | None:
    """4.9 and 4.10: Thunee, Royals and the blind calls."""
    seat, call = event["seat"], event.get("call")
    is_blind = state.phase == WINDOW_BLIND
    own, others = (BLIND_CALLS, OPEN_CALLS) if is_blind else (OPEN_CALLS, BLIND_CALLS)
    params = {"call": shown(call)}
    if call in others:
        return Problem("thunee_too_early" if is_blind else "blind_too_late", "/call", params)
    if call not in own:
        return Problem("call_unknown", "/call", {"value": shown(call)})
    if not is_played(str(call), state.rules):
        return Problem("call_disabled", "/call", params)
    if not is_blind and not has_side_card(state, seat):
        return Problem("thunee_one_suit", "/seat", {"seat": seat})
    state.kind, state.caller = str(call), seat
    state.phase, state.trump = DEAL2 if is_blind else PLAY, NO_SUIT
    state.begin_play(seat)
    return None


def has_side_card(state: State, seat: int) -> bool:
    """4.10: whether a hand may call Thunee although it is of one suit, or is not."""
    if not state.rules.thunee_side_card:
        return True
    return sum(bool(state.hands[seat] & suit) for suit in CARDS.suits.values()) > 1


def trump(state: State, event: Event) -> Problem | None:
    """4.8: the trump maker names a suit, or leaves it to his last card."""
    seat, suit = event["seat"], event.get("suit")
    if seat != state.maker:
        return Problem("not_trump_maker", "/seat", {"maker": state.maker})
    if "last_card" in event:
        if not may_use_last_card(state):
            return Problem("last_card_not_allowed", "/last_card", {"maker": seat})
        suit = state.deal.last[seat][1]
    elif not isinstance(suit, str) or suit not in SUIT_LETTERS:
        return Problem("suit_unknown", "/suit", {"value": shown(suit)})
    elif not may_name(state, suit):
        return Problem("trump_not_held", "/suit", {"maker": seat})
    state.trump = suit
    if state.rules.trump_choice == "first_batch":
        state.phase = DEAL2
    else:
        before_play(state)
    return None


def before_play(state: State) -> None:
    """Open the window in which Thunee may be called; else the first leader of a normal hand leads."""
    state.phase = WINDOW_THUNEE
    state.begin_play(state.first_leader())


def may_name(state: State, suit: str) -> bool:
    """4.8: whether the trump maker may name a suit: any on all cards, one he holds on the first batch."""
    return state.rules.trump_choice == "full_hand" or bool(state.hands[state.maker] & suit_mask(suit))


def trump_suits(state: State) -> tuple[str, ...]:
    """4.8: the suits that the trump maker may name."""
    return tuple(suit for suit in SUIT_LETTERS if may_name(state, suit))


def may_use_last_card(state: State) -> bool:
    """4.8: whether the last card dealt to the trump maker may decide."""
    if state.call or state.rules.last_card_trump == "off":
        return False
    return state.rules.last_card_trump == "always" or len(trump_suits(state)) == len(SUIT_LETTERS)


def partner_card(state: State, event: Event) -> Problem | None:
    """4.11: the trump maker calls a high card that somebody else holds."""
    seat, bit = event["seat"], bit_of(event.get("card"))
    params = {"maker": state.maker, "card": shown(event.get("card"))}
    if seat != state.maker:
        return Problem("not_trump_maker", "/seat", params)
    if bit & state.hands[seat]:
        return Problem("called_card_own", "/card", params)
    if event.get("card") not in high_cards(state):
        return Problem("called_card_not_high", "/card", params)
    state.called, state.phase = bit, PLAY
    return None


def high_cards(state: State) -> tuple[str, ...]:
    """4.11: the two highest cards of each suit in the ranking of the hand."""
    deck = DECKS[state.rules.deck_size]
    found = []
    for suit in SUIT_LETTERS:
        ranks = order(state.rules.scheme, state.is_royal, suit == state.trump)
        held = [rank + suit for rank in ranks if deck.find(rank + suit)]
        found += held[:2]
    return tuple(found)


def jodhi(state: State, event: Event) -> Problem | None:
    """4.13: King and Queen of a suit, or the Jack too."""
    seat, suit = event["seat"], event.get("suit")
    has_jack = event.get("jack", False)
    problem = _no_jodhi(state, seat, suit)
    if problem is not None:
        return problem
    if not holds_jodhi(state, seat, str(suit), has_jack):
        return Problem("jodhi_not_held", "/suit", {"seat": seat})
    value = jodhi_value(state, str(suit), has_jack)
    if "value" in event and (type(event["value"]) is not int or event["value"] != value):
        return Problem("jodhi_value", "/value", {"value": shown(event["value"]), "worth": value})
    state.jodhi = (*state.jodhi, (seat, str(suit), value))
    return None


def _no_jodhi(state: State, seat: int, suit: object) -> Problem | None:
    """Return why a seat may call no Jodhi in this suit now, whatever it holds."""
    params = {"seat": seat}
    if not state.rules.jodhi:
        return Problem("call_disabled", "/e", {"call": "jodhi"})
    if state.kind != NORMAL:
        return Problem("jodhi_in_thunee", "/e")
    if not isinstance(suit, str) or suit not in SUIT_LETTERS:
        return Problem("suit_unknown", "/suit", {"value": shown(suit)})
    if not is_jodhi_open(state):
        return Problem("jodhi_out_of_window", "/e", params)
    if side_at(seat) != side_at(state.owner):
        return Problem("jodhi_wrong_team", "/seat", params)
    if any(suit == called for _seat, called, _value in state.jodhi):
        return Problem("jodhi_suit_already_called", "/suit", params)
    return None


def is_jodhi_open(state: State) -> bool:
    """4.13: whether Jodhi may be called in this gap by the side that won the trick."""
    if not state.is_between_tricks:
        return False
    if state.rules.jodhi_window == "any_trick":
        return True
    if state.rules.jodhi_window == "hand_1_3":
        return state.done % state.size.hand in JODHI_TRICKS
    return state.tricks_of_deal(side_at(state.owner)) in JODHI_TRICKS


def holds_jodhi(state: State, seat: int, suit: str, has_jack: bool) -> bool:
    """Tell whether a seat has the cards of a Jodhi in its hand now."""
    needed = BITS["K" + suit] | BITS["Q" + suit] | (BITS["J" + suit] if has_jack else 0)
    return state.hands[seat] & needed == needed


def jodhi_value(state: State, suit: str, has_jack: bool) -> int:
    """4.13: 20 or with the Jack 30, in trumps 40 or 50."""
    return (40 if suit == state.trump else 20) + (10 if has_jack else 0)


def double_thunee(state: State, event: Event) -> Problem | None:
    """4.14: the result of the hand counts twice."""
    if not state.rules.double_thunee:
        return Problem("call_disabled", "/e", {"call": "double_thunee"})
    if state.doubled:
        return Problem("already_doubled", "/e")
    if not is_half(state):
        return Problem("double_thunee_out_of_window", "/e")
    state.doubled = True
    return None


def is_half(state: State) -> bool:
    """4.14: whether exactly half of the tricks are complete and the next card has not been played."""
    return state.phase == PLAY and not state.led and 2 * state.done == state.length


def final(state: State, event: Event) -> Problem | None:
    """4.15: Double or Khanaak in the last trick."""
    seat, call = event["seat"], event.get("call")
    if state.kind != NORMAL:
        return Problem("final_call_in_thunee", "/e")
    if not isinstance(call, str) or call not in FINAL_LABELS:
        return Problem("call_unknown", "/call", {"value": shown(call)})
    if not getattr(state.rules, call):
        return Problem("call_disabled", "/call", {"call": call})
    if state.done != state.length - 1:
        return Problem("final_call_not_last_trick", "/e")
    if seat != state.turn:
        return Problem("not_your_turn", "/seat", {"seat": state.turn})
    problem = no_final(state, seat, call)
    if problem is None:
        state.final = (seat, call)
    return problem


def no_final(state: State, seat: int, call: str) -> Problem | None:
    """Return why the seat on turn in the last trick may not make a call, by what has happened before."""
    side = side_at(seat)
    others, params = other_side(side), {"side": side}
    if state.final is not None:
        return Problem("final_call_twice", "/e")
    if call != DOUBLE:
        return None if state.tricks_of(others) else Problem("khanaak_without_opponent_trick", "/call", params)
    if state.tricks_of(others):
        return Problem("double_after_lost_trick", "/call", params)
    if state.rules.corner_house_ban and state.balls_before[side] >= state.target - 1:
        return Problem("double_on_corner_house", "/call", params)
    return None
