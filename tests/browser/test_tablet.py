"""The tablet at the table, in a real Chromium: nothing that was entered is lost or counted twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from api.v1.games import form_of
from pages import live
from scoring.models import Hand, HandEntry
from scoring.services.rulings import forfeit_match
from tests.browser.test_public_pages import SCHEMES, violations
from tests.data.toy.trio import GAME as TRIO
from tests.make import Evening, enter, evening
from tournaments.access import SYSTEM
from tournaments.errors import Conflict
from tournaments.services.devices import create_device, renew_code

SENT_WITHIN_MS = 15_000
DOUBLE = {"first_out": 2, "result": "double"}


@dataclass
class Hall:
    """A running site with an evening, and tablets for its tables."""

    url: str
    evening: Evening
    browser: Browser
    complaints: list[str] = field(default_factory=list)

    def code(self, table: int = 1, **more: str) -> str:
        """A code for a new device at the table."""
        found = self.evening.table(table)
        return create_device(SYSTEM, self.evening.event, label="Tab", table=found, **more)[1]

    def context(self, language: str = "en") -> BrowserContext:
        """A device of its own."""
        size = {"width": 390, "height": 844}
        return self.browser.new_context(viewport=size, locale=language, has_touch=True)  # type: ignore[arg-type]

    def tablet(self, table: int = 1, language: str = "en", **more: str) -> Page:
        """A tablet that was paired by its address and works offline."""
        page = self.context(language).new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if "Policy" in said.text else None)
        page.goto(f"{self.url}/tablet/?code={self.code(table, **more)}")
        page.locator("#pair").click()
        expect(page.locator("#draw, #entry, #review, #over, #conflict")).to_be_visible()
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        return page

    def hands(self) -> dict[int, tuple[str, object]]:
        """State and typed summary of each hand at table 1."""
        rows = Hand.objects.filter(match=self.evening.match(1)).select_related("current")
        return {hand.number: (hand.status, hand.current and hand.current.payload) for hand in rows}


@pytest.fixture
def hall(
    transactional_db: None, live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    yield from hall_of({}, live_server, browser, monkeypatch)


def hall_of(
    made: Mapping[str, Any], live_server: LiveServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    """A hall with an evening that is made like this, open for the time of a test."""
    monkeypatch.setattr(live, "POLL_SECONDS", 1)
    monkeypatch.setattr(live._pace, "seconds", 1)
    built = evening(4, **{"match": {"hands": 4}, **made})
    built.next_round()
    found = Hall(live_server.url, built, browser)
    yield found
    for context in browser.contexts:
        # A poll may be on its way through a route of the test.
        context.unroute_all(behavior="ignoreErrors")
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert found.complaints == []


def say(page: Page, first: int, points: int | None, calls: dict[int, str] | None = None) -> None:
    """Type a hand of Tichu; `points` are those of side A, None is a double victory."""
    page.locator(f"#first-{first}").tap()
    for seat, call in (calls or {}).items():
        page.locator(f"#call-{seat}-{call}").tap()
    if points is None:
        page.locator("#sweep").tap()
    else:
        page.locator("#points-A").fill(str(points))
        page.locator("#points-A").blur()
    expect(page.locator("#record")).to_be_enabled()


def record(page: Page) -> None:
    page.locator("#record").tap()
    expect(page.locator("#review")).to_be_visible()


def wait_for(page: Page, text: str, where: str = "#review .plate") -> None:
    expect(page.locator(where)).to_have_text(text, timeout=SENT_WITHIN_MS)


def test_three_hands_offline_in_the_middle_are_each_stored_once(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 60, {1: "small"})
    expect(page.locator(".foot-bar .sentence")).to_contain_text("Pair 1 +160")
    record(page)
    wait_for(page, "Sent, not confirmed")
    page.context.set_offline(True)
    page.locator("#next").tap()
    say(page, 2, None)
    record(page)
    expect(page.locator("#network")).to_contain_text("1 not sent yet")
    page.reload()
    wait_for(page, "Saved here")
    page.locator("#next").tap()
    say(page, 3, -25)
    record(page)
    expect(page.locator("#network")).to_contain_text("2 not sent yet")
    page.context.set_offline(False)
    wait_for(page, "Online", "#network")
    wait_for(page, "Sent, not confirmed")
    assert [entry.hand.number for entry in HandEntry.objects.order_by("pk")] == [1, 2, 3]
    typed = [payload for _, payload in hall.hands().values()]
    assert typed[1:] == [DOUBLE, {"first_out": 3, "result": "count", "points": {"A": -25}}]
    expect(page.locator(".total").first).to_have_text("135")
    expect(page.locator(".total").last).to_have_text("365")


def test_a_double_tap_records_one_hand(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 50)
    page.evaluate("() => { const all = document.getElementById('record'); all.click(); all.click(); }")
    wait_for(page, "Sent, not confirmed")
    assert list(hall.hands()) == [1]
    assert HandEntry.objects.count() == 1


def test_taps_on_a_button_that_is_still_there_behind_the_first_record_one_hand(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 50)
    page.evaluate(
        """() => {
          const { put } = IDBObjectStore.prototype;
          const tap = () => document.getElementById("record")?.click();
          let taps = 5;
          IDBObjectStore.prototype.put = function (...given) {
            if (this.name === "kept" && taps > 0) {
              taps -= 1;
              tap();
            }
            return put.apply(this, given);
          };
          tap();
        }"""
    )
    wait_for(page, "Sent, not confirmed")
    assert (list(hall.hands()), HandEntry.objects.count(), hall.complaints) == ([1], 1, [])


def test_the_second_tap_of_a_double_does_not_agree_for_the_other_side(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 50)
    page.evaluate(
        """() => {
          const tap = (button) => button.dispatchEvent(
            new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: 200, clientY: 700 }));
          new MutationObserver((changes, watch) => {
            const agree = document.getElementById("agree-B");
            if (agree) {
              watch.disconnect();
              tap(agree);
            }
          }).observe(document.getElementById("app"), { childList: true, subtree: true });
          tap(document.getElementById("record"));
        }"""
    )
    wait_for(page, "Sent, not confirmed")
    assert [hand.status for hand in Hand.objects.all()] == ["submitted"]
    page.locator("#agree-B").tap()
    expect(page.locator("#hand-1")).to_contain_text("Confirmed")


def test_an_answer_that_got_lost_does_no_harm(hall: Hall) -> None:
    page = hall.tablet()
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/submissions/batch", lose)
    say(page, 1, 50)
    record(page)
    wait_for(page, "Sent, not confirmed")
    assert lost == [200]
    assert HandEntry.objects.count() == 1


def test_a_busy_server_is_asked_again(hall: Hall) -> None:
    page = hall.tablet()
    answers = iter([503, 500])

    def refuse(route: Route) -> None:
        status = next(answers, None)
        if status is None:
            route.continue_()
        else:
            route.fulfill(status=status, json={}, headers={"Retry-After": "1"})

    page.route("**/submissions/batch", refuse)
    say(page, 1, 50)
    record(page)
    wait_for(page, "Saved here")
    wait_for(page, "Sent, not confirmed")
    assert HandEntry.objects.count() == 1


def test_two_tablets_with_different_results_see_both_and_agree(hall: Hall) -> None:
    one, other = hall.tablet(), hall.tablet()
    one.context.set_offline(True)
    say(one, 1, 100)
    record(one)
    say(other, 1, 60)
    record(other)
    wait_for(other, "Sent, not confirmed")
    one.context.set_offline(False)
    for page in (one, other):
        expect(page.locator("#conflict .version")).to_have_count(2, timeout=SENT_WITHIN_MS)
        expect(page.locator("#conflict")).to_contain_text("Pair 1 +100")
        expect(page.locator("#conflict")).to_contain_text("Pair 1 +60")
    assert hall.hands()[1][0] == "conflict"
    one.locator("#conflict .version button").tap()
    for page in (one, other):
        expect(page.locator("#conflict")).to_be_hidden(timeout=SENT_WITHIN_MS)
        expect(page.locator(".total").first).to_have_text("60")
    assert hall.hands()[1] == ("confirmed", {"first_out": 1, "result": "count", "points": {"A": 60}})


def test_the_other_side_confirms_on_the_same_tablet_and_on_its_phone(hall: Hall) -> None:
    page, phone = hall.tablet(), hall.tablet(profile="side", side="B")
    say(page, 1, 70)
    record(page)
    page.locator("#agree-B").tap()
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    expect(page.locator("h1 + p")).to_contain_text("Hand 2 of 4")
    assert hall.hands()[1][0] == "confirmed"
    say(page, 2, None)
    record(page)
    expect(phone.locator("#review")).to_contain_text("Double victory", timeout=SENT_WITHIN_MS)
    expect(phone.locator("#agree-A, #change, #remove")).to_have_count(0)
    phone.locator("#agree-B").tap()
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert hall.hands()[2][0] == "confirmed"
    say(page, 1, 90)
    record(page)
    phone.locator("#differ").tap(timeout=SENT_WITHIN_MS)
    say(phone, 1, 85)
    phone.locator("#record").tap()
    expect(page.locator("#conflict")).to_contain_text("Pair 1 +85", timeout=SENT_WITHIN_MS)


LATE_WORD = """async ([of, match, hand]) => {
    const store = await import(document.querySelector("script[type=module]").src.replace("app.js", "store.js"));
    const { device } = await store.kept("state");
    await store.save({ submission: store.uuid(), of, order: 99, device: device.id, match, hand, kind: "confirm", side: "B",
      state: "waiting", tried: false, revision: null });
}"""


def test_a_tap_while_the_hand_was_taken_from_the_queue_confirms_it(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 70)
    record(page)
    wait_for(page, "Sent, not confirmed")
    match = hall.evening.match(1)
    sent = HandEntry.objects.get(hand__match=match).submission
    page.evaluate(LATE_WORD, [str(sent), match.pk, 1])
    expect(page.locator("#hand-1")).to_contain_text("Confirmed", timeout=SENT_WITHIN_MS)
    assert hall.hands()[1][0] == "confirmed"


def test_a_confirmation_given_offline_follows_its_hand(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    say(page, 1, 70)
    record(page)
    page.locator("#agree-B").tap()
    expect(page.locator("#review")).to_contain_text("Pair 3 agrees")
    page.context.set_offline(False)
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert hall.hands()[1][0] == "confirmed"


def test_a_hand_is_changed_before_and_after_it_was_sent(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    for points in (70, 75):
        if points == 75:
            page.locator("#change").tap()
            expect(page.locator("#points-A")).to_have_value("70")
        say_points(page, points)
    assert HandEntry.objects.count() == 0
    page.context.set_offline(False)
    wait_for(page, "Sent, not confirmed")
    assert hall.hands()[1][1] == {"first_out": 1, "result": "count", "points": {"A": 75}}
    assert HandEntry.objects.count() == 1  # what was never sent was changed where it lay
    page.locator("#change").tap()
    say_points(page, 80)
    wait_for(page, "Online", "#network")
    expect(page.locator(".total").first).to_have_text("80")
    assert list(HandEntry.objects.values_list("kind", "revision")) == [("enter", 1), ("correct", 2)]


def say_points(page: Page, points: int) -> None:
    if page.locator("#first-1").get_attribute("aria-pressed") == "false":
        page.locator("#first-1").tap()
    page.locator("#points-A").fill(str(points))
    page.locator("#points-A").blur()
    record(page)


def test_a_hand_is_taken_back_after_a_question(hall: Hall) -> None:
    page = hall.tablet()
    say_points(page, 70)
    wait_for(page, "Sent, not confirmed")
    page.locator("#remove").tap()
    page.locator("#remove-no").tap()
    page.locator("#remove").tap()
    page.locator("#remove-yes").tap()
    expect(page.locator("h1 + p")).to_contain_text("Hand 2")
    wait_for(page, "Online", "#network")
    expect(page.locator(".total").first).to_have_text("0")
    assert hall.hands()[1] == ("void", None)


def test_a_number_counts_while_it_is_typed_and_enter_records_nothing(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#first-1").tap()
    page.locator("#points-A").press_sequentially("70")
    expect(page.locator("#entry .sentence")).to_contain_text("70 : 30")
    expect(page.locator("#points-A")).to_have_value("70")
    page.locator("#points-A").press("Enter")
    expect(page.locator("#record")).to_be_enabled()
    expect(page.locator("#points-A")).not_to_be_focused()
    assert hall.hands() == {}


def test_hands_that_nobody_confirmed_are_offered_after_the_match(hall: Hall) -> None:
    hall.evening.play({1: 60}, hands=4)
    page = hall.tablet()
    expect(page.locator("#over")).to_contain_text("has yet to confirm hands 1, 2, 3, 4")
    page.locator("#look-open").tap()
    page.locator("#agree-B").tap()
    page.locator("#look-open").tap()
    expect(page.locator("#review-title")).to_have_text("Hand 2")


def test_what_the_rules_refuse_stays_for_a_person(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    say_points(page, 70)
    match = hall.evening.match(1)
    offender = match.participations.get(side="A").entrant
    forfeit_match(hall.evening.dora, match, [offender], reason="went home")
    page.context.set_offline(False)
    expect(page.locator("#review .errors")).to_contain_text("forfeit", timeout=SENT_WITHIN_MS)
    expect(page.locator("#review .plate")).to_have_text("Not accepted")
    page.reload()
    page.locator("#drop").tap()
    expect(page.locator("#over")).to_contain_text("The match is over")
    assert hall.hands() == {}


def test_after_the_match_the_next_one_comes_by_itself(hall: Hall) -> None:
    page = hall.tablet()
    hall.evening.play({1: 60, 2: 60}, hands=4)
    expect(page.locator("#over")).to_contain_text("Pair 1 win", timeout=SENT_WITHIN_MS)
    hall.evening.close()
    expect(page.locator("#rest")).to_contain_text("Pair 1 240", timeout=SENT_WITHIN_MS)
    hall.evening.next_round()
    expect(page.locator("h1 + p")).to_have_text("Round 2 · Hand 1 of 4", timeout=SENT_WITHIN_MS)


def test_a_bad_code_is_told_and_another_table_can_be_chosen(hall: Hall) -> None:
    page = hall.context().new_page()
    page.goto(f"{hall.url}/tablet/")
    page.locator("#code").fill("nonsense")
    page.locator("#pair").tap()
    expect(page.locator("#fault")).to_be_visible()
    page.goto(f"{hall.url}/tablet/#{hall.code(2)}")
    page.reload()
    expect(page).to_have_url(f"{hall.url}/tablet/")


def test_a_revoked_tablet_keeps_what_it_has_and_asks_for_a_code(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    say_points(page, 70)
    device = hall.evening.event.devices.get()
    hall.evening.event.devices.update(token_hash=None)
    page.context.set_offline(False)
    expect(page.locator("#pairing h1")).to_have_text("A new code is needed", timeout=SENT_WITHIN_MS)
    assert page.locator("#stay, #help").count() == 0  # neither could do anything now
    page.locator("#code").fill(renew_code(SYSTEM, device))
    page.locator("#pair").tap()
    wait_for(page, "Sent, not confirmed")
    assert list(hall.hands()) == [1]


def test_any_game_is_typed_from_its_declaration(hall: Hall) -> None:
    rules = TRIO.read_rules({})
    form = json.loads(json.dumps(form_of(TRIO, rules)))
    sent: list[object] = []

    def other_game(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        places = told["match"]["places"]
        told["match"]["places"] = [{**places[0], "side": side, "name": side} for side in form["sides"]]
        route.fulfill(response=answer, json={**told, "form": form})

    def swallow(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.abort()

    context = hall.context()
    context.route("**/devices/me", other_game)
    context.route("**/submissions/batch", swallow)
    page = context.new_page()
    page.goto(f"{hall.url}/tablet/?code={hall.code()}")
    page.locator("#pair").tap()
    expect(page.locator("#any-game")).to_be_visible(timeout=SENT_WITHIN_MS)
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#winner-P2").tap()
    page.locator("#points-P2-more").tap()
    page.locator("#points-P2-more").tap()
    page.locator("#more summary").tap()
    page.locator("#turned-suit-c").tap()
    page.locator("#turned-rank-2").tap()
    assert violations(page) == []
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/batch")):
        record(page)
    expect(page.locator("#review")).to_contain_text("Winner: P2")
    expect(page.locator("#review")).to_contain_text("Turned card: two of cups")
    expect(page.locator("#network")).to_contain_text("1 not sent yet")
    summary = sent[0]["submissions"][0]["summary"]  # type: ignore[index]
    assert summary == {"winner": "P2", "points": {"P2": 1}, "turned": "2c"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_screen_is_accessible_and_fits_the_finger(hall: Hall, language: str) -> None:
    page = hall.tablet(language=language)
    found = look(page, "entry")
    say(page, 1, 60, {2: "grand"})
    found |= look(page, "typed")
    record(page)
    wait_for(page, "Sent, not confirmed" if language == "en" else "Enviada, sin confirmar")
    page.locator("#network").tap()
    expect(page.locator("#details")).to_be_visible()
    found |= look(page, "review")
    with pytest.raises(Conflict):
        enter(hall.evening.match(1), 1, DOUBLE, hall.evening.phone("B"))
    expect(page.locator("#conflict")).to_be_visible(timeout=SENT_WITHIN_MS)
    found |= look(page, "conflict")
    page.locator("#again").tap()
    found |= look(page, "pairing")
    assert found == {}


def look(page: Page, name: str) -> dict[tuple[str, int, str], object]:
    """What is wrong with a screen: for axe, wider than the device, or too small for a finger."""
    found: dict[tuple[str, int, str], object] = {}
    for width, scheme in product((390, 1024), SCHEMES):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, input, summary")].filter(each =>
                each.getBoundingClientRect().width && each.getBoundingClientRect().height < 48)
                .map(each => each.outerHTML.slice(0, 90))"""
        )
        wide = page.evaluate("document.documentElement.scrollWidth") > width
        if problems := [*violations(page), *small, *(["too wide"] if wide else [])]:
            found[name, width, scheme] = problems
    page.set_viewport_size({"width": 390, "height": 844})
    return found
