"""What the operator's command answers, as JSON values with the ids of the archive."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Count

from engine.core.problems import Problem
from scoring.services.standings import Rows, compute, criteria_of, last_closed, latest_snapshot
from tournaments.errors import Invalid
from tournaments.models import Club, Event, Stage
from tournaments.pairing.base import BYE, Draw

Answer = dict[str, Any]
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
SHOWN = ("rank", "number", "name")


def event_list(club: Club | None = None) -> Answer:
    """All events, those of a club where one is named."""
    events = Event.objects.select_related("club").annotate(entrant_count=Count("entrants"))
    if club is not None:
        events = events.filter(club=club)
    return {
        "events": [
            {
                "slug": event.slug,
                "club": event.club.slug,
                "name": event.name,
                "game": event.game,
                "status": event.status,
                "starts_at": event.starts_at and event.starts_at.isoformat(),
                "entrants": event.entrant_count,
            }
            for event in events.order_by("club__slug", "slug")
        ]
    }


def standings_answer(stage: Stage, after: int | None) -> Answer:
    """The table of a stage after a closed round, as it was kept; raises Invalid for a round still open."""
    closed = last_closed(stage)
    number = closed if after is None else after
    if not 0 <= number <= closed:
        raise Invalid.of("round_not_closed", "/after", round=number, last=closed)
    entrants = stage.event.entrants.in_bulk()
    labels = [criterion.label for criterion in criteria_of(stage)]
    return {
        "stage": stage.ref,
        "after_round": number,
        "rows": [
            {
                "rank": row["rank"],
                "tied": row["tied"],
                "entrant": entrants[row["entrant"]].ref,
                "number": row["number"],
                "name": entrants[row["entrant"]].name,
                "values": {label: row["values"][label] for label in labels if label in row["values"]},
                "decided_by": row["decided_by"],
            }
            for row in _rows(stage, number)
        ],
    }


def _rows(stage: Stage, number: int) -> Rows:
    """The kept table, or a new one where none is kept or a correction made it stale."""
    kept = latest_snapshot(stage, number) if number else None
    if kept is None or not kept.final or stage.rounds.filter(number=number, stale=True).exists():
        return compute(stage, number)
    rows: Rows = kept.rows
    return rows


def standings_csv(answer: Answer) -> str:
    """The table as CSV; a text that a spreadsheet would run as a formula gets an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for line in _lines(answer):
        writer.writerow(map(_unformulated, line))
    return out.getvalue()


def standings_text(answer: Answer) -> str:
    """The table in columns for a terminal."""
    lines = _lines(answer)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() + "\n"
        for line in lines
    )


def _lines(answer: Answer) -> list[list[str]]:
    criteria = list(answer["rows"][0]["values"]) if answer["rows"] else []
    lines = [[*SHOWN, *criteria, "decided_by"]]
    for row in answer["rows"]:
        values = [row["values"][key] for key in criteria]
        cells = [*(row[key] for key in SHOWN), *values, row["decided_by"]]
        lines.append(["" if cell is None else str(cell) for cell in cells])
    return lines


def _unformulated(cell: str) -> str:
    is_number = cell.removeprefix("-").replace("/", "", 1).isdigit()
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) and not is_number else cell


def draw_answer(stage: Stage, draw: Draw) -> Answer:
    """A drawn round: who meets whom, at which table, what it costs and why."""
    ref = _refs(stage)
    pairs = [[ref(each) for each in table.entrants] for table in draw.tables]
    certificate = draw.certificate
    return {
        "pairs": pairs,
        "byes": [ref(bye.entrant) for bye in draw.byes],
        "tables": pairs,
        "costs": draw.costs.as_json(),
        "next_round_possible": draw.next_round_possible,
        "why": {
            "seed": draw.seed,
            "proven": list(certificate.proven),
            "gap": certificate.gap,
            "tables": [_why(each.why, table=each.table) for each in draw.tables],
            "byes": [_why(bye.why, entrant=ref(bye.entrant)) for bye in draw.byes],
        },
    }


def _why(why: Any, **place: object) -> Answer:
    return {**place, "code": why.code, "params": dict(why.params)}


def with_refs(stage: Stage, problems: Sequence[Problem]) -> list[Problem]:
    """The problems of a draw with the archive's ids where they name entrants of the database."""
    ref = _refs(stage)
    return [Problem(each.code, each.path, _named(each.params, ref)) for each in problems]


def _named(params: Mapping[str, Any], ref: Callable[[Any], Any]) -> dict[str, Any]:
    named = dict(params)
    if "odd_groups" in named:
        named["odd_groups"] = [[ref(one) for one in group] for group in named["odd_groups"]]
    if "barrier" in named:
        named["barrier"] = [ref(one) for one in named["barrier"]]
    if "entrant" in named:
        named["entrant"] = ref(named["entrant"])
    return named


def _refs(stage: Stage) -> Callable[[Any], Any]:
    """The archive's id of an entrant; the free seat stands for itself."""
    refs: dict[Any, str] = dict(stage.event.entrants.values_list("pk", "ref"))
    texts = {str(pk): ref for pk, ref in refs.items()}
    return lambda entrant: entrant if entrant == BYE else refs.get(entrant) or texts.get(entrant, entrant)
