"""Settings of an event, declared once like the options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.game import Game
from engine.core.kinds import Choice, ChoiceValue, Integer
from engine.core.options import option, parse
from engine.core.problems import Problem
from engine.core.text import gettext_noop
from tournaments.errors import Misuse

CARDS = "cards"
"""The value of `seat_draw` with which cards are drawn at the table."""

LONGEST_PROTEST = 14 * 24 * 60


@dataclass(frozen=True, kw_only=True)
class EventSettings:
    """What tournament.md calls a setting and no stage has."""

    confirmation: str = option(
        Choice(
            (
                ChoiceValue("other_side", gettext_noop("by the other side")),
                ChoiceValue("none", gettext_noop("not needed")),
            )
        ),
        default="other_side",
        label=gettext_noop("Confirmation of a hand"),
        help=gettext_noop("Who has to agree before a hand counts in the published standings."),
    )
    table_corrections: str = option(
        Choice(
            (
                ChoiceValue("running_round", gettext_noop("any hand of the running round")),
                ChoiceValue("last_hand", gettext_noop("only the last hand")),
                ChoiceValue("none", gettext_noop("none")),
            )
        ),
        default="running_round",
        label=gettext_noop("Corrections by the table"),
        help=gettext_noop("What a table may correct by itself; everything else takes the director."),
    )
    seat_draw: str = option(
        Choice(
            (
                ChoiceValue("balanced", gettext_noop("as often on one side as on the other")),
                ChoiceValue("fixed", gettext_noop("who is named first has the first seats")),
                ChoiceValue("random", gettext_noop("by lot")),
                ChoiceValue(CARDS, gettext_noop("by cards drawn at the table")),
            )
        ),
        default="balanced",
        label=gettext_noop("Seats"),
        help=gettext_noop("Who of a table has the first seats: North–South, or those with odd numbers."),
    )
    protest_minutes: int = option(
        Integer(minimum=0, maximum=LONGEST_PROTEST),
        default=20,
        label=gettext_noop("Protest time"),
        help=gettext_noop("After a round is closed its results are shown as provisional for so long."),
        unit=gettext_noop("minutes"),
    )


def read_event_settings(raw: object) -> EventSettings | tuple[Problem, ...]:
    """The settings that the mapping describes, or everything that is wrong with it."""
    return parse(EventSettings, raw)


def seat_draw_problems(settings: EventSettings, game: Game, rules: Any) -> tuple[Problem, ...]:
    """A problem where cards are to be drawn for seats in a game that has no such draw at its tables."""
    if settings.seat_draw != CARDS or game.seat_draw(rules) is not None:
        return ()
    return (Problem("seat_draw_not_possible", "/seat_draw"),)


def event_settings(stored: Mapping[str, object]) -> EventSettings:
    """The settings of a stored event; raises Misuse, since only valid ones are stored."""
    settings = read_event_settings(stored)
    if isinstance(settings, tuple):
        raise Misuse(f"stored settings are not valid: {settings}")
    return settings
