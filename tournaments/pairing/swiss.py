"""The Swiss system: the legal round of the least cost vector, in one piece and never from the top down."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from engine.core.problems import Problem
from engine.core.text import gettext_noop as _
from tournaments.pairing.base import (
    Bye,
    CostVector,
    Draw,
    DrawnTable,
    Ids,
    PairingInput,
    RoundPlan,
    SwissOptions,
)
from tournaments.pairing.cost import cost_of, vector
from tournaments.pairing.exact import Solution, best_round
from tournaments.pairing.judge import Warned, judge
from tournaments.pairing.legal import best_legal_round
from tournaments.pairing.lineup import Lineup, input_problems
from tournaments.pairing.next_round import next_round_possible
from tournaments.pairing.obstacle import no_legal_round
from tournaments.pairing.reasons import why_bye, why_table
from tournaments.pairing.repair import Repair, smallest_repair
from tournaments.pairing.seats import numbered, seated


class Swiss:
    """The method `swiss`."""

    key: ClassVar[str] = "swiss"
    title: ClassVar[str] = _("Swiss")
    options: ClassVar[type[SwissOptions]] = SwissOptions
    sides: ClassVar[int] = 2
    needs_results: ClassVar[bool] = True
    by_standings: ClassVar[bool] = True

    def rounds_possible(self, entrants: int) -> int:
        """Return the most rounds that so many entrants can play without a rematch."""
        return max(0, entrants - 1 + entrants % 2)

    def draw(self, given: PairingInput) -> Draw | tuple[Problem, ...]:
        """Return the best round, or why there is none (`nobody_to_pair`, `no_legal_round`, fixed tables)."""
        problems = input_problems(given)
        if problems:
            return problems
        lineup = Lineup.of(given)
        solution = _solve(lineup)
        if solution is None:
            return (no_legal_round(lineup),)
        return _draw(lineup, solution)

    def cost(self, plan: RoundPlan, given: PairingInput) -> CostVector:
        """Return what a round costs; raises KeyError for an entrant that is not active."""
        return cost_of(plan, given)

    def judge(self, plan: RoundPlan, given: PairingInput) -> tuple[Warned, ...]:
        """Return what speaks against a round, the gravest first."""
        return judge(plan, given)

    def next_round_possible(self, plan: RoundPlan, given: PairingInput) -> bool:
        """Tell whether the round after `plan` can be drawn without a rematch."""
        return next_round_possible(plan, given)

    def repair(self, plan: RoundPlan, given: PairingInput, begun: Collection[Ids]) -> Repair | None:
        """Return the exchange that stops the fewest tables of a posted round and betters it, if any does."""
        return smallest_repair(plan, given, begun)


def _solve(lineup: Lineup) -> Solution | None:
    """The best round; outside the law only as far as that is allowed, a second bye before rematches."""
    given = lineup.given
    found = best_legal_round(lineup)
    if found is None and given.allow_second_bye and lineup.is_odd:
        found = _with_second_bye(lineup)
    if found is None and given.allow_rematches:
        found = best_round(lineup, lineup.bye_candidates, with_rematches=True)
    if found is None and given.allow_rematches and given.allow_second_bye:
        found = best_round(lineup, lineup.free, with_rematches=True)
    return found


def _with_second_bye(lineup: Lineup) -> Solution | None:
    """The best round in which the bye goes to one of those who had as few as make a round possible."""
    for most in sorted({lineup.entrants[place].byes for place in lineup.free}):
        found = best_round(lineup, lineup.with_byes(most))
        if found is not None:
            return found
    return None


def _draw(lineup: Lineup, solution: Solution) -> Draw:
    tables = sorted([*solution.tables, *lineup.fixed])
    byes = [] if solution.bye is None else [solution.bye]
    numbers = numbered(lineup, tables)
    ids = [entrant.id for entrant in lineup.entrants]
    drawn = [
        DrawnTable(numbers[table], (ids[first], ids[second]), why_table(lineup, table))
        for table, (first, second) in zip(tables, seated(lineup, tables), strict=True)
    ]
    drawn.sort(key=lambda each: each.table)
    plan = RoundPlan(tuple(each.entrants for each in drawn), tuple(ids[bye] for bye in byes))
    return Draw(
        tuple(drawn),
        tuple(Bye(ids[bye], why_bye(lineup, bye)) for bye in byes),
        vector(lineup, tables, byes),
        solution.certificate,
        next_round_possible(plan, lineup.given),
        lineup.given.seed,
    )
