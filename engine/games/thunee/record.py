"""A hand as it was written down: opened, replayed and compared with what was typed (rules section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.play import Fault, Opening, Replayed
from engine.core.problems import Problem, RulesError
from engine.core.records import is_exactly, play_out, whole
from engine.games.thunee.check import check
from engine.games.thunee.deal import read_deal
from engine.games.thunee.glance import run
from engine.games.thunee.play import advance
from engine.games.thunee.profiles import read_rules
from engine.games.thunee.rules import Rules
from engine.games.thunee.score import counted_side, score_of
from engine.games.thunee.shape import is_target
from engine.games.thunee.state import State
from engine.games.thunee.summary import CALLER, MOST_BALLS, OPPONENTS, PARTNER, Hand
from engine.games.thunee.table import CANCELLED, INFRACTION, NORMAL, SIDES, side_at

KEY = "thunee"
NOT_COMPARED = frozenset({"other_points", "claimed_balls", "note"})


def replay(record: object, options: object = None) -> Replayed | Fault:
    """Return what a complete record comes to, or its first fault (4.16); total over any JSON value.

    `options` are rules or an option set; without them those count that the record names.
    """
    opened = read(record, options)
    if isinstance(opened, Fault):
        return opened
    fault = play_out(opened, advance, run, unfinished="hand_incomplete")
    return fault or _compared(record, opened.state)


def read(record: Any, options: object = None) -> Opening | Fault:
    """Return the opening position of a record with its events, or the fault of the record as a whole."""
    rules = _rules_in_force(record, options)
    if isinstance(rules, Fault):
        return rules
    before, target = record.get("balls_before"), record.get("target")
    if "variant" in record and record["variant"] != rules.variant:
        return whole("bad_record", "/variant")
    if before is not None and not _are_balls(before):
        return whole("bad_record", "/balls_before")
    if target is not None and not (type(target) is int and is_target(target, rules)):
        return whole("bad_record", "/target")
    deal = read_deal(record, rules)
    if isinstance(deal, Problem):
        return Fault(deal)
    balls = dict.fromkeys(SIDES, 0) if before is None else before
    state = State(rules, deal, balls, rules.match_target if target is None else target)
    return Opening(rules, state, record["events"])


def summary_of(state: State) -> dict[str, Any]:
    """Return what would be typed about a hand that is over; RulesError for any other."""
    if not state.is_over:
        raise RulesError(f"a hand in the state {state.phase} has no summary")
    known = {"balls_before": {side: state.balls_before[side] for side in SIDES}, "target": state.target}
    if state.reason:
        return {"kind": CANCELLED, "reason": state.reason, **known}
    if state.offence is not None:
        side, code = state.offence
        return {"kind": INFRACTION, "side": side, "code": code, **known}
    said: dict[str, Any] = _played(state) if state.kind == NORMAL else _called(state)
    if state.royals_agreed:
        said["royals_agreed"] = True
    if state.doubled:
        said["doubled"] = True
    return {**said, **known}


def _called(state: State) -> dict[str, Any]:
    """Return the result of a Thunee-type call."""
    return {"kind": state.kind, "side": side_at(state.caller), "result": state.result}


def _played(state: State) -> dict[str, Any]:
    """Return what a normal hand came to."""
    trump_side = side_at(state.maker)
    counting = counted_side(trump_side, state.rules)
    said: dict[str, Any] = {
        "kind": NORMAL,
        "trump_side": trump_side,
        "call": state.call,
        "points": state.of_side(state.taken, counting),
        "tricks": state.tricks_of(counting),
        "last_trick": side_at(state.owner),
    }
    if state.jodhi:
        jodhi: dict[str, list[int]] = {}
        for seat, _suit, value in state.jodhi:
            jodhi.setdefault(side_at(seat), []).append(value)
        said["jodhi"] = jodhi
    if state.final is not None:
        seat, call = state.final
        said["final_call"] = {"side": side_at(seat), "call": call, "winner": _winner(state, seat)}
    return said


def _winner(state: State, caller: int) -> str:
    """Return who took the last trick, seen from the caller of a Double or Khanaak."""
    if state.owner == caller:
        return CALLER
    return PARTNER if side_at(state.owner) == side_at(caller) else OPPONENTS


def _rules_in_force(record: object, options: object) -> Rules | Fault:
    """Return the rules that count for a record, or the fault of its frame; sources are never mixed."""
    if not isinstance(record, dict):
        return whole("bad_record")
    if record.get("game", KEY) != KEY:
        return whole("bad_record", "/game")
    if not isinstance(record.get("events"), list):
        return whole("bad_record", "/events")
    own = record.get("options")
    if own is not None and not isinstance(own, dict):
        return whole("bad_record", "/options")
    if options is None:
        beside = {name: record[name] for name in ("profile", "variant") if name in record}
        options = {**(own or {}), **beside}
    rules = options if isinstance(options, Rules) else read_rules(options)
    return rules if isinstance(rules, Rules) else Fault(rules[0].below("/options"))


def _are_balls(before: object) -> bool:
    """Tell whether something is the balls of both sides."""
    if not isinstance(before, dict) or len(before) != len(SIDES):
        return False
    for side in SIDES:
        balls = before.get(side)
        if type(balls) is not int or not 0 <= balls <= MOST_BALLS:
            return False
    return True


def _compared(record: Any, state: State) -> Replayed | Fault:
    """Return the outcome of a hand that is over, if what was written down of it says the same."""
    summary = summary_of(state)
    typed, given = record.get("summary"), record.get("score")
    if typed is not None and (check(typed, state.rules) or not _agrees(typed, summary)):
        return whole("summary_mismatch", "/summary")
    score = score_of(Hand.of(summary, state.rules), state.rules)
    if given is not None and not _is_score(given, score.sides):
        return whole("score_mismatch", "/score")
    return Replayed(summary, score)


def _agrees(typed: Mapping[str, Any], played: Mapping[str, Any]) -> bool:
    """Tell whether what was typed is what was played, as far as it was typed."""
    return all(
        _plain(value) == _plain(played.get(name))
        for name, value in typed.items()
        if value is not None and name not in NOT_COMPARED
    )


def _plain(value: Any) -> Any:
    """Return a value without what says nothing: false flags, empty lists, the order inside a list."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if inner != []} or None
    return sorted(value) if isinstance(value, list) else (None if value is False else value)


def _is_score(given: object, made: Mapping[str, int]) -> bool:
    """Tell whether a score that was written down has the balls of the hand; other keys are ignored."""
    return isinstance(given, dict) and all(is_exactly(given.get(side), balls) for side, balls in made.items())
