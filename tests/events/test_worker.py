"""The same with the site, a Celery worker and a broker as processes of their own, and with those that die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.events.club_night import ClubNight
from tests.events.setting_up import store_event
from tests.events.story import tell
from tests.events.typing_hands import counted
from tests.support.databases import scratch_database
from tests.support.processes import Broker, own_broker, web_server, worker
from tests.support.wires import OverHttp

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]


@dataclass
class Hall:
    """A site that runs on a database and a broker of its own, and a place for logs."""

    night: ClubNight
    broker: Broker
    environment: dict[str, str]
    folder: Path


@pytest.fixture
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    """The site with one event; the test says which, and starts the workers."""
    event = store_event("evening", **request.param)
    with scratch_database(tmp_path) as database, own_broker(tmp_path) as broker:
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": broker.url,
            "DJANGO_SETTINGS_MODULE": "tests.support.settings_live",
        }
        with web_server(environment, tmp_path) as site:
            yield Hall(ClubNight(partial(OverHttp, site), event), broker, environment, tmp_path)


@pytest.mark.parametrize("hall", [{"pairs": 11}], indirect=True)
def test_a_worker_settles_matches_and_publishes_the_tables_of_an_event(hall: Hall) -> None:
    with worker(hall.environment, hall.folder, clock=True) as running:
        tell(hall.night)
        assert "raised unexpected" not in running.text()
        assert "work_failed" not in running.text()


def level_hand(hall: Hall, match: dict[str, Any]) -> None:
    """A match that ends level with its only hand; both sides agree."""
    night = hall.night
    night.ok(
        night.tablets[match["table"]["number"]].post(night.path(match), night.submission(1, counted(50)))
    )
    night.confirm(match, 1, counted(50))


ONE_HAND = {"pairs": 4, "match": {"hands": 1, "tie_break": ["lot"]}}


@pytest.mark.parametrize("hall", [ONE_HAND], indirect=True)
def test_the_sweep_catches_up_with_a_killed_worker_and_a_lost_broker(hall: Hall) -> None:
    night = hall.night
    night.begin()
    with worker(hall.environment, hall.folder, clock=True) as running:
        first, second = night.games(night.draw(1)["id"])
        level_hand(hall, first)
        assert night.finished(first)["result"]["decided_by"] == "lot"
        table = night.published_table(1)
        running.kill()
    level_hand(hall, second)
    hall.broker.kill()
    correction = night.submission(1, counted(70), kind="correct", seen_revision=1)
    night.ok(night.tablets[first["table"]["number"]].post(night.path(first), correction), 201)
    night.confirm_revision(first, 1, 2)
    assert night.ok(night.director.get(f"/matches/{second['id']}"))["result"]["obstacles"] == [
        "match_tie_break"
    ]
    assert night.ok(night.director.get(f"/stages/{night.stage}/standings"))["version"] == table["version"]

    hall.broker.start()
    with worker(hall.environment, hall.folder, clock=True):
        assert night.finished(second)["result"]["decided_by"] == "lot"
        rows = night.published_table(1)["rows"]
        assert sorted(row["values"]["match_points"] for row in rows) == ["0", "0", "2", "2"]
        assert sorted(row["values"]["difference"] for row in rows) == ["-40", "0", "0", "40"]
