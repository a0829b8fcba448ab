"""Hands with their cards, drawn by the engine: the same seed, the same hand."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.core.play import play_hand
from engine.registry import get_game

Recorded = tuple[dict[str, Any], dict[str, Any]]


def recorded(seed: int = 1, game: str = "tichu", **options: object) -> Recorded:
    """A random legal hand: its record and its summary, under the rules of a club unless `options` differ."""
    found = get_game(game)
    assert found.play is not None
    rules = found.read_rules({"profile": "club", **options})
    return play_hand(found.play, rules, Random(seed))


def spoilt(record: dict[str, Any], code: str = "must_lead") -> tuple[dict[str, Any], int]:
    """The record with an event that the rules refuse, and the index of that."""
    at = next(place for place, event in enumerate(record["events"]) if event["e"] == "play")
    seat = record["events"][at]["seat"]
    wrong = {"must_lead": {"e": "pass", "seat": seat}, "bad_event": {"e": "sing"}}[code]
    return {**record, "events": [*record["events"][:at], wrong, *record["events"][at:]]}, at
