"""A hand at another place of the table: who sat first in the log need not sit in seat 1 here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.logs import LoggedGame, LoggedHand
from engine.core.logs import turned_seat as turned_at_a_table

SEATS = 4


def turned_seat(seat: int, by: int) -> int:
    """Return the seat that is so many places further on."""
    return turned_at_a_table(seat, by, SEATS)


def turned_game(game: LoggedGame, by: int) -> LoggedGame:
    """Return a game with everybody so many places further on."""
    return replace(game, hands=tuple(turned_hand(hand, by) for hand in game.hands))


def turned_hand(hand: LoggedHand, by: int) -> LoggedHand:
    """Return a hand with everybody so many places further on; the order of play stays."""
    return replace(
        hand,
        players=_by_seat(hand.players, by),
        printed=_by_side(hand.printed, by),
        record=hand.record and turned(hand.record, by),
        summary=hand.summary and _turned_summary(hand.summary, by),
        computed=hand.computed and _by_side(hand.computed, by),
    )


def turned(record: Mapping[str, Any], by: int) -> dict[str, Any]:
    """Return the record of a hand with everybody so many places further on."""
    return {
        **record,
        "dealer": turned_seat(record["dealer"], by),
        "hands": _by_key(record["hands"], by),
        "events": [_turned_event(event, by) for event in record["events"]],
    }


def _turned_event(event: Mapping[str, Any], by: int) -> dict[str, Any]:
    turned_event = {**event, "seat": turned_seat(event["seat"], by)}
    to = event.get("to")
    if isinstance(to, Mapping):
        turned_event["to"] = _by_key(to, by)
    elif to is not None:
        turned_event["to"] = turned_seat(to, by)
    return turned_event


def _turned_summary(summary: Mapping[str, Any], by: int) -> dict[str, Any]:
    """The summary that replaying the turned record gives."""
    points = {"points": _by_side(summary["points"], by)} if "points" in summary else {}
    return {
        **summary,
        **points,
        "first_out": turned_seat(summary["first_out"], by),
        "out_order": [turned_seat(seat, by) for seat in summary["out_order"]],
        "calls": _by_key(summary["calls"], by),
    }


def _by_seat(values: Mapping[int, Any], by: int) -> dict[int, Any]:
    return dict(sorted((turned_seat(seat, by), value) for seat, value in values.items()))


def _by_key(values: Mapping[str, Any], by: int) -> dict[str, Any]:
    return {
        str(seat): value for seat, value in _by_seat({int(key): values[key] for key in values}, by).items()
    }


def _by_side(values: Mapping[str, int], by: int) -> dict[str, int]:
    a, b = values["A"], values["B"]
    return {"A": b, "B": a} if by % 2 else {"A": a, "B": b}
