"""What cards decide before the first deal: partners and seats, and who deals (rules sections 4.1 and 4.2)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.draw import FirstDealer, SeatDraw
from engine.games.malilla.cards import DECK, SUITS, WEAKEST_FIRST
from engine.games.malilla.rules import Rules

FIRST_DEALER = {
    "highest_draw": FirstDealer.HIGHEST,
    "suit_draw": FirstDealer.SUIT,
    "assigned": FirstDealer.NAMED,
}


def _suits_decide(rules: Rules) -> bool:
    return rules.draw_ties == "suit_order"


def _first_dealer(rules: Rules) -> FirstDealer:
    return FIRST_DEALER[rules.first_dealer]


def _registered(rules: Rules) -> Rules:
    return replace(rules, partners="fixed")


DRAW = SeatDraw(
    deck=DECK,
    weakest_first=WEAKEST_FIRST,
    suits="".join(suit.letter for suit in SUITS),
    suits_decide=_suits_decide,
    first_dealer=_first_dealer,
    steps={"O": 1, "C": 2, "E": 3, "B": 0},
    registered=_registered,
)
"""Steps by 4.2, `suit_draw`: how many places to the right of who turned the card the dealer sits."""
