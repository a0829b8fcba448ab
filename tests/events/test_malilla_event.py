"""A Swiss of Malilla, best of three: simulated, imported, verified, and ranked from its archive alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.models import MatchResult
from tests.events.malilla_reckoning import MOST, MalillaMatch
from tests.events.swiss import played, ranks_as_reckoned, simulated

pytestmark = pytest.mark.django_db


def test_a_simulated_swiss_of_malilla_verifies_and_ranks_as_its_archive_says(tmp_path: Path) -> None:
    archive = simulated("malilla_swiss", 5, tmp_path)
    rounds = played(archive, MalillaMatch)
    assert [len(each) for each in rounds] == [8] * 4
    _are_the_stored_matches([match for each in rounds for match in each])
    ranks_as_reckoned(archive, rounds)


def _are_the_stored_matches(matches: list[MalillaMatch]) -> None:
    """Games, points and winner of every match are those that the site stores.

    Among them is what tells rules apart: a match won with fewer points, one of three games, a turned card
    that was lost.
    """
    stored = MatchResult.objects.order_by("match__round__number", "match__number")
    for match, result in zip(matches, stored, strict=True):
        assert result.games == dict(zip("AB", match.games, strict=True))
        assert result.totals == dict(zip("AB", match.totals(), strict=True))
        assert result.winner == "AB"[match.games.index(MOST)]
    assert any(match.totals()[match.games.index(MOST)] < max(match.totals()) for match in matches)
    assert {min(match.games) for match in matches} == {0, 1}
    assert any(match.lost_cards for match in matches)
