"""The two ways through a field, few tables and all tables, against each other and against networkx."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tests.tournaments.pairing.events import input_of, random_event
from tests.tournaments.pairing.networkx_model import best_costs
from tournaments.pairing import METHODS, exact, sparse
from tournaments.pairing.base import (
    LEVELS,
    CostVector,
    Draw,
    Float,
    PairingEntrant,
    PairingInput,
    SwissOptions,
)
from tournaments.pairing.cost import table_cost, vector
from tournaments.pairing.exact import Solution
from tournaments.pairing.graph import leaves_plenty
from tournaments.pairing.levels import columns_of, lots, table_levels
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.matching import least_perfect_matching


@pytest.mark.parametrize("seed", range(9000, 9012))
def test_networkx_finds_no_better_round(seed: int) -> None:
    event = random_event(seed, most=40, least=20)
    given = input_of(event)
    drawn = METHODS["swiss"].draw(given)
    assert isinstance(drawn, Draw)
    assert drawn.costs == best_costs(event, given)


def costs(lineup: Lineup, solution: Solution | None) -> CostVector:
    assert solution is not None
    byes = [] if solution.bye is None else [solution.bye]
    return vector(lineup, [*solution.tables, *lineup.fixed], byes)


def large_field(seed: int, most: int = 90) -> Lineup | None:
    """A field in which everybody may meet half of the others; None where this seed gives another one."""
    lots = random.Random(seed)
    event = random_event(seed, most=most, least=20)
    given = input_of(event)
    options = {**{name: getattr(given.options, name) for name in ("same_club_rounds", "accelerate_rounds")}}
    pattern = lots.choice(("slide", "slide", "fold", "adjacent", "random"))
    given = replace(given, options=SwissOptions(pattern=pattern, **options), continuous=lots.random() < 0.15)
    lineup = Lineup.of(given)
    return lineup if leaves_plenty(lineup) and (lineup.bye_candidates or not lineup.is_odd) else None


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_few_tables_give_what_all_tables_give_as_far_as_they_claim(first: int) -> None:
    complete = 0
    for seed in range(first, first + 20):
        lineup = large_field(seed)
        if lineup is None:
            continue
        few, all_tables = sparse.best_round(lineup), exact.best_round(lineup, lineup.bye_candidates)
        found, best = costs(lineup, few), costs(lineup, all_tables)
        assert few is not None
        proven = len(few.certificate.proven)
        assert few.certificate.proven == LEVELS[:proven]
        assert tuple(found)[:proven] == tuple(best)[:proven], f"field {seed}"
        if few.certificate.is_complete:
            complete += 1
        else:
            assert (Fraction(found[proven]) - Fraction(best[proven])) <= few.certificate.gap
    assert complete > 10


def test_a_bound_that_is_not_met_is_told() -> None:
    """Four of one club among six: two tables of one club cannot be avoided, parity does not see them."""
    entrants = tuple(
        PairingEntrant(number, number, club="North" if number <= 30 else "South") for number in range(1, 41)
    )
    lineup = Lineup.of(PairingInput(1, entrants, options=SwissOptions(same_club_rounds=1), continuous=True))
    solution = sparse.best_round(lineup)
    assert solution is not None
    assert costs(lineup, solution).soft_bans == 10
    assert solution.certificate.proven == ("rematches", "bye")
    assert solution.certificate.gap == 10


def field_of_scores(scores: list[int], **more: object) -> Lineup:
    entrants = tuple(
        PairingEntrant(
            number, number, score, floated=Float(number % 3 - 1), club=number % 4, group=number % 5 or None
        )
        for number, score in enumerate(scores, start=1)
    )
    return Lineup.of(PairingInput(2, entrants, **more))


@pytest.mark.parametrize("continuous", [False, True])
@pytest.mark.parametrize("pattern", ["slide", "fold", "adjacent", "random"])
def test_costs_of_many_tables_are_those_of_each(pattern: str, continuous: bool) -> None:
    options = SwissOptions(pattern=pattern, same_club_rounds=2)
    lineup = field_of_scores([5, 5, 5, 4, 4, 3, 3, 3, 3, 1, 0], options=options, continuous=continuous)
    columns = columns_of(lineup)
    many = table_levels(lineup, columns.upright(), columns)
    for upper in range(len(lineup)):
        for lower in range(upper + 1, len(lineup)):
            one = table_cost(lineup, upper, lower)
            assert tuple(level[upper, lower] for level in many) == one
            assert tuple(level[lower, upper] for level in many) == one


def test_the_lot_of_a_table_does_not_depend_on_its_order_but_on_the_seed() -> None:
    one, other = np.array([0, 3, 7]), np.array([5, 1, 2])
    first, second = (field_of_scores([1] * 8, seed=seed) for seed in (1, 2))
    assert lots(first, one, other).tolist() == lots(first, other, one).tolist()
    assert lots(first, one, other).tolist() != lots(second, one, other).tolist()


def test_criteria_too_large_for_one_weight_are_solved_in_steps() -> None:
    """Four criteria of 52 bits each; the last one alone tells the two best matchings apart."""
    one, other = np.array([0, 2, 0, 1, 0, 1]), np.array([1, 3, 2, 3, 3, 2])
    huge = 2**50
    levels = [
        np.array([0, 0, 0, 0, huge, huge]),
        np.array([0, 2, 1, 1, huge, huge]),
        np.array([3, 0, 0, 3, huge, huge]),
        np.array([1, 1, 1, 0, huge, huge]),
    ]
    assert least_perfect_matching(4, one, other, levels) == [(0, 2), (1, 3)]
    assert least_perfect_matching(4, one[:1], other[:1], [level[:1] for level in levels]) is None


def test_criteria_that_never_fit_are_refused() -> None:
    huge = np.array([2**61])
    with pytest.raises(OverflowError, match="criterion 2"):
        least_perfect_matching(2, np.array([0]), np.array([1]), [huge, huge // 2, huge])
