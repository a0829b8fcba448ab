"""A hand of Malilla at the table: two taps for the card, two digits for the points, nothing that cannot occur."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from api.v1.games import form_of
from engine.games.malilla.infractions import INFRACTIONS
from engine.registry import get_game
from scoring.setup import stage_setup
from tests.browser.test_public_pages import violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of, record
from tests.browser.wandering import hands_on_the_way, impossible
from tests.make import result

GAME = get_game("malilla")
MATCHES, HANDS = 60, 18
LONG = "Ramachandran Venkatasubramanian – Sivasubramanian Krishnaswamy"
FOLD = """async ([form, matches]) => {
  const { fold, worth } = await import("/static/tablet/malilla-score.js");
  return matches.map((summaries) => {
    const hands = summaries.map((summary, at) => ({ number: at + 1, summary }));
    const seen = hands.map(({ number, summary }) => {
      const context = fold(form, hands.slice(0, number - 1), { dealer: null, ends: true });
      const made = worth(form, summary, context);
      return { lines: made.lines, after: made.after, before: context.before, misdeals: context.misdeals };
    });
    const { won, dealer, over, before } = fold(form, hands, { dealer: null, ends: true });
    return { seen, won, dealer: over ? null : dealer, over, before };
  });
}"""


@pytest.fixture
def hall(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    yield from hall_of({"game": "malilla"}, live_server, browser, monkeypatch)


def turn(page: Page, card: str) -> None:
    page.locator(f"#pinta-suit-{card[1]}").tap()
    page.locator(f"#pinta-rank-{card[0]}").tap()


def press(page: Page, digits: str | int) -> None:
    for digit in str(digits):
        page.locator(f"#points-key-{digit}").tap()


def hand(page: Page, card: str, points: int) -> None:
    """Type a hand whose dealer is known, with the points of side A."""
    turn(page, card)
    press(page, points)


def agree(page: Page) -> None:
    record(page)
    page.locator("#agree-B").tap()
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)


def deals(page: Page, seat: int) -> None:
    expect(page.locator(f"#dealer-{seat}")).to_have_attribute("aria-pressed", "true", timeout=SENT_WITHIN_MS)


def says(page: Page, text: str) -> None:
    expect(page.locator(".foot-bar .sentence")).to_contain_text(text)


def call_them_long(hall: Hall) -> None:
    """Give every pair a name of two lines or more on a phone."""
    for pair in hall.evening.event.entrants.all():
        pair.name = f"{LONG} {pair.number}"
        pair.save()


def test_the_usual_hand_takes_a_suit_a_rank_two_digits_and_the_button(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#dealer-1").tap()
    hand(page, "RO", 41)
    says(page, "Pair 1 +8, Pair 3 0. North 1 dealt. Pair 1 +3 (turned card king of coins).")
    expect(page.locator("#points-B")).to_have_value("31")
    agree(page)
    deals(page, 2)
    hand(page, "2C", 30)
    agree(page)
    expect(page.locator(".total").first).to_have_text("8", timeout=SENT_WITHIN_MS)
    expect(page.locator(".total").last).to_have_text("6")
    assert hall.hands()[1] == ("confirmed", {"dealer": 1, "pinta": "RO", "points": {"A": 41, "B": 31}})
    assert hall.hands()[2][1] == {"dealer": 2, "pinta": "2C", "points": {"A": 30, "B": 42}}


def test_the_other_side_typed_too_is_a_check(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#dealer-1").tap()
    hand(page, "RO", 41)
    page.locator("#points-key-other").tap()
    press(page, 30)
    says(page, "41 + 30 = 71; the points of both sides must make 72.")
    expect(page.locator("#points-B")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#points-key-erase").tap()
    press(page, 1)
    expect(page.locator("#record")).to_be_enabled()
    page.locator("#points-A").fill("40")
    expect(page.locator("#record")).to_be_disabled()


def test_a_turned_nine_leaves_no_fewer_than_six_points_to_the_side_of_the_dealer(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#dealer-1").tap()
    turn(page, "9E")
    press(page, 5)
    says(page, "Pair 1: the nine of trumps wins its trick, so it has 6 or more.")
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#points-key-erase").tap()
    expect(page.locator("#points-key-0")).to_have_attribute("aria-disabled", "true")
    page.locator("#points-key-other").tap()
    press(page, 6)
    expect(page.locator("#points-key-7")).to_have_attribute("aria-disabled", "true")
    press(page, 6)
    expect(page.locator("#points-B")).to_have_value("66")
    expect(page.locator("#points-A")).to_have_value("6")
    expect(page.locator("#record")).to_be_enabled()


def test_no_way_of_tapping_makes_a_hand_that_cannot_occur(hall: Hall) -> None:
    summaries = hands_on_the_way(hall.tablet(), 250, (7, 2026, 30))
    setup = stage_setup(hall.evening.match(1).round.stage)
    assert impossible(summaries, GAME, setup) == {}
    assert len(summaries) > 20
    assert any("points" in each for each in summaries) and any("ruling" in each for each in summaries)


def some_hand(source: random.Random, dealer: int | None) -> dict[str, Any]:
    """A hand that may occur, now and then one that a ruling decides."""
    summary: dict[str, Any] = {"dealer": dealer or source.randint(1, 4)}
    code = source.choice([each.code for each in INFRACTIONS]) if source.random() < 0.25 else None
    if code is not None:
        summary["ruling"] = {"code": code, "side": source.choice("AB")}
    points = source.choice([source.randint(6, 66), 36])
    return {
        **summary,
        "pinta": source.choice("9ARCS8642") + source.choice("OCEB"),
        "points": {"A": points, "B": 72 - points},
    }


def random_match(rules: Any, source: random.Random) -> tuple[list[dict[str, Any]], Any]:
    """Hands until the match is over, or for long enough, with the match that the engine makes of them."""
    state, hands = GAME.open_match(rules), []
    while not state.finished and len(hands) < HANDS:
        summary = some_hand(source, state.next_dealer)
        for left_out in ((), ("points",), ("points", "pinta")):
            tried = {name: value for name, value in summary.items() if name not in left_out}
            step = GAME.add(state, tried)
            if not isinstance(step, tuple):
                state = step
                hands.append(tried)
                break
    return hands, state


@pytest.mark.parametrize(
    "options",
    [
        {"profile": "club"},
        {"profile": "seed"},
        {"profile": "club", "closing_pinta": "deferred", "game_target": 12},
        {
            "profile": "seed",
            "closing_pinta": "deferred",
            "renuncio": "forfeit_game",
            "misdeal": "next_dealer",
        },
        {"profile": "club", "pinta_scoring": False, "closing_pinta": "none", "max_hands": 5},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_the_tablet_counts_as_the_rules_do(hall: Hall, options: dict[str, Any]) -> None:
    page = hall.tablet()
    rules: Any = GAME.read_rules(options)
    source = random.Random(11)
    matches = [random_match(rules, source) for _ in range(MATCHES)]
    counted = page.evaluate(FOLD, [form_of(GAME, rules), [hands for hands, _ in matches]])
    for (hands, state), found in zip(matches, counted, strict=True):
        assert found["won"] == state.games, hands
        assert (found["dealer"], found["over"]) == (state.next_dealer, state.finished)
        assert found["before"] == state.details["game_score"]
        again = GAME.open_match(rules)
        for summary, seen in zip(hands, found["seen"], strict=True):
            score = GAME.score(summary, rules, again.context())
            assert seen["lines"] == [line.as_json() for line in score.lines], summary
            assert seen["after"] == score.details["after"]
            again = GAME.add(again, summary)  # type: ignore[assignment]


def test_a_void_deal_takes_its_offence_alone_and_fills_no_hand_of_the_stage(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    page.locator("#dealer-3").tap()
    page.locator("#more summary").tap()
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#ruling-code-misdeal").tap()
    agree_later(page)
    deals(page, 3)
    for number, dealer in zip(range(2, 6), (3, 4, 1, 2), strict=True):
        deals(page, dealer)
        hand(page, "2C", 41)
        expect(page.locator("#record")).to_have_text(f"Record hand {number}")
        record(page)
        if number < 5:
            page.locator("#next").tap()
    expect(page.locator("#next")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator("#network")).to_have_text("Online", timeout=SENT_WITHIN_MS)
    assert hall.hands()[1][1] == {"dealer": 3, "ruling": {"code": "misdeal"}}
    assert len(hall.hands()) == 5


def test_without_a_connection_the_tablet_knows_that_the_match_is_over(hall: Hall) -> None:
    hall.evening.event.options = {"game_target": 10}
    hall.evening.event.save()
    hall.evening.stage.match = {"target": True}
    hall.evening.stage.save()
    page = hall.tablet()
    page.context.set_offline(True)
    page.locator("#dealer-1").tap()
    hand(page, "2C", 50)
    says(page, "Pair 1 wins the game 14–0.")
    agree_later(page)
    deals(page, 2)
    hand(page, "AC", 46)
    record(page)
    expect(page.locator("#games-over")).to_have_text("Games: 14–0, 10–4")
    expect(page.locator("#next")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator("#network")).to_have_text("Online", timeout=SENT_WITHIN_MS)
    assert result(hall.evening.match(1)).games == {"A": 2, "B": 0}


def agree_later(page: Page) -> None:
    record(page)
    page.locator("#next").tap()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1024, 768), (1920, 1080)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_form_fits_the_screen_and_the_finger(hall: Hall, width: int, height: int, scheme: Any) -> None:
    call_them_long(hall)
    page = hall.tablet(language="es")
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    page.locator("#dealer-2").tap()
    hand(page, "AC", 50)
    page.evaluate("scrollTo(0, 0)")
    bar, keys = page.locator(".foot-bar").bounding_box(), page.locator("#points-keys").bounding_box()
    assert bar is not None and keys is not None
    assert keys["y"] + keys["height"] <= bar["y"], "all of a hand on one screen"
    assert bar["y"] + bar["height"] <= height
    page.locator("#more summary").tap()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    boxes = [each.bounding_box() for each in page.locator("#malilla button").all()]
    assert [each for each in boxes if each is None or min(each["width"], each["height"]) < 48] == []
    assert violations(page) == []


def test_the_longest_name_of_a_suit_stays_within_its_key_on_a_small_phone(hall: Hall) -> None:
    page = hall.tablet(language="es")
    page.set_viewport_size({"width": 360, "height": 780})
    swords = page.locator("#pinta-suit-E")
    swords.tap()
    expect(swords).to_have_attribute("aria-pressed", "true")
    assert swords.evaluate("key => key.scrollWidth <= key.clientWidth")


def test_a_hand_is_typed_with_the_keys_of_a_keyboard(hall: Hall) -> None:
    page = hall.tablet()
    for name in ("dealer-4", "pinta-suit-E", "pinta-rank-S"):
        page.locator(f"#{name}").focus()
        page.keyboard.press("Enter")
    page.locator("#points-A").focus()
    page.keyboard.type("36")
    says(page, "36 each: nobody scores for the hand")
    page.locator("#points-key-erase").focus()
    page.keyboard.press("Space")
    page.locator("#points-key-7").focus()
    page.keyboard.press("Space")
    expect(page.locator("#points-A")).to_have_value("37")
    expect(page.locator("#points-key-7")).to_be_focused()
    page.locator("#record").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#review .sentence")).to_contain_text("Pair 1 +1")
