"""The deal: read from a record, with its faults in the order of rules section 4.16, or drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from engine.core.play import Record
from engine.core.problems import Problem, pointer, shown
from engine.games.thunee.cards import BITS, DECKS, MASKS
from engine.games.thunee.profiles import naming
from engine.games.thunee.rules import Rules
from engine.games.thunee.table import SIDES, sizes, sizes_of

BATCHES = ("first", "second", "third")
Hands = Mapping[str, Mapping[str, list[Any]]]


class Deal(NamedTuple):
    """Who deals what: by seat (place 0 is not used) the masks of the batches, and the last of the second."""

    dealer: int
    batches: tuple[tuple[int, ...], ...]
    last: tuple[str, ...]


def read_deal(record: Mapping[str, Any], rules: Rules) -> Deal | Problem:
    """Return the deal of a record or its first fault; total over any JSON object."""
    size = sizes(rules)
    dealer, hands = record.get("dealer"), record.get("hands")
    if type(dealer) is not int or dealer not in size.seats:
        return Problem("dealer_unknown", "/dealer", {"dealer": shown(dealer)})
    layout = layout_of(rules.variant, rules.deck_size)
    if not isinstance(hands, dict) or hands.keys() != layout.keys:
        return Problem("deal_seats", "/hands")
    try:
        masks = [_masks(hands[key], layout.parts) for key in layout.order]
    except (KeyError, TypeError):
        return _miscounted(hands, layout) or _unknown(hands, rules)
    # As many cards as the deck has are the whole deck when each of them is there once.
    whole = 0
    for batches in masks:
        for mask in batches:
            whole |= mask
    if whole != MASKS[rules.deck_size]:
        return _unknown(hands, rules)
    return Deal(dealer, ((), *masks), ("", *[hands[key]["second"][-1] for key in layout.order]))


def _masks(hand: Any, parts: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """Return the batches of a hand as masks; KeyError or TypeError where something is wrong with them."""
    found = []
    for name, count in parts:
        batch = hand[name]
        if type(batch) is not list or len(batch) != count:
            raise KeyError(name)
        mask = 0
        for card in batch:
            mask |= BITS[card]
        found.append(mask)
    if len(hand) != len(parts):
        raise KeyError(parts)
    return tuple(found)


class Layout(NamedTuple):
    """How the hands stand in a record: their keys, and the batches of each with their sizes."""

    keys: frozenset[str]
    order: tuple[str, ...]
    parts: tuple[tuple[str, int], ...]


@cache
def layout_of(variant: str, deck_size: int) -> Layout:
    """Return how the hands of a variant stand in a record."""
    size = sizes_of(variant, deck_size)
    order = tuple(str(seat) for seat in size.seats)
    return Layout(frozenset(order), order, tuple(zip(BATCHES, size.batches, strict=False)))


def deal(rules: Rules, source: Random) -> Record:
    """Return the head of a record: cards and dealer drawn from `source`, at 0-0 and with no events."""
    profile, options = naming(rules)
    size = sizes(rules)
    dealer = source.choice(size.seats)
    cards = iter([card.code for card in DECKS[rules.deck_size].shuffled(source)])
    hands: dict[str, dict[str, list[str]]] = {str(seat): {} for seat in size.seats}
    for name, count in zip(BATCHES, size.batches, strict=False):
        seat = dealer
        for _packet in size.seats:
            seat = size.right[seat]
            hands[str(seat)][name] = [next(cards) for _card in range(count)]
    return {
        "game": "thunee",
        "variant": rules.variant,
        "profile": profile,
        "options": {name: value for name, value in options.items() if name != "variant"},
        "dealer": dealer,
        "hands": hands,
        "balls_before": dict.fromkeys(SIDES, 0),
        "target": rules.match_target,
        "events": [],
    }


def _miscounted(hands: Any, layout: Layout) -> Problem | None:
    """Return the problem of the first hand that has not its batches and no other, all of the right size."""
    for key in layout.order:
        hand = hands[key]
        if not isinstance(hand, dict) or len(hand) != len(layout.parts):
            return Problem("deal_count", pointer("hands", key))
        for name, count in layout.parts:
            batch = hand.get(name)
            if not isinstance(batch, list) or len(batch) != count:
                return Problem("deal_count", pointer("hands", key))
    return None


def _unknown(hands: Hands, rules: Rules) -> Problem:
    """Return the problem of the first card that is none, or else of the first that is there twice."""
    deck = DECKS[rules.deck_size]
    seen: set[str] = set()
    again: Problem | None = None
    for path, card in _cards(hands):
        if not isinstance(card, str) or deck.find(card) is None:
            return Problem("card_unknown", path, {"card": shown(card)})
        if card in seen and again is None:
            again = Problem("card_duplicated", path, {"card": card})
        seen.add(card)
    return again or Problem("deal_count", "/hands")


def _cards(hands: Hands) -> Iterator[tuple[str, Any]]:
    """Yield every card with the path to it."""
    for key, hand in hands.items():
        for name, batch in hand.items():
            for at, card in enumerate(batch):
                yield pointer("hands", key, name, at), card
