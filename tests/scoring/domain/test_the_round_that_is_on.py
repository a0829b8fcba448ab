"""Which round is on: the one that people walk to their tables for."""

from __future__ import annotations

import pytest
from django.utils import timezone

from api.v1.devices import running_match
from scoring.selectors.events import event_list, outline
from scoring.selectors.tables import find_table
from scoring.services.progress import reopen_round
from tests.make import Evening, evening
from tournaments.models import Device, EventStatus, Round, RoundStatus
from tournaments.services.events import move_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(db: None) -> Evening:
    made = evening(6)
    made.play_round({1: 60, 2: 50, 3: 40})
    return made


def reopened(made: Evening) -> Round:
    first = Round.objects.select_related("stage__event").get(stage=made.stage, number=1)
    return reopen_round(made.dora, first, "Table 2 swapped its slips.")


def shown_at(made: Evening, table: int = 1) -> tuple[int | None, int | None, int | None, int | None]:
    """The round that each of those who ask is sent to."""
    tablet = made.tablet(table).device
    assert tablet is not None
    match = running_match(Device.objects.get(pk=tablet.pk))
    on, found = outline(made.event).round, find_table(made.event, "1").round
    listed = next(line.round for line in event_list().lines if line.event == made.event)
    numbers = [each and each.number for each in (on, found, listed, match and match.round)]
    return numbers[0], numbers[1], numbers[2], numbers[3]


def test_a_reopened_round_sends_nobody_away_from_the_round_that_is_played(made: Evening) -> None:
    made.next_round()
    reopened(made)
    assert shown_at(made) == (2, 2, 2, 2)


def test_an_event_that_was_over_goes_on_with_a_reopened_round(made: Evening) -> None:
    move_event(made.dora, made.event, EventStatus.FINISHED)
    reopened(made)
    made.event.refresh_from_db()
    assert made.event.status == EventStatus.RUNNING
    assert shown_at(made) == (1, 1, 1, 1)


def test_a_reopened_round_is_on_while_the_next_is_a_draft(made: Evening) -> None:
    reopened(made)
    assert shown_at(made) == (1, 1, 1, 1)


def test_a_reopened_round_before_a_closed_one_is_played_at_no_table(made: Evening) -> None:
    made.play_round({1: 60, 2: 50, 3: 40})
    reopened(made)
    assert shown_at(made) == (2, 2, 2, None)


def test_of_rounds_published_beforehand_the_first_open_one_is_on(made: Evening) -> None:
    made.next_round()
    Round.objects.create(
        stage=made.stage, number=3, status=RoundStatus.PUBLISHED, published_at=timezone.now(), seed=1
    )
    assert shown_at(made) == (2, 2, 2, 2)
