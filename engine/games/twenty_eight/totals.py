"""What the totals of a whole match, typed without its hands, can hardly be (rules sections 6.4 and 6.5)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.problems import Problem, pointer, shown
from engine.games.twenty_eight.rules import Rules, table_of


def doubt_totals(totals: Mapping[str, int], rules: Rules) -> tuple[Problem, ...]:
    """Return what no hands can have given, penalties left aside: each side for itself, then all together."""
    return (*_below_zero(totals, rules), *_not_balanced(totals, rules))


def _below_zero(totals: Mapping[str, int], rules: Rules) -> tuple[Problem, ...]:
    """Where a failed bid is awarded to the defenders, or 0 is the least, no hand leads below it."""
    if rules.settlement != "award" and rules.score_floor == "none":
        return ()
    return tuple(
        Problem("total_below_zero", pointer(side), {"side": side, "value": shown(totals[side])})
        for side in table_of(rules).sides
        if totals[side] < 0
    )


def _not_balanced(totals: Mapping[str, int], rules: Rules) -> tuple[Problem, ...]:
    """Where every hand is a transfer all totals together stay 0, but for honours."""
    together = sum(totals[side] for side in table_of(rules).sides)
    if rules.settlement != "transfer" or rules.honours or together == 0:
        return ()
    return (Problem("totals_not_balanced", "", {"sum": shown(together)}),)
