"""Graded warnings for a round that a person has put together, against criteria 1 to 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Any

from engine.core.text import gettext_noop as _
from tournaments.pairing.base import EntrantId, PairingInput, RoundPlan
from tournaments.pairing.cost import breaks_soft_ban, bye_cost
from tournaments.pairing.lineup import Lineup


class Grade(IntEnum):
    """How grave a warning is. What is forbidden needs an act of its own (a rematch allowed, a second bye)."""

    NOTICE = 1
    WARNING = 2
    FORBIDDEN = 3


@dataclass(frozen=True, slots=True)
class Warned:
    """One thing to be said about a round; `WARNING_TEXTS` has the sentence."""

    grade: Grade
    code: str
    params: Mapping[str, Any]


WARNING_TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "not_active": _("{entrant} does not play in this round"),
        "seated_twice": _("{entrant} is in this round {times} times"),
        "not_seated": _("{entrant} has no table and no bye"),
        "needless_bye": _("the field is even: nobody needs a bye"),
        "several_byes": _("{times} have the bye of the pairing, one is enough"),
        "bye_again": _("{entrant} has had {byes} byes, others only {fewest}"),
        "forbidden_pair": _("{first} and {second} may not be drawn against each other"),
        "rematch": _("{first} and {second} have met"),
        "fixed_table_broken": _("the table of {first} and {second} was set by the director"),
        "bye_higher_score": _("{entrant} has a higher score than {better}, who could have the bye"),
        "bye_less_due": _("{better} is more due for the bye than {entrant}"),
        "too_many_sit_out": _("{times} sit out, {needed} would be enough"),
        "sits_out_too_often": _("{entrant} has sat out {byes} times, others only {fewest}"),
        "fixed_three_broken": _("the table of {entrants} was set by the director"),
        "same_club": _("{first} and {second} are of the same club or group"),
    }
)
"""Message ids by code; entrants are given by number."""


def judge(plan: RoundPlan, given: PairingInput) -> tuple[Warned, ...]:
    """Return what speaks against a round, the gravest first."""
    lineup = Lineup.of(given)
    active = {entrant.id: entrant.number for entrant in lineup.entrants}
    found = [*everybody_once(plan, active, given)]
    byes = [lineup.places[entrant] for entrant in plan.byes if entrant in lineup.places]
    found += _number_of_byes(lineup, byes)
    for bye in byes:
        found += _bye(lineup, bye)
    for first, second in plan.tables:
        if first in lineup.places and second in lineup.places and first != second:
            found += _table(lineup, lineup.places[first], lineup.places[second])
    found += _fixed_tables(plan, lineup)
    return tuple(sorted(found, key=lambda warned: -warned.grade))


def everybody_once(plan: RoundPlan, active: Mapping[EntrantId, int], given: PairingInput) -> Iterator[Warned]:
    """Criterion 1: every active entrant, given with its number, exactly once."""
    numbers = {entrant.id: entrant.number for entrant in given.entrants}
    seen = Counter([*(one for table in plan.tables for one in table), *plan.byes])
    for entrant, times in seen.items():
        name = numbers.get(entrant, str(entrant))
        if entrant not in active:
            yield Warned(Grade.FORBIDDEN, "not_active", {"entrant": name})
        elif times > 1:
            yield Warned(Grade.FORBIDDEN, "seated_twice", {"entrant": name, "times": times})
    for entrant, number in active.items():
        if entrant not in seen:
            yield Warned(Grade.FORBIDDEN, "not_seated", {"entrant": number})


def _number_of_byes(lineup: Lineup, byes: list[int]) -> Iterator[Warned]:
    """Criterion 1: one bye in an odd field, none in an even one."""
    if byes and not lineup.is_odd:
        yield Warned(Grade.FORBIDDEN, "needless_bye", {})
    elif len(byes) > 1:
        yield Warned(Grade.FORBIDDEN, "several_byes", {"times": len(byes)})


def _bye(lineup: Lineup, place: int) -> Iterator[Warned]:
    """Criteria 1 and 4: who should have the bye."""
    entrant = lineup.entrants[place]
    fewest = min(one.byes for one in lineup.entrants)
    if entrant.byes > fewest:
        params = {"entrant": entrant.number, "byes": entrant.byes, "fewest": fewest}
        yield Warned(Grade.FORBIDDEN, "bye_again", params)
        return
    candidates = [one for one in range(len(lineup)) if lineup.entrants[one].byes == fewest]
    due = min(candidates, key=lambda one: bye_cost(lineup, one))
    params = {"entrant": entrant.number, "better": lineup.entrants[due].number}
    if bye_cost(lineup, due).score < entrant.score:
        yield Warned(Grade.WARNING, "bye_higher_score", params)
    elif due != place:
        yield Warned(Grade.NOTICE, "bye_less_due", params)


def _table(lineup: Lineup, one: int, other: int) -> Iterator[Warned]:
    """Criteria 2, 3 and 5 at one table."""
    params = _numbers(lineup, lineup.entrants[one].id, lineup.entrants[other].id)
    if other in lineup.banned[one]:
        yield Warned(Grade.FORBIDDEN, "forbidden_pair", params)
    if other in lineup.met[one]:
        yield Warned(Grade.FORBIDDEN, "rematch", params)
    if breaks_soft_ban(lineup, one, other):
        yield Warned(Grade.WARNING, "same_club", params)


def _fixed_tables(plan: RoundPlan, lineup: Lineup) -> Iterator[Warned]:
    """Criterion 2: tables set by the director; who changes them knows it, so it is no more than a warning."""
    pairs = {frozenset(table) for table in plan.tables}
    for upper, lower in lineup.fixed:
        first, second = lineup.entrants[upper].id, lineup.entrants[lower].id
        if frozenset((first, second)) not in pairs:
            yield Warned(Grade.WARNING, "fixed_table_broken", _numbers(lineup, first, second))


def _numbers(lineup: Lineup, first: EntrantId, second: EntrantId) -> dict[str, Any]:
    one, other = lineup.entrants[lineup.places[first]], lineup.entrants[lineup.places[second]]
    return {"first": one.number, "second": other.number}
