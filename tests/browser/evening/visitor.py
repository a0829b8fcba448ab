"""A visitor without a login: reads what everybody may read, and tries what nobody should."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Page, TimeoutError, expect

SOON_MS = 60_000
STANDINGS = """() => [...document.querySelectorAll("table[aria-label='Standings'] tbody tr")].map((row) => {
  const text = (each) => each.textContent.replace(/\\s+/g, " ").trim();
  const [rank, , name, ...cells] = [...row.cells];
  return [text(rank), text(name.querySelector("span")), ...cells.slice(0, -1).map(text)];
})"""
REASONS = """() => [...document.querySelectorAll("table[aria-label='Standings'] tbody th")].map((name) => {
  const said = name.querySelector(".decider");
  return said && said.checkVisibility() ? said.textContent.replace(/\\s+/g, " ").trim() : "";
})"""
TABLES = """() => [...document.querySelectorAll("ol.tables > li")].map((table) => {
  const text = (each) => each ? each.textContent.replace(/\\s+/g, " ").trim() : "";
  return {
    table: text(table.querySelector("h2")),
    state: text(table.querySelector(".table-head .sign")),
    sides: [...table.querySelectorAll(".side")].map((side) => [
      text(side.querySelector(".seat")), text(side.querySelector(".name .soft")), text(side.querySelector(".score")),
    ]),
  };
})"""
OUT = """() => [...document.querySelectorAll("ul.byes > li")].map((line) =>
  [line.querySelector("strong").textContent.trim(), line.querySelector(".sign").textContent.trim()])"""


@dataclass(frozen=True)
class Shown:
    """A table as everybody sees it; numbers of the pairs N-S first."""

    number: int
    state: str
    pairs: tuple[int, int]
    scores: tuple[str, str]


class Visitor:
    """Somebody who looks at the event on a screen of its own."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        page.goto(url)

    def finds(self, event: str) -> None:
        """Follow the event from the list of all."""
        self.page.get_by_role("link", name=re.compile(event)).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(event)

    def opens(self, tab: str) -> None:
        """Go to a page of the event by its name."""
        nav = self.page.get_by_role("navigation", name="Pages of this event")
        nav.get_by_role("link", name=tab).click()

    def standings(self) -> None:
        """Open the table."""
        self.opens("Standings")
        expect(self.page.get_by_role("heading", name=re.compile("[Ss]tandings")).first).to_be_visible()

    def sees(self, wanted: list[list[str]], *, provisional: bool = False) -> None:
        """Wait for the whole table to stand like this, every value and the criterion that decides."""
        self._waits_for(STANDINGS, wanted)
        # "Provisional until ..." is the protest time of a round that is closed.
        shown = self.page.locator("#main .title .sign", has_text=re.compile(r"^\s*provisional\s*$"))
        expect(shown).to_have_count(int(provisional))

    def reads_reasons(self, wanted: list[str]) -> None:
        """The tie-breaks that decided stand in words below the names, on a narrow screen too."""
        self._waits_for(REASONS, wanted)

    def _waits_for(self, read: str, wanted: object) -> None:
        text = json.dumps(wanted, ensure_ascii=False, separators=(",", ":"))
        with suppress(TimeoutError):
            look = f"(wanted) => JSON.stringify(({read})()) === wanted"
            self.page.wait_for_function(look, arg=text, timeout=SOON_MS)
        assert self.page.evaluate(read) == wanted

    def looks_back(self, after: int) -> None:
        """The table after an earlier round."""
        steps = self.page.get_by_role("navigation", name="Earlier standings")
        steps.get_by_role("link", name=str(after)).click()
        expect(self.page.get_by_text(f"After round {after}.")).to_be_visible()

    def explains(self, wanted: list[tuple[str, str]]) -> None:
        """Tap the first row: from whom its match points come, round by round."""
        row = self.page.locator("tbody tr").first
        row.locator("summary").click()
        parts = row.locator(".reason").first.locator("li")
        expect(parts).to_have_count(len(wanted))
        for part, (opponent, points) in zip(parts.all(), wanted, strict=True):
            expect(part).to_contain_text(opponent)
            expect(part.locator("strong")).to_have_text(points)

    def round(self, number: int) -> list[Shown]:
        """Open a round and read its tables."""
        self.opens(f"Round {number}")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
        return self.tables()

    def tables(self) -> list[Shown]:
        """The tables of the round that is open."""
        return [_shown(each) for each in self.page.evaluate(TABLES)]

    def sits_out(self) -> list[list[str]]:
        """Who does not play in the round that is open, and why."""
        found: list[list[str]] = self.page.evaluate(OUT)
        return found

    def sees_states(self, wanted: dict[int, str]) -> None:
        """Wait until each table is in its state."""
        for number, state in wanted.items():
            table = self.page.locator("ol.tables > li", has_text=re.compile(rf"^\s*Table {number}\b"))
            expect(table.locator(".table-head .sign")).to_have_text(state)

    def finds_table(self, who: str, wanted: str) -> None:
        """Look up where somebody plays."""
        self.opens("My table")
        self.page.get_by_label("Your name or your number").fill(who)
        self.page.get_by_role("button", name="Find").click()
        expect(self.page.locator(".answer .big").first).to_have_text(re.compile(wanted))

    def status(self, path: str) -> int:
        """The answer to an address that somebody typed."""
        return self.page.request.get(self.url + path, max_redirects=0).status

    def is_a_document(self, path: str) -> bool:
        """Whether there is something to take home at an address."""
        answer = self.page.request.get(self.url + path)
        return answer.status == 200 and len(answer.body()) > 100

    def text(self, path: str) -> str:
        """What an address answers."""
        return self.page.request.get(self.url + path).text()


def _shown(found: dict[str, object]) -> Shown:
    sides = found["sides"]
    assert isinstance(sides, list)
    assert [seats.partition(" ·")[0] for seats, _, _ in sides] == ["North–South", "East–West"], sides
    (_, own, score), (_, other, against) = sides
    number = int(str(found["table"]).removeprefix("Table "))
    return Shown(number, str(found["state"]), (int(own), int(other)), (score, against))
