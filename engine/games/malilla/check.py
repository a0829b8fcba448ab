"""The doors for a typed summary: check it, score it, bring it to its normal form (rules section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import HandContext, HandScore
from engine.core.problems import Problem, RulesError
from engine.games.malilla.infractions import default_effect
from engine.games.malilla.rules import SIDES, Rules
from engine.games.malilla.score import score_of
from engine.games.malilla.summary import Hand
from engine.games.malilla.violations import Entered, violations


def check(raw: object, rules: Rules, context: HandContext | None = None) -> tuple[Problem, ...]:
    """Return every violated invariant of section 9, each code once, in the order of the table."""
    if not isinstance(raw, dict):
        return (Problem("bad_type", "", {"field": "summary"}),)
    return violations(Entered.under(filled(raw, context), rules))


def filled(raw: Mapping[str, Any], context: HandContext | None) -> Mapping[str, Any]:
    """Return a summary with what the system knows about its hand, in place of what was given for that."""
    return raw if context is None else {**raw, **context.filled}


def valid(raw: Mapping[str, Any], rules: Rules, context: HandContext | None = None) -> Hand:
    """Return the value of a valid summary; RulesError names the codes of any other."""
    problems = check(raw, rules, context)
    if problems:
        raise RulesError(f"invalid summary {raw!r}: {[problem.code for problem in problems]}")
    return Hand.of(filled(raw, context), rules)


def score(summary: Mapping[str, Any], rules: Rules, context: HandContext | None = None) -> HandScore:
    """Return the score of a valid summary (section 6)."""
    return score_of(valid(summary, rules, context), rules)


def canonical(summary: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return the one way of typing the same hand: without tricks, which only check the points.

    Of what the system fills in, the game scores and void deals that matter to the score stay where given.
    """
    hand = valid(summary, rules)
    misdeals = summary.get("consecutive_misdeals") or 0
    points = summary.get("points") or {}
    told = {
        "dealer": hand.dealer,
        "pinta": summary.get("pinta"),
        "points": {side: points[side] for side in SIDES if points.get(side) is not None},
        "ruling": _ruling(summary.get("ruling") or {}, misdeals, rules),
        "before": {side: hand.before[side] for side in SIDES if hand.before[side]},
        "consecutive_misdeals": misdeals,
    }
    return {name: value for name, value in told.items() if value}


def _ruling(ruling: Mapping[str, Any], misdeals: int, rules: Rules) -> dict[str, Any]:
    """Return a ruling without nulls, and without an effect that would follow anyway."""
    said = {name: ruling[name] for name in ("code", "side", "effect") if ruling.get(name) is not None}
    if "effect" in said and said["effect"] == default_effect(said["code"], misdeals, rules):
        del said["effect"]
    return said
