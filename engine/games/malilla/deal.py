"""The deal (rules section 4.3): read from a record, with its faults in the order of section 10, or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.core.play import Record
from engine.core.problems import Problem, pointer, shown
from engine.games.malilla.cards import BITS, CARDS, CARDS_OF_A_HAND, DECK
from engine.games.malilla.rules import SEATS, SIDES, Rules, naming, right_of

SEAT_KEYS = tuple(str(seat) for seat in SEATS)
KEYS = frozenset(SEAT_KEYS)
DEALT = len(DECK.codes)
WHOLE_HANDS = [CARDS_OF_A_HAND] * len(SEATS)


class Deal(NamedTuple):
    """Who dealt what: the hands as masks in the order of the seats, and the turned card."""

    dealer: int
    pinta: str
    hands: tuple[int, ...]


def read_deal(record: Mapping[str, Any], batch: int = 4) -> Deal | Problem:
    """Return the deal of a record or its first fault; total over any JSON object.

    `batch` is how many cards a packet has, where the record has the cards in the order of the deal.
    """
    dealer, hands, deck = record.get("dealer"), record.get("hands"), record.get("deck")
    if dealer is None and hands is None and deck is None and record.get("pinta") is None:
        return Problem("deal_expected")
    if type(dealer) is not int or dealer not in SEATS:
        return Problem("unknown_seat", "/dealer", {"value": shown(dealer)})
    if (hands is None) == (deck is None):
        return Problem("hands_or_deck")
    if deck is None:
        masks = _masks(hands) if _is_map_of_lists(hands) else Problem("bad_deal_count", "/hands")
    elif isinstance(deck, list) and len(deck) == DEALT:
        masks = _masks(by_seat(deck, dealer, batch))
    else:
        masks = Problem("bad_deal_count", "/deck")
    if isinstance(masks, Problem):
        return masks
    return _with_pinta(record.get("pinta"), dealer, masks, deck)


def by_seat(deck: Sequence[Any], dealer: int, batch: int) -> dict[str, list[Any]]:
    """4.3: packet k, counted from 0, goes to the seat k + 1 places after the dealer."""
    hands: dict[str, list[Any]] = {key: [] for key in SEAT_KEYS}
    seat = dealer
    for at in range(0, len(deck), batch):
        seat = right_of(seat)
        hands[str(seat)] += deck[at : at + batch]
    return hands


def deal(rules: Rules, source: Random) -> Record:
    """Return the head of a record: cards and dealer drawn from `source`, at 0-0 and with no events."""
    profile, options = naming(rules)
    dealer = source.choice(SEATS)
    deck = [card.code for card in DECK.shuffled(source)]
    return {
        "game": "malilla",
        "profile": profile,
        "options": dict(options),
        "dealer": dealer,
        "pinta": deck[-1],
        "before": dict.fromkeys(SIDES, 0),
        "hands": by_seat(deck, dealer, rules.deal_batch),
        "events": [],
    }


def _is_map_of_lists(hands: object) -> bool:
    if not isinstance(hands, dict) or hands.keys() != KEYS:
        return False
    return all([isinstance(cards, list) for cards in hands.values()])


def _masks(hands: Any) -> tuple[int, ...] | Problem:
    """Return the four hands as masks, or what is wrong with their cards."""
    try:
        masks = tuple([sum(map(BITS.__getitem__, hands[key])) for key in SEAT_KEYS])
    except (KeyError, TypeError):
        return _unknown(hands)
    # So many bits can only add up to the whole deck when each of them is there once.
    if [len(cards) for cards in hands.values()] != WHOLE_HANDS:
        return Problem("bad_deal_count", "/hands")
    return masks if sum(masks) == CARDS.all else _repeated(hands)


def _unknown(hands: Mapping[str, Sequence[Any]]) -> Problem:
    """Return the problem of the first card that is none."""
    for key in SEAT_KEYS:
        for at, card in enumerate(hands[key]):
            if not isinstance(card, str) or card not in BITS:
                return Problem("unknown_card", pointer("hands", key, at), {"card": shown(card)})
    return Problem("bad_deal_count", "/hands")


def _repeated(hands: Mapping[str, Sequence[str]]) -> Problem:
    """Return the problem of the first card that is there twice."""
    seen: set[str] = set()
    for key in SEAT_KEYS:
        for at, card in enumerate(hands[key]):
            if card in seen:
                return Problem("duplicate_card", pointer("hands", key, at), {"card": card})
            seen.add(card)
    return Problem("bad_deal_count", "/hands")


def _with_pinta(pinta: object, dealer: int, masks: tuple[int, ...], deck: Any) -> Deal | Problem:
    """Return the deal with its turned card, which is the dealer's, and the last of the deck."""
    if not isinstance(pinta, str) or pinta not in BITS:
        return Problem("unknown_card", "/pinta", {"card": shown(pinta)})
    if not BITS[pinta] & masks[dealer - 1]:
        return Problem("pinta_not_with_dealer", "/pinta", {"card": pinta})
    if deck is not None and deck[-1] != pinta:
        return Problem("pinta_not_last_card", "/pinta", {"card": pinta})
    return Deal(dealer, pinta, masks)
