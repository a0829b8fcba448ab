"""What may follow which state, as data, and that nothing else does."""

from __future__ import annotations

from itertools import product

import pytest
from django.db import models

from tests.make import evening
from tournaments.access import Permission
from tournaments.errors import Conflict
from tournaments.models import Event, EventStatus, Match, MatchStatus, Round, RoundStatus, Stage, StageStatus
from tournaments.transitions import TRANSITIONS, allowed, move

STATES: dict[type[models.Model], type[models.TextChoices]] = {
    Event: EventStatus,
    Stage: StageStatus,
    Round: RoundStatus,
    Match: MatchStatus,
}


def test_the_table_names_known_states_and_permissions_once() -> None:
    assert set(TRANSITIONS) == set(STATES)
    for model, changes in TRANSITIONS.items():
        pairs = [(each.source, each.target) for each in changes]
        assert len(pairs) == len(set(pairs))
        assert {name for pair in pairs for name in pair} <= set(STATES[model].values)
        assert all(isinstance(each.permission, Permission) for each in changes)


def test_every_state_can_be_reached_and_left() -> None:
    for model, changes in TRANSITIONS.items():
        states = set(STATES[model].values)
        first = STATES[model].values[0]
        assert {each.target for each in changes} | {first} == states
        assert {each.source for each in changes} == states


@pytest.mark.django_db
@pytest.mark.parametrize(("source", "target"), list(product(RoundStatus.values, repeat=2)))
def test_a_round_moves_where_the_table_says(source: str, target: str) -> None:
    made = evening(2)
    row = Round.objects.create(stage=made.stage, number=1, status=source)
    if any((each.source, each.target) == (source, target) for each in TRANSITIONS[Round]):
        move(row, target)
        row.refresh_from_db()
        assert row.status == target
    else:
        with pytest.raises(Conflict, match=r"^wrong_state$") as caught:
            move(row, target)
        assert caught.value.params == {"state": source, "wanted": target}
        row.refresh_from_db()
        assert row.status == source


@pytest.mark.django_db
def test_what_may_follow_is_told_for_buttons() -> None:
    made = evening(2)
    row = Round.objects.create(stage=made.stage, number=1, status=RoundStatus.PLAYING)
    assert [(each.target, each.permission) for each in allowed(row)] == [("closed", Permission.ROUNDS_CLOSE)]
