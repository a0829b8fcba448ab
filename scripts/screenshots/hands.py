"""A hand with its cards for the pictures, and what is wrong with another one."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.core.play import play_hand
from engine.registry import get_game

SEED = 3


def recorded(seed: int = SEED) -> tuple[dict[str, Any], dict[str, Any]]:
    """A random legal hand of Tichu under the rules of a club: its record and its summary."""
    game = get_game("tichu")
    if game.play is None:
        raise RuntimeError("Tichu is not played card by card")
    return play_hand(game.play, game.read_rules({"profile": "club"}), Random(seed))


def refused() -> dict[str, Any]:
    """The record of a hand in which somebody plays twice in a row."""
    record, _ = recorded()
    plays = [at for at, event in enumerate(record["events"]) if event["e"] == "play"]
    at = plays[4]
    return {**record, "events": [*record["events"][: at + 1], *record["events"][at:]]}
