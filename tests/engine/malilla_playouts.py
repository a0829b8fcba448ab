"""Random hands of Malilla, played, replayed and compared.

    python -m tests.engine.malilla_playouts --count 50000 --seed 1

Each hand is played under its own random option set, with its own game score before it. A difference ends the
run with the seed that shows it again.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from typing import Any

from engine.core.play import Fault, play_hand
from engine.core.problems import Problem
from engine.games.malilla import GAME
from engine.games.malilla.legality import legal_cards
from engine.games.malilla.play import advance
from engine.games.malilla.record import read
from engine.games.malilla.state import State
from tests.engine import playing
from tests.engine.malilla import PLAY, random_options, rules_of
from tests.engine.malilla_table import table

LEGAL_SHARE = 0.2
"""How many positions are compared with the table of section 5, which takes its time."""


def main(arguments: list[str] | None = None) -> int:
    """Prints what was counted; the exit code is 1 at the first difference."""
    return playing.run(__doc__, examine, arguments)


def examine(seed: str) -> Counter[str]:
    """Play one hand and hold everything that the engine says about it against each other."""
    source = Random(seed)
    options = random_options(source)
    rules = rules_of(options)
    record, summary = play_hand(PLAY, rules, source)
    record = json.loads(json.dumps(record))
    before = {side: source.randrange(rules.game_target) for side in "AB"}
    record["before"] = summary["before"] = before
    assert GAME.check(summary, rules) == (), "the summary of a played hand has problems"
    score = GAME.score(summary, rules)
    assert sum(summary["points"].values()) == 72, "the points do not make 72"
    assert sum(summary["tricks"].values()) == 12, "the tricks do not make 12"
    assert summary["points"]["A"] % 2 == summary["points"]["B"] % 2, "the totals differ in parity"
    whole = {**record, "summary": summary, "score": score.as_json()}
    playing.require_replayed(PLAY, whole, options, summary, score)
    counted = stepwise(record, options, source, summary)
    status = str(score.details["pinta_status"])
    won = Counter({"game won": 1} if score.details["game_winner"] else {})
    return Counter({"hands": 1, f"pinta {status}": 1, f"contrafallo {rules.contrafallo}": 1}) + counted + won


def stepwise(
    record: dict[str, Any], options: dict[str, Any], source: Random, summary: dict[str, Any]
) -> Counter[str]:
    """Play the events of a record one at a time, some of them held against the table of section 5."""
    opened = read(record, options)
    assert not isinstance(opened, Fault)
    state: State = opened.state
    held = GAME.score(summary, rules_of(options)).details["pinta_status"] not in ("scored", "none")
    assert state.is_closing == held, "the position and the score differ on the turned card"
    rows: Counter[str] = Counter()
    for event in record["events"]:
        if source.random() < LEGAL_SHARE:
            row, legal = table(state)
            rows[row] += 1
            assert legal_cards(state) == legal, f"{row} says otherwise before {event}"
        problem = advance(state, event)
        assert not isinstance(problem, Problem), f"{event} is refused: {problem}"
    assert PLAY.summary(state) == summary, "event by event the hand ends otherwise"
    return rows


if __name__ == "__main__":
    sys.exit(main())
