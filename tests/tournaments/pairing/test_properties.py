"""What holds for every draw, whatever the event."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.events import input_of, random_event
from tournaments.pairing import METHODS
from tournaments.pairing.base import Draw, PairingEntrant, PairingInput, SwissOptions
from tournaments.pairing.cost import cost_of
from tournaments.pairing.judge import Grade, judge

SWISS = METHODS["swiss"]
ROOT = Path(__file__).parents[3]
seeds = st.integers(min_value=0, max_value=10**6)


def inputs(seed: int) -> PairingInput:
    return input_of(random_event(seed))


def drawn(seed: int) -> tuple[PairingInput, Draw]:
    event = inputs(seed)
    draw = SWISS.draw(event)
    assume(isinstance(draw, Draw))
    return event, draw


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_everybody_active_sits_exactly_once_and_the_judge_forbids_nothing(seed: int) -> None:
    event, draw = drawn(seed)
    plan = draw.plan
    seated = [entrant for pair in plan.tables for entrant in pair] + list(plan.byes)
    assert sorted(seated) == sorted(one.id for one in event.entrants if one.set_bye is None)
    if not event.fixed:
        assert all(warned.grade < Grade.FORBIDDEN for warned in judge(plan, event))
    tables = [pair.table for pair in draw.tables]
    assert tables == list(range(1, len(tables) + 1))


@settings(max_examples=60, deadline=None)
@given(seeds, st.randoms(use_true_random=False))
def test_the_order_of_the_input_has_no_influence(seed: int, lots: random.Random) -> None:
    event, draw = drawn(seed)
    shuffled = list(event.entrants)
    lots.shuffle(shuffled)
    assert SWISS.draw(replace(event, entrants=tuple(shuffled))) == draw


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(min_value=0, max_value=2**63))
def test_another_seed_never_changes_the_costs(seed: int, other: int) -> None:
    event, draw = drawn(seed)
    again = SWISS.draw(replace(event, seed=other))
    assert isinstance(again, Draw)
    assert again.costs == draw.costs
    assert cost_of(again.plan, event) == draw.costs


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_swapping_two_entrants_of_a_draw_never_makes_it_better(seed: int) -> None:
    event, draw = drawn(seed)
    assume(len(draw.tables) > 1 and not event.fixed)
    (one, two), (three, four), *rest = draw.plan.tables
    swapped = draw.plan._replace(tables=((one, three), (two, four), *rest))
    if cost_of(swapped, event).rematches == 0 and not any(
        warned.grade is Grade.FORBIDDEN for warned in judge(swapped, event)
    ):
        assert cost_of(swapped, event) >= draw.costs


def test_the_seed_decides_among_equal_rounds() -> None:
    entrants = tuple(PairingEntrant(number, number, 0, rank=1) for number in range(1, 9))
    options = SwissOptions(pattern="random")
    rounds = {
        SWISS.draw(PairingInput(2, entrants, seed=seed, options=options)).plan.tables for seed in range(20)
    }
    assert len(rounds) > 15


def test_a_drawn_order_of_the_first_round_follows_the_seed() -> None:
    entrants = tuple(PairingEntrant(number, number) for number in range(1, 9))
    by_number = SWISS.draw(PairingInput(1, entrants, seed=5))
    assert {frozenset(pair) for pair in by_number.plan.tables} == {
        frozenset((number, number + 4)) for number in range(1, 5)
    }
    options = SwissOptions(seeding="draw")
    by_lot = {
        SWISS.draw(PairingInput(1, entrants, seed=seed, options=options)).plan.tables for seed in range(10)
    }
    assert len(by_lot) == 10


PRINT_DRAWS = """
from dataclasses import replace
from tests.tournaments.pairing.events import input_of, random_event
from tournaments.pairing import METHODS

for seed in range(40, 52):
    given = input_of(random_event(seed, most=150 if seed == 51 else 12))
    entrants = tuple(
        replace(one, id=f"entrant {one.id}", met=frozenset(f"entrant {other}" for other in one.met))
        for one in given.entrants
    )
    print(METHODS["swiss"].draw(replace(given, entrants=entrants, forbidden=(), fixed=())))
"""


@pytest.mark.parametrize("hash_seed", ["1", "2718"])
def test_the_draw_is_the_same_under_every_hash_seed(hash_seed: str) -> None:
    def printed(value: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": value}
        run = [sys.executable, "-c", PRINT_DRAWS]
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True, cwd=ROOT)
        return done.stdout

    assert "Draw(" in printed("0")
    assert printed(hash_seed) == printed("0")
