"""Calls for help from the tablet to the board and back, and the phone of a player, in a real Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import test_tablet as tablets
from tests.browser.test_desk import accessible, log_in
from tests.browser.test_tablet import DOUBLE, SENT_WITHIN_MS, Hall, look, record, say, wait_for
from tests.make import confirm, enter
from tests.pages.test_desk import at
from tournaments.errors import Conflict
from tournaments.models import AuditEntry, Call, Device, User
from tournaments.services.calls import end_call, take_call

hall = tablets.hall
CALLED = re.compile(r"Director called, \d\d:\d\d")
HELP = "#help, #help-state"


def call_director(page: Page, subject: str = "rules") -> None:
    page.locator("#help").tap()
    page.locator(f"#help-{subject}").tap()


def is_said(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#help-state")).to_contain_text(text, timeout=SENT_WITHIN_MS)


def unfold(page: Page) -> None:
    """Open what is behind the words about the call."""
    page.locator("#help-state").tap()
    expect(page.locator("#help-about")).to_be_visible()


def take_back(page: Page) -> None:
    unfold(page)
    page.locator("#help-back").tap()


def verbs() -> list[str]:
    rows = AuditEntry.objects.filter(verb__startswith="call.").order_by("pk")
    return list(rows.values_list("verb", flat=True))


def test_a_table_calls_sees_who_comes_and_takes_it_back(hall: Hall) -> None:
    page, phone = hall.tablet(), hall.tablet(profile="side", side="B")
    page.locator("#help").tap()
    page.locator("#help-cancel").tap()
    expect(page.locator("#help-ask")).to_have_count(0)
    assert Call.objects.count() == 0
    call_director(page)
    is_said(page, CALLED)
    is_said(phone, CALLED)
    call = Call.objects.get()
    assert (call.subject, call.table.number) == ("rules", 1)
    take_call(hall.evening.dora, call)
    is_said(page, "The director is on the way")
    unfold(phone)
    expect(phone.locator("#help-about")).to_contain_text(re.compile(r"The director was called at \d\d:\d\d"))
    phone.locator("#help-back").tap()
    for each in (page, phone):
        expect(each.locator("#help")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert verbs() == ["call.raised", "call.taken", "call.taken_back"]


def test_a_call_without_a_connection_is_kept_told_and_sent_once(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    page.locator("#help").tap()
    expect(page.locator("#help-score")).to_be_visible()
    page.evaluate("() => { const all = document.getElementById('help-score'); all.click(); all.click(); }")
    is_said(page, "Not sent: raise a hand")
    page.reload()
    is_said(page, "Not sent: raise a hand")
    unfold(page)
    expect(page.locator("#help-about")).to_contain_text("Your call has not gone out yet")
    page.locator("#help-close").tap()
    page.locator("#first-1").tap()
    expect(page.locator("#record")).to_be_visible()
    assert Call.objects.count() == 0
    page.context.set_offline(False)
    is_said(page, CALLED)
    assert Call.objects.get().subject == "score"
    assert Call.objects.get().signals.count() == 1


READ_WHEN_TOLD = """() => new Promise((ready) => {
  const opening = indexedDB.open("baza-tablet", 1);
  opening.onsuccess = () => {
    const told = () => {
      if (document.getElementById("help-state") && !window.whenTold) {
        const kept = opening.result.transaction("kept").objectStore("kept").get("state");
        window.whenTold = new Promise((read) => { kept.onsuccess = () => read(Object.values(kept.result.calls)); });
      }
    };
    new MutationObserver(told).observe(document.body, { childList: true, subtree: true });
    ready();
  };
})"""


def test_what_a_table_is_told_of_its_call_is_kept_already(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    expect(page.locator("#network")).to_contain_text("No connection")
    page.evaluate(READ_WHEN_TOLD)
    call_director(page)
    is_said(page, "Not sent: raise a hand")
    assert [each["subject"] for each in page.evaluate("() => window.whenTold")] == ["rules"]


def test_a_call_taken_back_before_it_was_tried_is_never_sent(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    call_director(page)
    take_back(page)
    expect(page.locator("#help")).to_be_visible()
    page.context.set_offline(False)
    wait_for(page, "Online", "#network")
    call_director(page, "other")
    is_said(page, CALLED)
    assert verbs() == ["call.raised"]
    page.context.set_offline(True)
    take_back(page)
    is_said(page, "Call cancelled – not sent")
    page.reload()
    unfold(page)
    page.locator("#help-again").tap()
    is_said(page, CALLED)
    take_back(page)
    page.context.set_offline(False)
    expect(page.locator("#help")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert verbs() == ["call.raised", "call.taken_back"]


def test_an_answer_to_a_call_that_got_lost_does_no_harm(hall: Hall) -> None:
    page = hall.tablet()
    answers: list[int] = []

    def lose(route: Route) -> None:
        answers.append(route.fetch().status)
        if len(answers) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/devices/me/calls", lose)
    call_director(page)
    is_said(page, CALLED)
    assert answers[:2] == [201, 200]
    assert (Call.objects.count(), verbs()) == (1, ["call.raised"])


def test_the_director_can_be_called_on_every_screen_of_a_paired_device(hall: Hall) -> None:
    page = hall.context().new_page()
    page.goto(f"{hall.url}/tablet/")
    expect(page.locator("#pairing")).to_be_visible()
    expect(page.locator(HELP)).to_have_count(0)

    page = hall.tablet()
    seen = {"entry": page.locator(HELP).count()}
    say(page, 1, 60)
    record(page)
    wait_for(page, "Sent, not confirmed")
    seen["review"] = page.locator(HELP).count()
    with pytest.raises(Conflict):
        enter(hall.evening.match(1), 1, DOUBLE, hall.evening.phone("B"))
    expect(page.locator("#conflict")).to_be_visible(timeout=SENT_WITHIN_MS)
    seen["conflict"] = page.locator(HELP).count()
    page.locator("#network").tap()
    page.locator("#again").tap()
    expect(page.locator("#pairing")).to_be_visible()
    seen["pairing"] = page.locator(HELP).count()
    assert seen == dict.fromkeys(seen, 1)


def test_an_open_call_goes_on_through_the_end_of_the_match_and_into_the_next(hall: Hall) -> None:
    page = hall.tablet()
    call_director(page)
    is_said(page, CALLED)
    hall.evening.play({1: 60, 2: 60}, hands=4)
    expect(page.locator("#over")).to_be_visible(timeout=SENT_WITHIN_MS)
    is_said(page, CALLED)
    hall.evening.close()
    expect(page.locator("#rest")).to_be_visible(timeout=SENT_WITHIN_MS)
    is_said(page, CALLED)
    hall.evening.next_round()
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    is_said(page, CALLED)
    end_call(hall.evening.dora, Call.objects.get())
    expect(page.locator("#help")).to_be_visible(timeout=SENT_WITHIN_MS)


def test_a_player_scans_the_square_and_confirms_on_an_own_phone(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 70)
    record(page)
    wait_for(page, "Sent, not confirmed")
    page.locator("#phone").tap()
    page.locator("#phone-B").tap()
    square = page.locator(".square")
    expect(square).to_be_visible()
    assert re.fullmatch(r"(M\d+ \d+h1v1h-1z)+", square.locator("path").get_attribute("d") or "")
    code = page.locator(".code-shown").inner_text().replace(" ", "")

    own = hall.context("es").new_page()
    own.goto(f"{hall.url}/tablet/?code={code}")
    expect(own.locator("h1")).to_have_text("Código leído")
    own.locator("#pair").tap()
    expect(own.locator(".heading")).to_contain_text("Teléfono de Pair 3")
    own.locator("#agree-B").tap()
    expect(own.locator("#resting")).to_be_visible(timeout=SENT_WITHIN_MS)
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert hall.hands()[1][0] == "confirmed"
    own.locator("#enter-here").tap()
    expect(own.locator("#entry")).to_be_visible()
    own.locator("#cancel").tap()
    expect(own.locator("#resting")).to_be_visible()

    for number in (2, 3, 4):
        enter(hall.evening.match(1), number, DOUBLE, hall.evening.dora)
    hall.evening.play({2: 60}, hands=4)
    hall.evening.close()
    hall.evening.next_round()
    expect(own.locator("#rest")).to_contain_text("ha terminado", timeout=SENT_WITHIN_MS)
    expect(own.locator(HELP)).to_have_count(0)
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert Device.objects.get(match__isnull=False).side == "B"


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_state_of_a_call_is_accessible_and_fits_the_finger(hall: Hall, language: str) -> None:
    page = hall.tablet(language=language)
    page.locator("#help").tap()
    found = look(page, "asked")
    page.locator("#help-rules").tap()
    expect(page.locator("#help-state.good")).to_be_visible(timeout=SENT_WITHIN_MS)
    found |= look(page, "called")
    unfold(page)
    found |= look(page, "called, unfolded")
    page.context.set_offline(True)
    page.locator("#help-back").tap()
    is_said(page, re.compile("cancelled|anulada"))
    unfold(page)
    found |= look(page, "taken back, not sent")
    page.locator("#help-again").tap()
    page.context.set_offline(False)
    say(page, 1, 60)
    record(page)
    page.locator("#phone").tap()
    found |= look(page, "whose phone")
    page.locator("#phone-A").tap()
    expect(page.locator(".square")).to_be_visible()
    found |= look(page, "square")
    confirm(hall.evening.match(1), 1, hall.evening.dora)
    assert found == {}


@pytest.fixture
def board(hall: Hall) -> Page:
    """The director's board, kept up to date, with a device that is allowed to show notices."""
    context = hall.browser.new_context(viewport={"width": 1280, "height": 900}, locale="en")
    context.grant_permissions(["notifications"])
    context.add_init_script(
        """window.notices = [];
        window.Notification = class { constructor(text, how) { window.notices.push([text, how.silent]); } };
        window.Notification.permission = "granted";
        window.Notification.requestPermission = async () => "granted";"""
    )
    log_in(context, hall.url, hall.evening)
    page = context.new_page()
    page.on("pageerror", lambda error: hall.complaints.append(str(error)))
    page.goto(hall.url + at(hall.evening.event))
    return page


