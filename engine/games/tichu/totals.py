"""What the totals of a match can be, whoever played how many hands (rules sections 6.5 and 9.3)."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from engine.core.problems import Problem, pointer, shown
from engine.games.tichu.rules import SIDES, Rules
from engine.games.tichu.summary import CARDS_IN_HAND, POINTS_STEP


def doubt_totals(totals: Mapping[str, int], rules: Rules) -> tuple[Problem, ...]:
    """Return what no hands can have given: first each side for itself, then both together.

    Penalties, which the totals do not show, change the sum but not that each side has a multiple of 5.
    """
    return (*_of_each_side(totals), *_of_both_sides(totals, rules))


def sum_step(rules: Rules) -> int:
    """Return the number of which the sum of both sides is a multiple, 100 by the rules of the box (6.5).

    A hand gives both sides together the cards or a sweep, and each call adds or takes away its value.
    """
    grand = rules.grand_tichu_points if rules.grand_tichu else 0
    return gcd(CARDS_IN_HAND, rules.sweep_points, rules.tichu_points, grand)


def _of_each_side(totals: Mapping[str, int]) -> tuple[Problem, ...]:
    """Every card, call and penalty is worth a multiple of 5."""
    return tuple(
        Problem("total_not_multiple_of_5", pointer(side), {"side": side, "value": shown(totals[side])})
        for side in SIDES
        if totals[side] % POINTS_STEP
    )


def _of_both_sides(totals: Mapping[str, int], rules: Rules) -> tuple[Problem, ...]:
    """The fast check of a slip (9.3), penalties left aside."""
    a, b = (totals[side] for side in SIDES)
    step = sum_step(rules)
    if (a + b) % step == 0:
        return ()
    params = {"a": shown(a), "b": shown(b), "sum": shown(a + b), "step": step}
    return (Problem("totals_not_of_hands", "", params),)
