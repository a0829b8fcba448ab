"""R1: replaying hands of trick games, from the JSON text of a record to summary and score.

Compared with the object-style replay of the anchor program: 32 cards of a simpler game, given as ready-made
bit masks and card numbers. Hands of Malilla have 48 cards and more duties than that game knows, those of
Twenty-Eight an auction, a poll for doubles and the turning of the trump besides, those of Thunee
24 cards with cut, deals, auction and the calls during play.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

from benchmarks.report import Line, alternate, anchor_module
from engine.core.game import Game
from engine.core.play import CardPlay, Fault, play_hand
from engine.registry import get_game

HANDS = 1000
SEED = 2
ROUNDS = 9
TARGET = 0.3

PLAYED: Mapping[str, Mapping[str, object]] = {
    "malilla": {},
    "thunee": {},
    "twenty_eight": {"doubling": "after_auction"},
}
"""The games that are measured, under which options."""

PLAYED_OUT = ("played", "normal")
"""What the games call a hand that was played; others are over before its last trick, or its first."""


def main() -> list[Line]:
    """The replay of each trick game as a share of the speed of the anchor."""
    anchor = anchor_module("trick_proto")
    source = Random(SEED)
    theirs = [anchor.playout(source) for _ in range(HANDS)]

    def objects() -> None:
        for hand in theirs:
            anchor.replay_objects(hand)

    lines: list[Line] = []
    for key, options in PLAYED.items():
        game = get_game(key)
        product = _Replaying(game, game.read_rules(options))
        title = f"{game.title}: replay, JSON text to score, {HANDS} hands"
        measured = alternate(product.replay, objects, rounds=ROUNDS)
        lines.append(measured.line("R1", title, TARGET, at_least=True))
    return lines


class _Replaying:
    """Random hands of a game as compact JSON, all of them played to the end; and their replay."""

    def __init__(self, game: Game, rules: object) -> None:
        if game.play is None:
            raise AssertionError(f"{game.key} is played card by card")
        self.play: CardPlay = game.play
        self.rules = rules
        self.texts: list[str] = []
        source = Random(SEED)
        while len(self.texts) < HANDS:
            record, summary = play_hand(self.play, rules, source)
            if summary.get("kind", "played") in PLAYED_OUT:
                self.texts.append(json.dumps(record, separators=(",", ":")))

    def replay(self) -> None:
        """Replay all hands."""
        for text in self.texts:
            if isinstance(self.play.replay(json.loads(text), self.rules), Fault):
                raise AssertionError(text)
