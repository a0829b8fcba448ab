"""R5: checking the summary of a hand in process, against json.loads of the same body."""

from __future__ import annotations

import json

from benchmarks.report import Measured, alternate
from engine.games.tichu import GAME

ROUNDS = 7
REPEATS = 20_000
TARGET = 10.0

BODIES = {
    "count, one side": '{"first_out": 1, "result": "count", "points": {"A": 55}}',
    "count, both sides, two calls": (
        '{"first_out": 1, "result": "count", "points": {"A": 55, "B": 45},'
        ' "calls": {"1": "small", "4": "grand"}}'
    ),
    "double victory, a call": '{"first_out": 3, "result": "double", "calls": {"3": "grand"}}',
    "order of going out": (
        '{"first_out": 1, "result": "count", "points": {"A": 55}, "calls": {"1": "small"},'
        ' "out_order": [1, 2, 3]}'
    ),
    "every field, slip compared": (
        '{"first_out": 1, "result": "count", "points": {"A": 55, "B": 45}, "calls": {"1": "small"},'
        ' "out_order": [1, 2, 3], "penalties": [{"side": "B", "points": -50, "code": "late_arrival"}],'
        ' "claimed": {"A": 155, "B": -5}}'
    ),
    "refused, impossible points": '{"first_out": 1, "result": "count", "points": {"A": 62, "B": 40}}',
}


def main() -> list[Measured]:
    """One line for each body; the usual ones come first."""
    return [measured(name, body) for name, body in BODIES.items()]


def measured(name: str, body: str) -> Measured:
    """The line of one body, both sides over many repetitions."""
    rules, summary = GAME.read_rules({}), json.loads(body)

    def check() -> None:
        for _ in range(REPEATS):
            GAME.check(summary, rules)

    def read() -> None:
        for _ in range(REPEATS):
            json.loads(body)

    return alternate(check, read, rounds=ROUNDS).line("R5", f"summary check: {name}", TARGET)
