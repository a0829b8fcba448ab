"""The active entrants of a round in order of their places, in whole numbers.

Everything behind this point speaks of an entrant by its place, counted from 0: the order in which the input
names entrants can then have no influence, nor can their ids.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm

from engine.core.problems import Problem
from tournaments.pairing.base import EntrantId, Ids, PairingEntrant, PairingInput

Table = tuple[int, int]
"""Two places, the better one first."""


@dataclass(frozen=True)
class Lineup:
    """Who plays in this round: `entrants` by place, their scores in whole multiples of 1/`unit`."""

    given: PairingInput
    entrants: tuple[PairingEntrant, ...]
    unit: int
    scores: tuple[int, ...]

    @classmethod
    def of(cls, given: PairingInput) -> Lineup:
        """Put the active entrants in order: by score, rank in the last closed standings, number."""
        lots = _lots(given)
        entrants = sorted(
            (entrant for entrant in given.entrants if entrant.set_bye is None),
            key=lambda one: (-(one.score + one.virtual), one.rank is None, one.rank or 0, lots[one.id]),
        )
        totals = [Fraction(entrant.score + entrant.virtual) for entrant in entrants]
        unit = lcm(*(total.denominator for total in totals))
        return cls(given, tuple(entrants), unit, tuple(int(total * unit) for total in totals))

    def __len__(self) -> int:
        return len(self.entrants)

    @property
    def is_odd(self) -> bool:
        """Whether somebody has to sit out."""
        return len(self.entrants) % 2 == 1

    @property
    def keeps_clubs_apart(self) -> bool:
        """Whether the soft bans are on in this round (criterion 5)."""
        return self.given.round <= self.given.swiss.same_club_rounds

    @cached_property
    def places(self) -> dict[EntrantId, int]:
        """Place of each active entrant."""
        return {entrant.id: place for place, entrant in enumerate(self.entrants)}

    @cached_property
    def groups(self) -> tuple[range, ...]:
        """The score groups from the top, as the places they take up."""
        found = []
        start = 0
        for _score, members in groupby(self.scores):
            stop = start + sum(1 for _member in members)
            found.append(range(start, stop))
            start = stop
        return tuple(found)

    @cached_property
    def group_of(self) -> tuple[range, ...]:
        """The score group of each place."""
        return tuple(group for group in self.groups for _place in group)

    @cached_property
    def met(self) -> tuple[frozenset[int], ...]:
        """For each place the places of the active entrants it has met."""
        places = self.places
        return tuple(
            frozenset(places[other] for other in entrant.met if other in places) for entrant in self.entrants
        )

    @cached_property
    def banned(self) -> tuple[frozenset[int], ...]:
        """For each place the places it must never be drawn against (criterion 2)."""
        found: list[set[int]] = [set() for _entrant in self.entrants]
        for first, second in self._tables(self.given.forbidden):
            found[first].add(second)
            found[second].add(first)
        return tuple(map(frozenset, found))

    @cached_property
    def fixed(self) -> tuple[Table, ...]:
        """The tables set by the director, each with the better place first."""
        return tuple(self._tables(fixed.entrants for fixed in self.given.fixed))

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The places without a fixed table."""
        taken = {place for table in self.fixed for place in table}
        return tuple(place for place in range(len(self)) if place not in taken)

    @cached_property
    def bye_candidates(self) -> tuple[int, ...]:
        """Those who may have the bye of an odd field: they had the fewest so far (criterion 1)."""
        fewest = min((entrant.byes for entrant in self.entrants), default=0)
        return self.with_byes(fewest)

    def with_byes(self, most: int) -> tuple[int, ...]:
        """Return the free places that had at most so many byes."""
        return tuple(place for place in self.free if self.entrants[place].byes <= most)

    def is_legal(self, one: int, other: int) -> bool:
        """Whether two entrants may be drawn against each other (criteria 2 and 3)."""
        return other not in self.met[one] and other not in self.banned[one]

    def _tables(self, pairs: Iterable[Ids]) -> Iterator[Table]:
        places = self.places
        for first, second in pairs:
            if first in places and second in places:
                one, other = places[first], places[second]
                yield (one, other) if one < other else (other, one)


def input_problems(given: PairingInput) -> tuple[Problem, ...]:
    """Return what keeps a round from being drawn at all: nobody active, or fixed tables that cannot be.

    Raises ValueError when two entrants have the same id or number: that is no person's mistake.
    """
    for kind in ("id", "number"):
        if len({getattr(entrant, kind) for entrant in given.entrants}) < len(given.entrants):
            raise ValueError(f"two entrants of round {given.round} have the same {kind}")
    active = {entrant.id for entrant in given.entrants if entrant.set_bye is None}
    if not active:
        return (Problem("nobody_to_pair"),)
    seen: set[EntrantId] = set()
    problems = []
    for entrant in (one for table in given.fixed for one in table.entrants):
        if entrant not in active:
            problems.append(Problem("fixed_but_not_active", "", {"entrant": str(entrant)}))
        if entrant in seen:
            problems.append(Problem("fixed_twice", "", {"entrant": str(entrant)}))
        seen.add(entrant)
    return tuple(problems)


def _lots(given: PairingInput) -> dict[EntrantId, int]:
    """The last criterion of the places: the number, or before the first round a seeded draw."""
    ordered = sorted(given.entrants, key=lambda entrant: entrant.number)
    if given.round == 1 and given.swiss.seeding == "draw":
        random.Random(given.seed).shuffle(ordered)
    return {entrant.id: lot for lot, entrant in enumerate(ordered)}
