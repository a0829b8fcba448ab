"""A hand as it was written down: opened, replayed and compared with what was typed (rules section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.core.play import Fault, Opening, Replayed
from engine.core.problems import RulesError, pointer, shown
from engine.core.records import is_exactly, is_score, play_out, rules_in_force, whole
from engine.games.tichu.cards import ALL_CARDS, BITS, points
from engine.games.tichu.check import check
from engine.games.tichu.glance import run
from engine.games.tichu.play import advance, is_sweep
from engine.games.tichu.rules import SIDES, TABLES, Rules, other_side, read_rules, side_of, table_of
from engine.games.tichu.score import score_of
from engine.games.tichu.state import State
from engine.games.tichu.summary import COUNT, Summary

KEY = "tichu"
CARDS_OF_ALL = 56
FIRST_CARDS = {"nanking": 8, "tientsin": 6}
"""How many cards a seat has when it decides on a Grand Tichu (4.1, section 14)."""

PARTS = {
    variant: [(str(seat), name) for seat in table.seats for name in ("first", "second")]
    for variant, table in TABLES.items()
}
"""Where the dealt cards stand in a record: the keys of each part."""


def replay(record: object, options: object = None) -> Replayed | Fault:
    """Return what a complete record comes to, or its first fault (5.8); total over any JSON value.

    `options` are rules or an option set; without them those count that the record names.
    """
    opened = read(record, options)
    if isinstance(opened, Fault):
        return opened
    fault = play_out(opened, advance, run, unfinished="record_incomplete")
    return fault or _compared(record, opened.state)


def read(record: Any, options: object = None) -> Opening | Fault:
    """Return the opening position of a record with its events, or the fault of the record as a whole."""
    in_force = rules_in_force(
        record, options, game=KEY, kind=Rules, read_rules=read_rules, named=("profile", "variant")
    )
    if isinstance(in_force, Fault):
        return in_force
    if record.get("variant") not in (None, in_force.variant):
        return whole("bad_record", "/variant")
    dealer = record.get("dealer")
    if type(dealer) is not int or dealer not in table_of(in_force).seats:
        return whole("bad_seat", "/dealer", {"value": shown(dealer)})
    state = _dealt(record.get("hands"), dealer, in_force)
    return state if isinstance(state, Fault) else Opening(in_force, state, record["events"])


def summary_of(state: State) -> dict[str, Any]:
    """Return what would be typed about a hand that is over (10.1); RulesError for any other."""
    if not state.is_over:
        raise RulesError(f"a hand in the state {state.phase} has no summary")
    swept = is_sweep(state)
    table = table_of(state.rules)
    return {
        "calls": {str(seat): call for seat, call in sorted(state.calls.items())},
        "first_out": state.out[0],
        "result": table.sweep if swept else COUNT,
        **({} if swept else {"points": card_points(state)}),
        "out_order": list(state.out),
    }


def card_points(state: State) -> dict[str, int]:
    """6.1: tricks belong to their collectors, those of the tail to the first out, its hand to its opponents.

    With six players (section 14) the tricks of the tail go to the opponents too, those of the fifth out to
    the first out.
    """
    first, last = state.out[0], state.out[-1]
    tail = next(seat for seat in state.ring.seats if state.hands[seat])
    against_tail = other_side(side_of(state.rules, tail))
    sums = dict.fromkeys(SIDES, 0)
    sums[against_tail] += points(state.hands[tail])
    for seat in state.ring.seats:
        if seat == tail:
            owner = against_tail if state.ring.is_six else side_of(state.rules, first)
        else:
            owner = side_of(state.rules, first if state.ring.is_six and seat == last else seat)
        sums[owner] += state.taken[seat]
    return sums


def _dealt(hands: object, dealer: int, rules: Rules) -> State | Fault:
    """Return the position after the deal, or what is wrong with the dealt cards."""
    table = table_of(rules)
    if not isinstance(hands, dict) or hands.keys() != table.seat_keys:
        return whole("bad_deal", "/hands")
    parts: list[list[Any]] = []
    for seat, name in PARTS[rules.variant]:
        part = hands[seat].get(name) if isinstance(hands[seat], dict) else None
        if not isinstance(part, list):
            return whole("bad_deal", pointer("hands", seat))
        parts.append(part)
    masks = []
    for place, part in zip(PARTS[rules.variant], parts, strict=True):
        try:
            masks.append(sum(map(BITS.__getitem__, part)))
        except (KeyError, TypeError):
            return whole("bad_card_code", pointer("hands", *place))
    # So many bits can only add up to the whole deck when each of them is there once.
    if tuple(map(len, parts)) != lengths_of(dealer, rules.variant) or sum(masks) != ALL_CARDS:
        return whole("bad_deal", "/hands")
    firsts, seconds = masks[::2], masks[1::2]
    hands_of_all = (first + second for first, second in zip(firsts, seconds, strict=True))
    return State(rules, (0, *firsts), (0, *hands_of_all))


@cache
def lengths_of(dealer: int, variant: str) -> tuple[int, ...]:
    """Return how many cards `first` and `second` have, seat by seat (4.1, section 14)."""
    seats, first = TABLES[variant].seats, FIRST_CARDS[variant]
    least, left_over = divmod(CARDS_OF_ALL, len(seats))
    longer = {(dealer + step - 1) % len(seats) + 1 for step in range(left_over)}
    return tuple(length for seat in seats for length in (first, least + (seat in longer) - first))


def _compared(record: Any, state: State) -> Replayed | Fault:
    """Return summary and score, unless those of the record say something else (10.1)."""
    summary = summary_of(state)
    typed = record.get("summary")
    if typed is not None and not is_exactly(typed, summary):
        if check(typed, state.rules) or not _agrees(typed, summary):
            return whole("summary_mismatch", "/summary")
        if typed.get("penalties"):
            summary["penalties"] = typed["penalties"]
    made = score_of(Summary.of(summary), state.rules)
    given = record.get("score")
    if given is not None and not is_score(given, made):
        return whole("score_mismatch", "/score")
    return Replayed(summary, made)


def _agrees(typed: Mapping[str, Any], played: Mapping[str, Any]) -> bool:
    """Tell whether what was typed is what was played, as far as it was typed."""
    calls = {seat: call for seat, call in (typed.get("calls") or {}).items() if call != "none"}
    order = typed.get("out_order") or []
    sides = typed.get("points") or {}
    return (
        calls == played["calls"]
        and typed["first_out"] == played["first_out"]
        and typed["result"] == played["result"]
        and all(played["points"][side] == value for side, value in sides.items())
        and played["out_order"][: len(order)] == order
    )
