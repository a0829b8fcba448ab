"""Every page in every state of the catalogue, in Spanish: accessible, within its width, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from scripts.screenshots.catalogue import PICTURES, Picture
from scripts.screenshots.visiting import SCHEMES, Scheme, Visitor, look
from scripts.screenshots.world import make_world
from tests.browser.test_public_pages import violations
from tests.contracts.catalogue import catalogue

NOW = datetime(2026, 7, 3, 18, 30, tzinfo=UTC)
FOREIGN = {"api:docs"}
"""Made by the package that describes the API: its markup and colours are not ours to mend."""
TWICE = {"new-event", "rulings-book", "board-state"}
"""Seen again with more on it: all folds open, every table."""
# A state that has a colour has a word too.
WORDLESS = """() => [...document.querySelectorAll(".sign, .plate, .note, .errors, .tick, .attention, .faulty, .good,"
  + " .warn, .bad, .won, .decides, .differs, .cancelled")]
  .filter(each => each.checkVisibility() && !each.innerText.trim()).map(each => each.outerHTML.slice(0, 120))"""
# What is chosen differs from its neighbours by more than a colour: in weight, lines or signs.
ALIKE = """() => {
  const look = (each) => { const style = getComputedStyle(each); return [style.fontWeight, style.borderTopWidth,
    style.borderBottomWidth, style.textDecorationLine, each.querySelectorAll("svg").length].join(); };
  const chosen = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"]';
  return [...document.querySelectorAll(chosen)].filter(each => each.checkVisibility()).filter(each =>
    [...document.querySelectorAll(each.tagName)].some(other => other.className === each.className && !other.matches(chosen)
      && other.parentElement.className === each.parentElement.className && look(other) === look(each)))
    .map(each => each.outerHTML.slice(0, 120));
}"""
SMALL = """() => [...document.querySelectorAll("main a, main button, main input, main select, main summary,"
  + " header a, header button")].filter(each => { const box = each.getBoundingClientRect();
  return box.width && box.height < 44 && each.type !== "hidden" && !each.closest("label")
    && !each.closest("p, dd, .fault-list, .event-name, .skip"); })
  .map(each => each.outerHTML.slice(0, 120))"""
"""Smaller than a finger; links within a sentence are as high as their line."""


@pytest.fixture
def visitor(transactional_db: None, live_server: LiveServer, browser: Browser) -> Iterator[Visitor]:
    """A reader of Spanish with a screen that changes its width."""
    made = Visitor(browser, live_server.url, make_world(NOW), "es")
    yield made
    made.close()


def english() -> list[str]:
    """Sentences that only an English page has."""
    return [
        message.id
        for message in catalogue("es")
        if isinstance(message.id, str) and message.id != message.string
        if len(message.id) >= 14 and not {"%", "{"} & set(message.id)
    ]


def test_every_page_is_accessible_and_tells_all_in_words(visitor: Visitor) -> None:
    foreign = english()
    pages = [each for each in PICTURES if each.page not in FOREIGN and each.name not in TWICE]
    found, seen = {}, set()
    for picture, schemes in zip(pages, cycle((SCHEMES, SCHEMES[::-1])), strict=False):
        if faults := faults_of(visitor, picture, schemes, foreign, again=picture.page in seen):
            found[picture.name] = faults
        seen.add(picture.page)
    assert found == {}


def faults_of(
    visitor: Visitor, picture: Picture, schemes: tuple[Scheme, ...], foreign: list[str], *, again: bool
) -> dict[str, list[str]]:
    """What is wrong with a page on a phone in one scheme, and on a desk in the other in its first state."""
    with visitor.at(picture) as page:
        look(page, 390, schemes[0])
        found = {f"phone, {schemes[0]}": [*violations(page), *on_a_phone(page), *wordless(page, foreign)]}
        if not again:
            look(page, 1024, schemes[1])
            found[f"desk, {schemes[1]}"] = violations(page)
    return {name: faults for name, faults in found.items() if faults}


def on_a_phone(page: Page) -> list[str]:
    """What is wider than the screen or smaller than a finger."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [*([f"{wide} pixels wide"] if wide > 390 else []), *page.evaluate(SMALL)]


def wordless(page: Page, foreign: list[str]) -> list[str]:
    """What is told by a colour alone, or in another language."""
    text = page.locator("body").inner_text()
    return [*page.evaluate(WORDLESS), *page.evaluate(ALIKE), *(each for each in foreign if each in text)]
