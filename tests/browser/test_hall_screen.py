"""The screen in the hall in a real browser, at the size of a projector."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.standings import rebuild
from tests.browser.test_public_pages import violations
from tests.make import Evening as Night
from tests.make import counted, enter, evening
from tests.pages.conftest import address

SIZE = {"width": 1920, "height": 1080}
LONG = "Maximiliana Fernández de la Torre y Villavicencio-Echeverría del Castillo"
# Every text that is seen: its size in pixels and whether it is inside the screen.
TEXTS = """() => [...document.querySelectorAll("body *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((each) => each.checkVisibility() && each.getClientRects().length)
  .map((each) => [each.textContent.trim(), parseFloat(getComputedStyle(each).fontSize)])"""
# What shows a scroll bar: larger inside than outside, and not clipped.
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll("body, body *")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
  .map((each) => [each.tagName, each.className, getComputedStyle(each).overflow])
  .filter(([tag, , overflow]) => /auto|scroll/.test(overflow) || (tag === "HTML" && overflow !== "hidden"))"""
# Names of the page that is shown: whole rows only.
NAMES = """() => {
  const frame = document.querySelector(".shown .hall-window").getBoundingClientRect();
  return [...document.querySelectorAll(".shown li")]
    .map((each) => [each.querySelector(".name").textContent, each.getBoundingClientRect()])
    .filter(([, box]) => box.left < frame.right && box.right > frame.left)
    .map(([name, box]) => [name, box.left >= frame.left - 1 && box.right <= frame.right + 1
      && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1]);
}"""


@pytest.fixture
def night(transactional_db: None) -> Night:
    made = evening(40)
    player = made.entrants[0].line_up.select_related("player")[0].player
    player.name = LONG
    player.save()
    made.play_round({table: 5 * table - 20 for table in range(1, 21)})
    made.next_round()
    refresh(made)
    return made


def refresh(made: Night) -> None:
    rebuild(made.stage.pk)


def turned_by_hand(page: Page) -> Page:
    """The same page, but for its turning by itself: looking at one may take longer than it is shown."""
    page.add_init_script(
        "const every = setInterval; setInterval = (act, ...more) => act.name === 'next' ? 0 : every(act, ...more);"
    )
    return page


def hall(page: Page, site: str, made: Night) -> None:
    page.goto(site + address(made.event, "hall/"))
    expect(page.locator("#where")).to_have_text(re.compile(r"1 / \d"))


def names_on(page: Page, turn: int, total: int) -> list[str]:
    """The names on this page of the screen, which shows all of them whole and large, without scroll bars."""
    expect(page.locator("#where")).to_have_text(f"{turn} / {total}")
    assert page.evaluate(SCROLLS) == []
    assert [text for text, size in page.evaluate(TEXTS) if size < 28] == []
    rows = page.evaluate(NAMES)
    assert all(whole for _name, whole in rows), turn
    return [name for name, _whole in rows]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_screen_is_legible_and_has_no_scroll_bars(
    night: Night, live_server: LiveServer, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    page = turned_by_hand(browser.new_context(viewport=SIZE, color_scheme=scheme).new_page())  # type: ignore[arg-type]
    hall(page, live_server.url, night)
    seen: list[str] = []
    total = int(page.locator("#where").inner_text().split("/")[1])
    for turn in range(1, total + 1):
        seen += names_on(page, turn, total)
        assert violations(page) == []
        enhanced = Axe().run(page, options={"runOnly": ["color-contrast-enhanced"]}).response
        assert enhanced["violations"] == []
        page.keyboard.press("ArrowRight")
    assert LONG in seen
    assert len(seen) == 80 + 40
    assert len(set(seen)) == len(seen)
    page.context.close()


def test_pages_turn_by_themselves(
    night: Night, live_server: LiveServer, page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    page.clock.install()
    hall(page, live_server.url, night)
    page.clock.run_for(12_500)
    expect(page.locator("#where")).to_have_text(re.compile("2 / "))


def test_without_motion_everything_is_on_one_long_page(
    night: Night, live_server: LiveServer, browser: Browser
) -> None:
    for options in (
        {"viewport": SIZE, "reduced_motion": "reduce"},
        {"viewport": SIZE, "java_script_enabled": False},
        {"viewport": {"width": 390, "height": 844}},
    ):
        page = browser.new_context(**options).new_page()  # type: ignore[arg-type]
        page.goto(live_server.url + address(night.event, "hall/"))
        expect(page.locator("#names")).to_be_visible()
        expect(page.locator("#ranks")).to_be_visible()
        assert page.locator("li").count() == 120
        for at in (0, 79, 119):
            expect(page.locator("li").nth(at)).to_be_visible()
        page.context.close()


def test_a_result_reaches_the_screen_by_polling(
    night: Night, live_server: LiveServer, page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    hall(page, live_server.url, night)
    before = page.locator("#live").get_attribute("data-version")
    enter(night.match(1), 1, counted(100), night.dora)
    refresh(night)
    expect(page.locator("#live")).not_to_have_attribute("data-version", before or "", timeout=15_000)
    expect(page.locator(".hall-part.shown")).to_have_count(1)


def test_a_projector_of_1024_pixels_gets_pages_and_whole_rows(
    night: Night, live_server: LiveServer, page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    hall(turned_by_hand(page), live_server.url, night)
    total = int(page.locator("#where").inner_text().split("/")[1])
    seen: list[str] = []
    for turn in range(1, total + 1):
        seen += names_on(page, turn, total)
        page.keyboard.press("ArrowRight")
    assert len(seen) == len(set(seen)) == 80 + 40


def test_on_a_screen_of_another_size_the_same_list_is_shown(
    night: Night, live_server: LiveServer, page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    hall(turned_by_hand(page), live_server.url, night)
    while not page.locator("#ranks").is_visible():
        page.keyboard.press("ArrowRight")
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("#ranks")).to_be_visible()
    expect(page.locator("#names")).to_be_hidden()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_eight_provisional_pairs_fit_on_one_page_of_standings(
    transactional_db: None, live_server: LiveServer, page: Page, complaints: list[str], size: tuple[int, int]
) -> None:
    made = evening(8)
    made.play_round({1: 60, 2: 70, 3: 55, 4: 80})
    refresh(made)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(live_server.url + address(made.event, "hall/"))
    note = page.locator("#ranks .sign")
    expect(note).to_contain_text("provisional until")
    icon, heading, words = (
        found.bounding_box() or {} for found in (note.locator("svg"), page.locator("#ranks"), note)
    )
    assert icon["height"] <= 28
    assert heading["height"] < 56 and words["height"] < 42
    rows = page.evaluate(NAMES)
    assert len(rows) == 8 and all(whole for _name, whole in rows)
