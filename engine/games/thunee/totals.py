"""What the totals of a whole match can be, whoever played which hands (rules section 7.6)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.problems import Problem, pointer, shown
from engine.games.thunee.match import games_to_win
from engine.games.thunee.rules import Rules
from engine.games.thunee.table import SIDES


def doubt_totals(totals: Mapping[str, int], rules: Rules) -> tuple[Problem, ...]:
    """Return what no match can have been recorded as: first each side for itself, then both together.

    A game is recorded as the target for its winner and less for the other side, so the winner of a match has
    one target for each game won, and nobody has as many in all the others.
    """
    target = rules.match_target + (rules.khanaak_raises_target != "never")
    won = games_to_win(rules)
    lost = (won - 1) * target + won * (target - 1)
    most = won * target + (won - 1) * (target - 1)
    found = [
        Problem(
            "total_out_of_range", pointer(side), {"side": side, "value": shown(totals[side]), "most": most}
        )
        for side in SIDES
        if not 0 <= totals[side] <= most
    ]
    if found or min(totals[side] for side in SIDES) <= lost:
        return tuple(found)
    a, b = (totals[side] for side in SIDES)
    return (Problem("totals_not_of_a_match", "", {"a": shown(a), "b": shown(b)}),)
