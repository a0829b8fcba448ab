"""Who sits at the table and how many cards and tricks there are (rules section 1), and the ladder (4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.core.seats import COUNTERCLOCKWISE, NORTH, NUMBERED, SOUTH
from engine.games.thunee.rules import Rules

SIDES = ("A", "B")
NOBODY = 0
TOP_CALL = 104

THUNEE, ROYALS = "thunee", "royals"
BLIND_THUNEE, BLIND_ROYALS = "blind_thunee", "blind_royals"
BLIND = frozenset({BLIND_THUNEE, BLIND_ROYALS})
THUNEE_TYPE = (THUNEE, ROYALS, BLIND_THUNEE, BLIND_ROYALS)
NORMAL, INFRACTION, CANCELLED = "normal", "infraction", "cancelled"


class Sizes(NamedTuple):
    """What section 1 says about a variant with a deck.

    `batches` are the cards that a seat gets each time, the third only in `two`; `hand` those of one deal;
    `tricks` those of a normal hand; `right` is the next seat by the number of a seat (place 0 is not used);
    `players` is how many sit at the table, and how many cards a trick has.
    """

    seats: tuple[int, ...]
    batches: tuple[int, ...]
    hand: int
    tricks: int
    right: tuple[int, ...]
    players: int

    @property
    def side(self) -> int:
        """How many sit on a side."""
        return len(self.seats) // len(SIDES)


_BATCHES = {
    ("two", 24): (4, 2, 6),
    ("four", 24): (4, 2),
    ("four", 32): (4, 4),
    ("observed", 24): (4, 2),
    ("observed", 32): (4, 4),
    ("six", 24): (3, 1),
}
_PLAYERS = {"two": 2, "four": 4, "six": 6, "observed": 4}


@cache
def sizes_of(variant: str, deck_size: int) -> Sizes:
    """Return the sizes of a variant with a deck of so many cards."""
    batches, players = _BATCHES[variant, deck_size], _PLAYERS[variant]
    seats = tuple(range(1, players + 1))
    right = (NOBODY, *(seat % players + 1 for seat in seats))
    return Sizes(seats, batches, batches[0] + batches[1], sum(batches), right, players)


def sizes(rules: Rules) -> Sizes:
    """Return the sizes under the rules in force."""
    return sizes_of(rules.variant, rules.deck_size)


def is_for_two(rules: Rules) -> bool:
    """Return whether two play, each for themselves, in two deals."""
    return rules.variant == "two"


@cache
def ladder(bid_min: int, bid_max: int, call_104: bool) -> tuple[int, ...]:
    """4.5: what may be called, from the lowest rung to the top."""
    return (*range(bid_min, bid_max + 1, 10), *((TOP_CALL,) if call_104 else ()))


def rungs(rules: Rules) -> tuple[int, ...]:
    """Return the ladder under the rules in force."""
    return ladder(rules.bid_min, rules.bid_max, rules.call_104)


def seats(rules: Rules) -> tuple[int, ...]:
    """Return the seats in the order of play, which is counter-clockwise."""
    return sizes(rules).seats


def sides(rules: Rules) -> tuple[str, ...]:
    """Return the sides, the same in every variant."""
    return SIDES


def side_of(rules: Rules, seat: int) -> str:
    """Return the side of a seat."""
    return side_at(seat)


def side_at(seat: int) -> str:
    """Return the side of a seat, the same under all rules: odd seats are A, even ones B."""
    return "A" if seat % 2 else "B"


def other_side(side: str) -> str:
    """Return the opponents of a side."""
    return "B" if side == "A" else "A"


def seat_names(rules: Rules) -> Mapping[int, str]:
    """Return the names of the seats (message ids); of six a seat has only its number."""
    return _NAMES[rules.variant]


_NAMES = {
    "two": {1: NORTH, 2: SOUTH},
    "four": COUNTERCLOCKWISE,
    "observed": COUNTERCLOCKWISE,
    "six": NUMBERED,
}
