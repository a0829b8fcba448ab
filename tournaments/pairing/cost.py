"""What a table and a bye cost, criterion by criterion, and what a whole round costs (criteria 3 to 8).

These functions are the rules as they are read; `levels` computes the same numbers for many tables at once,
and a test holds the two together. Points are in whole multiples of 1/`Lineup.unit`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tournaments.pairing.base import (
    ByeCost,
    CostVector,
    EntrantId,
    Float,
    PairingInput,
    Pattern,
    Points,
    RoundPlan,
)
from tournaments.pairing.lineup import Lineup, Table


class TableCost(NamedTuple):
    """The costs of one table, criteria 5 to 8."""

    soft_bans: int
    squares: int
    height: int
    floats: int
    pattern: int


def table_cost(lineup: Lineup, upper: int, lower: int) -> TableCost:
    """Return what it costs to seat two places, the better one first, at one table."""
    soft_bans = breaks_soft_ban(lineup, upper, lower)
    if lineup.given.continuous:
        return TableCost(soft_bans, (lower - upper) ** 2, 0, 0, 0)
    return TableCost(
        soft_bans,
        (lineup.scores[upper] - lineup.scores[lower]) ** 2,
        height_of(lineup, upper, lower),
        repeated_floats(lineup, upper, lower),
        pattern_of(lineup, upper, lower),
    )


def breaks_soft_ban(lineup: Lineup, upper: int, lower: int) -> bool:
    """Criterion 5: same club or same group, in the rounds that keep them apart."""
    if not lineup.keeps_clubs_apart:
        return False
    one, other = lineup.entrants[upper], lineup.entrants[lower]
    same_club = one.club is not None and one.club == other.club
    return same_club or (one.group is not None and one.group == other.group)


def height_of(lineup: Lineup, upper: int, lower: int) -> int:
    """Criterion 6: at a table of unequal score, how far its higher one stands above the lowest of all."""
    higher = lineup.scores[upper]
    return higher - lineup.scores[-1] if higher != lineup.scores[lower] else 0


def repeated_floats(lineup: Lineup, upper: int, lower: int) -> int:
    """Criterion 7: how many of the two play down or up for the second time in a row."""
    if lineup.scores[upper] == lineup.scores[lower]:
        return 0
    down_again = lineup.entrants[upper].floated is Float.DOWN
    up_again = lineup.entrants[lower].floated is Float.UP
    return down_again + up_again


def pattern_of(lineup: Lineup, upper: int, lower: int) -> int:
    """Criterion 8: the square of the distance from the ideal opponent, inside a group or between groups."""
    group = lineup.group_of[upper]
    if lower not in group:
        return (lower - upper - 1) ** 2
    pattern = lineup.given.swiss.pattern
    if pattern == Pattern.SLIDE:
        return (lower - upper - len(group) // 2) ** 2
    if pattern == Pattern.FOLD:
        return (upper + lower - 2 * group.start - (len(group) - 1)) ** 2
    if pattern == Pattern.ADJACENT:
        return (lower - upper - 1) ** 2
    return 0


def bye_cost(lineup: Lineup, place: int) -> ByeCost:
    """Criterion 4: the three numbers of the entrant that sits out."""
    entrant = lineup.entrants[place]
    return ByeCost(entrant.score, entrant.missed, len(lineup) - place - 1)


def cost_of(plan: RoundPlan, given: PairingInput) -> CostVector:
    """Return the cost vector of any round that seats active entrants, the best one or not, legal or not.

    With several byes the gravest one counts. Raises KeyError for an entrant that is not active.
    """
    lineup = Lineup.of(given)
    tables = [_table(lineup, first, second) for first, second in plan.tables]
    return vector(lineup, tables, [lineup.places[entrant] for entrant in plan.byes])


def vector(lineup: Lineup, tables: list[Table], byes: list[int]) -> CostVector:
    """Return the cost vector of tables and byes given by places."""
    costs = [table_cost(lineup, upper, lower) for upper, lower in tables]
    soft_bans, squares, height, floats, pattern = (
        map(sum, zip(*costs, strict=True)) if costs else (0, 0, 0, 0, 0)
    )
    unit = 1 if lineup.given.continuous else lineup.unit
    return CostVector(
        sum(lower in lineup.met[upper] for upper, lower in tables),
        max((bye_cost(lineup, place) for place in byes), default=()),
        soft_bans,
        _points(squares, unit**2),
        _points(height, unit),
        floats,
        pattern,
    )


def _points(amount: int, unit: int) -> Points:
    exact = Fraction(amount, unit)
    return exact.numerator if exact.denominator == 1 else exact


def _table(lineup: Lineup, first: EntrantId, second: EntrantId) -> Table:
    one, other = lineup.places[first], lineup.places[second]
    return (one, other) if one < other else (other, one)
