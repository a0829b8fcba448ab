"""Removing an event with its history: only to put its archive, or another one, in its place."""

from __future__ import annotations

from django.db.models import Model, QuerySet

from scoring.models import Hand, HandEntry, Ruling
from tournaments.locks import writing
from tournaments.models import Event, Match, Participation, Seat

REFERRING: tuple[tuple[type[Model], str], ...] = (
    (HandEntry, "hand__match__round__stage__event"),
    (Hand, "match__round__stage__event"),
    (Seat, "match__round__stage__event"),
    (Participation, "round__stage__event"),
    (Match, "round__stage__event"),
)
"""Rows that protect what they refer to, in an order in which they can go; the rest goes with the event."""


def erase_event(event: Event) -> None:
    """Remove an event and everything in it, its log too; people and the club stay."""
    with writing():
        for model, path in REFERRING:
            QuerySet(model).filter(**{path: event}).delete()
        rulings: QuerySet[Ruling] = QuerySet(Ruling).filter(event=event)
        while rulings.exists():
            rulings.filter(replaced_by=None).delete()
        event.delete()
