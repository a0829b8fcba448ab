"""A round that was posted before a result of the round before it was corrected, and every exchange of it.

The costs are those of `model`, so nothing of the product is used but the draw of what is posted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.tournaments.pairing.events import Event, Line, input_of, random_event
from tests.tournaments.pairing.model import Reading
from tournaments.pairing import METHODS
from tournaments.pairing.base import Draw

LEADING = 5
"""Rematches, bye, soft bans, squares and height are what an exchange has to better."""

Pairs = frozenset[frozenset[int]]


@dataclass
class Posted:
    """What is known now, the round as it was posted, and the tables that have begun."""

    event: Event
    pairs: list[tuple[int, int]]
    bye: int | None
    begun: list[tuple[int, int]]


def random_posted(seed: int, most: int = 10) -> Posted | None:
    """A round drawn, then some result before it corrected; None where no round could be drawn."""
    lots = random.Random(seed)
    event = random_event(seed, most=most, least=4)
    drawn = METHODS["swiss"].draw(input_of(event))
    if not isinstance(drawn, Draw):
        return None
    pairs = [tuple(pair) for pair in drawn.plan.tables]
    later = deepcopy(event)
    later.draft = [line for line in later.draft if len(line.entrants) == 1]
    for _ in range(lots.randint(1, 3)):
        correct(later, lots)
    begun = [pair for pair in pairs if lots.random() < lots.choice((0, 0, 0.3))]
    return Posted(later, pairs, next(iter(drawn.plan.byes), None), begun)


def correct(event: Event, lots: random.Random) -> None:
    """Another score for a match that was played, or a fine."""
    played = [line for line in event.rounds[-1] if line.outcome == "played"]
    if played and lots.random() < 0.8:
        line = lots.choice(played)
        own = Fraction(500 + 20 * lots.randint(-20, 20))
        line.score = (own, 1000 - own)
    else:
        event.fines.append([len(event.rounds), lots.randint(1, event.entrants), lots.choice(("-1", "-2"))])


@dataclass
class Exchange:
    """The best exchange: how many tables it stops, and what the round costs then."""

    stopped: int
    costs: tuple[Any, ...]


class Looking:
    """Every round of the same entrants in which the tables that have begun stay as they are."""

    def __init__(self, posted: Posted) -> None:
        self.posted = posted
        event = deepcopy(posted.event)
        inside = {each for pair in posted.pairs for each in pair} | {posted.bye}
        reading = Reading(event)
        out = [one for one in reading.active if one not in inside]
        event.draft = [line for line in event.draft if len(line.entrants) == 1]
        event.draft += [Line((one,), "absence") for one in out]
        self.reading = Reading(event)
        self.begun = set(map(frozenset, posted.begun))

    def best(self) -> Exchange | None:
        before = self.costs(frozenset(map(frozenset, self.posted.pairs)), self.posted.bye)
        posted = set(map(frozenset, self.posted.pairs))
        found = [
            Exchange(len(posted - pairs), costs)
            for bye in self.byes()
            for pairs in self.rounds([one for one in self.reading.order if one != bye])
            if self.begun <= pairs and (costs := self.costs(pairs, bye))[:LEADING] < before[:LEADING]
        ]
        return min(found, key=lambda each: (each.stopped, each.costs), default=None)

    def byes(self) -> list[int | None]:
        reading = self.reading
        if not len(reading.active) % 2:
            return [None]
        fewest = min(map(reading.byes, reading.active))
        return [one for one in reading.active if reading.byes(one) == fewest or one == self.posted.bye]

    def rounds(self, left: list[int]) -> Iterator[Pairs]:
        if not left:
            yield frozenset()
            return
        one, *others = left
        for other in others:
            if sorted((one, other)) not in self.posted.event.forbidden:
                for rest in self.rounds([each for each in others if each != other]):
                    yield rest | {frozenset((one, other))}

    def costs(self, pairs: Pairs, bye: int | None) -> tuple[Any, ...]:
        tables = [tuple(pair) for pair in pairs]
        sums = tuple(
            map(sum, zip((0, 0, 0, 0, 0), *(self.reading.table(*pair) for pair in tables), strict=True))
        )
        rematches = sum(self.reading.have_met(*pair) for pair in tables)
        own = () if bye is None else self.reading.bye_numbers(bye)
        return (rematches, own, *sums)
