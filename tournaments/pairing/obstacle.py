"""Why a round cannot be drawn: the obstacle as the theorem of Gallai and Edmonds shows it.

Take the entrants that some largest matching leaves over. They fall into groups of odd size that may meet
nobody outside but the entrants of the *barrier*; and there are more such groups than entrants in the barrier,
so that not every group can send its odd member out. That is a proof which anybody can check by hand.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any

from engine.core.problems import Problem
from tournaments.pairing.base import BYE, EntrantId
from tournaments.pairing.graph import FREE_SEAT, Graph, can_be_paired
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.matching import Match, least_perfect_matching

NONE = -1


def no_legal_round(lineup: Lineup) -> Problem:
    """Return the refusal of a round that criteria 1 to 3 do not allow, with the ways out of it.

    `least_rematches` is None where even rematches do not help.
    """
    graph = Graph.of(lineup, lineup.bye_candidates)
    groups, barrier = odd_groups(
        len(graph), graph.one.tolist(), graph.other.tolist(), graph.largest_matching()
    )
    params: dict[str, Any] = {
        "odd_groups": [
            _names(graph, numbers) for numbers in sorted(_numbers(graph, group) for group in groups)
        ],
        "barrier": _names(graph, _numbers(graph, barrier)),
        "least_rematches": least_rematches(lineup),
        "possible_with_second_bye": possible_with_second_bye(lineup),
    }
    return Problem("no_legal_round", "", params)


def least_rematches(lineup: Lineup) -> int | None:
    """Return the fewest rematches with which a round can be drawn; None if there is no such round."""
    graph = Graph.of(lineup, lineup.bye_candidates, with_rematches=True)
    matching = least_perfect_matching(len(graph), graph.one, graph.other, [graph.rematch])
    if matching is None:
        return None
    tables, _bye = graph.tables(matching)
    return sum(lower in lineup.met[upper] for upper, lower in tables)


def possible_with_second_bye(lineup: Lineup) -> bool:
    """Tell whether a round exists once the bye may go to somebody who had more byes than others."""
    return lineup.is_odd and can_be_paired(lineup, lineup.free)


def odd_groups(
    nodes: int, one: list[int], other: list[int], matching: list[Match]
) -> tuple[list[list[int]], list[int]]:
    """Return the odd groups that a largest matching cannot all serve, and the barrier between them.

    Raises ValueError when `matching` is not a largest one.
    """
    forest = _Forest(nodes, one, other, matching)
    forest.grow()
    groups: dict[int, list[int]] = defaultdict(list)
    for node in range(nodes):
        if forest.is_outer[node]:
            groups[forest.base(node)].append(node)
    barrier = [node for node in range(nodes) if forest.is_inner(node)]
    return sorted(groups.values()), barrier


class _Forest:
    """Alternating trees from the unmatched nodes, odd cycles shrunk into their base (Edmonds).

    A node is outer when an even alternating path leads to it, inner when only an odd one does.
    """

    def __init__(self, nodes: int, one: list[int], other: list[int], matching: list[Match]) -> None:
        self.neighbours: list[list[int]] = [[] for _node in range(nodes)]
        for first, second in zip(one, other, strict=True):
            self.neighbours[first].append(second)
            self.neighbours[second].append(first)
        self.mate = [NONE] * nodes
        for first, second in matching:
            self.mate[first], self.mate[second] = second, first
        self.is_outer = [mate == NONE for mate in self.mate]
        self.reached_from = [NONE] * nodes
        self.merged_into = list(range(nodes))
        self.queue = deque(node for node in range(nodes) if self.is_outer[node])

    def is_inner(self, node: int) -> bool:
        return self.reached_from[node] != NONE and not self.is_outer[node]

    def base(self, node: int) -> int:
        """The node that stands for the shrunk cycle in which this one is."""
        while self.merged_into[node] != node:
            self.merged_into[node] = node = self.merged_into[self.merged_into[node]]
        return node

    def grow(self) -> None:
        while self.queue:
            node = self.queue.popleft()
            for neighbour in self.neighbours[node]:
                if self.is_outer[neighbour]:
                    if self.base(node) != self.base(neighbour):
                        self._shrink(node, neighbour)
                elif self.reached_from[neighbour] == NONE:
                    self.reached_from[neighbour] = node
                    self._make_outer(self.mate[neighbour])

    def _make_outer(self, node: int) -> None:
        if not self.is_outer[node]:
            self.is_outer[node] = True
            self.queue.append(node)

    def _shrink(self, one: int, other: int) -> None:
        """Close the odd cycle over an edge between two outer nodes of a tree."""
        path = self._bases_to_root(one)
        other_path = self._bases_to_root(other)
        meeting = next((base for base in other_path if base in set(path)), None)
        if meeting is None:
            raise ValueError(f"the matching can be enlarged over the edge {one}-{other}")
        for bases in (path, other_path):
            for base in bases[: bases.index(meeting)]:
                inner = self.mate[base]
                self.merged_into[base] = self.merged_into[inner] = meeting
                self._make_outer(inner)

    def _bases_to_root(self, node: int) -> list[int]:
        bases = [self.base(node)]
        while self.mate[bases[-1]] != NONE:
            bases.append(self.base(self.reached_from[self.mate[bases[-1]]]))
        return bases


def _numbers(graph: Graph, nodes: list[int]) -> list[int]:
    """The numbers of nodes in order; `FREE_SEAT` stands for itself and comes first."""
    places = [int(graph.places[node]) for node in nodes]
    return sorted(
        FREE_SEAT if place == FREE_SEAT else graph.lineup.entrants[place].number for place in places
    )


def _names(graph: Graph, numbers: list[int]) -> list[EntrantId]:
    ids = {entrant.number: entrant.id for entrant in graph.lineup.entrants}
    return [BYE if number == FREE_SEAT else ids[number] for number in numbers]
