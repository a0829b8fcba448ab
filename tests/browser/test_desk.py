"""An evening at the director's desk by clicking and by keyboard: draw, change, publish, conflict, close, rule."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from pages import live
from scoring.models import Ruling
from tests.browser.test_public_pages import SCHEMES, WIDTHS, violations
from tests.make import SWEEP_B, Evening, counted, enter, evening
from tests.pages.test_desk import at
from tournaments.errors import Conflict
from tournaments.models import RoundStatus


@pytest.fixture
def ev(transactional_db: None, live_server: LiveServer) -> Evening:
    return evening(5, match={"hands": 1}, rounds_planned=3)


def log_in(context: BrowserContext, url: str, ev: Evening) -> None:
    """Give the browser the director's own cookie."""
    client = Client()
    assert ev.dora.user is not None
    client.force_login(ev.dora.user)
    cookie: Any = {
        "name": "sessionid",
        "value": client.cookies["sessionid"].value,
        "domain": urlsplit(url).hostname,
        "path": "/",
    }
    context.add_cookies([cookie])


def opened(ev: Evening, server: LiveServer, context: BrowserContext, path: str) -> Page:
    """A page of the event's desk, for the director."""
    log_in(context, server.url, ev)
    page = context.new_page()
    page.goto(server.url + at(ev.event, path))
    return page


def conflict(ev: Evening, table: int) -> None:
    """Two phones send different results of one hand."""
    enter(ev.match(table), 1, counted(80), ev.phone("A", table))
    with pytest.raises(Conflict):
        enter(ev.match(table), 1, SWEEP_B, ev.phone("B", table))


def accessible(page: Page) -> dict[tuple[int, str], list[str]]:
    """What axe finds on a phone and on a desk, in one theme each; nothing is wider than any screen."""
    found: dict[tuple[int, str], list[str]] = {}
    for width, scheme in zip(WIDTHS, cycle(SCHEMES), strict=False):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        if width < WIDTHS[-1] and (problems := violations(page)):
            found[width, scheme] = problems
    return found


def test_a_round_from_the_draw_to_its_end(  # long: one evening in one go
    ev: Evening,
    live_server: LiveServer,
    context: BrowserContext,
    page: Page,
    monkeypatch: pytest.MonkeyPatch,
    complaints: list[str],
) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 1)
    monkeypatch.setattr(live._pace, "seconds", 1)
    log_in(context, live_server.url, ev)
    page.goto(live_server.url + at(ev.event))
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Draft of round 1")
    assert accessible(page) == {}

    page.locator(".draft-side[draggable]").nth(0).drag_to(page.locator(".draft-side[draggable]").nth(2))
    expect(page.get_by_role("heading", level=1)).to_have_text("Change of the draft")
    assert accessible(page) == {}
    page.get_by_role("button", name="Save the change").click()
    expect(page.get_by_text("The draft is changed.")).to_be_visible()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.get_by_text("2 tables missing: 1, 2")).to_be_visible()

    enter(ev.match(1), 1, counted(60), ev.tablet(1))
    conflict(ev, 2)
    expect(page.locator(".board-row").first).to_contain_text("two different results")
    assert accessible(page) == {}
    page.keyboard.press("ArrowDown")
    expect(page.locator(".board-row").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".board-row").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Table 2")
    assert accessible(page) == {}

    page.get_by_role("button", name="Choose this one").last.click()
    expect(page.locator(".hand-points").first).to_contain_text("+200")
    page.get_by_role("link", name="Change: Hand").click()
    page.get_by_label("Declare the hand void").check()
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.get_by_role("heading", name="What it changes")).to_be_visible()
    assert accessible(page) == {}
    page.get_by_role("link", name="Leave it as it is").click()
    page.get_by_role("link", name="Board of round 1").click()
    page.get_by_role("button", name="Close round 1").click()
    expect(page.get_by_role("button", name="Draw round 2")).to_be_enabled()
    assert ev.round.status == RoundStatus.CLOSED


def test_a_ruling_is_made_and_cancelled(
    ev: Evening, live_server: LiveServer, context: BrowserContext, page: Page, complaints: list[str]
) -> None:
    ev.next_round()
    log_in(context, live_server.url, ev)
    page.goto(live_server.url + at(ev.event, "rulings/"))
    assert accessible(page) == {}
    page.get_by_label("Pair", exact=True).select_option(index=1)
    page.get_by_label("What happened").select_option("phone")
    page.get_by_label("Effect").select_option("fine")
    page.get_by_label("Match points").fill("1/2")
    page.get_by_label("Facts and reason").fill("It rang twice.")
    page.get_by_role("button", name="Make the ruling").click()
    expect(page.locator("#ruling-0")).to_contain_text("fine: −½ match points")
    assert accessible(page) == {}
    page.locator("#cancel-0 summary").click()
    page.get_by_label("Reason (needed)", exact=True).fill("It was another table.")
    page.locator("#cancel-0").get_by_role("button", name="Cancel this ruling").click()
    expect(page.locator("#ruling-0")).to_contain_text("Cancelled: It was another table.")
    page.get_by_role("link", name="What everybody sees").click()
    expect(page.locator("tbody tr")).to_contain_text("cancelled")
    assert accessible(page) == {}


