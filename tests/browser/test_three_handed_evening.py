"""A three-handed evening of seven in a real Chromium: set up, drawn and typed at the desk, seen by everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.verify import verify_event
from tests.browser.evening.desk import Desk
from tests.browser.test_desk import log_in
from tests.browser.test_public_pages import violations
from tests.make import confirm, enter, evening
from tests.pages.conftest import address
from tournaments.access import SYSTEM
from tournaments.models import Event, Match, Participation
from tournaments.services.entrants import NewEntrant, add_entrants

PEOPLE = ("Asha", "Biju", "Chitra", "Deepa", "Eldho", "Fathima", "George")
TOTALS = {1: ((9, -3, -6), (0, 4, -4)), 2: ((-2, -2, 4), (6, 0, -6))}
"""Game points of P1, P2 and P3 at both tables of each round, as the slips have them."""


@pytest.fixture
def page(transactional_db: None, live_server: LiveServer, browser: Browser, eager: None) -> Iterator[Page]:
    """The desk of somebody who organises."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, locale="en", base_url=live_server.url
    )
    context.set_default_timeout(8000)
    log_in(context, live_server.url, evening(2))
    yield context.new_page()
    context.close()


def makes_the_event(page: Page) -> Event:
    """The questions follow the game: with the variant for three there are places instead of wins."""
    page.goto("/new/")
    page.get_by_label("Name of the event").fill("Three at a table")
    page.get_by_label("Game and house rules").select_option("twenty_eight/club")
    page.get_by_label("Which variant?").select_option("28_3p")
    expect(page.locator("#place_1")).to_have_count(1)
    page.get_by_label("How many are expected?").fill("7")
    page.get_by_label("How many rounds?").fill("2")
    page.get_by_label("How many rounds?").blur()
    expect(page.locator("#summary")).to_contain_text(
        "7 individuals need 2 tables. Each round 1 of them sits out."
    )
    expect(page.locator("#summary")).to_contain_text("by place at the table: 2 – 1 – 0")
    assert page.locator("#win, #pattern").count() == 0
    page.locator("#save").click()
    page.wait_for_url(re.compile("/setup/"))
    return Event.objects.get(name="Three at a table")


def plays(page: Page, desk: Desk, event: Event, number: int) -> None:
    """The totals of both tables as three people signed them, those of the first table typed at the desk."""
    for table, totals in enumerate(TOTALS[number], start=1):
        score = dict(zip(("P1", "P2", "P3"), totals, strict=True))
        matches = Match.objects.filter(round__stage__event=event, round__number=number)
        match = matches.select_related("round__stage__event__club").get(table__number=table)
        if (number, table) != (1, 1):
            confirm(match, 0, SYSTEM, enter(match, 0, {"score": score}).revision)
            continue
        page.goto(address(event, f"desk/matches/{match.pk}/hands/0/"))
        for side, points in score.items():
            page.locator(f"#hand-score-{side}").fill(str(points))
        page.locator("#save").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"Table {table}")
    page.goto(address(event, "desk/"))
    desk.close(number)


def reckoned(event: Event) -> list[tuple[str, str, str]]:
    """Names with place points and game points, in the order that the slips give."""
    rows = Participation.objects.filter(match__round__stage__event=event, outcome="")
    points = dict.fromkeys(PEOPLE, (0, 0, 0))
    for name, number, table, side in rows.values_list(
        "entrant__name", "match__round__number", "match__table__number", "side"
    ):
        totals = TOTALS[number][table - 1]
        own = totals[int(side[1]) - 1]
        level = [2 - place for place, each in enumerate(sorted(totals, reverse=True)) if each == own]
        place, game, firsts = points[name]
        worth = sum(level) / len(level)
        points[name] = (place + worth, game + own, firsts + (worth == 2))  # type: ignore[assignment]
    order = sorted(PEOPLE, key=lambda name: [-each for each in points[name]])
    return [
        (name, f"{points[name][0]:g}".replace("0.5", "½").replace(".5", "½"), str(points[name][1]))
        for name in order
    ]


def test_seven_play_two_rounds_each_for_himself(page: Page) -> None:
    event, desk = makes_the_event(page), Desk(page)
    add_entrants(SYSTEM, event, [NewEntrant(name, (name,)) for name in PEOPLE])
    page.goto(address(event, "desk/"))
    for number in TOTALS:
        desk.draw(number)
        expect(page.locator(".draft-row")).to_have_count(3)
        expect(page.locator(".draft-row.bye")).to_contain_text("sits out")
        if number == 1:
            assert page.locator(".draft-why").filter(has_text="none of them has met").count() == 2
            assert violations(page) == []
        desk.publish(number)
        plays(page, desk, event, number)
    page.goto(address(event, "standings/"))
    shown = page.locator("table.standings tbody tr")
    expect(shown).to_have_count(len(PEOPLE))
    for row, (name, place, game) in zip(shown.all(), reckoned(event), strict=True):
        expect(row).to_contain_text(name)
        cells = [cell.replace("−", "-") for cell in row.locator("td").all_inner_texts()]
        assert place in " ".join(cells) and game in " ".join(cells)
    assert verify_event(event).problems == []
