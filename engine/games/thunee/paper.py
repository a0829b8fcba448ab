"""How a match is written down: two columns of balls, beside who made trumps and with which call."""

from __future__ import annotations

from engine.core.paper import Games, Slip
from engine.core.text import gettext_noop
from engine.games.thunee.match import games_to_win
from engine.games.thunee.rules import Rules


def games(rules: Rules) -> Games:
    """Return the games of a match (section 7.6); with a ball a hand each, a game takes what both can win."""
    target = rules.match_target
    return Games(target, games_to_win(rules), target, goal=gettext_noop("to %(target)s balls"))


SLIP = Slip(said=("trump_side", "call"), points=gettext_noop("%(side)s balls"), games=games)
