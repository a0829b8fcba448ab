"""The tablet in hands that see it for the first time: nothing moves under the finger, no screen is a dead end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import test_tablet as tablets
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, record, say, wait_for
from tests.make import confirm, counted, enter
from tournaments.models import Call

hall = tablets.hall
SIZES = [(1024, 768), (390, 844)]
SOLID = "(each) => getComputedStyle(each).backgroundColor"


def place(found: Locator) -> tuple[float, float]:
    """Where something stands on the screen."""
    box = found.bounding_box()
    assert box is not None
    return box["x"], box["y"]


def corrections(hall: Hall, allowed: str) -> None:
    hall.evening.event.settings = {**hall.evening.event.settings, "table_corrections": allowed}
    hall.evening.event.save()


def four_hands(hall: Hall) -> None:
    """A match that is over and of which the other side has confirmed nothing."""
    for number in (1, 2, 3, 4):
        enter(hall.evening.match(1), number, counted(60), hall.evening.tablet(1))


def test_an_earlier_hand_that_is_wrong_is_changed_after_the_match(hall: Hall) -> None:
    four_hands(hall)
    page = hall.tablet()
    page.locator("#look-open").tap()
    expect(page.locator("#remove")).to_have_count(0)
    page.locator("#back").tap()
    expect(page.locator("#over")).to_be_visible()
    page.locator("#look-open").tap()
    page.get_by_role("button", name="No, change it").tap()
    page.locator("#points-A").fill("85")
    page.locator("#points-A").blur()
    page.locator("#record").tap()
    expect(page.locator("#hand-1")).to_contain_text("+85 : +15", timeout=SENT_WITHIN_MS)
    wait_for(page, "Online", "#network")
    assert hall.hands()[1] == ("submitted", counted(85))


@pytest.mark.parametrize("allowed", ["none", "last_hand"])
def test_where_tables_may_not_correct_an_earlier_hand_the_director_is_one_tap_away(
    hall: Hall, allowed: str
) -> None:
    corrections(hall, allowed)
    four_hands(hall)
    page = hall.tablet()
    page.locator("#hand-4").tap()
    expect(page.locator("#change")).to_have_count(1 if allowed == "last_hand" else 0)
    page.locator("#back").tap()
    page.locator("#look-open").tap()
    expect(page.locator("#change")).to_have_count(0)
    page.get_by_role("button", name="Not right? Call the director").tap()
    expect(page.locator("#help-state")).to_contain_text("Director called", timeout=SENT_WITHIN_MS)
    expect(page.locator("#call-score")).to_have_count(0)
    assert Call.objects.get().subject == "score"
    page.locator("#back").tap()
    expect(page.locator("#over")).to_be_visible()


def test_what_the_desk_has_typed_is_not_offered_for_a_change(hall: Hall) -> None:
    enter(hall.evening.match(1), 1, counted(60), hall.evening.dora)
    page = hall.tablet()
    page.locator("#hand-1").tap()
    expect(page.locator("#call-score")).to_be_visible()
    expect(page.locator("#change, #remove")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES, ids=["tablet", "phone"])
def test_nothing_moves_when_a_hand_is_sent(hall: Hall, size: tuple[int, int], language: str) -> None:
    page = hall.tablet(language=language)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.context.set_offline(True)
    say(page, 1, 60)
    record(page)
    watched = [page.locator(each) for each in ("#agree-A", "#agree-B", "#remove", "#next", "#hand-1")]
    before = [place(each) for each in watched]
    phone = page.get_by_role("button", name="needs the network" if language == "en" else "con red")
    expect(phone).to_be_disabled()
    page.context.set_offline(False)
    expect(page.locator("#network")).to_have_text("Online" if language == "en" else "Con conexión")
    expect(page.locator("#phone")).to_be_enabled()
    expect(page.locator("#review .plate svg")).to_be_visible()
    assert [place(each) for each in watched] == before


@pytest.mark.parametrize("size", SIZES, ids=["tablet", "phone"])
def test_nothing_moves_when_a_side_agrees_and_a_second_tap_does_nothing(
    hall: Hall, size: tuple[int, int]
) -> None:
    page = hall.tablet()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.context.set_offline(True)
    say(page, 1, 60)
    record(page)
    watched = [page.locator(each) for each in ("#agree-A", "#agree-B", "#next")]
    before = [place(each) for each in watched]
    page.locator("#agree-B").tap()
    expect(page.locator("#agree-B")).to_have_text("Pair 3 agrees.")
    assert [place(each) for each in watched] == before
    page.touchscreen.tap(before[1][0] + 20, before[1][1] + 20)
    expect(page.locator("#change")).to_be_hidden()
    expect(page.locator("#agree-A")).to_be_disabled()
    expect(page.locator("#review-title")).to_have_text("Hand 1")
    page.context.set_offline(False)
    expect(page.locator(".flash")).to_have_text("Hand 1 is confirmed", timeout=SENT_WITHIN_MS)


@pytest.mark.parametrize("size", SIZES, ids=["tablet", "phone"])
def test_nothing_moves_when_a_choice_is_made(hall: Hall, size: tuple[int, int]) -> None:
    page = hall.tablet()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    watched = [page.locator(each) for each in ("#sweep", "#points-A", "#share", "#first-3")]
    before = [place(each) for each in watched]
    page.locator("#points-A").fill("63")
    expect(page.locator("#points-allowed")).to_contain_text("63 cannot be.")
    assert [place(each) for each in watched] == before
    page.locator("#sweep").tap()
    expect(page.locator("#points-A")).to_be_hidden()
    page.locator("#sweep").tap()
    expect(page.locator("#points-A")).to_be_visible()
    assert [place(each) for each in watched] == before
    page.locator("#sweep").tap()
    expect(page.locator("#sweep")).to_have_attribute("aria-pressed", "true")
    assert place(page.locator("#sweep")) == before[0]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES, ids=["tablet", "phone"])
def test_nothing_moves_when_the_director_is_called(hall: Hall, size: tuple[int, int], language: str) -> None:
    page = hall.tablet(language=language)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    watched = [page.locator(each) for each in (".score", "#first-1", "#points-A", "#record")]
    before = [place(each) for each in watched]
    page.locator("#help").tap()
    expect(page.locator("#help-ask")).to_be_visible()
    assert [place(each) for each in watched] == before
    page.locator("#help-rules").tap()
    expect(page.locator("#help-state.good")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert [place(each) for each in watched] == before
    page.context.set_offline(True)
    page.locator("#help-state").tap()
    expect(page.locator("#help-about")).to_be_visible()
    assert [place(each) for each in watched] == before
    page.locator("#help-back").tap()
    expect(page.locator("#help-state.warn")).to_be_visible()
    assert [place(each) for each in watched] == before
    page.locator("#help-state").tap()
    page.locator("#points-A-more").tap()
    expect(page.locator("#help-about")).to_have_count(0)
    expect(page.locator("#points-A")).to_have_value("50")


@pytest.mark.parametrize("language", ["en", "es"])
def test_on_a_phone_the_whole_entry_stands_above_its_bar_while_a_hand_waits(
    hall: Hall, language: str
) -> None:
    page = hall.tablet(language=language)
    page.set_viewport_size({"width": 390, "height": 844})
    say(page, 1, 60)
    record(page)
    page.locator("#next").tap()
    expect(page.locator("#confirm-first")).to_be_visible()
    expect(page.locator(".score .soft").first).to_be_hidden()  # who plays is told at the seats
    share, bar = (page.locator(each).bounding_box() for each in ("#share", ".foot-bar"))
    assert share is not None and bar is not None
    assert share["y"] + share["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= 844


def test_the_solid_buttons_confirm_and_the_next_hand_says_what_is_left(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 60)
    record(page)
    solid = page.locator("#agree-B").evaluate(SOLID)
    assert page.locator("#agree-A").evaluate(SOLID) == solid
    expect(page.locator("#next")).to_have_text("Confirm later, go on to hand 2")
    assert page.locator("#next").evaluate(SOLID) != solid
    page.locator("#next").tap()
    link = page.locator("#confirm-first")
    expect(link).to_contain_text("Hand 1 is not confirmed yet.")
    before = place(page.locator("#first-1"))
    wait_for(page, "Online", "#network")
    assert place(link)[1] < before[1]
    confirm(hall.evening.match(1), 1, hall.evening.phone("B"))
    expect(page.locator("#all-confirmed")).to_have_text("Hand 1 is confirmed", timeout=SENT_WITHIN_MS)
    assert place(page.locator("#first-1")) == before


def test_a_hand_that_is_taken_back_is_not_called_confirmed(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 60)
    record(page)
    wait_for(page, "Sent, not confirmed")
    page.locator("#remove").tap()
    page.locator("#remove-yes").tap()
    expect(page.locator("h1 + p")).to_contain_text("Hand 2")
    wait_for(page, "Online", "#network")
    expect(page.locator("#hand-1 .sign")).to_have_text("Does not count")
    expect(page.locator("#confirm-first, #all-confirmed")).to_have_count(0)


def test_the_link_on_the_entry_leads_to_the_confirmation_and_back(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 60)
    record(page)
    page.locator("#next").tap()
    page.locator("#first-2").tap()
    page.locator("#confirm-first").tap()
    page.locator("#agree-B").tap()
    said = page.locator(".flash")
    expect(said).to_have_text("Hand 1 is confirmed", timeout=SENT_WITHIN_MS)
    expect(said).to_have_attribute("role", "status")
    expect(page.locator("#first-2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#confirm-first, #all-confirmed")).to_have_count(0)
    expect(said).to_be_empty(timeout=SENT_WITHIN_MS)


@pytest.mark.parametrize(
    ("language", "name", "state"), [("en", "Paper slip", "Confirmed"), ("es", "Hoja de papel", "Confirmada")]
)
def test_a_paper_slip_is_called_one(hall: Hall, language: str, name: str, state: str) -> None:
    match = hall.evening.match(1)
    enter(match, 0, {"score": {"A": 200, "B": -200}}, hall.evening.dora)
    confirm(match, 0, hall.evening.dora)
    page = hall.tablet(language=language)
    row = page.locator("#hand-0")
    expect(row).to_have_text(f"{name}200 : −200{state}")
    row.tap()
    expect(page.locator("#review-title")).to_have_text(name)
    expect(page.locator("#review .sentence")).to_have_text("Pair 1 200 : Pair 3 −200")
    expect(page.locator("#change, #remove")).to_have_count(0)
    page.locator("#back").tap()
    expect(page.locator("#over")).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "button", "becomes"),
    [
        ("63", "more", "65"),
        ("63", "less", "60"),
        ("-12", "more", "−10"),
        ("130", "more", "125"),
        ("-90", "less", "−25"),
    ],
)
def test_a_step_from_a_number_that_cannot_be_leads_to_the_next_one_that_can(
    hall: Hall, typed: str, button: str, becomes: str
) -> None:
    page = hall.tablet()
    page.locator("#points-A").press_sequentially(typed)
    expect(page.locator("#points-allowed")).to_have_text(
        f"{typed} cannot be. Card points end in 0 or 5, from −25 to 125."
    )
    page.locator(f"#points-A-{button}").tap()
    expect(page.locator("#points-A")).to_have_value(becomes)
    expect(page.locator("#points-allowed")).to_have_text(
        "Card points Card points end in 0 or 5, from −25 to 125."
    )


def test_the_hint_follows_the_declaration(hall: Hall) -> None:
    page = hall.tablet()
    said: list[Any] = page.evaluate(
        """async () => {
          const { allowed } = await import("/static/tablet/form.js");
          const table = { t: (name, values) => `${name} ${values.low} ${values.high} ${values.step}` };
          const fields = [[-25, 125, 5], [0, 72], [0, 12, 3], []];
          return fields.map(([minimum, maximum, step]) => ({ minimum, maximum, step }))
            .map((field) => allowed(table, field, "Points"));
        }"""
    )
    assert said == ["number_ends −25 125 5", "number_limits 0 72 1", "number_steps 0 12 3", ""]


def test_a_phone_says_shorter_that_nobody_has_confirmed(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 60)
    record(page)
    wait_for(page, "Sent, not confirmed")
    assert page.locator("#hand-1 .plate").inner_text() == "not confirmed"
    page.set_viewport_size({"width": 1024, "height": 768})
    assert page.locator("#hand-1 .plate").inner_text() == "Sent, not confirmed"


def test_one_thing_is_deleted_and_the_other_cancelled(hall: Hall) -> None:
    page = hall.tablet()
    say(page, 1, 60)
    record(page)
    page.locator("#help").tap()
    expect(page.locator("#help-title")).to_have_text("Tap a reason, and the director is called.")
    page.locator("#help-rules").tap()
    page.locator("#help-state").tap()
    expect(page.locator("#help-back")).to_have_text("Cancel the call")
    expect(page.locator("#remove")).to_have_text("Delete this hand")


def test_the_code_can_be_typed_at_once_and_the_square_tells_where(hall: Hall) -> None:
    page: Page = hall.context().new_page()
    page.goto(f"{hall.url}/tablet/")
    expect(page.locator("#code")).to_be_focused()
    page.keyboard.type(hall.code())
    page.locator("#pair").tap()
    say(page, 1, 60)
    record(page)
    page.locator("#phone").tap()
    page.locator("#phone-B").tap()
    expect(page.locator("#own-phone")).to_contain_text(f"open {hall.url.removeprefix('http://')}/tablet/")
