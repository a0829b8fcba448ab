"""A hall to load: events of many tables whose round is being played, a tablet at each table.

Written straight into the tables, as draw and pairing leave them, since a thousand matches by the services
take minutes. The same numbers give the same rows, submissions and all.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

TABLES = 100
HANDS = 12


@dataclass(frozen=True, slots=True)
class Tablet:
    """A tablet: its token and the match at its table."""

    token: str
    match: int


def build(events: int, *, tables: int = TABLES, hands: int = HANDS) -> list[Tablet]:
    """So many events of `2 * tables` pairs in their first round. Returns the tablets of all of them."""
    from tournaments.models import Club

    club = Club.objects.create(name="Club", slug="club")
    return [tablet for number in range(events) for tablet in _event(club, number, tables, hands)]


def _event(club: Any, at: int, tables: int, hands: int) -> Iterator[Tablet]:
    from tournaments.models import Entrant, Event, EventVersion, Stage, StageEntrant

    name = f"evening-{at}"
    event = Event.objects.create(
        club=club, slug=name, name=name, game="tichu", profile="club", status="running", seed=at
    )
    EventVersion.objects.create(event=event, number=1)
    stage = Stage.objects.create(
        event=event,
        ref="s1",
        order=1,
        name="Swiss",
        method="swiss",
        status="running",
        match={"hands": hands},
        points={"win": 2, "draw": 1, "loss": 0},
        ranking=["match_points", "buchholz", "game_points"],
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, ref=f"e{n}", kind="pair", number=n, name=f"Pair {n}")
        for n in range(1, 2 * tables + 1)
    )
    StageEntrant.objects.bulk_create(
        StageEntrant(stage=stage, entrant=each, seed=each.number) for each in entrants
    )
    return _round(stage, entrants)


def _round(stage: Any, entrants: list[Any]) -> Iterator[Tablet]:
    """The first round, in which neighbours of the list play each other."""
    from tournaments.models import Match, Participation, Round, Table

    played = Round.objects.create(stage=stage, number=1, status="playing")
    numbers = range(1, len(entrants) // 2 + 1)
    places = Table.objects.bulk_create(Table(event=stage.event, number=n) for n in numbers)
    matches = Match.objects.bulk_create(
        Match(round=played, number=each.number, table=each, status="playing") for each in places
    )
    Participation.objects.bulk_create(
        Participation(match=match, round=played, side=side, entrant=who)
        for match, pair in zip(matches, zip(entrants[::2], entrants[1::2], strict=True), strict=True)
        for side, who in zip("AB", pair, strict=True)
    )
    return _tablets(stage.event, places, matches)


def _tablets(event: Any, places: list[Any], matches: list[Any]) -> Iterator[Tablet]:
    from django.utils import timezone

    from tournaments.models import Device, DeviceSeen
    from tournaments.services.devices import digest

    tokens = [f"{event.slug}-table-{each.number}" for each in places]
    devices = Device.objects.bulk_create(
        Device(event=event, label=f"table {place.number}", table=place, token_hash=digest(token))
        for place, token in zip(places, tokens, strict=True)
    )
    DeviceSeen.objects.bulk_create(DeviceSeen(device=each, at=timezone.now()) for each in devices)
    for token, match in zip(tokens, matches, strict=True):
        yield Tablet(token, match.pk)


def submissions(tablets: list[Tablet], hands: int = HANDS, seed: int = 1) -> Iterator[tuple[Tablet, str]]:
    """Every hand as its tablet sends it: the first ones of all tables, then the second ones."""
    dice = random.Random(seed)
    for hand in range(1, hands + 1):
        for tablet in tablets:
            body: dict[str, Any] = {
                "submission": str(UUID(int=dice.getrandbits(128), version=4)),
                "hand": hand,
                "summary": {
                    "first_out": dice.randint(1, 4),
                    "result": "count",
                    "points": {"A": 5 * dice.randint(-5, 25)},
                },
            }
            yield tablet, json.dumps(body)


def main(events: str, tables: str, parts: str, folder: str, *words: str) -> None:
    """Build so many events in the database of DATABASE_URL, and write their results into so many files.

    With the word `standings` the first one also has a table of all its pairs.
    """
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    built = build(int(events), tables=int(tables))
    if "standings" in words:
        from scoring.services.standings import compute, store
        from tournaments.models import Stage

        stage = Stage.objects.earliest("pk")
        store(stage, 1, 1, compute(stage, 1), final=True)
    lines = [f"{tablet.token}\n{tablet.match}\n{body}\n" for tablet, body in submissions(built)]
    size = len(lines) // int(parts)
    for part in range(int(parts)):
        (Path(folder) / f"results-{part}").write_text("".join(lines[part * size : (part + 1) * size]))


if __name__ == "__main__":
    main(*sys.argv[1:])
