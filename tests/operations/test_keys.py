"""A new key is taken up without anybody noticing, and an old one is let go when nobody needs it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import signing
from django.test import Client
from zeal import zeal_ignore

from tests.operations.production import KEY, OLD_KEY, PRODUCTION, run
from tournaments.models import User

PASSWORD = "a-password-of-tests"


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("dora", password=PASSWORD)


@pytest.fixture(autouse=True)
def reads_the_session_twice() -> Any:
    """Django does, when it gives a session of an old key a new one."""
    with zeal_ignore([{"model": "sessions.Session", "field": "get()"}]):
        yield


def is_logged_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_who_is_logged_in_stays_so_when_the_key_changes(dora: User, settings: Any) -> None:
    settings.SECRET_KEY = OLD_KEY
    stays, goes = Client(), Client()
    for client in (stays, goes):
        client.post("/login/", {"username": "dora", "password": PASSWORD})
        assert is_logged_in(client)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = KEY, [OLD_KEY]
    assert is_logged_in(stays), "the old key still counts, and the session is signed anew"

    settings.SECRET_KEY_FALLBACKS = []
    assert is_logged_in(stays)
    assert not is_logged_in(goes), "who did not come meanwhile logs in again"


def test_a_form_that_was_open_when_the_key_changed_is_taken(dora: User, settings: Any) -> None:
    settings.SECRET_KEY = OLD_KEY
    client = Client(enforce_csrf_checks=True)
    page = client.get("/login/")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = KEY, [OLD_KEY]
    form = {
        "username": "dora",
        "password": PASSWORD,
        "csrfmiddlewaretoken": str(page.context["csrf_token"]),
    }
    assert client.post("/login/", form).status_code == 302
    assert is_logged_in(client)


def test_keys_of_before_come_from_the_environment() -> None:
    signed = signing.Signer(key=OLD_KEY).sign("x")
    ask = f"import django; django.setup(); from django.core.signing import Signer; print(Signer().unsign({signed!r}))"
    assert run(["-c", ask], PRODUCTION, SECRET_KEY_FALLBACKS=f"{OLD_KEY},{KEY[1:]}x").stdout.strip() == "x"
    assert "BadSignature" in run(["-c", ask], PRODUCTION).stderr
