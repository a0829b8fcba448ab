"""Every kind of error is a problem document (RFC 9457) with its code, its status and a sentence."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client, override_settings
from rest_framework.test import APIClient

from tests.api.world import World, submission
from tournaments.errors import Busy

MEMBERS = {"type", "title", "status", "code", "errors"}


def check(answer: Any, status: int, code: str) -> dict[str, Any]:
    """The document, after everything that holds for all of them."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem.keys() >= MEMBERS
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"/api/v1/problems/{code}"
    assert problem["title"] and "{" not in problem["title"]
    assert problem["errors"]
    for error in problem["errors"]:
        assert error.keys() == {"pointer", "code", "params", "detail"}
        assert error["detail"] and error["detail"] != error["code"]
        assert error["pointer"] == "" or error["pointer"].startswith("/")
    return problem


@pytest.mark.django_db
def test_an_address_that_nobody_knows() -> None:
    check(Client().get("/api/v1/nothing"), 404, "not_found")
    check(Client().get(f"/api/v1/events/{10**18}"), 404, "not_found")
    check(Client().get(f"/api/v1/stages/{10**18}/standings"), 404, "not_found")
    check(Client().post("/api/v1/nothing", {}), 404, "not_found")
    check(Client().get("/api/v1/"), 404, "not_found")
    assert Client().get("/api/v1/docs").headers["Location"] == "/api/v1/docs/"


def test_a_row_that_is_not_there(world: World) -> None:
    for path in ("/events/999", "/stages/999", "/rounds/999", "/matches/999", "/entrants/999"):
        check(world.client().get("/api/v1" + path), 404, "not_found")
    check(world.client().get(world.address("/matches/{match}/hands/7")), 404, "no_such_hand")


def test_an_event_that_is_not_yours_to_see(world: World) -> None:
    from tournaments.models import Event

    draft = Event.objects.get(name="Elsewhere")
    check(world.client("director").get(f"/api/v1/events/{draft.pk}"), 404, "not_found")
    assert world.client("stranger").get(f"/api/v1/events/{draft.pk}").status_code == 200


