"""Everybody for himself at tables of three: opponents meet again as late as can be, all sit out as often."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from engine.core.compounds import ListOf
from engine.core.kinds import Flag, Text
from engine.core.options import option
from engine.core.problems import Problem
from engine.core.text import gettext_noop as _
from tournaments.pairing.base import (
    Bye,
    Certificate,
    Draw,
    DrawnTable,
    Ids,
    PairingInput,
    RoundPlan,
)
from tournaments.pairing.judge import Warned
from tournaments.pairing.lineup import input_problems
from tournaments.pairing.repair import Repair
from tournaments.pairing.seats import numbered
from tournaments.pairing.threes import (
    BANNED,
    HORIZON,
    PAIRING_BYE,
    TABLE,
    Meetings,
    Threes,
    Trio,
    after,
    repeats,
)
from tournaments.pairing.threes_judge import judge
from tournaments.pairing.threes_plan import Question, Schedule, best_schedule, whole_plan
from tournaments.pairing.threes_reasons import why_sits_out, why_table
from tournaments.pairing.threes_repair import smallest_exchange
from tournaments.pairing.threes_seats import seated

OTHER_SITTINGS = 60
"""So many choices of who sits out are tried where forbidden pairs leave no tables for the first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndividualOptions:
    """`method_options` of a stage in which everybody plays for himself."""

    forbidden_pairs: tuple[tuple[str, ...], ...] = option(
        ListOf(ListOf(Text(), 2, 2)),
        default=(),
        label=_("Forbidden pairs"),
        help=_("Entrants that are never drawn against each other."),
    )
    forfeit_is_meeting: bool = option(
        Flag(),
        default=False,
        label=_("A forfeit is a meeting"),
        help=_("Entrants whose match was forfeited are not drawn against each other again."),
    )

    @property
    def forfeit_win_counts_as_bye(self) -> bool:
        """Who has won by forfeit sat at a table, and so has not sat out."""
        return False


LEVELS = ("sit_outs", "repeats_planned", "repeats")
"""The criteria of the cost vector by name, in their order."""


class TablesCost(NamedTuple):
    """What a round of tables of three costs, the gravest criterion first.

    `sit_outs`: how much oftener than others those who sit out have done so. `repeats_planned`: meetings that
    are repeated in this round and, as far as the planning can avoid them, in those after it. `repeats`: the
    part of these in this round.
    """

    sit_outs: int
    repeats_planned: int
    repeats: int

    def as_json(self) -> list[Any]:
        """The vector as it is printed."""
        return [*self]


class RoundOfThrees(NamedTuple):
    """A round by places: its tables, and who sits out."""

    tables: tuple[Trio, ...]
    sitting: tuple[int, ...]


class Individual:
    """The method `individual`."""

    key: ClassVar[str] = "individual"
    title: ClassVar[str] = _("Individual, tables of three")
    options: ClassVar[type[IndividualOptions]] = IndividualOptions
    sides: ClassVar[int] = TABLE
    needs_results: ClassVar[bool] = True
    by_standings: ClassVar[bool] = False

    def rounds_possible(self, entrants: int) -> int:
        """Return a bound on the rounds without a rematch: there are no more pairs to meet."""
        if entrants < TABLE:
            return 0
        return entrants * (entrants - 1) // 2 // (TABLE * (entrants // TABLE))

    def draw(self, given: PairingInput) -> Draw | tuple[Problem, ...]:
        """Return the round, or why there is none.

        `nobody_to_pair`, `too_few_for_a_table`, `no_legal_tables` where forbidden pairs leave none, or what
        is wrong with fixed tables.
        """
        problems = input_problems(given)
        if problems:
            return problems
        field = Threes.of(given)
        if len(field.active) < TABLE:
            return (Problem("too_few_for_a_table", "", {"active": len(field.active), "needed": TABLE}),)
        found = _schedule(field)
        if repeats(field.with_bans(field.met), found.rounds[0]) >= BANNED:
            return (Problem("no_legal_tables"),)
        return _drawn(field, found)

    def cost(self, plan: RoundPlan, given: PairingInput) -> TablesCost:
        """Return what a round costs; raises KeyError for an entrant that is not there."""
        field = Threes.of(given)
        return _cost(field, field.tables(plan), [field.places[each] for each in plan.byes])

    def judge(self, plan: RoundPlan, given: PairingInput) -> tuple[Warned, ...]:
        """Return what speaks against a round, the gravest first."""
        return judge(plan, Threes.of(given))

    def next_round_possible(self, plan: RoundPlan, given: PairingInput) -> bool:
        """Tell whether the next planned round was found to repeat no meeting; True where none follows."""
        field = Threes.of(given)
        known = [table for table in plan.tables if {*table} <= field.places.keys()]
        tables = tuple(map(field.trio, known))
        sitting = [field.places[each] for each in plan.byes if each in field.places]
        return _next_is_new(field, tables, sitting)

    def repair(self, plan: RoundPlan, given: PairingInput, begun: Collection[Ids]) -> Repair | None:
        """Return the exchange that stops the fewest tables of a posted round and betters it, if any does."""
        return smallest_exchange(plan, Threes.of(given), begun, lambda found: self.cost(found, given))


def _schedule(field: Threes) -> Schedule:
    """The rounds from this one on, without what the director has fixed in it."""
    planned = _from_whole_plan(field)
    if planned is not None:
        return planned
    question = _question(field)
    meetings = field.with_bans(field.met)
    found = best_schedule(question)
    if repeats(meetings, found.rounds[0]) < BANNED:
        return found
    for sitting in _sittings(field):
        other = best_schedule(question._replace(sitting=sitting, rounds=question.rounds[:1]))
        if repeats(meetings, other.rounds[0]) < BANNED:
            return best_schedule(question._replace(sitting=sitting))
    return found


