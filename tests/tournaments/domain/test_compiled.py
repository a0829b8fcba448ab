"""Statements that are put together once say what Django's own would."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, models
from django.db.models import BigAutoField, Exists, F, IntegerField, OuterRef, QuerySet, UUIDField
from django.test.utils import CaptureQueriesContext

from scoring.models import Hand, HandEntry, HandScore, Ruling
from tests.make import Evening, counted, enter, evening
from tournaments.compiled import MOST_ROWS, Reading, insert, store, update
from tournaments.models import AuditEntry, Match, Participation, Stage, Verb

pytestmark = pytest.mark.django_db


def wide(pk: Any) -> QuerySet[Match]:
    """JSON, times, exact numbers; rows that are there, and some that are not."""
    return Match.objects.select_related("round__stage__event__club", "table", "result").filter(pk=pk)


def annotated(match: Any) -> QuerySet[Participation]:
    """Values beside the rows: a truth value, JSON, an id of another table."""
    return Participation.objects.filter(match=match).annotate(
        is_ruled=Exists(Ruling.objects.filter(match=OuterRef("match"))),
        limits=F("round__stage__match"),
        seed=F("entrant__number"),
    )


def deferred(submission: Any) -> QuerySet[HandEntry]:
    """A UUID, and a column that is left out."""
    return HandEntry.objects.filter(submission=submission).defer("record").select_related("hand__score")


@pytest.fixture
def under_way(db: None) -> Evening:
    made = evening(4, match={"hands": 3})
    made.next_round()
    enter(made.match(), 1, counted(60), made.tablet())
    return made


def values(row: models.Model | None) -> Any:
    """All that a row holds, with the rows that came with it."""
    if row is None:
        return None
    held = {key: value for key, value in vars(row).items() if key != "_state"}
    came = {
        key: values(value) for key, value in row._state.fields_cache.items() if key not in {"hand", "match"}
    }
    return type(row), held, row._state.db, row._state.adding, came


@pytest.mark.parametrize("build", [wide, annotated, deferred])
def test_a_reading_gives_the_rows_of_its_queryset(under_way: Evening, build: Any) -> None:
    match, entry = under_way.match(), HandEntry.objects.get()
    name, key, field = {
        wide: ("pk", match.pk, BigAutoField()),
        annotated: ("match", match.pk, BigAutoField()),
        deferred: ("submission", entry.submission, UUIDField()),
    }[build]
    reading = Reading(build, **{name: field})
    expected = [values(each) for each in build(key)]
    for _ in range(2):  # compiled now, and compiled before
        assert [values(each) for each in reading(**{name: key})] == expected
    assert len(expected) == (2 if build is annotated else 1)


def test_each_call_has_values_of_its_own(under_way: Evening) -> None:
    reading = Reading(lambda number: Match.objects.filter(number=number), number=IntegerField())
    assert [reading.first(number=number).number for number in (2, 1, 2)] == [2, 1, 2]
    assert reading.first(number=99) is None
    assert reading(number=99) == []


def test_a_reading_is_compiled_once(under_way: Evening) -> None:
    asked: list[Any] = []

    def build(pk: Any) -> QuerySet[Match]:
        asked.append(pk)
        return wide(pk)

    reading = Reading(build, pk=BigAutoField())
    for each in under_way.round.matches.all():
        assert reading.first(pk=each.pk) == each
    assert len(asked) == 1


def test_a_row_that_is_inserted_is_one_that_was_saved(under_way: Evening) -> None:
    match = under_way.match()
    ours = insert(Hand(match=match, number=7, status="confirmed"))
    theirs = Hand.objects.create(match=match, number=8, status="confirmed")
    assert ours.pk is not None
    assert not ours._state.adding
    stored = Hand.objects.get(pk=ours.pk)
    assert {**values(stored)[1], "id": 0, "number": 0} == {**values(theirs)[1], "id": 0, "number": 0}


def test_rows_are_stored_over_those_with_the_same_key(under_way: Evening) -> None:
    hand = Hand.objects.get()
    before = HandScore.objects.get(hand=hand)
    other = insert(Hand(match=under_way.match(), number=2))
    rows = [HandScore(hand=each, entry_id=before.entry_id, points={"A": 5}) for each in (hand, other)]
    with CaptureQueriesContext(connection) as queries:
        store(rows, "hand")
    assert len(queries) == 1
    assert [(each.hand, each.points) for each in HandScore.objects.order_by("pk")] == [
        (hand, {"A": 5}),
        (other, {"A": 5}),
    ]
    assert HandScore.objects.get(hand=hand).pk == before.pk


def test_more_rows_than_a_statement_takes_are_stored(under_way: Evening) -> None:
    event = under_way.event
    size = 2 * MOST_ROWS + 1
    numbers = range(1001, 1001 + size)
    at = under_way.event.created_at
    store(
        [
            AuditEntry(
                club_id=event.club_id, event=event, number=n, verb=Verb.HAND_ENTERED, data={"n": n}, at=at
            )
            for n in numbers
        ]
    )
    stored = AuditEntry.objects.filter(event=event, number__gt=1000).order_by("number")
    assert [each.data["n"] for each in stored] == list(numbers)
    store([])
    assert stored.count() == size


def test_an_update_leaves_the_other_fields_alone(under_way: Evening) -> None:
    stage = Stage.objects.get()
    stage.name, stage.settings, stage.rounds_planned = "Final", {"difference_cap": 300}, 99
    update(stage, "name", "settings")
    stored = Stage.objects.get()
    assert (stored.name, stored.settings) == ("Final", {"difference_cap": 300})
    assert stored.rounds_planned != 99
