"""What happens behind a commit: one computation for many results, a broker that is down, a worker that was killed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from config.celery import app
from scoring import tasks
from scoring.models import StandingsSnapshot
from scoring.services import publish, settle, standings
from scoring.services.rulings import fine
from tests.make import Evening, counted, enter, evening
from tournaments.models import EventVersion, PairingCode
from tournaments.services.devices import create_device

Execute = Callable[..., Any]
pytestmark = pytest.mark.django_db


@pytest.fixture
def computations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every computation of a table is noted."""
    done: list[int] = []
    compute = standings.compute

    def noted(*args: Any, **kwargs: Any) -> Any:
        done.append(1)
        return compute(*args, **kwargs)

    monkeypatch.setattr(standings, "compute", noted)
    return done


def version(made: Evening) -> int:
    return EventVersion.objects.get(event=made.event).number


def test_ten_results_cost_one_computation(computations: list[int]) -> None:
    made = evening(4, match={"hands": 5})
    made.next_round()
    versions = [
        enter(made.match(table), number, counted(60), made.dora).version
        for table in (1, 2)
        for number in range(1, 6)
    ]
    for each in versions:
        tasks.rebuild_standings(made.stage.pk, each)
    assert len(computations) == 1
    table = StandingsSnapshot.objects.get()
    assert (table.version, table.final) == (versions[-1], False)


def test_a_table_of_this_version_or_a_newer_one_is_not_computed_again(
    four: Evening, computations: list[int]
) -> None:
    assert standings.rebuild(four.stage.pk, version(four))
    assert not standings.rebuild(four.stage.pk, version(four))
    assert not standings.rebuild(four.stage.pk, 1)
    assert len(computations) == 1


def test_only_the_newest_provisional_table_is_kept(four: Evening) -> None:
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.dora)
        standings.rebuild(four.stage.pk, version(four))
    assert StandingsSnapshot.objects.get().version == version(four)


def test_a_stage_that_is_gone_is_nothing_to_do(db: None) -> None:
    assert not standings.rebuild(99, 1)
    assert not settle.settle(99, 1)


def test_provisional_tables_count_confirmed_results_only(four: Evening) -> None:
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.phone("A"))
    standings.rebuild(four.stage.pk, version(four))
    assert {row["values"]["match_points"] for row in StandingsSnapshot.objects.get().rows} == {"0"}
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.phone("B"))
    standings.rebuild(four.stage.pk, version(four))
    assert {row["values"]["match_points"] for row in StandingsSnapshot.objects.get().rows} == {"0", "2"}


def test_a_result_is_followed_by_its_table(
    four: Evening, django_capture_on_commit_callbacks: Execute
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        enter(four.match(), 1, counted(60), four.dora)
    assert len(callbacks) == 1
    assert StandingsSnapshot.objects.get().version == version(four)


def test_what_changes_nothing_starts_no_task(
    four: Evening, django_capture_on_commit_callbacks: Execute
) -> None:
    enter(four.match(), 1, counted(60), four.dora)
    with django_capture_on_commit_callbacks() as callbacks:
        enter(four.match(), 1, counted(60), four.dora)
    assert callbacks == []


class Broker:
    """A broker that cannot be reached: the task is sent to a port where nobody listens."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
        settings.CELERY_TASK_ALWAYS_EAGER = False
        self.tries = 0
        self.now = 1000.0
        monkeypatch.setattr(publish.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(tasks.rebuild_standings, "delay", self.delay)

    def delay(self, *args: Any) -> None:
        self.tries += 1
        with app.connection_for_write("redis://127.0.0.1:1/0", connect_timeout=0.1) as connection:
            tasks.rebuild_standings.apply_async(args, connection=connection, retry=False)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    app.conf.task_always_eager = False
    yield Broker(monkeypatch, settings)
    app.conf.task_always_eager = True


def test_a_broker_that_is_down_refuses_no_result(
    four: Evening, broker: Broker, django_capture_on_commit_callbacks: Execute
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        receipt = enter(four.match(), 1, counted(60), four.dora)
    assert (receipt.created, broker.tries) == (True, 1)
    assert not StandingsSnapshot.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        enter(four.match(), 2, counted(60), four.dora)
    assert broker.tries == 1  # it is remembered, so that the next result does not wait for it
    broker.now += publish.BROKER_REST_SECONDS
    with django_capture_on_commit_callbacks(execute=True):
        enter(four.match(2), 1, counted(60), four.dora)
    assert broker.tries == 2
    tasks.sweep()
    assert StandingsSnapshot.objects.get().version == version(four)


def test_the_sweep_catches_up_with_closed_rounds_too(db: None) -> None:
    made = evening(4)
    made.play_round({1: 60, 2: 60})
    fine(made.dora, made.entrants[0], made.round, reason="Late.", match_points=-1)
    assert settle.sweep_stale() == 1
    assert settle.sweep_stale() == 0
    assert StandingsSnapshot.objects.filter(final=True).count() == 2


def test_an_error_of_an_eager_task_is_logged_and_not_shown(
    four: Evening,
    django_capture_on_commit_callbacks: Execute,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(*args: Any) -> None:
        raise ZeroDivisionError("a table that cannot be computed")

    monkeypatch.setattr(standings, "rebuild", fails)
    with caplog.at_level(logging.ERROR), django_capture_on_commit_callbacks(execute=True):
        receipt = enter(four.match(), 1, counted(60), four.dora)
    assert receipt.created
    assert "a table that cannot be computed" in caplog.text


def test_spent_codes_are_deleted(four: Evening) -> None:
    create_device(four.dora, four.event, label="hall", profile="hall")
    PairingCode.objects.update(expires_at="2020-01-01T00:00:00Z")
    tasks.expire_pairing_codes()
    assert not PairingCode.objects.exists()
