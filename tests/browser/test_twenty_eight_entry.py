"""A hand of Twenty-Eight at the table: who bid, the bid, the points, and nothing that cannot occur."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from api.v1.games import form_of
from engine.core.problems import Problem
from engine.games.twenty_eight.bounds import CLAIMS
from engine.games.twenty_eight.infractions import INFRACTIONS
from engine.games.twenty_eight.rules import highest_bid
from engine.games.twenty_eight.summary import CONCEDED_REASONS, DOUBLES, GROUPS, VOID_REASONS
from engine.registry import get_game
from scoring.setup import stage_setup
from tests.browser.test_public_pages import SCHEMES, violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of, record
from tests.browser.test_tichu_entry import WANDER

GAME = get_game("twenty_eight")
EVERYTHING: dict[str, Any] = {
    "profile": "seed",
    "options": {"doubling": "after_auction", "honours": True, "pair": True, "solo": True, "concession": True},
}
HAND = ".bids button, .doubles button, .taken button, .taken input"
ALL = f".called button, {HAND}, #more .choices button, #solo, #ruling-code-revoke"
"""What a finger can reach but for most offences, which are all alike."""
MATCHES, HANDS = 60, 12
AT_A_BAND = (20, 24, 25, 28)
COUNT = """async (text) => {
  const { fold, worth } = await import("/static/tablet/twenty_eight-score.js");
  const { fault } = await import("/static/tablet/twenty_eight-check.js");
  return JSON.stringify(JSON.parse(text).map(([form, taken, tried]) => {
    const { totals, over, winner, dealer } = fold(form, taken.map((summary) => ({ summary })), { dealer: 1, ends: true });
    return { lines: taken.map((each) => worth(form, each).lines), faults: tried.map((each) => fault(form, each)),
      totals, over, winner, dealer };
  }));
}"""
CHOICES: dict[str, tuple[Any, ...]] = {
    "variant": ("28", "29", "28_3p", "29_3p", "56"),
    "doubling": ("off", "after_auction"),
    "double_effect": ("multiply", "add"),
    "pair": (True, False),
    "solo": (True, False),
    "success_award": ("flat1", "bands20", "bands20_25", "quarters"),
    "failure_loss": ("flat1", "same_as_success", "success_plus_1", "full_bid_value"),
    "bid_value_is": ("number", "award"),
    "bhangi": (True, False),
    "settlement": ("bidders_only", "award", "transfer"),
    "honours": (True, False),
    "score_floor": ("none", "zero"),
    "match_end": ("target", "deals"),
    "match_deals": (3, 6),
    "tie_extra_deals": (0, 2),
    "negative_limit": ("none", "mirror"),
    "penalty_mode": ("deduct", "award"),
    "all_pass": ("redeal_same_dealer", "redeal_next_dealer"),
    "concession": (True,),
}


@pytest.fixture
def made() -> dict[str, Any]:
    """Under which rules the evening is played; a test may say others."""
    return {}


@pytest.fixture
def hall(
    made: dict[str, Any],
    transactional_db: None,
    live_server: LiveServer,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Hall]:
    yield from hall_of({"game": "twenty_eight", **made}, live_server, browser, monkeypatch)


def play(page: Page, bidder: int, bid: int, points: int, *more: str) -> None:
    """Type a hand whose points stand near the bid; `more` are further plates."""
    for plate in (f"bidder-{bidder}", f"bid-{bid}", *more, f"points-{points}"):
        page.locator(f"#{plate}").tap()


def says(page: Page, text: str) -> None:
    expect(page.locator("#said")).to_have_text(text)


def refused(page: Page, text: str) -> None:
    says(page, text)
    expect(page.locator("#record")).to_be_disabled()


def agree(page: Page, side: str = "B") -> None:
    """Record what was typed; another side agrees."""
    record(page)
    page.locator(f"#agree-{side}").tap()
    expect(page.locator("#entry, #over")).to_be_visible(timeout=SENT_WITHIN_MS)


def stands(page: Page, *totals: str) -> None:
    expect(page.locator(".total")).to_have_text(list(totals), timeout=SENT_WITHIN_MS)


def fits(page: Page, bottom: str, size: tuple[int, int] = (390, 844)) -> None:
    """All of a hand stands above the button, which is in sight; everything is large enough for a finger."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => scrollTo(0, 0)")
    bar, last = page.locator(".foot-bar").bounding_box(), page.locator(bottom).bounding_box()
    assert bar is not None and last is not None
    assert last["y"] + last["height"] <= bar["y"] and bar["y"] + bar["height"] <= size[1] + 1
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    seen = [each.bounding_box() for each in page.locator("#twenty-eight button:visible").all()]
    assert [each for each in seen if each is None or min(each["width"], each["height"]) < 48] == []


