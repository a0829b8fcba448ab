"""What happens behind a commit, and what the sweep of the workers finds: one computation for many results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from config.celery import app
from scoring import tasks
from scoring.models import StandingsSnapshot
from scoring.services import settle, standings
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


@pytest.fixture
def workers(settings: Any) -> None:
    """The site has workers, which do nothing by themselves here."""
    settings.WORKERS = True


@pytest.fixture
def execute(django_capture_on_commit_callbacks: Execute) -> Execute:
    """Catches what stands behind a commit."""
    return django_capture_on_commit_callbacks


def version(made: Evening) -> int:
    return EventVersion.objects.get(event=made.event).number


def test_ten_results_cost_one_computation(computations: list[int], workers: None, execute: Execute) -> None:
    made = evening(4, match={"hands": 5})
    made.next_round()
    with execute(execute=True):
        versions = [
            enter(made.match(table), number, counted(60), made.dora).version
            for table in (1, 2)
            for number in range(1, 6)
        ]
    assert computations == []
    for _ in range(2):
        tasks.sweep()
    assert len(computations) == 1
    table = StandingsSnapshot.objects.get()
    assert (table.version, table.final) == (versions[-1], False)


def test_a_table_of_this_version_or_a_newer_one_is_not_computed_again(
    four: Evening, computations: list[int]
) -> None:
    assert standings.rebuild(four.stage.pk)
    assert not standings.rebuild(four.stage.pk)
    assert len(computations) == 1


def test_only_the_newest_provisional_table_is_kept(four: Evening) -> None:
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.dora)
        standings.rebuild(four.stage.pk)
    assert StandingsSnapshot.objects.get().version == version(four)


def test_a_stage_that_is_gone_is_nothing_to_do(db: None) -> None:
    assert not standings.rebuild(99)
    assert not settle.settle(99)


def test_provisional_tables_count_confirmed_results_only(four: Evening) -> None:
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.phone("A"))
    standings.rebuild(four.stage.pk)
    assert {row["values"]["match_points"] for row in StandingsSnapshot.objects.get().rows} == {"0"}
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.phone("B"))
    standings.rebuild(four.stage.pk)
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


def test_a_result_waits_for_no_broker(
    four: Evening, workers: None, execute: Execute, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is sent behind a commit, so there is nothing that a dead broker could hold up."""
    monkeypatch.setattr(app, "send_task", lambda *args, **kwargs: pytest.fail("a task was sent"))
    with execute(execute=True) as callbacks:
        receipt = enter(four.match(), 1, counted(60), four.dora)
    assert (receipt.created, callbacks) == (True, [])
    assert not StandingsSnapshot.objects.exists()
    tasks.sweep()
    assert StandingsSnapshot.objects.get().version == version(four)


def test_a_stage_that_cannot_be_computed_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, workers: None
) -> None:
    bad, good = evening(4), evening(4)
    for each in (bad, good):
        each.next_round()
        enter(each.match(), 1, counted(60), each.dora)
    compute = standings.compute

    def fails(stage: Any, *args: Any, **kwargs: Any) -> Any:
        if stage.pk == bad.stage.pk:
            raise ZeroDivisionError
        return compute(stage, *args, **kwargs)

    monkeypatch.setattr(standings, "compute", fails)
    with caplog.at_level(logging.ERROR):
        tasks.sweep()
    assert StandingsSnapshot.objects.get().stage == good.stage
    assert "work_failed" in caplog.text


def test_the_sweep_catches_up_with_closed_rounds_too(db: None) -> None:
    made = evening(4)
    made.play_round({1: 60, 2: 60})
    fine(made.dora, made.entrants[0], made.round, reason="Late.", match_points=-1)
    assert settle.sweep_stale() == 1
    assert settle.sweep_stale() == 0
    assert StandingsSnapshot.objects.filter(final=True).count() == 2


def test_an_error_behind_the_commit_is_logged_and_not_shown(
    four: Evening,
    django_capture_on_commit_callbacks: Execute,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(standings, "compute", fails)
    with caplog.at_level(logging.ERROR), django_capture_on_commit_callbacks(execute=True):
        receipt = enter(four.match(), 1, counted(60), four.dora)
    assert receipt.created
    assert "work_failed" in caplog.text


def test_spent_codes_are_deleted(four: Evening) -> None:
    create_device(four.dora, four.event, label="hall", profile="hall")
    PairingCode.objects.update(expires_at="2020-01-01T00:00:00Z")
    tasks.expire_pairing_codes()
    assert not PairingCode.objects.exists()
