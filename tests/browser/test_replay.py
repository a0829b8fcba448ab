"""A hand of every game card by card in a real browser: buttons, keys, touch, no scripts; on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from engine.core.game import Game
from engine.registry import all_games
from scoring.intake import parse_submission, submit
from scoring.models import EntrySource
from scoring.services.release import release_hands
from tests.browser.test_public_pages import violations
from tests.make import Evening, evening
from tests.support.recorded import recorded

GAMES = [game for game in all_games() if game.play and game.play.showing]


@dataclass(frozen=True)
class Shown:
    """The address of a recorded hand that everybody may see, and the number of its last step."""

    url: str
    last: int


@pytest.fixture(params=GAMES, ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    """Each game whose hands are shown card by card."""
    found: Game = request.param
    return found


@pytest.fixture
def shown(transactional_db: None, eager: None, live_server: LiveServer, game: Game) -> Shown:
    return released(live_server, evening(4, game=game.key, match={"hands": 4}))


def released(live_server: LiveServer, made: Evening) -> Shown:
    """A hand of the event that was recorded card by card, for everybody to see."""
    made.next_round()
    match, event = made.match(1), made.event
    record, summary = recorded(3, event.game, profile=event.profile, **event.options)
    raw = {"submission": str(uuid4()), "hand": 1, "summary": summary, "record": record}
    submit(match, parse_submission(raw), made.dora, EntrySource.USER)
    release_hands(made.dora, match)
    path = f"/{event.club.slug}/{event.slug}/matches/{match.pk}/hands/1/"
    return Shown(live_server.url + path, len(record["events"]))


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en", is_mobile=True, has_touch=True
    )
    yield context.new_page()
    context.close()


def at(page: Page, shown: Shown, step: int) -> None:
    """The page is at this step: its count, its sentence, its list, its address."""
    expect(page.locator("#replay-step")).to_have_text(f"Step {step} of {shown.last}")
    current = page.locator("#replay-events [aria-current]")
    expect(current).to_have_count(1)
    expect(current).to_have_attribute("data-step", str(step))


def test_keys_step_forth_and_back_to_the_start_and_to_the_end(
    shown: Shown, page: Page, complaints: list[str]
) -> None:
    page.goto(shown.url)
    expect(page.locator("#replay-help")).to_be_visible()
    at(page, shown, 0)
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", shown.last),
        ("ArrowRight", shown.last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        at(page, shown, step)
    for size in ({"width": 1024, "height": 768}, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate("scrollTo(0, 0)")
        for _ in range(shown.last // 3):
            page.keyboard.press("ArrowRight")
        words, table, steps = (
            page.locator(each).bounding_box() for each in (".replay-said", "#replay-table", "#replay-steps")
        )
        assert words is not None and table is not None and steps is not None
        assert words["y"] >= 0 and table["y"] + table["height"] <= steps["y"], "all is seen together"
        assert steps["y"] + steps["height"] <= size["height"]
    page.keyboard.press("End")
    expect(page.locator("#replay-ending")).to_be_visible()
    assert page.url.endswith(f"?step={shown.last}")
    page.reload()
    at(page, shown, shown.last)


def test_buttons_and_the_list_lead_to_the_same_tables_as_the_server_draws(
    shown: Shown, page: Page, browser: Browser, complaints: list[str]
) -> None:
    plain = browser.new_context(java_script_enabled=False, locale="en").new_page()
    page.goto(shown.url)
    page.locator("#replay-forward").click()
    at(page, shown, 1)
    page.locator("#replay-last").click()
    at(page, shown, shown.last)
    page.locator("#replay-back").click()
    at(page, shown, shown.last - 1)
    page.locator("#replay-first").click()
    at(page, shown, 0)
    for step in (5, shown.last // 3, shown.last * 2 // 3, shown.last):
        page.locator(f"#replay-events [data-step='{step}']").click()
        at(page, shown, step)
        said = page.locator("#replay-said").inner_text()
        plain.goto(f"{shown.url}?step={step}")
        assert plain.locator("#replay-said").inner_text() == said
        drawn = page.locator("#replay-table").inner_text().split()
        assert plain.locator("#replay-table").inner_text().split() == drawn
    plain.context.close()


def test_without_scripts_every_step_is_a_link(shown: Shown, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(shown.url)
    page.locator("#replay-forward").click()
    at(page, shown, 1)
    page.locator("#replay-forward").click()
    page.locator("#replay-back").click()
    at(page, shown, 1)
    page.locator("#replay-events [data-step='9']").click()
    at(page, shown, 9)
    expect(page.locator("#replay-forward")).to_be_in_viewport()
    expect(page.locator("#replay-help")).to_be_hidden()
    page.locator("#replay-last").click()
    expect(page.locator("#replay-ending")).to_be_visible()
    context.close()


def test_a_swipe_over_the_table_is_a_step(shown: Shown, phone: Page) -> None:
    phone.goto(f"{shown.url}?step=6")
    swipe = """([from, to]) => {
        const board = document.getElementById("replay-table");
        const touch = x => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
        board.dispatchEvent(new TouchEvent("touchstart", {touches: [touch(from)], bubbles: true}));
        board.dispatchEvent(new TouchEvent("touchend", {changedTouches: [touch(to)], bubbles: true}));
    }"""
    phone.evaluate(swipe, [300, 120])
    at(phone, shown, 7)
    phone.evaluate(swipe, [120, 300])
    at(phone, shown, 6)
    phone.evaluate(swipe, [120, 140])
    at(phone, shown, 6)
    phone.locator("#replay-forward").tap()
    at(phone, shown, 7)


def test_the_slider_moves_through_the_hand(shown: Shown, page: Page) -> None:
    page.goto(shown.url)
    page.locator("#replay-range").focus()
    page.keyboard.press("ArrowRight")
    at(page, shown, 1)
    page.keyboard.press("End")
    at(page, shown, shown.last)


def test_what_happens_is_told_to_readers_of_the_screen(shown: Shown, page: Page) -> None:
    page.goto(f"{shown.url}?step=12")
    said = page.locator("#replay-said")
    expect(said).to_have_attribute("aria-live", "polite")
    before = said.inner_text()
    page.keyboard.press("ArrowRight")
    expect(said).not_to_have_text(before)
    card = page.locator("#replay-table .playing-card.legal").first
    for _ in range(20):
        if card.count():
            break
        page.keyboard.press("ArrowRight")
    expect(card).to_contain_text("may be played")
    assert card.evaluate("each => getComputedStyle(each.querySelector('.face')).transform") != "none"


def test_it_is_accessible_and_fits_every_screen(shown: Shown, browser: Browser) -> None:
    found, schemes = {}, ("light", "dark")
    for width, language in ((390, "es"), (1024, "en"), (1920, "es")):
        context = browser.new_context(viewport={"width": width, "height": 900}, locale=language)
        page = context.new_page()
        schemes = schemes[::-1]  # each width and each step is seen in both
        for step, scheme in zip(
            (0, shown.last // 4, shown.last * 2 // 3, shown.last), schemes * 2, strict=True
        ):
            page.emulate_media(color_scheme=scheme)
            page.goto(f"{shown.url}?step={step}")
            found[width, step] = violations(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            narrow = page.evaluate(
                """() => [...document.querySelectorAll("#replay-table .fan > li")].filter(card => {
                    const next = card.nextElementSibling;
                    if (!next) return false;
                    const one = card.getBoundingClientRect(), two = next.getBoundingClientRect();
                    return two.left - one.left < 17 && two.top - one.top < 17;
                }).length"""
            )
            assert narrow == 0, "the corner of every card is seen"
        context.close()
    assert {place: each for place, each in found.items() if each} == {}


def test_six_cards_of_a_trick_lie_beside_each_other(
    transactional_db: None, eager: None, live_server: LiveServer, page: Page
) -> None:
    made = evening(4, game="twenty_eight", options={"variant": "56"}, kind="team", match={"hands": 4})
    shown = released(live_server, made)
    page.goto(shown.url)
    laid = page.locator("#replay-laid > li")
    for _step in range(shown.last):
        if laid.count() == 6:
            break
        page.keyboard.press("ArrowRight")
    assert (
        len({(round(box["x"]), round(box["y"])) for each in laid.all() if (box := each.bounding_box())}) == 6
    )
