"""Words for declaring the options of Thunee: groups, kinds and conditions that many of them share."""

from __future__ import annotations

from typing import Any

from engine.core.game import Variant
from engine.core.kinds import Choice, ChoiceValue, Flag, Integer
from engine.core.options import Condition, option
from engine.core.text import gettext_noop
from engine.games.thunee.cards import COUNT, DECLARE

VARIANTS = (
    Variant("two", gettext_noop("2 players")),
    Variant("four", gettext_noop("4 players")),
    Variant("six", gettext_noop("6 players")),
    Variant("observed", gettext_noop("4 players with an observer for each side")),
)

TABLE = gettext_noop("Table")
DEAL = gettext_noop("Cards and deal")
AUCTION = gettext_noop("Calling")
PLAY = gettext_noop("Play")
THUNEE = gettext_noop("Thunee and Royals")
JODHI = gettext_noop("Jodhi, Double and Khanaak")
SCORE = gettext_noop("Score")
RULINGS = gettext_noop("Rulings")
MATCH = gettext_noop("Match")
BALLS = gettext_noop("balls")

MOST_BALLS = 12


def one_of(**labels: str) -> Choice:
    """Return a choice of the values by their labels."""
    return Choice(tuple(ChoiceValue(value, label) for value, label in labels.items()))


def number_of(*values: int) -> Choice:
    """Return a choice of numbers."""
    return Choice(tuple(ChoiceValue(value, str(value)) for value in values))


def balls(default: int, label: str, group: str, when: Condition | None = None) -> Any:
    """Declare how many balls something gives."""
    kind = Integer(minimum=1, maximum=MOST_BALLS)
    return option(kind, default=default, label=label, group=group, unit=BALLS, when=when)


def flag(default: bool, label: str, group: str, help: str = "", when: Condition | None = None) -> Any:
    """Declare a switch."""
    return option(Flag(), default=default, label=label, help=help, group=group, when=when)


BIDDING: Condition = {"scheme": (DECLARE,)}
COUNTING: Condition = {"scheme": (COUNT,)}
TURNS: Condition = {"auction_mode": ("turns",)}
FREE: Condition = {"auction_mode": ("free",)}
WITH_THUNEE: Condition = {"thunee": (True,)}
WITH_BLIND: Condition = {"blind_thunee": (True,)}
WITH_JODHI: Condition = {"jodhi": (True,)}
WITH_DOUBLE: Condition = {"double": (True,)}
WITH_KHANAAK: Condition = {"khanaak": (True,)}
RUNG = Integer(minimum=10, maximum=150, step=10)
