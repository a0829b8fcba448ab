"""What is measured, who may read it, and that nothing in it names people or grows without end."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import OperationalError
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from config import metrics
from pages.stream import WATCHERS, Hub
from scoring.metrics import RESULTS
from scoring.models import StandingsSnapshot
from scoring.selectors.freshness import behind
from scoring.services.progress import reopen_round
from scoring.services.standings import rebuild
from tests.api.world import OTHER, WRONG, World, pair_all, submission
from tests.api.world import evening as world_evening
from tests.contracts.sources import ROOT
from tests.make import Evening, correct, counted, enter, evening
from tournaments.models import AuditEntry

TOKEN = "t-0123456789-abcdefghijklmnop"

Labels = tuple[tuple[str, str], ...]


def told(text: str) -> dict[tuple[str, Labels], float]:
    """Every sample of an exposition by name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(text: str, name: str, **labels: str) -> float:
    return told(text).get((name, tuple(sorted(labels.items()))), 0)


@pytest.fixture
def measured(settings: Any) -> None:
    """A site that measures; its middleware reads the setting when a client is made."""
    settings.METRICS, settings.METRICS_TOKEN = True, TOKEN


def scrape(**headers: str) -> Any:
    return Client().get("/metrics", headers=headers)


# Who may read


def test_metrics_are_off_unless_switched_on(settings: Any) -> None:
    assert scrape().status_code == 404
    settings.METRICS = False
    with pytest.raises(MiddlewareNotUsed):
        metrics.MetricsMiddleware(lambda request: None)  # type: ignore[arg-type, return-value]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("peer", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("10.0.0.7", {}, 403),
        ("", {}, 403),  # a socket of the machine, on which a proxy sits
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", {"X-Real-IP": "10.0.0.7"}, 403),
        ("127.0.0.1", {"Forwarded": "for=10.0.0.7"}, 403),
        ("10.0.0.7", {"Authorization": f"Bearer {TOKEN}"}, 200),
        ("10.0.0.7", {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "10.0.0.7"}, 200),
        ("10.0.0.7", {"Authorization": "Bearer "}, 403),
        ("10.0.0.7", {"Authorization": f"Bearer {TOKEN[:-1]}"}, 403),
    ],
)
def test_this_machine_and_who_has_the_token_may_read(
    measured: None, peer: str, headers: dict[str, str], status: int
) -> None:
    assert Client(REMOTE_ADDR=peer).get("/metrics", headers=headers).status_code == status


