"""A small evening for the pages: five pairs, two rounds played, the third under way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.timezone import now
from zeal import zeal_ignore

from scoring.demo import Evening, create, next_round, open_matches, play, play_round
from scoring.services import standings
from scoring.services.standings import rebuild
from tests import make
from tests.support.kept import Kept, kept
from tournaments.access import SYSTEM, Actor
from tournaments.models import Event, Stage
from tournaments.services.entrants import plan_absence, withdraw

STARTS = datetime(2026, 7, 3, 18, 30, tzinfo=UTC)


def build_evening(slug: str = "viernes", rounds: int = 2) -> Event:
    """An event of six pairs with so many closed rounds and one that is published; pair 6 has left."""
    event = create(Evening(slug, "Tichu de los viernes", 6, 5, 3, STARTS, hands=1))
    stage = stage_of(event)
    dice = random.Random(1)
    plan_absence(SYSTEM, event.entrants.get(number=5), rounds + 1)
    for _ in range(rounds):
        play_round(next_round(stage), dice, 1)
    withdraw(SYSTEM, event.entrants.get(number=6))
    playing = next_round(stage)
    play(open_matches(playing)[0], dice, 1)
    refresh(event)
    return Event.objects.select_related("club").get(pk=event.pk)


def stage_of(event: Event) -> Stage:
    """The only stage of the event."""
    stage = event.stages.select_related("event__club").get()
    stage.event = event
    return stage


def refresh(event: Event) -> None:
    """What the task does on commit, for tests that never commit."""
    rebuild(event.stages.get().pk)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request in Spanish leaves its language behind in the thread."""
    translation.activate("en")
    yield
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture
def one_moment() -> Iterator[None]:
    """The clock stands: while a protest time runs, every minute makes what is shown a new version."""
    with time_machine.travel(now(), tick=False):
        yield


@pytest.fixture
def sessions_as_django_keeps_them() -> Iterator[None]:
    """Django reads a session twice to end it or to give it another key."""
    with zeal_ignore([{"model": "sessions.Session", "field": "get()"}]):
        yield


kept_evening = kept(build_evening)


@pytest.fixture
def evening(kept_evening: Kept[Event], db: None) -> Event:
    return kept_evening.again()


@pytest.fixture
def vic() -> Client:
    """A visitor."""
    return Client()


@pytest.fixture
def hall(db: None) -> make.Evening:
    """Four pairs in an event before its first round, with its people."""
    return make.evening()


def logged_in(actor: Actor) -> Client:
    """The browser of somebody with an account."""
    client = Client()
    assert actor.user is not None
    client.force_login(actor.user)
    return client


@pytest.fixture
def dora(hall: make.Evening) -> Client:
    """Who owns the event of `hall`."""
    return logged_in(hall.dora)


def address(event: Event, rest: str = "") -> str:
    """An address below that of the event."""
    return f"/{event.club.slug}/{event.slug}/{rest}"


def all_addresses(event: Event) -> dict[str, str]:
    """Every public page, by name."""
    below = {
        "event": "",
        "rules": "rules/",
        "round": "rounds/3/",
        "round by name": "rounds/3/?by=name",
        "closed round": "rounds/1/",
        "round of a stage": "stages/1/rounds/2/",
        "standings": "standings/",
        "earlier standings": "standings/?after=1",
        "standings of a stage": "stages/1/standings/",
        "why": "stages/1/standings/2/",
        "why earlier": "stages/1/standings/2/?after=1",
        "my table": "my-table/",
        "my table found": "my-table/?q=1",
        "my table not found": "my-table/?q=nadie",
    }
    pages = {name: address(event, rest) for name, rest in below.items()}
    return {"home": "/", "login": "/login/", **pages}


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[int]:
    """The stages (ids) whose standings would be computed where there are no workers, one after the other."""
    stages: list[int] = []
    settings.WORKERS = False
    monkeypatch.setattr(standings, "rebuild", stages.append)
    return stages
