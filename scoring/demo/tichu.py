"""Evenings of Tichu: one that is over, one in round 3 with two tables still playing, one in registration."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from fractions import Fraction

from scoring.demo.evening import (
    Evening,
    create,
    next_round,
    only_stage,
    open_matches,
    play,
    play_round,
    set_the_clock,
)
from scoring.services.progress import close_stage
from scoring.services.rulings import fine
from scoring.services.standings import rebuild
from tournaments.access import SYSTEM
from tournaments.locks import writing
from tournaments.models import Event, EventStatus
from tournaments.services.entrants import plan_absence
from tournaments.services.events import move_event

FINISHED, RUNNING, COMING = "otono", "liga-jueves", "copa-invierno"


def finished_evening(now: datetime) -> Event:
    """Nine pairs, four rounds, a bye in each, a fine."""
    evening = Evening(FINISHED, "Torneo de otoño", 9, 4, 11, now - timedelta(days=7))
    event = create(evening)
    stage = only_stage(event)
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
    set_the_clock(event, evening.round_lasts)
    return move_event(SYSTEM, event, EventStatus.FINISHED)


def running_evening(now: datetime) -> Event:
    """Ten pairs in round 3: two tables still play, one pair has asked for a bye."""
    evening = Evening(RUNNING, "Liga de los jueves", 11, 5, 23, now - timedelta(hours=2))
    event = create(evening)
    stage = only_stage(event)
    dice = random.Random(evening.seed)
    plan_absence(SYSTEM, event.entrants.get(number=7), 3)
    for _ in range(2):
        play_round(next_round(stage), dice, evening.hands)
    third = next_round(stage)
    matches = open_matches(third)
    with writing():
        for place, match in enumerate(matches):
            play(match, dice, evening.hands if place < len(matches) - 2 else 2 - place % 2)
    set_the_clock(event, evening.round_lasts)
    rebuild(stage.pk)
    return event


def coming_evening(now: datetime) -> Event:
    """Seven pairs have entered so far."""
    return create(Evening(COMING, "Copa de invierno", 7, 5, 37, now + timedelta(days=12)))
