"""A whole event of twelve pairs over five rounds, through the REST API alone, without a broker."""

from __future__ import annotations

import pytest

from tests.events.club_night import ClubNight
from tests.events.setting_up import store_event
from tests.events.story import tell
from tests.events.typing_hands import counted
from tests.support.wires import InProcess

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("eager")]


def test_an_event_played_through_the_api_ends_with_the_table_that_is_reckoned_by_hand() -> None:
    tell(ClubNight(InProcess, store_event("evening", 11)))


def level_matches(slug: str) -> list[dict[str, object]]:
    """The results of a round of one level hand a match, where nothing but the lot decides."""
    event = store_event(slug, 8, match={"hands": 1, "tie_break": ["last_hand", "hands_won", "lot"]})
    night = ClubNight(InProcess, event, seed=event)
    night.begin()
    games = night.games(night.draw(1)["id"])
    for match in games:
        tablet = night.tablets[match["table"]["number"]]
        night.ok(tablet.post(night.path(match), night.submission(1, counted(50))), 201)
    return [night.finished(match)["result"] for match in games]


def test_the_lot_decides_what_nothing_else_does_and_the_same_seed_draws_the_same_lot() -> None:
    results, again = level_matches("one"), level_matches("two")
    assert [each["decided_by"] for each in results] == ["lot"] * 4
    assert {each["winner"] for each in results} == {"A", "B"}
    assert [each["winner"] for each in again] == [each["winner"] for each in results]
