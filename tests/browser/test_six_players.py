"""The game for six in a real Chromium: the tablet with six seats, the questions that follow the variant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from engine.registry import get_game
from scoring.setup import stage_setup
from tests.browser.test_public_pages import SCHEMES, violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of
from tests.browser.test_tichu_entry import wander
from tests.make import SIX
from tournaments.models import User

PHONE, TABLET = (390, 844), (1024, 768)
SEATS = range(1, 7)


@pytest.fixture
def hall(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    yield from hall_of(SIX, live_server, browser, monkeypatch)


def box(page: Page, where: str) -> dict[str, float]:
    """Where something stands on the page, in pixels."""
    found = page.locator(where).bounding_box()
    assert found is not None, where
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def look(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => scrollTo(0, 0)")


def test_the_usual_hand_of_six_takes_four_taps_beside_the_number(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#first-5").tap()
    expect(page.locator(".foot-bar .sentence")).to_have_text(
        "Now the card points of one side, or the triple victory."
    )
    page.locator("#call-5-small").tap()
    page.locator("#points-A").fill("60")
    page.locator("#points-A").blur()
    page.locator("#record").tap()
    page.locator("#agree-B").tap()
    expect(page.locator(".total").first).to_have_text("160", timeout=SENT_WITHIN_MS)
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert hall.hands()[1][0] == "confirmed"


def test_a_triple_victory_is_worth_three_hundred(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#first-2").tap()
    page.locator("#call-3-grand").tap()
    expect(page.locator("#sweep")).to_have_text("Triple victory")
    page.locator("#sweep").tap()
    sentence = page.locator(".foot-bar .sentence")
    expect(sentence).to_contain_text("+300")
    expect(sentence).to_contain_text("−200")
    page.locator("#record").tap()
    expect(page.locator("#review .plate")).to_have_text("Sent, not confirmed", timeout=SENT_WITHIN_MS)
    assert hall.hands()[1][1] == {"first_out": 2, "result": "triple", "calls": {"3": "grand"}}


def test_no_way_of_tapping_among_six_makes_a_hand_that_cannot_occur(hall: Hall) -> None:
    page = hall.tablet()
    setup = stage_setup(hall.evening.match(1).round.stage)
    game = get_game("tichu")
    found = wander(page, 6)
    assert [each for each in found if game.check(each, setup.rules)] == []
    assert {each["result"] for each in found} == {"count", "triple"}
    assert {each["first_out"] for each in found} == set(SEATS)


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_six_seats_stand_around_the_table_and_nothing_covers_them(hall: Hall, size: tuple[int, int]) -> None:
    page = hall.tablet()
    look(page, size)
    page.locator("#first-5").tap()
    for seat, call in ((1, "grand"), (3, "small")):
        page.locator(f"#call-{seat}-{call}").tap()
    page.locator("#points-A").fill("-25")
    page.locator("#points-A").blur()
    page.evaluate("() => scrollTo(0, 0)")
    seats = {seat: box(page, f"#first-{seat}") for seat in SEATS}
    rows = sorted({round(each["y"]) for each in seats.values()})
    columns = sorted({round(each["x"]) for each in seats.values()})
    at = {
        seat: (columns.index(round(each["x"])), rows.index(round(each["y"]))) for seat, each in seats.items()
    }
    for seat in SEATS:
        ours, theirs = at[seat], at[seat % 6 + 1]
        assert abs(ours[0] - theirs[0]) + abs(ours[1] - theirs[1]) == 1, "neighbours in play sit side by side"
    bar = box(page, ".foot-bar")
    assert box(page, "#points-B")["bottom"] <= bar["y"] < bar["bottom"] <= size[1] + 1
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    small = [each for each in seats.values() if each["height"] < 48]
    assert small == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_tablet_of_six_is_accessible(hall: Hall, language: str) -> None:
    page = hall.tablet(language=language)
    page.locator("#first-1").tap()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []


def test_the_help_of_the_tablet_leads_to_the_rules(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#help").tap()
    with page.context.expect_page() as opened:
        page.locator("#read-rules").tap()
    expect(opened.value.locator("h1")).to_have_text("Rules for players")
    expect(opened.value.locator("main")).to_contain_text("Triple victory: when all three of a team")
    expect(page.locator("#entry")).to_be_visible()


def test_the_questions_of_an_event_follow_the_variant(hall: Hall) -> None:
    dora = User.objects.get(pk=hall.evening.dora.user.pk)  # type: ignore[union-attr]
    dora.set_password("twelve small words")
    dora.save()
    page = hall.context().new_page()
    page.goto(f"{hall.url}/login/")
    page.locator("#id_username").fill(dora.username)
    page.locator("#id_password").fill("twelve small words")
    page.locator("main button[type=submit]").click()
    page.goto(f"{hall.url}/new/")
    page.locator("#name").fill("Six at a table")
    kinds = page.locator("#entrant_kind")
    expect(kinds).to_have_value("pair")
    page.locator("#option_variant").focus()
    page.locator("#option_variant").select_option("tientsin")
    expect(kinds).to_have_value("team")
    expect(kinds.locator("option:checked")).to_have_text("teams of 3")
    expect(page.locator("#option_variant")).to_be_focused()
    expect(page.locator("#summary")).to_contain_text("Tientsin (6 players)")
    page.locator("#option_variant").select_option("")
    expect(kinds).to_have_value("pair")
