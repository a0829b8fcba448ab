"""Who deals first in a game (rules section 4.1): cards are dealt face up until somebody gets the Jack."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.problems import Problem, pointer, shown
from engine.games.thunee.cards import DECKS
from engine.games.thunee.rules import Rules
from engine.games.thunee.table import sizes

BLACK_JACKS = ("JS", "JC")
JACKS = ("JS", "JC", "JH", "JD")


def first_dealer(start: int, cards: Sequence[object], rules: Rules) -> int | Problem:
    """Return who deals first, or what is wrong with the draw.

    `start` is the seat that gets the first of the `cards`; the others follow counter-clockwise.
    """
    size, deck = sizes(rules), DECKS[rules.deck_size]
    if type(start) is not int or start not in size.seats:
        return Problem("seat_unknown", "/start", {"value": shown(start)})
    wanted = JACKS if rules.first_dealer == "any_jack" else BLACK_JACKS
    seat, seen = start, set()
    for at, card in enumerate(cards):
        if not isinstance(card, str) or deck.find(card) is None:
            return Problem("card_unknown", pointer("cards", at), {"card": shown(card)})
        if card in seen:
            return Problem("card_duplicated", pointer("cards", at), {"card": card})
        if card in wanted:
            return seat
        seen.add(card)
        seat = size.right[seat]
    return Problem("draw_not_finished", "/cards")
