"""A small evening for the tests of the API: six pairs, three tables, a published round, everybody who may ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from rest_framework.test import APIClient

from tournaments.access import SYSTEM, Actor
from tournaments.models import (
    Club,
    Device,
    Entrant,
    Event,
    EventMember,
    EventStatus,
    Match,
    MatchStatus,
    Participation,
    Role,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    Table,
    User,
)
from tournaments.services.devices import create_device, pair_device, revoke_device
from tournaments.services.entrants import NewEntrant, add_entrants
from tournaments.services.events import create_event

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


def evening(pairs: int = 6, *, status: str = RoundStatus.PUBLISHED) -> World:
    """A Tichu event of pairs with a round, all tables seated."""
    director = User.objects.create_user("dora", password="secret-of-dora")
    club = Club.objects.create(name="Club", slug="club")
    event = create_event(
        Actor(user=director),
        club,
        slug="evening",
        name="Evening",
        game="tichu",
        profile="seed",
        entrant_kind="pair",
    )
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    event = Event.objects.select_related("club", "version").get(pk=event.pk)
    tables = [Table.objects.create(event=event, number=number) for number in range(1, pairs // 2 + 1)]
    stage = Stage.objects.create(
        event=event,
        ref="s1",
        order=1,
        name="Swiss",
        status=StageStatus.RUNNING,
        method="swiss",
        match={"hands": 2},
        points={
            "win": 2,
            "draw": 1,
            "loss": 0,
            "pairing_bye": 2,
            "requested_bye": 1,
            "absence": 0,
            "forfeit_win": 2,
            "forfeit_loss": 0,
        },
        ranking=["match_points", "difference"],
        rounds_planned=3,
    )
    entrants = add_entrants(
        SYSTEM,
        event,
        [NewEntrant(f"Pair {n}", (f"North {n}", f"South {n}")) for n in range(1, pairs + 1)],
    )
    first = Round.objects.create(stage=stage, number=1, status=status)
    matches = [_seat(first, index, tables, entrants) for index in range(pairs // 2)]
    return World(event, stage, first, matches, entrants, tables, _people(event, director))


def _seat(first: Round, index: int, tables: list[Table], entrants: list[Entrant]) -> Match:
    match = Match.objects.create(
        round=first, table=tables[index], number=index + 1, status=MatchStatus.SCHEDULED, first_dealer=1
    )
    for side, entrant in zip("AB", entrants[2 * index : 2 * index + 2], strict=True):
        Participation.objects.create(match=match, round=first, side=side, entrant=entrant)
    return match


def _people(event: Event, director: User) -> dict[str, User]:
    people = {"owner": director}
    for role in (Role.DIRECTOR, Role.ASSISTANT, Role.SCORER, Role.VIEWER):
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
