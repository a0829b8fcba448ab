"""The polls between auction and play: solo and new deal, double, redouble (rules sections 4.4 and 4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.problems import Problem
from engine.games.twenty_eight.state import (
    DOUBLE_POLL,
    NO_SUIT,
    PLAY,
    PREPLAY,
    REDOUBLE_POLL,
    State,
)

Event = Mapping[str, Any]


def begin(state: State) -> None:
    """Begin with what is asked before the play, or with the play."""
    if not (state.rules.solo or state.rules.four_jacks_redeal):
        _begin_doubling(state)
        return
    first = state.table.after[state.dealer]
    _ask(state, PREPLAY, tuple(_from(state, first)))


def pass_(state: State, seat: int, event: Event) -> Problem | None:
    """Say nothing; the next one is asked, or the next thing comes."""
    if state.waiting:
        _ask(state, state.phase, state.waiting)
    elif state.phase == PREPLAY:
        _begin_doubling(state)
    else:
        _lead(state, state.table.after[state.dealer])
    return None


def solo(state: State, seat: int, event: Event) -> Problem | None:
    """4.4: a player alone, without trumps; contract and doubles are cancelled, the partners sit out."""
    if not state.rules.solo:
        return Problem("solo_not_allowed", "/seat", {"seat": seat})
    if state.is_hidden:
        state.hands[state.bidder] += state.indicator
    state.solo = state.bidder = seat
    state.bid = state.doubled = state.indicator = 0
    state.denom = None
    state.open(NO_SUIT)
    sitting = state.table.partners[seat]
    state.size = len(state.table.seats) - len(sitting)
    state.after = tuple(_next_active(state, each, sitting) for each in range(len(state.after)))
    _lead(state, seat)
    return None


def claim(state: State, seat: int, event: Event) -> Problem | None:
    """4.4: all four Jacks in one hand annul the deal."""
    if not may_claim(state, seat):
        return Problem("claim_not_allowed", "/seat", {"seat": seat})
    state.end(void="four_jacks")
    return None


def double(state: State, seat: int, event: Event) -> Problem | None:
    """4.5: a defender doubles; then the bidder may redouble, and his partners where they may."""
    state.doubled = 1
    partners = state.table.partners[state.bidder] if state.rules.redouble_by == "bidding_side" else ()
    _ask(state, REDOUBLE_POLL, (state.bidder, *partners))
    return None


def redouble(state: State, seat: int, event: Event) -> Problem | None:
    """4.5: the double is doubled again."""
    state.doubled = 2
    _lead(state, state.table.after[state.dealer])
    return None


def may_claim(state: State, seat: int) -> bool:
    """Tell whether a seat may annul the deal with all Jacks, a face-down one of its own included."""
    jacks = state.table.pack.jacks
    return state.rules.four_jacks_redeal and state.whole_hand(seat) & jacks == jacks


def _begin_doubling(state: State) -> None:
    if state.rules.doubling == "after_auction":
        _ask(state, DOUBLE_POLL, state.table.opponents[state.bidder])
    else:
        _lead(state, state.table.after[state.dealer])


def _ask(state: State, phase: str, seats: tuple[int, ...]) -> None:
    state.phase, state.turn, state.waiting = phase, seats[0], seats[1:]


def _lead(state: State, seat: int) -> None:
    """4.6: begin the play."""
    state.phase, state.turn, state.waiting = PLAY, seat, ()


def _from(state: State, first: int) -> list[int]:
    seats = [first]
    while len(seats) < len(state.table.seats):
        seats.append(state.table.after[seats[-1]])
    return seats


def _next_active(state: State, seat: int, sitting: tuple[int, ...]) -> int:
    following = state.table.after[seat]
    while following in sitting:
        following = state.table.after[following]
    return following
