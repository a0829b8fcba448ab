"""An event and a stage between the columns of their rows and their parts of an archive."""

from __future__ import annotations

from typing import Any

from scoring.archive.canonical import Part
from scoring.archive.kept import kept, moment_or_none
from tournaments.models import Event, Stage

STAGE_SETTINGS = (
    "draw_game_points",
    "bye_game_points",
    "difference_cap",
    "fines_count_for_opponents",
    "lots",
    "playoffs",
    "imp_scale",
    "imp_method",
)
"""Keys of a stage in the archive that its `settings` column keeps as they are."""


def event_part(event: Event) -> dict[str, Any]:
    """Return the event as the archive says it."""
    return {
        "slug": event.slug,
        "name": event.name,
        "game": event.game,
        "profile": event.profile,
        "options": event.options,
        "entrant_kind": event.entrant_kind,
        "time_zone": event.time_zone,
        "starts_at": moment_or_none(event.starts_at),
        "seed": event.seed,
        "status": event.status,
        "settings": event.settings,
    }


def stage_part(stage: Stage) -> dict[str, Any]:
    """Return what a stage is played by, as the archive says it; without its field and its rounds."""
    return kept(
        name=stage.name,
        method=stage.method,
        method_options=stage.method_options,
        rounds_planned=stage.rounds_planned,
        match=stage.match,
        points=stage.points or None,
        scale=stage.scale,
        ranking=stage.ranking,
        unplayed=stage.unplayed,
        **{key: stage.settings[key] for key in STAGE_SETTINGS if key in stage.settings},
        slots=stage.slots,
        carry_over=stage.carry_over,
    )


def stage_columns(part: Part) -> dict[str, Any]:
    """Return the columns of a stage that a checked part of an archive fills."""
    return {
        "name": part["name"],
        "method": part["method"],
        "method_options": part["method_options"],
        "rounds_planned": part.get("rounds_planned"),
        "match": part["match"],
        "points": part.get("points", {}),
        "scale": part.get("scale"),
        "ranking": part["ranking"],
        "unplayed": part["unplayed"],
        "settings": {key: part[key] for key in STAGE_SETTINGS if key in part},
        "slots": part.get("slots"),
        "carry_over": part.get("carry_over", ""),
    }
