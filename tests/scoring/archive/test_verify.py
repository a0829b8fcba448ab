"""A changed number is found and named, whatever it was."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.models import HandScore, MatchResult, SideResult, StandingsSnapshot
from scoring.services.progress import close_round, reopen_round
from scoring.services.standings import rebuild
from scoring.services.verify import verify_event
from tests.make import correct, counted
from tests.make import evening as usual_evening
from tests.scoring.archive.samples import evening
from tournaments.access import SYSTEM
from tournaments.models import AuditEntry, Club, Event, Match
from tournaments.services.entrants import plan_absence

pytestmark = pytest.mark.django_db

PLAYED = {"stage": "s1", "round": 1, "table": 1}


@pytest.fixture
def event() -> Event:
    archive = read_archive(evening())
    assert isinstance(archive, Archive)
    return import_archive(archive, Club.objects.create(name="Baza Club", slug="baza"))


def write(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount == 1


def problems(event: Event) -> list[dict[str, Any]]:
    proof = verify_event(event).as_json()
    found: Any = proof["problems"]
    assert proof["ok"] is (not found)
    return list(found)


def test_an_event_as_it_was_entered_is_proven(event: Event) -> None:
    proof = verify_event(event).as_json()
    counted: Any = proof["counted"]
    assert proof["problems"] == []
    assert counted["hand_score"] == 3
    assert counted["match_result"] == MatchResult.objects.count() >= 10
    assert (counted["tables"], counted["ranks"]) == (2, 13)
    assert counted["log"] == AuditEntry.objects.filter(event=event).count()


def test_proving_changes_nothing(event: Event) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (HandScore, MatchResult, SideResult)]
    verify_event(event)
    assert before == [
        list(model.objects.order_by("pk").values()) for model in (HandScore, MatchResult, SideResult)
    ]


def test_a_changed_hand_score_is_named(event: Event) -> None:
    score = HandScore.objects.get(hand__match__table__number=1, hand__match__round__number=1, hand__number=2)
    write("UPDATE scoring_handscore SET points = %s WHERE id = %s", '{"A": 10, "B": 200}', score.pk)
    assert problems(event) == [
        {
            "code": "changed_hand_score",
            **PLAYED,
            "hand": 2,
            "field": "points",
            "stored": {"A": 10, "B": 200},
            "computed": {"A": 0, "B": 200},
        }
    ]


def test_a_changed_match_result_is_named(event: Event) -> None:
    result = MatchResult.objects.get(match__table__number=1, match__round__number=1)
    write("UPDATE scoring_matchresult SET winner = 'A' WHERE id = %s", result.pk)
    found = problems(event)
    assert [(each["code"], each["field"], each["stored"], each["computed"]) for each in found] == [
        ("changed_match_result", "winner", "A", "B")
    ]
    assert PLAYED.items() <= found[0].items()


def test_changed_points_of_a_side_are_named(event: Event) -> None:
    side = SideResult.objects.get(match__table__number=2, match__round__number=1, side="A")
    write("UPDATE scoring_sideresult SET match_points = '7/2' WHERE id = %s", side.pk)
    assert problems(event) == [
        {
            "code": "changed_side_result",
            "stage": "s1",
            "round": 1,
            "table": 2,
            "side": "A",
            "field": "match_points",
            "stored": "7/2",
            "computed": "2",
        }
    ]


def test_a_changed_rank_is_named(event: Event) -> None:
    table = StandingsSnapshot.objects.get(stage__event=event, after_round=2, final=True)
    rows = [dict(row) for row in table.rows]
    rows[1]["rank"] = 9
    StandingsSnapshot.objects.filter(pk=table.pk).update(rows=rows)
    entrant = event.entrants.get(pk=rows[1]["entrant"]).ref
    assert problems(event) == [
        {
            "code": "changed_rank",
            "stage": "s1",
            "round": 2,
            "entrant": entrant,
            "field": "rank",
            "stored": 9,
            "computed": 2,
        }
    ]


def test_a_changed_state_of_a_match_is_named(event: Event) -> None:
    match = Match.objects.get(round__number=1, table__number=1)
    write("UPDATE tournaments_match SET status = 'void' WHERE id = %s", match.pk)
    assert [(each["code"], each["stored"], each["computed"]) for each in problems(event)] == [
        ("changed_match", "void", "complete")
    ]


def test_a_result_that_was_removed_is_missed(event: Event) -> None:
    HandScore.objects.get(hand__match__round__number=3).delete()
    assert [(each["code"], each["stored"]) for each in problems(event)] == [("changed_hand_score", "missing")]


def test_a_changed_log_entry_and_a_lost_one_are_named(event: Event) -> None:
    for number in (8, 9):
        plan_absence(SYSTEM, event.entrants.get(number=1), number)
    second = AuditEntry.objects.get(event=event, number=2)
    write("UPDATE tournaments_auditentry SET actor = 'nobody' WHERE id = %s", second.pk)
    assert [(each["code"], each["entry"], each["field"]) for each in problems(event)] == [
        ("changed_log", 2, "hash")
    ]
    write("DELETE FROM tournaments_auditentry WHERE id = %s", second.pk)
    assert ("changed_log", 2, "number") in [
        (each["code"], each["entry"], each["field"]) for each in problems(event)
    ]


@pytest.mark.django_db
def test_tables_behind_a_round_that_is_open_again_are_not_asked_for() -> None:
    night = usual_evening()
    first = night.play_round({1: 60, 2: 60})
    night.play_round({1: 60, 2: 60})
    reopen_round(night.dora, first, "A slip was misread.")
    match = Match.objects.select_related("round__stage__event__club").get(round=first, table__number=1)
    correct(match, 1, counted(20), night.dora)
    event = Event.objects.get(pk=night.event.pk)
    assert verify_event(event).as_json()["problems"] == []
    assert verify_event(event).counted["tables"] == 0
    close_round(night.dora, first)
    rebuild(night.stage.pk)
    assert verify_event(event).as_json()["problems"] == []
    assert verify_event(event).counted["tables"] == 2
