"""Cards drawn for seats in a real Chromium: at the tablet by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.services.seat_draw import enter_draw, open_drawing
from tests.browser.test_public_pages import SCHEMES, violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of
from tournaments.models import Entrant

CARDS = {"game": "malilla", "settings": {"seat_draw": "cards"}, "options": {"draw_ties": "redraw"}}
TOP = "() => document.querySelector('#spread')?.offsetTop ?? null"
TIED = {1: "9O", 2: "RC", 3: "2B", 4: "2E"}


@pytest.fixture
def hall(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    yield from hall_of(CARDS, live_server, browser, monkeypatch)


def place_of(hall: Hall, card: str) -> int:
    return open_drawing(hall.evening.match()).face_down.index(card) + 1


def take(page: Page, hall: Hall, seat: int, card: str) -> None:
    """Somebody takes a card; nothing has moved under the finger of the next one."""
    place = place_of(hall, card)
    spread = page.evaluate(TOP)
    taker = page.locator(f"#taker-{seat}")
    if taker.count() and taker.is_enabled():
        taker.tap()
    page.locator(f"#place-{place}").tap()
    expect(page.locator(f"#place-{place}")).to_have_count(0, timeout=SENT_WITHIN_MS)
    assert page.evaluate(TOP) in (spread, None)


def people(hall: Hall) -> dict[int, str]:
    seats = hall.evening.match().seats.select_related("player")
    return {seat.position or 0: seat.player.name for seat in seats}


def fits(page: Page) -> bool:
    wide: bool = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    return wide


def test_four_draw_two_again_one_turns_and_all_sit_down(hall: Hall) -> None:
    page = hall.tablet()
    before = people(hall)
    expect(page.get_by_role("heading", name="Draw for seats")).to_be_visible()
    for seat, card in TIED.items():
        take(page, hall, seat, card)
    expect(page.locator(".asked")).to_contain_text(f"Equal cards: {before[3]}, {before[4]} draw again.")
    expect(page.locator("#taker-1")).to_be_disabled()
    take(page, hall, 4, "8O")
    take(page, hall, 3, "AB")
    expect(page.locator(".asked")).to_contain_text(f"{before[1]} turns a card")
    assert violations(page) == [] and fits(page)
    take(page, hall, 1, "5C")
    expect(page.get_by_role("heading", name="Take these seats")).to_be_visible()
    expect(page.locator("#drawn-seats li").first).to_contain_text(before[1])
    expect(page.locator("#drawn-seats .deals")).to_contain_text(people(hall)[3])
    expect(page.locator("#drawn-cards")).to_contain_text("2 of batons")
    expect(page.locator("#drawn-cards")).to_contain_text("ace of batons")
    assert violations(page) == [] and fits(page)
    page.locator("#close-draw").tap()
    expect(page.locator("#dealer-3")).to_have_attribute("aria-pressed", "true", timeout=SENT_WITHIN_MS)
    expect(page.locator("#open-draw")).to_contain_text("deals first")


def test_cards_are_taken_with_the_keyboard_alone(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#taker-2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#taker-2")).to_have_attribute("aria-pressed", "true")
    page.locator("#place-1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#place-8")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#place-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#place-1")).to_have_count(0, timeout=SENT_WITHIN_MS)
    drawn = hall.evening.match().draw
    assert drawn is not None and list(drawn["rounds"][0]) == ["2"]


def test_two_tablets_see_each_others_cards_and_none_is_taken_twice(hall: Hall) -> None:
    one, other = hall.tablet(), hall.tablet()
    place = place_of(hall, "9O")
    other.context.set_offline(True)
    take(one, hall, 1, "9O")
    expect(other.locator(f"#place-{place}")).to_be_visible()
    other.locator("#taker-2").tap()
    other.locator(f"#place-{place}").tap()
    expect(other.locator("#draw-fault")).to_contain_text("not reached", timeout=SENT_WITHIN_MS)
    other.context.set_offline(False)
    expect(other.locator(f"#place-{place}")).to_have_count(0, timeout=SENT_WITHIN_MS)
    expect(other.locator("#spread .drawn-card")).to_have_count(1)


def test_who_does_not_want_to_draw_plays_as_they_sit(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#skip-draw").tap()
    expect(page.locator("#entry")).to_be_visible()
    page.reload()
    expect(page.locator("#entry")).to_be_visible()
    page.locator("#open-draw").tap()
    expect(page.locator("#spread")).to_be_visible()


def test_a_pair_called_after_its_players_tells_who_sits_where_the_cards_put_them(hall: Hall) -> None:
    pair = Entrant.objects.get(participations__match=hall.evening.match(), participations__side="A")
    north, south = pair.line_up.values_list("player__name", flat=True)
    Entrant.objects.filter(pk=pair.pk).update(name=f"{south} – {north}")
    page = hall.tablet()
    page.locator("#skip-draw").tap()
    expect(page.locator(".side .soft").first).to_have_text(f"North: {north}, South: {south}")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_draw_in_spanish_has_nothing_that_axe_finds(hall: Hall, scheme: Any) -> None:
    page = hall.tablet(language="es")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    expect(page.get_by_role("heading", name="Sorteo de asientos")).to_be_visible()
    take(page, hall, 2, "RC")
    expect(page.locator("#taker-2")).to_contain_text("rey de copas")
    assert violations(page) == [] and fits(page)


@pytest.fixture
def club(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    yield from hall_of({"game": "malilla"}, live_server, browser, monkeypatch)


def test_where_only_the_dealer_is_to_be_found_a_line_leads_to_one_card(club: Hall) -> None:
    page = club.tablet()
    before = people(club)
    expect(page.locator("#entry")).to_be_visible()
    page.locator("#open-draw").tap()
    page.locator(f"#place-{place_of(club, '5E')}").tap()
    expect(page.locator("#drawn-dealer")).to_have_text(f"{before[4]} deals first.", timeout=SENT_WITHIN_MS)
    assert people(club) == before
    page.locator("#close-draw").tap()
    expect(page.locator("#dealer-4")).to_have_attribute("aria-pressed", "true", timeout=SENT_WITHIN_MS)


def test_a_hand_typed_before_another_device_ended_the_draw_waits_for_a_person(hall: Hall) -> None:
    page, match = hall.tablet(), hall.evening.match()
    page.locator("#skip-draw").tap()
    page.context.set_offline(True)
    for name in ("dealer-1", "pinta-suit-C", "pinta-rank-2", "points-key-5", "points-key-0"):
        page.locator(f"#{name}").tap()
    page.locator("#record").tap()
    page.locator("#agree-B").tap()
    expect(page.locator("#review .sentence")).to_contain_text("Pair 1 +14, Pair 3 0. North 1 dealt")
    cards = {str(seat): card for seat, card in zip((4, 3, 2, 1), ("9E", "AB", "RC", "2O"), strict=True)}
    enter_draw(hall.evening.dora, match, [cards], "5C")
    page.context.set_offline(False)
    expect(page.locator("#review .errors")).to_contain_text("enter the hand again", timeout=SENT_WITHIN_MS)
    expect(page.locator("#review .sentence")).to_contain_text("Pair 1 +14, Pair 3 0. North 1 dealt")
    assert not match.hands.exists()
    page.reload()
    page.locator("#change").tap()
    expect(page.locator("#points-A")).to_have_value("")
    expect(page.locator("#dealer-1")).to_contain_text("South 3")
    for name in ("dealer-3", "pinta-suit-C", "pinta-rank-2", "points-key-2", "points-key-2"):
        page.locator(f"#{name}").tap()
    expect(page.locator("#said")).to_contain_text("Pair 3 0, Pair 1 +14")
    page.locator("#record").tap()
    expect(page.locator("#review .plate")).to_have_text("Sent, not confirmed", timeout=SENT_WITHIN_MS)
    assert match.hands.get().current.payload["points"] == {"A": 22, "B": 50}
