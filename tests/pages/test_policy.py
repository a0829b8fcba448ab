"""The security policy: nothing inline on any page, and the headers on every answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from zeal import zeal_ignore

from tests.make import Evening, counted, enter
from tests.make import evening as make_evening
from tests.pages.markup import Page, inline
from tournaments.models import Role, User
from tournaments.services.devices import create_device
from tournaments.services.invitations import invite

HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
)
ACTS = {"logout", "account_logout", "set_language", "account_sessions", "stream"}
"""Addresses that only act, or never end."""
ALLAUTH = [{"model": "tournaments.User", "field": "get()"}]
"""The page for a new password reads who is logged in, and whose password it is."""


@pytest.fixture
def played(db: None) -> Evening:
    """An evening with a hand at table 1, a draft, a tablet and an invitation."""
    hall = make_evening()
    hall.next_round()
    enter(hall.match(), 1, counted(60), hall.dora)
    return hall


def dora_of(hall: Evening) -> Client:
    client = Client()
    client.force_login(hall.event.members.get(role=Role.OWNER).user)
    return client


def patterns() -> Iterator[URLPattern]:
    """Every address of the pages that has a name."""
    for each in get_resolver("pages.urls").url_patterns:
        if isinstance(each, URLPattern) and each.name not in ACTS:
            yield each


def places(hall: Evening) -> dict[str, Any]:
    """What the places of an address stand for in this evening."""
    _, token = invite(hall.dora, hall.event, "scorer")
    device, _ = create_device(hall.dora, hall.event, label="Tab", table=hall.event.tables.first())
    return {
        "club": hall.event.club.slug,
        "slug": hall.event.slug,
        "device": device.pk,
        "member": hall.event.members.first().pk,
        "invitation": hall.event.invitations.first().pk,
        "token": token,
        "kind": "crt",
        "uidb36": "1",
        "key": "nothing",
        "what": "standings",
    }


def filled(pattern: URLPattern, known: dict[str, Any]) -> str:
    """An address of the pattern; numbers of rounds, tables, hands are 1."""
    wanted = pattern.pattern.converters or pattern.pattern.regex.groupindex
    given = {name: known.get(name, 1) for name in wanted}
    return "/" + get_resolver("pages.urls").reverse(pattern.name, **given)


def check(answer: Any) -> list[str]:
    """What is wrong with the headers of an answer, and with its page if it is one."""
    found = [
        f"{name}: {answer.headers.get(name)}" for name, value in HEADERS.items() if answer.get(name) != value
    ]
    policy = answer.headers.get("Content-Security-Policy", "")
    found += [f"policy without {part}" for part in POLICY if part not in policy]
    found += [f"policy with {word}" for word in ("unsafe", "*", "http:") if word in policy]
    if answer.headers.get("Content-Type", "").startswith("text/html") and answer.content:
        given = [each for each in inline(Page(answer.text)) if "application/json" not in each]
        found += given
    return found


def test_no_page_has_anything_inline_and_every_answer_has_the_headers(played: Evening) -> None:
    owner, known, seen, wrong = dora_of(played), places(played), set(), {}
    for pattern in patterns():
        path = filled(pattern, known)
        for who, client in (("owner", owner), ("visitor", Client())):
            for ask in (client.get, client.head):
                with zeal_ignore(ALLAUTH):
                    answer = ask(path)
                seen.add((pattern.name, answer.status_code))
                assert answer.status_code < 500, path
                if problems := check(answer):
                    wrong[path, who] = problems
    assert wrong == {}
    pages = {name for name, status in seen if status == 200}
    assert len(pages) > 35, sorted(pages)  # else the addresses were filled badly


def test_refusals_have_the_headers_too(played: Evening) -> None:
    visitor = Client()
    answers = [
        visitor.get("/nowhere/at/all/"),
        visitor.get("/", headers={"host": "www.example.org"}),
        visitor.post("/"),
        Client(enforce_csrf_checks=True).post("/login/", {"username": "x", "password": "y"}),
        visitor.get("/api/v1/nowhere"),
        visitor.get("/api/v1/me"),
        visitor.get("/healthz"),
        visitor.get("/static/css/base.css"),
        visitor.get("/static/icons/logo.svg"),
        visitor.get("/static/nothing.css"),
    ]
    assert [each.status_code for each in answers] == [404, 400, 405, 403, 404, 401, 200, 200, 200, 404]
    assert [found for each in answers for found in check(each)] == []


def test_a_braked_login_has_the_headers(db: None) -> None:
    User.objects.create_user("dora")
    answers = [Client().post("/login/", {"username": "dora", "password": "no"}) for _ in range(6)]
    assert answers[-1].status_code == 429
    assert check(answers[-1]) == []


@pytest.mark.parametrize(
    "markup",
    [
        "<script>go()</script>",
        '<p style="color:red">x</p>',
        "<style>p{}</style>",
        '<a onclick="go()">x</a>',
        '<a href="javascript:go()">x</a>',
    ],
)
def test_the_search_for_inline_code_finds_it(markup: str) -> None:
    assert inline(Page(markup))