def test_a_reason_left_out_is_asked_for_in_the_language_of_the_page(
    ev: Evening, live_server: LiveServer, browser: Browser
) -> None:
    ev.next_round()
    context = browser.new_context(locale="es")
    page = opened(ev, live_server, context, f"matches/{ev.match(1).pk}/")
    reason = page.locator("#end-reason")
    page.locator("#end summary").click()
    page.locator("#end button.second").click()
    with translation.override("es"):
        needed = gettext("A reason is needed.")
    assert needed != "A reason is needed."
    assert reason.evaluate("each => each.validationMessage") == needed
    reason.fill("Tarde.")
    assert reason.evaluate("each => each.validationMessage") == ""
    context.close()


def test_the_desk_works_without_scripts(ev: Evening, live_server: LiveServer, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, locale="es")
    log_in(context, live_server.url, ev)
    page = context.new_page()
    page.goto(live_server.url + at(ev.event))
    page.get_by_role("button", name="Sortear la ronda 1").click()
    page.get_by_label("Quién se mueve").select_option(index=1)
    page.get_by_label("ocupa el lugar de").select_option(index=3)
    page.locator("form:has(#exchange-one) button").click()
    page.get_by_role("button", name="Guardar el cambio").click()
    page.get_by_role("button", name="Publicar la ronda 1").click()
    expect(page.get_by_text(re.compile("Faltan 2 mesas: 1, 2"))).to_be_visible()
    page.locator(".board-row").first.click()
    page.get_by_role("link", name="Anotar la mano 1", exact=True).click()
    page.locator("#hand-first_out").select_option(index=1)
    page.locator("#hand-result").select_option("count")
    page.locator("#hand-points-A").fill("65")
    page.get_by_role("button", name="Guardar").click()
    expect(page.locator(".hand-points").first).to_contain_text("+65")
    context.close()


def test_a_ruling_asks_only_for_what_its_effect_has_a_use_for(
    ev: Evening, live_server: LiveServer, context: BrowserContext
) -> None:
    ev.next_round()
    match = ev.match(1)
    enter(match, 1, counted(60), ev.dora)
    page = opened(ev, live_server, context, f"matches/{match.pk}/hands/1/ruling/")
    points, seat = page.locator("#hand-detail-points"), page.locator("#hand-detail-seat")
    expect(points).to_be_hidden()
    page.locator("#ruling-code").select_option("peeking")
    expect(points).to_be_visible()
    expect(seat).to_be_hidden()
    points.fill("-10")
    page.locator("#ruling-effect").select_option("warning")
    expect(points).to_be_hidden()
    page.locator("#ruling-side").select_option("B")
    page.locator("#ruling-reason").fill("Looked at the cards of West.")
    page.locator("#rule").click()
    expect(page.locator(".rulings")).to_be_visible()
    assert Ruling.objects.get().value == {"side": "B", "effect": "warning"}


def test_points_are_asked_for_only_with_a_fine_or_a_bonus(
    ev: Evening, live_server: LiveServer, context: BrowserContext
) -> None:
    ev.next_round()
    page = opened(ev, live_server, context, "rulings/")
    points = page.locator("#ruling-mp, #ruling-gp")
    for effect, seen in (("warning", 0), ("fine", 2), ("none", 0), ("bonus", 2)):
        page.locator("#ruling-effect").select_option(effect)
        expect(points.filter(visible=True)).to_have_count(seen)
    points.first.fill("1")
    page.locator("#ruling-effect").select_option("warning")
    page.locator("#ruling-entrant").select_option(index=1)
    page.locator("#ruling-code").select_option("late")
    page.locator("#ruling-reason").fill("Came after the first hand.")
    page.locator("#rule").click()
    expect(page.locator(".rulings-book")).to_be_visible()
    made = Ruling.objects.get()
    assert (made.effect, made.match_points or 0) == ("warning", 0)


def test_card_points_are_put_away_at_a_double_victory(
    ev: Evening, live_server: LiveServer, context: BrowserContext
) -> None:
    ev.next_round()
    page = opened(ev, live_server, context, f"matches/{ev.match(1).pk}/hands/1/")
    points = page.locator("#hand-points-A")
    expect(points).to_be_visible()
    page.locator("#hand-result").select_option("double")
    expect(points).to_be_hidden()
    page.locator("#hand-result").select_option("count")
    expect(points).to_be_visible()
