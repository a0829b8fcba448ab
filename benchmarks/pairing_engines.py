"""P4: the cost levels of 100 seeded events against public pairing engines, whichever are installed.

An engine stands well when it never has fewer rematches, nor as many with less in a leading level. The anchor
program weighs the levels in its own order (score squares, club clashes, distance in the group), which is not
ours, so what is compared is our own cost vector; a round that breaks criterion 3 is worse at once.
"""

from __future__ import annotations

import io
from collections import Counter
from contextlib import redirect_stdout
from typing import Any

from benchmarks.pairing_workload import drawn, input_of, workload
from benchmarks.report import Line, Measured, Missing, anchor_module
from tournaments.pairing.base import CostVector, PairingInput, RoundPlan
from tournaments.pairing.cost import cost_of

ENGINES = {
    "swisspair": "swisspair",
    "caissify_casual": "caissify-pairings",
    "cardarena": "cardarena-tournament-core",
    "py4swiss": "py4swiss",
}
SIZES = ((24, 4), (60, 5), (100, 7), (200, 5))
SEEDS = range(1, 26)
FAILURES = (AttributeError, IndexError, KeyError, RuntimeError, TypeError, ValueError)


def main() -> list[Line]:
    """A line for each engine: the share of events in which no leading level of ours is worse."""
    engines = anchor_module("bench_swiss_engines").ENGINES
    return [_line(name, package, engines[name]) for name, package in ENGINES.items()]


def _line(name: str, package: str, engine: Any) -> Line:
    seen: Counter[str] = Counter()
    for entrants, played in SIZES:
        for seed in SEEDS:
            event = workload().make_event(entrants, played, seed)
            try:
                with redirect_stdout(io.StringIO()):
                    pairs = [(int(one), int(other)) for one, other in engine(event)]
            except ModuleNotFoundError:
                return Missing("P4", f"against {name}", f"{package} is not installed")
            except FAILURES as error:
                seen[f"fails ({type(error).__name__})"] += 1
                continue
            seen[_compare(input_of(event), pairs)] += 1
    compared = seen["equal"] + seen["better"] + seen["WORSE"]
    if not compared:
        return Missing("P4", f"against {name}", f"no round drawn: {dict(seen)}")
    share = (compared - seen["WORSE"]) / compared
    title = f"never worse than {name}: {', '.join(f'{count} {what}' for what, count in sorted(seen.items()))}"
    return Measured("P4", title, share, 1.0, share, share, at_least=True)


def _compare(given: PairingInput, pairs: list[tuple[int, int]]) -> str:
    """How the product's round stands to another one; ValueError for a needless rematch of ours."""
    ours = drawn(given).costs
    if ours.rematches:
        raise ValueError("a rematch was drawn")
    if sorted(entrant for pair in pairs for entrant in pair) != list(range(len(given.entrants))):
        return "leaves entrants out"
    theirs = cost_of(RoundPlan(tuple(pairs)), given)
    if _levels(theirs) < _levels(ours):
        return "WORSE"
    return "equal" if theirs == ours else "better"


def _levels(costs: CostVector) -> tuple[Any, ...]:
    return costs.rematches, *costs[2:]
