"""One evening with everybody who may ask, and a way to ask as each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import EllipsisType, MappingProxyType
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from zeal import zeal_ignore

from scoring import demo
from scoring.services.rulings import fine
from tests.api.world import STARTS, World, evening, pair_all, submission
from tests.security.who import DEVICES, HIDDEN, IN, LOGIN, REFUSED, UNKNOWN, Rule
from tournaments.access import SYSTEM, Actor
from tournaments.models import AuditEntry, Club, Event, EventMember, EventStatus, Role, User
from tournaments.services.calls import raise_call
from tournaments.services.devices import create_device, pair_device
from tournaments.services.invitations import invite

ALLAUTH = [{"model": "tournaments.User", "field": "get()"}, {"model": "sessions.Session", "field": "get()"}]
"""Some pages of accounts read the session, or who is logged in, twice."""
OWN = re.compile(rb'(?<=csrfmiddlewaretoken" value=")\w+|(?<=name="next" value=")[^"]*|(?<=\?next=)[^"]*')
"""What differs in two answers anyway: the mark against forgery, and the address that was asked for."""
ANYWAY = ("Content-Length", "Expires")
PLACE = re.compile(r"\{\w+\}")

NONE: Mapping[str, Any] = MappingProxyType({})

Ready = Callable[["Scene"], dict[str, Any]]


@dataclass(frozen=True)
class Route:
    """One method of one path: who may, a body with which it succeeds, and what has to be so before.

    `ready` may change the world; what it returns is put into the path and the body, for `{name}` or, with its
    type, for `...`. A body that is `...` is all that it returns.
    """

    method: str
    path: str
    rule: Rule
    body: Mapping[str, Any] | EllipsisType | None = None
    ready: Ready = lambda scene: {}

    @property
    def is_api(self) -> bool:
        return self.path.startswith("/api/")


@dataclass(frozen=True)
class Answer:
    """What was answered, and how many acts were logged meanwhile."""

    response: HttpResponse
    acts: int

    @property
    def verdict(self) -> str:
        """What it comes to for who asked."""
        told = {401: UNKNOWN, 403: REFUSED, 404: HIDDEN}
        status = self.response.status_code
        if status in told:
            return told[status]
        if urlsplit(self.response.headers.get("Location", "")).path == "/login/":
            return LOGIN
        return IN if status < 400 else str(status)

    @property
    def told(self) -> tuple[int, dict[str, str], bytes]:
        """All of it that a reader could compare."""
        headers = {name: value for name, value in self.response.headers.items() if name not in ANYWAY}
        return self.response.status_code, headers, OWN.sub(b"", self.response.content)


@dataclass
class Scene:
    """The evening, places of another club's event, and what a browser or device of everybody sends along."""

    world: World
    elsewhere: dict[str, Any]
    sessions: dict[str, str]
    places: dict[str, Any] = field(default_factory=dict)

    def client(self, who: str, **more: Any) -> Client:
        """A new browser or device of somebody."""
        headers = {}
        if who in DEVICES:
            headers["authorization"] = f"Device {self.world.tokens[who]}"
        client = Client(headers=headers, **more)
        if who in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        return client

    def ask(self, route: Route, who: str, places: Mapping[str, Any] = NONE, **how: Any) -> Answer:
        """The answer to somebody, after which everything is as before; `places` replaces those of the evening."""
        with undone():
            made = route.ready(self)
            body = made if route.body is ... else route.body
            return self.send(route, who, {**self.places, **made, **places}, body, **how)

    def send(
        self,
        route: Route,
        who: str,
        places: Mapping[str, Any],
        wanted: Mapping[str, Any] | None,
        *,
        method: str = "",
        headers: Mapping[str, str] = NONE,
    ) -> Answer:
        """The answer to somebody, with what was done to the log; another `method` brings no body."""
        client, path = self.client(who), route.path.format(**places)
        body: Any = {key: _filled(key, value, places) for key, value in (wanted or {}).items()}
        more: dict[str, Any] = {"headers": headers}
        if route.is_api and route.body is not None:
            body, more["content_type"] = json.dumps(body), "application/json"
        before = acts()
        with zeal_ignore(ALLAUTH):
            if method:
                response = client.generic(method.upper(), path, **more)
            else:
                response = getattr(client, route.method)(path, body, **more)
        return Answer(response, acts() - before)


def _filled(key: str, value: Any, places: Mapping[str, Any]) -> Any:
    if value is ...:
        return places[key]
    return value.format(**places) if isinstance(value, str) and PLACE.fullmatch(value) else value


def acts() -> int:
    """How many there are in the log; asked for so often that it is put as plainly as can be."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {AuditEntry._meta.db_table}")
        return int(cursor.fetchone()[0])


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside leaves nothing in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def build() -> Scene:
    """Six pairs at three tables, a hand entered at table 1, devices and people of every kind."""
    world = pair_all(evening())
    world.tokens["phone"], world.devices["phone"] = world.tokens["phone_b"], world.devices["phone_b"]
    world.users["otto"] = world.users.pop("stranger")
    world.users["root"] = User.objects.create_superuser("root")
    elsewhere = _elsewhere(world)
    scene = Scene(world, elsewhere, {who: _session(user) for who, user in world.users.items()})
    sent = scene.client("tablet").post(
        world.address("/matches/{match}/submissions"),
        json.dumps(submission()),
        content_type="application/json",
    )
    assert sent.status_code == 201
    scene.places = _places(world)
    return scene


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _elsewhere(world: World) -> dict[str, Any]:
    """An event of the other club, hidden, with a round in play: what Otto directs; its places."""
    club = Club.objects.get(slug="other")
    Event.objects.filter(club=club).delete()
    event = demo.create(demo.Evening("secret", "A secret night", 4, 3, 5, STARTS, 2), club)
    stage = event.stages.select_related("event__club", "event__version").get()
    drawn = demo.next_round(stage)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.DRAFT)
    member = EventMember.objects.create(event=event, user=world.users["otto"], role=Role.DIRECTOR)
    match = drawn.matches.exclude(table=None)[0]
    device, code = create_device(SYSTEM, event, label="foreign", table=match.table)
    world.devices["foreign_tablet"], world.tokens["foreign_tablet"] = pair_device(code)
    entrant = event.entrants.all()[0]
    return {
        "event": event.pk,
        "stage": stage.pk,
        "round": drawn.pk,
        "match": match.pk,
        "entrant": entrant.pk,
        "device": device.pk,
        "member": member.pk,
        "invitation": invite(SYSTEM, event, Role.SCORER)[0].pk,
        "call": raise_call(Actor(device=world.devices["foreign_tablet"]), uuid4())[0].pk,
        "ruling": fine(SYSTEM, entrant, drawn, reason="late", match_points=None, game_points=-10).pk,
    }


def _places(world: World) -> dict[str, Any]:
    invitation, token = invite(SYSTEM, world.event, Role.SCORER)
    return {
        "club": world.event.club.slug,
        "slug": world.event.slug,
        "event": world.event.pk,
        "stage": world.stage.pk,
        "round": world.round.pk,
        "match": world.match.pk,
        "entrant": world.entrants[0].pk,
        "device": world.devices["other_tablet"].pk,
        "member": world.event.members.get(role=Role.VIEWER).pk,
        "invitation": invitation.pk,
        "token": token,
        "position": 1,
    }
