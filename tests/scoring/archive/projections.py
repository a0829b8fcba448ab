"""Everything that is computed of an event, named so that it can be compared between two databases."""

from __future__ import annotations

from typing import Any

from django.db.models import Model

from scoring.models import Hand, HandScore, MatchResult, SideResult
from scoring.services.standings import compute
from tournaments.models import Event, Match

ROUND = ("round__stage__order", "round__number", "number")
IDS = {"id", "pk", "match_id", "hand_id", "entry_id"}


def everything(event: Event) -> dict[str, Any]:
    """The states of matches and hands, all projections, and the table of each stage."""
    refs = dict(event.entrants.values_list("pk", "ref"))
    return {
        "matches": _rows(Match, "", event, ["status"]),
        "hands": _rows(Hand, "match__", event, ["number", "status", "current__submission"]),
        "scores": _rows(HandScore, "hand__match__", event, ["hand__number", *_own(HandScore)]),
        "results": _rows(MatchResult, "match__", event, _own(MatchResult)),
        "sides": _rows(SideResult, "match__", event, _own(SideResult)),
        "tables": [
            [{**row, "entrant": refs[row["entrant"]]} for row in compute(stage)]
            for stage in event.stages.order_by("order")
        ],
    }


def _own(model: type[Model]) -> list[str]:
    """The columns that say what was computed."""
    return [each.attname for each in model._meta.concrete_fields if each.attname not in IDS]


def _rows(model: type[Model], path: str, event: Event, columns: list[str]) -> list[tuple[Any, ...]]:
    address = [path + each for each in ROUND]
    rows = model._default_manager.filter(**{f"{path}round__stage__event": event})
    return sorted(rows.values_list(*address, *columns), key=repr)
