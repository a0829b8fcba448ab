"""What is not published is on no public page, however it is looked for; the rest is in tests/security."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.demo import Evening, create
from scoring.services.progress import draw_round
from tests.pages.conftest import STARTS, address, stage_of
from tournaments.access import SYSTEM
from tournaments.models import Event


@pytest.fixture
def drafted(db: None) -> Event:
    """An event whose first round is drawn, not published."""
    event = create(Evening("borrador", "Con borrador", 4, 3, 5, STARTS))
    draw_round(SYSTEM, stage_of(event))
    return event


def test_a_draft_round_is_nowhere(drafted: Event, vic: Client) -> None:
    assert vic.get(address(drafted, "rounds/1/")).status_code == 404
    assert vic.get(address(drafted, "stages/1/rounds/1/?by=name")).status_code == 404
    for rest in ("", "standings/", "my-table/?q=1"):
        page = vic.get(address(drafted, rest)).text
        assert "Table 1" not in page and "rounds/1/" not in page, rest
    assert "Round 1" not in vic.get("/").text


def test_an_anonymised_player_has_no_name_on_any_page(evening: Event, vic: Client) -> None:
    player = evening.entrants.get(number=1).line_up.first().player
    name = player.name
    pages = [address(evening, rest) for rest in ("", "rounds/3/", "rounds/3/?by=name", "my-table/?q=1")]
    assert all(name in vic.get(path).text for path in pages)
    player.anonymised_at = STARTS
    player.save()
    for path in pages:
        assert name not in vic.get(path).text, path
    assert "Nobody with" in vic.get(address(evening, "my-table/"), {"q": name}).text
