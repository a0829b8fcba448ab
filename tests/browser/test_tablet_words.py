"""What a tablet says to people who see it for the first time: what is missing, what follows, who is meant."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from tests.browser import test_tablet as tablets
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, say_points, wait_for
from tournaments.models import Entrant

hall = tablets.hall


def test_the_sentence_asks_only_for_what_is_missing(hall: Hall) -> None:
    page = hall.tablet()
    sentence = page.locator(".foot-bar .sentence")
    expect(sentence).to_have_text("Say who went out first, then the card points of one side.")
    page.locator("#first-1").tap()
    expect(sentence).to_have_text("Now the card points of one side, or the double victory.")
    page.locator("#first-1").tap()
    page.locator("#points-A-more").tap()
    expect(sentence).to_have_text("Say who went out first.")
    page.locator("#first-1").tap()
    expect(sentence).to_contain_text("Pair 1 +50")


def test_a_change_is_saved_as_a_change(hall: Hall) -> None:
    page = hall.tablet()
    expect(page.locator("#record")).to_have_text("Record hand 1")
    say_points(page, 70)
    wait_for(page, "Sent, not confirmed")
    page.locator("#change").tap()
    expect(page.locator("#record")).to_have_text("Save the change")


def test_who_confirms_a_hand_of_a_match_that_is_over_comes_back_to_its_end(hall: Hall) -> None:
    hall.evening.play({1: 60}, hands=4)
    page = hall.tablet()
    for left in ("hands 2, 3, 4", "hands 3, 4", "hand 4"):
        page.locator("#look-open").tap()
        page.locator("#agree-B").tap()
        expect(page.locator("#over")).to_contain_text(f"confirm {left}.", timeout=SENT_WITHIN_MS)
    expect(page.locator("#look-open")).to_have_text("Confirm hand 4")


def test_a_tablet_that_waits_for_its_first_match_is_ready(hall: Hall) -> None:
    hall.evening.play({1: 60, 2: 60}, hands=4)
    hall.evening.close()
    page = hall.context().new_page()
    page.goto(f"{hall.url}/tablet/?code={hall.code()}")
    page.locator("#pair").tap()
    expect(page.locator("#rest .lead")).to_contain_text("This tablet is ready.")


def test_a_pair_called_after_its_players_is_told_where_it_sits(hall: Hall) -> None:
    pair = Entrant.objects.get(participations__match=hall.evening.match(1), participations__side="A")
    pair.name = " – ".join(pair.line_up.values_list("player__name", flat=True))
    pair.save()
    page = hall.tablet()
    expect(page.locator(".side .soft").first).to_have_text("North, South")
    expect(page.locator(".side .soft").last).not_to_have_text("West, East")


def spoilt(route: Route) -> None:
    """Send points on that the rules refuse."""
    sent = json.loads(route.request.post_data or "{}")
    for each in sent["submissions"]:
        each["summary"] = {**each["summary"], "points": {"A": 47}}
    route.continue_(post_data=json.dumps(sent))


def test_a_refusal_names_the_side_as_the_screen_does_in_the_language_of_now(hall: Hall) -> None:
    page = hall.tablet()
    page.route("**/submissions/batch", spoilt)
    say_points(page, 70)
    refused = page.locator("#review .errors")
    expect(refused).to_have_text(
        "Pair 1: 47 cannot occur; card points are multiples of 5.", timeout=SENT_WITHIN_MS
    )
    page.locator("#language-es").tap()
    expect(refused).to_have_text("Pair 1: 47 no puede ser; los puntos de cartas van de 5 en 5.")
    page.reload()
    expect(refused).to_have_text("Pair 1: 47 no puede ser; los puntos de cartas van de 5 en 5.")


def test_a_refused_hand_of_an_earlier_match_keeps_the_names_of_that_match(hall: Hall) -> None:
    page = hall.tablet()
    page.route("**/submissions/batch", spoilt)
    say_points(page, 70)
    expect(page.locator("#review .errors")).to_be_visible(timeout=SENT_WITHIN_MS)
    hall.evening.play({1: 60, 2: 60}, hands=4)
    hall.evening.close()
    expect(page.locator("#rest .errors")).to_contain_text("Pair 1: 47 cannot occur", timeout=SENT_WITHIN_MS)


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_of_a_hand_is_hidden_behind_a_sentence_of_four_lines(hall: Hall, language: str) -> None:
    page = hall.tablet(language=language)
    for button in ("#first-2", "#call-2-small", "#call-3-grand"):
        page.locator(button).tap()
    page.locator("#points-A").fill("45")
    page.locator("#points-A").blur()
    expect(page.locator("#record")).to_be_enabled()
    sentence = page.locator(".foot-bar .sentence")
    lines = sentence.evaluate("(each) => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight)")
    assert round(lines) >= 3
    bar, slider = (page.locator(each).bounding_box() for each in (".foot-bar", "#share"))
    assert bar is not None and slider is not None
    assert page.evaluate("scrollY") == 0 and bar["y"] + bar["height"] <= 844
    assert slider["y"] + slider["height"] <= bar["y"]
