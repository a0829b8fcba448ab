"""Standings: the table of a stage after a round, computed by the pure core and stored as snapshots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import BigAutoField, IntegerField, QuerySet
from django.utils import timezone

from scoring.facts import by_entrant, entrant_infos, fines, match_facts, stage_points, stored_results
from scoring.metrics import timing_rebuilds
from scoring.models import StandingsSnapshot
from scoring.ranking import Criterion, explain, parse_ranking, rank
from scoring.results import MatchFacts, results_of, settle_withdrawals
from scoring.stage_points import PLANS
from scoring.table import EntrantInfo, Result, ResultTable, Unplayed
from scoring.tiebreaks import TIEBREAKS
from tournaments.compiled import Reading
from tournaments.errors import Misuse
from tournaments.locks import lock_all, writing
from tournaments.models import EntrantKind, EventVersion, Round, RoundStatus, Stage

Rows = list[dict[str, Any]]


def criteria_of(stage: Stage) -> tuple[Criterion, ...]:
    """The stage's criteria in order; those that need boards are kept in the stage, but not computed here."""
    keys = [entry if isinstance(entry, str) else entry["key"] for entry in stage.ranking]
    known = [entry for key, entry in zip(keys, stage.ranking, strict=True) if key in TIEBREAKS]
    criteria = parse_ranking(known) if known else ()
    if not all(isinstance(each, Criterion) for each in criteria):
        raise Misuse(f"stored ranking of a stage is not valid: {criteria}")
    return criteria  # type: ignore[return-value]  # all are criteria


def last_closed(stage: Stage) -> int:
    """The number of the last closed round, 0 before the first."""
    closed = Round.objects.filter(stage=stage, status=RoundStatus.CLOSED).order_by("-number").first()
    return closed.number if closed else 0


def result_table(
    stage: Stage, after: int | None = None, *, provisional: bool = False, joined_by: int = 0
) -> ResultTable:
    """The results of a stage up to a closed round; `provisional` adds what is confirmed of the next one.

    It has the entrants who had joined by then, or by the later round `joined_by`.
    """
    closed = last_closed(stage) if after is None else after
    rounds = closed + provisional
    points = stage_points(stage)
    infos = entrant_infos(stage, max(rounds, joined_by))
    settings = stage.settings
    cap = settings.get("difference_cap")
    known = {info.id for info in infos}
    results = _results(stage, infos, closed, provisional=provisional)
    return ResultTable(
        entrants=tuple(infos),
        rounds=rounds,
        results=tuple(each for each in results if each.entrant in known),
        fines=tuple(each for each in fines(stage, rounds) if each.entrant in known),
        settings=points.settings(
            unplayed=Unplayed(stage.unplayed),
            difference_cap=cap,
            fines_count_for_opponents=bool(settings.get("fines_count_for_opponents")),
            lots=by_entrant(stage, settings.get("lots", {})),
            playoffs=by_entrant(stage, settings.get("playoffs", {})),
            round_robin=stage.method == "round_robin",
            plan=stage.method in PLANS,
        ),
        closed=closed,
    )


def _results(stage: Stage, infos: list[EntrantInfo], closed: int, *, provisional: bool) -> Iterable[Result]:
    """The results of all entrants; joined from matches where one match alone does not tell them."""
    if stage.method != "round_robin" and stage.event.entrant_kind != EntrantKind.TEAM:
        return stored_results(stage, closed, provisional=provisional)
    facts: Iterable[MatchFacts] = match_facts(stage, closed, provisional=provisional)
    if stage.method == "round_robin":
        cycles = int(stage.method_options.get("cycles", 1))
        facts = settle_withdrawals(facts, infos, cycles, rounds=closed + provisional)
    return results_of(facts, stage_points(stage))


def compute(stage: Stage, after: int | None = None, *, provisional: bool = False) -> Rows:
    """The table as it is stored: rank, tied, entrant, number, exact values, deciding criterion."""
    return rows_of(stage, result_table(stage, after, provisional=provisional))


def rows_of(stage: Stage, table: ResultTable) -> Rows:
    """The same from a table that was read already."""
    return [
        {
            "rank": row.rank,
            "tied": row.tied,
            "entrant": row.entrant,
            "number": row.number,
            "values": row.texts(),
            "decided_by": row.decided_by,
        }
        for row in rank(table, criteria_of(stage))
    ]


