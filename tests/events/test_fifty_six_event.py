"""An evening of 56 for teams of three: simulated, imported, verified, and ranked from its archive alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scoring.models import MatchResult
from tests.contracts.sources import ROOT
from tests.events.commands import event_command
from tests.events.reckoning import DRAW, TIE_BREAK, Played
from tests.events.swiss import played, ranks_as_reckoned, simulated

pytestmark = pytest.mark.django_db

DEALS, MORE = 6, 2
"""Deals of a match in this event, and those that the first tie adds."""
AWARDS = ((56, 4), (48, 3), (40, 2), (28, 1))
"""What a bid of at least so much is worth."""
DOUBLED = {"double": 1, "redouble": 2}


def worth(hand: dict[str, Any]) -> tuple[int, int]:
    """What sides A and B get for a hand: the bidders their award, or the others one more than that."""
    if hand.get("kind") == "void":
        return 0, 0
    award = next(worth for least, worth in AWARDS if hand["bid"] >= least)
    if hand.get("kind") == "conceded":
        is_made = hand["conceded_by"] == "defenders"
    else:
        is_made = hand["bidder_points"] >= hand["bid"]
    value = award + (not is_made) + DOUBLED.get(hand.get("doubled", "none"), 0)
    bidders = 1 - hand["bidder"] % 2
    gets = bidders if is_made else 1 - bidders
    return (value, 0) if gets == 0 else (0, value)


@dataclass
class FiftySix(Played):
    """A match of so many deals that count, and of more where it is level then."""

    written: list[int] = field(default_factory=lambda: [0, 0])
    is_extended: bool = False

    def __post_init__(self) -> None:
        """Play the match through; a hand behind its end, and a match without one, are errors."""
        due, counted = DEALS, 0
        for hand in self.hands:
            assert counted < due, "a hand behind the end"
            counted += hand.get("kind") != "void"
            for side, points in enumerate(worth(hand)):
                self.written[side] += points
            if counted == due and self.written[0] == self.written[1]:
                due += 1 if self.is_extended else MORE
                self.is_extended = True
        assert counted == due, "a match without an end"

    def totals(self) -> tuple[int, int]:
        """Game points of both teams."""
        return self.written[0], self.written[1]

    def points(self, own: int, planned: int, tie_break: Sequence[str] = TIE_BREAK) -> int:
        """Match points of the team at this place."""
        ahead = self.written[own] - self.written[1 - own]
        return DRAW if ahead == 0 else 2 * (ahead > 0)


def test_a_simulated_evening_of_56_verifies_and_ranks_as_its_archive_says(tmp_path: Path) -> None:
    archive, out = simulated("fifty_six_swiss", 3, tmp_path), tmp_path / "again.json"
    file = ROOT / "tests" / "data" / "events" / "fifty_six_swiss.json"
    assert event_command("simulate", file, "--seed", 3, "--out", out)[0] == 0
    assert out.read_bytes() == (tmp_path / "out.json").read_bytes()
    rounds = played(archive, FiftySix)
    assert [len(each) for each in rounds] == [4] * 4
    _are_the_stored_matches([match for each in rounds for match in each])
    ranks_as_reckoned(archive, rounds)


def _are_the_stored_matches(matches: list[FiftySix]) -> None:
    """Points and winner of every match are those that the site stores.

    Among them is what tells rules apart: doubled bids, bids that failed, a match that was level after its
    deals.
    """
    stored = MatchResult.objects.order_by("match__round__number", "match__number")
    for match, result in zip(matches, stored, strict=True):
        assert result.totals == dict(zip("AB", match.totals(), strict=True))
        assert result.winner == "AB"[match.totals()[1] > match.totals()[0]]
    hands = [hand for match in matches for hand in match.hands]
    assert {hand.get("doubled", "none") for hand in hands} == {"none", "double", "redouble"}
    assert {worth(hand)[1 - hand["bidder"] % 2] > 0 for hand in hands if "bid" in hand} == {True, False}
    assert any(match.is_extended for match in matches)
