"""What a tablet says to people who see it for the first time: what is missing, what follows, who is meant."""

from __future__ import annotations

from playwright.sync_api import expect

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
