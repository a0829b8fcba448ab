"""How a match is written down: who bid what and took how many points, beside game points with their signs."""

from __future__ import annotations

from engine.core.paper import Slip
from engine.core.text import gettext_noop
from engine.games.twenty_eight.rules import Rules

HANDS_FOR_A_POINT = 2
"""Hands that a match to a target usually takes for each point of the target: both sides win and lose some."""


def hands(rules: Rules) -> int:
    """Return how many hands a match takes (section 7): its deals with those of a tie, or by its target."""
    if rules.match_end == "deals":
        return rules.match_deals + rules.tie_extra_deals
    return HANDS_FOR_A_POINT * rules.target


SLIP = Slip(
    said=("bidder", "bid", "bidder_points"),
    notes=gettext_noop("Double, pair, solo"),
    points=gettext_noop("%(side)s points, + or −"),
    hands=hands,
)
