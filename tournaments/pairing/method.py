"""What every way to draw rounds can do."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Protocol

from engine.core.problems import Problem
from tournaments.pairing.base import Costs, Draw, Ids, PairingInput, RoundPlan
from tournaments.pairing.judge import Warned
from tournaments.pairing.repair import Repair


class Method(Protocol):
    """A way to draw rounds; `METHODS` has those that are known by key.

    `sides`: how many meet at a table. `needs_results`: whether a round follows from those before it.
    `by_standings`: whether who meets whom follows from the standings.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    options: ClassVar[type[Any]]
    sides: ClassVar[int]
    needs_results: ClassVar[bool]
    by_standings: ClassVar[bool]

    def rounds_possible(self, entrants: int) -> int:
        """Return the most rounds that so many entrants can play without a rematch."""

    def draw(self, given: PairingInput) -> Draw | tuple[Problem, ...]:
        """Return the round, or the problems that keep it from being drawn."""

    def cost(self, plan: RoundPlan, given: PairingInput) -> Costs:
        """Return what a round costs; raises KeyError for an entrant that is not active."""

    def judge(self, plan: RoundPlan, given: PairingInput) -> tuple[Warned, ...]:
        """Return what speaks against a round, the gravest first."""

    def next_round_possible(self, plan: RoundPlan, given: PairingInput) -> bool:
        """Tell whether the round after `plan` can be drawn without a rematch."""

    def repair(self, plan: RoundPlan, given: PairingInput, begun: Collection[Ids]) -> Repair | None:
        """Return the exchange that stops the fewest tables of a posted round and betters it, if any does."""
