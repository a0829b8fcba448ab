"""What a contract comes to: its target, and whether it is made (rules section 6.1)."""

from __future__ import annotations

from engine.games.twenty_eight.bounds import BIDDERS, DEFENDERS
from engine.games.twenty_eight.rules import Rules, highest_bid

PAIR_MOVES = 4
"""How far the pair moves the target."""


def target_of(bid: int, pair: str, rules: Rules) -> int:
    """Return the points that make the contract: the bid, moved by the pair within the bids that there are."""
    if pair == BIDDERS:
        return max(bid - PAIR_MOVES, rules.min_bid)
    if pair == DEFENDERS:
        return min(bid + PAIR_MOVES, highest_bid(rules))
    return bid
