"""The demo shows an evening as it is: whole hours, and a tablet where something is left to type."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import call_command

from api.v1.devices import running_match
from scoring.demo import build
from tournaments.models import Device, Event, Round
from tournaments.services.devices import pair_device

pytestmark = pytest.mark.django_db


def test_events_begin_on_the_hour_and_rounds_follow_each_other() -> None:
    build(datetime(2026, 11, 26, 21, 17, 43, 512, tzinfo=UTC))
    assert {(each.starts_at.minute, each.starts_at.second) for each in Event.objects.all()} == {(0, 0)}
    rounds = Round.objects.exclude(published_at=None).order_by("stage", "number")
    moments = [each for row in rounds for each in (row.published_at, row.started_at, row.closed_at) if each]
    assert all((each.minute % 5, each.second, each.microsecond) == (0, 0, 0) for each in moments)
    running = [each for each in rounds if each.stage.event.status == "running"]
    assert [each.published_at.strftime("%H:%M") for each in running] == ["19:00", "19:40", "20:20"]
    assert all(each.closed_at < later.published_at for each, later in pairwise(running))


def test_the_tablet_of_the_demo_sits_where_a_match_is_open() -> None:
    for _ in range(2):
        out = io.StringIO()
        call_command("demo", stdout=out)
        found: Any = re.search(r"code (\S+)", out.getvalue())
        device, _token = pair_device(found[1])
        match = running_match(Device.objects.select_related("table").get(pk=device.pk))
        assert match is not None
        assert not match.result.finished
    assert Device.objects.count() == 1