def notices(page: Page) -> Any:
    return page.evaluate("window.notices")


def test_the_board_hears_a_call_and_answers_it_by_keyboard(hall: Hall, board: Page) -> None:
    tablet = hall.tablet(2)
    expect(board).to_have_title(re.compile("^Director"))
    board.locator("#calls-notices").click()
    expect(board.locator("#calls-notices")).to_have_attribute("aria-pressed", "true")
    call_director(tablet)
    expect(board.locator("#calls-open")).to_contain_text("1 call for help", timeout=SENT_WITHIN_MS)
    expect(board).to_have_title(re.compile(r"^\(1\) Director"))
    expect(board.locator("#calls-said")).to_have_text("Table 2 calls for help: Question about the rules")
    assert notices(board) == [["Table 2 calls for help: Question about the rules", True]]
    expect(board.locator(".board > li").first).to_contain_text("Table 2 calls for help")
    assert accessible(board) == {}
    board.set_viewport_size({"width": 1280, "height": 900})

    number = Call.objects.get().pk
    board.locator(f"#take-{number}").focus()
    board.keyboard.press("Enter")
    dora = User.objects.get(pk=hall.evening.dora.user.pk)  # type: ignore[union-attr]
    expect(board.locator(f"#call-{number}")).to_contain_text(f"{dora.username} is on the way")
    is_said(tablet, "The director is on the way")
    board.locator(f"#end-{number}").focus()
    board.keyboard.press("Enter")
    expect(board.locator("#calls-open")).to_have_count(0)
    expect(board).to_have_title(re.compile("^Director"))
    expect(tablet.locator("#help")).to_be_visible(timeout=SENT_WITHIN_MS)


