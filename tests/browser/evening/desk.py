"""The director's desk: rounds are drawn, published and closed, results corrected, rulings made."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect


class Desk:
    """The desk in the hands of the director, or of who helps."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def opens(self, tab: str = "Board") -> None:
        """Go to a page of the desk."""
        nav = self.page.get_by_role("navigation", name="Pages of the desk")
        nav.get_by_role("link", name=tab, exact=True).click()

    def press(self, button: str) -> None:
        """Press the button with exactly this name."""
        self.page.get_by_role("button", name=button, exact=True).click()

    def was_told(self, text: str) -> None:
        """What was done stands above the page."""
        expect(self.page.get_by_role("status").filter(has_text=text)).to_be_visible()

    # Rounds

    def draw(self, number: int) -> None:
        """Draw a round: a draft that only officials see."""
        self.press(f"Draw round {number}")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Draft of round {number}")

    def drafted(self) -> str:
        """The tables of the draft."""
        return self.page.get_by_role("region", name="Tables").inner_text()

    def publish(self, number: int) -> None:
        """Let everybody see the draft."""
        self.press(f"Publish round {number}")
        self.was_told(f"Round {number} is published")

    def misses(self, text: str) -> None:
        """The round cannot be closed, and the board says why."""
        expect(self.page.get_by_text(text)).to_be_visible()
        expect(self.page.get_by_role("button", name=re.compile("^Close round"))).to_be_disabled()

    def close(self, number: int) -> None:
        """Close the round."""
        self.press(f"Close round {number}")
        self.was_told(f"Round {number} is closed")

    def shows(self, number: int) -> None:
        """Look at the board of an earlier round."""
        rounds = self.page.get_by_role("navigation", name="Rounds", exact=True)
        rounds.get_by_role("link", name=f"Round {number}").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Round {number}")

    def row(self, table: int) -> Locator:
        """The line of a table on the board."""
        return self.page.get_by_role("link", name=re.compile(rf"^Table {table}\b"))

    def table(self, table: int) -> None:
        """Open a match from the board."""
        self.row(table).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Table {table}")

    # One match

    def hand(self, number: int) -> Locator:
        """A hand with its entries."""
        return self.page.get_by_role("article", name=f"Hand {number}", exact=True)

    def confirm(self, number: int) -> None:
        """Both sides have signed what was typed."""
        self.hand(number).get_by_role("button", name="Confirm").click()
        self.was_told(f"Hand {number} is confirmed.")

    def choose(self, number: int, words: re.Pattern[str]) -> None:
        """Of two different results choose the one that says this."""
        rival = self.hand(number).locator(".rival").filter(has_text=words)
        rival.get_by_role("button", name=re.compile("^Choose this one")).click()

    def type_hand(self, hand: dict[str, Any], reason: str = "") -> None:
        """Fill in the form of a hand."""
        self.page.get_by_label("First out", exact=True).select_option(str(hand["first_out"]))
        self.page.get_by_label("Result", exact=True).select_option(hand["result"])
        points = self.page.get_by_role("group", name="Card points")
        expect(points).to_be_visible(visible=hand["result"] == "count")
        for side, label in (("A", "North–South"), ("B", "East–West")):
            if "points" in hand:
                points.get_by_label(label).fill(str(hand["points"].get(side, "")))
        calls = self.page.get_by_role("group", name="Calls")
        for seat, label in enumerate(("North", "West", "South", "East"), start=1):
            chosen = hand.get("calls", {}).get(str(seat), "none")
            calls.get_by_label(re.compile(f"^{label}: ")).select_option(chosen)
        if reason:
            self.page.get_by_label("Reason", exact=True).fill(reason)

    def previews(self) -> Locator:
        """Ask what it would change; nothing is saved."""
        self.press("Show what it changes")
        return self.page.get_by_role("region", name="What it changes")

    def forfeit(self, name: str, reason: str) -> None:
        """The pair of this name has not come."""
        form = self.page.locator("#forfeit")
        form.get_by_text("Forfeit", exact=True).click()
        form.get_by_label(name, exact=True).check()
        form.get_by_label("Reason (needed)", exact=True).fill(reason)
        form.get_by_role("button", name="Forfeit the match").click()
        self.was_told("The match is forfeited.")

    # Rulings

    def fine(self, pair: str, what: str, points: str, reason: str) -> None:
        """Take match points from a pair."""
        self.opens("Rulings")
        self.page.get_by_label("Pair", exact=True).select_option(label=pair)
        self.page.get_by_label("What happened", exact=True).select_option(label=what)
        self.page.get_by_label("Effect", exact=True).select_option(label="Fine: take points")
        self.page.get_by_label("Match points", exact=True).fill(points)
        self.page.get_by_label("Facts and reason (needed)", exact=True).fill(reason)
        self.press("Make the ruling")
        self.was_told("The ruling is made.")

    def cancel(self, reason_of: str, reason: str) -> None:
        """Take back the ruling that was made for this reason."""
        self.opens("Rulings")
        ruling = self.page.locator(".rulings-book > li").filter(has_text=reason_of)
        ruling.locator("summary").click()
        ruling.get_by_label("Reason (needed)", exact=True).fill(reason)
        ruling.get_by_role("button", name="Cancel this ruling").click()
        self.was_told("The ruling is cancelled.")
