"""A hand of Thunee at the table: trumps, call, card points and the last trick; all else by plates."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from api.v1.games import form_of
from engine.core.game import MatchState
from engine.games.thunee.infractions import FOUR_BALL_CODES, possible_reasons
from engine.games.thunee.match import between
from engine.games.thunee.reach import total_of
from engine.games.thunee.summary import JODHI_VALUES, calls, finals, kinds, results, winners
from engine.registry import get_game
from scoring.setup import stage_setup
from tests.browser.test_malilla_entry import call_them_long
from tests.browser.test_public_pages import violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of, record
from tests.browser.wandering import hands_on_the_way, impossible
from tests.engine.thunee import random_options, rules_of
from tests.make import result

GAME = get_game("thunee")
MATCHES, STEPS = 12, 12
FOLD = """async ([form, matches]) => {
  const { fold, worth } = await import("/static/tablet/thunee-score.js");
  const { violations } = await import("/static/tablet/thunee-check.js");
  const fits = (summary, context) => violations(form, summary, context).length === 0;
  const folded = (steps, dealer) => fold(form, steps.filter((each) => each.summary),
    { dealer, ends: true, between: steps.filter((each) => each.entry) }, fits);
  return matches.map(({ dealer, steps }) => {
    const seen = steps.map((step, at) => {
      const context = folded(steps.slice(0, at), dealer);
      const codes = step.summary ? violations(form, step.summary, context).map((each) => each.code) : [];
      return { codes, lines: step.summary && !codes.length ? worth(form, step.summary, context).lines : null,
        before: { balls_before: context.balls, target: context.target }, dealer: context.dealer };
    });
    const { won, over, games } = folded(steps, dealer);
    return { seen, won, over, winners: games.map((each) => each.winner) };
  });
}"""


SMALLEST = """() => {
  const boxes = [...document.querySelectorAll("#thunee button")].map((each) => each.getBoundingClientRect());
  return Math.min(...boxes.filter((each) => each.width).flatMap(({ width, height }) => [width, height]));
}"""
CLUB = {"game": "thunee", "profile": "club", "match": {"target": True}}
"""A match of Thunee that the rules of the game end."""


@pytest.fixture
def hall(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    yield from hall_of(CLUB, live_server, browser, monkeypatch)


def press(page: Page, digits: str | int) -> None:
    for digit in str(digits):
        page.locator(f"#points-key-{digit}").tap()


def hand(page: Page, trumps: str, call: int, points: int | str, last: str = "") -> None:
    """Type a usual hand with the points of side A."""
    page.locator(f"#trumps-{trumps}").tap()
    page.locator(f"#call-{call}").tap()
    press(page, points)
    if last:
        page.locator(f"#last-{last}").tap()


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"#{name}").tap()


def later(page: Page) -> None:
    """Record what was typed and go on to the next hand."""
    record(page)
    page.locator("#next").press("Enter")  # no second tap of an impatient finger
    expect(page.locator("#entry")).to_be_visible()


def says(page: Page, text: str) -> None:
    expect(page.locator(".foot-bar .sentence")).to_contain_text(text)


def some_hand(source: random.Random, rules: Any) -> dict[str, Any]:
    """A hand of the right shape, which may be impossible."""

    def one_of(choices: Any) -> Any:
        return source.choice([each.value for each in choices])

    side, often = source.choice("AB"), source.random()
    kind = one_of(kinds(rules)) if often < 0.25 else "normal"
    if kind == "infraction":
        codes = [each for each in FOUR_BALL_CODES if GAME.infraction(each).exists(rules)]  # type: ignore[union-attr]
        return {"kind": kind, "side": side, "code": source.choice(codes)}
    if kind == "cancelled":
        return {"kind": kind, "reason": source.choice(possible_reasons(rules))}
    flags = {"doubled": True} if rules.double_thunee and often > 0.7 else {}
    if kind != "normal":
        return {"kind": kind, "side": side, "result": one_of(results(rules)), **flags}
    total = total_of(rules)
    points = source.choice([0, total, source.randint(0, total), source.randint(0, total), total // 2])
    said: dict[str, Any] = {"kind": kind, "trump_side": side, "call": one_of(calls(rules)), "points": points}
    if rules.royals_mode == "agreed" and often > 0.8:
        flags["royals_agreed"] = True
    if source.random() < 0.3:
        said["jodhi"] = {
            each: [source.choice(JODHI_VALUES) for _ in range(source.randint(1, 3))]
            for each in source.sample("AB", source.randint(1, 2))
            if rules.jodhi
        }
    if source.random() < 0.1:
        said["tricks"] = source.randint(0, 4)
    last = source.choice("AB")
    if source.random() < 0.4 and finals(rules):
        final = {"side": source.choice("AB"), "call": one_of(finals(rules)), "winner": one_of(winners(rules))}
        said["final_call"] = final
        last = final["side"] if final["winner"] != "opponents" else "BA"["AB".index(final["side"])]
    return {**said, **flags, "last_trick": last}


def some_ruling(source: random.Random, rules: Any) -> dict[str, Any] | None:
    """What a ruling may put between two hands."""
    code = source.choice(["late_scorecard", "late_arrival"])
    exists = GAME.infraction(code).exists(rules)  # type: ignore[union-attr]
    return between({"code": code, "side": source.choice("AB")}, rules) if exists else None


def random_match(rules: Any, source: random.Random) -> tuple[dict[str, Any], list[Any], MatchState]:
    """Hands and rulings, impossible hands among them; with what the engine says of each."""
    dealer = source.choice([None, 1, 2])
    state = GAME.open_match(rules, dealer=dealer)
    steps: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    while not state.finished and len(steps) < STEPS:
        entry = some_ruling(source, rules) if steps and source.random() < 0.1 else None
        step = entry or some_hand(source, rules)
        codes = [] if entry else [each.code for each in GAME.check(step, rules, state.context())]
        lines = (
            None
            if entry or codes
            else [each.as_json() for each in GAME.score(step, rules, state.context()).lines]
        )
        told.append({"codes": codes, "lines": lines, "before": state.filled, "dealer": state.next_dealer})
        number = sum("summary" in each for each in steps) + (not entry)
        steps.append({"number": number, "entry" if entry else "summary": step})
        following = state if codes else GAME.add(state, step)
        assert isinstance(following, MatchState)
        state = following
    return {"dealer": dealer, "steps": steps}, told, state


def test_the_tablet_judges_and_counts_as_the_rules_do(hall: Hall) -> None:
    page, source = hall.tablet(), random.Random(12)
    houses = [{"profile": "seed"}, {"profile": "club"}, *(random_options(source) for _ in range(6))]
    for options in houses:
        rules: Any = rules_of(options)
        matches = [random_match(rules, source) for _ in range(MATCHES)]
        counted = page.evaluate(FOLD, [form_of(GAME, rules), [made for made, _, _ in matches]])
        for (made, told, state), found in zip(matches, counted, strict=True):
            for step, said, seen in zip(made["steps"], told, found["seen"], strict=True):
                assert seen == said, (options, step)
            assert (found["won"], found["over"]) == (state.games, state.finished), (options, made)
            ended = [each["winner"] for each in state.details["finished_games"]]  # type: ignore[attr-defined]
            assert [each for each in found["winners"] if each] == ended


def test_the_usual_hand_takes_a_side_a_call_the_points_and_the_last_trick(hall: Hall) -> None:
    page = hall.tablet()
    says(page, "Say which side made trumps.")
    hand(page, "A", 30, 170)
    says(page, "Enter who won the last trick.")
    tap(page, "last-B")
    says(page, "Pair 1 0, Pair 3 +2. Pair 1 made trumps with 30.")
    says(page, "Counted 174 of 105 against a call. The game stands 0–2.")
    expect(page.locator("#points-B")).to_have_value("134")
    record(page)
    tap(page, "agree-B")
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    expect(page.get_by_role("img", name="2 of 12 balls")).to_be_visible()
    expect(page.locator(".sixes.red .pip:not(.covered)")).to_have_count(2)
    typed = {"kind": "normal", "trump_side": "A", "call": 30, "points": 134, "last_trick": "B"}
    assert hall.hands()[1] == ("confirmed", typed)


def test_what_cannot_be_is_refused_in_the_sentences_of_the_rules(hall: Hall) -> None:
    page = hall.tablet()
    hand(page, "B", 0, 5, "A")
    says(page, "No tricks are worth 5 points.")
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#points-A").fill("170")
    page.locator("#points-B").fill("133")
    says(page, "170 and 133 do not make 304.")
    page.locator("#points-B").fill("134")
    says(page, "Pair 1 +1, Pair 3 0.")
    page.locator("#more summary").tap()
    tap(page, "jodhi-A-50", "jodhi-B-40")
    says(page, "There is only one Jodhi in trumps.")
    tap(page, "jodhi-B-40", "final-A-double")
    says(page, "Say who took the last trick after that call.")
    tap(page, "winner-caller")
    says(page, "No Double: side Pair 1 had lost a trick.")
    tap(page, "final-A-khanaak", "winner-opponents")
    expect(page.locator("#last-B")).to_have_attribute("aria-pressed", "true")
    says(page, "Jodhi of Pair 1: 50.")
    says(page, "The other side’s Khanaak failed: 50 against 134.")
    expect(page.locator("#record")).to_be_enabled()


def test_no_way_of_tapping_makes_a_hand_that_cannot_occur(hall: Hall) -> None:
    summaries = hands_on_the_way(hall.tablet(), 130, (7, 30))
    setup = stage_setup(hall.evening.match(1).round.stage)
    assert impossible(summaries, GAME, setup) == {}
    assert len(summaries) > 10


@pytest.mark.parametrize(
    ("made", "played", "told", "unseen"),
    [
        ({"profile": "seed"}, ("B", 80, 90), "The bid failed: 64 of 80", "#last-A, #doubled"),
        (
            {"options": {"variant": "two", "jodhi": False, "best_of": 1}},
            ("A", 10, 179, "A"),
            "Counted 125 of 125",
            "#jodhi-A-20",
        ),
        (
            {"kind": "team", "options": {"variant": "six", "double": False, "khanaak": False, "best_of": 1}},
            ("B", 20, 100, "A"),
            "Counted 130 of 105 against a call",
            "#final-A-double, #royals_agreed",
        ),
    ],
    ids=["seed", "two", "six"],
)
def test_a_match_is_played_with_what_its_event_plays(
    made: dict[str, Any],
    played: tuple[Any, ...],
    told: str,
    unseen: str,
    transactional_db: None,
    live_server: LiveServer,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for hall in hall_of({**CLUB, **made}, live_server, browser, monkeypatch):
        page = hall.tablet()
        hand(page, *played)
        says(page, told)
        page.locator("#more summary").tap()
        expect(page.locator(unseen)).to_have_count(0)
        later(page)
        tap(page, "kind-thunee")
        alone = (made.get("options") or {}).get("variant") == "two"
        expect(page.locator("#result-partner_catch")).to_have_count(0 if alone else 1)
        for _ in range(2):
            tap(page, "kind-infraction", "side-A", "code-revoke")
            later(page)
        tap(page, "kind-infraction", "side-A", "code-revoke")
        says(page, "wins the game 1")
        record(page)
        expect(page.locator("#next")).to_have_count(0)
        expect(page.locator("#review .plate")).to_have_text("Sent, not confirmed", timeout=SENT_WITHIN_MS)
        found = result(hall.evening.match())
        assert (found.winner, found.reason) == ("B", "target")


def test_the_form_fits_the_screen_and_the_finger(hall: Hall) -> None:
    call_them_long(hall)
    page = hall.tablet(language="es")
    hand(page, "B", 104, 124, "A")
    for width, height, scheme in ((390, 844, "light"), (1024, 768, "dark"), (1920, 1080, "light")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        bar, keys = page.locator(".foot-bar").bounding_box(), page.locator("#points-keys").bounding_box()
        assert bar is not None and keys is not None
        assert keys["y"] + keys["height"] <= bar["y"], "all of a hand on one screen"
        assert bar["y"] + bar["height"] <= height
        said = page.locator("#said")
        said.tap()  # all of a long sentence is there for whoever wants it
        assert said.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")
        page.locator("#more summary").tap()
        for way in ("normal", "thunee", "infraction", "cancelled"):
            tap(page, f"kind-{way}")
            expect(page.locator(f"#kind-{way}")).to_have_attribute("aria-pressed", "true")
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate(SMALLEST) >= 48
        assert violations(page) == []
        tap(page, "kind-normal")
        hand(page, "B", 104, "", "A")
        page.locator("#more").evaluate("(fold) => { fold.open = false; }")
