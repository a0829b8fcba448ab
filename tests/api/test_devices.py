"""Tablets: prepared by the desk, paired by a code, known by a token, revoked at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from api.auth import PairingThrottle
from tests.api.world import World, submission
from tournaments.models import Device

PAIR = "/api/v1/devices/pair"


def prepare(world: World, **body: Any) -> dict[str, Any]:
    answer = world.client("director").post(
        world.address("/events/{event}/devices"), {"label": "Tab", "table": 1} | body, format="json"
    )
    assert answer.status_code == 201, answer.content
    prepared: dict[str, Any] = answer.json()
    return prepared


def spend(code: str, **headers: str) -> Any:
    return APIClient().post(PAIR, {"code": code}, format="json", **headers)


def test_a_code_becomes_a_token_that_opens_the_table(world: World) -> None:
    code = prepare(world)["code"]
    answer = spend(f" {code[:4].lower()}-{code[4:]} ")
    assert answer.status_code == 200
    assert answer.json()["event"] == world.event.pk
    assert answer.json()["device"]["table"] == {"number": 1, "label": ""}
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"device {answer.json()['token']}")
    sent = client.post(world.address("/matches/{match}/submissions"), submission(), format="json")
    assert sent.status_code == 201


def test_only_the_hash_of_a_token_is_kept_and_it_is_shown_once(world: World) -> None:
    token = spend(prepare(world)["code"]).json()["token"]
    device = Device.objects.get()
    assert token not in (device.token_hash or "")
    listed = world.client("director").get(world.address("/events/{event}/devices")).content.decode()
    assert token not in listed
    assert str(device.token_hash) not in listed


def test_a_code_is_good_once(world: World) -> None:
    code = prepare(world)["code"]
    assert spend(code).status_code == 200
    answer = spend(code)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_code")
    assert answer.json()["errors"][0]["pointer"] == "/code"


def test_a_code_is_good_for_ten_minutes(world: World) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        first, second = prepare(world)["code"], prepare(world, table=2)["code"]
        clock.shift(timedelta(minutes=9, seconds=59))
        assert spend(first).status_code == 200
        clock.shift(timedelta(seconds=1))
        assert spend(second).json()["code"] == "bad_code"


def test_a_wrong_code_is_answered_like_a_spent_one(world: World) -> None:
    code = prepare(world)["code"]
    spend(code)
    assert spend(code).json() == spend("ZZZZZZZZ").json()


def test_guessing_is_slowed_down_by_address(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PairingThrottle, "THROTTLE_RATES", {"pairing": "3/min"})
    code = prepare(world)["code"]
    for _ in range(3):
        assert spend("ZZZZZZZZ").status_code == 422
    refused = spend(code, HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert spend(code, REMOTE_ADDR="203.0.113.9").status_code == 200


def test_a_new_code_replaces_the_token(world: World) -> None:
    prepared = prepare(world)
    old = spend(prepared["code"]).json()["token"]
    renewed = world.client("director").post(
        f"/api/v1/devices/{prepared['device']['id']}/code", {}, format="json"
    )
    assert renewed.status_code == 201
    new = spend(renewed.json()["code"]).json()["token"]
    assert me(old).status_code == 401
    assert me(new).status_code == 200


def test_once_a_device_is_paired_its_older_codes_are_worth_nothing(world: World) -> None:
    prepared = prepare(world)
    path = f"/api/v1/devices/{prepared['device']['id']}/code"
    newer = world.client("director").post(path, {}, format="json").json()["code"]
    token = spend(newer).json()["token"]
    late = spend(prepared["code"])
    assert (late.status_code, late.json()["code"]) == (422, "bad_code")
    assert me(token).status_code == 200


def test_a_revoked_token_opens_nothing_any_more(world: World) -> None:
    prepared = prepare(world)
    token = spend(prepared["code"]).json()["token"]
    assert me(token).status_code == 200
    path = f"/api/v1/devices/{prepared['device']['id']}"
    assert world.client("director").post(f"{path}/revoke", {}, format="json").json()["revoked_at"]
    assert world.client("director").post(f"{path}/revoke", {}, format="json").status_code == 200
    answer = me(token)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    refused = world.client("director").post(f"{path}/code", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "device_revoked")


def test_a_device_needs_a_table_of_the_event_and_a_side_of_the_game(world: World) -> None:
    for body, code in (
        ({"label": "x", "table": 77}, "unknown_table"),
        ({"label": "x"}, "table_needed"),
        ({"label": "x", "table": 1, "profile": "side"}, "side_needed"),
        ({"label": "x", "table": 1, "profile": "side", "side": "C"}, "unknown_side"),
        ({"label": "x", "table": 1, "side": "A"}, "side_of_a_phone"),
        ({"label": "x", "profile": "hall", "side": "A"}, "side_of_a_phone"),
    ):
        answer = world.client("director").post(world.address("/events/{event}/devices"), body, format="json")
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    body = {"label": "x", "profile": "side", "side": "C"}
    answer = world.client("director").post(world.address("/events/{event}/devices"), body, format="json")
    assert [each["code"] for each in answer.json()["errors"]] == ["table_needed", "unknown_side"]
    assert prepare(world, table=None, profile="hall")["device"]["table"] is None


def test_a_tablet_sees_its_table_its_match_and_the_form(hall: World) -> None:
    shown = hall.client("tablet").get("/api/v1/devices/me").json()
    assert shown["device"]["table"]["number"] == 1
    assert shown["match"]["id"] == hall.match.pk
    assert shown["round"]["number"] == 1
    names = [field["name"] for group in shown["form"]["form"] for field in group["fields"]]
    assert {"first_out", "result", "points"} <= set(names)
    assert shown["form"]["schema"]["properties"].keys() >= {"first_out", "result"}
    assert shown["form"]["seats"]["1"] == "North"
    assert shown["table_corrections"] == "running_round"


def test_a_hall_screen_has_no_match(hall: World) -> None:
    shown = hall.client("hall").get("/api/v1/devices/me").json()
    assert (shown["round"], shown["match"], shown["form"]) == (None, None, None)


def me(token: str) -> Any:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Device {token}")
    return client.get("/api/v1/devices/me")
