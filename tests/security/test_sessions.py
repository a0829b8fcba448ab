"""Sessions, cookies, forms and addresses: whose browser it is, and where it is sent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as real
from django.contrib.sessions.models import Session
from django.test import Client
from zeal import zeal_ignore

from tests.security.api_routes import API
from tests.security.page_routes import PAGES
from tests.security.ready import with_call
from tests.security.test_routes import expected
from tests.security.who import IN
from tests.security.world import ALLAUTH, Scene, undone
from tournaments.models import User

PASSWORD = "a short sentence to remember"
FORM = {"username": "dora", "password": PASSWORD}
ELSEWHERE = [
    "https://www.example.org/",
    "//www.example.org/",
    "///www.example.org",
    "/\\www.example.org",
    "\\\\www.example.org",
    "http:www.example.org",
    "https:///www.example.org",
    "javascript:alert(1)",
    "//testserver.www.example.org/",
    "//testserver.www.example.org/",
    " https://www.example.org/",
    "\thttps://www.example.org/",
]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def as_allauth_reads() -> Iterator[None]:
    """Django reads a session twice to end it, and allauth who is logged in."""
    with zeal_ignore(ALLAUTH):
        yield


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("dora", "dora@example.org", PASSWORD)


def test_every_form_and_every_act_of_a_session_needs_the_mark_of_the_site(scene: Scene, db: None) -> None:
    """With the session alone, as another site could send it, nothing is done; a device has no session."""
    wrong = []
    for route in (*API, *PAGES):
        if route.method == "get" or expected(route, "owner") != IN or route.path == "/api/v1/devices/pair":
            continue
        with undone():
            places = scene.places | route.ready(scene)
            client = scene.client("owner", enforce_csrf_checks=True)
            kind = {"content_type": "application/json"} if route.is_api else {}
            answer = client.post(route.path.format(**places), {}, **kind)
        if answer.status_code != 403:
            wrong.append(f"{route.path}: {answer.status_code}")
    assert wrong == []


def test_an_api_that_is_asked_by_another_site_tells_it_nothing(client: Client, db: None) -> None:
    answer = client.options(
        "/api/v1/events",
        headers={"origin": "https://www.example.org", "access-control-request-method": "POST"},
    )
    assert not [name for name in answer.headers if name.startswith("Access-Control")]


def test_logging_in_changes_the_key_of_the_session(dora: User) -> None:
    client = Client()
    client.session["seen"] = 1
    planted = client.session
    planted["seen"] = 1
    planted.save()
    client.cookies[real.SESSION_COOKIE_NAME] = planted.session_key
    client.post("/login/", FORM)
    assert client.get("/account/").status_code == 200
    assert client.cookies[real.SESSION_COOKIE_NAME].value != planted.session_key
    thief = Client()
    thief.cookies[real.SESSION_COOKIE_NAME] = planted.session_key
    assert thief.get("/account/").status_code == 302


def test_logging_out_ends_the_session_for_whoever_copied_it(dora: User) -> None:
    client, copy = Client(), Client()
    client.post("/login/", FORM)
    copy.cookies[real.SESSION_COOKIE_NAME] = client.cookies[real.SESSION_COOKIE_NAME].value
    assert copy.get("/account/").status_code == 200
    client.post("/logout/")
    assert copy.get("/account/").status_code == 302
    assert not Session.objects.filter(session_key=copy.cookies[real.SESSION_COOKIE_NAME].value).exists()


def test_a_closed_account_is_out_at_once(dora: User) -> None:
    client = Client()
    client.post("/login/", FORM)
    User.objects.filter(pk=dora.pk).update(is_active=False)
    assert client.get("/account/").status_code == 302
    assert client.get("/api/v1/me").status_code == 401


def test_who_lost_a_role_is_out_at_once(scene: Scene, db: None) -> None:
    with undone():
        director = scene.client("director")
        desk = "/club/evening/desk/"
        assert director.get(desk).status_code == 200
        tag = director.get(desk).headers["ETag"]
        scene.world.event.members.filter(user=scene.world.users["director"]).delete()
        assert director.get(desk, headers={"if-none-match": tag}).status_code == 403


def test_cookies_are_for_this_site_and_out_of_reach(dora: User, settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    User.objects.filter(pk=dora.pk).update(language="es")
    client = Client()
    client.get("/login/", secure=True)
    client.post("/login/", FORM, secure=True)
    client.post("/language/", {"language": "es"}, secure=True)
    found = {name: cookie for name, cookie in client.cookies.items() if cookie.value}
    assert found.keys() == {"sessionid", "csrftoken", "known", "django_language"}
    for name, cookie in found.items():
        assert cookie["secure"], name
        assert cookie["samesite"] == "Lax", name
        assert bool(cookie["httponly"]) == (name in {"sessionid", "known"}), name
        assert not cookie["domain"], name


def test_over_https_browsers_are_told_to_come_back_over_https(
    client: Client, settings: Any, db: None
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 31_536_000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    plain = client.get("/login/?next=/account/")
    assert (plain.status_code, plain.headers["Location"]) == (301, "https://testserver/login/?next=/account/")
    assert "Strict-Transport-Security" not in plain.headers
    behind = client.get("/login/", headers={"x-forwarded-proto": "https"})
    assert behind.headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.parametrize("where", ELSEWHERE)
def test_nobody_is_sent_to_another_site(scene: Scene, dora: User, where: str) -> None:
    owner = scene.client("owner")
    answers = [
        Client().post("/login/", {**FORM, "next": where}),
        Client().post(f"/login/?next={where}", FORM),
        owner.get("/login/", {"next": where}),
        scene.client("viewer").post("/logout/", {"next": where}),
        Client().post("/language/", {"language": "es", "next": where}),
        Client().post("/language/", {"language": "es"}, headers={"referer": where.strip()}),
    ]
    with undone():
        call = with_call(scene)["call"]
        answers.append(owner.post(f"/club/evening/desk/calls/{call}/take/", {"next": where}))
    for answer in answers:
        place = answer.headers.get("Location", "/")
        assert answer.status_code in (204, 302) and is_here(place), (where, place)


def is_here(place: str) -> bool:
    """Whether a browser that follows this stays on the site."""
    plain = place.strip().replace("\\", "/")
    return plain.startswith("/") and not plain.startswith("//") and not urlsplit(plain).netloc


@pytest.mark.parametrize("path", ["//www.example.org/x", "//www.example.org", "/\\www.example.org/x"])
def test_a_missing_slash_leads_to_no_other_site(client: Client, db: None, path: str) -> None:
    answer = client.get("/x", PATH_INFO=path)
    assert answer.status_code == 404 or is_here(answer.headers["Location"])


HOSTS = [
    "www.example.org",
    "testserver.www.example.org",
    "testserver@www.example.org",
    "www.example.org:80",
    "",
]


@pytest.mark.parametrize("host", HOSTS)
def test_a_site_answers_to_its_own_names_alone(client: Client, db: None, host: str) -> None:
    for path in ("/", "/login/", "/account/", "/api/v1/events", "/club/evening/", "/trust/"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 400
        assert "www.example.org" not in str(answer.headers) + answer.text


def test_a_forwarded_name_counts_nothing(
    client: Client, dora: User, mailoutbox: list[Any], settings: Any
) -> None:
    settings.MAIL_IS_SET_UP = True
    client.post(
        "/account/password/forgotten/",
        {"email": "dora@example.org"},
        headers={"x-forwarded-host": "www.example.org", "forwarded": "host=www.example.org"},
    )
    assert "http://testserver/account/password/new/" in mailoutbox[0].body
    assert "www.example.org" not in mailoutbox[0].body


def test_a_letter_leads_to_the_address_of_the_site_whoever_asked_for_it(
    client: Client, dora: User, mailoutbox: list[Any], settings: Any
) -> None:
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "https://baza.example.org"
    client.post(
        "/account/password/forgotten/", {"email": "dora@example.org"}, headers={"host": "www.example.org"}
    )
    assert "https://baza.example.org/account/password/new/" in mailoutbox[0].body
    assert "www.example.org" not in mailoutbox[0].body


@pytest.fixture
def production() -> Iterator[dict[str, str]]:
    """The environment of a site that others reach over HTTPS."""
    yield {
        "PATH": "/usr/bin:/bin",
        "SECRET_KEY": "".join(chr(33 + (7 * each) % 90) for each in range(64)),
        "ALLOWED_HOSTS": "baza.example.org",
        "SITE_URL": "https://baza.example.org",
        "HTTPS": "true",
        "PROXIES": "1",
        "DATABASE_URL": "postgres://baza:secret@127.0.0.1:1/baza",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "EMAIL_URL": "smtp+tls://baza:secret@mail.example.org:587",
        "EMAIL_FROM": "Baza <baza@example.org>",
        "WEB_CONCURRENCY": "4",
    }


def test_the_checks_for_deployment_have_nothing_to_say(production: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "DEBUG"]
    done = subprocess.run(command, cwd=ROOT, env=production, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("System check identified no issues")
    unsafe = {**production, "HTTPS": "false"}
    told = subprocess.run(command, cwd=ROOT, env=unsafe, capture_output=True, text=True, check=False)
    assert "security.W012" in told.stderr
