"""A small evening for the tests of the API: six pairs, three tables, a published round, everybody who may ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from rest_framework.test import APIClient

from scoring import demo
from tournaments.access import SYSTEM, Actor
from tournaments.models import (
    Club,
    Device,
    Entrant,
    Event,
    EventMember,
    EventStatus,
    Match,
    Role,
    Round,
    Stage,
    Table,
    User,
)
from tournaments.services.devices import create_device, pair_device, revoke_device
from tournaments.services.events import create_event

STARTS = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)

COUNTED = {"first_out": 1, "result": "count", "points": {"A": 60}}
OTHER = {"first_out": 1, "result": "count", "points": {"A": 65}}
WRONG = {"first_out": 1, "result": "count", "points": {"A": 61}}


@dataclass
class World:
    """The evening, its people and its devices."""

    event: Event
    stage: Stage
    round: Round
    matches: list[Match]
    entrants: list[Entrant]
    tables: list[Table]
    users: dict[str, User]
    tokens: dict[str, str] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)

    @property
    def match(self) -> Match:
        """The match at table 1."""
        return self.matches[0]

    def client(self, who: str = "anonymous", **kwargs: Any) -> APIClient:
        """A client that speaks for somebody."""
        client = APIClient(**kwargs)
        if who in self.users:
            client.force_login(self.users[who])
        elif who in self.tokens:
            client.credentials(HTTP_AUTHORIZATION=f"Device {self.tokens[who]}")
        else:
            assert who == "anonymous", who
        return client

    def address(self, name: str) -> str:
        """The address of a path with its places filled: `/matches/{match}/hands`."""
        return "/api/v1" + name.format(
            event=self.event.pk,
            stage=self.stage.pk,
            round=self.round.pk,
            match=self.match.pk,
            entrant=self.entrants[0].pk,
        )


def evening(pairs: int = 6, *, hands: int = 2) -> World:
    """A Tichu event of pairs in round 1, all tables seated and nothing entered."""
    plan = demo.Evening("evening", "Evening", pairs, 3, 5, STARTS, hands)
    event = demo.create(plan, Club.objects.create(name="Club", slug="club"))
    stage = event.stages.select_related("event__club", "event__version").get()
    first = demo.next_round(stage)
    event = Event.objects.select_related("club", "version").get(pk=event.pk)
    matches = list(first.matches.select_related("round__stage__event", "table").order_by("table__number"))
    tables = [match.table for match in matches if match.table is not None]
    return World(event, stage, first, matches, list(event.entrants.all()), tables, _people(event))


def _people(event: Event) -> dict[str, User]:
    people = {}
    for role in Role:
        people[role] = User.objects.create_user(f"{role}-of-club")
        EventMember.objects.create(event=event, user=people[role], role=role)
    people["stranger"] = User.objects.create_user("otto")
    other = create_event(
        Actor(user=people["stranger"]),
        Club.objects.create(name="Other", slug="other"),
        slug="evening",
        name="Elsewhere",
        game="tichu",
        profile="seed",
        entrant_kind="pair",
    )
    assert other.status == EventStatus.DRAFT
    return people


def pair(world: World, who: str, **kwargs: Any) -> Device:
    """A paired device whose token the world remembers."""
    device, code = create_device(SYSTEM, world.event, label=who, **kwargs)
    device, token = pair_device(code)
    world.tokens[who], world.devices[who] = token, device
    return device


def pair_all(world: World) -> World:
    """One device of every kind."""
    pair(world, "tablet", table=world.tables[0])
    pair(world, "other_tablet", table=world.tables[1])
    pair(world, "phone_b", table=world.tables[0], profile="side", side="B")
    pair(world, "hall", profile="hall")
    revoke_device(SYSTEM, pair(world, "revoked", table=world.tables[0]))
    return world


def submission(summary: Any = None, **kwargs: Any) -> dict[str, Any]:
    """A body for `POST /matches/{id}/submissions`."""
    body: dict[str, Any] = {"submission": str(uuid4()), "hand": 1, "kind": "enter"}
    if kwargs.get("kind") != "void":
        body["summary"] = COUNTED if summary is None else summary
    return body | kwargs
