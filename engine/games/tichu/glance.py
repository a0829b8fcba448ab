"""The ordinary part of a hand, played at a glance: what `replay` does not have to think about.

Nine events out of ten are a pass or a plain play of the seat on turn. `run` lets those happen without a
call for each, and stops before anything else: calls, bombs, Mah Jong, Dog, a Dragon to give away, last
cards that may end the hand, a seat that a wish may bind, and whatever could be illegal. That is for
`advance`, which knows every event; a test proves that both lead to the same position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.tichu.cards import BITS, rank_mask
from engine.games.tichu.combinations import THE_DRAGON, readings
from engine.games.tichu.state import FOLLOW, LEAD, NOBODY, WON, State

PLAIN = {code: bit for code, bit in BITS.items() if code not in ("MJ", "DG")}
"""The cards with which nothing can be said."""

KEYS_OF_A_PLAIN_PLAY = 3


def run(  # noqa: C901, PLR0912, PLR0915
    state: State,
    events: Sequence[Any],
    at: int,
) -> int:  # long: one loop over local names, since a call costs as much as an event
    """Let ordinary events happen from the index `at` on; return the index of the first that is not one."""
    if not state.turn:
        return at
    hands, played, taken, after = state.hands, state.played, state.taken, state.after
    turn, owner, top, laid = state.turn, state.owner, state.top, state.laid
    pile, waiting, others = state.pile, state.waiting, state.active - 1
    follows, may_go_out = state.phase == FOLLOW, not state.out
    wished = rank_mask(state.wish) if state.wish else 0
    try:
        while True:
            event = events[at]
            name, hand = event["e"], hands[turn]
            # The very number: `true` and 1.0 equal 1 and are no seats.
            if event["seat"] is not turn or hand & wished:
                break
            if name == "pass" and follows:
                waiting -= 1
                if not waiting:
                    follows, turn = False, owner
                    if top is THE_DRAGON:
                        turn, at = NOBODY, at + 1
                        break
            elif name == "play" and len(event) == KEYS_OF_A_PLAIN_PLAY:
                cards, mask = event["cards"], 0
                for card in cards:
                    mask |= PLAIN[card]
                left = hand & ~mask
                is_held = left | mask == hand and mask.bit_count() == len(cards)
                if not is_held or type(cards) is not list or not (left or may_go_out):
                    break
                reading = readings(mask)[0]
                if follows and (top is None or reading.shape != top.shape or reading.weight <= top.weight):
                    break
                if not follows:
                    taken[owner] += pile
                    pile = 0
                hands[turn] = left
                played[turn] = follows = True
                top, laid, owner = reading, mask, turn
                pile += reading.points
                waiting = others
                if not left:
                    state.go_out(turn)
                    after, others, may_go_out = state.after, others - 1, False
            else:
                break
            at += 1
            if follows or not hands[turn]:
                turn = after[turn]
    except (IndexError, KeyError, TypeError):
        pass
    state.turn, state.owner, state.top, state.laid = turn, owner, top, laid
    state.pile, state.waiting = pile, waiting
    state.phase = FOLLOW if follows else LEAD if top is None else WON
    return at
