"""The smallest exchange between tables of three that makes a posted round better.

A round is better where those who sit out are more due for it, or where fewer meet again. One who sits out can
take one seat, which stops one table; two tables can only be seated anew by two who change places. More than
two tables are never stopped: who sits there has come to play, not to meet nobody again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter

from tournaments.pairing.base import Costs, EntrantId, Ids, RoundPlan
from tournaments.pairing.repair import Move, Repair
from tournaments.pairing.threes import Meetings, Threes, repeats

Cost = tuple[int, int]
"""What counts here: how much too often the ones who sit out have done so, and the meetings repeated."""

NOTHING: Cost = (0, 0)


@dataclass(frozen=True, slots=True)
class _Exchanged:
    """Tables that are stopped with who sits there instead, and who sits out then."""

    moves: tuple[Move, ...]
    byes: Ids


def smallest_exchange(
    plan: RoundPlan, field: Threes, begun: Collection[Ids], cost: Callable[[RoundPlan], Costs]
) -> Repair | None:
    """Return the exchange of one table or two that betters the round; None if none does.

    Raises KeyError for somebody in the round who is not there.
    """
    kept = {frozenset(table) for table in begun}
    tables = [table for table in plan.tables if frozenset(table) not in kept]
    meetings = field.with_bans(field.met)
    for candidates in (_by_one(plan, tables), _by_two(plan, tables)):
        worth, best = min(
            ((_worth(field, meetings, plan, each), each) for each in candidates),
            key=itemgetter(0),
            default=(NOTHING, None),
        )
        if best is not None and worth < NOTHING:
            return Repair(best.moves, plan.byes, best.byes, cost(plan), cost(_changed(plan, best)))
    return None


def _by_one(plan: RoundPlan, tables: Sequence[Ids]) -> Iterator[_Exchanged]:
    """One who sits out takes a seat, and who sat there sits out."""
    for table in tables:
        for seat in table:
            for bye in plan.byes:
                byes = tuple(seat if each == bye else each for each in plan.byes)
                yield _Exchanged((Move(table, _with(table, seat, bye)),), byes)


def _by_two(plan: RoundPlan, tables: Sequence[Ids]) -> Iterator[_Exchanged]:
    """Two of different tables change places."""
    for first, second in combinations(tables, 2):
        for one in first:
            for other in second:
                moves = Move(first, _with(first, one, other)), Move(second, _with(second, other, one))
                yield _Exchanged(moves, plan.byes)


def _with(table: Ids, gone: EntrantId, come: EntrantId) -> Ids:
    return tuple(come if each == gone else each for each in table)


def _changed(plan: RoundPlan, exchanged: _Exchanged) -> RoundPlan:
    instead = {move.posted: move.instead for move in exchanged.moves}
    return RoundPlan(tuple(instead.get(table, table) for table in plan.tables), exchanged.byes)


def _worth(field: Threes, meetings: Meetings, plan: RoundPlan, exchanged: _Exchanged) -> Cost:
    """What the round costs more than now, by the tables that are stopped alone: there are many exchanges."""
    old = [field.trio(move.posted) for move in exchanged.moves]
    new = [field.trio(move.instead) for move in exchanged.moves]
    had = _sat_out(field, exchanged.byes) - _sat_out(field, plan.byes)
    return had, repeats(meetings, new) - repeats(meetings, old)


def _sat_out(field: Threes, byes: Ids) -> int:
    return sum(field.entrants[field.places[each]].byes for each in byes)
