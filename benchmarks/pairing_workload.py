"""The events of the anchor programs as input for our own draw."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from benchmarks.report import anchor_module
from tournaments.pairing import METHODS
from tournaments.pairing.base import Draw, Float, PairingEntrant, PairingInput, SwissOptions


def workload() -> ModuleType:
    """The seeded events; raises MissingAnchor."""
    return anchor_module("swiss_workload")


def input_of(event: Any, *, seed: int = 1) -> PairingInput:
    """What the product is told about an anchor event: half-points, clubs kept apart, ranks by rating."""
    went, points = _last_floats(event)
    for entrant in event.bye:
        points[entrant] += 2
    order = sorted(range(event.n), key=lambda one: (-points[one], -event.rating[one], one))
    rank = {one: at for at, one in enumerate(order, start=1)}
    entrants = tuple(
        PairingEntrant(
            id=one,
            number=one + 1,
            score=points[one],
            rank=rank[one],
            met=frozenset(event.met[one]),
            byes=int(one in event.bye),
            missed=int(one in event.bye),
            floated=went[one],
            club=event.club[one],
        )
        for one in range(event.n)
    )
    options = SwissOptions(same_club_rounds=event.rounds + 1)
    return PairingInput(event.rounds + 1, entrants, seed, options)


def drawn(given: PairingInput) -> Draw:
    """The product's round; ValueError where it is refused."""
    draw = METHODS["swiss"].draw(given)
    if not isinstance(draw, Draw):
        raise ValueError(f"round {given.round} was not drawn: {draw}")
    return draw


def _last_floats(event: Any) -> tuple[list[Float], list[int]]:
    points = [0] * event.n
    went = [Float.NONE] * event.n
    for games in event.games:
        before = list(points)
        went = [Float.NONE] * event.n
        for one, other, won in games:
            step = (before[one] > before[other]) - (before[one] < before[other])
            went[one], went[other] = Float(step), Float(-step)
            points[one] += won
            points[other] += 2 - won
    return went, points
