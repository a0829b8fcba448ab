"""Every act takes its locks in the one order, so that no two of them can wait for each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.db import models

from scoring.intake import choose_entry
from scoring.models import HandEntry
from scoring.services.editing import Change, edit_round
from scoring.services.presence import come_back, enter_late, leave
from scoring.services.progress import (
    close_round,
    close_stage,
    discard_round,
    draw_round,
    publish_round,
    redraw_round,
    reopen_round,
)
from scoring.services.rulings import adjust_match, cancel_ruling, close_match, fine, forfeit_match
from tests.concurrency.guards import everywhere
from tests.make import Evening, confirm, correct, counted, enter, evening, hand, new_pair
from tournaments import locks
from tournaments.errors import Conflict
from tournaments.models import Event, EventVersion, Match, Round, Stage
from tournaments.services.entrants import add_entrants, plan_absence
from tournaments.services.registration import check_in, remove_entrant

pytestmark = pytest.mark.django_db

ORDER: tuple[type[models.Model], ...] = (Event, Stage, Match, Round, EventVersion)
Taken = list[tuple[int, int]]


@contextmanager
def taken() -> Iterator[Taken]:
    """The ranks of the rows that are locked in this block, each where it is locked first."""
    found: Taken = []

    def lock_all(rows: models.QuerySet[Any]) -> list[Any]:
        for row in (locked := locks_all(rows)):
            place = (ORDER.index(rows.model), row.pk) if rows.model in ORDER else None
            if place is not None and place not in found:
                found.append(place)
        return locked

    locks_all = locks.lock_all
    with everywhere(locks_all, lock_all):
        yield found


def in_order(act: Any, *arguments: Any, **named: Any) -> Any:
    """Do it, and see that whatever it has locked was locked from the top down."""
    with taken() as found:
        result = act(*arguments, **named)
    names = [f"{ORDER[rank].__name__} {pk}" for rank, pk in found]
    assert found == sorted(found), f"{act.__name__} locks {', '.join(names)}"
    assert found, f"{act.__name__} locks nothing"
    return result


@pytest.fixture
def night(db: None) -> Evening:
    return evening(6, match={"hands": 2})


def play_round(night: Evening) -> Round:
    for table in (1, 2, 3):
        for number in (1, 2):
            in_order(enter, night.match(table), number, counted(60), night.tablet(table))
    return in_order(close_round, night.dora, night.round)


def test_rounds_are_drawn_played_and_closed_in_order(night: Evening) -> None:
    (drawn, _) = in_order(draw_round, night.dora, night.stage)
    drawn = in_order(redraw_round, night.dora, drawn)
    first, second = night.entrants[:2]
    in_order(edit_round, night.dora, drawn, Change("exchange", first.pk, second.pk), "As they wish.")
    in_order(discard_round, night.dora, drawn)
    (drawn, _) = in_order(draw_round, night.dora, night.stage)
    in_order(publish_round, night.dora, drawn)
    play_round(night)
    closed = night.round
    night.next_round()
    play_round(night)
    in_order(correct, night.match(1), 1, counted(40), night.dora)
    in_order(reopen_round, night.dora, closed, "A slip was misread.")
    in_order(close_round, night.dora, closed)
    in_order(close_stage, night.dora, night.stage)


def test_results_are_agreed_to_and_chosen_in_order(night: Evening) -> None:
    night.next_round()
    in_order(enter, night.match(1), 1, counted(60), night.phone("A"))
    in_order(confirm, night.match(1), 1, night.phone("B"))
    in_order(enter, night.match(2), 1, counted(60), night.phone("A", 2))
    with pytest.raises(Conflict, match=r"^rival$"):
        in_order(enter, night.match(2), 1, counted(65), night.phone("B", 2), submission=uuid4())
    rival = HandEntry.objects.get(revision=None)
    in_order(choose_entry, night.dora, hand(night.match(2), 1), rival.submission)


def test_rulings_are_made_and_cancelled_in_order(night: Evening) -> None:
    night.next_round()
    play_round(night)
    closed, old = night.round, night.match(1)
    night.next_round()
    play_round(night)
    made = in_order(fine, night.dora, night.entrants[0], closed, reason="Late.", match_points=Fraction(-1))
    in_order(cancel_ruling, night.dora, made, reason="Was there.")
    in_order(adjust_match, night.dora, old, {"A": Fraction(1), "B": Fraction(1)}, reason="Cards.")
    gone = [old.participations.get(side="A").entrant]
    made = in_order(forfeit_match, night.dora, old, gone, reason="Gone.")
    in_order(cancel_ruling, night.dora, made, reason="Was there.")
    night.next_round()
    in_order(close_match, night.dora, night.match(1), reason="Time.")


def test_people_come_and_go_in_order(night: Evening) -> None:
    in_order(check_in, night.dora, night.entrants[0], here=False)
    in_order(check_in, night.dora, night.entrants[0])
    in_order(add_entrants, night.dora, night.event, [new_pair(7)])
    in_order(remove_entrant, night.dora, night.event.entrants.get(number=7))
    in_order(plan_absence, night.dora, night.entrants[1], 2)
    night.next_round()
    play_round(night)
    in_order(enter_late, night.dora, night.stage, [new_pair(8)], match_points=Fraction(1))
    night.next_round()
    playing = night.match(1).participations.get(side="A").entrant
    in_order(leave, night.dora, playing, reason="Ill.", now=True)
    in_order(come_back, night.dora, playing)
