"""Every game that there is in one club on one evening: each tablet shows the hand of its own table."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from engine.registry import all_games
from tests.browser.test_tablet import Hall
from tests.make import evening


def test_tablets_of_different_games_show_each_its_own_hand(
    transactional_db: None, live_server: LiveServer, browser: Browser
) -> None:
    made = {game.key: evening(game=game.key) for game in all_games()}
    club = next(iter(made.values())).event.club
    halls = {}
    for key, each in made.items():
        each.event.club, each.event.slug = club, key.replace("_", "-")
        each.event.save()
        each.next_round()
        halls[key] = Hall(live_server.url, each, browser)
    shown = {}
    for key, hall in halls.items():
        page = hall.context().new_page()
        page.goto(f"{hall.url}/tablet/?code={hall.code()}")
        page.locator("#pair").tap()
        expect(page.locator("#entry")).to_be_visible()
        shown[key] = page.locator("#entry > :not(.foot-bar, .notice)").first.get_attribute("id")
    assert len(set(shown.values())) == len(made) and "any-game" not in shown.values(), shown
