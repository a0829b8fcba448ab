"""A hand as it was written down: opened, replayed and compared with what was typed (rules section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.play import Fault, Opening, Replayed
from engine.core.problems import Problem, RulesError, pointer, shown
from engine.core.records import is_score, play_out, rules_in_force, whole
from engine.games.malilla.check import check
from engine.games.malilla.deal import Deal, read_deal
from engine.games.malilla.infractions import DECIDING
from engine.games.malilla.play import advance, is_plain, run
from engine.games.malilla.rules import SIDES, Rules, read_rules
from engine.games.malilla.score import score_of
from engine.games.malilla.state import State
from engine.games.malilla.summary import Hand, effect_of

KEY = "malilla"
KEPT = ("ruling", "expected_dealer", "consecutive_misdeals")
"""What a summary says that no card tells: it is taken over."""

NOTHING: Mapping[str, Any] = {}


def replay(record: object, options: object = None) -> Replayed | Fault:
    """Return what a complete record comes to, or its first fault (section 10); total over any JSON value.

    `options` are rules or an option set; without them those count that the record names.
    """
    opened = read(record, options)
    if isinstance(opened, Fault):
        return opened
    glance = run if is_plain(opened.rules) else None
    fault = play_out(opened, advance, glance, unfinished="incomplete_hand")
    return fault or _compared(record, opened.state)


def read(record: Any, options: object = None) -> Opening | Fault:
    """Return the opening position of a record with its events, or the fault of the record as a whole."""
    in_force = rules_in_force(record, options, game=KEY, kind=Rules, read_rules=read_rules)
    if isinstance(in_force, Fault):
        return in_force
    deal = read_deal(record, in_force.deal_batch)
    if isinstance(deal, Problem):
        return Fault(deal)
    before = record.get("before")
    score = before if isinstance(before, dict) and not _bad_before(before, in_force) else NOTHING
    return Opening(in_force, _opened(deal, in_force, score), record["events"])


def summary_of(state: State) -> dict[str, Any]:
    """Return what would be typed about a hand that is over; RulesError for any other."""
    if not state.is_over:
        raise RulesError(f"a hand in the state {state.phase} has no summary")
    return {
        "dealer": state.dealer,
        "pinta": state.pinta,
        "points": state.by_side(state.taken),
        "tricks": state.by_side(state.tricks),
        "before": {side: state.game_score.get(side, 0) for side in SIDES},
    }


def _opened(deal: Deal, rules: Rules, score: Mapping[str, int]) -> State:
    return State(rules, deal.dealer, deal.pinta, deal.hands, score)


def _bad_before(before: object, rules: Rules) -> Problem | None:
    """Return what is wrong with the game score of a record: what a summary could not have either."""
    if not isinstance(before, dict):
        return Problem("before_out_of_range", "/before", {"value": shown(before)})
    for side, value in before.items():
        if side not in SIDES or type(value) is not int or not 0 <= value < rules.game_target:
            return Problem("before_out_of_range", pointer("before", side), {"value": shown(value)})
    return None


def _compared(record: Any, state: State) -> Replayed | Fault:
    """Return the outcome of a hand that is over, if what was written down of it says the same."""
    before = record.get("before")
    problem = None if before is None else _bad_before(before, state.rules)
    if problem is not None:
        return Fault(problem)
    summary = summary_of(state)
    typed = record.get("summary")
    if typed is not None:
        if check(typed, state.rules) or not _agrees(typed, summary):
            return whole("summary_mismatch", "/summary")
        summary = _taken_over(typed, summary, state.rules)
    score = score_of(Hand.of(summary, state.rules), state.rules)
    given = record.get("score")
    if given is not None and not is_score(given, score):
        return whole("score_mismatch", "/score")
    return Replayed(summary, score)


def _agrees(typed: Mapping[str, Any], played: Mapping[str, Any]) -> bool:
    """Tell whether what was typed is what was played, as far as it was typed."""
    if any(typed.get(name) not in (None, played[name]) for name in ("dealer", "pinta")):
        return False
    return all(
        value in (None, played[name][side])
        for name in ("points", "tricks", "before")
        for side, value in (typed.get(name) or {}).items()
    )


def _taken_over(typed: Mapping[str, Any], played: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return the summary of a hand with what was typed beside the play; a ruling may decide in its place."""
    kept = {name: typed[name] for name in KEPT if typed.get(name) is not None}
    ruling, misdeals = kept.get("ruling"), kept.get("consecutive_misdeals", 0)
    if ruling is None or effect_of(ruling, misdeals, rules) not in DECIDING:
        return {**played, **kept}
    decided = {name: value for name, value in played.items() if name not in ("points", "tricks")}
    return {**decided, **kept}
