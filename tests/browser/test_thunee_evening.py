"""Matches of Thunee on a tablet: to twelve and to thirteen balls, ruled and corrected by the director.

Every number here was worked out by hand after the rules for clubs: the other side counts towards 105, a call that
is lost costs two balls, Thunee, a failed Khanaak and a four-ball four.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.verify import verify_event
from tests.browser.test_desk import log_in
from tests.browser.test_public_pages import violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of
from tests.browser.test_thunee_entry import CLUB, hand, later, says, tap
from tests.make import correct, enter, result, states
from tests.pages.test_desk import at
from tests.scoring.domain.test_matches_of_thunee import counted, double, fault_of

RAISED = {"khanaak_raises_target": "any_hand"}


@pytest.fixture
def hall(
    transactional_db: None,
    eager: None,
    live_server: LiveServer,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Hall]:
    yield from hall_of({**CLUB, "options": RAISED}, live_server, browser, monkeypatch)


def stands(page: Page, a: int, b: int, target: int = 12) -> None:
    """The balls of both sides in the head: on the cards, and the number beside them."""
    for side, balls in enumerate((a, b)):
        box = page.locator(".score .side").nth(side)
        expect(box.get_by_role("img", name=f"{balls} of {target} balls", exact=True)).to_be_visible(
            timeout=SENT_WITHIN_MS
        )
        expect(box.locator(".pip:not(.covered)")).to_have_count(min(balls, 12))
        expect(box.locator(".total")).to_have_text(str(balls))


def four_ball(page: Page, side: str) -> None:
    tap(page, "kind-infraction", f"side-{side}", "code-revoke")
    later(page)


def first_game(hall: Hall, page: Page) -> None:
    """A Jodhi, a Thunee, a four-ball that the director rules at the desk, a Double to twelve balls."""
    page.locator("#more summary").tap()
    tap(page, "jodhi-A-40")
    hand(page, "B", 30, 134, "A")
    says(page, "Jodhi of Pair 1: 40. Pair 1: Counted 214 of 105 against a call. The game stands 2–0.")
    later(page)
    tap(page, "kind-thunee", "side-A", "result-made")
    says(page, "Thunee made. The game stands 6–0.")
    later(page)
    expect(page.locator("#network")).to_have_text("Online", timeout=SENT_WITHIN_MS)
    made = hall.evening
    rule_on_hand(made.dora, made.match(), OnHand(number=3, code="revoke", side="B", reason="Held a heart."))
    stands(page, 10, 0)
    page.locator("#more").evaluate("(fold) => { fold.open = true; }")
    hand(page, "A", 0, 304)
    tap(page, "final-A-double", "winner-caller")
    says(page, "Double made. Pair 1 wins the game 12–0.")
    later(page)
    stands(page, 0, 0)
    expect(page.locator("#games-over")).to_have_text("Games: 12–0")


def second_game(page: Page) -> None:
    """A Khanaak that fails makes the game one ball longer: twelve are not enough."""
    page.locator("#more").evaluate("(fold) => { fold.open = true; }")
    hand(page, "A", 20, 264, "A")
    tap(page, "jodhi-A-50", "final-A-khanaak", "winner-caller")
    says(page, "The other side’s Khanaak failed: 60 against 60. The game stands 0–4.")
    later(page)
    four_ball(page, "A")
    four_ball(page, "A")
    stands(page, 0, 12, 13)
    hand(page, "B", 0, 50, "A")
    says(page, "The other side counted 60 of 105. Pair 3 wins the game 13–0.")
    later(page)
    expect(page.locator("#games-over")).to_have_text("Games: 12–0, 0–13")


def test_a_game_to_twelve_and_one_to_thirteen_balls(hall: Hall) -> None:
    page = hall.tablet()
    first_game(hall, page)
    second_game(page)
    stands(page, 0, 0)
    expect(page.locator("#network")).to_have_text("Online", timeout=SENT_WITHIN_MS)
    expect(page.locator("#hand-8 .sign")).not_to_contain_text("Saved", timeout=SENT_WITHIN_MS)
    found = result(hall.evening.match())
    assert (found.games, found.totals) == ({"A": 1, "B": 1}, {"A": 12, "B": 13})
    assert [row["after"] for row in (found.by_game or [])[1]["hands"]][-1] == {"A": 0, "B": 13}
    assert verify_event(hall.evening.event).problems == []


def test_balls_that_a_ruling_takes_away_are_gone_at_the_table_too(hall: Hall) -> None:
    made = hall.evening
    for number, summary in enumerate((fault_of("B"), fault_of("B"), counted("A"), counted("A")), start=1):
        enter(made.match(), number, summary, made.dora)
    late = OnHand(number=4, code="late_scorecard", side="A", reason="Not opened before the cut.")
    rule_on_hand(made.dora, made.match(), late)
    page = hall.tablet()
    stands(page, 9, 0)
    page.context.set_offline(True)
    hand(page, "B", 30, 134, "A")
    says(page, "The game stands 11–0.")
    later(page)
    stands(page, 11, 0)
    page.locator("#more summary").tap()
    expect(page.locator("#corner-A")).to_have_text("Pair 1: one ball short, in the corner house. No Double.")
    expect(page.locator("#final-A-double")).to_have_count(0)
    expect(page.locator("#final-B-double")).to_be_visible()


def test_a_double_that_comes_to_stand_on_the_corner_house_is_settled_by_the_director(hall: Hall) -> None:
    made = hall.evening
    hands = (
        fault_of("B"),
        fault_of("B"),
        counted("A"),
        counted("A"),
        {"kind": "cancelled", "reason": "misdeal"},
    )
    for number, summary in enumerate((*hands, double("A")), start=1):
        enter(made.match(), number, summary, made.dora)
    page = hall.tablet()
    expect(page.locator("#games-over")).to_have_text("Games: 12–0")
    correct(made.match(), 5, counted("A"), made.dora)
    stands(page, 11, 0)
    assert states(made.match())[6] == "doubtful"
    expect(page.locator("#hand-6 .sign")).to_have_text("to be checked")
    tap(page, "hand-6")
    expect(page.locator("#doubt")).to_contain_text(
        "No Double: side Pair 1 is one ball short. An earlier hand"
    )
    expect(page.locator("#review .sentence")).not_to_contain_text("wins the game")
    expect(page.locator("#review")).to_contain_text("Not right? Call the director")
    settle(hall)
    stands(page, 11, 4)
    expect(page.locator("#hand-6 .sign")).not_to_contain_text("checked")
    assert verify_event(made.event).problems == []


def settle(hall: Hall) -> None:
    """The director sees why, and rules that the Double was called one ball short."""
    context = hall.browser.new_context(viewport={"width": 1024, "height": 800}, locale="en")
    log_in(context, hall.url, hall.evening)
    desk, made = context.new_page(), hall.evening
    desk.goto(hall.url + at(made.event, f"matches/{made.match().pk}/"))
    expect(desk.locator(".page-head .reason")).to_contain_text("hand 6 does not fit any more")
    doubt = desk.locator("#hand-6 .doubt")
    expect(doubt).to_contain_text("No Double: side North–South is one ball short.")
    assert violations(desk) == []
    desk.locator("#rule-6").click()
    desk.locator("#ruling-code").select_option("corner_house_double")
    desk.locator("#ruling-side").select_option("A")
    desk.locator("#ruling-reason").fill("The markers had not been moved.")
    desk.locator("#rule").click()
    expect(doubt).to_have_count(0)
    assert result(made.match()).obstacles == []
