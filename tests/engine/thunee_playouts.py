"""Random hands of Thunee, played, replayed and compared.

    python -m tests.engine.thunee_playouts --count 50000 --seed 1

Each hand is played under its own random option set and in a random variant; some end with a ruling. A
difference ends the run with the seed that shows it again.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core.play import Fault
from engine.core.problems import Problem
from engine.games.thunee import GAME
from engine.games.thunee.cards import DECKS
from engine.games.thunee.infractions import BY_CODE, FOUR_BALL_CODES
from engine.games.thunee.reach import total_of
from engine.games.thunee.record import read
from engine.games.thunee.rules import Rules
from engine.games.thunee.state import State
from engine.games.thunee.table import rungs, sizes
from engine.games.thunee.view import legal_actions, view_for
from tests.engine import playing
from tests.engine.thunee import PLAY, random_options, rules_of
from tests.engine.thunee_table import beats, legal, worth

RULED_SHARE = 0.004
"""How many events are a ruling instead."""

COMPARED_SHARE = 0.02
"""How many positions are held against every event that there could be, which takes its time."""


def main(arguments: list[str] | None = None) -> int:
    """Prints what was counted; the exit code is 1 at the first difference."""
    return playing.run(__doc__, examine, arguments)


def examine(seed: str) -> Counter[str]:
    """Play one hand and hold everything that the engine says about it against each other."""
    source = Random(seed)
    options = random_options(source)
    rules = rules_of(options)
    record, summary, counted = play(rules, source)
    assert GAME.check(summary, rules) == (), f"the summary of a played hand has problems: {summary}"
    score = GAME.score(summary, rules)
    if summary["kind"] == "normal":
        both = {**summary, "other_points": total_of(rules) - summary["points"], "claimed_balls": score.sides}
        assert GAME.check(both, rules) == (), "the other pile is refused"
    whole = json.loads(json.dumps({**record, "summary": summary, "score": score.as_json()}))
    playing.require_replayed(PLAY, whole, options, summary, score)
    codes = Counter(f"code {code}" for code in score.details["codes"])  # type: ignore[attr-defined]
    return Counter({"hands": 1, rules.variant: 1, rules.scheme: 1}) + counted + codes


def play(rules: Rules, source: Random) -> tuple[dict[str, Any], dict[str, Any], Counter[str]]:
    """Play a hand event by event; some positions are held against the tables of the specification."""
    record = PLAY.deal(rules, source)
    record["balls_before"] = {side: source.randrange(rules.match_target + 2) for side in "AB"}
    record["target"] = rules.match_target + source.randint(0, rules.khanaak_raises_target != "never")
    opened = read(record, rules)
    assert not isinstance(opened, Fault), opened
    state: State = opened.state
    counted: Counter[str] = Counter()
    while not state.is_over:
        event = PLAY.random_event(state, source)
        if source.random() < RULED_SHARE:
            event = ruling(state, source)
        if source.random() < COMPARED_SHARE:
            counted += compared(state, record)
        following = PLAY.apply(state, event)
        assert isinstance(following, State), f"{event} is refused: {following}"
        if event["e"] == "play":
            laid(state, following, event["card"])
        record["events"].append(event)
        state = following
    assert list(legal_actions(state)) == [] == list(PLAY.to_act(state)), "something may be done after the end"
    return record, PLAY.summary(state), counted


def ruling(state: State, source: Random) -> dict[str, Any]:
    """A ruling that ends the hand."""
    if source.random() < 0.5:
        return {"e": "cancel", "seat": state.dealer, "reason": "misdeal"}
    codes = [code for code in FOUR_BALL_CODES if BY_CODE[code].exists(state.rules)]
    code = source.choice(codes)
    if code == "observer_advice":
        return {"e": "infraction", "side": source.choice("AB"), "code": code}
    return {"e": "infraction", "seat": source.choice(state.size.seats), "code": code}


def compared(state: State, record: dict[str, Any]) -> Counter[str]:
    """Hold the legal events of a position against all that there could be, and cards against section 5."""
    allowed = {said(event) for event in legal_actions(state)}
    accepted = {said(event) for event in universe(state) if not isinstance(PLAY.apply(state, event), Problem)}
    assert allowed == accepted, f"{state.phase}: {allowed ^ accepted}"
    view = view_for(state, None)
    if state.phase != "play":
        return Counter({f"state {state.phase}": 1})
    row, cards = legal(state, view, set(record["hands"][str(view["turn"])]["first"]))
    played = {event["card"] for event in legal_actions(state) if event["e"] == "play"}
    assert played == cards, f"{row} says {cards}, not {played}"
    return Counter({f"row {row}": 1})


def laid(before: State, after: State, card: str) -> None:
    """Hold the winner and the points of a trick against section 2."""
    table = view_for(after, None)["table"]
    if after.reason or len(table) < after.size.players:
        return
    first = (before.turn - len(table)) % after.size.players + 1
    best = 0
    for at in range(1, len(table)):
        best = at if beats(after, table[at], table[best]) else best
    winner = (first - 1 + best) % after.size.players + 1
    assert after.owner == winner, f"{table} led by {first} goes to {after.owner}, not {winner}"
    points = sum(worth(after, each) for each in table)
    assert after.taken[winner] - before.taken[winner] == points, f"{table} is not worth {points}"


def universe(state: State) -> Iterator[dict[str, Any]]:
    """Every event that a position of these rules could be asked for, rulings aside."""
    rules = state.rules
    cards = DECKS[rules.deck_size].codes
    calls = ["thunee", "royals", "blind_thunee", "blind_royals"]
    for seat in (0, *sizes(rules).seats, len(sizes(rules).seats) + 1):
        yield from ({"e": "cut", "seat": seat, "at": at} for at in range(-1, rules.deck_size + 2))
        yield {"e": "cut", "seat": seat, "declined": True}
        for name in ("royals_agreed", "weak_redeal", "pass", "close", "double_thunee"):
            yield {"e": name, "seat": seat}
        yield from ({"e": "deal", "seat": seat, "batch": batch} for batch in range(5))
        for amount in (0, 5, *rungs(rules), 104, 200):
            yield {"e": "call", "seat": seat, "amount": amount}
            yield {"e": "call_both", "seat": seat, "amount": amount}
        yield from ({"e": "special", "seat": seat, "call": call} for call in calls)
        yield from ({"e": "trump", "seat": seat, "suit": suit} for suit in "CDHSX")
        yield {"e": "trump", "seat": seat, "last_card": True}
        for card in (*cards, "7C", "10C"):
            yield {"e": "play", "seat": seat, "card": card}
            yield {"e": "partner_card", "seat": seat, "card": card}
        for suit in "CDHSX":
            yield from ({"e": "jodhi", "seat": seat, "suit": suit, "jack": jack} for jack in (False, True))
        yield from ({"e": "final", "seat": seat, "call": call} for call in ("double", "khanaak", "thunee"))


def said(event: dict[str, Any]) -> str:
    return json.dumps(event, sort_keys=True)


if __name__ == "__main__":
    sys.exit(main())
