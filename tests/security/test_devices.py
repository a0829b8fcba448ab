"""What a token of a device opens, for how long, and where it is never seen."""

from __future__ import annotations

import json
import logging
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as real
from django.test import Client
from redis.exceptions import ConnectionError as NoRedis

from scoring.models import Confirmation
from tests.api.world import submission
from tests.security.world import Scene, undone
from tournaments.access import SYSTEM
from tournaments.models import Device, Match, PairingCode, Round, RoundStatus
from tournaments.services.devices import create_device, pair_device, revoke_device

ME = "/api/v1/devices/me"


def send(client: Client, match: Match, **more: Any) -> int:
    body = json.dumps(submission(hand=2) | more)
    path = f"/api/v1/matches/{match.pk}/submissions"
    return client.post(path, body, content_type="application/json").status_code


def test_a_token_that_is_taken_back_opens_nothing_from_then_on(scene: Scene, db: None) -> None:
    with undone():
        tablet = scene.client("tablet")
        tag = tablet.get(ME).headers["ETag"]
        assert tablet.get(ME, headers={"if-none-match": tag}).status_code == 304
        revoke_device(SYSTEM, scene.world.devices["tablet"])
        for header in ({"if-none-match": tag}, {"if-none-match": "*"}, {}):
            assert tablet.get(ME, headers=header).status_code == 401
        assert send(tablet, scene.world.match) == 401
        body = {"signal": str(uuid4())}
        assert tablet.post(f"{ME}/calls", body, content_type="application/json").status_code == 401
        assert tablet.get("/api/v1/events").status_code == 401


def test_a_token_ends_with_the_next_one_of_its_device(scene: Scene, db: None) -> None:
    with undone():
        old = scene.client("tablet")
        owner = scene.client("owner")
        path = f"/api/v1/devices/{scene.world.devices['tablet'].pk}/code"
        new = owner.post(path, {}, content_type="application/json").json()["code"]
        assert old.get(ME).status_code == 200
        pair_device(new)
        assert old.get(ME).status_code == 401


def test_a_players_phone_is_for_one_match_and_its_side(scene: Scene, db: None) -> None:
    world = scene.world
    with undone():
        _, code = create_device(
            SYSTEM, world.event, label="p", table=world.tables[0], profile="side", side="B", match=world.match
        )
        _, token = pair_device(code)
        phone = Client(headers={"authorization": f"Device {token}"})
        confirmed = f"/api/v1/matches/{world.match.pk}/hands/1/confirmations"
        for side in "AB":  # whatever it says, it speaks for its own
            body = json.dumps({"revision": 1, "side": side})
            assert phone.post(confirmed, body, content_type="application/json").status_code == 200
        said = Confirmation.objects.filter(entry__hand__match=world.match)
        assert list(said.values_list("side", flat=True)) == ["B"]
        assert send(phone, world.matches[1]) == 403
        assert send(phone, world.match, kind="correct", hand=1, seen_revision=1) == 403
        Match.objects.filter(pk=world.match.pk).update(table=None)
        Match.objects.filter(pk=world.matches[1].pk).update(table=world.tables[0])
        assert send(phone, world.matches[1]) == 403  # another match at its own table
        Match.objects.filter(pk=world.matches[1].pk).update(table=None)
        Match.objects.filter(pk=world.match.pk).update(table=world.tables[0])
        Round.objects.filter(pk=world.round.pk).update(status=RoundStatus.CLOSED)
        assert send(phone, world.match) >= 400
        assert (
            phone.post(f"{ME}/calls", {"signal": str(uuid4())}, content_type="application/json").status_code
            == 403
        )


def test_a_token_in_an_address_or_a_cookie_is_no_token(scene: Scene, db: None) -> None:
    token = scene.world.tokens["tablet"]
    assert Client().get(ME, {"token": token}).status_code == 400
    assert Client().get(f"/tablet/?token={token}").status_code == 200
    client = Client()
    client.cookies["token"] = client.cookies["sessionid"] = token
    assert client.get(ME).status_code == 401
    for scheme in ("Bearer", "Token", "Basic", ""):
        assert Client(headers={"authorization": f"{scheme} {token}"}).get(ME).status_code == 401


@pytest.fixture
def log() -> Any:
    """What the site would write to its log, as it writes it."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    shape = dict(real.LOGGING["formatters"]["json"])
    handler.setFormatter(shape.pop("()")(**shape))
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def test_no_secret_is_written_to_the_log(
    scene: Scene, db: None, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, link = scene.world.tokens["tablet"], f"/invitation/{scene.places['token']}/"
    secrets = {
        "token": token,
        "link": scene.places["token"],
        "code": "ABCD2345",
        "password": "a short sentence",
    }
    tablet = scene.client("tablet", raise_request_exception=False)
    visitor = Client(enforce_csrf_checks=True, raise_request_exception=False)
    tablet.get(ME)
    tablet.get(f"{ME}?x={token}")
    visitor.get(f"/tablet/?code={secrets['code']}")
    visitor.post("/api/v1/devices/pair", {"code": secrets["code"]}, content_type="application/json")
    visitor.post("/login/", {"username": "x", "password": secrets["password"]})
    visitor.post(link, {"password": secrets["password"]})
    visitor.get(link, headers={"host": "www.example.org"})

    def fail(*args: object) -> None:
        raise ValueError(*secrets.values())

    for place in ("pages.views.invitation.state_of", "api.v1.devices.running_match"):
        monkeypatch.setattr(place, fail)
    assert visitor.get(link).status_code == 500
    assert tablet.get(ME).status_code == 500
    text = log.getvalue()
    assert "request_failed" in text and "ValueError" in text and "/invitation/..." in text
    assert [what for what, secret in secrets.items() if secret in text] == []


def test_tablets_connect_and_call_while_the_cache_is_away(
    scene: Scene, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its cache the site cannot count; it lets them rather than stand still."""

    class Away:
        def get(self, *args: object) -> None:
            raise NoRedis

    monkeypatch.setattr("api.auth.Brake.cache", Away())
    with undone():
        _, code = create_device(SYSTEM, scene.world.event, label="new", table=scene.world.tables[2])
        answer = Client().post("/api/v1/devices/pair", {"code": code}, content_type="application/json")
        assert answer.status_code == 200
        assert call(scene.client("tablet")).status_code == 201


def test_a_table_that_calls_again_and_again_is_braked(
    scene: Scene, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.auth.CallThrottle.THROTTLE_RATES", {"calls": "3/min"})
    with undone():
        tablet, other = scene.client("tablet"), scene.client("other_tablet")
        assert [call(tablet).status_code for _ in range(3)] == [201, 200, 200]
        braked = call(tablet)
        assert braked.status_code == 429 and int(braked.headers["Retry-After"]) > 0
        assert call(other).status_code == 201


def call(client: Client) -> Any:
    return client.post(f"{ME}/calls", {"signal": str(uuid4())}, content_type="application/json")


def test_only_hashes_of_secrets_are_stored(scene: Scene, db: None) -> None:
    rows = [*Device.objects.values(), *PairingCode.objects.values(), *scene.world.event.invitations.values()]
    stored = str(rows)
    for secret in (*scene.world.tokens.values(), scene.places["token"]):
        assert secret not in stored
