"""P1 and P3: a Swiss round of 1,000 and of 5,000 entrants with proof, against the anchor's proven optimum.

The product draws the whole draft: seats, tables, reasons and look-ahead are in its time.
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks.pairing_workload import drawn, input_of, workload
from benchmarks.report import Line, Measured, alternate, anchor_module
from tournaments.pairing.base import LEVELS

ROUNDS_PLAYED = (5, 10)
P1_TARGET, P3_TARGET = 1.25, 1.5
UP_TO_HEIGHT = LEVELS.index("height") + 1


def main() -> list[Line]:
    """Two lines for each size; raises ValueError where less is proven than the line asks for."""
    lines: list[Line] = []
    for played in ROUNDS_PLAYED:
        lines.append(_line("P1", 1000, played, P1_TARGET, len(LEVELS), repeats=7))
    for played in ROUNDS_PLAYED:
        lines.append(_line("P3", 5000, played, P3_TARGET, UP_TO_HEIGHT, repeats=5))
    return lines


def _line(key: str, entrants: int, played: int, target: float, proven: int, repeats: int) -> Measured:
    event = workload().make_event(entrants, played)
    given = input_of(event)
    exact = anchor_module("swiss_exact").exact
    found = drawn(given)
    if len(found.certificate.proven) < proven:
        raise ValueError(f"{entrants} entrants after {played} rounds: proven only {found.certificate}")
    measured = alternate(lambda: drawn(given), lambda: exact(event), rounds=repeats)
    line = measured.line(key, f"round after {played}, {entrants} entrants", target)
    return replace(
        line, note=f"{line.note}; {len(found.certificate.proven)} of {len(LEVELS)} criteria proven"
    )