@pytest.mark.django_db
def test_without_a_token_nobody_else_may_read(measured: None, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert (
        Client(REMOTE_ADDR="10.0.0.7").get("/metrics", headers={"Authorization": "Bearer "}).status_code
        == 403
    )


# Requests


def test_requests_are_counted_by_route_method_and_status(measured: None, db: None) -> None:
    before = scrape().text
    client = Client()
    client.get("/login/")
    client.get("/nobody/nothing/")
    client.get("/nothing/at/all/of/it/")
    client.get("/static/css/base.css")
    client.post("/api/v1/games")
    client.generic("BREW", "/login/")
    after = scrape().text
    for route, method, status in (
        ("login", "GET", "200"),
        ("event", "GET", "404"),
        ("none", "GET", "404"),
        ("static", "GET", "200"),
        ("api:games", "POST", "405"),
        ("login", "other", "405"),
    ):
        labels = {"route": route, "method": method, "status": status}
        grown = value(after, "baza_requests_total", **labels) - value(before, "baza_requests_total", **labels)
        assert grown == 1, labels
    count = "baza_request_seconds_count"
    assert value(after, count, route="login") - value(before, count, route="login") == 2


def test_paths_never_become_labels(measured: None, db: None) -> None:
    client = Client()
    for number in range(20):
        client.get(f"/club-of-vera/evening-{number}/?q=Vera")
        client.get(f"/{number}/secret/")
    text = scrape().text
    assert "vera" not in text.lower() and "evening-" not in text and "secret" not in text
    routes = {dict(labels).get("route", "") for _, labels in told(text)}
    assert all(re.fullmatch(r"[\w:.-]*", route) for route in routes)


# Results and standings


def outcomes() -> dict[str, float]:
    samples = RESULTS.collect()[0].samples
    return {each.labels["outcome"]: each.value for each in samples if each.name.endswith("_total")}


def grown(before: dict[str, float]) -> dict[str, float]:
    return {name: new for name, each in outcomes().items() if (new := each - before.get(name, 0))}


def test_results_are_counted_by_what_became_of_them(db: None) -> None:
    world: World = pair_all(world_evening())
    tablet, phone = world.client("tablet"), world.client("phone_b")
    path, before = world.address("/matches/{match}/submissions"), outcomes()
    first = submission()
    assert tablet.post(path, first, format="json").status_code == 201
    assert tablet.post(path, first, format="json").status_code == 200
    assert phone.post(path, submission(), format="json").status_code == 200
    assert tablet.post(path, submission(WRONG, hand=2), format="json").status_code == 422
    assert tablet.post(path, submission(hand=2), format="json").status_code == 201
    assert phone.post(path, submission(OTHER, hand=2), format="json").status_code == 409
    assert grown(before) == {"accepted": 2, "replayed": 1, "agreed": 1, "refused": 1, "conflict": 1}


@pytest.fixture
def night(db: None) -> Evening:
    made = evening()
    made.next_round()
    rebuild(made.stage.pk)
    return made


def test_standings_that_wait_are_told_with_the_age_of_the_first_change(
    night: Evening, measured: None
) -> None:
    assert behind() == (0, None)
    assert value(scrape().text, "baza_standings_behind_seconds") == 0
    newest = StandingsSnapshot.objects.latest("computed_at").computed_at
    enter(night.match(1), 1, counted(60), night.dora)
    enter(night.match(2), 1, counted(60), night.dora)
    first = AuditEntry.objects.filter(event=night.event, at__gt=newest).earliest("at")
    assert behind() == (1, first.at)
    text = scrape().text
    assert value(text, "baza_standings_behind") == 1
    assert value(text, "baza_standings_behind_seconds") > 0
    assert rebuild(night.stage.pk)
    assert behind() == (0, None)


def test_a_correction_of_a_closed_round_waits_too(night: Evening) -> None:
    night.play({1: 60, 2: 45})
    night.close()
    rebuild(night.stage.pk)
    assert behind() == (0, None)
    correct(night.match(1), 1, counted(70), night.dora, seen=1)
    assert behind().stages == 1
    rebuild(night.stage.pk)
    assert behind() == (0, None)


def test_a_table_behind_a_round_that_was_opened_again_is_not_late(night: Evening) -> None:
    night.play({1: 60, 2: 45})
    first = night.close()
    night.play_round({1: 60, 2: 45})
    reopen_round(night.dora, first, "a wrong slip")
    correct(night.match(1), 1, counted(70), night.dora, seen=1)
    rebuild(night.stage.pk)
    assert night.stage.rounds.filter(stale=True).exists()
    assert behind() == (0, None)


def test_only_rebuilds_that_did_something_are_timed(night: Evening, measured: None) -> None:
    count = "baza_standings_rebuild_seconds_count"
    before = value(scrape().text, count)
    rebuild(night.stage.pk)
    assert value(scrape().text, count) == before
    enter(night.match(1), 1, counted(60), night.dora)
    rebuild(night.stage.pk)
    assert value(scrape().text, count) == before + 1


def test_a_database_that_is_away_is_told_and_the_rest_is_told_too(
    measured: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(metrics, "behind", away)
    text = scrape().text
    assert value(text, "baza_database_up") == 0 and "baza_database_up" in text
    assert "baza_standings_behind" not in text and "baza_requests" in text


def test_who_watches_the_stream_is_counted_as_long_as_they_do() -> None:
    async def nothing(*_: object) -> Any:
        return {}

    def watching() -> float:
        return WATCHERS.collect()[0].samples[0].value

    async def test() -> None:
        hub = Hub(nothing, nothing)
        before = watching()
        listeners = [hub.join(1), hub.join(1)]
        assert watching() - before == 2
        for each in listeners:
            hub.leave(each)
            hub.leave(each)  # who is gone is gone
        assert watching() == before

    asyncio.run(test())


# Several processes

PROCESS = """
import sys, django
django.setup()
from config import metrics
from pages.stream import WATCHERS
from scoring.metrics import RESULTS
RESULTS.labels("accepted").inc(int(sys.argv[1]))
WATCHERS.inc(int(sys.argv[1]))
metrics.behind = lambda: (_ for _ in ()).throw(metrics.Error)
print(metrics.exposition().decode())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / f"metrics-{uuid4().hex}"


def test_processes_that_share_a_folder_tell_of_all_of_them_and_forget_those_that_watch_no_more(
    folder: Path,
) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PROMETHEUS_MULTIPROC_DIR": str(folder),
    }
    environment.pop("DATABASE_URL", None)

    def process(number: int) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PROCESS, str(number)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    process(2)
    text = process(3)
    assert value(text, "baza_results_total", outcome="accepted") == 5
    assert value(text, "baza_stream_watchers") == 3
