"""The director's office: the event is made, people are entered, tablets are prepared."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening.book import HANDS, NAMES
from tests.events.reckoning import RANKING


def log_in(page: Page, url: str, name: str, password: str) -> None:
    """From the first page of the site to one's own work."""
    page.goto(url)
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name=re.compile("Log out"))).to_be_visible()


def accept(page: Page, link: str, name: str, password: str) -> None:
    """Follow the link of an invitation and make an account."""
    page.goto(link)
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_label("The same password again").fill(password)
    page.get_by_role("button", name="Make the account and accept").click()
    expect(page.get_by_role("status").filter(has_text="You help at")).to_be_visible()


class Office:
    """The pages on which an event is set up, in the hands of its owner."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def field(self, label: str) -> Locator:
        """A field by its label."""
        return self.page.get_by_label(label, exact=True)

    def make_event(self, name: str, rounds: int, expected: int) -> None:
        """Answer the questions of a new event, with an order of the standings of one's own."""
        self.page.get_by_role("link", name="New event").click()
        self.field("Name of the event").fill(name)
        self.field("How many are expected?").fill(str(expected))
        self.field("How many rounds?").fill(str(rounds))
        self.field("A match ends after").fill(str(HANDS))
        self.page.get_by_role("heading", name="What decides ties?").click()
        self.field("Order of the standings").select_option(label="my own order, by the numbers below")
        self.page.get_by_text("An order of your own", exact=True).click()
        for place, key in enumerate(RANKING, start=1):
            self.field(NAMES[key]).fill(str(place))
        self.field(NAMES[key]).press("Tab")
        summary = self.page.locator("#summary")
        expect(summary).to_contain_text(f"{name}: Tichu")
        expect(summary).to_contain_text("Match points → Direct encounter → Buchholz cut 1")
        expect(summary).to_contain_text("Their number is odd: each round one of them has a bye.")

    def save_event(self) -> None:
        """Make the event that was described."""
        self.page.get_by_role("button", name="Make the event").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Overview")

    def opens(self, tab: str) -> None:
        """Go to a page of the set-up."""
        nav = self.page.get_by_role("navigation", name="Setting up")
        nav.get_by_role("link", name=tab).click()

    def press(self, button: str, said: str) -> None:
        """Press a button and read what was done."""
        self.page.get_by_role("button", name=button, exact=True).click()
        expect(self.page.get_by_role("status").filter(has_text=said)).to_be_visible()

    def move(self, button: str, state: str) -> None:
        """Put the event into another state."""
        self.opens("Overview")
        self.press(button, "Done.")
        expect(self.page.locator(".title .sign").first).to_have_text(state)

    # People

    def add(self, players: tuple[str, str], name: str = "") -> str:
        """Type a pair; without a name it is called after its players. Returns its name."""
        self.field("Player 1").fill(players[0])
        self.field("Player 2").fill(players[1])
        self.page.get_by_label("Name of the pair").fill(name)
        name = name or " – ".join(players)
        self.press("Add", f"{name} is on the list.")
        return name

    def look_through(self, file: str, text: str) -> None:
        """Choose a file of entrants."""
        sent = {"name": file, "mimeType": "text/csv", "buffer": text.encode()}
        self.page.get_by_label(re.compile("^(File|Another file)$")).set_input_files(sent)  # type: ignore[arg-type]
        self.page.get_by_role("button", name="Look through the file").click()

    def has_entrants(self, names: dict[int, str]) -> None:
        """The list shows exactly these, by number."""
        rows = self.page.locator("#list li")
        expect(rows).to_have_count(len(names))
        for number, name in names.items():
            expect(self.page.locator(f"#entrant-{number}")).to_contain_text(name)

    def check_in(self, *numbers: int) -> None:
        """Begin with an empty hall, tap who arrives."""
        self.page.locator("#check-in summary").click()
        self.press("Mark all as not here", "Tap who arrives.")
        for number in numbers:
            self.page.locator(f"#here-{number}").click()
            expect(self.page.locator(f"#here-{number}")).to_have_attribute("aria-pressed", "true")

    def entrant(self, number: int) -> None:
        """Open the page of an entrant."""
        self.opens("Pairs")
        self.page.locator(f"#entrant-{number}").get_by_role("link").click()

    def withdraw(self, number: int, reason: str) -> None:
        """A pair leaves after the round in play."""
        self.entrant(number)
        self.page.get_by_role("radio", name=re.compile("from the next round on")).check()
        self.field("Reason (needed)").fill(reason)
        self.press("Withdraw", "Out. You can bring it back at any time.")

    def invite(self, who: str, role: str) -> str:
        """A link that makes somebody a helper."""
        self.opens("Helpers")
        form = self.page.get_by_role("region", name="Invite a helper")
        form.get_by_label("For whom").fill(who)
        form.get_by_label("Role").select_option(label=role)
        form.get_by_role("button", name="Make a link").click()
        return self.page.get_by_label("Link to give on").input_value()

    # Tablets

    def prepare(self, tables: int) -> dict[int, str]:
        """A tablet for each table; returns the codes."""
        self.opens("Tablets")
        self.field("How many tables have a tablet in all?").fill(str(tables))
        self.press("Prepare a tablet for each of them", "The tablets are prepared.")
        return {table: self.code(f"Table {table}") for table in range(1, tables + 1)}

    def prepare_one_more(self, table: int, who: str) -> str:
        """A second device at a table, or the phone of a side; returns its code."""
        self.page.get_by_text("One more device").click()
        self.field("Table").select_option(str(table))
        self.field("Whose is it?").select_option(label=who)
        label = f"Table {table}, {'one more' if 'both' in who else who.partition(':')[0]}"
        self.press("Prepare it", f"{label} shows its code below.")
        return self.code(label)

    def code(self, label: str) -> str:
        """The code that is shown for a device."""
        waiting = self.page.get_by_role("region", name="Codes to type on the tablets")
        title = self.page.get_by_role("heading", name=label, exact=True)
        return waiting.get_by_role("listitem").filter(has=title).locator(".code").inner_text()
