"""Reads of the rulings of an event."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Ruling, RulingStatus
from scoring.services.ruling_rows import may_be_undone
from tournaments.models import Entrant, Event, Participation


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling with the row that took its place, if one did, and whom it is about."""

    ruling: Ruling
    replaced_by: Ruling | None
    entrants: tuple[Entrant, ...]

    @property
    def is_cancelled(self) -> bool:
        """Whether it does not hold any more."""
        return self.replaced_by is not None

    @property
    def may_be_cancelled(self) -> bool:
        """Whether the desk can take it back."""
        return self.replaced_by is None and may_be_undone(self.ruling)


def ruling_lines(event: Event) -> tuple[RulingLine, ...]:
    """The rulings of the event, the latest first, each with what cancelled it; in two queries."""
    rows = list(
        Ruling.objects.filter(event=event)
        .select_related("round__stage", "match__table", "entrant", "by")
        .order_by("-position")
    )
    for row in rows:
        row.event = event
    replacing = {each.replaces_id: each for each in rows if each.replaces_id is not None}
    players: dict[int, list[Entrant]] = {}
    wanted = [each.match_id for each in rows if each.match_id is not None]
    for each in Participation.objects.filter(match__in=wanted).select_related("entrant"):
        players.setdefault(each.match_id, []).append(each.entrant)
    return tuple(
        RulingLine(each, replacing.get(each.pk), _about(each, players))
        for each in rows
        if each.status != RulingStatus.CANCELLED
    )


def _about(ruling: Ruling, players: dict[int, list[Entrant]]) -> tuple[Entrant, ...]:
    """The entrant of a fine, a warning or a hand; everybody of a match whose result was set or ended."""
    own = (ruling.entrant,) if ruling.entrant is not None else ()
    if ruling.match_id is None or ruling.effect in ("fine", "warning", "none", "hand", "expulsion"):
        return own
    return tuple(sorted(players.get(ruling.match_id, []), key=lambda each: each.number)) or own
