"""Rounds that cannot be drawn, the obstacle they name, and the ways out."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import networkx as nx
import pytest

from tournaments.pairing import METHODS
from tournaments.pairing.base import BYE, Draw, FixedTable, PairingEntrant, PairingInput
from tournaments.pairing.obstacle import odd_groups

SWISS = METHODS["swiss"]


def field(size: int, met: list[tuple[int, int]], **more: Any) -> PairingInput:
    opponents: dict[int, set[int]] = {number: set() for number in range(1, size + 1)}
    for one, other in met:
        opponents[one].add(other)
        opponents[other].add(one)
    byes = more.pop("byes", {})
    entrants = tuple(
        PairingEntrant(number, number, met=frozenset(opponents[number]), byes=byes.get(number, 0))
        for number in range(1, size + 1)
    )
    return PairingInput(4, entrants, **more)


TWO_TRIANGLES = [(one, other) for one in (1, 2, 3) for other in (4, 5, 6)]


def refusal(given: PairingInput) -> dict[str, Any]:
    refused = SWISS.draw(given)
    assert isinstance(refused, tuple), refused
    assert [problem.code for problem in refused] == ["no_legal_round"]
    return dict(refused[0].params)


def test_two_odd_groups_are_named_and_one_rematch_is_the_least() -> None:
    given = field(6, TWO_TRIANGLES)
    assert refusal(given) == {
        "odd_groups": [[1, 2, 3], [4, 5, 6]],
        "barrier": [],
        "least_rematches": 1,
        "possible_with_second_bye": False,
    }
    drawn = SWISS.draw(replace(given, allow_rematches=True))
    assert isinstance(drawn, Draw)
    assert drawn.costs.rematches == 1
    assert [pair.why.code for pair in drawn.tables].count("rematch") == 1


def test_those_whom_everybody_needs_are_the_barrier() -> None:
    """1 is the only one whom 2, 3 and 4 have not met."""
    told = refusal(field(4, [(2, 3), (2, 4), (3, 4)]))
    assert told["odd_groups"] == [[2], [3], [4]]
    assert told["barrier"] == [1]


def test_the_free_seat_stands_among_the_groups() -> None:
    """Both who had no bye are needed elsewhere."""
    given = field(3, [(1, 3), (2, 3)], byes={3: 1})
    told = refusal(given)
    assert told["odd_groups"] == [[BYE, 1, 2], [3]]
    assert told["possible_with_second_bye"] is True
    drawn = SWISS.draw(replace(given, allow_second_bye=True))
    assert isinstance(drawn, Draw)
    assert drawn.plan.byes == (3,)
    assert drawn.byes[0].why.code == "bye_again"


def test_a_second_bye_goes_to_those_with_as_few_as_will_do() -> None:
    given = field(5, [(1, 3), (2, 3), (1, 4), (2, 4), (1, 5), (2, 5)], byes={3: 2, 4: 1, 5: 2})
    drawn = SWISS.draw(replace(given, allow_second_bye=True))
    assert isinstance(drawn, Draw)
    assert drawn.plan.byes == (4,)


def test_bans_leave_no_way_out_by_rematches() -> None:
    told = refusal(field(2, [], forbidden=((1, 2),)))
    assert told["least_rematches"] is None
    refused = SWISS.draw(field(2, [], forbidden=((1, 2),), allow_rematches=True))
    assert isinstance(refused, tuple)


def test_a_second_bye_and_rematches_together() -> None:
    """All three have met; 3 had the bye, and 1 may not meet 2."""
    given = field(3, list(combinations((1, 2, 3), 2)), byes={1: 1, 2: 1, 3: 0}, forbidden=((1, 2),))
    assert refusal(given)["least_rematches"] is None
    drawn = SWISS.draw(replace(given, allow_rematches=True, allow_second_bye=True))
    assert isinstance(drawn, Draw)
    assert drawn.costs.rematches == 1
    assert 3 not in drawn.plan.byes


def test_permission_is_not_used_where_it_is_not_needed() -> None:
    drawn = SWISS.draw(field(5, [(1, 2)], byes={5: 1}, allow_rematches=True, allow_second_bye=True))
    assert isinstance(drawn, Draw)
    assert drawn.costs.rematches == 0
    assert drawn.plan.byes != (5,)


def test_nobody_to_pair() -> None:
    absent = tuple(PairingEntrant(number, number, set_bye="absence") for number in (1, 2))
    for entrants in ((), absent):
        assert [problem.code for problem in SWISS.draw(PairingInput(1, entrants))] == ["nobody_to_pair"]


def test_one_alone_has_the_bye() -> None:
    drawn = SWISS.draw(field(1, []))
    assert isinstance(drawn, Draw)
    assert (drawn.tables, drawn.plan.byes) == ((), (1,))


@pytest.mark.parametrize(
    ("fixed", "code"),
    [
        ((FixedTable((1, 9)),), "fixed_but_not_active"),
        ((FixedTable((1, 2)), FixedTable((2, 3))), "fixed_twice"),
        ((FixedTable((1, 1)),), "fixed_twice"),
    ],
)
def test_tables_set_wrongly_are_problems(fixed: tuple[FixedTable, ...], code: str) -> None:
    refused = SWISS.draw(field(4, [], fixed=fixed))
    assert isinstance(refused, tuple)
    assert [problem.code for problem in refused] == [code]


def test_a_rematch_set_by_the_director_is_drawn_and_counted() -> None:
    drawn = SWISS.draw(field(4, [(1, 2)], fixed=(FixedTable((2, 1)),)))
    assert isinstance(drawn, Draw)
    assert drawn.costs.rematches == 1
    assert {frozenset(pair) for pair in drawn.plan.tables} == {frozenset((1, 2)), frozenset((3, 4))}


def test_two_entrants_of_one_number_are_a_mistake_of_the_caller() -> None:
    twins = (PairingEntrant("a", 1), PairingEntrant("b", 1))
    with pytest.raises(ValueError, match="same number"):
        SWISS.draw(PairingInput(1, twins))


@pytest.mark.parametrize("seed", range(60))
def test_the_obstacle_proves_how_many_are_left_over(seed: int) -> None:
    """Tutte and Berge: odd groups less barrier = who is left over; no edge joins two groups."""
    lots = random.Random(seed)
    size = lots.randint(2, 16)
    share = lots.choice((0.08, 0.15, 0.3))
    edges = [edge for edge in combinations(range(size), 2) if lots.random() < share]
    graph = nx.Graph(edges)
    graph.add_nodes_from(range(size))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    one, other = [edge[0] for edge in edges], [edge[1] for edge in edges]
    groups, barrier = odd_groups(size, one, other, sorted(matching))
    assert len(groups) - len(barrier) == size - 2 * len(matching)
    assert all(len(group) % 2 for group in groups)
    at = {node: index for index, group in enumerate(groups) for node in group}
    rest = graph.copy()
    rest.remove_nodes_from(barrier)
    pieces = {frozenset(piece) for piece in nx.connected_components(rest)}
    assert all(frozenset(group) in pieces for group in groups)
    assert all(at[a] == at[b] for a, b in edges if a in at and b in at)


def test_a_matching_that_can_be_enlarged_is_no_proof() -> None:
    with pytest.raises(ValueError, match="enlarged"):
        odd_groups(2, [0], [1], [])
