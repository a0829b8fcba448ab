from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks import report
from benchmarks.report import Measured, Missing, MissingAnchor, alternate, anchor_module, table


class Clock:
    """Time that passes only when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def taking(self, *durations: float) -> object:
        remaining: Iterator[float] = iter(durations)

        def call() -> None:
            self.now += next(remaining)

        return call


def test_ratio_is_the_median_of_rounds_measured_by_turns_without_the_first() -> None:
    clock = Clock()
    comparison = alternate(
        clock.taking(99, 1, 2, 3), clock.taking(99, 2, 2, 2), rounds=3, clock=clock
    )  # fmt: skip
    assert (comparison.low, comparison.ratio, comparison.high) == (0.5, 1.0, 1.5)
    assert (comparison.product_ms, comparison.anchor_ms) == (2000, 2000)


def test_times_faster_turns_ratio_and_spread_around() -> None:
    clock = Clock()
    comparison = alternate(clock.taking(0, 1, 2), clock.taking(0, 4, 4), rounds=2, clock=clock)
    line = comparison.line("S3", "standings", 3, at_least=True)
    assert (line.low, line.high) == (2, 4)
    assert not line.is_met


@pytest.mark.parametrize(
    ("ratio", "at_least", "met"),
    [(1.5, False, True), (1.6, False, False), (1.5, True, True), (1.4, True, False)],
)
def test_target_is_a_bound_that_may_be_touched(ratio: float, at_least: bool, met: bool) -> None:
    assert Measured("S1", "standings", ratio, 1.5, ratio, ratio, at_least).is_met is met


def test_table_names_what_missed_and_what_was_not_measured() -> None:
    text = table([Measured("S1", "standings", 1.6, 1.5, 1.4, 1.7), Missing("P2", "pairing", "no anchor")])
    assert text.splitlines()[1:] == [
        "S1    1.60   <= 1.5  1.40-1.70  NO   standings",
        "P2    -      -       -          -    pairing: not measured, no anchor",
    ]


def test_anchor_that_is_not_here_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(report, "ANCHORS", tmp_path)
    with pytest.raises(MissingAnchor, match=r"swiss_exact\.py"):
        anchor_module("swiss_exact")
