"""Which cards may be played, and why another may not (rules section 5).

The table L1 to L9 and L11 comes to one sentence: who has the suit led plays it, who has not plays anything;
and who is bound plays a card that beats the winning one where those cards have any. For after an opponent's
ruff no card of the suit led beats the winning one (L5), without trumps nothing beats it when trumps are led
(L7), and against a card of the suit led every trump does (L8). What the options add is L10 and the note (**).
"""

from __future__ import annotations

from engine.core.problems import Problem, shown
from engine.core.tricks import beat, best_card, follow
from engine.games.malilla.cards import BITS, CARDS, POINTS_OF
from engine.games.malilla.state import State

WORTHLESS = sum(bit for bit, points in POINTS_OF.items() if not points)


def legal_cards(state: State) -> int:
    """Return the cards that the seat on turn may play."""
    hand = state.hands[state.turn]
    if not state.led:
        return hand
    choice = follow(hand, state.led)
    if not state.is_bound:
        return choice
    beaters = state.beaters[state.best]
    if choice & beaters or state.led == state.trump or not state.best & state.trump:
        return beat(choice, beaters)
    return _above_the_suit(state, choice) if choice & state.led else _contrafallo(state, choice)


def why_not(state: State, card: object) -> Problem | None:
    """Return why the seat on turn may not play a card, in the order of section 5; total over any JSON."""
    bit = BITS.get(card, 0) if isinstance(card, str) else 0
    params = {"seat": state.turn, "card": shown(card)}
    if not bit:
        return Problem("unknown_card", "/card", params)
    if not bit & state.held:
        return Problem("card_already_played", "/card", params)
    if not bit & state.hands[state.turn]:
        return Problem("card_not_in_hand", "/card", params)
    if bit & legal_cards(state):
        return None
    return Problem(_duty(state, bit), "/card", params)


def duty(state: State) -> str | None:
    """Return the code of the rule that binds the seat on turn, None where it may play any card it has."""
    refused = state.hands[state.turn] & ~legal_cards(state) if state.turn else 0
    return _duty(state, refused) if refused else None


def _duty(state: State, refused: int) -> str:
    """Return the code of the rule that illegal cards of the own hand break, of two the narrower."""
    if state.hands[state.turn] & state.led:
        return "must_beat" if refused & state.led else "must_follow_suit"
    if not state.best & state.trump:
        return "must_trump"
    if state.hands[state.turn] & state.beaters[state.best]:
        return "must_overtrump"
    return _CONTRAFALLO_CODES[state.rules.contrafallo]


def _above_the_suit(state: State, choice: int) -> int:
    """L5 and its note: after a ruff any card of the suit, or by option one above its highest in the trick."""
    if not state.rules.beat_after_ruff:
        return choice
    return beat(choice, CARDS.above[best_card(state.table, state.led)])


def _contrafallo(state: State, choice: int) -> int:
    """L10: an opponent's ruff that cannot be overtrumped."""
    if state.rules.contrafallo == "no_undertrump":
        return choice & ~state.trump or choice
    if state.rules.contrafallo == "worthless":
        return choice & WORTHLESS & ~state.trump or choice
    return choice


_CONTRAFALLO_CODES = {"no_undertrump": "must_not_undertrump", "worthless": "must_discard_worthless"}
