"""Cards cut for the first deal, and drawn for seats where an event wants that (rules section 4.0).

The Jack is the highest and deals; equal highest cut again. Who has drawn the highest card for a seat has cut
it as well. The rules say nothing of partners, who are registered.
"""

from __future__ import annotations

from typing import Any

from engine.core.draw import FirstDealer, SeatDraw
from engine.games.twenty_eight.cards import DECK, SUITS, WEAKEST_FIRST


def _never(rules: Any) -> bool:
    return False


def _first_dealer(rules: Any) -> FirstDealer:
    return FirstDealer.HIGHEST


DRAW = SeatDraw(
    deck=DECK,
    weakest_first=WEAKEST_FIRST,
    suits="".join(suit.letter for suit in SUITS),
    suits_decide=_never,
    first_dealer=_first_dealer,
    only_highest=True,
)
