"""How a match is written down: two columns of the points of a game, beside who dealt and the turned card."""

from __future__ import annotations

from engine.core.paper import Games, Slip
from engine.games.malilla.rules import Rules

HANDS_WITH_ALL, HANDS_WITH_EXCESS = 2, 7
"""Hands of a game of 40 points at most (rules section 3.1): with all points, with only those above 36."""
USUAL_TARGET = 40


def games(rules: Rules) -> Games:
    """Return the games of a match (section 7)."""
    hands = HANDS_WITH_ALL if rules.hand_scoring == "all" else HANDS_WITH_EXCESS
    return Games(rules.game_target, rules.games_to_win, -(-hands * rules.game_target // USUAL_TARGET))


SLIP = Slip(said=("dealer", "pinta"), notes="", games=games)
