"""Rulings on a hand through the API: what follows, the revision, faults as data with pointers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.test_directing import enter, post
from tests.api.world import COUNTED, World

HAND = "/matches/{match}/hands/1/rulings"
PEEKED = {"code": "peeking", "side": "B", "seen_revision": 1, "reason": "cards were shown"}


@pytest.fixture
def played(world: World) -> World:
    """The first hand of the first table is in."""
    enter(world, world.match.pk, 1, 60)
    return world


def test_a_ruling_answers_with_what_follows_and_the_revision_that_it_made(played: World) -> None:
    body = PEEKED | {"article": "Tichu 8", "public_note": "Cards were shown."}
    made = post(played, HAND, body)
    assert made.status_code == 201, made.content
    found = made.json()
    ruling, receipt = found["ruling"], found["receipt"]
    assert (ruling["hand"], ruling["effect"], ruling["article"]) == (1, "hand", "Tichu 8")
    assert ruling["value"] == {"side": "B", "effect": "points", "points": -50}
    assert found["follows"] == {
        "effect": "points",
        "points": -50,
        "repeated": False,
        "text": "−50 points for the side",
    }
    assert (receipt["revision"], receipt["score"]) == (2, {"A": 60, "B": -10})
    assert receipt["lines"][-1]["text"].startswith("Penalty")
    hand = played.client().get(played.address("/matches/{match}/hands/1")).json()
    assert hand["entries"][1]["ruling"] == ruling["id"]
    assert (
        post(played, f"/rulings/{ruling['id']}/cancel", {"reason": "it was an old trick"}).status_code == 200
    )
    hand = played.client().get(played.address("/matches/{match}/hands/1")).json()
    assert (hand["revision"], hand["score"]) == (3, {"A": 60, "B": 40})
    assert "penalties" not in hand["summary"]


def test_a_warning_has_no_receipt_and_the_second_one_costs_points(played: World) -> None:
    slow = PEEKED | {"code": "slow_play"}
    first = post(played, HAND, slow).json()
    assert (first["receipt"], first["follows"]["text"]) == (None, "a warning")
    second = post(played, HAND, slow).json()
    assert (second["follows"]["repeated"], second["follows"]["points"]) == (True, -25)


@pytest.mark.parametrize(
    ("change", "status", "faults"),
    [
        ({"code": "no_trumps"}, 422, [("/code", "unknown_infraction")]),
        ({"side": "C"}, 422, [("/side", "unknown_side")]),
        ({"side": ""}, 422, [("/side", "offending_side_needed")]),
        ({"effect": "death"}, 422, [("/effect", "unknown_effect")]),
        ({"details": {"card": "RG"}}, 422, [("/details/card", "unknown_field")]),
        ({"code": "late_small_call"}, 422, [("/details/seat", "ruling_seat_missing")]),
        ({"effect": "points", "details": {"points": 5}}, 422, [("/details/points", "bad_ruling_points")]),
        ({"summary": {"first_out": 1}}, 422, [("/summary", "hand_has_result")]),
        ({"code": "No!"}, 400, [("/code", "invalid")]),
        ({"side": 1}, 400, [("/side", "invalid")]),
        ({"hand": 1}, 400, [("/hand", "unknown_key")]),
    ],
)
def test_what_is_wrong_with_a_ruling_is_named_by_its_place(
    played: World, change: dict[str, Any], status: int, faults: list[tuple[str, str]]
) -> None:
    refused = post(played, HAND, PEEKED | change)
    assert refused.status_code == status, refused.content
    assert [(each["pointer"], each["code"]) for each in refused.json()["errors"]] == faults
    assert all(each["detail"] for each in refused.json()["errors"])


def test_what_was_not_seen_is_shown(played: World) -> None:
    body = {name: value for name, value in PEEKED.items() if name != "seen_revision"}
    refused = post(played, HAND, body)
    assert (refused.status_code, refused.json()["code"]) == (409, "outdated")
    assert refused.json()["current"]["summary"] == COUNTED | {"points": {"A": 60}}


def test_a_hand_that_nobody_has_entered_says_what_it_needs(played: World) -> None:
    body = {"code": "wish_gain", "side": "A", "reason": "it went out first by that"}
    made = post(played, "/matches/{match}/hands/2/rulings", body | {"summary": {"calls": {"2": "small"}}})
    assert (made.status_code, made.json()["receipt"]["score"]) == (201, {"A": 0, "B": 300})
    refused = post(played, "/matches/{match}/hands/3/rulings", body | {"code": "peeking"})
    assert refused.status_code == 422
    assert {each["pointer"].split("/")[1] for each in refused.json()["errors"]} <= {"summary", "hand"}
    for number in (0, 1001, 10**17):
        refused = post(played, f"/matches/{{match}}/hands/{number}/rulings", body)
        assert [each["pointer"] for each in refused.json()["errors"]] == ["/hand"], number


def test_nobody_but_who_rules(played: World) -> None:
    for who in ("assistant", "scorer", "viewer"):
        assert post(played, HAND, PEEKED, who).status_code == 403, who
    assert played.client().post(played.address(HAND), PEEKED, format="json").status_code in (401, 403)
