"""The rounds that are left, planned together so that opponents meet again as seldom as possible.

Who sits out follows from who has done so least. All tables of all rounds are then looked for at once: in
small fields every possibility, else by simulated annealing, which exchanges two players of a round as long as
that saves repeated meetings, and now and then when it does not. Everything hangs on the seed alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.pairing.threes import TABLE, Meetings, Trio, after, repeats

ATTEMPTS = 3
PLAN_ATTEMPTS = 24
STEPS, STEPS_OF_A_SEAT = 50_000, 180
HOT, COLD = 0.6, 0.2
EVERY_ROUND = 20_000
"""Up to so many ways to seat everybody all of them are looked at."""


class Question(NamedTuple):
    """What is to be planned: earlier meetings, who has sat out how often, and who is there in each round.

    `sitting`: who sits out in the first of the rounds, where that is not left open.
    """

    meetings: tuple[tuple[int, ...], ...]
    due: tuple[tuple[int, int], ...]
    rounds: tuple[tuple[int, ...], ...]
    seed: str
    sitting: tuple[int, ...] | None = None


class Seating(NamedTuple):
    """A round before its tables are made: who plays and who sits out."""

    playing: tuple[int, ...]
    sitting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The tables of each round, who sits out, and how many meetings are repeated in all.

    `least`: no tables of the same players repeat fewer. `open_sitting`: others could have sat out.
    """

    rounds: tuple[tuple[Trio, ...], ...]
    sitting: tuple[tuple[int, ...], ...]
    repeats: int
    least: int
    open_sitting: bool

    @property
    def proven(self) -> bool:
        """Whether no other rounds repeat fewer meetings."""
        return self.repeats == 0 or (self.repeats == self.least and not self.open_sitting)


@lru_cache(maxsize=64)
def best_schedule(question: Question, attempts: int = ATTEMPTS) -> Schedule:
    """Return the rounds with the fewest repeated meetings that are found, as few as can be in the first."""
    best: tuple[int, int] | None = None
    for attempt in range(attempts):
        lots = random.Random(f"{question.seed}/{attempt}")
        found = _attempt(question, lots)
        cost = found.repeats, repeats(_list(question.meetings), found.rounds[0])
        if best is None or cost < best:
            best, schedule = cost, found
        if found.repeats == found.least or _is_settled(found):
            break
    return schedule


@lru_cache(maxsize=32)
def whole_plan(size: int, rounds: int, banned: frozenset[tuple[int, int]], seed: int) -> Schedule | None:
    """Return a plan of all rounds of a field in which nobody meets again; None if none is found.

    It hangs on the stage alone, so each round finds again what the rounds before it were taken from.
    """
    meetings = [[int((min(a, b), max(a, b)) in banned) for b in range(size)] for a in range(size)]
    everybody = tuple(range(size))
    question = Question(_tuple(meetings), ((0, 0),) * size, (everybody,) * rounds, f"plan/{seed}")
    if least_repeats(meetings, _seatings(question, random.Random(seed))):
        return None
    found = best_schedule(question, PLAN_ATTEMPTS)
    return found if found.repeats == 0 else None


def least_repeats(meetings: Meetings, seatings: Sequence[Seating]) -> int:
    """Return a bound: each player meets its rarest opponents, whatever the others do."""
    total = 0
    everybody = sorted({place for seating in seatings for place in seating.playing})
    for place in everybody:
        seats = (TABLE - 1) * sum(place in seating.playing for seating in seatings)
        known = sorted(meetings[place][other] for other in everybody if other != place)
        total += _cheapest(known, seats)
    return (total + 1) // 2


def _cheapest(known: list[int], seats: int) -> int:
    """The least that so many more meetings repeat, by how often each opponent was met (ascending)."""
    if known and known[min(seats, len(known)) - 1] == 0 and seats <= len(known):
        return 0
    again = sorted(times + more for times in known for more in range(seats))
    return sum(again[:seats])


def _attempt(question: Question, lots: random.Random) -> Schedule:
    """Rounds for one choice of who sits out among those who have done so as often."""
    seatings = _seatings(question, lots)
    meetings = _list(question.meetings)
    least = least_repeats(meetings, seatings)
    open_sitting = question.sitting is None and any(each.sitting for each in seatings)
    if math.prod(_ways(len(each.playing)) for each in seatings) <= EVERY_ROUND:
        search = _Exhaustive(meetings, seatings, least, lots)
        search.run()
        total, rounds = search.best
        least = total
    else:
        total, rounds = _Annealing(meetings, seatings, lots).run(least)
    rounds = _earliest_best(meetings, seatings, rounds)
    return Schedule(rounds, tuple(each.sitting for each in seatings), total, least, open_sitting)


def _is_settled(found: Schedule) -> bool:
    """Whether another attempt would look at the same tables."""
    small = math.prod(_ways(sum(map(len, tables))) for tables in found.rounds) <= EVERY_ROUND
    return small and not found.open_sitting


def _seatings(question: Question, lots: random.Random) -> list[Seating]:
    """Who plays and who sits out in each round: who has sat out least, then played most, then by lot."""
    due = {place: list(each) for place, each in enumerate(question.due)}
    found = []
    for number, there in enumerate(question.rounds):
        lot = {place: lots.random() for place in there}
        count = len(there) % TABLE
        order = sorted(there, key=lambda place: (*due[place], lot[place]))
        sitting = tuple(sorted(order[:count]))
        if number == 0 and question.sitting is not None:
            sitting = question.sitting
        for place, had in due.items():
            had[0] += place in sitting
            had[1] += place in sitting or place not in there
        found.append(Seating(tuple(place for place in there if place not in sitting), sitting))
    return found


