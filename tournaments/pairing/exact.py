"""The best round of a field of up to some hundred entrants: one matching over all tables that are legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tournaments.pairing.base import Certificate
from tournaments.pairing.cost import bye_cost
from tournaments.pairing.graph import FREE_SEAT, Graph
from tournaments.pairing.levels import Numbers, columns_of, lots, table_levels
from tournaments.pairing.lineup import Lineup, Table
from tournaments.pairing.matching import least_perfect_matching


class Solution(NamedTuple):
    """The tables of a round by places, fixed ones left out, who has the bye, and what is proven of them."""

    tables: list[Table]
    bye: int | None
    certificate: Certificate


def best_round(lineup: Lineup, candidates: tuple[int, ...], with_rematches: bool = False) -> Solution | None:
    """Return the round of the least cost vector in which one of `candidates` has the bye; None without any.

    With rematches their number is the first cost; without, tables that have met are left out.
    """
    graph = Graph.of(lineup, candidates, with_rematches)
    matching = least_perfect_matching(len(graph), graph.one, graph.other, edge_levels(graph, candidates))
    if matching is None:
        return None
    return Solution(*graph.tables(matching), Certificate("dense"))


def edge_levels(graph: Graph, candidates: Sequence[int]) -> list[Numbers]:
    """Return the costs of all edges, criteria 3 to 8 in their order, and the lot behind them."""
    lineup = graph.lineup
    one, other = graph.places[graph.one], graph.places[graph.other]
    is_table = other != FREE_SEAT
    columns = columns_of(lineup)
    tables = table_levels(lineup, columns.at(one), columns.at(other))
    levels = [graph.rematch, np.where(is_table, 0, _order_of_byes(lineup, candidates)[one])]
    levels += [np.where(is_table, level, 0) for level in tables]
    return [*levels, lots(lineup, one, other)]


def _order_of_byes(lineup: Lineup, candidates: Sequence[int]) -> Numbers:
    """For each place its position among the candidates for the bye, the best one first (criterion 4).

    A round has one bye, so the order of the three numbers says as much as the numbers.
    """
    order = np.zeros(len(lineup), np.int64)
    for position, place in enumerate(sorted(candidates, key=lambda place: bye_cost(lineup, place))):
        order[place] = position
    return order
