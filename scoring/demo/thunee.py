"""A cup of Thunee: thirty-two pairs in their first round, each match the best of three games."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from scoring.demo.evening import (
    Evening,
    create,
    next_round,
    only_stage,
    open_matches,
    play,
    set_the_clock,
    show_cards,
)
from scoring.services.standings import rebuild
from tournaments.locks import writing
from tournaments.models import Event

RUNNING = "copa-thunee"
NAMES = "|".join(
    f"{who} {whence}"
    for whence in ("de Durban", "del Puerto", "del Sur", "del Mercado")
    for who in ("Jotas", "Nueves", "Ases", "Dieces", "Reyes", "Damas", "Bolas", "Bazas")
)
BEST_OF_THREE = {"target": True}
LONGEST = 60
"""Hands of a match, at most: games end it long before."""
OVER, STARTED = 4, 4
"""Tables that have played their match, and tables that are in it; the others have not begun."""
HOUR = timedelta(hours=1)


def cup(now: datetime) -> Event:
    """Sixteen tables of the first round: some have played, some are in their first or second game.

    The last of these shows two hands card by card.
    """
    evening = Evening(
        slug=RUNNING,
        name="Copa Thunee",
        pairs=32,
        rounds=5,
        seed=304,
        starts_at=now,
        game="thunee",
        match=BEST_OF_THREE,
        names=NAMES,
        round_lasts=HOUR,
    )
    event = create(evening)
    stage = only_stage(event)
    dice = random.Random(evening.seed)
    matches = open_matches(next_round(stage))
    with writing():
        for match in matches[:OVER]:
            play(match, dice, LONGEST)
        *started, shown = matches[OVER : OVER + STARTED]
        for place, match in enumerate(started, start=1):
            play(match, dice, place)
        show_cards(shown, (1, 2), dice)
    set_the_clock(event, evening.round_lasts)
    rebuild(stage.pk)
    return event
