"""S4: standings of 1,000 entrants after 10 rounds, from the rows of the database to the stored table.

The anchor does the least that such a recompute can do: one `values_list` over four integers of each result,
ranks in plain Python, one JSON row. Both run on the same scratch SQLite, by turns.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.report import Measured, alternate, anchor_module

ENTRANTS = 1000
ROUNDS = 10
TARGET = 1.5
RANKING = ["match_points", "buchholz", "buchholz_median1", "sonneborn_berger", "direct_encounter"]


def main() -> list[Measured]:
    """One line: a rebuild of the table after the last closed round."""
    with tempfile.TemporaryDirectory(prefix="baza-bench-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        made = anchor_module("bench_standings")
        opponents, points = made.make(ENTRANTS)
        product = _product(opponents.tolist(), points.tolist())
        anchor = _anchor(made, opponents.tolist(), points.tolist())
        line = alternate(product, anchor, rounds=9).line("S4", f"recompute, {ENTRANTS} entrants", TARGET)
    return [line]


def _product(opponents: list[list[int]], points: list[list[int]]) -> Callable[[], object]:
    """An event with these results; what a rebuild of its last table does."""
    from scoring.services.standings import compute, store

    stage = _stage(opponents, points)
    version = iter(range(1, 10**6))

    def rebuild() -> None:
        stage.snapshots.filter(after_round=ROUNDS).delete()
        store(stage, ROUNDS, next(version), compute(stage, ROUNDS), final=True)

    return rebuild


def _stage(opponents: list[list[int]], points: list[list[int]]) -> Any:
    """A stage with these results in its rows, as projections of played matches leave them."""
    from tournaments.models import Club, Entrant, Event, EventVersion, Round, Stage, StageEntrant

    club = Club.objects.create(name="Club", slug="club")
    event = Event.objects.create(club=club, slug="bench", name="Bench", game="tichu", profile="seed")
    EventVersion.objects.create(event=event)
    stage = Stage.objects.create(
        event=event,
        ref="s1",
        order=1,
        name="Swiss",
        method="swiss",
        match={"hands": 1},
        points={"win": 2, "draw": 1, "loss": 0},
        ranking=RANKING,
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, ref=f"e{n}", kind="pair", number=n + 1, name=f"Pair {n}")
        for n in range(len(points))
    )
    StageEntrant.objects.bulk_create(
        StageEntrant(stage=stage, entrant=each, seed=each.number) for each in entrants
    )
    for number in range(ROUNDS):
        played = Round.objects.create(stage=stage, number=number + 1, status="closed")
        pairs = [
            (entrants[at], entrants[line[number]], points[at][number])
            for at, line in enumerate(opponents)
            if at < line[number]
        ]
        _fill(played, pairs)
    return stage


def _fill(played: Any, pairs: list[tuple[Any, Any, int]]) -> None:
    """The matches of a round: who met whom, and the points of the first."""
    from scoring.models import SideResult
    from tournaments.models import Match, Participation

    matches = Match.objects.bulk_create(
        Match(round=played, number=at + 1, status="complete") for at in range(len(pairs))
    )
    Participation.objects.bulk_create(
        Participation(match=match, round=played, side=side, entrant=who)
        for match, pair in zip(matches, pairs, strict=True)
        for side, who in zip("AB", pair[:2], strict=True)
    )
    SideResult.objects.bulk_create(
        SideResult(
            match=match,
            side=side,
            outcome="played",
            game_points=100 * own,
            game_points_against=200 - 100 * own,
            match_points=own,
            verdict=own,
            counts=True,
            confirmed=True,
        )
        for match, pair in zip(matches, pairs, strict=True)
        for side, own in (("A", pair[2]), ("B", 2 - pair[2]))
    )


def _tables() -> tuple[Any, Any]:
    """Two tables of the anchor: results as integers, and the ranks in one row."""
    from django.db import connection, models

    class Row(models.Model):
        event = models.IntegerField(db_index=True)
        e = models.IntegerField()
        rd = models.IntegerField()
        o = models.IntegerField()
        p = models.IntegerField()

        class Meta:
            app_label = "tournaments"

    class Snap(models.Model):
        event = models.IntegerField(unique=True)
        data = models.JSONField()

        class Meta:
            app_label = "tournaments"

    with connection.schema_editor() as editor:
        editor.create_model(Row)
        editor.create_model(Snap)
    return Row, Snap


def _anchor(made: Any, opponents: list[list[int]], points: list[list[int]]) -> Callable[[], object]:
    """Two tables of integers, read, ranked and stored as one row."""
    row, snap = _tables()
    row.objects.bulk_create(
        row(event=1, e=at, rd=number, o=line[number], p=points[at][number])
        for at, line in enumerate(opponents)
        for number in range(ROUNDS)
    )
    size = len(points)

    def recompute() -> None:
        met = [[0] * ROUNDS for _ in range(size)]
        got = [[0] * ROUNDS for _ in range(size)]
        for who, number, other, own in row.objects.filter(event=1).values_list("e", "rd", "o", "p"):
            met[who][number] = other
            got[who][number] = own
        ranks = made.v_python({"opp_l": met, "pts_l": got})
        rows = [[at, ranks[at], sum(got[at])] for at in range(size)]
        snap.objects.update_or_create(event=1, defaults={"data": rows})

    return recompute
