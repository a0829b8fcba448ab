"""Answers that tell a client what to do: every fault at once, what number is wanted, what is still open."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.services.progress import close_stage
from tests.api.world import OTHER, World, submission
from tournaments.access import SYSTEM
from tournaments.models import Match, Stage


def post(world: World, name: str, body: Any, who: str = "director") -> Any:
    return world.client(who).post(world.address(name), body, format="json")


def faults(answer: Any) -> list[tuple[str, str]]:
    return sorted((each["pointer"], each["code"]) for each in answer.json()["errors"])


@pytest.mark.parametrize("value", [1.5, "1.5.2", True, None])
def test_points_that_are_not_exact_are_refused_with_what_is_wanted(world: World, value: Any) -> None:
    answer = post(world, "/matches/{match}/adjust", {"match_points": {"A": value, "B": 0}, "reason": "x"})
    assert (answer.status_code, faults(answer)[0][0]) == (400, "/match_points/A")
    if value is not None:
        assert faults(answer) == [("/match_points/A", "not_exact")]
        assert "“3/2”" in answer.json()["errors"][0]["detail"]


def test_an_unknown_key_hides_no_other_fault(world: World) -> None:
    answer = post(world, "/stages/{stage}/rounds", {"number": "x", "foo": 1})
    assert (answer.status_code, faults(answer)) == (400, [("/foo", "unknown_key"), ("/number", "invalid")])


@pytest.mark.parametrize("name", ["/rounds/{round}/matches", "/matches/{match}", "/events/{event}"])
def test_a_query_parameter_that_nobody_reads_is_refused(world: World, name: str) -> None:
    answer = world.client().get(world.address(name), {"tavle": "1"})
    assert (answer.status_code, faults(answer)) == (400, [("/tavle", "unknown_key")])
    assert world.client().get(world.address(name)).status_code == 200


def test_known_query_parameters_are_read(world: World) -> None:
    found = world.client().get(world.address("/rounds/{round}/matches"), {"table": "2", "page_size": "5"})
    assert [each["table"]["number"] for each in found.json()["results"]] == [2]


def test_two_devices_of_a_table_can_be_told_apart(world: World) -> None:
    labels = [
        post(world, "/events/{event}/devices", {"label": "Tab", "table": table}).json()["device"]["label"]
        for table in (1, 1, 1, 2)
    ]
    assert labels == ["Tab", "Tab 2", "Tab 3", "Tab"]


def test_agreeing_to_one_of_two_results_says_that_they_still_differ(hall: World) -> None:
    post(hall, "/matches/{match}/submissions", submission(), "tablet")
    assert post(hall, "/matches/{match}/submissions", submission(OTHER), "phone_b").status_code == 409
    body = {"revision": 1, "side": "A"}
    receipt = post(hall, "/matches/{match}/hands/1/confirmations", body, "tablet").json()
    assert receipt["status"] == "conflict"
    assert receipt["hint"] == "There are two different results of hand 1."
    assert receipt["match"]["hints"] == [receipt["hint"]]


def test_the_match_says_the_same_as_the_receipt(world: World) -> None:
    receipt = post(world, "/matches/{match}/submissions", submission()).json()
    read = world.client().get(world.address("/matches/{match}")).json()["result"]
    said = receipt["match"]
    assert {name: read[name] for name in said} == said
    assert (said["winner"], said["reason"], said["decided_by"]) == (None, None, None)


def test_a_hand_beyond_the_last_one_is_refused_by_its_number(world: World) -> None:
    answer = post(world, "/matches/{match}/submissions", submission(hand=7))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_result")
    [error] = answer.json()["errors"]
    assert (error["pointer"], error["code"], error["params"]) == (
        "/hand",
        "hand_beyond_limit",
        {"n": 7, "m": 2},
    )


def test_the_number_of_another_round_has_a_title_of_its_own(world: World) -> None:
    Match.objects.filter(round=world.round).delete()
    world.round.delete()
    answer = post(world, "/stages/{stage}/rounds", {"number": 5})
    assert (answer.status_code, answer.json()["code"]) == (409, "round_not_next")
    assert answer.json()["title"] == "Another round comes next."


def test_no_round_is_drawn_in_a_closed_stage(world: World) -> None:
    Match.objects.filter(round=world.round).delete()
    world.round.delete()
    close_stage(SYSTEM, Stage.objects.select_related("event").get(pk=world.stage.pk))
    assert post(world, "/stages/{stage}/rounds", {"number": 1}).json()["code"] == "stage_closed"