def test_a_call_that_was_ended_by_mistake_waits_again_at_the_table(hall: Hall, board: Page) -> None:
    tablet = hall.tablet(2)
    call_director(tablet)
    board.locator("[id^=end-]").click(timeout=SENT_WITHIN_MS)
    expect(tablet.locator("#help")).to_be_visible(timeout=SENT_WITHIN_MS)
    expect(board.locator("#undo")).to_be_visible()
    assert accessible(board) == {}
    board.set_viewport_size({"width": 390, "height": 844})
    box = board.locator("#undo").bounding_box()
    assert box is not None and box["height"] >= 44
    board.locator("#undo").click()
    expect(board.locator(".call")).to_contain_text("Table 2 calls for help")
    is_said(tablet, CALLED)
    assert verbs() == ["call.raised", "call.ended", "call.reopened"]


def test_a_page_of_the_desk_that_lies_behind_counts_on_without_a_notice_unasked(
    hall: Hall, board: Page
) -> None:
    board.goto(hall.url + at(hall.evening.event, "rulings/"))
    board.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    call_director(hall.tablet(2))
    expect(board).to_have_title(re.compile(r"^\(1\) "), timeout=SENT_WITHIN_MS)
    assert notices(board) == []
    board.locator("#calls-open").click()
    expect(board.locator(".call")).to_contain_text("Table 2 calls for help")
