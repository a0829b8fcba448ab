"""A position as a seat sees it, and everything that may be done in it (rules section 4, `Legal`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from engine.core.problems import RulesError
from engine.games.thunee import auction, calls
from engine.games.thunee.cards import CARDS, SUIT_LETTERS
from engine.games.thunee.legality import legal_cards
from engine.games.thunee.play import BATCH_OF
from engine.games.thunee.state import (
    AGREE,
    AUCTION,
    CALLED,
    CUT,
    DEAL1,
    DEAL2,
    DEAL3,
    OVER,
    PLAY,
    TRUMP,
    WEAK,
    WINDOW_BLIND,
    WINDOW_THUNEE,
    State,
)
from engine.games.thunee.summary import FINAL_LABELS, is_played
from engine.games.thunee.table import NORMAL, SIDES, is_for_two, side_at

Event = dict[str, Any]
Events = Iterator[Event]

RARE = frozenset(
    {
        "royals_agreed",
        "weak_redeal",
        "call_both",
        "special",
        "partner_card",
        "double_thunee",
        "final",
        "jodhi",
    }
)
RARELY = 0.15
"""How often a random hand does one of those, where there is something else to do."""


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that the hand waits for, past its windows; nobody once it is over."""
    phase = state.chain()[-1]
    if phase == OVER:
        return ()
    if phase == CUT:
        return (state.cutter,)
    if phase in (DEAL1, DEAL2, DEAL3):
        return (state.dealer,)
    if phase == TRUMP:
        return (state.maker,)
    if phase == AUCTION and state.rules.auction_mode == "free":
        callers = [seat for seat in state.size.seats if auction.may_call(state, seat)]
        return tuple(sorted({state.dealer, *(callers if auction.open_rungs(state) else ())}))
    return (state.turn,)


def legal_actions(state: State) -> Events:
    """Yield every legal event of the state and of those that its windows lead to; rulings are left aside."""
    for phase in state.chain():
        yield from _ACTIONS[phase](state)


def random_event(state: State, source: Random) -> Event:
    """Return a legal event drawn from `source`, seldom an unusual one; RulesError when the hand is over."""
    if state.is_over:
        raise RulesError("a hand that is over has no legal event")
    legal = list(legal_actions(state))
    usual = [event for event in legal if event["e"] not in RARE]
    rare = [event for event in legal if event["e"] in RARE]
    if rare and (not usual or source.random() < RARELY):
        return source.choice(rare)
    return source.choice(usual)


def view_for(state: State, viewer: int | None) -> dict[str, Any]:
    """Return what a seat sees; None sees all cards. Cards of others are counted, the table is open.

    The trump suit is hidden until the first card has been played where it lies face down, and a blind caller
    does not see his last cards.
    """
    is_hidden = is_trump_hidden(state) and viewer not in (None, state.maker)
    return {
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "turn": state.turn or None,
        "leads": not state.led,
        "dealer": state.dealer,
        "trump": None if is_hidden else state.trump or None,
        "trump_hidden": is_trump_hidden(state),
        "balls_before": {side: state.balls_before[side] for side in SIDES},
        "target": state.target,
        "hands": {
            str(seat): CARDS.codes(seen(state, seat, viewer))
            for seat in state.size.seats
            if viewer in (None, seat)
        },
        "held": {str(seat): state.hands[seat].bit_count() for seat in state.size.seats},
        "result": state.result or None,
        "reason": state.reason or None,
        "offence": None if state.offence is None else {"side": state.offence[0], "code": state.offence[1]},
        **_called_so_far(state),
        **_trick(state),
    }


def _called_so_far(state: State) -> dict[str, Any]:
    """Return everything that has been called, which all have heard."""
    return {
        "call": state.call,
        "bidder": state.bidder or None,
        "passed": sorted(state.passed),
        "maker": state.maker or None,
        "kind": state.kind,
        "caller": state.caller or None,
        "royals": state.is_royal,
        "called": CARDS.codes_of.get(state.called),
        "doubled": state.doubled,
        "final": None if state.final is None else {"seat": state.final[0], "call": state.final[1]},
        "jodhi": [{"seat": seat, "suit": suit, "value": value} for seat, suit, value in state.jodhi],
    }


def _trick(state: State) -> dict[str, Any]:
    """Return what lies on the table, and what each seat has won."""
    players, seats = state.size.players, state.size.seats
    first = (state.owner - state.table.index(state.best) - 1) % players + 1 if state.table else None
    return {
        "first": first,
        "led": SUIT_OF_MASK.get(state.led),
        "table": [CARDS.codes_of[bit] for bit in state.table],
        "winning": state.owner or None,
        "taken": {str(seat): state.taken[seat] for seat in seats},
        "tricks": {str(seat): state.tricks[seat] for seat in seats},
    }


