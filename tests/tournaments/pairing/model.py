"""An independent reading of the pairing rules: every legal round is looked at, and nothing of the product is used.

It starts from the event as it was played, and of the product takes over no more than the ranks of the standings.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from tests.tournaments.pairing.events import Event, Line, match_points, ranks_of


class Best(NamedTuple):
    """The least costs as they are printed, how many rounds reach them, and the only one or the last one seen."""

    costs: list[Any]
    rounds: int
    pairs: frozenset[frozenset[int]]
    bye: int | None


class Reading:
    """The facts of the round to be drawn."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.now = event.number
        self.ranks = ranks_of(event)
        set_byes = {line.entrants[0] for line in event.draft if len(line.entrants) == 1}
        self.active = [
            one
            for one in range(1, event.entrants + 1)
            if event.joined.get(one, 1) <= self.now <= event.left.get(one, self.now) and one not in set_byes
        ]
        self.fixed = [line.entrants for line in event.draft if len(line.entrants) == 2]
        self.score = {one: self.score_before(one, self.now) for one in self.active}
        self.order = sorted(self.active, key=lambda one: (-self.score[one], self.ranks.get(one, 10**6), one))
        self.place = {one: place for place, one in enumerate(self.order)}
        self.lowest = min(self.score.values(), default=0)
        self.group = {
            one: [other for other in self.order if self.score[other] == self.score[one]]
            for one in self.active
        }

    def line_of(self, one: int, number: int) -> Line | None:
        return next((line for line in self.event.rounds[number - 1] if one in line.entrants), None)

    def plain_score(self, one: int, number: int) -> Fraction:
        """Match points before round `number`, with fines."""
        total = Fraction(0)
        for earlier in range(1, number):
            total += self.points_in(one, earlier)
        return total + sum(
            Fraction(points) for after, who, points in self.event.fines if who == one and after < number
        )

    def points_in(self, one: int, number: int) -> Fraction:
        event = self.event
        line = self.line_of(one, number)
        if line is None:
            here = number <= event.left.get(one, number)
            return event.value("absence") if here else Fraction(0)
        if line.outcome == "played":
            return match_points(event, line)[line.entrants.index(one)]
        if line.outcome == "forfeit":
            return event.value("forfeit_win" if line.winner == one else "forfeit_loss")
        if line.outcome == "double_forfeit":
            return event.value("forfeit_loss")
        return event.value(line.outcome)

    def score_before(self, one: int, number: int) -> Fraction:
        """With the virtual points of that round."""
        extra = Fraction(0)
        if number <= self.event.options.get("accelerate_rounds", 0):
            field = [who for who in range(1, self.event.entrants + 1) if self.event.left.get(who) != 0]
            if one in field[: (len(field) + 1) // 2]:
                extra = self.event.value("win")
        return self.plain_score(one, number) + extra

    def have_met(self, one: int, other: int) -> bool:
        forfeits = self.event.options.get("forfeit_is_meeting", False)
        return any(
            {one, other} == set(line.entrants) and (line.outcome == "played" or forfeits)
            for lines in self.event.rounds
            for line in lines
        )

    def may_meet(self, one: int, other: int) -> bool:
        return not self.have_met(one, other) and sorted((one, other)) not in self.event.forbidden

    def byes(self, one: int) -> int:
        lines = [self.line_of(one, number) for number in range(1, self.now)]
        count = sum(line is not None and line.outcome == "pairing_bye" for line in lines)
        if self.event.options.get("forfeit_win_counts_as_bye", False):
            count += sum(
                line is not None and line.outcome == "forfeit" and line.winner == one for line in lines
            )
        return count

    def bye_numbers(self, one: int) -> tuple[Fraction, int, int]:
        lines = [self.line_of(one, number) for number in range(1, self.now)]
        missed = sum(line is None or line.outcome != "played" for line in lines)
        below = len(self.order) - 1 - self.place[one]
        return self.plain_score(one, self.now), missed, below

    def went(self, one: int) -> int:
        """1 when the entrant met a lower score in the round before, -1 when a higher one."""
        line = self.line_of(one, self.now - 1) if self.now > 1 else None
        if line is None or line.outcome != "played":
            return 0
        other = line.entrants[1 - line.entrants.index(one)]
        own, theirs = self.score_before(one, self.now - 1), self.score_before(other, self.now - 1)
        return (own > theirs) - (own < theirs)

    def table(self, one: int, other: int) -> tuple[Fraction | int, ...]:
        """Soft ban, square, height, floats, pattern."""
        if self.place[one] > self.place[other]:
            one, other = other, one
        clubs = self.event.clubs
        soft = int(
            self.now <= self.event.options.get("same_club_rounds", 0)
            and one in clubs
            and clubs[one] == clubs.get(other)
        )
        apart = self.place[other] - self.place[one]
        if self.event.scale is not None:
            return soft, apart * apart, 0, 0, 0
        if self.score[one] != self.score[other]:
            floats = (self.went(one) == 1) + (self.went(other) == -1)
            square = (self.score[one] - self.score[other]) ** 2
            return soft, square, self.score[one] - self.lowest, floats, (apart - 1) ** 2
        group = self.group[one]
        i, j, m = group.index(one) + 1, group.index(other) + 1, len(group)
        pattern = self.event.options.get("pattern", "slide")
        off = {"slide": j - i - m // 2, "fold": i + j - m - 1, "adjacent": j - i - 1, "random": 0}[pattern]
        return soft, 0, 0, 0, off * off


def best_round(event: Event) -> Best | None:
    """Return the least vector over all legal rounds, or None when there is no legal round."""
    reading = Reading(event)
    free = [one for one in reading.order if all(one not in table for table in reading.fixed)]
    byes: list[int | None] = [None]
    if len(reading.active) % 2:
        fewest = min(map(reading.byes, reading.active))
        byes = sorted((one for one in free if reading.byes(one) == fewest), key=reading.bye_numbers)
    for bye in byes:
        search = Search(reading, [one for one in free if one != bye])
        if search.best is not None:
            return search.result(bye)
    return None


class Search:
    """All ways to pair up some entrants legally, cut off where a part already costs more than the best whole."""

    def __init__(self, reading: Reading, players: list[int]) -> None:
        self.reading = reading
        self.costs = {
            (one, other): reading.table(one, other)
            for one in players
            for other in players
            if reading.place[one] < reading.place[other] and reading.may_meet(one, other)
        }
        self.best: tuple[Fraction | int, ...] | None = None
        self.rounds = 0
        self.tables: list[tuple[int, int]] = []
        fixed = [reading.table(*table) for table in reading.fixed]
        self.start = tuple(map(sum, zip((0, 0, 0, 0, 0), *fixed, strict=True)))
        self.look(players, self.start, [])

    def look(self, left: list[int], spent: tuple[Any, ...], tables: list[tuple[int, int]]) -> None:
        if self.best is not None and spent > self.best:
            return
        if not left:
            self.rounds = self.rounds + 1 if spent == self.best else 1
            self.best, self.tables = spent, tables
            return
        one, *others = left
        for other in others:
            cost = self.costs.get((one, other))
            if cost is not None:
                total = tuple(a + b for a, b in zip(spent, cost, strict=True))
                self.look([each for each in others if each != other], total, [*tables, (one, other)])

    def result(self, bye: int | None) -> Best:
        reading = self.reading
        numbers: list[Any] = []
        if bye is not None:
            score, missed, below = reading.bye_numbers(bye)
            numbers = [str(score), missed, below]
        soft, square, height, floats, pattern = self.best or self.start
        rematches = sum(reading.have_met(*table) for table in reading.fixed)
        pairs = frozenset(map(frozenset, [*self.tables, *reading.fixed]))
        costs = [rematches, numbers, soft, str(square), str(height), floats, pattern]
        return Best(costs, self.rounds, pairs, bye)
