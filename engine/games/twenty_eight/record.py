"""A hand as it was written down: opened, replayed and compared with what was typed (rules section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.play import Fault, Opening, Replayed
from engine.core.problems import Problem, RulesError
from engine.core.records import is_exactly, is_score, play_out, rules_in_force, whole
from engine.games.twenty_eight.bounds import BIDDERS, DEFENDERS, NONE
from engine.games.twenty_eight.check import check
from engine.games.twenty_eight.deal import read_deal
from engine.games.twenty_eight.glance import run
from engine.games.twenty_eight.play import advance
from engine.games.twenty_eight.rules import Rules, highest_bid, read_rules
from engine.games.twenty_eight.score import outcome_of, score_of
from engine.games.twenty_eight.state import State, jacks, points, tricks
from engine.games.twenty_eight.summary import CONCEDED, CONCESSION, DOUBLES, PLAYED, VOID, Hand

KEY = "twenty_eight"
NAMED = ("profile", "variant")


def replay(record: object, options: object = None) -> Replayed | Fault:
    """Return what a complete record comes to, or its first fault (5.6); total over any JSON value.

    `options` are rules or an option set; without them those count that the record names.
    """
    opened = read(record, options)
    if isinstance(opened, Fault):
        return opened
    fault = play_out(opened, advance, run, unfinished="hand_incomplete")
    return fault or _compared(record, opened.state)


def read(record: Any, options: object = None) -> Opening | Fault:
    """Return the opening position of a record with its events, or the fault of the record as a whole."""
    in_force = rules_in_force(
        record,
        options,
        game=KEY,
        kind=Rules,
        read_rules=read_rules,
        named=NAMED,
        refused="",
        reads_idle=False,
    )
    if isinstance(in_force, Fault):
        return in_force
    if record.get("variant") not in (None, in_force.variant):
        return whole("bad_record", "/variant")
    deal = read_deal(record, in_force)
    if isinstance(deal, Problem):
        return Fault(deal)
    return Opening(in_force, State(in_force, deal.dealer, deal.firsts, deal.seconds), record["events"])


def summary_of(state: State) -> dict[str, Any]:
    """Return what would be typed about a hand that is over; RulesError for any other."""
    if not state.is_over:
        raise RulesError(f"a hand in the state {state.phase} has no summary")
    if state.void:
        return {"kind": VOID, "reason": state.void}
    summary: dict[str, Any] = {"kind": CONCEDED if state.conceded_by else PLAYED, "bidder": state.bidder}
    rules = state.rules
    if state.solo:
        summary["solo"] = True
    else:
        summary["bid"] = state.bid
        if rules.doubling != "off":
            summary["doubled"] = DOUBLES[state.doubled]
        if rules.pair:
            summary["pair"] = _group(state, state.pair) if state.pair else NONE
    if state.conceded_by:
        return {**summary, "conceded_by": _group(state, state.conceded_by), "reason": CONCESSION}
    won = state.won[state.bidder] + sum([state.won[seat] for seat in state.table.partners[state.bidder]])
    summary["bidder_tricks"] = tricks(won)
    if not state.solo:
        summary["bidder_points"] = points(won)
        if rules.honours:
            everybody = jacks(sum(state.won))
            summary["all_jacks"] = {0: DEFENDERS, everybody: BIDDERS}.get(jacks(won), NONE)
    return summary


def _group(state: State, seat: int) -> str:
    return BIDDERS if state.bids(seat) else DEFENDERS


def _compared(record: Any, state: State) -> Replayed | Fault:
    """Return the outcome of a hand that is over, if what was written down of it says the same."""
    summary = summary_of(state)
    if "summary" in record:
        typed = record["summary"]
        if not _agrees(typed, summary, state.rules):
            return whole("summary_mismatch", "/summary")
        if typed.get("penalties"):
            summary["penalties"] = typed["penalties"]
    score = score_of(Hand.of(summary, state.rules), state.rules)
    if "score" in record and not is_score(record["score"], score):
        return whole("summary_mismatch", "/score")
    return Replayed(summary, score)


def _agrees(typed: Any, played: Mapping[str, Any], rules: Rules) -> bool:
    """Tell whether what was typed is what was played, as far as it was typed."""
    if any(problem.code != "missing_field" for problem in check(typed, rules)):
        return False
    told = {**_checks(played, rules), **played}
    return all(
        value is None or name == "penalties" or is_exactly(value, told.get(name, USUAL.get(name)))
        for name, value in typed.items()
    )


USUAL = {"doubled": NONE, "pair": NONE, "all_jacks": NONE, "solo": False}
"""What may be typed although the summary of a hand does not say it."""


def _checks(played: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """Return the figures that only check the others, as they were in the play."""
    if played["kind"] != PLAYED:
        return {}
    hand = Hand.of(played, rules)
    theirs = {} if hand.points is None else {"defender_points": highest_bid(rules) - hand.points}
    return {"made": outcome_of(hand, rules).made, **theirs}
