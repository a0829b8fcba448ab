"""Random hands of Tichu, played, replayed and compared: `python -m tests.engine.playouts --count 50000 --seed 1`.

Each hand is played under its own random option set, in both variants. A difference ends the run with the seed
that shows it again.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from typing import Any

from engine.core.play import Fault, play_hand
from engine.core.problems import Problem
from engine.games.tichu import GAME as TICHU
from engine.games.tichu.play import advance
from engine.games.tichu.record import read
from engine.games.tichu.state import State
from tests.engine import playing

LEGAL_SHARE = 0.02
"""How many positions are compared with the list of all legal events, which takes its time."""


def main(arguments: list[str] | None = None) -> int:
    """Prints what was counted; the exit code is 1 at the first difference."""
    return playing.run(__doc__, examine, arguments)


def option_set(source: Random) -> dict[str, Any]:
    """Return an option set that Tichu accepts."""
    while True:
        options: dict[str, Any] = {
            "profile": source.choice([profile.key for profile in TICHU.profiles]),
            "variant": source.choice(["nanking", "tientsin"]),
            "turn_direction": source.choice(["counterclockwise", "clockwise"]),
            "next_dealer": source.choice(["first_out", "rotate", "any"]),
            "tichu_points": 5 * source.randint(1, 60),
            "grand_tichu": source.random() < 0.7,
            "grand_tichu_points": 5 * source.randint(1, 120),
            "failed_call": source.choice(["subtract", "credit_opponents"]),
            "one_call_per_side": source.random() < 0.3,
            "tichu_after_first_out": source.random() < 0.5,
            "sweep_points": 5 * source.randint(0, 60),
            "wish_mandatory": source.random() < 0.4,
            "final_dragon_gift": source.random() < 0.6,
        }
        if isinstance(TICHU.read_rules(options), TICHU.Rules):
            return options


def examine(seed: str) -> Counter[str]:
    """Play one hand and hold everything that the engine says about it against each other."""
    source = Random(seed)
    options = option_set(source)
    rules = TICHU.read_rules(options)
    assert TICHU.play is not None
    record, summary = play_hand(TICHU.play, rules, source)
    record = json.loads(json.dumps(record))
    assert TICHU.check(summary, rules) == (), "the summary of a played hand has problems"
    score = TICHU.score(summary, rules)
    if summary["result"] == "count":
        assert sum(summary["points"].values()) == 100, "the card points do not make 100"
    whole = {**record, "summary": summary, "score": score.as_json()}
    playing.require_replayed(TICHU.play, whole, options, summary, score)
    assert stepwise(record, options, source) == summary, "event by event the hand ends otherwise"
    kinds = Counter(event["e"] for event in record["events"])
    said = Counter(name for event in record["events"] for name in ("as", "wish") if name in event)
    return Counter({"hands": 1, rules.variant: 1, summary["result"]: 1}) + kinds + said


def stepwise(record: dict[str, Any], options: dict[str, Any], source: Random) -> dict[str, Any]:
    """Play the events of a record one at a time, some of them held against the list of legal ones."""
    assert TICHU.play is not None
    opened = read(record, options)
    assert not isinstance(opened, Fault)
    state: State = opened.state
    for event in record["events"]:
        # In the exchange there are thousands of them.
        if state.turn and source.random() < LEGAL_SHARE:
            assert event in TICHU.play.legal_actions(state), f"not listed: {event}"
        problem = advance(state, event)
        assert not isinstance(problem, Problem), f"{event} is refused: {problem}"
    return TICHU.play.summary(state)


if __name__ == "__main__":
    sys.exit(main())
