"""Whatever people, tables and events are called is a text: on pages, in JSON, pictures and on paper."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from pytest_django import DjangoDbBlocker

from tests.pages.markup import Page, inline
from tests.security.ready import with_call, with_fine, with_table
from tests.security.test_leaks import PLACES
from tests.security.test_routes import ROUTES, expected
from tests.security.who import IN
from tests.security.world import Scene, build, undone
from tournaments.models import Club, Device, Entrant, Event, Player, Stage, Table, User

pytestmark = pytest.mark.once

SCRIPT = "<script>alert(1)</script>"
BREAKS_OUT = "\"'><img src=x onerror=alert(1)>{{ 7|add:7 }}{% now %}</title></script>"
BIDI = "abc\u202egnp.exe\u2066\u200f"
NAMES = {"script": SCRIPT, "breaks out": BREAKS_OUT, "turns round": BIDI}
RAW = (SCRIPT, "<img src=x", "onerror=alert(1)>", "</title></script>")
SWAGGER = "/api/v1/docs/"
"""A page of another program, with styles of its own and no names."""
TEXTS: dict[Any, str] = {
    Club: "name",
    Event: "name",
    Stage: "name",
    Entrant: "name",
    Player: "name",
    Table: "label",
    Device: "label",
    User: "first_name",
}


@pytest.fixture(scope="module")
def named(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """The evening in which everything has a strange name; what is numbered keeps its number behind it."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = build()
        for model, column in TEXTS.items():
            for number, row in enumerate(model.objects.order_by("pk")):
                name = list(NAMES.values())[number % len(NAMES)]
                most = model._meta.get_field(column).max_length
                room = most - len(str(number)) - 1
                model.objects.filter(pk=row.pk).update(**{column: f"{name[:room]} {number}"})
        Entrant.objects.update(club=SCRIPT)
        with_table(scene)
        scene.places |= with_fine(scene) | with_call(scene)
        yield scene
        transaction.set_rollback(True)


@pytest.mark.parametrize("who", ["owner", "anonymous", "tablet"])
def test_a_name_is_a_text_everywhere(named: Scene, db: None, who: str) -> None:
    wrong: list[str] = []
    seen = 0
    for route in ROUTES:
        if route.method != "get" or expected(route, who) != IN or route.path == SWAGGER:
            continue
        places = dict.fromkeys(PLACES.findall(route.path), 1) | named.places
        with undone():
            answer = named.send(route, who, places, None).response
        found = list(faults(answer))
        seen += "alert(1)" in answer.content.decode("latin-1")
        wrong += [f"{route.path}: {each}" for each in found]
    assert wrong == []
    assert seen > 10


def faults(answer: HttpResponse) -> Iterator[str]:
    """What a browser would take for more than text."""
    kind = answer.headers["Content-Type"]
    if answer.status_code >= 500:
        yield str(answer.status_code)
    if kind.startswith(("application/json", "application/problem+json")):
        json.loads(answer.content)
    elif kind.startswith("text/html"):
        text = answer.content.decode()
        yield from (f"{each} in the page" for each in RAW if each in text)
        yield from (each for each in inline(Page(text)) if "application/json" not in each)
        for island in re.findall(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL):
            json.loads(island)
    elif kind == "image/svg+xml" and b"<script" in answer.content:
        yield "a script in a picture"


@pytest.mark.parametrize("name", ["Ana\u202e", "\u2067Ana", "Ana\u2069", "A\nB", "A\0B", "A\x1b[2J"])
def test_a_name_that_turns_or_breaks_lines_is_not_entered(named: Scene, db: None, name: str) -> None:
    with undone():
        path = f"/api/v1/events/{named.places['event']}/entrants"
        body = json.dumps({"name": "Late", "players": [name, "Two"]})
        answer = named.client("owner").post(path, body, content_type="application/json")
        assert answer.status_code in (400, 422)
        fine = json.dumps({"name": "Late", "players": ["\u05d0\u200f (2)", "Two"]})
        assert named.client("owner").post(path, fine, content_type="application/json").status_code == 201