def _from_whole_plan(field: Threes) -> Schedule | None:
    """A round of the plan of the whole stage, where enough of that is left: then nobody meets again."""
    if field.fixed or field.active != field.later:
        return None
    left = _left_of_plan(field, field.met)
    fair = [each for each in left if _unfairness(field, each.sitting) == 0]
    if len(left) < field.rounds or not fair:
        return None
    chosen = random.Random(field.given.seed).choice(fair)
    return _without_repeats([chosen, *(each for each in left if each != chosen)][: field.rounds])


def _left_of_plan(field: Threes, meetings: Meetings) -> list[RoundOfThrees]:
    """The rounds of the plan of the whole stage in which nobody of these meets again."""
    planned, size = field.given.rounds, len(field.entrants)
    if planned is None or not field.given.round <= planned <= HORIZON or len(field.later) < size:
        return []
    whole = whole_plan(size, planned, field.banned, field.given.stage_seed)
    rounds = [] if whole is None else map(RoundOfThrees, whole.rounds, whole.sitting)
    return [each for each in rounds if repeats(meetings, each.tables) == 0]


def _without_repeats(rounds: Sequence[RoundOfThrees]) -> Schedule:
    """Rounds of the plan as a schedule."""
    tables, sitting = tuple(each.tables for each in rounds), tuple(each.sitting for each in rounds)
    return Schedule(tables, sitting, repeats=0, least=0, open_sitting=False)


def _question(field: Threes) -> Question:
    """What is to be planned: the free ones now, and everybody who is expected in the rounds after."""
    meetings = field.with_bans(after(field.met, field.fixed))
    rounds = (field.free, *(field.later,) * (field.rounds - 1))
    return Question(tuple(map(tuple, meetings)), field.due, rounds, str(field.given.seed))


def _sittings(field: Threes) -> Iterable[tuple[int, ...]]:
    """Other choices of who sits out, the fairest first; somebody of a forbidden pair is among them."""
    count = len(field.free) % TABLE
    torn = {place for pair in field.banned for place in pair}
    choices = [each for each in combinations(field.free, count) if torn & {*each}]
    choices.sort(key=lambda each: sorted(field.due[place] for place in each))
    return choices[:OTHER_SITTINGS]


def _unfairness(field: Threes, sitting: Collection[int]) -> int:
    """How much oftener than others these have sat out; whoever has a fixed table cannot."""
    had = sum(field.entrants[place].byes for place in sitting)
    return had - field.fewest_sit_outs(field.free, len(sitting))


def _later(field: Threes, tables: Collection[Trio], sitting: Collection[int]) -> Schedule | None:
    """The rounds that are planned after one with these tables; None where none follows or too few come."""
    if field.rounds == 1 or len(field.later) < TABLE:
        return None
    meetings = after(field.met, tables)
    left = _left_of_plan(field, meetings)
    if len(left) >= field.rounds - 1:
        return _without_repeats(left[: field.rounds - 1])
    playing = {place for trio in tables for place in trio}
    due = [
        (
            byes + (place in sitting or field.entrants[place].set_bye == PAIRING_BYE),
            missed + (place not in playing),
        )
        for place, (byes, missed) in enumerate(field.due)
    ]
    rounds = (field.later,) * (field.rounds - 1)
    seed = f"later/{field.given.stage_seed}/{field.given.round}"
    return best_schedule(Question(tuple(map(tuple, field.with_bans(meetings))), tuple(due), rounds, seed))


def _cost(field: Threes, tables: Collection[Trio], sitting: Collection[int]) -> TablesCost:
    """The cost vector of a round."""
    now = repeats(field.met, tables)
    later = _later(field, tables, sitting)
    coming = later.repeats % BANNED if later else 0  # forbidden pairs of later rounds cost nothing today
    return TablesCost(_unfairness(field, sitting), now + coming, now)


def _next_is_new(field: Threes, tables: Collection[Trio], sitting: Collection[int]) -> bool:
    """Whether the next planned round was found to repeat no meeting."""
    later = _later(field, tables, sitting)
    return later is None or repeats(field.with_bans(after(field.met, tables)), later.rounds[0]) == 0


def _drawn(field: Threes, found: Schedule) -> Draw:
    """The first round of the schedule, with the tables that the director has set."""
    tables = sorted((*field.fixed, *found.rounds[0]))
    sitting = found.sitting[0]
    numbers = numbered(field, tables)
    lots = random.Random(f"seats/{field.given.seed}")
    drawn = [
        DrawnTable(numbers[trio], field.ids(seated(field, trio, lots)), why_table(field, trio))
        for trio in tables
    ]
    drawn.sort(key=lambda each: each.table)
    byes = tuple(Bye(field.entrants[place].id, why_sits_out(field, place)) for place in sitting)
    costs, possible = _cost(field, tables, sitting), _next_is_new(field, tables, sitting)
    return Draw(tuple(drawn), byes, costs, _certificate(costs, found), possible, field.given.seed)


def _certificate(costs: TablesCost, found: Schedule) -> Certificate:
    """What is known of the round being the best one: the planning is a search, unless it saw everything."""
    proven: tuple[str, ...] = ("sit_outs",) if costs.sit_outs == 0 else ()
    if proven and costs.repeats_planned == 0:
        proven = LEVELS
    elif proven and found.proven and costs.repeats_planned == found.repeats:
        proven = LEVELS if costs.repeats == 0 else LEVELS[:2]
    gap = max(costs.repeats_planned - found.least, 0) if "repeats_planned" not in proven else 0
    method = "exhaustive" if found.proven and found.repeats else "search"
    return Certificate(method, proven, gap, LEVELS)
