"""R3 and R4: replaying hands of Tichu, from the JSON text of a record to summary and score.

R3 compares with the anchor program, which knows no calls, no exchange, no wish and no interrupting bomb, and
is given its hands as ready-made bit masks. R4 compares with two public engines in Python that no package
registry has; their figures were taken beside that of the anchor, so the anchor carries them over.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.report import Line, Measured, alternate, anchor_module
from engine.core.play import Fault, play_hand
from engine.games.tichu import GAME
from engine.games.tichu.record import replay

HANDS = 1000
SEED = 2
ROUNDS = 9
TARGET = 0.25

ANCHOR_PER_SECOND = 38_000
PUBLIC = {"frohlfing/tichu, random agents": (490, 15), "alxwdm/TichuAgent, simplest game": (164, 40)}
"""Hands per second of each, and how many times as many the product should do."""


def main() -> list[Line]:
    """R3 as a share of the speed of the anchor, R4 as multiples of that of the public engines."""
    against_anchor = _replayed()
    lines: list[Line] = [against_anchor]
    for name, (per_second, target) in PUBLIC.items():
        factor = ANCHOR_PER_SECOND / per_second
        lines.append(
            replace(
                against_anchor,
                key="R4",
                title=f"replay against {name}, by its figure",
                ratio=against_anchor.ratio * factor,
                low=against_anchor.low * factor,
                high=against_anchor.high * factor,
                target=target,
                note=f"{per_second} hands/s there",
            )
        )
    return lines


def _replayed() -> Measured:
    anchor = anchor_module("tichu_proto")
    source = Random(SEED)
    theirs = [anchor.playout(source) for _ in range(HANDS)]
    ours = [json.dumps(record, separators=(",", ":")) for record in _records()]
    rules = GAME.read_rules({})

    def product() -> None:
        for text in ours:
            if isinstance(replay(json.loads(text), rules), Fault):
                raise AssertionError(text)

    def prototype() -> None:
        for hand in theirs:
            anchor.replay(hand)

    title = f"Tichu replay, JSON text to score, {HANDS} hands"
    return alternate(product, prototype, rounds=ROUNDS).line("R3", title, TARGET, at_least=True)


def _records() -> list[dict[str, Any]]:
    """Random hands of the product itself, under the printed rules."""
    source, rules = Random(SEED), GAME.read_rules({})
    if GAME.play is None:
        raise AssertionError("Tichu is played card by card")
    return [play_hand(GAME.play, rules, source)[0] for _ in range(HANDS)]
