"""A match of Malilla of three games, typed in Spanish on a tablet, ruled and corrected by the director.

Every number here was worked out by hand after the rules for clubs: with more than 36 a side writes what it has
above 36, the side of the dealer writes the turned card at once, 40 points win a game, two games the match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.verify import verify_event
from tests.browser.test_desk import log_in
from tests.browser.test_malilla_entry import deals, hand, says
from tests.browser.test_public_pages import violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of, record, say
from tests.make import counted, enter, result, states
from tests.pages.test_desk import at

WON, OPEN = "●", "○"
FIRST = [(1, 36, 0), (2, 36, 0), (3, 36, 6), (4, 38, 6), (5, 40, 6)]
SECOND = [(6, 0, 36), (7, 0, 52)]
THIRD = [(8, 36, 0), (9, 43, 0)]


@dataclass
class Table:
    """A table with its tablet; the director comes with a browser of their own."""

    hall: Hall
    page: Page
    desk: Page = field(init=False)

    def __post_init__(self) -> None:
        context = self.hall.browser.new_context(viewport={"width": 1024, "height": 800}, locale="es")
        log_in(context, self.hall.url, self.hall.evening)
        self.desk = context.new_page()

    @property
    def match(self) -> str:
        """The address of the match at the desk."""
        made = self.hall.evening
        return self.hall.url + at(made.event, f"matches/{made.match(1).pk}/")

    def stands(self, score: tuple[int, int], games: tuple[int, int]) -> None:
        """The head of the tablet: the game in progress, at the end the games won, and a mark for each of those."""
        for side in (0, 1):
            box = self.page.locator(".score .side").nth(side)
            expect(box.locator(".total")).to_have_text(str(score[side]), timeout=SENT_WITHIN_MS)
            marks = WON * games[side] + OPEN * (2 - games[side])
            expect(box.locator(".games-won [aria-hidden]")).to_have_text(marks)

    def agree(self) -> None:
        """Record what was typed; the other side looks and agrees."""
        record(self.page)
        self.page.locator("#agree-B").tap()
        expect(self.page.locator("#review .plate").filter(has_text="Confirmada")).to_have_count(0)
        expect(self.page.locator("#entry, #over")).to_be_visible(timeout=SENT_WITHIN_MS)

    def plays(self, card: str, points: int, score: tuple[int, int], games: tuple[int, int] = (0, 0)) -> None:
        """A hand whose dealer the tablet knows, and how it stands then."""
        hand(self.page, card, points)
        self.agree()
        self.stands(score, games)

    def corrects(self, number: int, points: int) -> list[str]:
        """The director corrects the points of side A; returns what the page said would change."""
        self.desk.goto(f"{self.match}hands/{number}/")
        for side, own in (("A", points), ("B", 72 - points)):
            self.desk.locator(f"#hand-points-{side}").fill(str(own))
        self.desk.locator("#preview").click()
        changes = self.desk.locator(".compare tbody tr").all_inner_texts()
        self.desk.locator("input[name=agreed]").uncheck()
        self.desk.locator("#save").click()
        expect(self.desk).to_have_url(self.match)
        self.desk.locator(f"#hand-{number}").get_by_role("button", name="Confirmar").click()
        expect(self.desk.locator(f"#hand-{number} .plate").first).to_have_text("confirmada")
        return [" ".join(each.split()) for each in changes]

    def columns(self) -> list[list[tuple[int, ...]]]:
        """The games on two columns as the director sees them."""
        self.desk.goto(self.match)
        return [
            [
                tuple(int(re.sub(r"\D", "", cell)) for cell in row.locator("th, td").all_inner_texts())
                for row in game.locator("tbody tr").all()
            ]
            for game in self.desk.locator(".game-on-paper").all()
        ]

    def ranks(self) -> dict[str, str]:
        """The place of each pair in the standings that everybody sees."""
        made = self.hall.evening
        self.desk.goto(f"{self.hall.url}/{made.event.club.slug}/{made.event.slug}/standings/")
        rows = self.desk.locator(".standings tr.line")
        return {
            row.locator(".name > span").first.inner_text(): row.locator(".rank").inner_text()[0]
            for row in rows.all()
        }


@pytest.fixture
def table(
    transactional_db: None,
    eager: None,
    live_server: LiveServer,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Table]:
    for hall in hall_of({"game": "malilla", "match": {"target": True}}, live_server, browser, monkeypatch):
        yield Table(hall, hall.tablet(language="es"))


def first_game(table: Table) -> None:
    """Even, then a turned card that would win the game and is lost, then the game with 40 points exactly."""
    page = table.page
    page.locator("#dealer-1").tap()
    table.plays("AO", 68, (36, 0))
    deals(page, 2)
    hand(page, "6B", 36)
    says(page, "36 cada uno: nadie puntúa por la mano")
    table.agree()
    table.stands((36, 0), (0, 0))
    deals(page, 3)
    hand(page, "AC", 30)
    closing = "La pinta ganaría el juego: solo cuenta si Pair 1 pasa de 36."
    expect(page.locator("#closing")).to_contain_text(closing)
    says(page, "Pair 1 0, Pair 3 +6.")
    table.agree()
    table.stands((36, 6), (0, 0))
    table.plays("2O", 38, (38, 6))
    hand(page, "SB", 37)
    says(page, "Pair 1 gana el juego 40–6.")
    table.agree()
    table.stands((0, 0), (1, 0))
    expect(page.locator("#games-over")).to_have_text("Juegos: 40–6")


def second_game(table: Table) -> None:
    """A revoke that the director rules at the desk, then the game for the other side."""
    deals(table.page, 2)
    table.desk.goto(table.match)
    table.desk.locator("#rule-next").click()
    table.desk.locator("#ruling-code").select_option("renuncio")
    table.desk.locator("#ruling-side").select_option("A")
    table.desk.locator("#ruling-reason").fill("Jugó copas teniendo oros.")
    expect(table.desk.locator("#hand-known-dealer")).to_have_value("2")
    table.desk.locator("#hand-known-pinta").select_option("4C")
    table.desk.locator("#rule").click()
    expect(table.desk).to_have_url(table.match)
    expect(table.page.locator("#hand-6")).to_be_visible(timeout=SENT_WITHIN_MS)
    table.stands((0, 36), (1, 0))
    deals(table.page, 3)
    table.plays("3O", 20, (0, 0), (1, 1))


def third_game(table: Table) -> None:
    """All tricks for one side, then the match."""
    deals(table.page, 4)
    hand(table.page, "7E", 72)
    says(table.page, "Capote de Pair 1: todas las bazas.")
    table.agree()
    table.stands((36, 0), (1, 1))
    hand(table.page, "RO", 40)
    says(table.page, "Pair 1 gana el juego 43–0.")
    table.agree()
    expect(table.page.locator("#games-over")).to_have_text("Juegos: 40–6, 0–52, 43–0", timeout=SENT_WITHIN_MS)
    table.stands((2, 1), (2, 1))


def first_correction(table: Table) -> None:
    """34 and the ace of the turned card in hand 1: the 2 points of hand 4 win the first game already."""
    made = table.hall.evening
    changes = table.corrects(1, 70)
    assert any(each.startswith("Mano 1") for each in changes)
    assert "Juego a juego 40–6, 0–52, 43–0 40–6, 2–52, 43–0" in changes
    assert table.columns() == [
        [(1, 38, 0), (2, 38, 0), (3, 38, 6), (4, 40, 6)],
        [(5, 2, 0), (6, 2, 36), (7, 2, 52)],
        THIRD,
    ]
    found = result(made.match(1))
    assert (found.winner, found.games) == ("A", {"A": 2, "B": 1})
    assert set(states(made.match(1)).values()) == {"counts"}
    over = table.page.locator("#games-over")
    expect(over).to_have_text("Juegos: 40–6, 2–52, 43–0", timeout=SENT_WITHIN_MS)


def second_correction(table: Table) -> None:
    """All points of hand 1 for the other side: it has the first game with hand 3, the match with hand 7."""
    made = table.hall.evening
    table.corrects(1, 0)
    assert table.columns() == [
        [(1, 4, 36), (2, 4, 36), (3, 8, 42)],
        [(4, 2, 0), (5, 4, 0), (6, 4, 36), (7, 4, 52)],
    ]
    found = result(made.match(1))
    assert (found.winner, found.reason, found.games) == ("B", "games", {"A": 0, "B": 2})
    assert {number for number, state in states(made.match(1)).items() if state == "surplus"} == {8, 9}
    table.stands((0, 2), (0, 2))
    expect(table.page.locator("#games-over")).to_have_text("Juegos: 8–42, 4–52")
    for number in (8, 9):
        expect(table.page.locator(f"#hand-{number} .sign")).to_have_text("tras el final del encuentro")


def test_a_match_of_three_games_is_typed_ruled_and_corrected(table: Table) -> None:
    first_game(table)
    second_game(table)
    third_game(table)
    made = table.hall.evening
    found = result(made.match(1))
    assert (found.winner, found.reason, found.games) == ("A", "games", {"A": 2, "B": 1})
    assert found.totals == {"A": 40 + 0 + 43, "B": 6 + 52 + 0}
    assert table.columns() == [FIRST, SECOND, THIRD]
    ranks = table.ranks()
    assert ranks["Pair 1"] == "1" < ranks["Pair 3"]
    first_correction(table)
    second_correction(table)
    ranks = table.ranks()
    assert ranks["Pair 3"] == "1" < ranks["Pair 1"]
    assert violations(table.page) == []
    assert verify_event(made.event).problems == []


def test_games_that_a_stage_makes_have_columns_too(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for hall in hall_of({"match": {"best_of": 3}}, live_server, browser, monkeypatch):
        for number, points in enumerate((100, 100, 0), start=1):
            enter(hall.evening.match(1), number, counted(points), hall.evening.dora)
        page = hall.tablet()
        expect(page.locator(".total").first).to_have_text("200")
        page.context.set_offline(True)
        say(page, 1, 60)
        record(page)
        expect(page.locator(".total").first).to_have_text("260")
        expect(page.locator(".by-game #hand-3 .after").first).to_contain_text("200")
        expect(page.locator(".by-game #hand-4 .after").first).to_contain_text("–")
