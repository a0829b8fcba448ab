"""What a card does (rules section 4.5), and the ordinary part of a hand at a glance.

`advance` is the authority on every event and changes the position it is given; `apply` is for everybody
else. `run` plays what is plainly legal without a call for each card, and leaves the rest to `advance`; a test
proves that both lead to the same position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.problems import Problem, shown
from engine.games.malilla.cards import BITS, CARDS, POINTS_OF
from engine.games.malilla.legality import why_not
from engine.games.malilla.rules import SEATS, Rules
from engine.games.malilla.state import FULL, NOBODY, RIGHT, State

Event = Mapping[str, Any]

WORTH = {code: (bit, POINTS_OF[bit]) for code, bit in BITS.items()}
"""For each code its bit and its points."""

SUIT_OF = dict(CARDS.suit_of)


def apply(state: State, event: object) -> State | Problem:
    """Return the position after an event, or why it is illegal; total over any JSON value."""
    following = state.copy()
    return advance(following, event) or following


def advance(state: State, event: object) -> Problem | None:
    """Let an event happen, or return the first reason why it is illegal (section 5)."""
    if not isinstance(event, dict) or event.get("e") != "play":
        return Problem("wrong_event", "", {})
    if state.is_over:
        return Problem("hand_over")
    seat = event.get("seat")
    if type(seat) is not int or seat not in SEATS:
        return Problem("unknown_seat", "/seat", {"value": shown(seat)})
    if seat != state.turn:
        return Problem("not_your_turn", "/seat", {"seat": seat})
    problem = why_not(state, event.get("card"))
    if problem is None:
        _lay(state, BITS[event["card"]])
    return problem


def _lay(state: State, bit: int) -> None:
    """Lay a card of the seat on turn; the fourth ends the trick."""
    seat = state.turn
    state.hands[seat] ^= bit
    if not state.led:
        state.led, state.best, state.owner, state.table = CARDS.suit_of[bit], bit, seat, [bit]
    else:
        state.table.append(bit)
        if bit & state.beaters[state.best]:
            state.best, state.owner = bit, seat
    state.turn = RIGHT[seat]
    if len(state.table) == FULL:
        _collect(state)


def _collect(state: State) -> None:
    """The side of the winner gets 1 and the points of the cards; the winner leads, or the hand is over."""
    owner = state.owner
    state.taken[owner] += 1 + sum(POINTS_OF[bit] for bit in state.table)
    state.tricks[owner] += 1
    state.led = 0
    state.turn = owner if state.hands[owner] else NOBODY


def is_plain(rules: Rules) -> bool:
    """Tell whether `run` knows all duties that there are under these rules."""
    return not rules.beat_after_ruff and rules.contrafallo == "free"


def run(  # noqa: C901, PLR0915
    state: State, events: Sequence[Any], at: int
) -> int:  # long: one loop over local names, since a call costs as much as a card
    """Play plainly legal cards from the index `at` on; return the index of the first that is not one.

    Only from the beginning of a trick, else nothing happens; for rules that are plain (`is_plain`).
    """
    if state.led or not state.turn:
        return at
    hands, taken, tricks, beaters = state.hands, state.taken, state.tricks, state.beaters
    seat, relief = state.turn, state.rules.partner_relief
    led = beating = best = owner = first = pile = 0
    begun, end = at, len(events)
    try:
        while at < end:
            event = events[at]
            # The very number: `true` and 1.0 equal 1 and are no seats.
            if event["e"] != "play" or event["seat"] is not seat:
                break
            bit, points = WORTH[event["card"]]
            hand = hands[seat]
            if led:
                choice = hand & led or hand
                if not bit & choice:
                    break
                if bit & beating:
                    owner, best, beating = seat, bit, beaters[bit]
                elif choice & beating and ((owner - seat) % 2 or not relief):
                    break
                hands[seat] = hand ^ bit
                pile += points
                seat = RIGHT[seat]
                if seat == first:
                    taken[owner] += pile
                    tricks[owner] += 1
                    led, seat = 0, owner
            elif bit & hand:
                hands[seat] = hand ^ bit
                led, best, beating = SUIT_OF[bit], bit, beaters[bit]
                first = owner = seat
                pile = points + 1
                seat = RIGHT[seat]
            else:
                break
            at += 1
    except (KeyError, TypeError):
        pass
    if at > begun:
        laid = (seat - first) % FULL if led else FULL
        state.table = [BITS[event["card"]] for event in events[at - laid : at]]
        state.led, state.best, state.owner = led, best, owner
        state.turn = seat if hands[seat] else NOBODY
    return at
