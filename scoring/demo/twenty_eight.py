"""A club's evening of 28, and one of 56 for teams of three: both in their second round."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from scoring.demo.evening import (
    Evening,
    create,
    enter,
    next_round,
    only_stage,
    open_matches,
    play,
    play_round,
    set_the_clock,
    show_cards,
)
from scoring.services.standings import rebuild
from tournaments.access import SYSTEM
from tournaments.locks import writing
from tournaments.models import Event
from tournaments.services.devices import create_device

PAIRS, TEAMS = "liga-28", "equipos-56"
NAMES_OF_PAIRS = "Las Jotas|Nueve y As|Triunfo Tapado|Los Diez|Puja Alta|La Contra|Sin Triunfo|Última Carta"
NAMES_OF_TEAMS = "Los Dos Mazos|Seis Manos|Mesa Larga|La Gran Puja|Los Cincuenta|Tres Jotas"
HOUR = timedelta(hours=1)

FAILED = {"bidder": 2, "bid": 20, "bidder_points": 17, "doubled": "double"}
"""A doubled bid that falls three points short."""


def evening_of_28(now: datetime) -> Event:
    """Eight pairs in round 2: one table has played, one is in it, one waits for the other side, one is empty.

    The hand that waits is a bid that was doubled and failed.
    """
    evening = Evening(
        slug=PAIRS,
        name="Liga de 28",
        pairs=8,
        rounds=4,
        seed=28,
        starts_at=now - HOUR,
        hands=6,
        game="twenty_eight",
        options={"doubling": "after_auction"},
        names=NAMES_OF_PAIRS,
        round_lasts=HOUR,
    )
    event = create(evening)
    stage = only_stage(event)
    dice = random.Random(evening.seed)
    play_round(next_round(stage), dice, evening.hands)
    over, running, waiting, _empty = open_matches(next_round(stage))
    with writing():
        play(over, dice, evening.hands)
        show_cards(running, (1, 2), dice)
        play(waiting, dice, 1)
    tablet, _code = create_device(SYSTEM, event, label=f"Mesa {waiting.number}", table=waiting.table)
    enter(waiting, 2, FAILED, dice, confirm=False, tablet=tablet)
    set_the_clock(event, evening.round_lasts)
    rebuild(stage.pk)
    return event


def evening_of_56(now: datetime) -> Event:
    """Six teams of three in round 2: of three tables one has played, one is in it, one has not begun."""
    evening = Evening(
        slug=TEAMS,
        name="56 por equipos",
        pairs=6,
        rounds=3,
        seed=56,
        starts_at=now - HOUR,
        game="twenty_eight",
        seated=3,
        options={"variant": "56"},
        names=NAMES_OF_TEAMS,
        round_lasts=HOUR,
    )
    event = create(evening)
    stage = only_stage(event)
    dice = random.Random(evening.seed)
    play_round(next_round(stage), dice, evening.hands)
    over, running, _empty = open_matches(next_round(stage))
    with writing():
        play(over, dice, evening.hands)
        show_cards(running, (1, 2), dice)
    set_the_clock(event, evening.round_lasts)
    rebuild(stage.pk)
    return event
