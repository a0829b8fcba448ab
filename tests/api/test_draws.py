"""Cards drawn for seats through the API: what a tablet sees, who may do what, what is refused."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from scoring.services.seat_draw import open_drawing
from tests.make import Evening, enter, evening, turned
from tournaments.models import Device, Match
from tournaments.services.devices import create_device, pair_device

pytestmark = pytest.mark.django_db

FOUR = {1: "2O", 2: "RC", 3: "AB", 4: "9E"}


@pytest.fixture
def made() -> Evening:
    made = evening(
        game="malilla",
        match={"hands": 2},
        settings={"seat_draw": "cards"},
        options={"first_dealer": "suit_draw"},
    )
    made.next_round()
    return made


def tablet_of(made: Evening, **kwargs: Any) -> APIClient:
    _device, code = create_device(made.dora, made.event, label="device", table=made.table(), **kwargs)
    _device, token = pair_device(code)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Device {token}")
    return client


def director_of(made: Evening) -> APIClient:
    client = APIClient()
    client.force_login(made.dora.user)
    return client


def path(match: Match, more: str = "") -> str:
    return f"/api/v1/matches/{match.pk}/draw{more}"


def take(client: APIClient, match: Match, seat: int, card: str) -> Any:
    place = open_drawing(match).face_down.index(card) + 1
    return client.post(path(match), {"seat": seat, "place": place}, format="json")


def test_a_tablet_draws_for_its_table_until_all_is_known(made: Evening) -> None:
    tablet = tablet_of(made)
    own = tablet.get("/api/v1/devices/me").json()["draw"]
    assert (own["purpose"], own["dealer_by"], own["step"], own["cards"]) == ("seats", "suit", "draw", 48)
    assert [each["seat"] for each in own["due"]] == [1, 2, 3, 4]
    assert (own["taken"], own["seed"]) == ({}, None)
    for seat, card in FOUR.items():
        answer = take(tablet, made.match(), seat, card)
        assert answer.status_code == 200, answer.content
    seen = answer.json()
    assert (seen["step"], [each["seat"] for each in seen["due"]]) == ("turn", [1])
    assert seen["rounds"][0][3]["card"] == {
        "code": "9E", "name": "9 of swords", "corner": "9", "sign": "espadas", "suit": "swords"
    }  # fmt: skip
    assert seen["rounds"][0][3]["by"]["name"] == seen["seats"][0]["name"] == seen["due"][0]["name"]
    done = take(tablet, made.match(), 1, "5C").json()
    assert (done["step"], done["dealer"]["seat"], done["turned"]["code"]) == ("done", 3, "5C")
    assert done["seed"] == open_drawing(made.match()).seed
    assert tablet.get("/api/v1/devices/me").json()["match"]["first_dealer"] == 3


def test_a_draw_is_in_the_words_of_the_reader(made: Evening) -> None:
    take(tablet_of(made), made.match(), 1, "9E")
    seen = APIClient().get(path(made.match()), HTTP_ACCEPT_LANGUAGE="es").json()
    assert seen["rounds"][0][0]["card"]["name"] == "9 de espadas"


def test_what_is_closed_taken_or_not_due_is_told(made: Evening) -> None:
    tablet, match = tablet_of(made), made.match()
    assert take(tablet, match, 1, "9E").status_code == 200
    answer = take(tablet, match, 2, "9E")
    assert (answer.status_code, answer.json()["code"]) == (409, "card_taken")
    answer = take(tablet, match, 1, "RC")
    assert (answer.status_code, answer.json()["code"]) == (409, "draw_not_due")
    enter(made.match(), 1, turned(1, "RO", 41), made.dora)
    assert tablet.get("/api/v1/devices/me").json()["draw"] is None
    answer = tablet.post(path(match), {"seat": 2, "place": 1}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "draw_closed")
    assert APIClient().get(path(match)).json()["is_open"] is False


def test_a_phone_draws_for_its_own_side_alone(made: Evening) -> None:
    phone = tablet_of(made, profile="side", side="B")
    answer = take(phone, made.match(), 1, "9E")
    assert (answer.status_code, answer.json()["code"]) == (422, "draw_other_side")
    assert take(phone, made.match(), 2, "9E").status_code == 200


def test_real_cards_are_entered_and_every_fault_is_named(made: Evening) -> None:
    director, match = director_of(made), made.match()
    wrong = {"rounds": [{"1": "XX", "2": "9O", "3": "9O", "4": "2C"}], "turned": None}
    answer = director.post(path(match, "/cards"), wrong, format="json")
    assert answer.status_code == 422
    assert [each["code"] for each in answer.json()["errors"]] == [
        "unknown_card", "draw_card_repeated", "draw_turn_missing"
    ]  # fmt: skip
    right = {"rounds": [{str(seat): card for seat, card in FOUR.items()}], "turned": "5B"}
    seen = director.post(path(match, "/cards"), right, format="json").json()
    assert (seen["by_hand"], seen["dealer"]["seat"], seen["taken"]) == (True, 1, {})
    assert director.post(path(match, "/dealer"), {"seat": 2}, format="json").status_code == 409
    undone = director.post(path(match, "/undo"), {}, format="json").json()
    assert (undone["step"], undone["rounds"]) == ("draw", [])


def test_the_organiser_alone_sets_seats(made: Evening) -> None:
    tablet, match = tablet_of(made), made.match()
    for more, body in (("/cards", {"rounds": []}), ("/dealer", {"seat": 1}), ("/undo", {})):
        assert tablet.post(path(match, more), body, format="json").status_code == 403


def test_there_is_no_draw_where_cards_decide_nothing(db: None) -> None:
    made = evening()
    made.next_round()
    assert APIClient().get(path(made.match())).status_code == 404
    assert tablet_of(made).get("/api/v1/devices/me").json()["draw"] is None
    assert Device.objects.count() == 1


def test_a_named_dealer_is_told_to_the_tablet() -> None:
    made = evening(game="malilla", match={"hands": 2}, options={"first_dealer": "assigned"})
    made.next_round()
    tablet = tablet_of(made)
    assert tablet.get("/api/v1/devices/me").json()["draw"]["step"] == "name"
    director_of(made).post(path(made.match(), "/dealer"), {"seat": 4}, format="json")
    own = tablet.get("/api/v1/devices/me").json()
    assert (own["draw"]["step"], own["draw"]["dealer"]["seat"], own["match"]["first_dealer"]) == (
        "done",
        4,
        4,
    )


def test_every_card_of_the_pack_may_have_been_turned_up_before_the_jack() -> None:
    made = evening(game="thunee", match={"hands": 2}, options={"deck_size": 32})
    made.next_round()
    others = [rank + suit for rank in "78QKTA9" for suit in "SHCD"] + ["JH", "JD"]
    rounds = [{str(at % 4 + 1): card} for at, card in enumerate([*others, "JC"])]
    answer = director_of(made).post(path(made.match(), "/cards"), {"rounds": rounds}, format="json")
    assert answer.status_code == 200, answer.content
    assert answer.json()["dealer"]["seat"] == len(others) % 4 + 1


def test_a_hand_that_was_typed_before_the_draw_ended_is_not_stored_for_others(made: Evening) -> None:
    match, tablet = made.match(), tablet_of(made)
    seats = {
        str(each["position"]): each["player"]
        for each in tablet.get("/api/v1/devices/me").json()["match"]["seats"]
    }
    summary = {"dealer": 4, "pinta": "2C", "points": {"A": 50, "B": 22}}
    body = {"submission": str(uuid4()), "hand": 1, "summary": summary, "seen_seats": seats}
    entered = {"rounds": [{str(seat): card for seat, card in FOUR.items()}], "turned": "5B"}
    director_of(made).post(path(match, "/cards"), entered, format="json")
    answer = tablet.post(
        "/api/v1/submissions/batch", {"submissions": [{**body, "match": match.pk}]}, format="json"
    )
    [outcome] = answer.json()["outcomes"]
    assert (outcome["status"], outcome["problem"]["code"]) == (409, "seats_changed")
    assert outcome["problem"]["seats"] == [1, 2, 3, 4]
    assert "enter the hand again" in outcome["problem"]["errors"][0]["detail"]
    for wrong in ([], {"0": 1}, {"1": "x"}, {"1": True}):
        answer = tablet.post(
            f"/api/v1/matches/{match.pk}/submissions", {**body, "seen_seats": wrong}, format="json"
        )
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/seen_seats")
