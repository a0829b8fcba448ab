"""An evening with names that are hard to print."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from scoring.services.standings import rebuild
from tests.make import Evening, evening
from tests.support.kept import Kept, kept

LONG = (
    "Maximiliana Fernández de la Torre y Villavicencio / "
    "Wolfeschlegelsteinhausenbergerdorffdonaudampfschifffahrtsgesellschaftskapitän"
)
NAMES = ["Zoë & Łukasz", "Ελένη – Жанна", LONG, '=HYPERLINK("https://example.org";"win")', "Ana; Bo, Cy"]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    translation.activate("en")
    yield
    translation.activate(settings.LANGUAGE_CODE)


def played(pairs: int = 5, hands: int = 1) -> Evening:
    """An evening with one closed round and a second one published."""
    made = evening(pairs, match={"hands": hands})
    for entrant, name in zip(made.entrants, NAMES, strict=False):
        entrant.name = name
        entrant.save(update_fields=["name"])
    made.play_round({table: 40 + 5 * table for table in range(1, pairs // 2 + 1)}, hands)
    made.next_round()
    rebuild(made.stage.pk)
    return made


kept_night = kept(played)


@pytest.fixture
def night(kept_night: Kept[Evening], db: None) -> Evening:
    return kept_night.again()


@pytest.fixture
def dora(night: Evening) -> Client:
    """The director's browser."""
    client = Client()
    assert night.dora.user is not None
    client.force_login(night.dora.user)
    return client


def path(made: Evening, rest: str) -> str:
    """An address below that of the event."""
    return f"/{made.event.club.slug}/{made.event.slug}/{rest}"
