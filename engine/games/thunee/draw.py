"""Who deals first in a game (rules section 4.1): cards are dealt face up until somebody gets the Jack.

Before the first game of a match the cards may be turned up on the tablet; the rules say nothing of partners,
who are registered, and for seats the Jack is the highest, as in trumps.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.draw import FirstDealer, SeatDraw
from engine.core.problems import Problem, pointer, shown
from engine.games.thunee.cards import DECKS, JACK_HIGH, SUITS
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
    wanted = _wanted(rules)
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


def _wanted(rules: Rules) -> frozenset[str]:
    return frozenset(JACKS if rules.first_dealer == "any_jack" else BLACK_JACKS)


def _first_dealer(rules: Rules) -> FirstDealer:
    return FirstDealer.NAMED if rules.first_dealer == "appointed" else FirstDealer.DEALT


def _never(rules: Rules) -> bool:
    return False


def _ranks(rules: Rules) -> str:
    """The ranks of the deck that is played with, the weakest first."""
    letters = {card.rank.letter for card in DECKS[rules.deck_size].cards if card.rank is not None}
    return "".join(rank for rank in reversed(JACK_HIGH) if rank in letters)


DRAW = SeatDraw(
    deck=DECKS[32],
    weakest_first=JACK_HIGH[::-1],
    suits="".join(suit.letter for suit in reversed(SUITS)),
    suits_decide=_never,
    first_dealer=_first_dealer,
    wanted=_wanted,
    ranks=_ranks,
)
