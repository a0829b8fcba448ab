"""The doors for a typed summary: check it, score it, bring it to its normal form (rules section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import HandContext, HandScore
from engine.core.problems import Problem, RulesError
from engine.games.twenty_eight.bounds import NONE
from engine.games.twenty_eight.entered import Entered
from engine.games.twenty_eight.infractions import POINTS, penalty_points
from engine.games.twenty_eight.rules import Rules
from engine.games.twenty_eight.score import score_of
from engine.games.twenty_eight.summary import CONCEDED, PLAYED, Hand
from engine.games.twenty_eight.violations import violations


def check(raw: object, rules: Rules, context: HandContext | None = None) -> tuple[Problem, ...]:
    """Return every violated invariant of section 9, each code once, in the order of the table."""
    if not isinstance(raw, dict):
        return (Problem("bad_type", "", {"field": "summary"}),)
    return violations(Entered.under(raw, rules))


def valid(raw: Mapping[str, Any], rules: Rules) -> Hand:
    """Return the value of a valid summary; RulesError names the codes of any other."""
    problems = check(raw, rules)
    if problems:
        raise RulesError(f"invalid summary {raw!r}: {[problem.code for problem in problems]}")
    return Hand.of(raw, rules)


def score(summary: Mapping[str, Any], rules: Rules, context: HandContext | None = None) -> HandScore:
    """Return the score of a valid summary (section 6)."""
    return score_of(valid(summary, rules), rules)


def canonical(summary: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return the one way of typing the same hand: without what only checks, and without what says nothing.

    Penalties stay in their order, since the first side that forfeits the match is told apart.
    """
    hand = valid(summary, rules)
    is_counted = hand.kind == PLAYED and not hand.solo
    told = {
        "kind": hand.kind if hand.kind != PLAYED else None,
        "bidder": hand.bidder or None,
        "bid": hand.bid or None,
        "bidder_points": hand.points if is_counted else None,
        "bidder_tricks": hand.tricks if hand.solo else None,
        "doubled": hand.doubled if hand.doubled != NONE else None,
        "pair": hand.pair if hand.pair != NONE else None,
        "all_jacks": hand.all_jacks if is_counted and rules.honours else None,
        "solo": hand.solo or None,
        "conceded_by": hand.conceded_by if hand.kind == CONCEDED else None,
        "reason": hand.reason or None,
        "penalties": [_penalty(each, rules) for each in summary.get("penalties") or ()] or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _penalty(raw: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return a penalty without points that cost nothing, or that would follow anyway."""
    said = {name: raw[name] for name in ("code", "side", "effect")}
    usual = penalty_points(raw["code"], None, rules)
    points = raw.get("points", usual)
    return said if raw["effect"] != POINTS or points == usual else {**said, "points": points}
