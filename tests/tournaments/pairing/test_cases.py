"""Known events with the draw they must lead to: small traps, published events and simulated ones.

`tests/data/pairing/cases.json` holds them in the form of `events.read_event`. A case names the least cost vector
and one round that reaches it; any other round of that vector is as right.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.pairing.events import input_of, read_event
from tournaments.pairing import METHODS
from tournaments.pairing.base import Draw, RoundPlan
from tournaments.pairing.cost import cost_of

CASES = json.loads((Path(__file__).parents[2] / "data" / "pairing" / "cases.json").read_text())
DRAWN = [case for case in CASES if "costs" in case["expect"]]
REFUSED = [case for case in CASES if "problem" in case["expect"]]


def named(cases: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case["name"] for case in cases])


def plan_of(lines: list[str]) -> RoundPlan:
    entrants = [tuple(map(int, line.split("-"))) for line in lines]
    return RoundPlan(
        tuple(one for one in entrants if len(one) == 2), tuple(one[0] for one in entrants if len(one) == 1)
    )


def tables(plan: RoundPlan) -> set[frozenset[Any]]:
    return {frozenset(pair) for pair in plan.tables} | {frozenset([bye]) for bye in plan.byes}


def draw(case: dict[str, Any]) -> Draw:
    drawn = METHODS["swiss"].draw(input_of(read_event(case)))
    assert isinstance(drawn, Draw), drawn
    return drawn


@named(DRAWN)
def test_the_draw_has_the_least_cost_vector(case: dict[str, Any]) -> None:
    drawn = draw(case)
    assert drawn.costs.as_json() == case["expect"]["costs"]
    assert drawn.certificate.is_complete
    assert drawn.next_round_possible == case["expect"]["next_round_possible"]


@named(DRAWN)
def test_the_example_costs_what_the_draw_costs(case: dict[str, Any]) -> None:
    given = input_of(read_event(case))
    assert cost_of(plan_of(case["expect"]["example"]), given).as_json() == case["expect"]["costs"]


@named([case for case in DRAWN if case["expect"].get("only_optimum")])
def test_where_one_round_is_the_best_it_is_drawn(case: dict[str, Any]) -> None:
    assert tables(draw(case).plan) == tables(plan_of(case["expect"]["example"]))


@named([case for case in DRAWN if {"bye_one_of", "bye_not", "not_paired"} & case["expect"].keys()])
def test_bye_and_absence_go_to_the_right_entrants(case: dict[str, Any]) -> None:
    expect = case["expect"]
    plan = draw(case).plan
    seated = {entrant for pair in plan.tables for entrant in pair}
    assert not set(expect.get("not_paired", [])) & (seated | set(plan.byes))
    assert not set(expect.get("bye_not", [])) & set(plan.byes)
    assert set(plan.byes) <= set(expect.get("bye_one_of", plan.byes))


@named([case for case in DRAWN if "worse" in case["expect"]])
def test_rounds_that_look_as_good_cost_more(case: dict[str, Any]) -> None:
    given = input_of(read_event(case))
    best = cost_of(plan_of(case["expect"]["example"]), given)
    for lines in case["expect"]["worse"]:
        assert cost_of(plan_of(lines), given) > best


@named(REFUSED)
def test_a_round_that_cannot_be_drawn_is_refused_with_its_obstacle(case: dict[str, Any]) -> None:
    refused = METHODS["swiss"].draw(input_of(read_event(case)))
    assert isinstance(refused, tuple)
    expect = dict(case["expect"])
    assert [problem.code for problem in refused] == [expect.pop("problem")]
    assert dict(refused[0].params) == expect