SUIT_OF_MASK = {mask: letter for letter, mask in CARDS.suits.items()}


def seen(state: State, seat: int, viewer: int | None) -> int:
    """Return the cards of a seat that a viewer sees: not those that lie face down before a blind caller."""
    if viewer is not None and state.sees_first_batch_alone(seat):
        return state.hands[seat] & state.deal.batches[seat][0]
    return state.hands[seat]


def is_trump_hidden(state: State) -> bool:
    """4.8: whether a trump suit is named that nobody but its maker knows."""
    is_covered = state.rules.trump_choice == "first_batch" and state.kind == NORMAL
    return bool(state.trump) and is_covered and not state.done and not state.table


def _by(seat: int, name: str, **more: Any) -> Event:
    return {"e": name, "seat": seat, **more}


def _cut(state: State) -> Events:
    least, cards = state.rules.cut_min, state.rules.deck_size
    yield _by(state.cutter, "cut", declined=True)
    for at in range(least, cards - least + 1):
        yield _by(state.cutter, "cut", at=at)


def _agree(state: State) -> Events:
    for seat in state.size.seats:
        yield _by(seat, "royals_agreed")


def _deal(state: State) -> Events:
    yield _by(state.dealer, "deal", batch=BATCH_OF[state.chain()[-1]])


def _weak(state: State) -> Events:
    yield _by(state.default_trumper, "weak_redeal")


def _auction(state: State) -> Events:
    if state.rules.auction_mode == "turns":
        yield _by(state.turn, "pass")
        for amount in auction.open_rungs(state) if auction.may_bid(state, state.turn) else ():
            yield _by(state.turn, "call", amount=amount)
        return
    yield _by(state.dealer, "close")
    both = None if is_for_two(state.rules) else auction.both_amount(state)
    for seat in state.size.seats:
        if not auction.may_call(state, seat):
            continue
        for amount in auction.open_rungs(state):
            yield _by(seat, "call", amount=amount)
        if both is not None:
            yield _by(seat, "call_both", amount=both)


def _blind(state: State) -> Events:
    for call in calls.BLIND_CALLS:
        if is_played(call, state.rules):
            yield from (_by(seat, "special", call=call) for seat in state.size.seats)


def _trump(state: State) -> Events:
    for suit in calls.trump_suits(state):
        yield _by(state.maker, "trump", suit=suit)
    if calls.may_use_last_card(state):
        yield _by(state.maker, "trump", last_card=True)


def _thunee(state: State) -> Events:
    for call in calls.OPEN_CALLS:
        for seat in state.size.seats if is_played(call, state.rules) else ():
            if calls.has_side_card(state, seat):
                yield _by(seat, "special", call=call)


def _called(state: State) -> Events:
    own = set(CARDS.codes(state.hands[state.maker]))
    for card in calls.high_cards(state):
        if card not in own:
            yield _by(state.maker, "partner_card", card=card)


def _play(state: State) -> Events:
    for card in CARDS.codes(legal_cards(state)):
        yield _by(state.turn, "play", card=card)
    yield from _jodhi(state)
    if state.rules.double_thunee and not state.doubled and calls.is_half(state):
        yield from (_by(seat, "double_thunee") for seat in state.size.seats)
    if state.kind == NORMAL and state.done == state.length - 1:
        for call in FINAL_LABELS:
            if getattr(state.rules, call) and calls.no_final(state, state.turn, call) is None:
                yield _by(state.turn, "final", call=call)


def _jodhi(state: State) -> Events:
    """4.13: the calls of the side that has just won a trick."""
    if state.kind != NORMAL or not state.rules.jodhi or not calls.is_jodhi_open(state):
        return
    called = {suit for _seat, suit, _value in state.jodhi}
    for seat in state.size.seats:
        for suit in SUIT_LETTERS if side_at(seat) == side_at(state.owner) else ():
            for has_jack in (False, True):
                if suit not in called and calls.holds_jodhi(state, seat, suit, has_jack):
                    yield _by(seat, "jodhi", suit=suit, jack=has_jack)


def _nothing(state: State) -> Events:
    yield from ()


_ACTIONS: Mapping[str, Callable[[State], Events]] = {
    CUT: _cut,
    AGREE: _agree,
    DEAL1: _deal,
    WEAK: _weak,
    AUCTION: _auction,
    WINDOW_BLIND: _blind,
    TRUMP: _trump,
    DEAL2: _deal,
    WINDOW_THUNEE: _thunee,
    CALLED: _called,
    PLAY: _play,
    DEAL3: _deal,
    OVER: _nothing,
}
"""The own actions of each state."""
