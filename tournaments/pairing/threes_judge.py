"""Graded warnings for tables of three that a person has put together; the sentences stand in `judge`."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.pairing.base import RoundPlan
from tournaments.pairing.judge import Grade, Warned, everybody_once
from tournaments.pairing.threes import TABLE, Threes, Trio, pairs_of


def judge(plan: RoundPlan, field: Threes) -> tuple[Warned, ...]:
    """Return what speaks against a round, the gravest first."""
    active = {field.entrants[place].id: field.entrants[place].number for place in field.active}
    found = [*everybody_once(plan, active, field.given)]
    known = [field.trio(table) for table in plan.tables if {*table} <= active.keys()]
    found += _sit_outs(field, [field.places[each] for each in plan.byes if each in active])
    for trio in known:
        found += _table(field, trio)
    found += _fixed_tables(field, known)
    return tuple(sorted(found, key=lambda warned: -warned.grade))


def _sit_outs(field: Threes, sitting: list[int]) -> Iterator[Warned]:
    """As many sit out as are left over, and those who have done so least."""
    count = len(field.free) % TABLE
    if len(sitting) > count:
        yield Warned(Grade.FORBIDDEN, "too_many_sit_out", {"times": len(sitting), "needed": count})
    most = sorted(field.entrants[place].byes for place in field.active)[: max(count, 1)][-1:]
    for place in sitting:
        entrant = field.entrants[place]
        if most and entrant.byes > most[0]:
            params = {"entrant": entrant.number, "byes": entrant.byes, "fewest": most[0]}
            yield Warned(Grade.FORBIDDEN, "sits_out_too_often", params)


def _table(field: Threes, trio: Trio) -> Iterator[Warned]:
    """Who may not meet at a table, and who has met before."""
    for one, other in pairs_of([trio]):
        params = {"first": field.entrants[one].number, "second": field.entrants[other].number}
        if (one, other) in field.banned:
            yield Warned(Grade.FORBIDDEN, "forbidden_pair", params)
        if field.met[one][other]:
            yield Warned(Grade.WARNING, "rematch", params)


def _fixed_tables(field: Threes, tables: list[Trio]) -> Iterator[Warned]:
    """Tables set by the director; who changes them knows it, so it is no more than a warning."""
    for trio in field.fixed:
        if trio not in tables:
            numbers = ", ".join(str(field.entrants[place].number) for place in trio)
            yield Warned(Grade.WARNING, "fixed_three_broken", {"entrants": numbers})
