"""Who may meet whom, as a graph: a node for each entrant without a fixed table, and one for the free seat."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np

from tournaments.pairing.levels import Numbers
from tournaments.pairing.lineup import Lineup, Table
from tournaments.pairing.matching import Match, largest_matching

FREE_SEAT = -1


@dataclass(frozen=True)
class Graph:
    """`places` gives the place of each node (`FREE_SEAT` for the last one of an odd field), `one` and `other`
    the ends of each edge, `rematch` whether the two have met.
    """

    lineup: Lineup
    places: Numbers
    one: Numbers
    other: Numbers
    rematch: Numbers

    @classmethod
    def of(cls, lineup: Lineup, candidates: tuple[int, ...], with_rematches: bool = False) -> Graph:
        """The graph of a round in which one of `candidates` has the bye, if the field is odd."""
        free = np.array(lineup.free, np.int64)
        met = _marked(lineup.met)[np.ix_(free, free)]
        allowed = ~_marked(lineup.banned)[np.ix_(free, free)]
        if not with_rematches:
            allowed &= ~met
        one, other = np.nonzero(np.triu(allowed, 1))
        rematch = met[one, other].astype(np.int64)
        if lineup.is_odd:
            seats = np.searchsorted(free, np.array(candidates, np.int64))
            one = np.concatenate([one, seats])
            other = np.concatenate([other, np.full(len(seats), len(free))])
            rematch = np.concatenate([rematch, np.zeros(len(seats), np.int64)])
            free = np.append(free, FREE_SEAT)
        return cls(lineup, free, one, other, rematch)

    def __len__(self) -> int:
        return len(self.places)

    def largest_matching(self) -> list[Match]:
        """Return a matching of as many nodes as possible."""
        return largest_matching(len(self), self.one, self.other)

    def tables(self, matching: list[Match]) -> tuple[list[Table], int | None]:
        """Return the tables of a matching, better place first, and who has the bye."""
        pairs = [(int(self.places[one]), int(self.places[other])) for one, other in matching]
        bye = next((max(pair) for pair in pairs if FREE_SEAT in pair), None)
        return sorted((min(pair), max(pair)) for pair in pairs if FREE_SEAT not in pair), bye


def can_be_paired(lineup: Lineup, candidates: tuple[int, ...]) -> bool:
    """Tell whether a round without rematch and ban exists in which one of `candidates` has the bye."""
    if lineup.is_odd and not candidates:
        return False
    if leaves_plenty(lineup):
        return True
    graph = Graph.of(lineup, candidates)
    return 2 * len(graph.largest_matching()) == len(graph)


def leaves_plenty(lineup: Lineup) -> bool:
    """Tell whether everybody may meet half of the field: then a round exists, whoever has the bye (Dirac)."""
    players = len(lineup.free) - lineup.is_odd
    free = frozenset(lineup.free)
    excluded = max((len((lineup.met[place] | lineup.banned[place]) & free) for place in free), default=0)
    return players == 0 or len(free) - 1 - lineup.is_odd - excluded >= players / 2


def _marked(sets: tuple[frozenset[int], ...]) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """The sets as a square matrix of flags."""
    matrix = np.zeros((len(sets), len(sets)), np.bool_)
    rows = np.repeat(np.arange(len(sets)), [len(members) for members in sets])
    matrix[rows, np.fromiter(chain.from_iterable(sets), np.int64, len(rows))] = True
    return matrix
