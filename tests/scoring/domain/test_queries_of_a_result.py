"""How many queries one result costs, whatever the size of the event: no row is read twice."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.make import Evening, confirm, correct, counted, enter, evening

pytestmark = pytest.mark.django_db

# A transaction here costs two savepoint queries; what else there is:
# lock, entries with hands and scores, sides with round and result; hand, entry, hand's current;
# points, result; log's lock, log, version
FIRST_WORD = 2 + 11
AGAIN = 2 + 3


@pytest.fixture
def under_way(db: None) -> Evening:
    """A match in which some hands are in, in a field of some size."""
    made = evening(8, match={"hands": 12})
    made.next_round()
    for number in range(1, 5):
        enter(made.match(), number, counted(60), made.phone("A"))
    return made


def test_a_new_hand(under_way: Evening, django_assert_num_queries: Any) -> None:
    match, tab = under_way.match(), under_way.tablet()
    for number in (5, 6):
        with django_assert_num_queries(FIRST_WORD):
            enter(match, number, counted(60), tab)


def test_the_first_hand_moves_match_and_round(django_assert_num_queries: Any, db: None) -> None:
    made = evening(4, match={"hands": 12})
    made.next_round()
    match, tab = made.match(), made.tablet()
    with django_assert_num_queries(FIRST_WORD + 2):
        enter(match, 1, counted(60), tab)


def test_the_last_hand_writes_what_the_sides_get(django_assert_num_queries: Any, db: None) -> None:
    made = evening(4, match={"hands": 2})
    made.next_round()
    match, tab = made.match(), made.tablet()
    enter(match, 1, counted(60), tab)
    with django_assert_num_queries(FIRST_WORD + 2):
        enter(match, 2, counted(60), tab)


def test_the_same_again(under_way: Evening, django_assert_num_queries: Any) -> None:
    match, tab, again = under_way.match(), under_way.tablet(), uuid4()
    enter(match, 5, counted(60), tab, submission=again)
    with django_assert_num_queries(AGAIN):
        enter(match, 5, counted(60), tab, submission=again)


def test_a_correction(under_way: Evening, django_assert_num_queries: Any) -> None:
    match, tab = under_way.match(), under_way.tablet()
    with django_assert_num_queries(FIRST_WORD - 1):  # no hand to insert
        correct(match, 2, counted(70), tab)


def test_no_result_reads_the_hands_of_other_matches(under_way: Evening) -> None:
    match, tab = under_way.match(), under_way.tablet()
    with CaptureQueriesContext(connection) as captured:
        enter(match, 5, counted(60), tab)
        correct(match, 5, counted(70), tab)
    reads = [each["sql"] for each in captured if each["sql"].startswith("SELECT")]
    whole = [(step, sql) for sql in reads for step in plan_of(sql) if step.startswith("SCAN scoring_hand")]
    assert whole == []
    assert len(reads) > 4


def plan_of(sql: str) -> list[str]:
    """How SQLite would answer; PostgreSQL decides by the size of its tables, which are small in tests."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + sql.replace("%", "%%"))
        return [row[3] for row in cursor.fetchall()]


def test_an_agreement(under_way: Evening, django_assert_num_queries: Any) -> None:
    match, b = under_way.match(), under_way.phone("B")
    with django_assert_num_queries(12):
        confirm(match, 2, b)


def test_rulings_are_read_where_there_are_any(under_way: Evening, django_assert_num_queries: Any) -> None:
    from scoring.services.rulings import fine

    match, tab = under_way.match(), under_way.tablet()
    own = match.participations.select_related("entrant")[0].entrant
    fine(under_way.dora, own, under_way.round, reason="Late.", match_points=-1, match=match)
    with django_assert_num_queries(FIRST_WORD + 1):
        enter(match, 5, counted(60), tab)
