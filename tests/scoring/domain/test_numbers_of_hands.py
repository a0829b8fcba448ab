"""Which numbers the hands of a match may have, and which comes next."""

from __future__ import annotations

import pytest

from tests.make import SWEEP_B, Evening, counted, enter, evening, result, void
from tournaments.access import Actor
from tournaments.errors import Invalid

pytestmark = pytest.mark.django_db


def playing(**match: object) -> tuple[Evening, Actor]:
    made = evening(match=match)
    made.next_round()
    return made, made.tablet()


def refused(made: Evening, number: int, actor: Actor, kind: str = "enter") -> list[tuple[str, str, dict]]:
    with pytest.raises(Invalid, match=r"^invalid_result$") as caught:
        enter(made.match(), number, None if kind == "void" else counted(60), actor, kind=kind)
    return [(each.code, each.path, dict(each.params)) for each in caught.value.problems]


def test_a_number_beyond_the_limit_is_refused_while_hands_are_missing(db: None) -> None:
    made, tab = playing(hands=4)
    for number in (1, 2):
        enter(made.match(), number, counted(60), tab)
    for kind in ("enter", "void"):
        assert refused(made, 7, tab, kind) == [("hand_beyond_limit", "/hand", {"n": 7, "m": 4})]
    assert enter(made.match(), 4, counted(60), tab).match["obstacles"] == ["missing_hand:3"]


def test_a_void_deal_makes_room_for_one_more_number(db: None) -> None:
    made, tab = playing(hands=2)
    void(made.match(), 1, tab, seen=None)
    assert refused(made, 4, tab) == [("hand_beyond_limit", "/hand", {"n": 4, "m": 3})]
    enter(made.match(), 3, counted(60), tab)
    assert enter(made.match(), 2, counted(60), tab).match["complete"]


def test_an_extra_hand_that_is_due_is_within_the_limit(db: None) -> None:
    made, tab = playing(hands=2, tie_break=["extra_hand"])
    for number, points in ((1, 60), (2, 40)):
        enter(made.match(), number, counted(points), tab)
    assert refused(made, 4, tab) == [("hand_beyond_limit", "/hand", {"n": 4, "m": 3})]
    assert enter(made.match(), 3, SWEEP_B, tab).match["complete"]


def test_a_match_without_a_limit_of_hands_takes_any_number(db: None) -> None:
    made, tab = playing(target=True)
    assert enter(made.match(), 33, counted(60), tab).created


def test_the_first_missing_hand_comes_next(db: None) -> None:
    made, tab = playing(hands=4)
    for number, following in ((2, 1), (4, 1), (1, 3)):
        assert enter(made.match(), number, counted(60), tab).match["next_hand"] == following
    assert enter(made.match(), 3, counted(60), tab).match["next_hand"] is None


def test_a_match_that_reached_its_end_over_a_gap_asks_for_the_missing_hand(db: None) -> None:
    made, tab = playing(target=True)
    for number in range(2, 13):
        receipt = enter(made.match(), number, counted(100), tab)
        if receipt.match["finished"]:
            break
    assert (receipt.match["next_hand"], receipt.match["complete"]) == (1, False)
    enter(made.match(), 1, counted(100), tab)
    assert result(made.match()).next_hand is None
