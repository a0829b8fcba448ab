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
from tests.browser.test_public_pages import violations
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, hall_of, record
from tests.browser.test_tichu_entry import WANDER
from tests.engine.thunee import random_options, rules_of

GAME = get_game("thunee")
CONTROLS = "#entry button:not(#record):not(#call-rules), #entry .stepper input, #entry .side-plate input"
MATCHES, STEPS = 16, 14
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


@pytest.fixture
def hall(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    made = {"game": "thunee", "profile": "club", "match": {"target": True}}
    yield from hall_of(made, live_server, browser, monkeypatch)


def press(page: Page, digits: str | int) -> None:
    for digit in str(digits):
        page.locator(f"#points-key-{digit}").tap()


def hand(page: Page, trumps: str, call: int, points: int, last: str = "") -> None:
    """Type a usual hand with the points of side A."""
    page.locator(f"#trumps-{trumps}").tap()
    page.locator(f"#call-{call}").tap()
    press(page, points)
    if last:
        page.locator(f"#last-{last}").tap()


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"#{name}").tap()


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
    steps, told = [], []
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
