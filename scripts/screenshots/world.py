"""What the pictures show: the events of the demo, and three more in which every state can be seen."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from uuid import UUID

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.test import Client
from django.utils.crypto import get_random_string
from django.utils.http import int_to_base36

from scoring.demo import (
    Evening,
    build,
    create,
    demo_club,
    malilla,
    next_round,
    open_matches,
    play,
    play_round,
    thunee,
    tichu,
    twenty_eight,
)
from scoring.intake import record_hand
from scoring.models import EntrySource, Hand
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.progress import draw_round
from scoring.services.release import release_hands
from scoring.services.rulings import cancel_ruling, fine, forfeit_match
from scoring.services.seat_draw import take_card
from scoring.services.standings import rebuild
from scripts.screenshots.hands import recorded
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Conflict
from tournaments.models import (
    CallSubject,
    Device,
    Event,
    EventMember,
    Match,
    Role,
    Round,
    Stage,
    Table,
    User,
)
from tournaments.services.calls import raise_call
from tournaments.services.devices import create_device, renew_code
from tournaments.services.entrants import withdraw
from tournaments.services.events import create_event
from tournaments.services.invitations import invite, revoke_invitation

HANDS = 4
SPARE_TABLE = 7
"""The number of a table at which nobody sits this round."""
SEATS = (1, 2, 3, 4)
DRAWN = {1: 0, 2: 2, 3: 5, 4: 4}
"""How many cards each table of the draw has drawn; the fifth is turned for the first deal."""
PLACES = {"over": 1, "conflict": 2, "review": 3, "playing": 4, "empty": 5, "rest": SPARE_TABLE}
"""The states that a tablet can be in, and the table of the night where each is found."""


DEMO = {
    "finished": tichu.FINISHED,
    "running": tichu.RUNNING,
    "coming": tichu.COMING,
    "cup": malilla.FINISHED,
    "league": malilla.RUNNING,
    "pairs": twenty_eight.PAIRS,
    "teams": twenty_eight.TEAMS,
    "thunee": thunee.RUNNING,
}
"""The events of the demo by the names of their places."""


@dataclass(slots=True)
class World:
    """Where everything is: `at` fills the places in the addresses of the pictures."""

    at: dict[str, str] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)
    tablets: dict[str, Device] = field(default_factory=dict)

    def code(self, place: str) -> str:
        """A code that is good for the tablet of this place, once."""
        return renew_code(SYSTEM, self.tablets[place])

    def session(self, who: str) -> str:
        """The key of a new session of this person."""
        client = Client()
        client.force_login(self.people[who])
        return client.cookies[settings.SESSION_COOKIE_NAME].value


def make_world(now: datetime) -> World:
    """Build all of it into an empty database."""
    world = World()
    world.people = {name: User.objects.create_user(name) for name in ("dora", "sam", "otto", "vic")}
    world.people["dora"].set_password(get_random_string(20))
    world.people["dora"].save(update_fields=["password"])
    demo = build(now)
    hour = now.replace(minute=0, second=0, microsecond=0)
    night, draft = _night(hour, world), _drafted(hour)
    empty = create_event(
        Actor(user=world.people["dora"]),
        demo_club(),
        slug="torneo-nuevo",
        name="Torneo nuevo",
        game="tichu",
        profile="club",
        entrant_kind="pair",
        time_zone="Europe/Madrid",
    )
    named = {name: demo[slug] for name, slug in DEMO.items()} | {"night": night, "draft": draft}
    named["seats"] = _drawing(hour, world)
    for event in named.values():
        _staff(event, world)
    _malilla(named["league"], world)
    for name in ("pairs", "teams", "thunee"):
        shown = Hand.objects.filter(match__round__stage__event=named[name], released__isnull=False)
        hand = shown.latest("pk")
        world.at[f"{name}_cards"] = f"matches/{hand.match_id}/hands/{hand.number}/"
    world.at["thunee_match"] = str(hand.match_id)
    for name in ("pairs", "teams", "thunee"):
        _connect(named[name], name, world)
    for name, event in {**named, "empty": empty}.items():
        world.at[name] = f"/{event.club.slug}/{event.slug}/"
    _invite(night, world)
    world.at["reset"] = _key_of(world.people["vic"])
    return world


def _invite(event: Event, world: World) -> None:
    """Two invitations that are open, one of which is followed in a picture, and one that was taken back."""
    dora = Actor(user=world.people["dora"])
    _open, world.at["invitation"] = invite(dora, event, Role.ASSISTANT, name="Vic")
    invite(dora, event, Role.SCORER)
    ended, world.at["invitation_ended"] = invite(dora, event, Role.VIEWER)
    revoke_invitation(dora, event, ended.pk)


def _key_of(user: User) -> str:
    """What stands in the link of a letter for a new password."""
    return f"{int_to_base36(user.pk)}-{PasswordResetTokenGenerator().make_token(user)}"


def _staff(event: Event, world: World) -> None:
    for name, role in (("dora", Role.OWNER), ("sam", Role.SCORER)):
        EventMember.objects.get_or_create(event=event, user=world.people[name], role=role)


def _night(hour: datetime, world: World) -> Event:
    """Six tables in the second round, each in a state of its own, and a book of rulings."""
    evening = Evening("viernes", "Noche de Tichu", 12, 4, 5, hour - timedelta(hours=1), HANDS)
    event = create(evening)
    stage = event.stages.select_related("event__club").get()
    dice = random.Random(evening.seed)
    first = play_round(next_round(stage), dice, HANDS)
    second = next_round(stage)
    tables = {match.table.number: match for match in open_matches(second) if match.table}
    play(tables[PLACES["over"]], dice, HANDS)
    play(tables[PLACES["conflict"]], dice, 1)
    play(tables[PLACES["review"]], dice, 1)
    play(tables[PLACES["playing"]], dice, 1)
    _rule(first, second, tables[6])
    _show_cards(tables[PLACES["playing"]], dice)
    for place, number in PLACES.items():
        table = Table.objects.get_or_create(event=event, number=number)[0]
        world.tablets[place] = create_device(SYSTEM, event, label=f"Mesa {number}", table=table)[0]
    _send(tables[PLACES["review"]], world.tablets["review"], 55, dice)
    _differ(event, tables[PLACES["conflict"]], dice)
    raise_call(Actor(device=world.tablets["conflict"]), UUID(int=dice.getrandbits(128)), CallSubject.SCORE)
    for number, match in tables.items():
        world.at[f"match_{number}"] = str(match.pk)
    world.at["old_match"] = str(open_matches(first)[0].pk)
    _reckon(stage)
    return event


def _malilla(league: Event, world: World) -> None:
    """The matches of the round that is on, the cards of one of them, and two tablets."""
    playing = league.stages.get().rounds.get(number=2)
    for match in open_matches(playing):
        number = match.number
        world.at[f"league_{number}"] = str(match.pk)
        shown = match.hands.exclude(released=None).order_by("number").last()
        if shown is not None:
            world.at["cards"] = f"matches/{match.pk}/hands/{shown.number}/"
        if match.table and number in (3, 4):
            label = f"Mesa {match.table.number}"
            world.tablets[f"malilla_{number}"] = create_device(
                SYSTEM, league, label=label, table=match.table
            )[0]


def _connect(event: Event, name: str, world: World) -> None:
    """A tablet for each table at which somebody plays, by the number of the match."""
    for match in open_matches(event.stages.get().rounds.latest("number")):
        label = f"Mesa {match.number}"
        device, _code = create_device(SYSTEM, event, label=label, table=match.table)
        world.tablets[f"{name}_{match.number}"] = device


def _drawing(hour: datetime, world: World) -> Event:
    """Tables that draw for their seats: not begun, at it, with a card to be turned, and done."""
    evening = Evening(
        slug="sorteo",
        name="Sorteo de asientos",
        pairs=8,
        rounds=3,
        seed=9,
        starts_at=hour,
        game="malilla",
        match={"target": True},
        settings={"seat_draw": "cards"},
        names=malilla.NAMES,
    )
    event = create(evening)
    first = next_round(event.stages.select_related("event__club").get())
    for match in open_matches(first):
        number = match.number
        for place in range(1, DRAWN[number] + 1):
            turns = place > len(SEATS)
            match.refresh_from_db()
            take_card(SYSTEM, match, SEATS[0] if turns else place, 5 * place)
        world.at[f"seats_{number}"] = str(match.pk)
        world.tablets[f"seats_{number}"] = create_device(
            SYSTEM, event, label=f"Mesa {number}", table=match.table
        )[0]
    return event


def _show_cards(match: Match, dice: random.Random) -> None:
    """The first hand is corrected card by card, and everybody may see it."""
    record, summary = recorded()
    record_hand(
        match=match,
        number=1,
        kind="correct",
        payload=summary,
        record=record,
        seen_revision=1,
        submission=UUID(int=dice.getrandbits(128)),
        actor=SYSTEM,
        source=EntrySource.IMPORT,
    )
    release_hands(SYSTEM, match)


def _differ(event: Event, match: Match, dice: random.Random) -> None:
    """Two phones send different results of the second hand."""
    for side, taken in (("A", 80), ("B", 65)):
        label = f"Móvil {side}"
        phone = create_device(SYSTEM, event, label=label, table=match.table, profile="side", side=side)[0]
        with suppress(Conflict):
            _send(match, phone, taken, dice)


def _send(match: Match, device: Device, taken: int, dice: random.Random) -> None:
    """The second hand from a device: side A took so many card points."""
    record_hand(
        match=match,
        number=2,
        kind="enter",
        payload={"first_out": 1, "calls": {"1": "small"}, "result": "count", "points": {"A": taken}},
        submission=UUID(int=dice.getrandbits(128)),
        actor=Actor(device=device),
        source=EntrySource.DEVICE,
    )


def _rule(first: Round, second: Round, match: Match) -> None:
    """A forfeit, a ruling on a hand, a fine that stands and one that was cancelled."""
    event = first.stage.event
    entrants = [event.entrants.get(number=number) for number in (4, 9)]
    late = fine(
        SYSTEM, entrants[0], first, reason="Ten minutes late.", code="late", game_points=Fraction(-50)
    )
    cancel_ruling(SYSTEM, late, reason="The bus had broken down; the pair had called.")
    fine(SYSTEM, entrants[1], second, reason="It rang twice.", code="phone", match_points=Fraction(-1, 2))
    absent = match.participations.select_related("entrant").order_by("side")[1].entrant
    forfeit_match(SYSTEM, match, [absent], reason="Nobody came within a quarter of an hour.")
    seen = "A hand was shown to the partner before the last trick."
    peeked = OnHand(number=1, code="peeking", side="B", reason=seen, seen_revision=1)
    rule_on_hand(SYSTEM, open_matches(first)[0], peeked)


def _drafted(hour: datetime) -> Event:
    """Seven pairs of which one has left, and a draft of the fourth round that has things against it."""
    evening = Evening("primavera", "Copa de primavera", 7, 5, 41, hour - timedelta(hours=3), 1)
    event = create(evening)
    stage = event.stages.select_related("event__club").get()
    dice = random.Random(evening.seed)
    for _ in range(3):
        play_round(next_round(stage), dice, 1)
    withdraw(SYSTEM, event.entrants.get(number=6))
    draw_round(SYSTEM, stage)
    _reckon(stage)
    return event


def _reckon(stage: Stage) -> None:
    """Standings that are up to date, also where no commit starts the task for them."""
    rebuild(stage.pk)
