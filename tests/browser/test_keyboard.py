"""The desk without a mouse: a whole round, from the questions of an event to the next draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.evening.hall import PATIENCE_MS
from tests.events.typing_hands import Hand, counted
from tournaments.models import Club, User

pytestmark = pytest.mark.usefixtures("eager")
NAME, PASSWORD = "dora", "a long evening of cards"
FURTHEST = 150
# What has the focus, and whether one sees that it has it.
FOCUSED = """(wanted) => wanted === document.activeElement"""
SEEN = """() => {
  const style = getComputedStyle(document.activeElement);
  return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
}"""

POINTS_OF_NORTH = re.compile("^North–South: ")


class Keyboard:
    """Somebody who has keys alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, wanted: Locator) -> None:
        """Go on with the tabulator until this has the focus, and is seen to have it."""
        expect(wanted).to_be_visible()
        element = wanted.element_handle()
        for _ in range(FURTHEST):
            if self.page.evaluate(FOCUSED, element):
                assert self.page.evaluate(SEEN), wanted
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tabulator does not come to {wanted}")

    def press(self, role: Any, name: str | re.Pattern[str], key: str = "Enter") -> None:
        """Press a button, or follow a link."""
        self.to(self.page.get_by_role(role, name=name, exact=isinstance(name, str)))
        self.page.keyboard.press(key)

    def type(self, label: str | re.Pattern[str], text: str, within: Page | Locator | None = None) -> None:
        """Fill in a field."""
        self.to((within or self.page).get_by_label(label, exact=True))
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.type(text)

    def choose(self, label: str, option: str, within: Page | Locator | None = None) -> None:
        """Choose from a list by its first letters."""
        found = (within or self.page).get_by_label(label, exact=True)
        self.to(found)
        self.page.keyboard.type(option)
        expect(found.locator("option:checked")).to_have_text(re.compile(f"^{re.escape(option)}"))

    def heads(self, text: str) -> None:
        """Wait for the page with this heading."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def is_told(self, text: str) -> None:
        """Wait for what was done."""
        expect(self.page.get_by_role("status").filter(has_text=text)).to_be_visible()


@pytest.fixture
def keys(
    transactional_db: None,
    live_server: LiveServer,
    context: BrowserContext,
    page: Page,
    complaints: list[str],
) -> Iterator[Keyboard]:
    Club.objects.create(slug="club", name="Club of the cards", time_zone="Europe/Madrid")
    User.objects.create_superuser(NAME, password=PASSWORD)
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    page.goto(live_server.url)
    yield Keyboard(page)
    expect.set_options(timeout=5_000)


def test_a_round_is_run_by_keyboard_alone(keys: Keyboard) -> None:
    set_up(keys)
    draw_and_exchange(keys)
    arrows_move_through_the_board(keys)
    for table in (1, 2):
        enter_a_match(keys, table)
    correct_a_hand(keys)
    rule(keys)
    keys.press("link", "Board")
    keys.press("button", "Close round 1")
    keys.is_told("Round 1 is closed")
    keys.press("button", "Draw round 2")
    keys.heads("Draft of round 2")


def set_up(keys: Keyboard) -> None:
    """Log in, make an event of one hand a match, enter five pairs."""
    keys.press("link", "Log in")
    keys.type("User name", NAME)
    keys.type("Password", PASSWORD)
    keys.page.keyboard.press("Enter")
    keys.press("link", "New event")
    keys.type("Name of the event", "Keys")
    keys.type("A match ends after", "1")
    keys.press("button", "Make the event")
    keys.heads("Overview")
    keys.press("link", "Pairs")
    for number in range(1, 6):
        keys.type("Player 1", f"North {number}")
        keys.type("Player 2", f"South {number}")
        keys.page.keyboard.press("Enter")
        keys.is_told(f"North {number} – South {number} is on the list.")
    keys.press("link", "Overview")
    keys.press("button", "Start it now")
    keys.is_told("Done.")
    keys.press("link", "Director's desk")


def draw_and_exchange(keys: Keyboard) -> None:
    """Draw, let two change places, publish."""
    keys.press("button", "Draw round 1")
    keys.heads("Draft of round 1")
    keys.choose("This one", "1 North")
    keys.choose("takes the place of", "2 North")
    form = keys.page.locator("form").filter(has_text="Exchange two")
    keys.to(form.get_by_role("button", name="Show what changes"))
    keys.page.keyboard.press("Enter")
    keys.heads("Change of the draft")
    keys.press("button", "Save the change")
    keys.is_told("The draft is changed.")
    keys.press("button", "Publish round 1")
    keys.is_told("Round 1 is published")


def arrows_move_through_the_board(keys: Keyboard) -> None:
    """Down, down, up; the first and the last table stop it."""
    rows = keys.page.locator(".board-row")
    expect(rows).to_have_count(2)
    for key, at in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowDown", 1), ("ArrowUp", 0), ("End", 1)):
        keys.page.keyboard.press(key)
        expect(rows.nth(at)).to_be_focused()
    keys.page.keyboard.press("Home")
    expect(rows.nth(0)).to_be_focused()


def open_table(keys: Keyboard, table: int) -> None:
    """Open a table from the board by arrows and Enter."""
    for key in ("ArrowDown", "Home", *["ArrowDown"] * (table - 1)):
        keys.page.keyboard.press(key)
    expect(keys.page.locator(".board-row").nth(table - 1)).to_be_focused()
    keys.page.keyboard.press("Enter")
    keys.heads(f"Table {table}")


def fill(keys: Keyboard, hand: Hand) -> None:
    """Type a counted hand."""
    keys.choose("First out", ("North", "West", "South", "East")[hand["first_out"] - 1])
    keys.choose("Result", "cards are counted")
    points = keys.page.get_by_role("group", name="Card points")
    keys.type(POINTS_OF_NORTH, str(hand["points"]["A"]), points)


def enter_a_match(keys: Keyboard, table: int) -> None:
    """The only hand of a match."""
    open_table(keys, table)
    keys.press("link", "Enter hand 1")
    fill(keys, counted(60))
    keys.press("button", "Save")
    keys.is_told("Hand 1 is saved.")
    keys.press("link", "Board of round 1")
    keys.heads("Round 1")


def correct_a_hand(keys: Keyboard) -> None:
    """Look what a correction changes, then make it."""
    open_table(keys, 1)
    keys.press("link", "Change: Hand 1")
    points = keys.page.get_by_role("group", name="Card points")
    keys.type(POINTS_OF_NORTH, "35", points)
    keys.type("Reason", "Counted again.")
    keys.press("button", "Show what it changes")
    expect(keys.page.get_by_role("region", name="What it changes")).to_contain_text("35 : 65")
    keys.press("button", "Save")
    keys.is_told("Hand 1 is saved.")


def rule(keys: Keyboard) -> None:
    """Fine a pair, and take it back."""
    keys.press("link", "Rulings")
    keys.choose("Pair", "3 North")
    keys.choose("What happened", "More than 5")
    keys.choose("Effect", "Fine")
    keys.type("Match points", "1")
    keys.type("Facts and reason (needed)", "Late.")
    keys.press("button", "Make the ruling")
    keys.is_told("The ruling is made.")
    keys.to(keys.page.locator("#cancel-0 summary"))
    keys.page.keyboard.press("Enter")
    keys.type("Reason (needed)", "The clock was wrong.")
    keys.press("button", "Cancel this ruling")
    keys.is_told("The ruling is cancelled.")
