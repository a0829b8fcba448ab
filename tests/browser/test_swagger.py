"""Swagger's page in a real browser: it renders and calls the API under the site's content policy, offline."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tournaments.models import Event


def test_the_api_can_be_tried_out_without_the_network(
    site: tuple[str, Event], page: Page, complaints: list[str]
) -> None:
    url, _ = site
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page.goto(f"{url}/api/v1/docs/")
    games = page.locator("#operations-games-list_games")
    games.click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()
    expect(games.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    assert asked <= {urlsplit(url).netloc, ""}
