"""Matches of the family at the table: Twenty-Eight to its end, Fifty-Six with six seats, a hand of three.

Every number here was worked out by hand after the rules: bids from 20 win 2, from 25 on 3 (in Fifty-Six from 40 and 48),
a failed bid costs its side 1 after the rule sheet, and gives the others 1 more than it would have won among clubs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.verify import verify_event
from tests.browser.test_public_pages import violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of, record
from tests.browser.test_twenty_eight_entry import agree, fits, play, says, stands
from tests.make import Evening, add_stage, evening, result
from tournaments.access import SYSTEM
from tournaments.models import Round
from tournaments.services.entrants import NewEntrant, add_entrants
from tournaments.services.rounds import NewMatch, add_matches

SIDES = ("P1", "P2", "P3")
TO_FOUR: dict[str, Any] = {
    "game": "twenty_eight",
    "profile": "seed",
    "options": {"doubling": "after_auction", "target": 4},
    "match": {"target": True},
}
OF_THREE: dict[str, Any] = {"game": "twenty_eight", "kind": "individual", "options": {"variant": "28_3p"}}


def deals(page: Page, seat: int) -> None:
    expect(page.locator(f"#bidder-{seat} small")).to_contain_text("to deal", timeout=SENT_WITHIN_MS)


def test_a_match_with_a_double_a_total_below_zero_and_a_deal_that_all_passed(
    transactional_db: None,
    eager: None,
    live_server: LiveServer,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for hall in hall_of(TO_FOUR, live_server, browser, monkeypatch):
        match = hall.evening.match(1)
        match.first_dealer = 4
        match.save(update_fields=["first_dealer"])
        page = hall.tablet()
        deals(page, 4)
        play(page, 1, 16, 16, "doubled-double")
        says(
            page,
            "Pair 1 +2, Pair 3 0. North 1: bid 16, 16 points where 16 were needed: made. Doubled: Pair 1 +1.",
        )
        agree(page)
        deals(page, 1)
        play(page, 2, 20, 19)
        says(page, "Pair 1 0, Pair 3 −1. North 3: bid 20, 19 points where 20 were needed: failed.")
        agree(page)
        stands(page, "+2", "−1")
        play_to_the_end_offline(page)
        page.locator("#agree-B").tap()
        expect(page.locator("#over .lead")).to_have_text("Pair 1 win", timeout=SENT_WITHIN_MS)
        found = result(match)
        assert (found.winner, found.reason, found.totals) == ("A", "target", {"A": 5, "B": -1})
        assert hall.hands()[3][1] == {"kind": "void", "reason": "all_pass"}
        follow(hall, page)


def play_to_the_end_offline(page: Page) -> None:
    """A deal that all passed and the hand that wins, both typed before the tablet is back on the network."""
    page.context.set_offline(True)
    page.locator("#all-passed").tap()
    says(page, "Pair 1 0, Pair 3 0. Void deal: all passed. North 3 deals.")
    record(page)
    page.locator("#next").tap()
    deals(page, 2)
    play(page, 3, 25, 26)
    expect(page.locator("#said")).to_contain_text("Pair 1 wins the match: +5 : −1.")
    record(page)
    stands(page, "+5", "−1")
    expect(page.locator("#next")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator("#network")).to_have_text("Online", timeout=SENT_WITHIN_MS)


def follow(hall: Hall, page: Page) -> None:
    """The standings that everybody sees have the match, with its total below zero."""
    event = hall.evening.event
    page.goto(f"{hall.url}/{event.club.slug}/{event.slug}/standings/")
    ranked = [
        row.locator(".name > span").first.inner_text() for row in page.locator(".standings tr.line").all()
    ]
    assert ranked.index("Pair 1") == 0 < ranked.index("Pair 3")
    page.goto(f"{hall.url}/{event.club.slug}/{event.slug}/rounds/1/")
    expect(page.locator("main")).to_contain_text("−1")
    assert verify_event(event).problems == []


def test_six_sit_around_the_table_and_bid_on_pages(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {"game": "twenty_eight", "kind": "team", "options": {"variant": "56"}}
    for hall in hall_of(made, live_server, browser, monkeypatch):
        page = hall.tablet()
        around(page)
        play(page, 1, 39, 40, "doubled-double")
        says(
            page,
            "Team 1 +2, Team 3 0. Ana 1: bid 39, 40 points where 39 were needed: made. Doubled: Team 1 +1.",
        )
        fits(page, ".near:last-child")
        agree(page)
        stands(page, "+2", "0")
        page.locator("#bids-higher").tap()
        play(page, 6, 48, 47)
        says(page, "Team 1 +4, Team 3 0. Cleo 3: bid 48, 47 points where 48 were needed: failed.")
        fits(page, ".near:last-child")
        assert violations(page) == []
        record(page)
        stands(page, "+6", "0")
        page.locator("#change").tap()
        expect(page.locator("#bid-48")).to_have_attribute("aria-pressed", "true")
        page.locator("#bid-47").tap()
        page.locator("#record").tap()
        stands(page, "+2", "+2")
        expect(page.locator("#review .plate")).to_have_text("Sent, not confirmed", timeout=SENT_WITHIN_MS)
        assert hall.hands()[2][1] == {"bidder": 6, "bid": 47, "bidder_points": 47}


def around(page: Page) -> None:
    """Neighbours in play sit side by side, and each sits between two of the other side."""
    boxes = {seat: page.locator(f"#bidder-{seat}").bounding_box() for seat in range(1, 7)}
    rows = sorted({round(each["y"]) for each in boxes.values() if each})
    columns = sorted({round(each["x"]) for each in boxes.values() if each})
    assert (len(rows), len(columns)) == (2, 3)
    at = {
        seat: (columns.index(round(each["x"])), rows.index(round(each["y"])))
        for seat, each in boxes.items()
        if each
    }
    for seat, ours in at.items():
        theirs = at[seat % 6 + 1]
        assert abs(ours[0] - theirs[0]) + abs(ours[1] - theirs[1]) == 1
        expect(page.locator(f"#bidder-{seat} small")).to_have_text(f"{seat} · Team {1 if seat % 2 else 3}")


@pytest.fixture
def three(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    """Three people at one table, everybody for himself."""
    for hall in hall_of({}, live_server, browser, monkeypatch):
        hall.evening = table_of_three()
        yield hall


def table_of_three() -> Evening:
    """An evening with one match of three, each with a score of their own."""
    made = evening(0, **OF_THREE)
    made.stage.delete()
    made.stage = add_stage(
        made.event,
        method="manual",
        points={"places": [2, 1, 0]},
        ranking=["match_points"],
        match={"hands": 2},
    )
    made.entrants = add_entrants(
        SYSTEM, made.event, [NewEntrant(name, (name,)) for name in ("One", "Two", "Three")]
    )
    playing = Round.objects.create(stage=made.stage, number=1, status="published")
    add_matches(playing, SIDES, [NewMatch([[each.pk] for each in made.entrants], 1)])
    return made


def test_of_three_the_bidder_plays_against_the_two_others(three: Hall) -> None:
    page = three.tablet()
    play(page, 2, 21, 21)
    says(page, "One −2, Two +4, Three −2. Two: bid 21, 21 points where 21 were needed: made.")
    expect(page.locator(".taken legend")).to_have_text("Points of Two: 21")
    expect(page.locator(".near p").first).to_contain_text("One + Three: 7")
    fits(page, ".near:last-child")
    agree(page, "P1")
    stands(page, "−2", "+4", "−2")
    play(page, 1, 12, 11)
    says(page, "One −4, Two +2, Three +2. One: bid 12, 11 points where 12 were needed: failed.")
    agree(page, "P3")
    stands(page, "−6", "+6", "0")
    expect(page.locator("#over")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert result(three.evening.match(1)).totals == {"P1": -6, "P2": 6, "P3": 0}
