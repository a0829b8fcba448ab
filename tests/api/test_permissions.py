"""Who may do what: every route of the API times everybody who may ask.

A route that is missing here fails `test_every_route_is_in_the_table`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import get_resolver
from rest_framework.views import APIView

from scoring.services.rulings import fine, forfeit_match
from scoring.services.standings import rebuild
from tests.api.world import OTHER, World, evening, pair_all, submission
from tournaments.access import SYSTEM, Actor
from tournaments.models import Match, Round, RoundStatus
from tournaments.services.calls import raise_call
from tournaments.services.devices import create_device

ACTORS = (
    "anonymous",
    "stranger",
    "viewer",
    "scorer",
    "assistant",
    "director",
    "owner",
    "tablet",
    "other_tablet",
    "phone_b",
    "hall",
    "revoked",
)
LET_IN, UNKNOWN, REFUSED, HIDDEN = 200, 401, 403, 404
Expected = dict[str, int]
METHODS = ("get", "post", "put", "patch", "delete")


def everybody(status: int = LET_IN, **others: int) -> Expected:
    """The same for all, but for those named; a revoked token is refused everywhere."""
    return dict.fromkeys(ACTORS, status) | {"revoked": UNKNOWN} | others


def only(*names: str) -> Expected:
    """Let in these; ask who the anonymous one is, and refuse all others."""
    return everybody(REFUSED, anonymous=UNKNOWN) | dict.fromkeys(names, LET_IN)


def of_a_draft(*names: str) -> Expected:
    """Let in these; whoever may not see drafts is not told that there is one."""
    return everybody(HIDDEN, viewer=REFUSED, assistant=REFUSED) | dict.fromkeys(names, LET_IN)


def of_a_call(*names: str) -> Expected:
    """Let in these; whoever neither answers calls nor sits at the table is not told that there is one."""
    return (
        everybody(HIDDEN)
        | dict.fromkeys(("phone_b", "tablet", *DESK), REFUSED)
        | dict.fromkeys(names, LET_IN)
    )


STAFF = ("scorer", "assistant", "director", "owner")
DESK = ("assistant", "director", "owner")
CHIEFS = ("director", "owner")
PUBLIC = everybody()


@dataclass(frozen=True)
class Route:
    """One method of one path, what each actor is answered, and what has to be so before one asks.

    `ready` may change the world and returns what is to be put into the path and the body besides.
    """

    method: str
    path: str
    expected: Expected
    body: Any = None
    ready: Callable[[World], dict[str, Any]] = lambda world: {}


def as_draft(world: World) -> dict[str, Any]:
    Round.objects.filter(pk=world.round.pk).update(status=RoundStatus.DRAFT)
    Match.objects.filter(round=world.round).update(status="scheduled")
    return {}


def as_closed(world: World) -> dict[str, Any]:
    Round.objects.filter(pk=world.round.pk).update(status=RoundStatus.CLOSED)
    return {}


def as_finished(world: World) -> dict[str, Any]:
    for match in world.matches:
        offender = match.participations.all()[0].entrant
        forfeit_match(SYSTEM, match, [offender], reason="nobody came")
    return {}


def with_fine(world: World) -> dict[str, Any]:
    ruling = fine(SYSTEM, world.entrants[0], world.round, reason="late", match_points=None, game_points=-10)
    return {"ruling": ruling.pk}


def with_code(world: World) -> dict[str, Any]:
    return {"code": create_device(SYSTEM, world.event, label="new", table=world.tables[2])[1]}


def with_table(world: World) -> dict[str, Any]:
    rebuild(world.stage.pk, 10**9)
    return {}


def with_entrant(world: World) -> dict[str, Any]:
    return {"entrant": world.match.participations.all()[0].entrant_id}


def with_offenders(world: World) -> dict[str, Any]:
    return {"offenders": [world.match.participations.all()[0].entrant_id]}


def with_entry(world: World) -> dict[str, Any]:
    return {"submission": str(world.match.hands.get().entries.get().submission)}


def with_call(world: World) -> dict[str, Any]:
    call, _ = raise_call(Actor(device=world.devices["tablet"]), uuid4())
    return {"call": call.pk}


ROUTES = [
    Route("get", "/schema/", everybody(revoked=LET_IN)),
    Route("get", "/docs/", PUBLIC),
    Route("get", "/problems", PUBLIC),
    Route("get", "/problems/rival", PUBLIC),
    Route("get", "/me", everybody(UNKNOWN) | dict.fromkeys(("stranger", "viewer", *STAFF), LET_IN)),
    Route("get", "/games", PUBLIC),
    Route("get", "/games/tichu", PUBLIC),
    Route("get", "/games/tichu/form", PUBLIC),
    Route("get", "/events", PUBLIC),
    Route("get", "/events/{event}", PUBLIC),
    Route("post", "/events/{event}/status", only(*CHIEFS), {"status": "running"}),
    Route("get", "/events/{event}/log", only(*CHIEFS)),
    Route("get", "/events/{event}/stages", PUBLIC),
    Route("get", "/events/{event}/entrants", PUBLIC),
    Route("post", "/events/{event}/entrants", only(*DESK), {"name": "Late", "players": ["One", "Two"]}),
    Route("get", "/events/{event}/rulings", PUBLIC),
    Route("get", "/events/{event}/devices", only(*DESK)),
    Route("post", "/events/{event}/devices", only(*DESK), {"label": "Table 2", "table": 2}),
    Route("get", "/events/{event}/calls", only(*DESK), ready=with_call),
    Route("get", "/entrants/{entrant}", PUBLIC),
    Route("post", "/entrants/{entrant}/withdraw", only(*DESK), {"now": True, "reason": "ill"}),
    Route("post", "/entrants/{entrant}/return", only(*DESK), {}),
    Route("post", "/entrants/{entrant}/absences", only(*DESK), {"round": 3}),
    Route("get", "/stages/{stage}", PUBLIC),
    Route("post", "/stages/{stage}/close", only(*CHIEFS), {}, as_closed),
    Route("post", "/stages/{stage}/entrants", only(*DESK), {"name": "Late", "players": ["One", "Two"]}),
    Route("get", "/stages/{stage}/form", PUBLIC),
    Route("get", "/stages/{stage}/rounds", PUBLIC),
    Route("post", "/stages/{stage}/rounds", only(*CHIEFS), {"number": 1}),
    Route("get", "/stages/{stage}/standings", PUBLIC),
    Route("get", "/stages/{stage}/standings/{entrant}", PUBLIC, ready=with_table),
    Route("get", "/rounds/{round}", PUBLIC),
    Route("get", "/rounds/{round}", of_a_draft("viewer", *DESK), ready=as_draft),
    Route("get", "/rounds/{round}/matches", PUBLIC),
    Route(
        "post", "/rounds/{round}/fines", only(*CHIEFS), {"entrant": ..., "match_points": -1, "reason": "late"}
    ),
    Route("post", "/rounds/{round}/redraw", of_a_draft(*CHIEFS), {}, as_draft),
    Route("post", "/rounds/{round}/discard", of_a_draft(*CHIEFS), {}, as_draft),
    Route("post", "/rounds/{round}/publish", only(*CHIEFS), {}),
    Route("post", "/rounds/{round}/close", only(*CHIEFS), {}, as_finished),
    Route("post", "/rounds/{round}/reopen", only(*CHIEFS), {"reason": "a slip was lost"}, as_closed),
    Route("get", "/matches/{match}", PUBLIC),
    Route("get", "/matches/{match}/form", PUBLIC),
    Route("get", "/matches/{match}/hands", PUBLIC),
    Route("get", "/matches/{match}/hands/1", PUBLIC),
    Route("post", "/matches/{match}/submissions", only(*STAFF, "tablet", "phone_b"), submission(hand=2)),
    Route(
        "post",
        "/matches/{match}/submissions",
        only(*DESK, "tablet"),
        submission(OTHER, kind="correct", seen_revision=1),
    ),
    Route(
        "post",
        "/matches/{match}/submissions",
        only(*DESK, "tablet"),
        submission(kind="void", seen_revision=1),
    ),
    Route(
        "post",
        "/matches/{match}/hands/1/confirmations",
        only(*STAFF, "tablet", "phone_b"),
        {"revision": 1, "side": "B"},
    ),
    Route(
        "post",
        "/matches/{match}/hands/1/choice",
        only(*CHIEFS),
        {"submission": ..., "reason": "seen"},
        with_entry,
    ),
    Route(
        "post",
        "/matches/{match}/forfeit",
        only(*CHIEFS),
        {"offenders": ..., "reason": "nobody came"},
        with_offenders,
    ),
    Route(
        "post",
        "/matches/{match}/adjust",
        only(*CHIEFS),
        {"match_points": {"A": "3/2", "B": 0}, "reason": "a wrong board"},
    ),
    Route("post", "/matches/{match}/close", only(*CHIEFS), {"reason": "the clock"}),
    Route("post", "/submissions/batch", everybody(anonymous=UNKNOWN), {"submissions": [{}]}),
    Route("post", "/rulings/{ruling}/cancel", only(*CHIEFS), {"reason": "it was a mistake"}, with_fine),
    Route("post", "/devices/pair", PUBLIC, {"code": ...}, with_code),
    Route(
        "get",
        "/devices/me",
        everybody(UNKNOWN) | dict.fromkeys(("tablet", "other_tablet", "phone_b", "hall"), LET_IN),
    ),
    Route(
        "post",
        "/devices/me/calls",
        everybody(UNKNOWN, hall=REFUSED) | dict.fromkeys(("tablet", "other_tablet", "phone_b"), LET_IN),
        {"signal": str(uuid4()), "subject": "rules"},
    ),
    Route(
        "post",
        "/devices/me/phones",
        everybody(UNKNOWN, hall=REFUSED, phone_b=REFUSED) | dict.fromkeys(("tablet", "other_tablet"), LET_IN),
        {"side": "B"},
    ),
    Route("post", "/calls/{call}/take-back", of_a_call("tablet", "phone_b", *CHIEFS), {}, with_call),
    Route("post", "/calls/{call}/take", of_a_call(*DESK), {}, with_call),
    Route("post", "/calls/{call}/end", of_a_call(*DESK), {}, with_call),
    Route("post", "/devices/{device}/code", only(*DESK), {}),
    Route("post", "/devices/{device}/revoke", only(*DESK), {}),
]


@pytest.fixture
def table(db: None) -> World:
    """The evening with one hand entered at table 1."""
    world = pair_all(evening())
    answer = world.client("tablet").post(
        world.address("/matches/{match}/submissions"), submission(), format="json"
    )
    assert answer.status_code == 201
    return world


@pytest.mark.parametrize("who", ACTORS)
def test_who_is_let_in_where(table: World, who: str) -> None:
    wrong = []
    for route in ROUTES:
        with transaction.atomic():
            status, content_type = ask(table, route, who)
            transaction.set_rollback(True)
        expected = route.expected[who]
        let_in = expected == LET_IN and status < 300
        refused = status == expected and content_type == "application/problem+json"
        if not (let_in or refused):
            wrong.append(f"{route.method} {route.path}: {status}, not {expected}")
    assert wrong == []


def ask(world: World, route: Route, who: str) -> tuple[int, str]:
    """Status and content type of the answer."""
    places = {
        "event": world.event.pk,
        "stage": world.stage.pk,
        "round": world.round.pk,
        "match": world.match.pk,
        "entrant": world.entrants[0].pk,
        "device": world.devices["other_tablet"].pk,
    } | route.ready(world)
    body = route.body
    if body is not None:
        body = {key: places[key] if value is ... else value for key, value in body.items()}
    path = "/api/v1" + route.path.format(**places)
    answer = getattr(world.client(who), route.method)(path, body, format=None if body is None else "json")
    return answer.status_code, answer.headers.get("Content-Type", "")


def routes_of_the_api() -> set[tuple[str, str]]:
    """Every method of every path that the resolver knows under /api/v1/."""
    api = next(each for each in get_resolver().url_patterns if str(each.pattern) == "api/v1/")
    found = set()
    for pattern in api.url_patterns:  # type: ignore[union-attr]
        view: type[APIView] | None = getattr(pattern.callback, "view_class", None)  # type: ignore[union-attr]
        path = "/" + re.sub(r"<[^>]*>", "{}", str(pattern.pattern))
        if pattern.name == "nothing":
            continue
        known = [method for method in METHODS if hasattr(view, method)] or ["get"]
        found |= {(method, path) for method in known}
    return found


def test_every_route_is_in_the_table() -> None:
    games = {
        "/games/tichu": "/games/{}",
        "/games/tichu/form": "/games/{}/form",
        "/problems/rival": "/problems/{}",
    }
    listed = set()
    for route in ROUTES:
        path = games.get(route.path, re.sub(r"\{[^}]*\}", "{}", route.path).replace("/hands/1", "/hands/{}"))
        listed.add((route.method, path))
    assert listed == routes_of_the_api()
