"""Cards drawn for seats, which the printed rules leave open like the first deal (rules section 4.1).

The 52 cards with a suit are drawn from, the ace is the highest, equal ranks draw again.
"""

from __future__ import annotations

from typing import Any

from engine.core.draw import SeatDraw
from engine.games.tichu.cards import DECK, RANK_LETTERS, SUITS


def _never(rules: Any) -> bool:
    return False


def _left_open(rules: Any) -> None:
    return None


DRAW = SeatDraw(
    deck=DECK,
    weakest_first=RANK_LETTERS,
    suits="".join(suit.letter for suit in SUITS),
    suits_decide=_never,
    first_dealer=_left_open,
)
