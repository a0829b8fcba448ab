"""The same graph, solved by networkx: another program, another way to weigh the criteria."""

from __future__ import annotations

import networkx as nx

from tests.tournaments.pairing.events import Event, input_of
from tests.tournaments.pairing.model import Reading
from tournaments.pairing.base import CostVector, PairingInput, RoundPlan
from tournaments.pairing.cost import bye_cost, cost_of, table_cost
from tournaments.pairing.lineup import Lineup

RADIX = 10**9


def best_costs(event: Event, given: PairingInput | None = None) -> CostVector | None:
    """Return the least cost vector over all legal tables at once, or None without a legal round."""
    given = given or input_of(event)
    lineup = Lineup.of(given)
    reading = Reading(event)
    free = lineup.free
    candidates = lineup.bye_candidates if lineup.is_odd else ()
    order = sorted(candidates, key=lambda place: bye_cost(lineup, place))
    graph = nx.Graph()
    graph.add_nodes_from([*free, *(["bye"] if lineup.is_odd else [])])
    for position, place in enumerate(order):
        graph.add_edge(place, "bye", weight=-_number([position, 0, 0, 0, 0, 0]))
    for at, upper in enumerate(free):
        for lower in free[at + 1 :]:
            if reading.may_meet(lineup.entrants[upper].id, lineup.entrants[lower].id):
                graph.add_edge(upper, lower, weight=-_number([0, *table_cost(lineup, upper, lower)]))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(graph):
        return None
    ids = [entrant.id for entrant in lineup.entrants]
    pairs = [(ids[one], ids[other]) for one, other in matching if "bye" not in (one, other)]
    byes = [ids[one if other == "bye" else other] for one, other in matching if "bye" in (one, other)]
    fixed = [(table.entrants[0], table.entrants[1]) for table in given.fixed]
    return cost_of(RoundPlan((*pairs, *fixed), tuple(byes)), given)


def _number(levels: list[int]) -> int:
    total = 0
    for level in levels:
        total = total * RADIX + level
    return total
