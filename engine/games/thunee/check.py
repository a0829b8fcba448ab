"""The doors for a typed summary: check it, score it, bring it to its normal form (rules section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import HandContext, HandScore
from engine.core.problems import Problem, RulesError, each_once
from engine.games.thunee.rules import Rules
from engine.games.thunee.score import score_of
from engine.games.thunee.shape import TYPES, of_shape, of_values
from engine.games.thunee.summary import DOUBLE, Hand
from engine.games.thunee.table import SIDES
from engine.games.thunee.violations import violations

CHECKS_ALONE = frozenset({"tricks", "other_points", "claimed_balls", "balls_before", "target", "note"})
"""What a summary may say that changes nothing about the hand."""


def check(raw: object, rules: Rules, context: HandContext | None = None) -> tuple[Problem, ...]:
    """Return every violated invariant of the stage that is reached, each code once, in the order of 9.3."""
    return examined(raw, rules, context)[0]


def examined(
    raw: object, rules: Rules, context: HandContext | None = None
) -> tuple[tuple[Problem, ...], Hand | None]:
    """Return the problems of a summary, and the hand that it describes where it has none."""
    if not isinstance(raw, dict):
        return (Problem("bad_type", "", {"field": "summary"}),), None
    given = filled(raw, context)
    said = {name: value for name, value in given.items() if value is not None or name not in TYPES}
    problems = each_once(of_shape(said)) or each_once(of_values(said, rules))
    if problems:
        return problems, None
    hand = Hand.of(said, rules)
    problems = violations(hand, rules) or _wrong_claim(hand, rules)
    return problems, None if problems else hand


def filled(raw: Mapping[str, Any], context: HandContext | None) -> Mapping[str, Any]:
    """Return a summary with what the system knows about its hand, in place of what was given for that."""
    return raw if context is None else {**raw, **context.filled}


def valid(raw: Mapping[str, Any], rules: Rules, context: HandContext | None = None) -> Hand:
    """Return the value of a valid summary; RulesError names the codes of any other."""
    problems, hand = examined(raw, rules, context)
    if hand is None:
        raise RulesError(f"invalid summary {raw!r}: {[problem.code for problem in problems]}")
    return hand


def score(summary: Mapping[str, Any], rules: Rules, context: HandContext | None = None) -> HandScore:
    """Return the score of a valid summary (section 6)."""
    return score_of(valid(summary, rules, context), rules)


def canonical(summary: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return the one way of typing the same hand: without what only checks it, and without a note.

    Of what the system fills in only a raised target stays, where a Double needs it.
    """
    hand = valid(summary, rules)
    said = {name: value for name, value in summary.items() if name not in CHECKS_ALONE and value}
    if hand.kind == "normal":
        said |= {"call": hand.call, "points": hand.points}
    if not rules.last_trick_bonus and hand.final is None:
        said.pop("last_trick", None)
    jodhi = {side: sorted(hand.jodhi[side]) for side in SIDES if hand.jodhi[side]}
    said = {**said, "jodhi": jodhi} if jodhi else {name: said[name] for name in said if name != "jodhi"}
    if hand.final is not None and hand.final.call == DOUBLE and hand.target != rules.match_target:
        said["target"] = hand.target
    return said


def _wrong_claim(hand: Hand, rules: Rules) -> tuple[Problem, ...]:
    """9.3, `balls_claim_mismatch`: the last check of a hand that has passed all others."""
    if hand.claimed is None:
        return ()
    score = score_of(hand, rules)
    if score.sides == hand.claimed:
        return ()
    (a, b), (c, d) = ([balls[side] for side in SIDES] for balls in (score.sides, hand.claimed))
    return (Problem("balls_claim_mismatch", "/claimed_balls", {"a": a, "b": b, "c": c, "d": d}),)
