"""A match of Malilla reckoned from what was typed, as clubs play it: arithmetic that shares nothing with the product.

It knows the values of the cards, games of 40 of which two win a match, what a side has above 36 and the turned
card that would end a game; nothing of rulings, void deals or matches that are ended early.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.events.reckoning import TIE_BREAK, Played

VALUES = {"9": 5, "A": 4, "R": 3, "C": 2, "S": 1}
GAME, HALF, MOST = 40, 36, 2


def worth(hand: dict[str, Any], score: Sequence[int]) -> tuple[list[int], bool]:
    """What sides A and B write for a hand dealt at this score of the game; whether its turned card is lost."""
    tricks = [hand["points"]["A"], hand["points"]["B"]]
    assert sum(tricks) == 2 * HALF, hand
    dealt = 1 - hand["dealer"] % 2
    turned = VALUES.get(hand["pinta"][0], 0)
    written = [max(0, each - HALF) for each in tricks]
    would_end = turned > 0 and score[dealt] + turned >= GAME
    is_lost = would_end and tricks[dealt] <= HALF
    if not is_lost:
        written[dealt] += turned
    return written, is_lost


@dataclass
class MalillaMatch(Played):
    """A match whose hands were typed one after the other until a side had won its games."""

    games: list[int] = field(default_factory=lambda: [0, 0])
    written: list[int] = field(default_factory=lambda: [0, 0])
    lost_cards: int = 0

    def __post_init__(self) -> None:
        """Play the match through; a hand behind its end, or of a dealer whose turn it is not, is an error."""
        score, dealer = [0, 0], self.hands[0]["dealer"]
        for hand in self.hands:
            assert max(self.games) < MOST, "a hand behind the end"
            assert hand["dealer"] == dealer, "not the one whose turn it was to deal"
            written, is_lost = worth(hand, score)
            self.lost_cards += is_lost
            for side, points in enumerate(written):
                score[side] += points
                self.written[side] += points
            if max(score) >= GAME:
                self.games[score.index(max(score))] += 1
                score = [0, 0]
            dealer = dealer % 4 + 1
        assert max(self.games) == MOST, "a match without an end"

    def totals(self) -> tuple[int, int]:
        """Points written in the whole match, turned cards included."""
        return self.written[0], self.written[1]

    def points(self, own: int, planned: int, tie_break: Sequence[str] = TIE_BREAK) -> int:
        """Match points of the pair at this place: whoever has won the games has won, whatever was written."""
        return 2 if self.games[own] == MOST else 0
