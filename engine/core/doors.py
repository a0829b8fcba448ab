"""The doors of a game that need more words than a type, and what stands in for those that it has not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.problems import Problem

if TYPE_CHECKING:
    from engine.core.game import HandContext, HandScore, MatchState


class CheckSummary(Protocol):
    """Every problem of a summary, in the order of the rules; total over any JSON value."""

    def __call__(
        self, raw: object, rules: Any, context: HandContext | None = None
    ) -> tuple[Problem, ...]: ...


class ScoreSummary(Protocol):
    """The score of a valid summary; RulesError for any other."""

    def __call__(
        self, summary: Mapping[str, Any], rules: Any, context: HandContext | None = None
    ) -> HandScore: ...


class OpenMatch(Protocol):
    """A match without hands."""

    def __call__(self, rules: Any, *, dealer: int | None = None, own_end: bool = True) -> MatchState: ...


def no_way_back(summary: Mapping[str, Any], ruling: Mapping[str, Any], rules: Any) -> None:
    """Stand in for `Game.lift` where a summary does not tell what it was before a ruling."""


def was_there_before(code: str, earlier: int, context: HandContext) -> bool:
    """Return whether an offence is a repeated one where every earlier one of the side in the match counts."""
    return earlier > 0


def no_doubt(totals: Mapping[str, int], rules: Any) -> tuple[Problem, ...]:
    """Stand in for `Game.doubt_totals` where any totals can be."""
    return ()


def nothing_between(ruling: Mapping[str, Any], rules: Any) -> None:
    """Stand in for `Game.between` where a match has no entries but hands."""
