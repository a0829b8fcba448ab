"""The public pages in a real browser: accessible, unbroken at every width, alive, usable by keyboard."""

from __future__ import annotations

import random
import re
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from pages import live
from scoring.demo import open_matches, play
from scoring.services.rulings import forfeit_match
from tests.make import enter, evening, turned
from tests.pages.conftest import address, all_addresses
from tournaments.models import Event, Round

WIDTHS = (390, 1024, 1920)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
Site = tuple[str, Event]


def violations(page: Page) -> list[str]:
    """What axe finds, each with the elements it is about; its script is brought into a document once."""
    axe = Axe("") if page.evaluate("'axe' in window") else Axe()
    found = axe.run(page).response["violations"]
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes']]}" for each in found]


def test_axe_would_find_something(page: Page) -> None:
    page.set_content("<!doctype html><html><body><img src=''><p>no language, no main</p></body></html>")
    assert violations(page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_wider_than_a_phone(site: Site, browser: Browser, language: str) -> None:
    url, event = site
    event.settings = {
        **event.settings,
        "protest_minutes": 2880,
    }  # until a day with its date: the longest words
    event.save()
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale=language, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    wide, small = [], {}
    for name, path in all_addresses(event).items():
        page.goto(url + path)
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(name)
        small[name] = page.evaluate(
            """() => [...document.querySelectorAll("main a, main button, main input, main summary, header a,"
                + " header button")].filter(each => { const box = each.getBoundingClientRect();
                return box.width && !each.closest("p, dd, .event-name, .skip") && !each.matches(".skip")
                && each.type !== "hidden" && box.height < 44; }).map(each => each.outerHTML.slice(0, 90))"""
        )
    context.close()
    assert wide == []
    assert {name: found for name, found in small.items() if found} == {}


def test_why_opens_and_closes_by_keyboard(site: Site, page: Page, complaints: list[str]) -> None:
    url, event = site
    page.goto(url + address(event, "standings/"))
    first = page.locator("tbody tr").first
    summary = first.locator("summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(first.locator(".summands").first).to_be_visible()
    expect(first.locator("dt").first).to_contain_text("Match points")
    page.keyboard.press("Enter")
    expect(first.locator(".summands").first).to_be_hidden()


def test_without_scripts_everything_can_be_read(site: Site, browser: Browser) -> None:
    url, event = site
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(url + address(event, "standings/"))
    page.locator("tbody summary").first.click()
    page.get_by_role("link", name="Round by round").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("in place 1")
    expect(page.locator(".summands").first).to_be_visible()
    page.get_by_role("link", name="My table").click()
    page.get_by_label("Your name or your number").fill("dragonas")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".table-big")).to_contain_text(re.compile(r"Table\s+\d"))
    context.close()


def test_paper_has_what_is_told_and_not_what_is_pressed(site: Site, page: Page) -> None:
    url, event = site
    page.emulate_media(media="print", color_scheme="dark")
    for rest in ("standings/", "rounds/3/", "my-table/?q=1"):
        page.goto(url + address(event, rest))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        pressed = page.locator("main button, main a.button, main summary, .tabs, .foot, .tools")
        assert [each.inner_text() for each in pressed.all() if each.is_visible()] == [], rest
        colours = page.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        )
        assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], rest


def test_the_skip_link_leads_past_the_header(site: Site, page: Page) -> None:
    url, _ = site
    page.goto(url)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_the_language_is_switched_and_the_page_stays(site: Site, page: Page) -> None:
    url, event = site
    page.goto(url + address(event, "rounds/3/?by=name"))
    page.get_by_role("button", name="Español").click()
    expect(page).to_have_url(re.compile(r"rounds/3/\?by=name$"))
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ronda 3")


def test_a_forfeit_is_told_below_the_name_and_leaves_the_numbers_in_their_columns(
    transactional_db: None, live_server: LiveServer, page: Page
) -> None:
    made = evening(game="malilla", match={"target": True})
    made.next_round()
    match = made.match(1)
    enter(match, 1, turned(1, "AO", 45), made.dora)
    forfeit_match(made.dora, match, [match.participations.get(side="A").entrant], reason="Left.")
    for width in (390, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{live_server.url}{address(made.event, 'rounds/1/')}")
        for side in page.locator(".counted .side").all():
            name, said, games = (
                side.locator(each).bounding_box() for each in (".name", "> .small", ".games")
            )
            assert name is not None and said is not None and games is not None
            assert said["y"] >= name["y"] + name["height"] and games["y"] < said["y"], width


def test_standings_renew_themselves_and_keep_what_is_open(
    site: Site, page: Page, complaints: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 1)
    monkeypatch.setattr(live._pace, "seconds", 1)
    url, event = site
    page.goto(url + address(event, "standings/"))
    row = page.locator("tbody tr").first
    row.locator("summary").click()
    expect(row.locator(".summands").first).to_be_visible()
    opened = row.locator("details").get_attribute("id")
    with page.expect_response(lambda answer: answer.status == 304):
        pass
    before = page.locator("tbody").inner_text()

    playing = Round.objects.get(stage__event=event, number=3)
    play(open_matches(playing)[1], random.Random(8), 1)
    page.wait_for_function("before => document.querySelector('tbody').innerText !== before", arg=before)
    expect(page.locator(f"#{opened}")).to_have_attribute("open", "")
    expect(page.locator(f"#{opened} .summands").first).to_be_visible()
    expect(page.locator("#updated .fresh")).to_be_visible()


def test_a_lost_connection_is_said_in_words(site: Site, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 1)
    monkeypatch.setattr(live._pace, "seconds", 1)
    url, event = site
    page.goto(url + address(event, "standings/"))
    page.context.set_offline(True)
    expect(page.locator("#updated .lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#updated .lost")).to_be_hidden()


def test_a_hidden_tab_asks_nothing(site: Site, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 1)
    monkeypatch.setattr(live._pace, "seconds", 1)
    url, event = site
    page.goto(url + address(event, "standings/"))
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    asked: list[str] = []
    page.on("request", lambda request: "/static/" in request.url or asked.append(request.url))
    page.wait_for_timeout(2500)  # two periods in which nothing may happen
    assert asked == []
    page.evaluate("delete document.hidden")
    with page.expect_request(lambda request: request.url.endswith("/standings/")):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
