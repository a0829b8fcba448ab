"""A tablet or a phone at a table, in the hands of the players."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening.book import signed
from tests.events.reckoning import worth

HALF, STEP = 50, 5
RESTING = re.compile("^(This tablet is ready|Nothing is to be played here now)")
NEAR = 5
"""So many taps on the step are fewer than typing."""


class Tablet:
    """A device that was given to a table."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.goto(f"{url}/tablet/")

    def pair(self, code: str) -> None:
        """Type the code that the director gives out."""
        self.page.get_by_label("Code of the table").fill(code)
        self.page.locator("#pair").tap()
        expect(self.page.get_by_label("Code of the table")).to_be_hidden()

    def move(self, code: str) -> None:
        """Give the device to another table."""
        self.bar.tap()
        self.page.get_by_role("button", name="Move to another table").tap()
        self.pair(code)

    @property
    def bar(self) -> Locator:
        """What always says whether the tournament is reached."""
        return self.page.locator("#network")

    @property
    def keep(self) -> Locator:
        """The button that records a hand."""
        return self.page.get_by_role("button", name=re.compile("^Record hand"))

    def is_at(self, text: str) -> None:
        """Wait for the round and the hand that are to be played."""
        expect(self.page.locator("h1 + p")).to_have_text(text)

    def rests(self) -> None:
        """Wait until no match is here: none yet, or none any more."""
        expect(self.page.locator("#rest .lead")).to_have_text(RESTING)

    def type(self, hand: dict[str, Any]) -> None:
        """Say what happened in a hand: seats and calls by a tap, points by steps or by typing."""
        self.page.locator(f"#first-{hand['first_out']}").tap()
        for seat, call in hand.get("calls", {}).items():
            self.page.locator(f"#call-{seat}-{call}").tap()
        if hand["result"] == "double":
            self.page.get_by_role("button", name="Double victory").tap()
        else:
            self._points(hand["points"]["A"])
        expect(self.keep).to_be_enabled()

    def _points(self, own: int) -> None:
        field = self.page.locator("#points-A")
        steps = (own - HALF) // STEP
        if abs(steps) <= NEAR:
            button = self.page.locator("#points-A-more" if steps >= 0 else "#points-A-less")
            for _ in range(abs(steps) + 1):  # the first tap says half of them
                button.tap()
        else:
            field.fill(str(own))
            field.press("Enter")
        expect(field).to_have_value(str(own).replace("-", "−"))

    def record(self, number: int, hand: dict[str, Any], names: tuple[str, str]) -> None:
        """Enter a hand; before it is recorded the page says what it is worth."""
        expect(self.page.get_by_role("button", name=f"Record hand {number}")).to_be_disabled()
        self.type(hand)
        said = ", ".join(f"{name} {signed(own)}" for name, own in zip(names, worth(hand), strict=True))
        expect(self.page.locator(".foot-bar .sentence")).to_contain_text(f"{said}.")
        self.keep.tap()
        expect(self.review(number)).to_be_visible()

    def review(self, number: int) -> Locator:
        """A hand that was recorded."""
        return self.page.get_by_role("region", name=f"Hand {number}", exact=True)

    def state(self, number: int, text: str) -> None:
        """Wait until a hand that was recorded is in a state."""
        expect(self.review(number).locator(".plate")).to_have_text(text)

    def agree(self, name: str) -> None:
        """The other side taps its name."""
        self.page.get_by_role("button", name=f"{name}: that is right").tap()

    def enter(self, number: int, hand: dict[str, Any], names: tuple[str, str]) -> None:
        """Enter a hand and let the other side agree on the same tablet; wait for what comes next."""
        self.record(number, hand, names)
        self.agree(names[1])
        self.done(number)

    def tap_twice(self, button: Locator) -> None:
        """Two quick taps on the same place, as an impatient finger does."""
        box = button.bounding_box()
        assert box is not None
        at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.touchscreen.tap(*at)
        self.page.touchscreen.tap(*at)

    def done(self, number: int) -> None:
        """Wait until a hand is confirmed and the next one, or the end, is shown by itself."""
        expect(self.page.locator(f"#hand-{number}")).to_contain_text("Confirmed")
        expect(self.review(number)).to_be_hidden()

    def is_over(self, text: str) -> None:
        """Wait for the end of the match."""
        expect(self.page.get_by_role("heading", name="The match is over")).to_be_visible()
        expect(self.page.locator("#over .lead")).to_have_text(text)

    def go_offline(self) -> None:
        """The network goes away."""
        self.page.context.set_offline(True)
        expect(self.bar).to_have_text(re.compile("No connection|not sent yet"))

    def come_back(self) -> None:
        """The network is there again."""
        self.page.context.set_offline(False)
        expect(self.bar).to_have_text("Online")
