"""Tables of three through the API: drawn, published, entered by tablets, closed, ranked."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from scoring.services.standings import rebuild
from tests import make
from tests.api.test_six_players import tablet
from tests.api.world import submission
from tournaments.services.entrants import NewEntrant

pytestmark = pytest.mark.django_db

MADE: dict[str, Any] = {"kind": "played", "bid": 20, "bidder_points": 22, "bidder_tricks": 6}


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> make.Evening:
    """Seven who each play for themselves, one hand a match."""
    monkeypatch.setattr(make, "new_team", lambda n: NewEntrant(f"Player {n}", (f"Player {n}",)))
    return make.evening(
        7,
        game="twenty_eight",
        options={"variant": "28_3p"},
        kind="individual",
        method="individual",
        points={"places": [2, 1, 0]},
        ranking=["match_points", "game_points", "wins"],
        rounds_planned=3,
    )


def director(made: make.Evening) -> APIClient:
    client = APIClient()
    assert made.dora.user is not None
    client.force_login(made.dora.user)
    return client


def test_a_round_of_three_at_each_table_goes_through_the_api(night: make.Evening) -> None:
    client = director(night)
    drawn = client.post(f"/api/v1/stages/{night.stage.pk}/rounds", {"number": 1}, format="json")
    assert (drawn.status_code, drawn.json()["why"]["costs"]) == (201, [0, 3, 0])
    assert {each["code"] for each in drawn.json()["why"]["tables"]} == {"all_new"}
    number = drawn.json()["id"]
    assert client.post(f"/api/v1/rounds/{number}/publish").json()["status"] == "published"
    matches = APIClient().get(f"/api/v1/rounds/{number}/matches").json()["results"]
    assert sorted(len(each["places"]) for each in matches) == [1, 3, 3]
    for table, bidder in ((1, 1), (2, 3)):
        match = night.match(table)
        sent = submission(hand=1, summary={**MADE, "bidder": bidder})
        answer = tablet(night, table).post(f"/api/v1/matches/{match.pk}/submissions", sent, format="json")
        assert answer.status_code == 201, answer.content
        assert answer.json()["score"] == {
            side: 4 if side == f"P{bidder}" else -2 for side in ("P1", "P2", "P3")
        }
        assert answer.json()["match"]["winner"] == f"P{bidder}"
        make.confirm(match, 1, night.dora)
    assert client.post(f"/api/v1/rounds/{number}/close").json()["status"] == "closed"
    rebuild(night.stage.pk)
    rows = APIClient().get(f"/api/v1/stages/{night.stage.pk}/standings").json()["rows"]
    values = [tuple(row["values"][key] for key in ("match_points", "game_points", "wins")) for row in rows]
    assert values == [("2", "4", "1")] * 2 + [("1/2", "-2", "0")] * 4 + [("0", "0", "0")]
    again = client.post(f"/api/v1/stages/{night.stage.pk}/rounds", {"number": 2}, format="json")
    assert again.status_code == 201 and again.json()["why"]["byes"][0]["code"] == "sits_out_first"
