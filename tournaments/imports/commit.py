"""From a preview to entrants: the rows without a fault are entered, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.access import Actor
from tournaments.imports.entrants import Preview, Taken, preview_entrants
from tournaments.models import Entrant, Event
from tournaments.names import same_name
from tournaments.services.entrants import NewEntrant, add_entrants


def preview_for(event: Event, data: bytes, headings: Mapping[str, str] | None = None) -> Preview:
    """Return the preview of a file for this event: what it has already counts as a duplicate.

    `headings`: what columns may be called besides.
    """
    people = event.roster.values_list("player__name", flat=True)
    taken = Taken(
        {same_name(name) for name in event.entrants.values_list("name", flat=True)},
        {same_name(name) for name in people},
        {str(number) for number in event.entrants.values_list("number", flat=True)},
    )
    return preview_entrants(data, event.entrant_kind, taken, headings)


def enter_previewed(actor: Actor, event: Event, preview: Preview) -> list[Entrant]:
    """Enter the rows of a preview, those that ask for a number first; raises Invalid and enters none."""
    rows = sorted(preview.rows, key=lambda row: not row.number)
    new = [
        NewEntrant(
            name=row.name,
            players=row.players,
            club=row.club,
            rating=row.exact_rating(),
            number=int(row.number) if row.number else None,
        )
        for row in rows
    ]
    return add_entrants(actor, event, new) if new else []