def test_the_usual_hand_takes_three_taps_and_the_button(hall: Hall) -> None:
    page = hall.tablet()
    says(page, "Please enter who was the bidder.")
    play(page, 1, 18, 20)
    says(page, "Pair 1 +1, Pair 3 0. North 1: bid 18, 20 points where 18 were needed: made.")
    expect(page.locator(".taken legend")).to_have_text("Points of Pair 1: 20")
    expect(page.locator(".near p").first).to_have_text("18 or more: madePair 3: 8")
    for size in ((390, 844), (1024, 768), (1920, 1080)):
        fits(page, ".near:last-child", size)
    page.locator("#more summary").tap()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    agree(page)
    stands(page, "+1", "0")
    play(page, 4, 21, 20)
    page.locator("#language-es").tap()
    says(page, "Pair 1 +3, Pair 3 0. South 3: puja 21, 20 puntos de 21 necesarios: fallida.")
    agree(page)
    stands(page, "+4", "0")
    assert hall.hands()[1] == ("confirmed", {"bidder": 1, "bid": 18, "bidder_points": 20})
    assert hall.hands()[2][1] == {"bidder": 4, "bid": 21, "bidder_points": 20}


@pytest.mark.parametrize("made", [EVERYTHING])
def test_points_and_tricks_that_cannot_occur_are_refused_in_the_words_of_the_rules(hall: Hall) -> None:
    page = hall.tablet()
    play(page, 2, 16, 17, "jacks-none", "doubled-double")
    expect(page.locator("#record")).to_be_enabled()
    fits(page, ".jacks")
    page.locator("#doubled-double").tap()
    page.locator("#points-higher").tap()
    page.locator("#points-key-2").tap()
    expect(page.locator("#points-key-9")).to_have_attribute("aria-disabled", "true")
    refused(page, "With these Jacks: 3 to 25 points.")
    page.locator("#points-key-7").tap()
    page.locator("#jacks-bidders").tap()
    expect(page.locator("#points-defenders")).to_have_value("1")
    page.locator("#points-key-other").tap()
    page.locator("#points-key-3").tap()
    refused(page, "27 + 3 is not 28.")
    page.locator("#points-near").tap()
    page.locator("#points-12").tap()
    page.evaluate("() => document.getElementById('more').querySelector('summary').click()")
    expect(page.locator("#solo")).to_be_in_viewport(ratio=1)
    bar, solo = page.locator(".foot-bar").bounding_box(), page.locator("#solo").bounding_box()
    assert bar is not None and solo is not None and solo["y"] + solo["height"] <= bar["y"]
    page.locator("#bidder_tricks-5").tap()
    says(
        page,
        "Pair 1 0, Pair 3 0. North 3: bid 16, 12 points where 16 were needed: failed. Every Jack captured: Pair 3 +1.",
    )
    page.locator("#bidder_tricks-7").tap()
    refused(page, "7 tricks hold 16 to 28 points.")


@pytest.mark.parametrize("made", [EVERYTHING])
def test_an_offence_costs_what_the_rules_say_and_a_void_deal_gives_it_back(hall: Hall) -> None:
    page = hall.tablet()
    play(page, 2, 16, 12, "jacks-bidders")
    page.locator("#more summary").tap()
    page.locator("#pair-defenders").tap()
    says(
        page,
        "Pair 1 0, Pair 3 0. North 3: bid 16, 12 points where 20 were needed: failed. Every Jack captured: Pair 3 +1.",
    )
    page.locator("#ruling-code-signalling").tap()
    refused(page, "Say which side offended.")
    page.locator("#offender-0-A").tap()
    expect(page.locator("#said")).to_contain_text("Pair 1 −3, Pair 3 0.")
    page.locator("#ruling-code-revoke").tap()
    page.locator("#offender-lost-defenders").tap()
    expect(page.locator("#said")).to_contain_text("Pair 1 −3, Pair 3 +1.")
    page.locator("#all-passed").tap()
    says(
        page,
        "Pair 1 −3, Pair 3 0. Void deal: all passed. Penalty: Information to the partner by word, gesture, tone or tempo: Pair 1 −3.",
    )
    page.locator("#all-passed").tap()
    expect(page.locator("#said")).to_contain_text("Pair 1 −3, Pair 3 +1.")


@pytest.mark.parametrize("made", [EVERYTHING])
def test_no_way_of_tapping_makes_an_impossible_hand_and_the_preview_counts_as_the_rules(
    hall: Hall,
) -> None:
    page = hall.tablet()
    page.locator("#bidder-3").tap()
    found = [*wander(page, HAND, 60), *wander(page, ALL, 150)]
    rules = stage_setup(hall.evening.match(1).round.stage).rules
    typed = [{name: value for name, value in each.items() if value is not None} for each in found]
    wrong = {
        json.dumps(each): [one.code for one in problems]
        for each in typed
        if (problems := GAME.check(each, rules))
    }
    assert wrong == {}
    kinds = {each.get("kind", "solo" if each.get("solo") else "played") for each in typed}
    assert kinds == {"played", "solo", "conceded", "void"}
    source = random.Random(11)
    compare(page, [Played(some_rules(source), source) for _ in range(MATCHES)])


