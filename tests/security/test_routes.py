"""Every route times everybody who may ask; a route or a method that is in no table fails a test.

The tables stand in `who.py`, `api_routes.py` and `page_routes.py`. Among other things a test here fails when a
view asks for another permission, when an answer tells that something hidden is there, and when somebody who is
refused, or who only looks, leaves a trace in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from config.probes import PROBES
from pages.stream import door
from tests.security import api_routes, page_routes
from tests.security.api_routes import API
from tests.security.page_routes import PAGES
from tests.security.who import EVERYBODY, HIDDEN, HOLDERS, IN, LOGIN, OF_THE_EVENT
from tests.security.world import Answer, Route, Scene, undone
from tournaments.access import Permission
from tournaments.models import Event, EventStatus

pytestmark = pytest.mark.once

ROUTES = [*API, *PAGES]
OUTSIDERS = sorted(EVERYBODY - OF_THE_EVENT)
METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
OF_OTHERS = ("login/", "language/", "account/password/")
"""Views of Django and allauth: a form takes PUT like POST, and some answer before they look at the method."""
MISSING = dict.fromkeys(
    ("event", "stage", "round", "match", "entrant", "device", "member", "invitation", "call", "ruling"),
    987654,
)
ANY = {"if-none-match": "*"}
NOWHERE = MISSING | {"club": "nobody", "slug": "nothing"}


def expected(route: Route, who: str, *, hidden: bool = False) -> str:
    table = api_routes if route.is_api else page_routes
    return table.expected(route, who, hidden=hidden)


def pattern_of(route: Route) -> str:
    """The pattern of the resolver that the path leads to."""
    if route.path in PROBES:
        return route.path
    names = {name for _, name, _, _ in Formatter().parse(route.path) if name}
    return resolve(route.path.partition("?")[0].format(**dict.fromkeys(names, 1))).route.replace("^", "")


def patterns(below: URLResolver, prefix: str = "") -> Iterator[str]:
    """Every pattern that the resolver knows."""
    for each in below.url_patterns:
        path = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            yield path.replace("^", "")
        else:
            yield from patterns(each, path)


def test_the_table_names_every_permission() -> None:
    assert set(HOLDERS) == set(Permission)


def test_every_route_is_in_a_table() -> None:
    assert {pattern_of(route) for route in ROUTES} == {*patterns(get_resolver()), *PROBES}


@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_who_is_let_in_where(scene: Scene, db: None, who: str) -> None:
    wrong = []
    for route in ROUTES:
        answer, wanted = scene.ask(route, who), expected(route, who)
        if answer.verdict != wanted:
            wrong.append(f"{route.method} {route.path}: {answer.response.status_code}, not {wanted}")
        if answer.acts and (wanted != IN or route.method == "get"):
            wrong.append(f"{route.method} {route.path}: {wanted}, but something was done")
    assert wrong == []


@pytest.mark.parametrize("who", ["anonymous", "otto", "scorer", "other_tablet"])
def test_the_head_of_an_answer_is_for_the_same_people(scene: Scene, db: None, who: str) -> None:
    wrong = []
    for route in ROUTES:
        if route.method == "get" and not route.path.endswith("/stream/"):  # which has no end to leave out
            answer = scene.ask(route, who, method="head")
            if answer.verdict != expected(route, who) or answer.response.content:
                wrong.append(f"{route.path}: {answer.response.status_code}")
    assert wrong == []


@pytest.mark.parametrize("who", ["root", "tablet"])
def test_no_route_takes_a_method_that_is_in_no_table(scene: Scene, db: None, who: str) -> None:
    by_pattern: dict[str, list[Route]] = {}
    for route in ROUTES:
        by_pattern.setdefault(pattern_of(route), []).append(route)
    wrong = []
    for pattern, routes in by_pattern.items():
        known = {route.method for route in routes} | {"options"}
        known |= {"head"} if "get" in known else set()
        for method in METHODS:
            answer = None if method in known - {"options"} else scene.ask(routes[0], who, method=method)
            if answer is not None and not is_refusal(answer, pattern, method):
                wrong.append(f"{method} {pattern}: {answer.response.status_code}")
    assert wrong == []


def is_refusal(answer: Answer, pattern: str, method: str) -> bool:
    """Whether nothing was done by this method; OPTIONS describes a route, without any data."""
    status = answer.response.status_code
    if status < 400 and pattern.startswith(OF_OTHERS):
        return answer.acts == 0
    return status in (404, 405) or answer.verdict == LOGIN or (method == "options" and status == 200)


@pytest.fixture
def hidden(scene: Scene, db: None) -> Iterator[Scene]:
    """The event is a draft."""
    with undone():
        Event.objects.filter(pk=scene.world.event.pk).update(status=EventStatus.DRAFT)
        yield scene


@pytest.mark.parametrize("who", OUTSIDERS)
def test_a_draft_event_is_answered_like_one_that_does_not_exist(hidden: Scene, who: str) -> None:
    wrong, compared = [], 0
    for route in ROUTES:
        if not route.rule.of_event:
            continue
        answer = hidden.ask(route, who, headers=ANY)
        wanted = expected(route, who, hidden=True)
        if answer.verdict != wanted:
            wrong.append(f"{route.method} {route.path}: {answer.response.status_code}, not {wanted}")
        if wanted != LOGIN:
            compared += 1
            if answer.told != hidden.ask(route, who, NOWHERE, headers=ANY).told:
                wrong.append(f"{route.method} {route.path}: tells that it is there")
    assert wrong == []
    assert compared > 40


def test_what_belongs_to_another_club_is_answered_like_what_does_not_exist(scene: Scene, db: None) -> None:
    wrong, hidden = [], 0
    for route in ROUTES:
        if not uses(route, MISSING):
            continue
        foreign = scene.ask(route, "owner", scene.elsewhere)
        hidden += foreign.verdict == HIDDEN
        if foreign.told != scene.ask(route, "owner", MISSING).told:
            wrong.append(f"{route.method} {route.path}: {foreign.response.status_code}")
        if foreign.acts:
            wrong.append(f"{route.method} {route.path}: something was done")
    assert wrong == []
    assert hidden > 60


def uses(route: Route, places: dict[str, Any]) -> bool:
    """Whether one of these places is in the path or the form."""
    said = f"{route.path} {route.body}"
    return any(f"{{{name}}}" in said for name in places)


def test_the_door_of_the_stream(scene: Scene, db: None) -> None:
    event = scene.world.event

    def may(who: str) -> bool:
        request = RequestFactory().get("/")
        request.user = scene.world.users.get(who, AnonymousUser())
        return door(request, event.club.slug, event.slug) == event.pk

    people = [who for who in EVERYBODY if who in scene.world.users or who == "anonymous"]
    assert {who for who in people if may(who)} == set(people)
    with undone():
        Event.objects.filter(pk=event.pk).update(status=EventStatus.DRAFT)
        assert {who for who in people if may(who)} == set(people) - {"anonymous", "otto"}
