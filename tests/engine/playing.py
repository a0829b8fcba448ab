"""Hands and matches played by tests; runs over many random hands end with the seed of the first difference."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.core.game import Game, HandScore, MatchState
from engine.core.play import CardPlay, Fault


def run(about: str | None, examine: Callable[[str], Counter[str]], arguments: list[str] | None) -> int:
    """Examine `--count` hands from `--seed` and print what was counted; exit code 1 at the first difference."""
    parser = ArgumentParser(description=about)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    counted: Counter[str] = Counter()
    for number in range(chosen.count):
        seed = f"{chosen.seed}/{number}"
        try:
            counted.update(examine(seed))
        except AssertionError as difference:
            print(f"seed {seed}: {difference}", file=sys.stderr)
            return 1
    print(json.dumps(dict(sorted(counted.items()))))
    return 0


def require_replayed(
    play: CardPlay, whole: Mapping[str, Any], options: object, summary: Mapping[str, Any], score: HandScore
) -> None:
    """Replay a whole record under the options beside it and under its own: both give summary and score."""
    for given in (options, None):
        outcome = play.replay(whole, given)
        assert not isinstance(outcome, Fault), f"the replay refuses: {outcome}"
        assert outcome.summary == summary, "the replay gives another summary"
        assert outcome.score == score, "the replay gives another score"


def after(game: Game, state: MatchState, *entries: Mapping[str, Any]) -> MatchState:
    """The match after entries of which none is refused."""
    for entry in entries:
        following = game.add(state, entry)
        assert isinstance(following, MatchState), following
        state = following
    return state
