"""Evenings of Malilla as clubs play it: a cup that is over, a league with every table in another state."""

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
from scoring.demo.hands import malilla_hand
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.loading import load
from scoring.services.progress import close_stage
from scoring.services.standings import rebuild
from tournaments.access import SYSTEM
from tournaments.locks import writing
from tournaments.models import Event, EventStatus, Match
from tournaments.services.devices import create_device
from tournaments.services.events import move_event

FINISHED, RUNNING = "copa-malilla", "malilla-martes"
NAMES = (
    "Los Arrastres|Nueve de Oros|La Última Baza|Sota y Caballo|Las Contrafallas|Mano a Mano|Rey de Copas|"
    "Los Montes"
)
BEST_OF_THREE = {"target": True}
LONGEST = 60
"""Hands of a match, at most: games end it long before."""
REVOKE = "No asistió a copas en la quinta baza; se vio en la sexta."
HOUR = timedelta(hours=1)


def finished_cup(now: datetime) -> Event:
    """Eight pairs, three rounds, each match the best of three games."""
    evening = Evening(
        slug=FINISHED,
        name="Copa de malilla",
        pairs=8,
        rounds=3,
        seed=72,
        starts_at=now - timedelta(days=5),
        game="malilla",
        match=BEST_OF_THREE,
        names=NAMES,
        round_lasts=HOUR,
    )
    event = create(evening)
    stage = only_stage(event)
    dice = random.Random(evening.seed)
    for _ in range(evening.rounds):
        play_round(next_round(stage), dice, LONGEST)
    close_stage(SYSTEM, stage)
    set_the_clock(event, evening.round_lasts)
    return move_event(SYSTEM, event, EventStatus.FINISHED)


def running_league(now: datetime) -> Event:
    """Eight pairs in round 2, the first still under protest; four tables, each in a state of its own.

    The first has ended, the second is in its third game and shows two hands card by card, the third had a
    ruling and waits for a confirmation, the fourth has not begun.
    """
    evening = Evening(
        slug=RUNNING,
        name="Malilla de los martes",
        pairs=8,
        rounds=4,
        seed=40,
        starts_at=now - HOUR,
        game="malilla",
        match=BEST_OF_THREE,
        settings={"protest_minutes": 60},
        names=NAMES,
        round_lasts=HOUR,
    )
    event = create(evening)
    stage = only_stage(event)
    dice = random.Random(evening.seed)
    play_round(next_round(stage), dice, LONGEST)
    first, second, third, _fourth = open_matches(next_round(stage))
    with writing():
        play(first, dice, LONGEST)
        _third_game(second, dice)
        play(third, dice, 2)
    _rule(third)
    tablet, _code = create_device(SYSTEM, event, label=f"Mesa {third.number}", table=third.table)
    enter(third, 3, _next_hand(third, 3, dice), dice, confirm=False, tablet=tablet)
    set_the_clock(event, evening.round_lasts)
    rebuild(stage.pk)
    return event


def _next_hand(match: Match, number: int, dice: random.Random) -> dict[str, object]:
    """What is typed of a hand of whoever deals next."""
    return malilla_hand(dice, load(match).fold_before(number).state.next_dealer)


def _rule(match: Match) -> None:
    """The second hand goes to the side that has played by the rules."""
    revoked = OnHand(number=2, code="renuncio", side="B", reason=REVOKE, article="8", seen_revision=1)
    rule_on_hand(SYSTEM, match, revoked)


def _third_game(match: Match, dice: random.Random) -> None:
    """A game for each side, then two hands whose cards everybody may see."""
    number, dealer = 0, None
    for side in "AB":
        won = 0
        while not won:
            number += 1
            receipt = enter(match, number, malilla_hand(dice, dealer, side), dice)
            won, dealer = receipt.match["games"][side], receipt.match["next_dealer"]
    show_cards(match, (number + 1, number + 2), dice)
