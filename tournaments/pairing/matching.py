"""Perfect matchings of least cost, several criteria in strict order at once.

The solver works on integers below 2^127. Each criterion gets its own digits: enough for any sum of the
criterion, so that no lower one can outweigh it. Where they do not fit, leading criteria are solved first;
their digits then shrink to what the optimum needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import rustworkx as rx

from tournaments.pairing.levels import Flags, Numbers

WEIGHT_BITS = 120
WORD_BITS = 62

Match = tuple[int, int]


def largest_matching(nodes: int, one: Numbers, other: Numbers) -> list[Match]:
    """Return a matching of as many nodes as possible."""
    return _solve(nodes, one, other, [0] * len(one))


def heaviest_matching(nodes: int, one: Numbers, other: Numbers, weights: list[int]) -> list[Match]:
    """Return the matching of the greatest weight, however few nodes it takes; weights are above 0."""
    return _matching(nodes, one, other, weights, everybody=False)


def least_perfect_matching(
    nodes: int, one: Numbers, other: Numbers, levels: Sequence[Numbers]
) -> list[Match] | None:
    """Return the perfect matching whose vector of level sums is the least, or None if there is none.

    `one`, `other`: the ends of each edge; `levels`: its costs, none below 0, the gravest first. Raises
    OverflowError where two criteria alone are too much for the solver.
    """
    limits = _limits(nodes, levels)
    solved: list[int] = []
    while True:
        count = _fitting(limits)
        matching = _solve(nodes, one, other, _weights(levels[:count], limits[:count]))
        if 2 * len(matching) < nodes:
            return None
        if count == len(levels):
            return matching
        if count <= len(solved):
            raise OverflowError(f"criterion {count + 1} on {nodes} nodes needs more than {WEIGHT_BITS} bits")
        solved = _sums(matching, one, other, levels[:count])
        keep = _within(levels, solved)
        one, other, levels = one[keep], other[keep], [level[keep] for level in levels]
        limits = solved + _limits(nodes, levels[count:])


def _limits(nodes: int, levels: Sequence[Numbers]) -> list[int]:
    """The most that each criterion can come to."""
    return [nodes // 2 * int(level.max(initial=0)) for level in levels]


def _fitting(limits: Sequence[int]) -> int:
    """How many leading criteria fit into one weight."""
    bits = accumulate(limit.bit_length() for limit in limits)
    return sum(1 for total in bits if total <= WEIGHT_BITS)


def _within(levels: Sequence[Numbers], solved: Sequence[int]) -> Flags:
    """The edges that can be in an optimum: those that cost no more alone than it does as a whole."""
    keep = np.ones(len(levels[0]), np.bool_)
    for level, total in zip(levels, solved, strict=False):
        keep &= level <= total
    return keep


def _sums(matching: list[Match], one: Numbers, other: Numbers, levels: Sequence[Numbers]) -> list[int]:
    chosen = set(matching) | {(second, first) for first, second in matching}
    edges = zip(one.tolist(), other.tolist(), strict=True)
    inside = np.fromiter((edge in chosen for edge in edges), np.bool_, len(one))
    return [int(level[inside].sum()) for level in levels]


def _weights(levels: Sequence[Numbers], limits: Sequence[int]) -> list[int]:
    """One integer for each edge: criteria as digits, gathered into machine words as far as they fit."""
    if not levels:
        return []
    words: list[Numbers] = []
    shifts: list[int] = []
    for level, limit in zip(levels, limits, strict=True):
        bits = limit.bit_length()
        if words and shifts[-1] + bits <= WORD_BITS:
            words[-1] = (words[-1] << bits) + level
            shifts[-1] += bits
        else:
            words.append(level)
            shifts.append(bits)
    total: list[int] = words[0].tolist()
    for word, shift in zip(words[1:], shifts[1:], strict=True):
        total = [(high << shift) + low for high, low in zip(total, word.tolist(), strict=True)]
    return total


def _solve(nodes: int, one: Numbers, other: Numbers, costs: list[int]) -> list[Match]:
    """The largest matching of least cost; the solver looks for the greatest weight."""
    top = max(costs, default=0) + 1
    return _matching(nodes, one, other, [top - cost for cost in costs], everybody=True)


def _matching(
    nodes: int, one: Numbers, other: Numbers, weights: list[int], *, everybody: bool
) -> list[Match]:
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(list(zip(one.tolist(), other.tolist(), weights, strict=True)))
    matching = rx.max_weight_matching(graph, max_cardinality=everybody, weight_fn=_identity)
    return sorted((min(match), max(match)) for match in matching)


def _identity(weight: int) -> int:
    return weight
