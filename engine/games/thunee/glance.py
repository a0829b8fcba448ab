"""The ordinary part of a hand at a glance: plainly legal cards, without a call for each (rules section 5).

`run` plays what it is sure about and leaves everything else to `play.advance`, which is the authority; a test
proves that both lead to the same position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.games.thunee.cards import BITS, SUIT_OF, points
from engine.games.thunee.play import after_trick, lacks_trumps
from engine.games.thunee.state import CALLED, PLAY, WINDOW_THUNEE, State, suit_mask
from engine.games.thunee.table import NORMAL

BEFORE_PLAY = frozenset({WINDOW_THUNEE, CALLED})
RUNNING = BEFORE_PLAY | {PLAY}
"""States in which a card may be played."""

KEYS_OF_A_CARD = 3


@cache
def worths(scheme: str, trump: str) -> Mapping[str, tuple[int, int]]:
    """Return the bit and the points of each card by its code."""
    worth = points(scheme, trump)
    return {code: (bit, worth[bit]) for code, bit in BITS.items()}


def is_plain(state: State) -> bool:
    """Tell whether `run` knows all duties that there are in a position."""
    if state.called:
        return False
    if state.phase == PLAY:
        return state.kind == NORMAL or state.done > 0 or state.led > 0
    return state.phase in BEFORE_PLAY and not lacks_trumps(state)


def run(  # noqa: C901, PLR0912, PLR0915
    state: State, events: Sequence[Any], at: int
) -> int:  # long: one loop over local names, since a call costs as much as a card
    """Play plainly legal cards from the index `at` on; return the index of the first that is not one."""
    if not is_plain(state):
        return at
    hands, taken, tricks, beaters = state.hands, state.taken, state.tricks, state.beaters
    right, worth, trump = (
        state.size.right,
        worths(state.rules.scheme, state.trump),
        suit_mask(state.trump),
    )
    players, stop = state.size.players, state.done - state.done % state.size.hand + state.size.hand
    seat, led, best, owner, done = state.turn, state.led, state.best, state.owner, state.done
    blind = state.size.batches[0] if state.is_blind else 0
    caller, left, pile = state.caller, 0, 0
    if led:
        left, pile = players - len(state.table), sum([state.worth[bit] for bit in state.table])
    beating = beaters[best] if led else 0
    is_free = state.rules.undertrump == "free"
    begun = at
    try:
        for event in events[begun:]:
            # The very number: `true` and 1.0 equal 1 and are no seats.
            if event["e"] != "play" or event["seat"] is not seat or len(event) != KEYS_OF_A_CARD:
                break
            bit, value = worth[event["card"]]
            hand = hands[seat]
            if not bit & hand:
                break
            if led:
                if not bit & led:
                    if hand & led:
                        break
                    is_low = bit & trump and best & trump and not bit & beating
                    if is_low and not is_free and led != trump and hand & ~trump:
                        break
                pile += value
                if bit & beating:
                    best, owner, beating = bit, seat, beaters[bit]
                left -= 1
            else:
                if done < blind and not bit & state.deal.batches[seat][0]:
                    break
                led, best, owner, beating = SUIT_OF[bit], bit, seat, beaters[bit]
                pile, left = value, players - 1
            hands[seat] = hand ^ bit
            at += 1
            if left:
                seat = right[seat]
                continue
            taken[owner] += pile
            tricks[owner] += 1
            done += 1
            led, seat = 0, owner
            if done == stop or (caller and owner != caller):
                break
    except (KeyError, TypeError):
        pass
    if at > begun:
        fresh = min(players - left, at - begun)
        known = [] if fresh == players - left else state.table[: players - left - fresh]
        state.table = known + [BITS[event["card"]] for event in events[at - fresh : at]]
        state.turn, state.led, state.best, state.owner, state.done = seat, led, best, owner, done
        state.phase = PLAY
        if not led:
            after_trick(state)
    return at
