"""A Swiss of Malilla, best of three: simulated, imported, verified, and ranked from its archive alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.models import MatchResult
from tests.contracts.sources import ROOT
from tests.events.commands import event_command
from tests.events.malilla_reckoning import MOST, MalillaMatch
from tests.events.reckoning import Round, Table

pytestmark = pytest.mark.django_db

SWISS = ROOT / "tests" / "data" / "events" / "malilla_swiss.json"
SHOWN = ("rank", "tied", "number", "values", "decided_by")


def played(archive: dict[str, Any]) -> list[list[MalillaMatch]]:
    """The matches of an archive by round, each played through."""
    numbers = {entrant["id"]: entrant["number"] for entrant in archive["entrants"]}
    return [
        [
            MalillaMatch(
                (numbers[match["sides"][0]], numbers[match["sides"][1]]),
                [hand["summary"] for hand in match["hands"]],
            )
            for match in each["matches"]
        ]
        for each in archive["stages"][0]["rounds"]
    ]


def test_a_simulated_swiss_of_malilla_verifies_and_ranks_as_its_archive_says(tmp_path: Path) -> None:
    out = tmp_path / "played.json"
    code, answer = event_command("simulate", SWISS, "--seed", 5, "--out", out)
    assert (code, answer["problems"], answer["finished"]) == (0, [], True)
    assert (answer["rounds"], answer["matches"]) == (4, 32)
    assert event_command("import", out)[0] == 0
    code, proof = event_command("verify", "malilla-swiss")
    assert (code, proof["problems"]) == (0, [])
    archive = json.loads(out.read_text(encoding="utf-8"))
    rounds = played(archive)
    _are_the_stored_matches([match for each in rounds for match in each])
    pairs = [entrant["number"] for entrant in archive["entrants"]]
    shown = event_command("standings", "malilla-swiss")[1]["rows"]
    assert [{key: row[key] for key in SHOWN} for row in shown] == Table.of(
        [Round(list(each)) for each in rounds], pairs, 0
    ).rows()


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
