"""P5: the cost vector of random constrained events of up to 120 entrants, against networkx on all tables.

``python -m benchmarks.pairing_networkx FIRST LAST`` compares other seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from benchmarks.report import Line, Measured
from tests.tournaments.pairing.events import input_of, random_event
from tests.tournaments.pairing.networkx_model import best_costs
from tournaments.pairing import METHODS
from tournaments.pairing.base import Draw

EVENTS = range(20_000, 20_500)


def main(seeds: Iterable[int] = EVENTS) -> list[Line]:
    """One line: the share of events with the same vector, or the same refusal."""
    same = [_agrees(seed) for seed in seeds]
    share = sum(same) / len(same)
    title = f"same optimum as networkx in {sum(same)} of {len(same)} events"
    return [Measured("P5", title, share, 1.0, share, share, at_least=True)]


def _agrees(seed: int) -> bool:
    event = random_event(seed, most=120, least=13)
    given = input_of(event)
    draw = METHODS["swiss"].draw(given)
    return (draw.costs if isinstance(draw, Draw) else None) == best_costs(event, given)


if __name__ == "__main__":
    print(main(range(*map(int, sys.argv[1:3]))))
