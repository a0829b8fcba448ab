"""Calls for help over the API: what a table sends and sees, what the officials see, and phones of the players."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.world import World, submission
from tournaments.models import AuditEntry, Call, Device
from tournaments.services.devices import pair_device

OWN = "/api/v1/devices/me/calls"
ME = "/api/v1/devices/me"


def call(world: World, who: str = "tablet", **body: Any) -> Any:
    return world.client(who).post(OWN, {"signal": str(uuid4())} | body, format="json")


def act(world: World, who: str, number: int, verb: str) -> Any:
    return world.client(who).post(f"/api/v1/calls/{number}/{verb}", {}, format="json")


def listed(world: World, **query: str) -> list[dict[str, Any]]:
    answer = world.client("assistant").get(world.address("/events/{event}/calls"), query)
    assert answer.status_code == 200, answer.content
    rows: list[dict[str, Any]] = answer.json()["results"]
    return rows


def test_a_call_from_the_table_to_the_desk_and_back(hall: World) -> None:
    assert hall.client("tablet").get(ME).json()["call"] is None
    raised = call(hall, subject="rules")
    assert raised.status_code == 201
    number = raised.json()["id"]
    for who in ("tablet", "phone_b"):
        assert hall.client(who).get(ME).json()["call"] == raised.json()
    assert hall.client("other_tablet").get(ME).json()["call"] is None
    waiting = listed(hall, status="open")[0]
    assert (waiting["table"], waiting["subject"]) == ({"number": 1, "label": ""}, "rules")
    assert (waiting["taken_at"], waiting["taken_by"]) == (None, None)

    taken = act(hall, "assistant", number, "take").json()
    assert taken["taken_by"] == "assistant-of-club"
    shown = hall.client("tablet").get(ME).json()["call"]
    assert shown["taken_at"] == taken["taken_at"]
    assert "taken_by" not in shown, "the table is told that somebody comes, not who"

    assert act(hall, "director", number, "end").json()["ended_at"] is not None
    assert hall.client("tablet").get(ME).json()["call"] is None
    assert listed(hall, status="open") == []
    assert [each["id"] for each in listed(hall, status="ended")] == [number]


def test_sending_a_call_twice_makes_one(hall: World) -> None:
    signal = str(uuid4())
    first, again = call(hall, signal=signal), call(hall, signal=signal)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    joined = call(hall, "phone_b")
    assert (joined.status_code, joined.json()["id"]) == (200, first.json()["id"])
    act(hall, "director", first.json()["id"], "end")
    late = call(hall, signal=signal)
    assert (late.status_code, late.json()["ended_at"] is None) == (200, False)
    assert Call.objects.count() == 1


def test_a_table_takes_its_own_call_back_and_no_other(hall: World) -> None:
    number = call(hall).json()["id"]
    for who, status in (("other_tablet", 404), ("scorer", 404), ("assistant", 403), ("anonymous", 404)):
        assert act(hall, who, number, "take-back").status_code == status, who
    assert act(hall, "phone_b", number, "take-back").json()["ended_at"] is not None
    assert listed(hall, status="ended")[0]["taken_back"] is True
    refused = act(hall, "director", number, "take")
    assert (refused.status_code, refused.json()["code"]) == (409, "call_ended")
    assert "Nobody waits there any more" in refused.json()["errors"][0]["detail"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"signal": "19"}, "/signal"),
        ({"signal": 19}, "/signal"),
        ({"signal": uuid4().hex}, "/signal"),
        ({"subject": "weather"}, "/subject"),
        ({"subject": 3}, "/subject"),
        ({"table": 2}, "/table"),
    ],
)
def test_a_call_that_cannot_be_read_is_refused(hall: World, body: dict[str, Any], pointer: str) -> None:
    answer = call(hall, **body)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
    assert Call.objects.count() == 0


def test_a_signal_of_another_device_is_refused_in_words(hall: World) -> None:
    signal = str(uuid4())
    call(hall, signal=signal)
    answer = call(hall, "other_tablet", signal=signal)
    assert (answer.status_code, answer.json()["code"]) == (422, "signal_reused")


def test_a_call_is_no_news_for_the_public(hall: World) -> None:
    before = {path: hall.client().get(path).json() for path in public(hall)}
    call(hall, subject="rules")
    for path, shown in before.items():
        now = hall.client().get(path).json()
        assert without_version(now) == without_version(shown), path


def public(world: World) -> list[str]:
    return [
        world.address(each)
        for each in ("/events/{event}", "/rounds/{round}", "/rounds/{round}/matches", "/matches/{match}")
    ]


def without_version(shown: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in shown.items() if key != "version"}


def test_the_list_is_conditional_and_in_few_queries(hall: World, django_assert_max_num_queries: Any) -> None:
    for who in ("tablet", "other_tablet"):
        call(hall, who)
    client, path = hall.client("director"), hall.address("/events/{event}/calls")
    with django_assert_max_num_queries(6):
        answer = client.get(path)
    assert len(answer.json()["results"]) == 2
    assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    act(hall, "director", answer.json()["results"][0]["id"], "take")
    assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def phone(world: World, side: str = "B") -> Any:
    return world.client("tablet").post("/api/v1/devices/me/phones", {"side": side}, format="json")


def test_a_tablet_lets_a_phone_of_a_player_confirm_in_this_match_alone(hall: World) -> None:
    prepared = phone(hall).json()
    assert (prepared["device"]["profile"], prepared["device"]["side"]) == ("side", "B")
    assert {len(row) for row in prepared["square"]} == {len(prepared["square"])}
    assert set("".join(prepared["square"])) == {"0", "1"}
    device, hall.tokens["own"] = pair_device(prepared["code"])
    path = hall.address("/matches/{match}/submissions")
    assert hall.client("tablet").post(path, submission(), format="json").status_code == 201
    agreed = hall.client("own").post(
        hall.address("/matches/{match}/hands/1/confirmations"), {"revision": 1}, format="json"
    )
    assert agreed.json()["status"] == "confirmed"
    Device.objects.filter(pk=device.pk).update(match=hall.matches[1])
    assert hall.client("own").get(ME).json()["match"] is None
    refused = hall.client("own").post(path, submission(hand=2), format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_table")


def test_a_square_that_nobody_scanned_is_drawn_again_for_the_same_phone(hall: World) -> None:
    first, again = phone(hall).json(), phone(hall).json()
    assert first["device"]["id"] == again["device"]["id"]
    assert first["code"] != again["code"]
    assert phone(hall, "A").json()["device"]["id"] != first["device"]["id"]
    pair_device(again["code"])
    assert phone(hall).json()["device"]["id"] != first["device"]["id"]
    assert AuditEntry.objects.filter(verb="device.created", actor__startswith="device:").count() == 4


def test_a_phone_needs_a_side_and_a_match(hall: World) -> None:
    refused = phone(hall, "Z")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/side")
    hall.round.status = "closed"
    hall.round.save()
    assert phone(hall).json()["code"] == "no_match_here"