def wander(page: Page, controls: str, taps: int) -> list[dict[str, Any]]:
    """The hands that could have been recorded on a walk over these controls, as far as they can be seen."""
    seen = ", ".join(f"#entry {each}:not(.unused *)" for each in controls.split(", "))
    walk = WANDER.replace("#entry button:not(#record), #entry .stepper input", seen)
    found: list[dict[str, Any]] = page.evaluate(walk.replace('Event("change"', 'Event("input"'), [taps, 7])
    assert seen in walk
    return found


class Played:
    """A match of random hands under some rules: those that may occur, and those that were tried."""

    def __init__(self, rules: Any, source: random.Random) -> None:
        self.rules, self.taken, self.lines = rules, [], []
        self.tried = [some_hand(rules, source) for _ in range(HANDS)]
        self.state = GAME.open_match(rules, dealer=1)
        for summary in self.tried:
            step = GAME.add(self.state, summary)
            if not isinstance(step, tuple):
                self.state = step
                self.taken.append(summary)
                self.lines.append([line.as_json() for line in GAME.score(summary, rules).lines])

    def first(self, summary: dict[str, Any]) -> Problem | None:
        """What the rules say of a hand first."""
        return next(iter(GAME.check(summary, self.rules)), None)


def compare(page: Page, matches: list[Played]) -> None:
    """The preview of the tablet holds the same for these matches as the rules do."""
    given = json.dumps([[form_of(GAME, each.rules), each.taken, each.tried] for each in matches])
    for match, found in zip(matches, json.loads(page.evaluate(COUNT, given)), strict=True):
        state = match.state
        assert found["lines"] == match.lines, match.taken
        told = (found["totals"], found["over"], found["winner"], found["dealer"])
        assert told == (dict(state.totals), state.finished, state.winner, state.next_dealer), match.taken
        for summary, seen in zip(match.tried, found["faults"], strict=True):
            problem = match.first(summary)
            assert (seen and seen["code"].removesuffix("/never")) == (problem and problem.code), summary
            assert not seen or seen["params"].items() <= problem.params.items(), summary  # type: ignore[union-attr]
    assert sum(len(match.taken) for match in matches) > 2 * MATCHES


def some_rules(source: random.Random) -> Any:
    """Rules that fit together, about half of them not the usual ones."""
    while True:
        options = {name: source.choice(values) for name, values in CHOICES.items() if source.random() < 0.5}
        rules = GAME.read_rules({"profile": source.choice(("seed", "club")), **options, "concession": True})
        if not isinstance(rules, tuple):
            return rules


def some_hand(rules: Any, source: random.Random) -> dict[str, Any]:
    """A hand with nothing missing that the rules may or may not allow."""
    sides, kind = GAME.sides(rules), source.choices(("played", "conceded", "void"), (8, 1, 1))[0]
    summary: dict[str, Any] = {}
    if source.random() < 0.2:
        effect = source.choice(("warning", "points", "points", "match_forfeit"))
        summary["penalties"] = [
            {"code": source.choice(INFRACTIONS).code, "side": source.choice(sides), "effect": effect}
        ]
    if kind == "void":
        return {**summary, "kind": kind, "reason": source.choice(tuple(VOID_REASONS))}
    summary["bidder"] = source.choice(GAME.seats(rules))
    if kind == "conceded":
        summary |= {
            "kind": kind,
            "conceded_by": source.choice(GROUPS),
            "reason": source.choice(tuple(CONCEDED_REASONS)),
        }
    if rules.solo and source.random() < 0.2:
        return {
            **summary,
            "solo": True,
            **({"bidder_tricks": source.choice((3, 8))} if kind == "played" else {}),
        }
    most = highest_bid(rules)
    bands = [each * (2 if rules.variant == "56" else 1) for each in AT_A_BAND]
    summary["bid"] = source.choice((source.randint(rules.min_bid, most), source.choice(bands)))
    summary |= {"doubled": source.choice(DOUBLES)} if rules.doubling != "off" else {}
    summary |= {"pair": source.choice(CLAIMS)} if rules.pair else {}
    if kind == "played":
        summary["bidder_points"] = source.randint(0, most)
        summary |= {"bidder_tricks": source.randint(0, 8)} if source.random() < 0.5 else {}
        summary |= {"all_jacks": source.choice(CLAIMS)} if rules.honours else {}
    return summary
