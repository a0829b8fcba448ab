"""What the database itself refuses, on both of them; and what is done with its complaint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from scoring.models import Hand, HandEntry, MatchResult, Ruling, SideResult, StandingsSnapshot
from tests.make import Evening, confirm, counted, enter, evening, hand
from tournaments.errors import Busy, Conflict, Misuse, NotFound
from tournaments.locks import lock, lock_all, writing
from tournaments.models import (
    Board,
    Entrant,
    EntrantPlayer,
    Event,
    EventMember,
    Match,
    Participation,
    PlannedAbsence,
    Round,
    Seat,
    Stage,
    StageEntrant,
    Table,
)


@pytest.fixture
def there(db: None) -> Evening:
    made = evening(4, match={"hands": 2})
    made.next_round()
    enter(made.match(), 1, counted(60), made.phone("A"))
    confirm(made.match(), 1, made.phone("B"))
    enter(made.match(), 2, counted(60), made.phone("A"))
    Board.objects.create(stage=made.stage, number=1)
    PlannedAbsence.objects.create(entrant=made.entrants[0], round=3)
    return made


def again(row: Any, **other: Any) -> None:
    """A second row like this one, but for some columns."""
    row.pk, row._state.adding = None, True
    for name, value in other.items():
        setattr(row, name, value)
    type(row).objects.bulk_create([row])


def entry(made: Evening, **other: Any) -> None:
    """One more entry of hand 1."""
    columns = {"revision": None, "submission": uuid4(), **other}
    again(HandEntry.objects.filter(hand=hand(made.match(), 1)).get(), **columns)


def two_hands_of_one_board(made: Evening) -> None:
    for number in (8, 9):
        Hand.objects.create(match=made.match(), number=number, board=Board.objects.get())


REFUSED: dict[str, Callable[[Evening], object]] = {
    "slug twice in a club": lambda m: again(Event.objects.get()),
    "role twice": lambda m: again(EventMember.objects.first()),
    "entrant number twice": lambda m: again(Entrant.objects.first(), name="x", ref="x"),
    "entrant name twice": lambda m: again(Entrant.objects.first(), number=99, ref="x"),
    "entrant ref twice": lambda m: again(Entrant.objects.first(), number=99, name="x"),
    "entrant before round 1": lambda m: again(
        Entrant.objects.first(), number=99, name="x", ref="x", joined_round=0
    ),
    "player in two entrants": lambda m: again(EntrantPlayer.objects.first(), ref="x", entrant=m.entrants[1]),
    "line-up backwards": lambda m: again(EntrantPlayer.objects.first(), ref="x", from_round=3, to_round=2),
    "table twice": lambda m: again(Table.objects.first()),
    "stage order twice": lambda m: again(Stage.objects.get(), ref="x"),
    "stage place twice": lambda m: again(StageEntrant.objects.first()),
    "round number twice": lambda m: again(Round.objects.get()),
    "round 0": lambda m: again(Round.objects.get(), number=0),
    "match number twice": lambda m: again(Match.objects.first(), table=None),
    "two matches at a table": lambda m: again(Match.objects.first(), number=99),
    "entrant twice in a round": lambda m: again(Participation.objects.first(), match=m.match(2)),
    "entrant twice in a match": lambda m: again(Participation.objects.first(), leg=2),
    "seat taken twice": lambda m: again(Seat.objects.filter(match=m.match(1))[0], player=other_player(m)),
    "person in two seats": lambda m: again(Seat.objects.filter(match=m.match(1))[0], position=9),
    "board twice": lambda m: again(Board.objects.get()),
    "absence twice": lambda m: again(PlannedAbsence.objects.get()),
    "hand number twice": lambda m: again(Hand.objects.first()),
    "board twice in a match": two_hands_of_one_board,
    "revision twice": lambda m: entry(m, revision=1),
    "revision 0": lambda m: entry(m, revision=0),
    "submission twice": lambda m: entry(m, submission=HandEntry.objects.first().submission),  # type: ignore[union-attr]
    "entry of nobody": lambda m: entry(m, device=None),
    "entry of two": lambda m: entry(m, user=m.dora.user),
    "import by a person": lambda m: entry(m, source="import"),
    "void with a result": lambda m: entry(m, kind="void"),
    "side confirms twice": lambda m: again(hand(m.match(), 1).current.confirmations.get()),  # type: ignore[union-attr]
    "ruling without reason": lambda m: ruling(m, reason=""),
    "ruling position twice": lambda m: [ruling(m), ruling(m)],
    "ruling replaced twice": lambda m: [
        ruling(m, position=n, replaces_id=None if n < 2 else Ruling.objects.get(position=1).pk)
        for n in (1, 2, 3)
    ],
    "two results of a match": lambda m: again(MatchResult.objects.get()),
    "two results of a side": lambda m: again(SideResult.objects.first()),
    "table of a version twice": lambda m: [
        StandingsSnapshot.objects.create(
            stage=m.stage, after_round=1, version=1, rows=[], computed_at=timezone.now()
        )
        for _ in range(2)
    ],
}


def other_player(made: Evening) -> Any:
    return Seat.objects.filter(match=made.match(2))[0].player


def ruling(made: Evening, **other: Any) -> None:
    Ruling.objects.create(
        **{"event": made.event, "position": 1, "code": "fine", "effect": "fine", "reason": "x", **other}
    )


@pytest.mark.parametrize("fault", REFUSED)
def test_the_database_refuses(there: Evening, fault: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        REFUSED[fault](there)


@pytest.mark.django_db
def test_a_double_that_a_constraint_stops_is_a_conflict(there: Evening) -> None:
    with pytest.raises(Conflict, match=r"^already_there$"), writing():
        again(Round.objects.get())


@pytest.mark.django_db
def test_any_other_complaint_of_the_database_stays_our_fault(there: Evening) -> None:
    with pytest.raises(IntegrityError), writing():
        again(Round.objects.get(), number=0)


@pytest.mark.django_db
def test_a_row_that_is_gone_is_not_found(there: Evening) -> None:
    gone = Table.objects.create(event=there.event, number=50)
    Table.objects.filter(pk=gone.pk).delete()
    with pytest.raises(NotFound), writing():
        lock(gone)


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_outside_a_transaction() -> None:
    with pytest.raises(Misuse):
        lock_all(Table.objects.all())


@pytest.mark.django_db
def test_rows_are_locked_in_the_order_of_their_ids(there: Evening) -> None:
    with writing():
        locked = lock_all(Entrant.objects.order_by("-number"))
    assert [each.pk for each in locked] == sorted(each.pk for each in there.entrants)


@pytest.mark.django_db
def test_a_locked_row_is_fresh_and_keeps_its_parents(there: Evening, django_assert_num_queries: Any) -> None:
    stale = Round.objects.select_related("stage").get()
    Round.objects.update(seed=77)
    with writing():
        locked = lock(stale)
    with django_assert_num_queries(0):
        assert (locked.seed, locked.stage) == (77, stale.stage)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_lock_that_is_not_to_be_had_is_busy() -> None:
    made = evening(2)
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT 1 FROM tournaments_stage WHERE id = %s FOR UPDATE", [made.stage.pk])
            with pytest.raises(Busy), writing():
                with connection.cursor() as own:
                    own.execute("SET LOCAL lock_timeout = '50ms'")
                lock(made.stage)
    finally:
        other.close()
