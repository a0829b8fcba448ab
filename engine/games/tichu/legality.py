"""Why an event is illegal, in the order of rules section 5.8, and what a set of cards is played as."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.problems import Problem, pointer, shown
from engine.games.tichu.cards import BITS, DOG, MAH_JONG, PHOENIX, RANK_OF_VALUE, RANK_VALUES
from engine.games.tichu.combinations import BOMB, THE_DRAGON, Combination, phoenix_on, readings
from engine.games.tichu.state import EXCHANGE, FINAL_GIFT, GRAND, WON, State

Event = Mapping[str, Any]


def why_too_early_or_late(state: State, seat: int) -> str:
    """Return the code that playing, bombing and passing share, "" when there is none."""
    if state.phase in (GRAND, EXCHANGE):
        return "exchange_not_finished"
    if state.phase == FINAL_GIFT:
        return "give_required"
    return "" if state.hands[seat] else "seat_is_out"


def why_not_on_turn(state: State, seat: int) -> str:
    must_give = state.phase == WON and state.is_dragon_top
    return why_too_early_or_late(state, seat) or ("give_required" if must_give else "not_your_turn")


def why_no_bomb(state: State, seat: int) -> str:
    return why_too_early_or_late(state, seat) or "bomb_on_empty_table"


def why_no_pass(state: State, seat: int) -> str:
    code = why_too_early_or_late(state, seat)
    if not code and state.phase == WON:
        return "trick_is_complete"
    return code or ("not_your_turn" if seat != state.turn else "must_lead")


def cards_in(hand: int, seat: int, cards: object) -> int | Problem:
    """Return the named cards as a mask when all are in the hand, each once."""
    if cards is None or cards == []:
        return Problem("card_not_in_hand", "/cards", {"seat": seat, "card": ""})
    if type(cards) is not list:
        return Problem("bad_card_code", "/cards", {"value": shown(cards)})
    mask = 0
    try:
        for card in cards:
            mask |= BITS[card]
    except (KeyError, TypeError):
        return Problem("bad_card_code", pointer("cards", cards.index(card)), {"value": shown(card)})
    if mask & ~hand or mask.bit_count() != len(cards):
        at, card = _first_not_held(hand, cards)
        return Problem("card_not_in_hand", pointer("cards", at), {"seat": seat, "card": card})
    return mask


def _first_not_held(hand: int, cards: list[str]) -> tuple[int, str]:
    """Return the place and code of the card that is not in the hand, or not twice."""
    at = 0
    while BITS[cards[at]] & hand:
        hand ^= BITS[cards[at]]
        at += 1
    return at, cards[at]


def reading_of(cards: int, top: Combination | None, stands_for: object) -> Combination | Problem:
    """Return what the cards are played as (5.2, 5.3), the Phoenix for the named rank if one is named."""
    found = readings(cards)
    if not found:
        return Problem("not_a_combination", "/cards")
    if stands_for is not None:
        found = tuple(each for each in found if each.phoenix and RANK_OF_VALUE[each.phoenix] == stands_for)
        if not found:
            return Problem("phoenix_as_invalid", "/as", {"value": shown(stands_for)})
    if top is None:
        return found[0]
    if cards == PHOENIX:
        found = phoenix_on(top)
    for reading in found:
        if reading.beats(top):
            return reading
    return Problem(_why_too_low(cards, found, top), "/cards")


def _why_too_low(cards: int, found: tuple[Combination, ...], top: Combination) -> str:
    if cards == DOG:
        return "dog_only_as_lead"
    if cards == PHOENIX and top is THE_DRAGON:
        return "phoenix_over_dragon"
    if not found or found[0].shape != top.shape:
        return "wrong_type"
    return "bomb_too_low" if top.shape == BOMB else "not_higher"


def why_not_said(state: State, seat: int, cards: int, event: Event) -> Problem | None:
    """What is said with a play: the wish with the Mah Jong (5.6), the target of the Dog (section 14)."""
    wish = event.get("wish")
    if cards & MAH_JONG:
        if wish is None and state.rules.wish_mandatory:
            return Problem("wish_required", "/wish", {"seat": seat})
        if wish is not None and not (isinstance(wish, str) and wish in RANK_VALUES):
            return Problem("bad_wish_rank", "/wish", {"value": shown(wish)})
    elif wish is not None:
        return Problem("wish_without_mah_jong", "/wish")
    target = event.get("to")
    if cards == DOG and state.ring.is_six:
        reached = [partner for partner in state.ring.partners[seat] if state.hands[partner]]
        may_be_silent = len(reached) <= 1
        is_said = type(target) is int and target in reached
        return None if is_said or (target is None and may_be_silent) else _about_target(target)
    return None if target is None else _about_target(target)


def _about_target(target: object) -> Problem:
    return Problem("dog_target_invalid", "/to", {"value": shown(target)})


def about(code: str, seat: int) -> Problem:
    return Problem(code, "", {"seat": seat})


def about_wish(state: State, seat: int) -> Problem:
    return Problem("wish_must_be_fulfilled", "", {"seat": seat, "rank": RANK_OF_VALUE[state.wish]})
