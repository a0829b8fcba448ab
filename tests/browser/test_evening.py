"""A whole Tichu evening by clicking and typing alone, from the log-in to the final standings.

Nine pairs, four rounds, five tablets and a phone. All that is typed is written down beside it
(`tests.browser.evening.book`), and what visitors see is compared with the table that follows from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from pages import event_form, live
from tests.browser.evening.hall import PATIENCE_MS, Hall
from tests.browser.evening.night import Night
from tests.browser.evening.story import tell
from tournaments.models import Club, User

pytestmark = pytest.mark.usefixtures("eager")
NAME, PASSWORD = "dora", "a long evening of cards"


@pytest.fixture
def hall(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    """A site with a club and its owner, and nothing else."""
    monkeypatch.setattr(live, "POLL_SECONDS", 2)
    monkeypatch.setattr(live._pace, "seconds", 2)
    monkeypatch.setattr(event_form, "SEEDS", 1)  # one seed, so that the lots of every run are the same
    expect.set_options(timeout=PATIENCE_MS)
    Club.objects.create(slug="club", name="Club of the cards", time_zone="Europe/Madrid")
    User.objects.create_superuser(NAME, password=PASSWORD)
    found = Hall(browser, live_server.url)
    yield found
    found.close()
    expect.set_options(timeout=5_000)


def test_an_evening_is_played_by_clicking_and_ends_with_the_table_that_is_reckoned(hall: Hall) -> None:
    night = Night(hall, random.Random(9))
    tell(night, NAME, PASSWORD)
    assert hall.violations == {}
    assert hall.complaints == []
