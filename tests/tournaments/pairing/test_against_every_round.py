"""The draw against an exhaustive search that shares no code with it.

More events, from a shell: ``python -m tests.tournaments.pairing.test_against_every_round 0 500``.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from tests.tournaments.pairing.events import input_of, random_event
from tests.tournaments.pairing.model import best_round
from tournaments.pairing import METHODS
from tournaments.pairing.base import Draw
from tournaments.pairing.cost import cost_of


def compare(seed: int) -> str:
    """Draw a random event twice, by the product and by looking at every round; return what it was like."""
    event = random_event(seed)
    given = input_of(event)
    drawn = METHODS["swiss"].draw(given)
    best = best_round(event)
    if best is None:
        assert isinstance(drawn, tuple), f"event {seed} was drawn, but has no legal round"
        return "refused"
    assert isinstance(drawn, Draw), f"event {seed} was refused: {drawn}"
    assert drawn.costs.as_json() == best.costs, f"event {seed}"
    assert cost_of(drawn.plan, given) == drawn.costs
    if best.rounds > 1:
        return "several optima"
    assert set(map(frozenset, drawn.plan.tables)) == best.pairs
    assert drawn.plan.byes == (() if best.bye is None else (best.bye,))
    return "one optimum"


@pytest.mark.parametrize("first", range(0, 500, 50))
def test_no_legal_round_costs_less_than_the_draw(first: int) -> None:
    seen = Counter(compare(seed) for seed in range(first, first + 50))
    assert seen["one optimum"] > 25


if __name__ == "__main__":
    start, stop = map(int, sys.argv[1:3])
    print(dict(Counter(compare(seed) for seed in range(start, stop))))
