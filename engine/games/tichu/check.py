"""The doors for a typed summary: check it, score it, bring it to its normal form (rules section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.core.game import HandContext, HandScore
from engine.core.problems import Problem, RulesError, pointer, shown
from engine.games.tichu.rules import SIDES, Rules, table_of
from engine.games.tichu.score import better_cards, score_of, victory_points_of
from engine.games.tichu.summary import (
    CALLS,
    CARDS_IN_HAND,
    COUNT,
    LEAST_POINTS,
    MOST_POINTS,
    POINTS_STEP,
    Summary,
)
from engine.games.tichu.violations import Entered, is_seat, violations

USUAL_FIELDS = frozenset({"first_out", "result", "points", "calls"})
CARD_POINTS = frozenset(range(LEAST_POINTS, MOST_POINTS + 1, POINTS_STEP))
"""The 31 values of 9.3."""
SIDE_NAMES = frozenset(SIDES)
CALLS_WITHOUT_GRAND = tuple(call for call in CALLS if call != "grand")
NOTHING: Mapping[str, Any] = {}


def check(raw: object, rules: Rules, context: HandContext | None = None) -> tuple[Problem, ...]:
    """Return every violated invariant of 9.2, each code once, in the order of the table."""
    if not isinstance(raw, dict):
        return (Problem("bad_type", "", {"field": "summary"}),)
    if _is_plainly_valid(raw, rules):
        return ()
    entered = Entered.under(raw, rules)
    return violations(entered) or _claimed_total_mismatch(entered)


def valid(raw: Mapping[str, Any], rules: Rules) -> Summary:
    """Return the value of a valid summary; RulesError names the codes of any other."""
    problems = check(raw, rules)
    if problems:
        raise RulesError(f"invalid summary {raw!r}: {[problem.code for problem in problems]}")
    return Summary.of(raw)


def canonical(summary: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return the one way of typing the same hand."""
    return valid(summary, rules).canonical(rules)


def score(summary: Mapping[str, Any], rules: Rules, context: HandContext | None = None) -> HandScore:
    """Return the score of a valid summary (section 6)."""
    return score_of(valid(summary, rules), rules)


def victory_points(summary: Mapping[str, Any], rules: Rules) -> dict[str, Fraction]:
    """Return the victory points of a valid summary (7.4)."""
    return victory_points_of(valid(summary, rules), rules)


def tie_break(last_summary: Mapping[str, Any], last_score: HandScore, rules: Rules) -> str | None:
    """Return the side with more card points in the last hand, None when they are level."""
    return better_cards(last_score)


def _is_plainly_valid(raw: dict[str, Any], rules: Rules) -> bool:
    """Prove the usual hand valid at a glance: who was first, the result, its points, calls of real seats.

    This is the fast way through; an answer of false proves nothing, and the rows decide.
    """
    table = table_of(rules)
    result, points = raw.get("result"), raw.get("points", NOTHING)
    return (
        USUAL_FIELDS.issuperset(raw)
        and is_seat(raw.get("first_out"), table)
        and (_are_card_points(points) if result == COUNT else result == table.sweep and points == NOTHING)
        and _are_plain_calls(raw.get("calls", NOTHING), rules)
    )


def _are_card_points(points: object) -> bool:
    if type(points) is not dict or not SIDE_NAMES.issuperset(points):
        return False
    for value in points.values():
        if type(value) is not int or value not in CARD_POINTS:
            return False
    return len(points) == 1 or sum(points.values()) == CARDS_IN_HAND


def _are_plain_calls(calls: object, rules: Rules) -> bool:
    if calls == NOTHING:
        return True
    if type(calls) is not dict or not table_of(rules).seat_keys.issuperset(calls):
        return False
    if rules.one_call_per_side and len(calls) > 1:
        return False
    played = CALLS if rules.grand_tichu else CALLS_WITHOUT_GRAND
    return all(call in played for call in calls.values())


def _claimed_total_mismatch(entered: Entered) -> tuple[Problem, ...]:
    """The slip says other totals than the rules give; asked only when nothing else is wrong."""
    if not entered.claimed:
        return ()
    totals = score_of(Summary.of(entered.raw), entered.rules).sides
    for side, claimed in entered.claimed.items():
        if claimed != totals[side]:
            params = {"side": side, "claimed": shown(claimed), "computed": shown(totals[side])}
            return (Problem("claimed_total_mismatch", pointer("claimed", side), params),)
    return ()
