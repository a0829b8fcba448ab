"""What a tablet keeps while it is typed, and what it says when it can keep nothing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scoring.models import HandEntry
from tests.browser import test_tablet as tablets
from tests.browser.test_tablet import Hall, record, say, wait_for

hall = tablets.hall
KEPT = """() => new Promise((done) => {
  indexedDB.open("baza-tablet").onsuccess = ({ target: { result } }) => {
    result.transaction(["queue", "kept"], "readwrite").oncomplete = () => { result.close(); done(); };
  };
})"""


NO_ROOM = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
  window.makeRoom = () => { IDBObjectStore.prototype.put = put; };
}"""


def reload(page: Page) -> None:
    """Open the page again once it has kept what is typed: writers take turns, and two have been waited for."""
    for _ in range(2):
        page.evaluate(KEPT)
    page.reload()


def test_a_hand_typed_by_half_is_there_after_a_reload_and_a_new_page(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 4, 35, {2: "grand"})
    reload(page)
    expect(page.locator("#first-4")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#points-B")).to_have_value("65")
    page.close()
    again = page.context.new_page()
    again.goto(f"{hall.url}/tablet/")
    expect(again.locator("#call-2-grand")).to_have_attribute("aria-pressed", "true")


def test_a_full_device_says_so_and_keeps_the_hand_on_the_screen(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 4, 35)
    page.evaluate(NO_ROOM)
    page.locator("#record").tap()
    expect(page.locator("#full")).to_contain_text("Write results on paper")
    expect(page.locator("#points-B")).to_have_value("65")
    assert HandEntry.objects.count() == 0
    page.evaluate("() => window.makeRoom()")
    hall.complaints.clear()
    record(page)
    expect(page.locator("#full")).to_have_count(0)
    wait_for(page, "Sent, not confirmed")


def test_a_device_that_has_become_full_sends_what_it_keeps(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    say(page, 4, 35)
    record(page)
    expect(page.locator("#network")).to_contain_text("1 not sent yet")
    page.evaluate(NO_ROOM)
    with page.expect_response("**/submissions/batch"):
        page.context.set_offline(False)
    expect(page.locator("#full")).to_be_visible()
    assert HandEntry.objects.count() == 1
    page.evaluate("() => window.makeRoom()")
    page.locator("#network").tap()
    page.locator("#try").tap()
    wait_for(page, "Sent, not confirmed")
    assert HandEntry.objects.count() == 1


def test_the_language_changes_without_the_network(hall: Hall) -> None:
    page = hall.tablet()
    page.context.set_offline(True)
    page.locator("#language-es").tap()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("h1")).to_have_text("Mesa 1")
    reload(page)
    expect(page.locator("h1")).to_have_text("Mesa 1")
