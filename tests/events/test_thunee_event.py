"""A Swiss of Thunee, best of three: simulated, imported, verified, and ranked from its archive alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scoring.models import MatchResult
from tests.events.reckoning import TIE_BREAK, Played
from tests.events.swiss import played, ranks_as_reckoned, simulated

pytestmark = pytest.mark.django_db

GAME, MOST = 12, 2
ALL, NEEDED, LAST_TRICK = 304, 105, 10
THUNEE = {"made": 4, "caught": 4, "partner_catch": 8}
CALLS = {"double": (2, 4), "khanaak": (3, 6)}
"""Balls for a call of the last trick that is good: of the trump makers, and backward."""
FAILED = 4


def worth(hand: dict[str, Any]) -> tuple[int, int]:
    """Balls of sides A and B for a hand, as clubs count it."""
    if hand["kind"] == "cancelled":
        return 0, 0
    if hand["kind"] == "thunee":
        own = "AB".index(hand["side"])
        return to(own if hand["result"] == "made" else 1 - own, THUNEE[hand["result"]])
    assert hand["kind"] == "normal", hand
    if "final_call" in hand:
        return called(hand)
    makers = "AB".index(hand["trump_side"])
    if count(hand) < NEEDED:
        return to(makers, 1)
    return to(1 - makers, 2 if hand["call"] else 1)


def called(hand: dict[str, Any]) -> tuple[int, int]:
    """Balls for a Double or Khanaak, which goes in the place of the count."""
    final = hand["final_call"]
    own, makers = "AB".index(final["side"]), "AB".index(hand["trump_side"])
    is_backward = own != makers and hand["call"] > 0
    is_good = final["winner"] == "caller"
    if is_good and final["call"] == "khanaak":
        jodhi = [sum(hand.get("jodhi", {}).get(side, ())) for side in "AB"]
        points = hand["points"] if own == makers else ALL - hand["points"]
        paid = hand["call"] if own == makers else -hand["call"]
        is_good = jodhi[own] + LAST_TRICK > points + jodhi[1 - own] + paid
    return to(own, CALLS[final["call"]][is_backward]) if is_good else to(1 - own, FAILED)


def count(hand: dict[str, Any]) -> int:
    """What the other side has counted in the end: its tricks, the call, Jodhi, the last trick."""
    makers = "AB".index(hand["trump_side"])
    jodhi = [sum(hand.get("jodhi", {}).get(side, ())) for side in "AB"]
    last = -LAST_TRICK if hand["last_trick"] == hand["trump_side"] else LAST_TRICK
    return hand["points"] + hand["call"] + jodhi[1 - makers] - jodhi[makers] + last


def to(side: int, balls: int) -> tuple[int, int]:
    return (balls, 0) if side == 0 else (0, balls)


@dataclass
class ThuneeMatch(Played):
    """A match whose hands were typed one after the other until a side had won its games."""

    games: list[int] = field(default_factory=lambda: [0, 0])
    recorded: list[int] = field(default_factory=lambda: [0, 0])

    def __post_init__(self) -> None:
        """Play the match through; a hand behind its end, and a match without one, are errors."""
        score = [0, 0]
        for hand in self.hands:
            assert max(self.games) < MOST, "a hand behind the end"
            for side, balls in enumerate(worth(hand)):
                score[side] += balls
            if max(score) >= GAME:
                won = score.index(max(score))
                self.games[won] += 1
                self.recorded[won] += GAME
                self.recorded[1 - won] += score[1 - won]
                score = [0, 0]
        assert max(self.games) == MOST, "a match without an end"

    def totals(self) -> tuple[int, int]:
        """Balls of the whole match, those of a won game at most as many as win it."""
        return self.recorded[0], self.recorded[1]

    def points(self, own: int, planned: int, tie_break: Sequence[str] = TIE_BREAK) -> int:
        """Match points of the pair at this place: whoever has won the games has won."""
        return 2 if self.games[own] == MOST else 0


def test_a_simulated_swiss_of_thunee_verifies_and_ranks_as_its_archive_says(tmp_path: Path) -> None:
    archive = simulated("thunee_swiss", 5, tmp_path)
    rounds = played(archive, ThuneeMatch)
    assert [len(each) for each in rounds] == [4] * 3
    _are_the_stored_matches([match for each in rounds for match in each])
    ranks_as_reckoned(archive, rounds)


def _are_the_stored_matches(matches: list[ThuneeMatch]) -> None:
    """Games, balls and winner of every match are those that the site stores.

    Among them is what tells rules apart: matches of two and of three games, Thunee, Khanaak whoever wins the
    last trick, Jodhi, hands that were counted against a call.
    """
    stored = MatchResult.objects.order_by("match__round__number", "match__number")
    for match, result in zip(matches, stored, strict=True):
        assert result.games == dict(zip("AB", match.games, strict=True))
        assert result.totals == dict(zip("AB", match.totals(), strict=True))
        assert result.winner == "AB"[match.games.index(MOST)]
    assert {min(match.games) for match in matches} == {0, 1}
    hands = [hand for match in matches for hand in match.hands]
    assert {"normal", "thunee"} <= {hand["kind"] for hand in hands}
    finals = [hand["final_call"] for hand in hands if "final_call" in hand]
    assert {each["winner"] for each in finals} == {"caller", "partner", "opponents"}
    assert any("jodhi" in hand for hand in hands)
    assert {max(worth(hand)) for hand in hands if "final_call" not in hand} >= {1, 2, 4}
