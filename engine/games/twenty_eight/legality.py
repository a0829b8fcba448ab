"""Which cards may be played, and why another may not (rules sections 5.3 and 5.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.problems import Problem, shown
from engine.games.twenty_eight.state import NOT_ASKED, TURNED, State

ONLY_IF_NO_OTHER = "only_if_no_other"
CAN_ASK: Mapping[str, Callable[[State, int], bool]] = {
    "any_player": lambda state, seat: True,
    "any_but_bidder": lambda state, seat: True,
    "defenders": lambda state, seat: not state.bids(seat),
}
"""Who but the bidder may have the trump turned, by the option `reveal_by`."""


def legal_cards(state: State) -> int:
    """Return the cards that the seat on turn may play, by the first rule of 5.3 that applies."""
    hand = state.hands[state.turn]
    if not state.led:
        return hand & ~state.trump or hand if is_held_back(state) else hand
    if hand & state.led:
        return hand & state.led
    trump = state.open_trump
    if state.asked == TURNED and state.rules.bidder_reveal_plays == "indicator":
        return state.indicator
    best_trump = trump and state.best & trump
    may_go_under = state.rules.undertrump == "free" or not best_trump
    if state.asked and state.rules.must_trump_after_ask and hand & trump:
        return hand & trump if may_go_under else hand & _higher(state) or hand & trump
    if may_go_under:
        return hand
    return hand & (~trump | _higher(state)) or hand


def is_held_back(state: State) -> bool:
    """5.1: whether the seat on turn is the bidder who may lead hidden trumps only with nothing else."""
    is_bidder = state.is_hidden and state.turn == state.bidder
    return is_bidder and state.rules.bidder_lead_trump == ONLY_IF_NO_OTHER


def why_not(state: State, card: object) -> Problem | None:
    """Return why the seat on turn may not play a card, in the order of 5.6; total over any JSON."""
    seat, pack = state.turn, state.table.pack
    params = {"seat": seat, "card": shown(card)}
    if state.must_reveal:
        return Problem("must_reveal_first", "/card", params)
    bit = pack.bits.get(card, 0) if isinstance(card, str) else 0
    if not state.hands[seat] & pack.cards.copies.get(bit, 0):
        is_face_down = state.is_hidden and seat == state.bidder and bit == state.indicator
        return Problem("indicator_face_down" if is_face_down else "card_not_in_hand", "/card", params)
    if pack.cards.copies[bit] & legal_cards(state):
        return None
    return Problem(_duty(state, bit), "/card", params)


def why_not_ask(state: State, seat: int) -> Problem | None:
    """Return why a seat may not have the bidder turn the trump (5.6, row 4)."""
    if not state.is_hidden:
        return Problem("trump_already_open", "/seat", {"seat": seat})
    if seat == state.bidder:
        return Problem("bidder_reveals_himself", "/seat", {"seat": seat})
    return _why_not_void(state, seat) or _unless(seat, CAN_ASK[state.rules.reveal_by](state, seat))


def why_not_reveal(state: State, seat: int) -> Problem | None:
    """Return why a seat may not turn the trump itself; a bidder with nothing else always may."""
    if not state.is_hidden:
        return Problem("trump_already_open", "/seat", {"seat": seat})
    if seat != state.bidder:
        return Problem("only_bidder_reveals", "/seat", {"seat": seat})
    if state.must_reveal:
        return None
    return _why_not_void(state, seat) or _unless(seat, state.rules.reveal_by == "any_player")


def may_declare(state: State, seat: int) -> bool:
    """4.7: whether a seat may declare King and Queen of trumps now."""
    pair = state.table.pack.pairs.get(state.open_trump, 0)
    if not state.rules.pair or state.pair or state.solo or not pair:
        return False
    winners = [each for each in state.table.seats if state.won_open >> each & 1]
    has_won = any(state.bids(each) == state.bids(seat) for each in winners)
    return state.hands[seat] & pair == pair and has_won


def may_concede(state: State) -> bool:
    """4.7: whether the seat on turn may give up, which it may not after having had the trump turned."""
    return state.rules.concession and state.asked == NOT_ASKED


def _why_not_void(state: State, seat: int) -> Problem | None:
    if not state.led:
        return Problem("cannot_ask_when_leading", "/seat", {"seat": seat})
    if state.hands[seat] & state.led:
        return Problem("cannot_ask_can_follow", "/seat", {"seat": seat})
    return None


def _unless(seat: int, may: bool) -> Problem | None:
    return None if may else Problem("ask_not_allowed", "/seat", {"seat": seat})


def _higher(state: State) -> int:
    """Return the trumps that beat the winning card, which is a trump."""
    return state.table.pack.cards.above[state.best]


def _duty(state: State, bit: int) -> str:
    """Return the code of the rule that an illegal card of the own hand breaks."""
    if not state.led:
        return "bidder_cannot_lead_trump"
    if state.hands[state.turn] & state.led:
        return "must_follow_suit"
    if state.asked == TURNED and state.rules.bidder_reveal_plays == "indicator":
        return "must_play_indicator"
    if state.asked and state.rules.must_trump_after_ask and not bit & state.open_trump:
        return "must_trump_after_ask"
    return "undertrump_forbidden"
