"""What a benchmark hands back, and the one way of measuring: product and anchor alternating in one run.

A module of this folder whose `main()` returns these lines is found by `python -m benchmarks`. Only ratios
count: times of one machine say nothing about another, and both sides share whatever else it is doing.
"""

from __future__ import annotations

import gc
import importlib.util
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROUNDS = 5
# The anchor programs stand outside the product: a folder that BAZA_ANCHORS names.
ANCHORS = Path(os.environ.get("BAZA_ANCHORS", Path(__file__).resolve().parents[2] / "shared" / "perf"))


class MissingAnchor(Exception):
    """What a line compares with is not on this machine; the text says what and where it was looked for."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the list: `ratio` against `target`, which it may not exceed (or reach, if `at_least`)."""

    key: str
    title: str
    ratio: float
    target: float
    low: float
    high: float
    at_least: bool = False
    note: str = ""

    @property
    def is_met(self) -> bool:
        return self.ratio >= self.target if self.at_least else self.ratio <= self.target


@dataclass(frozen=True, slots=True)
class Missing:
    """A line that could not be measured here, and why."""

    key: str
    title: str
    reason: str


Line = Measured | Missing


@dataclass(frozen=True, slots=True)
class Comparison:
    """Median, lowest and highest ratio product / anchor, and the median CPU milliseconds of both."""

    ratio: float
    low: float
    high: float
    product_ms: float
    anchor_ms: float

    def line(self, key: str, title: str, target: float, *, at_least: bool = False) -> Measured:
        """As a line of the list; with `at_least` the ratio is turned to anchor / product, "times faster"."""
        note = f"{self.product_ms:.1f} ms against {self.anchor_ms:.1f} ms"
        if at_least:
            ratio, low, high = 1 / self.ratio, 1 / self.high, 1 / self.low
        else:
            ratio, low, high = self.ratio, self.low, self.high
        return Measured(key, title, ratio, target, low, high, at_least, note)


def alternate(
    product: Callable[[], object],
    anchor: Callable[[], object],
    *,
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.process_time,
) -> Comparison:
    """Run both `rounds` times by turns, after one run of each that does not count."""
    product()
    anchor()
    pairs = [(seconds(product, clock), seconds(anchor, clock)) for _ in range(rounds)]
    ratios = [ours / theirs for ours, theirs in pairs]
    return Comparison(
        ratio=statistics.median(ratios),
        low=min(ratios),
        high=max(ratios),
        product_ms=1000 * statistics.median(ours for ours, _ in pairs),
        anchor_ms=1000 * statistics.median(theirs for _, theirs in pairs),
    )


def seconds(call: Callable[[], object], clock: Callable[[], float]) -> float:
    """What one call takes by the clock; never zero, so that it can divide.

    What is there already is set aside from the garbage collector, so that a call pays for its own objects
    and not for those of the other side.
    """
    gc.collect()
    gc.freeze()
    started = clock()
    call()
    return max(clock() - started, 1e-9)


def anchor_module(name: str) -> ModuleType:
    """The anchor program `name`.py, imported; raises MissingAnchor."""
    path = ANCHORS / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"anchor_{path.stem}", path)
    if not path.exists() or spec is None or spec.loader is None:
        raise MissingAnchor(f"anchor program {name}.py not found (set BAZA_ANCHORS to its folder)")
    module = importlib.util.module_from_spec(spec)
    # Anchors import their neighbours by bare name.
    sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


def table(lines: list[Line]) -> str:
    """The lines as text, one row each."""
    rows = [("line", "ratio", "target", "spread", "met", "what")]
    for line in lines:
        if isinstance(line, Missing):
            rows.append((line.key, "-", "-", "-", "-", f"{line.title}: not measured, {line.reason}"))
            continue
        sign = ">=" if line.at_least else "<="
        spread = f"{line.low:.2f}-{line.high:.2f}"
        what = f"{line.title} ({line.note})" if line.note else line.title
        met = "yes" if line.is_met else "NO"
        rows.append((line.key, f"{line.ratio:.2f}", f"{sign} {line.target:g}", spread, met, what))
    widths = [max(len(row[at]) for row in rows) for at in range(5)]
    return "\n".join("  ".join([*map(str.ljust, row[:5], widths), row[5]]) for row in rows)
