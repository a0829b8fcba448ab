"""The entry of a hand of Tichu: quick for the usual hand, and no way of tapping leads to one that cannot occur."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from engine.registry import get_game
from scoring.services.rulings import forfeit_match
from scoring.setup import stage_setup
from tests.browser import test_tablet as tablets
from tests.browser.test_tablet import SENT_WITHIN_MS, Hall, say_points, wait_for
from tournaments.texts import TEXTS

hall = tablets.hall
TAPS = 250
WANDER = """async ([taps, start]) => {
  const kept = () => new Promise((done, fail) => {
    const opening = indexedDB.open("baza-tablet");
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const turn = opening.result.transaction(["queue", "kept"], "readwrite");
      const reading = turn.objectStore("kept").get("state");
      reading.onsuccess = () => { opening.result.close(); done(reading.result.draft.summary); };
    };
  });
  let seed = start;
  const dice = (sides) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % sides; };
  const typed = ["62", "-90", "130", "99", "eight", "", "−5", "1e3", "50.4"];
  const seen = new Set();
  for (let at = 0; at < taps; at += 1) {
    const controls = [...document.querySelectorAll("#entry button:not(#record), #entry .stepper input")];
    const one = controls[dice(controls.length)];
    if (one.tagName === "INPUT") {
      one.value = typed[dice(typed.length)];
      one.dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      one.click();
    }
    await kept(); // writers take turns: after the second turn the page has kept what it shows
    const summary = JSON.stringify(await kept());
    if (!document.getElementById("record").disabled) {
      seen.add(summary);
    }
  }
  return [...seen].map((each) => JSON.parse(each));
}"""


def wander(page: Page, start: int) -> list[dict[str, Any]]:
    """The hands that could have been recorded on a long walk over the buttons."""
    found: list[dict[str, Any]] = page.evaluate(WANDER, [TAPS, start])
    return found


@pytest.mark.parametrize(
    "options", [{}, {"one_call_per_side": True}, {"grand_tichu": False}], ids=["club", "one call", "no grand"]
)
def test_no_way_of_tapping_makes_a_hand_that_cannot_occur(hall: Hall, options: dict[str, Any]) -> None:
    hall.evening.event.options = options
    hall.evening.event.save()
    page = hall.tablet()
    setup = stage_setup(hall.evening.match(1).round.stage)
    game = get_game("tichu")
    found = wander(page, 7) + wander(page, 2026)
    wrong = {
        str(each): [problem.code for problem in problems]
        for each in found
        if (problems := game.check(each, setup.rules, game.open_match(setup.rules).context()))
    }
    assert wrong == {}
    assert len(found) > 20
    assert {each["result"] for each in found} == {"count", "double"}
    made = [call for each in found for call in (each.get("calls") or {}).values()]
    assert ("grand" in made) == (options != {"grand_tichu": False})


def test_what_cannot_occur_cannot_be_typed(hall: Hall) -> None:
    page = hall.tablet()
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#first-1").tap()
    expect(page.locator("#record")).to_be_disabled()
    for typed in ("62", "130", "-90", "eight"):
        page.locator("#points-A").fill(typed)
        page.locator("#points-A").blur()
        expect(page.locator("#points-A")).to_have_value(typed)
        expect(page.locator("#points-allowed")).to_have_text(
            f"{typed} cannot be. Card points end in 0 or 5, from −25 to 125."
        )
        expect(page.locator("#points-A")).to_have_attribute("aria-describedby", "points-allowed")
        expect(page.locator("#record")).to_be_disabled()
    page.locator("#points-B-more").tap()
    expect(page.locator("#points-allowed")).not_to_contain_text("cannot be")
    expect(page.locator("#points-A")).to_have_value("50")
    page.locator("#points-B-more").tap()
    expect(page.locator("#points-A")).to_have_value("45")


def test_the_usual_hand_takes_four_taps_beside_the_number(hall: Hall) -> None:
    page = hall.tablet()
    page.locator("#first-1").tap()
    page.locator("#call-1-small").tap()
    page.locator("#points-A").fill("60")
    page.locator("#points-A").blur()
    page.locator("#record").tap()
    page.locator("#agree-B").tap()
    expect(page.locator(".total").first).to_have_text("160", timeout=SENT_WITHIN_MS)
    expect(page.locator("#entry")).to_be_visible(timeout=SENT_WITHIN_MS)
    assert hall.hands()[1][0] == "confirmed"


def test_where_a_side_has_one_call_a_second_one_takes_its_place(hall: Hall) -> None:
    hall.evening.event.options = {"one_call_per_side": True}
    hall.evening.event.save()
    page = hall.tablet()
    for seat in (1, 2, 3):
        page.locator(f"#call-{seat}-small").tap()
    for seat, pressed in ((1, "false"), (2, "true"), (3, "true")):
        expect(page.locator(f"#call-{seat}-small")).to_have_attribute("aria-pressed", pressed)


def test_a_refusal_is_told_in_the_language_of_the_tablet(hall: Hall) -> None:
    page = hall.tablet(language="es")
    page.context.set_offline(True)
    say_points(page, 70)
    match = hall.evening.match(1)
    forfeit_match(hall.evening.dora, match, [match.participations.get(side="A").entrant], reason="went home")
    page.context.set_offline(False)
    wait_for(page, "No aceptada")
    with translation.override("es"):
        sentence = str(TEXTS["match_forfeited"])
    assert sentence != TEXTS["match_forfeited"]
    expect(page.locator("#review .errors")).to_have_text(sentence)
