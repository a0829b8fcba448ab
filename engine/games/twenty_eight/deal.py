"""The deal (rules section 4.0): read from a record, with its faults in the order of 5.6, or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.core.play import Record
from engine.core.problems import Problem, pointer, shown
from engine.games.twenty_eight.cards import BATCH, CARDS_OF_A_HAND
from engine.games.twenty_eight.rules import Rules, naming, table_of
from engine.games.twenty_eight.variants import TABLES, Table

FIRST, SECOND = "first", "second"
PLACES = {
    key: tuple((str(seat), batch) for seat in table.seats for batch in (FIRST, SECOND))
    for key, table in TABLES.items()
}
"""Where the dealt cards stand in a record: the keys of each batch."""


class Deal(NamedTuple):
    """Who dealt what: both batches as masks by seat number."""

    dealer: int
    firsts: list[int]
    seconds: list[int]


def read_deal(record: Mapping[str, Any], rules: Rules) -> Deal | Problem:
    """Return the deal of a record or its first fault; total over any JSON object."""
    table = table_of(rules)
    dealer, hands = record.get("dealer"), record.get("hands")
    if type(dealer) is not int or dealer not in table.seats:
        return Problem("bad_dealer", "/dealer", {"value": shown(dealer)})
    found = _glance(hands, rules)
    if found is None:
        batches = _batches(hands, rules)
        return batches if isinstance(batches, Problem) else _stranger(batches, table)
    return Deal(dealer, *found)


def deal(rules: Rules, source: Random) -> Record:
    """Return the head of a record: cards and dealer drawn from `source`, with no events."""
    table = table_of(rules)
    profile, options = naming(rules)
    dealer = source.choice(table.seats)
    deck = [code for code in table.pack.deck.codes for _ in range(table.pack.cards.packs)]
    source.shuffle(deck)
    hands: dict[str, dict[str, list[str]]] = {key: {FIRST: [], SECOND: []} for key in map(str, table.seats)}
    at, first = 0, rules.first_batch
    for batch, size in ((FIRST, first), (SECOND, CARDS_OF_A_HAND - first)):
        seat = dealer
        for _ in table.seats:
            seat = table.after[seat]
            hands[str(seat)][batch] = deck[at : at + size]
            at += size
    return {
        "game": "twenty_eight",
        "variant": rules.variant,
        "profile": profile,
        "options": dict(options),
        "dealer": dealer,
        "hands": hands,
        "events": [],
    }


def _glance(hands: Any, rules: Rules) -> tuple[list[int], list[int]] | None:
    """Return both batches as masks if they are exactly the deck in batches of the right size."""
    table, first = TABLES[rules.variant], rules.first_batch
    bits, batches = table.pack.bits, PLACES[table.key]
    try:
        dealt = [hands[seat][name] for seat, name in batches]
        if first == BATCH:
            masks = [bits[a] + bits[b] + bits[c] + bits[d] for a, b, c, d in dealt]
        else:
            masks = [sum([bits[card] for card in batch]) for batch in dealt]
    except (KeyError, TypeError, ValueError):
        return None
    if len(hands) != len(table.seats) or [type(batch) for batch in dealt] != [list] * len(batches):
        return None
    if first != BATCH and list(map(len, dealt)) != [first, CARDS_OF_A_HAND - first] * len(table.seats):
        return None
    # So many cards can only add up to the whole deck when each of them is there as often as it should be.
    return ([0, *masks[::2]], [0, *masks[1::2]]) if sum(masks) == table.pack.cards.all else None


def _batches(hands: object, rules: Rules) -> list[Any] | Problem:
    """Return the batches seat by seat, or what is wrong with their number and size."""
    table, first = table_of(rules), rules.first_batch
    if not isinstance(hands, dict) or hands.keys() != table.seat_keys:
        return Problem("bad_deal", "/hands")
    sizes = {FIRST: first, SECOND: CARDS_OF_A_HAND - first}
    batches = []
    for seat, name in PLACES[rules.variant]:
        hand = hands[seat]
        batch = hand.get(name) if isinstance(hand, dict) else None
        if not isinstance(batch, list) or len(batch) != sizes[name]:
            return Problem("bad_deal", pointer("hands", seat, name), {"n": sizes[name]})
        batches.append(batch)
    return batches


def _stranger(batches: Sequence[Any], table: Table) -> Problem:
    """Return the problem of the first card that is none, or one too many."""
    pack, places = table.pack, PLACES[table.key]
    left = dict.fromkeys(pack.deck.codes, pack.cards.packs)
    for (seat, name), batch in zip(places, batches, strict=True):
        for at, card in enumerate(batch):
            code = pack.codes.get(card, "") if isinstance(card, str) else ""
            if not left.get(code, 0):
                return Problem("bad_deck", pointer("hands", seat, name, at), {"card": shown(card)})
            left[code] -= 1
    return Problem("bad_deck", "/hands", {"card": ""})