def test_a_method_that_is_not_taken(world: World) -> None:
    answer = world.client().delete("/api/v1/events")
    check(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_a_body_that_is_no_json(world: World) -> None:
    client, path = world.client("director"), world.address("/events/{event}/entrants")
    check(client.post(path, "{", content_type="application/json"), 400, "parse_error")
    check(
        client.post(path, "a=1", content_type="application/x-www-form-urlencoded"),
        415,
        "unsupported_media_type",
    )
    check(client.post(path, "[]", content_type="application/json"), 400, "bad_request")


def test_a_body_that_is_too_large(world: World) -> None:
    answer = world.client("director").post(
        world.address("/events/{event}/entrants"), f'"{"x" * 1_000_001}"', content_type="application/json"
    )
    problem = check(answer, 413, "body_too_large")
    assert problem["errors"][0]["params"] == {"limit": 1_000_000}
    assert "1000000" in problem["errors"][0]["detail"]


def test_an_answer_that_is_not_spoken(world: World) -> None:
    answer = world.client().get("/api/v1/events", headers={"Accept": "text/html"})
    check(answer, 406, "not_acceptable")


def test_faults_of_shape_are_named_by_pointer(world: World) -> None:
    body = {"name": "", "players": ["A", 1], "number": "7", "rating": 1.5, "colour": "red"}
    answer = world.client("director").post(world.address("/events/{event}/entrants"), body, format="json")
    problem = check(answer, 400, "bad_request")
    assert {(each["pointer"], each["code"]) for each in problem["errors"]} == {
        ("/name", "blank"),
        ("/players/1", "invalid"),
        ("/number", "invalid"),
        ("/rating", "not_exact"),
        ("/colour", "unknown_key"),
    }


def test_faults_of_the_domain_are_named_all_at_once(world: World) -> None:
    taken = world.entrants[0]
    body = {"name": taken.name.upper(), "players": ["A"], "number": taken.number}
    answer = world.client("director").post(world.address("/events/{event}/entrants"), body, format="json")
    problem = check(answer, 422, "invalid_entrants")
    assert [each["code"] for each in problem["errors"]] == [
        "duplicate",
        "wrong_number_of_players",
        "duplicate",
    ]
    assert problem["errors"][0]["params"] == {"value": taken.name.upper()}
    assert taken.name.upper() in problem["errors"][0]["detail"]


def test_query_parameters_are_read_strictly(world: World) -> None:
    client = world.client()
    for query, pointer in {
        "page_size=0": "/page_size",
        "page_size=many": "/page_size",
        "status=asleep": "/status",
        "club=%00": "/club",
    }.items():
        problem = check(client.get(f"/api/v1/events?{query}"), 400, "bad_request")
        assert problem["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    "cursor", ["%", "abc", "W10", "W251bGxd", "WzFlOTld", "WzldWzld", "e30", "WzksOV0", "é"]
)
def test_a_mark_that_no_list_gave_out(world: World, cursor: str) -> None:
    check(world.client().get("/api/v1/events", {"cursor": cursor}), 400, "bad_cursor")


def test_nobody_in_particular_is_asked_to_sign_in(world: World) -> None:
    answer = world.client().get(world.address("/events/{event}/log"))
    check(answer, 401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Device"
    check(world.client().get("/api/v1/me"), 401, "not_authenticated")
    check(world.client().get("/api/v1/devices/me"), 401, "not_authenticated")


@pytest.mark.parametrize("token", ["", "wrong", "é", "a b c", "x" * 5000])
def test_a_token_that_nobody_gave_out(world: World, token: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Device {token}")
    answer = client.get("/api/v1/events")
    check(answer, 401, "bad_token")
    assert answer.headers["WWW-Authenticate"] == "Device"


def test_a_session_cannot_be_ridden(world: World) -> None:
    client = world.client("director", enforce_csrf_checks=True)
    path = world.address("/rounds/{round}/publish")
    check(client.post(path, {}, format="json"), 403, "csrf_failed")
    assert client.get(path.removesuffix("/publish")).status_code == 200


def test_a_device_needs_no_protection_against_forgery(hall: World) -> None:
    client = hall.client("tablet", enforce_csrf_checks=True)
    answer = client.post(hall.address("/matches/{match}/submissions"), submission(), format="json")
    assert answer.status_code == 201


def test_a_known_person_who_may_not(world: World) -> None:
    check(
        world.client("viewer").post(world.address("/rounds/{round}/close"), {}, format="json"),
        403,
        "not_allowed",
    )


def test_a_table_that_is_not_yours(hall: World) -> None:
    answer = hall.client("other_tablet").post(
        hall.address("/matches/{match}/submissions"), submission(), format="json"
    )
    check(answer, 403, "not_your_table")


def test_a_lock_that_was_not_to_be_had(hall: World) -> None:
    with patch("api.v1.submissions.submit", side_effect=Busy):
        answer = hall.client("tablet").post(
            hall.address("/matches/{match}/submissions"), submission(), format="json"
        )
    check(answer, 503, "busy")
    assert answer.headers["Retry-After"] == "1"


def test_a_fault_of_our_own_is_noted_and_tells_nothing(hall: World, caplog: pytest.LogCaptureFixture) -> None:
    client = hall.client("tablet", raise_request_exception=False)
    with patch("api.v1.submissions.submit", side_effect=RuntimeError("the secret")), caplog.at_level("ERROR"):
        answer = client.post(hall.address("/matches/{match}/submissions"), submission(), format="json")
    check(answer, 500, "server_error")
    assert b"secret" not in answer.content


@override_settings(DEBUG=True)
def test_a_fault_is_a_problem_document_even_while_debugging(hall: World) -> None:
    client = hall.client("tablet", raise_request_exception=False)
    with patch("api.v1.submissions.submit", side_effect=RuntimeError("the secret")):
        answer = client.post(hall.address("/matches/{match}/submissions"), submission(), format="json")
    check(answer, 500, "server_error")


def test_a_fault_before_any_view_is_a_problem_document(rf: Any) -> None:
    from config.handlers import bad_request, forbidden, server_error

    request = rf.get("/api/v1/events")
    for answer, status, code in (
        (bad_request(request, ValueError()), 400, "bad_request"),
        (forbidden(request, ValueError()), 403, "not_allowed"),
        (server_error(request), 500, "server_error"),
    ):
        assert answer.status_code == status
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert f'"code": "{code}"'.encode() in answer.content


def test_every_code_is_explained_at_its_type(world: World) -> None:
    client = world.client()
    problem = client.get("/api/v1/events/999").json()
    explained = client.get(problem["type"])
    assert explained.json() == {"code": "not_found", "text": problem["errors"][0]["detail"]}
    codes = {each["code"] for each in client.get("/api/v1/problems").json()}
    assert {"rival", "bad_token", "unknown_key", "no_legal_round"} <= codes
    assert client.get("/api/v1/problems/points_missing").json()["code"] == "points_missing"
    check(client.get("/api/v1/problems/no-such-code"), 404, "not_found")
    check(client.get("/api/v1/problems/points_missing?game=whist"), 404, "not_found")


@pytest.mark.django_db
def test_a_code_of_several_games_is_said_as_the_game_that_is_meant_says_it() -> None:
    address = "/api/v1/problems/points_out_of_range"
    games = ("malilla", "tichu", "twenty_eight")
    malilla, tichu, family = (Client().get(f"{address}?game={game}").json()["text"] for game in games)
    assert "125" in tichu and "72" in malilla and "{T}" in family
    said = f"Malilla: {malilla} / Tichu: {tichu} / Twenty-Eight, Twenty-Nine, Fifty-Six: {family}"
    assert Client().get(address).json()["text"] == said
    of_game = Client().get("/api/v1/problems/bad_type?game=malilla").json()["text"]
    assert of_game == "{field} cannot be read."
    assert of_game != Client().get("/api/v1/problems/bad_type").json()["text"]
