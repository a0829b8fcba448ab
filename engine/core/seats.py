"""What seats are called (message ids): the points of the compass among four, their numbers among others."""

from __future__ import annotations

from engine.core.text import gettext_noop

NORTH, EAST = gettext_noop("North"), gettext_noop("East")
SOUTH, WEST = gettext_noop("South"), gettext_noop("West")

COUNTERCLOCKWISE = {1: NORTH, 2: WEST, 3: SOUTH, 4: EAST}
"""Where play goes to the right, as in all these games as they are printed."""

CLOCKWISE = {1: NORTH, 2: EAST, 3: SOUTH, 4: WEST}

NUMBERED = {
    1: gettext_noop("Seat 1"),
    2: gettext_noop("Seat 2"),
    3: gettext_noop("Seat 3"),
    4: gettext_noop("Seat 4"),
    5: gettext_noop("Seat 5"),
    6: gettext_noop("Seat 6"),
}
