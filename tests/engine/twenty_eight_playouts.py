"""Random hands of Twenty-Eight and its family, played, replayed and compared.

    python -m tests.engine.twenty_eight_playouts --count 50000 --seed 1

Each hand is played under its own random option set, in all variants. A difference ends the run with the seed
that shows it again.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core.play import Fault, play_hand
from engine.core.problems import Problem
from engine.games.twenty_eight import GAME
from engine.games.twenty_eight.play import advance
from engine.games.twenty_eight.record import read
from engine.games.twenty_eight.rules import Rules, highest_bid
from engine.games.twenty_eight.state import PLAY as IN_PLAY
from engine.games.twenty_eight.state import State, points, tricks
from tests.engine import playing
from tests.engine.twenty_eight import PLAY, random_options, rules_of
from tests.engine.twenty_eight_table import hand_of, laid, legal, may_ask, trump_of, winner

LISTED_SHARE = 0.1
"""How many positions are held against the list of all legal events, which takes its time."""


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
    assert GAME.check(summary, rules) == (), "the summary of a played hand has problems"
    score = GAME.score(summary, rules)
    if rules.settlement == "transfer" and not rules.honours:
        assert sum(score.sides.values()) == 0, "a transfer does not come to 0"
    whole = {
        **record,
        "summary": {**summary, **checks(summary, score.details, rules)},
        "score": score.as_json(),
    }
    playing.require_replayed(PLAY, whole, options, summary, score)
    counted = stepwise(record, options, source, summary)
    kinds = Counter(event["e"] for event in record["events"])
    made = {True: "made", False: "failed", None: "void"}[score.details["made"]]  # type: ignore[index]
    return Counter({"hands": 1, rules.variant: 1, f"{summary['kind']} {made}": 1}) + kinds + counted


def checks(summary: dict[str, Any], details: Any, rules: Rules) -> dict[str, Any]:
    """What may be typed to check a hand that was played out."""
    if summary["kind"] != "played":
        return {}
    points = summary.get("bidder_points")
    theirs = {} if points is None else {"defender_points": highest_bid(rules) - points}
    return {"made": details["made"], **theirs}


def stepwise(
    record: dict[str, Any], options: dict[str, Any], source: Random, summary: dict[str, Any]
) -> Counter[str]:
    """Play the events of a record one at a time, each play held against the rules as they are written."""
    opened = read(record, options)
    assert not isinstance(opened, Fault)
    state: State = opened.state
    counted: Counter[str] = Counter()
    trick: list[str] = []
    effective: list[bool] = []
    for event in record["events"]:
        if source.random() < LISTED_SHARE:
            assert event in list(PLAY.legal_actions(state)), f"not listed: {event}"
            assert all_apply(state), f"something that is listed is refused before {event}"
        if state.phase == IN_PLAY:
            counted.update(examine_turn(state, effective))
        if event["e"] == "play":
            if not state.led:
                trick, effective = [], []
            trick.append(event["card"])
            effective.append(state.revealed)
        problem = advance(state, event)
        assert not isinstance(problem, Problem), f"{event} is refused: {problem}"
        if event["e"] == "play" and not state.led:
            live = state.rules.pre_reveal_trumps == "same_trick_live" and state.revealed
            at = winner(trick, [was_open or live for was_open in effective], trump_of(state))
            seat = state.first
            for _ in range(at):
                seat = state.after[seat]
            assert state.owner == seat, f"{trick}: another card wins"
    assert PLAY.summary(state) == summary, "event by event the hand ends otherwise"
    if not (state.void or state.conceded_by or state.solo):
        won = sum(points(each) for each in state.won)
        assert won == highest_bid(state.rules), "the points do not make a deal"
        assert sum(tricks(each) for each in state.won) == 8, "the tricks are not 8"
    return counted


def examine_turn(state: State, effective: list[bool]) -> Iterator[str]:
    """Hold what may be done in the play against the sentences of the rules."""
    actions = list(PLAY.legal_actions(state))
    cards = {action["card"] for action in actions if action["e"] == "play"}
    turns = any(action["e"] in ("ask", "reveal") for action in actions)
    assert turns == may_ask(state), "asking is another matter"
    if not hand_of(state, state.turn):
        assert not cards, "an empty hand plays a card"
        return
    rule, expected = legal(state, effective if laid(state) else [])
    assert cards == expected, f"rule {rule} says otherwise"
    yield f"rule {rule}"


def all_apply(state: State) -> bool:
    return not any(isinstance(PLAY.apply(state, action), Problem) for action in PLAY.legal_actions(state))


if __name__ == "__main__":
    sys.exit(main())
