"""The demo events, made through the same services as any other: for the laptop, the tests, the pictures.

Evenings of several games: over, in play, in registration. Everything comes from fixed seeds, so every demo is
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType

from scoring.demo import malilla, thunee, tichu, twenty_eight
from scoring.demo.evening import (
    Evening,
    create,
    demo_club,
    next_round,
    open_matches,
    play,
    play_round,
    set_the_clock,
)
from scoring.demo.tichu import coming_evening, finished_evening, running_evening
from tournaments.models import Event

__all__ = [
    "Evening",
    "build",
    "coming_evening",
    "create",
    "demo_club",
    "finished_evening",
    "next_round",
    "open_matches",
    "play",
    "play_round",
    "running_evening",
    "set_the_clock",
]

BUILDERS: Mapping[str, Callable[[datetime], Event]] = MappingProxyType(
    {
        tichu.FINISHED: finished_evening,
        tichu.RUNNING: running_evening,
        tichu.COMING: coming_evening,
        malilla.FINISHED: malilla.finished_cup,
        malilla.RUNNING: malilla.running_league,
        twenty_eight.PAIRS: twenty_eight.evening_of_28,
        twenty_eight.TEAMS: twenty_eight.evening_of_56,
        thunee.RUNNING: thunee.cup,
    }
)
"""Who builds which event of the demo, by its slug."""


def build(now: datetime) -> dict[str, Event]:
    """All demo events by slug, those that are there already left alone; events of the club's own are none."""
    there = {event.slug: event for event in demo_club().events.filter(slug__in=BUILDERS)}
    hour = now.replace(minute=0, second=0, microsecond=0)
    return {
        slug: there.get(slug) or Event.objects.get(pk=builder(hour).pk) for slug, builder in BUILDERS.items()
    }
