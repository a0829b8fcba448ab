"""Walks by taps at random over a form with a keypad: the hands that could have been recorded on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from engine.core.game import Game
from scoring.setup import Setup
from tests.browser.test_tichu_entry import WANDER

CONTROLS = "#entry button:not(#record):not(#call-rules), #entry .stepper input, #entry .side-plate input"


def hands_on_the_way(page: Page, taps: int, starts: Sequence[int]) -> list[dict[str, Any]]:
    """What is typed of them; each start leads another way."""
    walk = WANDER.replace("#entry button:not(#record), #entry .stepper input", CONTROLS).replace(
        'Event("change"', 'Event(one.closest(".side-plate") ? "input" : "change"'
    )
    assert CONTROLS in walk
    found = [each for start in starts for each in page.evaluate(walk, [taps, start])]
    return [{name: value for name, value in each.items() if value is not None} for each in found]


def impossible(summaries: Sequence[dict[str, Any]], game: Game, setup: Setup) -> dict[str, list[str]]:
    """Those that the rules refuse in the first hand of a match, each with the codes of what is wrong."""
    context = game.open_match(setup.rules).context()
    return {
        str(each): [problem.code for problem in problems]
        for each in summaries
        if (problems := game.check(each, setup.rules, context))
    }
