"""Which cards may be played, and why another may not (rules section 5)."""

from __future__ import annotations

from engine.core.problems import Problem, shown
from engine.core.tricks import follow
from engine.games.thunee.state import State, bit_of, suit_mask


def legal_cards(state: State) -> int:
    """L1 to L6: return the cards that the seat on turn may play."""
    seat = state.turn
    hand = state.hands[seat]
    if not state.led:
        if state.sees_first_batch_alone(seat):
            hand &= state.deal.batches[seat][0]
        return _with_called(state, hand)
    if hand & state.led:
        return _with_called(state, follow(hand, state.led))
    return _with_called(state, _without_undertrump(state, hand))


def why_not(state: State, card: object) -> Problem | None:
    """Return why the seat on turn may not play a card, in the order of section 5; total over any JSON."""
    bit, seat = bit_of(card), state.turn
    hand = state.hands[seat]
    params = {"seat": seat, "card": shown(card)}
    if not bit & hand:
        return Problem("card_not_in_hand", "/card", params)
    if bit & legal_cards(state):
        return None
    if not state.led and state.sees_first_batch_alone(seat) and not bit & state.deal.batches[seat][0]:
        return Problem("blind_card_not_available", "/card", params)
    if state.led and hand & state.led and not bit & state.led:
        return Problem("must_follow_suit", "/card", params)
    if state.led and not hand & state.led and not bit & _without_undertrump(state, hand):
        return Problem("illegal_undertrump", "/card", params)
    return Problem("must_play_called_card", "/card", params)


def _without_undertrump(state: State, hand: int) -> int:
    """L3 to L5: what a hand without the suit led may play once a trump has been played to the trick."""
    trump = suit_mask(state.trump)
    if state.rules.undertrump == "free" or state.led == trump or not state.best & trump:
        return hand
    higher = hand & trump & state.beaters[state.best]
    return hand if not hand & ~trump else hand & ~trump | higher


def _with_called(state: State, choice: int) -> int:
    """L6: the called card must be played as soon as it may be."""
    return choice & state.called or choice
