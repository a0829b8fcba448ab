"""Tables of three: who is there, how often everybody has met everybody, and who sits out next.

Behind this point an entrant is its place in the list by number, counted from 0: the order in which the input
names entrants can then have no influence, nor can their ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from tournaments.pairing.base import EntrantId, Ids, PairingEntrant, PairingInput, RoundPlan

TABLE = 3
"""How many sit at a table."""

BANNED = 10_000
"""A forbidden pair counts as if it had met so often: more than all real meetings of an event."""

HORIZON = 12
"""So many rounds at most are planned together, this one included."""

AHEAD = 3
"""So many where the stage does not say how many rounds it has."""

PAIRING_BYE = "pairing_bye"

Trio = tuple[int, ...]
"""The places at a table, in ascending order."""

Meetings = list[list[int]]
"""How often each place has met each other."""


@dataclass(frozen=True)
class Threes:
    """The entrants who play in this round or are expected in the next, by their numbers."""

    given: PairingInput
    entrants: tuple[PairingEntrant, ...]

    @classmethod
    def of(cls, given: PairingInput) -> Threes:
        """Take everybody who is there now or comes back."""
        there = (each for each in given.entrants if each.set_bye is None or each.returns)
        return cls(given, tuple(sorted(there, key=lambda each: each.number)))

    @cached_property
    def places(self) -> dict[EntrantId, int]:
        """Place of each entrant."""
        return {entrant.id: place for place, entrant in enumerate(self.entrants)}

    @cached_property
    def scores(self) -> tuple[Fraction, ...]:
        """Match points so far."""
        return tuple(Fraction(entrant.score) for entrant in self.entrants)

    @cached_property
    def active(self) -> tuple[int, ...]:
        """Who is there in this round."""
        return tuple(place for place, each in enumerate(self.entrants) if each.set_bye is None)

    @cached_property
    def later(self) -> tuple[int, ...]:
        """Who is expected in the rounds after this one."""
        return tuple(place for place, each in enumerate(self.entrants) if each.returns)

    @cached_property
    def fixed(self) -> tuple[Trio, ...]:
        """The tables set by the director."""
        return tuple(self.trio(fixed.entrants) for fixed in self.given.fixed)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """Who is there and has no fixed table."""
        taken = {place for trio in self.fixed for place in trio}
        return tuple(place for place in self.active if place not in taken)

    @cached_property
    def banned(self) -> frozenset[tuple[int, int]]:
        """The forbidden pairs, the lower place first."""
        pairs = (self.trio(pair) for pair in self.given.forbidden if {*pair} <= self.places.keys())
        return frozenset((one, other) for one, other in pairs)

    @cached_property
    def met(self) -> Meetings:
        """How often everybody has met everybody in a match that counts as a meeting."""
        found = nobody_met(len(self.entrants))
        for place, entrant in enumerate(self.entrants):
            for other, _round in entrant.met_in:
                if other in self.places:
                    found[place][self.places[other]] += 1
        return found

    @cached_property
    def due(self) -> tuple[tuple[int, int], ...]:
        """How often each has sat out, and in how many rounds it did not play: the least is next."""
        return tuple((each.byes, each.missed) for each in self.entrants)

    @property
    def rounds(self) -> int:
        """How many rounds are planned together, this one included."""
        planned = self.given.rounds
        left = AHEAD if planned is None else planned - self.given.round + 1
        return min(max(left, 1), HORIZON)

    def trio(self, entrants: Iterable[EntrantId]) -> Trio:
        """Their places in ascending order; raises KeyError for somebody who is not there."""
        return tuple(sorted(self.places[each] for each in entrants))

    def tables(self, plan: RoundPlan) -> tuple[Trio, ...]:
        """The tables of a round by places."""
        return tuple(map(self.trio, plan.tables))

    def ids(self, places: Iterable[int]) -> Ids:
        """The entrants at these places."""
        return tuple(self.entrants[place].id for place in places)

    def with_bans(self, meetings: Meetings) -> Meetings:
        """These meetings, forbidden pairs counted as met very often."""
        found = [[*row] for row in meetings]
        for one, other in self.banned:
            found[one][other] += BANNED
            found[other][one] += BANNED
        return found

    def rounds_met(self, one: int, other: int) -> tuple[int, ...]:
        """The rounds in which two have met."""
        wanted = self.entrants[other].id
        return tuple(number for opponent, number in self.entrants[one].met_in if opponent == wanted)

    def fewest_sit_outs(self, places: Iterable[int], count: int) -> int:
        """How often the `count` of these who have sat out least have done so, all together."""
        return sum(sorted(self.entrants[place].byes for place in places)[:count])


def nobody_met(size: int) -> Meetings:
    """The meetings of so many who have not begun."""
    return [[0] * size for _place in range(size)]


def pairs_of(tables: Iterable[Trio]) -> Iterator[tuple[int, int]]:
    """All who meet at these tables."""
    for trio in tables:
        yield from combinations(trio, 2)


def repeats(meetings: Meetings, tables: Iterable[Trio]) -> int:
    """How many earlier meetings are repeated at these tables; a third meeting repeats two."""
    return sum(meetings[one][other] for one, other in pairs_of(tables))


def after(meetings: Meetings, tables: Iterable[Trio]) -> Meetings:
    """The meetings once these tables are played."""
    found = [[*row] for row in meetings]
    for one, other in pairs_of(tables):
        found[one][other] += 1
        found[other][one] += 1
    return found
