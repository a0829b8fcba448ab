"""The table of rules section 5, row by row as it is written there: what the engine's shorter rule must equal."""

from __future__ import annotations

from engine.games.malilla.cards import CARDS, POINTS_OF
from engine.games.malilla.state import State


def table(state: State) -> tuple[str, int]:
    """Return the row that decides and the cards that it lets the seat on turn play."""
    hand = [bit for bit in POINTS_OF if bit & state.hands[state.turn]]
    if not state.table or len(state.table) == 4:
        return "L1", sum(hand)
    seats = [(state.turn - len(state.table) + at - 1) % 4 + 1 for at in range(len(state.table))]
    led = suit(state.table[0])
    trump = state.pinta[1]
    best, holder = state.table[0], seats[0]
    for seat, card in zip(seats, state.table, strict=True):
        if (suit(card) == suit(best) and height(card) > height(best)) or suit(card) == trump != suit(best):
            best, holder = card, seat
    bound = holder % 2 != state.turn % 2 or not state.rules.partner_relief
    own = [card for card in hand if suit(card) == led]
    trumps = [card for card in hand if suit(card) == trump]
    higher = [card for card in hand if suit(card) == suit(best) and height(card) > height(best)]
    if own:
        return following(state, led, own, best, higher, bound)
    if not bound:
        return "L6", sum(hand)
    if led == trump:
        return "L7", sum(hand)
    if suit(best) == led:
        return ("L8", sum(trumps)) if trumps else ("L11", sum(hand))
    if higher:
        return "L9", sum(higher)
    return contrafallo(state, hand, trumps)


def following(
    state: State, led: str, own: list[int], best: int, higher: list[int], bound: bool
) -> tuple[str, int]:
    if not bound:
        return "L2", sum(own)
    if suit(best) == led:
        return ("L3", sum(higher)) if higher else ("L4", sum(own))
    if state.rules.beat_after_ruff:
        mark = max(height(card) for card in state.table if suit(card) == led)
        above = [card for card in own if height(card) > mark]
        return "L5**", sum(above or own)
    return "L5", sum(own)


def contrafallo(state: State, hand: list[int], trumps: list[int]) -> tuple[str, int]:
    if state.rules.contrafallo == "free":
        return "L10 free", sum(hand)
    others = [card for card in hand if card not in trumps]
    if state.rules.contrafallo == "no_undertrump":
        return "L10 no_undertrump", sum(others or hand)
    return "L10 worthless", sum([card for card in others if not POINTS_OF[card]] or hand)


def suit(card: int) -> str:
    return CARDS.codes_of[card][1]


def height(card: int) -> int:
    return "2345678SCRA9".index(CARDS.codes_of[card][0])