def why(
    stage: Stage, after: int, entrant: int, *, provisional: bool = False
) -> dict[str, list[dict[str, Any]]]:
    """The parts of each value of an entrant: round, opponent, points, factor, counted."""
    return parts_of(stage, result_table(stage, after, provisional=provisional), entrant)


def parts_of(stage: Stage, table: ResultTable, entrant: int) -> dict[str, list[dict[str, Any]]]:
    """The same from a table that was read already."""
    return {
        criterion.label: [
            part._asdict() | {"amount": part.amount} for part in explain(table, criterion, entrant)
        ]
        for criterion in criteria_of(stage)
    }


def latest_snapshot(stage: Stage, after: int | None = None) -> StandingsSnapshot | None:
    """The newest table of the stage, or the newest one after a given round."""
    return _newest(stage, after).first()


def latest_mark(stage: Stage, after: int | None = None) -> tuple[int, int, bool] | None:
    """Version, round and finality of that table, for the many who ask whether they have it already."""
    if after is None:
        table = _newest_head.first(stage=stage.pk)
    else:
        table = _newest_head_after.first(stage=stage.pk, after=after)
    return (table.version, table.after_round, table.final) if table is not None else None


def _newest(stage: Any, after: Any = None) -> QuerySet[StandingsSnapshot]:
    tables = StandingsSnapshot.objects.filter(stage=stage)
    if after is not None:
        tables = tables.filter(after_round=after)
    return tables.order_by("-after_round", "-version")


_newest_head = Reading(lambda stage: _newest(stage).defer("rows")[:1], stage=BigAutoField())
_newest_head_after = Reading(
    lambda stage, after: _newest(stage, after).defer("rows")[:1], stage=BigAutoField(), after=IntegerField()
)


def store(stage: Stage, after: int, version: int, rows: Rows, *, final: bool) -> None:
    """Keep a table; the same version of it twice is one."""
    StandingsSnapshot.objects.bulk_create(
        [
            StandingsSnapshot(
                stage=stage,
                after_round=after,
                version=version,
                final=final,
                rows=rows,
                computed_at=timezone.now(),
            )
        ],
        ignore_conflicts=True,
    )


@timing_rebuilds
def rebuild(stage_id: int) -> bool:
    """Bring the stored tables of a stage up to the present version of its event.

    Returns False when they are already, so ten results in a second cost one computation.
    """
    stage = Stage.objects.select_related("event").filter(pk=stage_id).first()
    if stage is None:
        return False
    running = (
        stage.rounds.filter(status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING])
        .order_by("number")
        .first()
    )
    done = _rebuild_closed(stage, running)
    return _rebuild_running(stage, running) or done if running is not None else done


def _rebuild_closed(stage: Stage, running: Round | None) -> bool:
    """Compute anew the tables of closed rounds that a correction or ruling has made stale.

    Those behind a round that was opened again wait until it is closed.
    """
    stale_rounds = Round.objects.filter(stage=stage, stale=True)
    if running is not None:
        stale_rounds = stale_rounds.filter(number__lt=running.number)
    if not stale_rounds.exists():
        return False
    with writing():
        stale = lock_all(stale_rounds)
        version = EventVersion.objects.get(event=stage.event_id).number
        for each in stale:
            store(stage, each.number, version, compute(stage, each.number), final=True)
        Round.objects.filter(pk__in=[each.pk for each in stale]).update(stale=False)
    return True


def _rebuild_running(stage: Stage, running: Round) -> bool:
    """The provisional table of the round in play."""
    number = running.number
    current = EventVersion.objects.get(event=stage.event_id).number
    stored = StandingsSnapshot.objects.filter(stage=stage, after_round=number)
    if stored.filter(version__gte=current).exists():
        return False
    rows = compute(stage, number - 1, provisional=True)
    with writing():
        if not stored.filter(version__gte=current).exists():
            store(stage, number, current, rows, final=False)
        stored.filter(final=False, version__lt=current).delete()
    return True


def mark_stale(stage: Stage, number: int) -> None:
    """Note that tables of closed rounds from this one on have to be computed again.

    Their rows are locked whatever they say now: a computation that is under way has not seen this change. So
    are those of later rounds in play: who closes one waits for this change, or it sees that one as closed.
    """
    rounds = Round.objects.filter(stage=stage, number__gte=number).exclude(status=RoundStatus.DRAFT)
    closed = [each.pk for each in lock_all(rounds) if each.status == RoundStatus.CLOSED]
    if closed:
        Round.objects.filter(pk__in=closed).update(stale=True)
