"""Guessing passwords is slowed down, and nobody pays for guesses at other people's accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from redis import Redis
from redis.exceptions import ConnectionError as RedisIsDown

from pages.accounts import brakes
from pages.accounts.known_browser import COOKIE
from tests.conftest import NOW
from tests.pages.markup import faults
from tournaments.models import User

pytestmark = pytest.mark.usefixtures("sessions_as_django_keeps_them")

PASSWORD = "a long evening of cards"
HALL, HOME = "192.0.2.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def people(db: None) -> list[User]:
    return [User.objects.create_user(name, password=PASSWORD) for name in ("dora", "sam", "otto")]


@pytest.fixture
def clock() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


def log_in(name: str = "dora", password: str = PASSWORD, at: str = HALL, **more: Any) -> Any:
    client = more.pop("client", None) or Client()
    return client.post("/login/", {"username": name, "password": password}, REMOTE_ADDR=at, **more)


def guess(name: str, times: int, at: str = HALL) -> list[int]:
    return [log_in(name, "wrong", at).status_code for _ in range(times)]


def test_the_sixth_guess_at_an_account_is_not_looked_at(clock: time_machine.Coordinates) -> None:
    assert guess("dora", 5) == [200] * 5
    braked = log_in()
    assert braked.status_code == 429
    assert braked.headers["Retry-After"] == "300"
    assert "Too many wrong passwords were tried for this account. Try again in 5 minutes." in braked.text
    assert faults(braked.text) == []
    clock.shift(timedelta(minutes=4, seconds=1))
    assert "in 1 minute." in log_in().text
    clock.shift(timedelta(seconds=59))
    assert log_in().status_code == 302


def test_the_sentence_is_there_in_spanish() -> None:
    guess("dora", 5)
    braked = log_in(headers={"accept-language": "es"})
    assert "Se probaron demasiadas contraseñas" in braked.text


@pytest.mark.parametrize("name", ["DORA", " dora ", "Dora"])
def test_another_spelling_of_the_name_is_the_same_account(name: str) -> None:
    guess("dora", 5)
    assert log_in(name).status_code == 429


def test_right_passwords_are_not_counted() -> None:
    assert [log_in().status_code for _ in range(7)] == [302] * 7
    assert guess("dora", 4) == [200] * 4
    assert log_in().status_code == 302
    assert guess("dora", 2) == [200, 429]  # nor does one make the guesses before it forgotten


def test_guesses_at_one_account_leave_the_others_at_that_address_alone() -> None:
    guess("dora", 6)
    assert log_in("sam").status_code == 302


def test_a_whole_hall_of_guesses_leaves_each_account_its_own_tries() -> None:
    for number in range(20):
        guess(f"guest{number}", 2)
    assert guess("otto", 2) == [200, 200]
    assert log_in("otto").status_code == 429  # two tries are left at a noisy address, not five
    assert log_in("dora").status_code == 302


def test_a_flood_of_unknown_names_stops_at_unknown_names() -> None:
    answers = [status for number in range(70) for status in guess(f"guest{number}", 1)]
    assert answers == [200] * 59 + [429] * 11
    assert guess("sam", 1) == [429]  # nobody learns which names there are
    assert log_in("sam").status_code == 302
    assert guess("guest99", 1, HOME) == [200]


def test_a_flood_of_guesses_does_not_push_out_what_was_counted() -> None:
    guess("dora", 5)
    for number in range(150):
        guess(f"guest{number}", 1, f"203.0.{number}.1")
    assert log_in().status_code == 429


def test_guesses_from_elsewhere_brake_an_account_only_when_they_are_many() -> None:
    guess("dora", 6, HOME)
    assert log_in().status_code == 302
    for number in range(5):
        guess("dora", 5, f"203.0.113.{number}")
    braked = log_in()
    assert braked.status_code == 429
    assert 3000 < int(braked.headers["Retry-After"]) <= 3600
    assert re.search(r"Try again in \d\d minutes", braked.text)


def test_a_browser_that_has_logged_in_before_is_not_braked_by_others() -> None:
    laptop = Client()
    log_in(client=laptop)
    laptop.post("/logout/")
    for number in range(7):
        guess("dora", 5, f"203.0.113.{number}")
    guess("dora", 6)
    assert log_in().status_code == 429
    assert log_in(client=laptop).status_code == 302


def test_a_known_browser_is_known_for_its_accounts_alone_and_braked_by_itself() -> None:
    laptop = Client()
    log_in(client=laptop)
    laptop.post("/logout/")
    guess("sam", 5)
    assert log_in("sam", client=laptop).status_code == 429
    answers = [log_in("dora", "wrong", client=laptop).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
    assert log_in().status_code == 302


def test_a_browser_knows_the_last_five_of_its_accounts() -> None:
    laptop = Client()
    for number in range(6):
        User.objects.create_user(f"helper{number}", password=PASSWORD)
        log_in(f"helper{number}", client=laptop)
        laptop.post("/logout/")
    for number in (0, 5):
        guess(f"helper{number}", 5)
    assert log_in("helper0", client=laptop).status_code == 429
    assert log_in("helper5", client=laptop).status_code == 302


@pytest.mark.parametrize("how", ["forged", "new password", "sessions ended"])
def test_what_a_known_browser_shows_is_worth_nothing(how: str, people: list[User]) -> None:
    laptop = Client()
    log_in(client=laptop)
    if how == "forged":
        laptop.cookies[COOKIE] = laptop.cookies[COOKIE].value.replace(":", "x:", 1)
    elif how == "new password":
        people[0].set_password(PASSWORD)
        people[0].save()
    else:
        laptop.post("/account/sessions/")
        laptop.cookies.clear()
    laptop.cookies.pop("sessionid", None)
    guess("dora", 5)
    assert log_in(client=laptop).status_code == 429


def test_the_cookie_is_out_of_reach_of_scripts(settings: Any) -> None:
    cookie = log_in().cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
    settings.SESSION_COOKIE_SECURE = True
    assert log_in().cookies[COOKIE]["secure"] is True


@pytest.mark.parametrize(
    ("proxies", "forwarded", "shared"),
    [
        (0, ["1.1.1.1", "2.2.2.2"], True),  # anybody can say so
        (1, ["1.1.1.1", "2.2.2.2"], False),
        (1, ["9.9.9.9, 1.1.1.1", "8.8.8.8, 1.1.1.1"], True),  # the proxy saw one client
        (2, ["1.1.1.1, 7.7.7.7", "2.2.2.2, 7.7.7.7"], False),
        (2, ["1.1.1.1", "2.2.2.2"], False),
        (1, ["2001:db8::1", "2001:db8::2"], True),  # one network at home
        (1, ["nonsense", "rubbish"], True),
    ],
)
def test_clients_are_told_apart_as_the_proxies_saw_them(
    settings: Any, proxies: int, forwarded: list[str], shared: bool
) -> None:
    settings.PROXIES = proxies
    first, second = forwarded
    for _ in range(5):
        log_in("dora", "wrong", headers={"x-forwarded-for": first})
    answer = log_in(headers={"x-forwarded-for": second})
    assert answer.status_code == (429 if shared else 302)


def test_a_link_from_a_letter_ends_the_brake(mailoutbox: list[Any], people: list[User]) -> None:
    people[0].email = "dora@example.org"
    people[0].save()
    guess("dora", 6)
    client = Client(REMOTE_ADDR=HALL)
    client.post("/account/password/forgotten/", {"email": "dora@example.org"})
    link = mailoutbox[0].body.partition("http://testserver")[2].split()[0]
    opened = client.get(link, follow=True)
    form = {"password1": "another long evening", "password2": "another long evening"}
    client.post(opened.redirect_chain[-1][0], form)
    assert log_in(password="another long evening").status_code == 302


def test_without_the_cache_no_password_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: object, **__: object) -> None:
        raise RedisIsDown

    monkeypatch.setattr(brakes.ratelimit, "_consume_single_rate", down)
    refused = log_in(client=Client(raise_request_exception=False))
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "1"
    assert faults(refused.text) == []


def test_no_other_door_takes_a_password() -> None:
    """The API knows sessions and tokens of devices, and there is no admin site."""
    secret = "Basic ZG9yYTphIGxvbmcgZXZlbmluZyBvZiBjYXJkcw=="  # dora and her password
    assert Client().get("/api/v1/me", headers={"authorization": secret}).status_code == 401
    for path in ("/admin/", "/admin/login/", "/api/v1/login", "/api/v1/auth/"):
        assert Client().post(path, {"username": "dora", "password": PASSWORD}).status_code in (404, 405), path


@pytest.mark.redis
def test_brakes_are_counted_in_redis_by_every_process(settings: Any) -> None:
    assert "RedisCache" in type(caches["default"]).__name__
    assert guess("dora", 6) == [200] * 5 + [429]
    with Redis.from_url(settings.REDIS_URL) as redis:
        kept = list(redis.scan_iter(f"{caches['default'].key_prefix}*login_here*"))
    assert len(kept) == 1
