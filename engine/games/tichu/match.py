"""The match: a fold over the hands until the rules, or the director, end it (rules section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.game import DRAW, MatchState
from engine.core.problems import Problem
from engine.games.tichu.check import check
from engine.games.tichu.rules import SIDES, Rules, other_side, seats
from engine.games.tichu.score import score_of
from engine.games.tichu.summary import CARDS_IN_HAND, Summary

FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match ended: the winner (a side or a draw) and what made the end due."""

    winner: str
    reason: str


def open_match(rules: Rules, *, dealer: int | None = None, own_end: bool = True) -> MatchState:
    """Return a match without hands; `dealer` deals first, if it is known who does."""
    return MatchState(
        rules=rules, hands=0, totals=dict.fromkeys(SIDES, 0), next_dealer=dealer, own_end=own_end
    )


def add(state: MatchState, entry: Any) -> MatchState | tuple[Problem, ...]:
    """Return the match after one more hand, or the problems of its summary (7.5: `match_over` alone)."""
    if state.finished:
        return (Problem("match_over", "", {"n": state.hands + 1, "m": state.hands}),)
    problems = check(entry, state.rules, state.context())
    if problems:
        return problems
    summary = Summary.of(entry)
    score = score_of(summary, state.rules)
    totals = {side: state.totals[side] + score.sides[side] for side in SIDES}
    hands = state.hands + 1
    verdict = end_of_match(totals, hands, state.rules) if state.own_end else None
    return replace(
        state,
        hands=hands,
        totals=totals,
        running=(*state.running, totals),
        next_dealer=None if verdict else dealer_after(summary, state.next_dealer, state.rules),
        finished=verdict is not None,
        winner=verdict.winner if verdict else None,
        reason=verdict.reason if verdict else None,
    )


def end_of_match(totals: Mapping[str, int], hands: int, rules: Rules) -> Verdict | None:
    """7.1, 7.2: when the end is due the higher total wins; equal ones play on or draw, as `tie_rule` says."""
    reason = _target_due(totals, rules) if rules.match_mode == "target" else _hands_due(hands, rules)
    if reason is None:
        return None
    winner = leader(totals)
    return None if winner == DRAW and rules.tie_rule == "play_on" else Verdict(winner, reason)


def leader(totals: Mapping[str, int]) -> str:
    """Return the side with the higher total, or a draw."""
    if totals["A"] == totals["B"]:
        return DRAW
    return max(SIDES, key=lambda side: totals[side])


def dealer_after(summary: Summary, dealer: int | None, rules: Rules) -> int | None:
    """4.1: the first out deals, or the seat after the last dealer; None where anybody may or nobody knows."""
    if rules.next_dealer == "first_out":
        return summary.first_out
    if rules.next_dealer == "rotate" and dealer is not None:
        return dealer % len(seats(rules)) + 1
    return None


def close(state: MatchState, reason: str) -> MatchState:
    """7.3: closed by the director, the higher total wins and equal ones are a draw, whatever `tie_rule` says.

    A match that has ended stays as it ended.
    """
    if state.finished:
        return state
    return replace(state, next_dealer=None, finished=True, winner=leader(state.totals), reason=reason)


def forfeit(state: MatchState, offender: str) -> MatchState:
    """Section 8: to a target the result is target : 0; over hands each one not yet played counts 100 : 0."""
    rules: Rules = state.rules
    innocent = other_side(offender)
    if rules.match_mode == "target":
        totals = {innocent: rules.target_score or 0, offender: 0}
    else:
        missing = max((rules.hands_per_match or 0) - state.hands, 0)
        totals = {**state.totals, innocent: state.totals[innocent] + missing * CARDS_IN_HAND}
    return replace(
        state,
        totals={side: totals[side] for side in SIDES},
        next_dealer=None,
        finished=True,
        winner=innocent,
        reason=FORFEIT,
    )


def _target_due(totals: Mapping[str, int], rules: Rules) -> str | None:
    if rules.target_score is not None and max(totals.values()) >= rules.target_score:
        return "target"
    if rules.lead_margin and abs(totals["A"] - totals["B"]) >= rules.lead_margin:
        return "lead_margin"
    return None


def _hands_due(hands: int, rules: Rules) -> str | None:
    return "hands" if rules.hands_per_match is not None and hands >= rules.hands_per_match else None
