"""Hands as they are typed at the tables: random ones, and whole matches that end level."""

from __future__ import annotations

import random
from typing import Any

from tests.events.reckoning import Played, worth

Hand = dict[str, Any]


def counted(own: int, first: int = 1, **others: Any) -> Hand:
    """A hand whose cards were counted; `own` = those of side A."""
    return {"first_out": first, "result": "count", "points": {"A": own}, **others}


LEVEL: dict[str, list[Hand]] = {
    "fewest_penalties": [
        counted(60),
        counted(40),
        counted(60, penalties=[{"side": "A", "points": -20, "code": "late"}]),
    ],
    "hands_won": [counted(60), counted(60), counted(30, first=2)],
    "last_hand": [counted(60), counted(50), counted(40)],
    "game_specific": [counted(60), counted(40), counted(100, first=2, calls={"2": "small"})],
    "extra_hand": [counted(60), counted(40), counted(50), counted(70)],
    "higher_seed": [counted(60), counted(40), counted(50), counted(50)],
}
"""Matches of three hands that end level, by the key of the tie-break that decides them."""


def random_hand(dice: random.Random) -> Hand:
    """A hand with calls about as frequent as in real play."""
    hand = counted(5 * dice.randint(-5, 25), first=dice.randint(1, 4))
    if dice.random() < 0.2:
        hand = {"first_out": hand["first_out"], "result": "double"}
    seat = dice.randint(1, 4)
    if dice.random() < 0.4:
        hand["calls"] = {str(seat): dice.choice(["small", "small", "grand"])}
    return hand


def random_match(dice: random.Random, hands: int) -> list[Hand]:
    """Hands of a match that somebody wins."""
    while True:
        typed = [random_hand(dice) for _ in range(hands)]
        own, other = Played((1, 2), typed).totals()
        if own != other:
            return typed


def turned(dice: random.Random, hands: list[Hand], at: int) -> Hand:
    """Another value of one hand that makes the loser of the match its winner."""
    before = Played((1, 2), hands).totals()
    while True:
        hand = random_hand(dice)
        after = Played((1, 2), [*hands[:at], hand, *hands[at + 1 :]]).totals()
        if (before[0] - before[1]) * (after[0] - after[1]) < 0 and worth(hand) != worth(hands[at]):
            return hand
