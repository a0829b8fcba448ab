"""Everybody at once: the director, the tablets, the visitors, and the book that is kept beside them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.evening.book import HANDS, Book
from tests.browser.evening.desk import Desk
from tests.browser.evening.hall import DESK, PHONE, TABLET, Hall
from tests.browser.evening.office import Office
from tests.browser.evening.tablet import Tablet
from tests.browser.evening.visitor import Visitor
from tests.events.reckoning import Played, Round

EVENT = "Thursday of the dragons"
AT = "/club/thursday-of-the-dragons/"


@dataclass
class Night:
    """The evening while it lasts."""

    hall: Hall
    dice: random.Random
    book: Book = field(default_factory=Book)
    tablets: dict[int, Tablet] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dora: Page = self.hall.somebody("Dora", DESK)
        self.office, self.desk = Office(self.dora), Desk(self.dora)

    def look(self, page: Page, kind: str) -> None:
        """Let axe look at this kind of page, once in the evening."""
        self.hall.look(page, kind)

    def device(self, who: str, code: str, *, phone: bool = False) -> Tablet:
        """A device that is paired by its code."""
        made = Tablet(self.hall.somebody(who, PHONE if phone else TABLET), self.hall.url)
        if phone:
            self.look(made.page, "pairing of a device")
        made.pair(code)
        return made

    def visitors(self) -> None:
        """Two visitors come: one with a large screen, one with a phone."""
        self.vic = Visitor(self.hall.somebody("Vic", DESK), self.hall.url)
        self.phone = Visitor(self.hall.somebody("Vic's phone", PHONE), self.hall.url)

    def in_office(self, tab: str) -> None:
        """The director goes from the desk to a page of the set-up."""
        self.dora.get_by_role("link", name="Setting up").click()
        self.office.opens(tab)

    def at_desk(self) -> None:
        """The director comes back to the desk."""
        self.dora.get_by_role("link", name="Director's desk", exact=True).click()
        expect(self.dora.get_by_role("navigation", name="Pages of the desk")).to_be_visible()

    # Rounds

    @property
    def round(self) -> Round:
        """The round that is on, as it was written down."""
        return self.book.rounds[-1]

    def begin(self, number: int) -> None:
        """Draw a round, see that nobody sees the draft, publish it, write down who meets whom."""
        self.desk.draw(number)
        self.look(self.dora, "draft")
        drafted = self.desk.drafted()
        self.is_hidden(number)
        self.desk.publish(number)
        round_ = Round(is_running=True)
        for table in self.vic.round(number):
            assert (table.state, table.scores) == ("not started", ("", ""))
            assert all(self.book.names[pair] in drafted for pair in table.pairs)
            round_.matches.append(Played(table.pairs))
        for name, why in self.vic.sits_out():
            assert (why, name in drafted) == ("bye", True)
            round_.out[self.book.number(name)] = "pairing_bye"
        self.book.rounds.append(round_)
        self.look(self.vic.page, "round")
        self.is_complete(number)

    def is_complete(self, number: int) -> None:
        """Everybody stands in the round exactly once; nobody sits out again or meets again who has played."""
        pairs = [pair for match in self.round.matches for pair in match.pairs]
        there = {pair for pair, joined in self.book.joined.items() if joined <= number} - self.book.left
        assert sorted([*pairs, *self.round.out]) == sorted(there)
        met = [
            frozenset(match.pairs)
            for each in self.book.rounds
            for match in each.matches
            if match.forfeited_by is None
        ]
        out = [pair for each in self.book.rounds for pair in each.out]
        assert (len(met), len(out)) == (len(set(met)), len(set(out)))

    def is_hidden(self, number: int) -> None:
        """No address shows a visitor anything of a draft."""
        rest: tuple[str, ...] = (
            f"rounds/{number}/",
            f"rounds/{number}/?by=name",
            f"stages/1/rounds/{number}/",
        )
        rest += (f"print/rounds/{number}/pairings/",)
        assert {self.vic.status(AT + each) for each in rest} == {404}
        assert self.vic.status(f"{AT}print/rounds/{number}/slips/") == 403  # as those of any round
        desk = ("desk/", f"desk/stages/1/rounds/{number}/draft/", "setup/")
        assert {self.vic.status(AT + each) for each in desk} == {302}
        for each in ("", "standings/", "my-table/?q=1", "hall/"):
            assert f"Round {number}" not in self.vic.text(AT + each), each
        events = self.vic.page.request.get(f"{self.hall.url}/api/v1/events").json()["results"]
        (stage,) = self.vic.page.request.get(f"{self.hall.url}/api/v1/events/{events[0]['id']}").json()[
            "stages"
        ]
        drawn = self.vic.page.request.get(f"{self.hall.url}/api/v1/stages/{stage['id']}/rounds").json()[
            "results"
        ]
        assert [each["number"] for each in drawn] == list(range(1, number))

    def finish(self, number: int) -> None:
        """Close the round; everybody sees the table that is reckoned, with every reason."""
        self.desk.opens()
        self.desk.close(number)
        self.round.is_running = False
        self.vic.standings()
        self.vic.sees(self.book.table(number))
        self.phone.standings()
        self.phone.reads_reasons(self.book.reasons(number))
        self.look(self.phone.page, "standings on a phone")

    # Tables

    def match(self, table: int) -> Played:
        """The match at a table."""
        return self.round.matches[table - 1]

    def names(self, table: int) -> tuple[str, str]:
        """The pairs at a table, North–South first."""
        first, second = self.match(table).pairs
        return self.book.names[first], self.book.names[second]

    def play(self, table: int, hands: list[dict[str, Any]]) -> None:
        """The hands of a whole match, each agreed to on the tablet of the table."""
        number = len(self.book.rounds)
        tablet = self.tablets[table]
        for at, hand in enumerate(hands, start=1):
            tablet.is_at(f"Round {number} · Hand {at} of {HANDS}")
            tablet.enter(at, hand, self.names(table))
            self.match(table).hands.append(hand)
        self.is_over(table)

    def is_over(self, table: int) -> None:
        """The tablet tells who has won, and the sums are ours."""
        first, second = self.match(table).totals()
        names = self.names(table)
        winner = "Nobody wins: a draw" if first == second else f"{names[int(second > first)]} win"
        self.tablets[table].is_over(winner)
        totals = self.tablets[table].page.locator(".total")
        expect(totals).to_have_text([str(each).replace("-", "−") for each in (first, second)])

    def each_hand_is_entered_once(self, table: int, hands: int = HANDS) -> None:
        """The desk shows so many hands of a table, with one entry each."""
        self.desk.opens()
        self.desk.table(table)
        entries = self.dora.locator("article .history summary")
        expect(entries).to_have_text(["1 entry"] * hands)
