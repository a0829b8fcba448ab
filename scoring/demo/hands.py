"""Hands as they are typed in a hall, by chance; `dealer` is whose turn it is to deal, where it is known."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

SUITS, RANKS = "OCEB", "9ARCS8765432"
HALF, LEAST_WITH_A_NINE = 36, 6


def tichu_hand(dice: random.Random, dealer: int | None) -> dict[str, Any]:
    """A Tichu hand as it is typed: calls about as frequent as in real play; who deals is of no account."""
    first = dice.randint(1, 4)
    calls = {}
    for seat in range(1, 5):
        if dice.random() < (0.30 if seat == first else 0.06):
            calls[str(seat)] = "grand" if dice.random() < 0.25 else "small"
    summary: dict[str, Any] = {"first_out": first}
    if calls:
        summary["calls"] = calls
    if dice.random() < 0.2:
        return {**summary, "result": "double"}
    own = min(125, max(-25, 5 * round(dice.gauss(11, 6))))
    return {**summary, "result": "count", "points": {"A" if first % 2 else "B": own}}


def malilla_hand(dice: random.Random, dealer: int | None, winner: str | None = None) -> dict[str, Any]:
    """A hand of Malilla as it is typed; `winner` is a side that takes more than half of the points."""
    deals = dealer or dice.randint(1, 4)
    pinta = dice.choice(RANKS) + dice.choice(SUITS)
    margin = min(HALF - LEAST_WITH_A_NINE, max(1, abs(round(dice.gauss(0, 16)))))
    side = winner or dice.choice("AB")
    points = {side: HALF + margin, "B" if side == "A" else "A": HALF - margin}
    return {"dealer": deals, "pinta": pinta, "points": {each: points[each] for each in "AB"}}


def twenty_eight_hand(dice: random.Random, dealer: int | None) -> dict[str, Any]:
    """A hand of 28 as it is typed: low bids that are mostly made."""
    bid = 14 + min(12, int(abs(dice.gauss(0, 4))))
    return {"bidder": dice.randint(1, 4), "bid": bid, "bidder_points": _count(dice, bid + 1, 3, 28)}


def fifty_six_hand(dice: random.Random, dealer: int | None) -> dict[str, Any]:
    """A hand of 56 as it is typed, by six players."""
    bid = 28 + min(20, int(abs(dice.gauss(0, 6))))
    return {"bidder": dice.randint(1, 6), "bid": bid, "bidder_points": _count(dice, bid + 2, 5, 56)}


def _count(dice: random.Random, likely: int, spread: int, most: int) -> int:
    return min(most, max(0, round(dice.gauss(likely, spread))))


def thunee_hand(dice: random.Random, dealer: int | None) -> dict[str, Any]:
    """A hand of Thunee as clubs type it; more often than in real play one that is worth four balls."""
    side = dice.choice("AB")
    if dice.random() < 0.5:
        return {"kind": "thunee", "side": side, "result": dice.choice(("made", "made", "caught"))}
    return {
        "kind": "normal",
        "trump_side": side,
        "call": 10 * dice.randint(1, 4),
        "points": dice.randint(80, 150),
        "last_trick": dice.choice("AB"),
    }


RandomHand = Callable[[random.Random, int | None], dict[str, Any]]
RANDOM_HANDS: Mapping[tuple[str, str], RandomHand] = MappingProxyType(
    {
        ("tichu", ""): tichu_hand,
        ("malilla", ""): malilla_hand,
        ("twenty_eight", ""): twenty_eight_hand,
        ("twenty_eight", "56"): fifty_six_hand,
        ("thunee", ""): thunee_hand,
    }
)
"""By game, and the variant where it is not the usual one."""
