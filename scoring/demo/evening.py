"""An evening of the demo, made through the same services as any other: who plays, its rounds, its hands.

Everything comes from the seed of an evening, so every demo is the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from engine.core.play import play_hand
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.demo.hands import RANDOM_HANDS
from scoring.intake import record_hand
from scoring.models import EntrySource
from scoring.receipts import Receipt
from scoring.services.confirm import confirm_hand
from scoring.services.loading import load
from scoring.services.progress import close_round, draw_round, publish_round
from scoring.services.release import release_hands
from scoring.setup import stage_setup
from scoring.stage_points import TWO_FOR_A_WIN
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Misuse
from tournaments.locks import writing
from tournaments.models import Club, Device, Event, Match, Outcome, Round, Stage

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
KINDS = {2: "pair", 3: "team"}
WALK = timedelta(minutes=5)
RANKING = ["match_points", "direct_encounter", "buchholz", "buchholz_cut1", "sonneborn_berger", "difference"]


@dataclass(frozen=True, slots=True)
class Evening:
    """What a demo event is made of: a match has `hands` hands, or ends as `match` says.

    `pairs` entrants of `seated` people each.
    """

    slug: str
    name: str
    pairs: int
    rounds: int
    seed: int
    starts_at: datetime
    hands: int = 4
    game: str = "tichu"
    seated: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    match: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    names: str = PAIR_NAMES
    round_lasts: timedelta = timedelta(minutes=40)


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
            "game": evening.game,
            "profile": "club",
            "options": dict(evening.options),
            "settings": dict(evening.settings),
            "entrant_kind": KINDS[evening.seated],
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
    """People, and the pairs or teams that they form, always the same for the same seed."""
    players: list[dict[str, Any]] = []
    entrants: list[dict[str, Any]] = []
    first, last, pairs = FIRST_NAMES.split(), LAST_NAMES.split(), evening.names.split("|")
    for number in range(1, evening.pairs + 1):
        ids = []
        for slot in range(evening.seated):
            at = evening.seated * (number - 1) + slot
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
        "match": dict(evening.match) or {"hands": evening.hands},
        "points": TWO_FOR_A_WIN,
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


def next_round(stage: Stage, actor: Actor = SYSTEM) -> Round:
    """The next round, drawn and published."""
    drawn, _ = draw_round(actor, stage)
    return publish_round(actor, drawn)


def play(match: Match, dice: random.Random, hands: int, *, confirm: bool = True) -> None:
    """Some hands of a match, or as many as it lasts, one after the other and agreed to by the other side."""
    event = match.round.stage.event
    random_hand = RANDOM_HANDS[event.game, str(event.options.get("variant", ""))]
    dealer: int | None = None
    for number in range(1, hands + 1):
        receipt = enter(match, number, random_hand(dice, dealer), dice, confirm=confirm)
        if receipt.match["finished"]:
            return
        dealer = receipt.match["next_dealer"]


def enter(
    match: Match,
    number: int,
    summary: Mapping[str, Any],
    dice: random.Random,
    *,
    record: Mapping[str, Any] | None = None,
    confirm: bool = True,
    tablet: Device | None = None,
) -> Receipt:
    """A hand as it is typed, on a tablet or at the desk, and agreed to by the other side."""
    receipt = record_hand(
        match=match,
        number=number,
        kind="enter",
        payload=summary,
        record=record,
        submission=UUID(int=dice.getrandbits(128)),
        actor=SYSTEM if tablet is None else Actor(device=tablet),
        source=EntrySource.IMPORT if tablet is None else EntrySource.DEVICE,
    )
    if confirm and receipt.status == "submitted":
        confirm_hand(SYSTEM, match, number, receipt.revision or 1)
    return receipt


def enter_with_cards(match: Match, number: int, dice: random.Random) -> None:
    """A hand that is kept card by card."""
    setup = stage_setup(match.round.stage)
    if setup.game.play is None:
        raise Misuse(f"{setup.game.key} is not played card by card")
    context = load(match).fold_before(number).state.context()
    record, summary = play_hand(
        setup.game.play, setup.rules, dice, dealer=context.dealer, known=context.filled
    )
    enter(match, number, summary, dice, record=record)


def show_cards(match: Match, numbers: Iterable[int], dice: random.Random) -> None:
    """Hands whose cards everybody may see."""
    for number in numbers:
        enter_with_cards(match, number, dice)
    release_hands(SYSTEM, match)


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


def set_the_clock(event: Event, round_lasts: timedelta) -> None:
    """Let the rounds have been played at the times of an evening, and not all while the demo was built."""
    first = event.starts_at
    if first is None:
        raise Misuse("an event of the demo has no beginning")
    for each in Round.objects.filter(stage__event=event):
        begins: datetime = first + (each.number - 1) * round_lasts
        each.drawn_at = each.published_at = begins
        each.started_at = begins + WALK if each.started_at else None
        each.closed_at = begins + round_lasts - WALK if each.closed_at else None
        each.save(update_fields=["drawn_at", "published_at", "started_at", "closed_at"])


def only_stage(event: Event) -> Stage:
    """The one stage of a demo event."""
    stage = event.stages.select_related("event__club").get()
    stage.event = event
    return stage
