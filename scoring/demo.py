"""The demo events, made through the same services as any other: for the laptop, the tests, the pictures.

A finished evening, one in round 3 with two tables still playing, and one in registration. Everything comes
from fixed seeds, so every demo is the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from uuid import UUID

from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.intake import record_hand
from scoring.models import EntrySource
from scoring.services.confirm import confirm_hand
from scoring.services.progress import close_round, close_stage, draw_round, publish_round
from scoring.services.rulings import fine
from scoring.services.standings import rebuild
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Misuse
from tournaments.locks import writing
from tournaments.models import Club, Event, EventStatus, EventVersion, Match, Outcome, Round, Stage
from tournaments.services.entrants import plan_absence
from tournaments.services.events import move_event

FIRST_NAMES = (
    "Ana Bea Carla Dario Elsa Fran Gema Hugo Ines Jan Kim Lea Marc Nora Otis Pia "
    "Quim Rosa Sara Timo Ugo Vera Willy Xenia Yara Zoe Aldo Berta Carlo Diana Emil Fina "
    "Gil Hanna Ivo Julia Karl Luisa Max Nina"
)
LAST_NAMES = (
    "Amat Bosch Costa Durand Egli Ferrer Graf Huber Ibarra Jost Keller Lopez Meier Navarro "
    "Ortega Puig Quintana Roca Serra Torres Urban Vidal Weber Xarau Yuste Zeller"
)
PAIR_NAMES = (
    "Las Dragonas|Fénix Azul|Perro Viejo|Los Gorriones|Jade y Espadas|Mesa Redonda|La Pagoda|Doble Victoria|"
    "Estrella Norte|Cuatro Ases|Bomba de Reyes|Segunda Baza"
)
POINTS = {
    "win": 2,
    "draw": 1,
    "loss": 0,
    "pairing_bye": 2,
    "requested_bye": 1,
    "absence": 0,
    "forfeit_win": 2,
    "forfeit_loss": 0,
}
ROUND_LASTS, WALK = timedelta(minutes=40), timedelta(minutes=5)
RANKING = ["match_points", "direct_encounter", "buchholz", "buchholz_cut1", "sonneborn_berger", "difference"]


@dataclass(frozen=True, slots=True)
class Evening:
    """What a demo event is made of."""

    slug: str
    name: str
    pairs: int
    rounds: int
    seed: int
    starts_at: datetime
    hands: int = 4


def demo_club() -> Club:
    """The club of the demo."""
    return Club.objects.get_or_create(
        slug="club-baza", defaults={"name": "Club Baza", "time_zone": "Europe/Madrid", "language": "es"}
    )[0]


def document(evening: Evening) -> dict[str, Any]:
    """The archive of an event before its first round."""
    players, entrants = _pairs(evening)
    return {
        "format": "baza-event",
        "version": 1,
        "event": {
            "slug": evening.slug,
            "name": evening.name,
            "game": "tichu",
            "profile": "club",
            "options": {},
            "entrant_kind": "pair",
            "time_zone": "Europe/Madrid",
            "starts_at": evening.starts_at.isoformat(),
            "seed": evening.seed,
        },
        "players": players,
        "entrants": entrants,
        "stages": [_swiss(evening)],
        "rulings": [],
    }


def _pairs(evening: Evening) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """People and pairs, always the same for the same seed."""
    players: list[dict[str, Any]] = []
    entrants: list[dict[str, Any]] = []
    first, last, pairs = FIRST_NAMES.split(), LAST_NAMES.split(), PAIR_NAMES.split("|")
    for number in range(1, evening.pairs + 1):
        ids = []
        for slot in range(2):
            at = 2 * (number - 1) + slot
            ids.append(f"p{at + 1}")
            name = f"{first[at % len(first)]} {last[(at * 7 + evening.seed) % len(last)]}"
            players.append({"id": ids[-1], "name": name})
        entrants.append({"id": f"e{number}", "number": number, "name": pairs[number - 1], "players": ids})
    return players, entrants


def _swiss(evening: Evening) -> dict[str, Any]:
    """The one stage, before its first round."""
    return {
        "id": "s1",
        "name": "Swiss",
        "method": "swiss",
        "method_options": {},
        "rounds_planned": evening.rounds,
        "match": {"hands": evening.hands},
        "points": POINTS,
        "ranking": RANKING,
        "unplayed": "fide_2026",
        "rounds": [],
    }


def create(evening: Evening, club: Club | None = None) -> Event:
    """The event with its entrants, before its first round."""
    archive = read_archive(document(evening))
    if not isinstance(archive, Archive):
        raise Misuse(f"the demo is not valid: {archive}")
    return import_archive(archive, club or demo_club())


def random_hand(dice: random.Random) -> dict[str, Any]:
    """A Tichu hand as it is typed: calls about as frequent as in real play."""
    first = dice.randint(1, 4)
    calls = {}
    for seat in range(1, 5):
        if dice.random() < (0.30 if seat == first else 0.06):
            calls[str(seat)] = "grand" if dice.random() < 0.25 else "small"
    summary: dict[str, Any] = {"first_out": first}
    if calls:
        summary["calls"] = calls
    if dice.random() < 0.2:
        return {**summary, "result": "double"}
    own = min(125, max(-25, 5 * round(dice.gauss(11, 6))))
    return {**summary, "result": "count", "points": {"A" if first % 2 else "B": own}}


def next_round(stage: Stage, actor: Actor = SYSTEM) -> Round:
    """The next round, drawn and published."""
    drawn, _ = draw_round(actor, stage)
    return publish_round(actor, drawn)


def play(match: Match, dice: random.Random, hands: int, *, confirm: bool = True) -> None:
    """Some hands of a match, entered one after the other and agreed to by the other side."""
    for number in range(1, hands + 1):
        receipt = record_hand(
            match=match,
            number=number,
            kind="enter",
            payload=random_hand(dice),
            submission=UUID(int=dice.getrandbits(128)),
            actor=SYSTEM,
            source=EntrySource.IMPORT,
        )
        if confirm and receipt.status == "submitted":
            confirm_hand(SYSTEM, match, number, receipt.revision or 1)


def open_matches(playing: Round) -> list[Match]:
    """The matches of a round that are played at tables."""
    matches = playing.matches.exclude(participations__outcome__in=list(Outcome)).distinct()
    return list(matches.select_related("round__stage__event__club", "table"))


def play_round(playing: Round, dice: random.Random, hands: int, actor: Actor = SYSTEM) -> Round:
    """All matches of a round, and its close."""
    with writing():  # one commit, and so one computation of the standings, for the whole round
        for match in open_matches(playing):
            play(match, dice, hands)
        return close_round(actor, playing)


def finished_evening(now: datetime) -> Event:
    """Nine pairs, four rounds, a bye in each, a fine."""
    evening = Evening("otono", "Torneo de otoño", 9, 4, 11, now - timedelta(days=7))
    event = create(evening)
    stage = _stage(event)
    dice = random.Random(evening.seed)
    for _ in range(evening.rounds):
        playing = next_round(stage)
        if playing.number == 2:
            entrant = event.entrants.get(number=4)
            fine(
                SYSTEM,
                entrant,
                playing,
                reason="Ten minutes late at the table.",
                code="late",
                game_points=Fraction(-50),
            )
        play_round(playing, dice, evening.hands)
    close_stage(SYSTEM, stage)
    set_the_clock(event)
    return move_event(SYSTEM, event, EventStatus.FINISHED)


def running_evening(now: datetime) -> Event:
    """Ten pairs in round 3: two tables still play, one pair has asked for a bye."""
    evening = Evening("liga-jueves", "Liga de los jueves", 11, 5, 23, now - timedelta(hours=2))
    event = create(evening)
    stage = _stage(event)
    dice = random.Random(evening.seed)
    plan_absence(SYSTEM, event.entrants.get(number=7), 3)
    for _ in range(2):
        play_round(next_round(stage), dice, evening.hands)
    third = next_round(stage)
    matches = open_matches(third)
    with writing():
        for place, match in enumerate(matches):
            play(match, dice, evening.hands if place < len(matches) - 2 else 2 - place % 2)
    set_the_clock(event)
    rebuild(stage.pk, EventVersion.objects.get(event=event).number)
    return event


def set_the_clock(event: Event) -> None:
    """Let the rounds have been played at the times of an evening, and not all while the demo was built."""
    first = event.starts_at
    if first is None:
        raise Misuse("an event of the demo has no beginning")
    for each in Round.objects.filter(stage__event=event):
        begins: datetime = first + (each.number - 1) * ROUND_LASTS
        each.drawn_at = each.published_at = begins
        each.started_at = begins + WALK if each.started_at else None
        each.closed_at = begins + ROUND_LASTS - WALK if each.closed_at else None
        each.save(update_fields=["drawn_at", "published_at", "started_at", "closed_at"])


def coming_evening(now: datetime) -> Event:
    """Seven pairs have entered so far."""
    return create(Evening("copa-invierno", "Copa de invierno", 7, 5, 37, now + timedelta(days=12)))


def _stage(event: Event) -> Stage:
    stage = event.stages.select_related("event__club").get()
    stage.event = event
    return stage


BUILDERS = (finished_evening, running_evening, coming_evening)


def build(now: datetime) -> Sequence[Event]:
    """All demo events, those that are there already left alone."""
    there = {event.slug: event for event in demo_club().events.all()}
    if there:
        return list(there.values())
    hour = now.replace(minute=0, second=0, microsecond=0)
    return [Event.objects.get(pk=builder(hour).pk) for builder in BUILDERS]