def _earliest_best(
    meetings: Meetings, seatings: Sequence[Seating], rounds: tuple[tuple[Trio, ...], ...]
) -> tuple[tuple[Trio, ...], ...]:
    """The rounds with that first, of those of the same players, which repeats least: the rest comes later."""
    same = [at for at, seating in enumerate(seatings) if seating.playing == seatings[0].playing]
    first = min(same, key=lambda at: (repeats(meetings, rounds[at]), at))
    order = list(range(len(rounds)))
    order[0], order[first] = first, 0
    return tuple(rounds[at] for at in order)


def _ways(players: int) -> int:
    """In how many ways so many can be seated at tables of three."""
    ways = 1
    for left in range(players, 0, -TABLE):
        ways *= (left - 1) * (left - 2) // 2
    return ways


class _Exhaustive:
    """Every way to seat everybody, left as soon as it cannot become better than the best one known."""

    def __init__(
        self, meetings: Meetings, seatings: Sequence[Seating], least: int, lots: random.Random
    ) -> None:
        self.meetings = meetings
        self.least = least
        self.players = [lots.sample(each.playing, len(each.playing)) for each in seatings]
        self.best: tuple[int, tuple[tuple[Trio, ...], ...]] = (0, ())
        self.cost: tuple[int, int] | None = None

    def run(self) -> None:
        """Look at all of them."""
        self._round(0, (), self.meetings, (0, 0))

    def _round(
        self,
        number: int,
        rounds: tuple[tuple[Trio, ...], ...],
        meetings: Meetings,
        spent: tuple[int, int],
    ) -> None:
        """Every round `number` behind those that are there; `spent`: repeats in all and in the first."""
        if number == len(self.players):
            self.cost, self.best = spent, (spent[0], rounds)
            return
        for tables in _tables(self.players[number]):
            more = repeats(meetings, tables)
            cost = spent[0] + more, more if number == 0 else spent[1]
            if self.cost is not None and (cost >= self.cost or self.cost <= (self.least, 0)):
                continue
            self._round(number + 1, (*rounds, tables), after(meetings, tables), cost)


def _tables(players: Sequence[int]) -> Iterator[tuple[Trio, ...]]:
    """All ways to seat these players at tables of three."""
    if not players:
        yield ()
        return
    first, *others = players
    for one in range(len(others)):
        for two in range(one + 1, len(others)):
            trio = tuple(sorted((first, others[one], others[two])))
            rest = [each for at, each in enumerate(others) if at not in (one, two)]
            for tables in _tables(rest):
                yield (trio, *tables)


class _Annealing:
    """Rounds that get better by the exchange of two players; `total`: how many meetings are repeated."""

    def __init__(self, meetings: Meetings, seatings: Sequence[Seating], lots: random.Random) -> None:
        self.lots = lots
        self.meetings = [[*row] for row in meetings]
        self.rounds = [lots.sample(each.playing, len(each.playing)) for each in seatings]
        self.movable = [seats for seats in self.rounds if len(seats) > TABLE]
        self.total = 0
        for seats in self.rounds:
            tables = _of_seats(seats)
            self.total += repeats(self.meetings, tables)
            self.meetings = after(self.meetings, tables)

    def run(self, least: int) -> tuple[int, tuple[tuple[Trio, ...], ...]]:
        """Return the fewest repeats that were found, and the rounds with these."""
        best, kept = self.total, [[*seats] for seats in self.rounds]
        steps = max(STEPS, STEPS_OF_A_SEAT * sum(map(len, self.movable))) if self.movable else 1
        cooling, heat = (COLD / HOT) ** (1 / steps), HOT
        chance = self.lots.random
        for _step in range(steps if self.movable else 0):
            if best <= least:
                break
            heat *= cooling
            seats = self.movable[int(chance() * len(self.movable))]
            one, other = int(chance() * len(seats)), int(chance() * len(seats))
            if one // TABLE == other // TABLE:
                continue
            dearer = self._dearer(seats, one, other)
            if dearer <= 0 or chance() < math.exp(-dearer / heat):
                self._exchange(seats, one, other)
                self.total += dearer
                if self.total < best:
                    best, kept = self.total, [[*seats] for seats in self.rounds]
        return best, tuple(map(_of_seats, kept))

    def _dearer(self, seats: list[int], one: int, other: int) -> int:
        """How many more meetings are repeated once the players in these two seats have changed places."""
        here, there = self.meetings[seats[one]], self.meetings[seats[other]]
        a, b = _neighbours(seats, one)
        c, d = _neighbours(seats, other)
        return here[c] + here[d] + there[a] + there[b] - here[a] - here[b] - there[c] - there[d] + 4

    def _exchange(self, seats: list[int], one: int, other: int) -> None:
        first, second = seats[one], seats[other]
        for here, gone, come in (
            (first, _neighbours(seats, one), _neighbours(seats, other)),
            (second, _neighbours(seats, other), _neighbours(seats, one)),
        ):
            for each in gone:
                self.meetings[here][each] -= 1
                self.meetings[each][here] -= 1
            for each in come:
                self.meetings[here][each] += 1
                self.meetings[each][here] += 1
        seats[one], seats[other] = second, first


def _neighbours(seats: list[int], at: int) -> tuple[int, int]:
    """The two others at the table of a seat."""
    place = at % TABLE
    start = at - place
    if place == 0:
        return seats[start + 1], seats[start + 2]
    return seats[start], seats[start + 3 - place]


def _of_seats(seats: list[int]) -> tuple[Trio, ...]:
    """The tables of players who sit side by side in the list."""
    return tuple(tuple(sorted(seats[at : at + TABLE])) for at in range(0, len(seats), TABLE))


def _list(meetings: Sequence[Sequence[int]]) -> Meetings:
    return [[*row] for row in meetings]


def _tuple(meetings: Meetings) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, meetings))
