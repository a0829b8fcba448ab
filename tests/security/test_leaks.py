"""What is hidden is nowhere: not on a page, in an answer of the API, a file or an error, for who may not see it.

A word that stands nowhere else is put into everything hidden; then everybody asks for everything. The test is
exact in both directions: who should see a word and does not is a fault too, and shows that the search finds it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.utils.timezone import now
from pytest_django import DjangoDbBlocker

from scoring.services.presence import leave
from scoring.services.progress import close_round, draw_round
from scoring.services.rulings import adjust_match, fine, forfeit_match
from tests.api.world import OTHER
from tests.make import enter
from tests.scoring.exports.reading import pages as pages_of_pdf
from tests.security.page_routes import AT_THE_DESK, PUBLIC
from tests.security.test_routes import ROUTES, expected
from tests.security.who import DEVICES, EVERYBODY, HOLDERS, IN
from tests.security.world import Scene, build
from tournaments.access import SYSTEM, Actor
from tournaments.models import Device, Event, Match, Player, Role, Round, User
from tournaments.services.calls import raise_call, take_call
from tournaments.services.devices import create_device
from tournaments.services.invitations import invite

pytestmark = pytest.mark.once

SEED = 730950731
ONE = Fraction(1)
FILES = re.compile(r"/(print|export)/")
PLACES = re.compile(r"\{(\w+)\}")
NOBODY: frozenset[str] = frozenset()
MAY_SEE = {
    "a draft round": HOLDERS["drafts.view"],
    "an event of another club": {"otto", "root", "foreign_tablet"},
    "why a ruling was made": HOLDERS["results.rule"],
    "why a match was adjusted": HOLDERS["results.rule"],
    "why a hand was corrected": HOLDERS["drafts.view"] | {"scorer"},
    "why somebody left": HOLDERS["audit.view"],
    "a name that was erased": NOBODY,
    "the address of a player": NOBODY,
    "the address of an official": {"viewer"},
    "the name of an official": HOLDERS["event.edit"] | {"viewer"},
    "the login of an official": HOLDERS["calls.take"] | HOLDERS["event.edit"],
    "the name of who is invited": HOLDERS["members.edit"],
    "the address of who is invited": HOLDERS["members.edit"],
    "the link of an invitation": NOBODY,
    "what a tablet is called": HOLDERS["devices.edit"] | {"other_tablet"},
    "the token of a tablet": NOBODY,
    "the hash of a token": NOBODY,
    "the code of a tablet": NOBODY,
}


@pytest.fixture(scope="module")
def hidden(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Scene, dict[str, str]]]:
    """The evening after its first round, the second one drawn; and the word in everything hidden."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = build()
        yield scene, plant(scene)
        transaction.set_rollback(True)


def plant(scene: Scene) -> dict[str, str]:
    """Put a word into everything hidden; what has a word of its own keeps it."""
    word = {what: f"zq{number}hidden" for number, what in enumerate(MAY_SEE)}
    world, event = scene.world, scene.world.event
    first, second, third = world.matches
    enter(first, 1, OTHER, SYSTEM, kind="correct", seen=1, reason=word["why a hand was corrected"])
    adjust_match(SYSTEM, first, dict(A=ONE, B=ONE), reason=word["why a match was adjusted"])
    for match in (second, third):
        forfeit_match(SYSTEM, match, [match.participations.all()[0].entrant], reason="nobody came")
    why = word["why a ruling was made"]
    ruling = fine(SYSTEM, world.entrants[0], world.round, reason=why, match_points=None, game_points=-10)
    leave(SYSTEM, world.entrants[5], reason=word["why somebody left"])
    close_round(SYSTEM, world.round)
    drawn, _ = draw_round(SYSTEM, world.stage)
    Round.objects.filter(pk=drawn.pk).update(seed=SEED)
    word["a draft round"] = str(SEED)

    Event.objects.filter(pk=scene.elsewhere["event"]).update(name=word["an event of another club"])
    Player.objects.update(email=f"{word['the address of a player']}@example.org")
    somebody = first.participations.all()[0].entrant.line_up.all()[0].player_id
    Player.objects.filter(pk=somebody).update(name=word["a name that was erased"], anonymised_at=now())
    User.objects.filter(pk=world.users["viewer"].pk).update(
        email=f"{word['the address of an official']}@example.org", first_name=word["the name of an official"]
    )
    User.objects.filter(pk=world.users["assistant"].pk).update(username=word["the login of an official"])
    call, _ = raise_call(Actor(device=world.devices["tablet"]), uuid4())
    take_call(Actor(user=world.users["assistant"]), call)
    Device.objects.filter(pk=world.devices["other_tablet"].pk).update(label=word["what a tablet is called"])
    address = f"{word['the address of who is invited']}@example.org"
    named = word["the name of who is invited"]
    word["the link of an invitation"] = invite(SYSTEM, event, Role.VIEWER, name=named, email=address)[1]
    word["the token of a tablet"] = world.tokens["tablet"]
    word["the hash of a token"] = str(Device.objects.get(pk=world.devices["tablet"].pk).token_hash)
    word["the code of a tablet"] = create_device(SYSTEM, event, label="new", table=world.tables[2])[1]
    scene.places |= {"ruling": ruling.pk, "position": ruling.position, "call": call.pk, "draft": drawn.pk}
    return word


def test_everything_hidden_is_seen_by_those_who_may_and_by_nobody_else(
    hidden: tuple[Scene, dict[str, str]], db: None
) -> None:
    scene, words = hidden
    seen = defaultdict(set)
    for who in EVERYBODY:
        for text in everything(scene, who):
            for what, word in words.items():
                if word in text:
                    seen[what].add(who)
    assert {what: sorted(seen[what]) for what in MAY_SEE} == {
        what: sorted(people) for what, people in MAY_SEE.items()
    }


def everything(scene: Scene, who: str) -> Iterator[str]:
    """What somebody is answered: every GET, for both rounds, whole and as a live part, and every refusal."""
    draft = {"round": scene.places["draft"], "match": Match.objects.filter(round=scene.places["draft"])[0].pk}
    for route in ROUTES:
        if route.method != "get" and expected(route, who) == IN:
            continue  # that changes something, for who may
        if who in DEVICES and not route.is_api:
            continue  # a page knows no devices
        places = dict.fromkeys(PLACES.findall(route.path), 1) | scene.places
        body = None if route.method == "get" else {}
        yield from told(scene.send(route, who, places, body).response)
        if route in (*PUBLIC, *AT_THE_DESK) and not FILES.search(route.path):
            yield from told(scene.send(route, who, places, body, headers={"hx-request": "true"}).response)
        again = replace(route, path=route.path.replace("rounds/1/", "rounds/2/"))
        if route.method == "get" and (again != route or {"round", "match"} & {*PLACES.findall(route.path)}):
            yield from told(scene.send(again, who, places | draft, None).response)


def told(response: HttpResponse) -> Iterator[str]:
    """The texts of an answer: its headers, and its content whatever it is packed in."""
    yield str(response.headers)
    kind = response.headers.get("Content-Type", "")
    if kind == "application/pdf":
        yield from pages_of_pdf(response.content)
    elif "spreadsheetml" in kind:
        with zipfile.ZipFile(io.BytesIO(response.content)) as book:
            yield from (book.read(name).decode() for name in book.namelist())
    else:
        yield response.content.decode()
