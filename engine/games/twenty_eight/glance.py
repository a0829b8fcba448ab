"""The plain part of the play at a glance: cards that are legal without a doubt, without a call for each.

What is not plain is left to `play.advance`; a test proves that both lead to the same position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from engine.games.twenty_eight.cards import DOUBLE, SHORT, TRICKS, WHOLE, Pack
from engine.games.twenty_eight.legality import ONLY_IF_NO_OTHER
from engine.games.twenty_eight.state import JACK, NO_SUIT, NOBODY, NOT_ASKED, PLAY, TRICK, State

Known = tuple[int, int, int, int]
"""What is known of a card by its code: itself, where a mask counts it, its suit, what it wins."""


def _known(pack: Pack) -> Mapping[str, Known]:
    cards = pack.cards
    worth = {bit: points + (JACK if bit & pack.jacks else 0) for bit, points in pack.points_of.items()}
    return {
        written: (bit, cards.copies[bit], cards.suit_of[bit], worth[bit])
        for written, bit in pack.bits.items()
    }


NOTHING: tuple[int, ...] = ()
"""What lies on the table before a card is led."""

KNOWN = {id(pack): _known(pack) for pack in (WHOLE, SHORT, DOUBLE)}
"""For each pack what is known of its cards, in every way of writing them."""


def run(  # noqa: C901, PLR0912, PLR0915
    state: State, events: Sequence[Any], at: int
) -> int:  # long: one loop over local names, since a call costs as much as a card
    """Play plainly legal cards from the index `at` on; return the index of the first that is not one.

    Not in a solo, and not for who has just had the trump turned; then nothing happens.
    """
    if state.phase != PLAY or state.asked != NOT_ASKED or state.solo:
        return at
    rules, hands, won, after, beaters = state.rules, state.hands, state.won, state.after, state.beaters
    known, trump = KNOWN[id(state.table.pack)], state.trump
    is_guarded = state.is_hidden and rules.bidder_lead_trump == ONLY_IF_NO_OTHER
    guarded = state.bidder if is_guarded else NOBODY
    open_trump = state.open_trump
    strict = open_trump if rules.undertrump == "forbidden" else NO_SUIT
    seat, first, led, best, owner = state.turn, state.first, state.led, state.best, state.owner
    laid: Sequence[int] = state.laid
    pile, played, won_open = state.pile, state.played, state.won_open
    beating = beaters[best] if led else 0
    begun = at
    try:
        for event in islice(events, at, None):
            # The very number: `true` and 1.0 equal 1 and are no seats.
            if event["e"] != "play" or event["seat"] is not seat:
                break
            bit, copies, suit, worth = known[event["card"]]
            hand = hands[seat]
            if not hand & copies:
                break
            if led:
                if suit != led and (hand & led or (bit & strict and best & strict and not bit & beating)):
                    break
                hands[seat] = hand - bit
                pile += worth
                if bit & beating:
                    owner, best, beating = seat, bit, beaters[bit]
                seat = after[seat]
                if seat == first:
                    won[owner] += pile
                    if open_trump:
                        won_open |= 1 << owner
                    played += 1
                    led, seat = NO_SUIT, owner
                    if played == TRICKS:
                        at += 1
                        break
            else:
                if seat == guarded and suit == trump:
                    break
                hands[seat] = hand - bit
                led, best, beating = suit, bit, beaters[bit]
                first = owner = seat
                laid, pile, begun = NOTHING, worth + TRICK, at
                seat = after[seat]
            at += 1
    except (KeyError, TypeError):
        pass
    state.laid = [*laid, *(known[event["card"]][0] for event in islice(events, begun, at))]
    state.turn, state.first, state.led, state.best, state.owner = seat, first, led, best, owner
    state.pile, state.played, state.won_open = pile, played, won_open
    if played == TRICKS:
        won[owner] += rules.last_trick_bonus
        state.end()
    return at
