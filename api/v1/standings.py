"""Standings of a stage, and why they are as they are."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import reads
from api.v1.shapes.play import StandingsQuery, StandingsSerializer, WhySerializer
from api.views import ApiView
from scoring.kept import Kept
from scoring.models import StandingsSnapshot
from scoring.services.standings import latest_mark, latest_snapshot, why
from tournaments.access import stage_for
from tournaments.errors import NotFound
from tournaments.models import Stage

_tables = Kept(20)


class Standings(ApiView):
    """The table of a stage."""

    @reads("get_standings", StandingsSerializer, "The standings of a stage", query=StandingsQuery)
    def get(self, request: Request, stage_id: int) -> Response:
        """The newest table, or that after a round; an empty one before the first result."""
        stage = stage_for(self.actor, stage_id)
        after = self.query(StandingsQuery).get("after")
        mark = latest_mark(stage, after)
        if mark is None and after is not None:
            raise NotFound

        def content() -> Any:  # a table of the round in play may have been replaced by a newer one since
            return standings_json(stage, latest_snapshot(stage, after))

        return self.conditional(stage.event, content, mark, kept=_tables)


class StandingsWhy(ApiView):
    """The values of one entrant taken apart."""

    @reads(
        "explain_standings", WhySerializer, "What the values of an entrant are made of", query=StandingsQuery
    )
    def get(self, request: Request, stage_id: int, entrant_id: int) -> Response:
        """Round by round: opponent, points, factor, and whether the part was counted."""
        stage = stage_for(self.actor, stage_id)
        table = latest_snapshot(stage, self.query(StandingsQuery).get("after"))
        if table is None or all(row["entrant"] != entrant_id for row in table.rows):
            raise NotFound
        mark = (table.version, table.after_round, table.final)
        return self.conditional(stage.event, lambda: why_json(stage, table, entrant_id), mark)


def why_json(stage: Stage, table: StandingsSnapshot, entrant: int) -> Any:
    """The values of one entrant in a table, taken apart."""
    parts = why(stage, table.after_round - (not table.final), entrant, provisional=not table.final)
    return WhySerializer({"entrant": entrant, "after_round": table.after_round, "parts": parts}).data


def standings_json(stage: Stage, table: StandingsSnapshot | None) -> Any:
    """A table with the names of its entrants."""
    entrants = {each.pk: each for each in stage.event.entrants.all()}
    rows = [
        row | {"name": entrants[row["entrant"]].name, "status": entrants[row["entrant"]].status}
        for row in (table.rows if table else ())
    ]
    shown = {
        "stage": stage.pk,
        "after_round": table.after_round if table else 0,
        "final": table.final if table else False,
        "version": table.version if table else 0,
        "computed_at": table.computed_at if table else None,
        "ranking": stage.ranking,
        "rows": rows,
    }
    return StandingsSerializer(shown).data
