"""Events before their first round, stored from archives, and the people who work on them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.hashers import make_password

from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from tests.events.reckoning import RANKING, TIE_BREAK
from tests.support.usual import POINTS
from tournaments.models import Club, Event, EventMember, User

DIRECTOR, PASSWORD = "dora", "a long evening of cards"
HANDS, ROUNDS = 3, 5


STAGE = {
    "id": "s1",
    "name": "Swiss",
    "method": "swiss",
    "method_options": {},
    "rounds_planned": ROUNDS,
    "match": {"hands": HANDS, "tie_break": TIE_BREAK},
    "points": POINTS,
    "ranking": RANKING,
    "unplayed": "fide_2026",
    "rounds": [],
}


def archive(slug: str, pairs: int, **stage: Any) -> dict[str, Any]:
    """An event of pairs that plays one Swiss stage, before its first round."""
    people = [f"p{number}{seat}" for number in range(1, pairs + 1) for seat in "ab"]
    return {
        "format": "baza-event",
        "version": 1,
        "event": {
            "slug": slug,
            "name": slug.title(),
            "game": "tichu",
            "profile": "seed",
            "options": {},
            "entrant_kind": "pair",
            "time_zone": "Europe/Madrid",
            "starts_at": "2026-11-26T19:00:00+01:00",
            "seed": 4711,
        },
        "players": [{"id": each, "name": f"{slug.title()} {each}"} for each in people],
        "entrants": [
            {
                "id": f"e{number}",
                "number": number,
                "name": f"Pair {number}",
                "players": [f"p{number}a", f"p{number}b"],
            }
            for number in range(1, pairs + 1)
        ],
        "stages": [STAGE | stage],
        "rulings": [],
    }


def store_event(slug: str, pairs: int, **stage: Any) -> int:
    """The event in the database with its director. Returns its id."""
    read = read_archive(archive(slug, pairs, **stage))
    assert isinstance(read, Archive), read
    club, _ = Club.objects.get_or_create(slug="club", defaults={"name": "Club"})
    event: Event = import_archive(read, club)
    director, _ = User.objects.get_or_create(
        username=DIRECTOR, defaults={"password": make_password(PASSWORD)}
    )
    EventMember.objects.create(event=event, user=director, role="director")
    return event.pk
