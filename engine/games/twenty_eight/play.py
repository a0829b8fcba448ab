"""What may happen in a hand and what it does, event by event (rules sections 4 and 5).

`advance` is the authority on every event and changes the position it is given; `apply` is for everybody
else. The plain part of the play is done at a glance by `glance.run`; a test proves that both lead to the same
position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.problems import Problem, shown
from engine.games.twenty_eight import auction, polls
from engine.games.twenty_eight.cards import TRICKS
from engine.games.twenty_eight.legality import (
    may_concede,
    may_declare,
    why_not,
    why_not_ask,
    why_not_reveal,
)
from engine.games.twenty_eight.state import (
    ASKED,
    AUCTION1,
    AUCTION2,
    DONE,
    DOUBLE_POLL,
    JACK,
    NO_SUIT,
    NOT_ASKED,
    PLAY,
    PREPLAY,
    REDOUBLE_POLL,
    TRICK,
    TRUMP1,
    TRUMP2,
    TURNED,
    State,
)

Event = Mapping[str, Any]
Act = Callable[[State, int, Event], Problem | None]


def apply(state: State, event: object) -> State | Problem:
    """Return the position after an event, or why it is illegal; total over any JSON value."""
    following = state.copy()
    return advance(following, event) or following


def advance(state: State, event: object) -> Problem | None:
    """Let an event happen, or return why it is illegal (5.6); the position is then of no more use."""
    turn = state.turn
    try:
        act: Act = ACTS[event["e"]][state.phase]  # type: ignore[index]
        seat = event["seat"]  # type: ignore[index]
    except (KeyError, TypeError, IndexError):
        return _why_nothing(state, event)
    # The very number: `true` and 1.0 equal 1 and are no seats.
    return act(state, turn, event) if seat is turn else _why_nothing(state, event)  # type: ignore[arg-type]


def _why_nothing(state: State, event: object) -> Problem:
    """Return what is wrong with an event before anybody asks what it does (5.6, row 1)."""
    if state.phase == DONE:
        return Problem("hand_over")
    name = event.get("e") if isinstance(event, dict) else None
    if not isinstance(event, dict) or not isinstance(name, str) or name not in ACTS:
        return Problem("unknown_action", "/e" if isinstance(event, dict) else "", {"value": shown(name)})
    if state.phase not in ACTS[name]:
        return Problem("wrong_phase", "/e", {"value": name})
    seat = event.get("seat")
    if type(seat) is not int or seat not in state.table.seats:
        return Problem("unknown_seat", "/seat", {"value": shown(seat)})
    return Problem(_out_of_turn(state, seat), "/seat", {"seat": seat})


def _out_of_turn(state: State, seat: int) -> str:
    if state.phase in (AUCTION1, AUCTION2) and state.out >> seat & 1:
        return "already_passed"
    if state.solo and seat in state.table.partners[state.solo]:
        return "sits_out"
    return "not_your_turn"


def _ask(state: State, seat: int, event: Event) -> Problem | None:
    """5.2: the bidder turns the trump on request."""
    problem = why_not_ask(state, seat)
    if problem is None:
        _reveal(state, ASKED)
    return problem


def _turn(state: State, seat: int, event: Event) -> Problem | None:
    """5.2: the bidder turns the trump on his own."""
    problem = why_not_reveal(state, seat)
    if problem is None:
        _reveal(state, TURNED)
    return problem


def _reveal(state: State, asked: int) -> None:
    """5.2: the trump is known, the indicator back in its hand; the same seat is still to play."""
    state.asked = asked
    state.hands[state.bidder] += state.indicator
    state.open(state.trump)
    if state.rules.pre_reveal_trumps == "same_trick_live":
        _enliven(state)


def _enliven(state: State) -> None:
    """5.4: trumps that lie in the trick already count; of two identical cards the first."""
    if not state.led:
        return
    laid = [bit for bit in state.laid if bit & state.trump]
    if laid and state.led != state.trump:
        state.best = max(laid)
        seat = state.first
        for bit in state.laid:
            if bit == state.best:
                state.owner = seat
                return
            seat = state.after[seat]


def _pair(state: State, seat: int, event: Event) -> Problem | None:
    """4.7: King and Queen of trumps are declared; the turn goes on."""
    if not may_declare(state, seat):
        return Problem("pair_not_allowed", "/seat", {"seat": seat})
    state.pair = seat
    return None


def _concede(state: State, seat: int, event: Event) -> Problem | None:
    """4.7: the hand is given up."""
    if not may_concede(state):
        return Problem("concede_not_allowed", "/seat", {"seat": seat})
    state.conceded_by = seat
    state.end()
    return None


def _play(state: State, seat: int, event: Event) -> Problem | None:
    """4.6: a card is laid; the last one of a trick ends it."""
    card: Any = event.get("card")
    problem = why_not(state, card)
    if problem is not None:
        return problem
    pack = state.table.pack
    bit = pack.bits[card]
    state.hands[seat] -= bit
    state.asked = NOT_ASKED
    if not state.led:
        state.led, state.first, state.laid, state.pile = pack.cards.suit_of[bit], seat, [bit], TRICK
        state.best, state.owner = bit, seat
    else:
        state.laid.append(bit)
        if bit & state.beaters[state.best]:
            state.best, state.owner = bit, seat
    state.pile += pack.points_of[bit] + (JACK if bit & pack.jacks else 0)
    state.turn = state.after[seat]
    if len(state.laid) == state.size:
        collect(state)
    return None


def collect(state: State) -> None:
    """5.4, 5.5: the winner takes the trick and leads; a solo is over with the first one that is lost."""
    owner = state.owner
    state.played += 1
    state.won[owner] += state.pile
    state.led = NO_SUIT
    if state.open_trump:
        state.won_open |= 1 << owner
    state.turn = owner
    if state.played == TRICKS:
        state.won[owner] += state.rules.last_trick_bonus
        state.end()
    elif state.solo and owner != state.solo:
        state.end()


def _in(phases: tuple[str, ...], act: Act) -> dict[str, Act]:
    return dict.fromkeys(phases, act)


AUCTIONS = (AUCTION1, AUCTION2)
POLLS = (PREPLAY, DOUBLE_POLL, REDOUBLE_POLL)
ACTS: Mapping[str, Mapping[str, Act]] = {
    "bid": _in(AUCTIONS, auction.bid),
    "pass": {**_in(AUCTIONS, auction.pass_), **_in(POLLS, polls.pass_)},
    "double": {AUCTION1: auction.double, DOUBLE_POLL: polls.double},
    "redouble": {AUCTION1: auction.redouble, REDOUBLE_POLL: polls.redouble},
    "trump": _in((TRUMP1, TRUMP2), auction.trump),
    "solo": {PREPLAY: polls.solo},
    "claim_redeal": {AUCTION1: auction.claim, PREPLAY: polls.claim},
    "ask": {PLAY: _ask},
    "reveal": {PLAY: _turn},
    "pair": {PLAY: _pair},
    "play": {PLAY: _play},
    "concede": {PLAY: _concede},
}
"""What each kind of event does in the states in which there is such an event (5.6, row 1)."""
