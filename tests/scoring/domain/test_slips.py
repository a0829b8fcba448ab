"""The totals of a paper slip stand for the hands of a match, never beside them."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.intake import choose_entry
from scoring.models import HandEntry
from tests.make import Evening, counted, enter, hand, result, void
from tournaments.errors import Conflict, Invalid

pytestmark = pytest.mark.django_db

SLIP: dict[str, Any] = {"score": {"A": 110, "B": 90}}


@pytest.mark.parametrize("points", ["1e5", "1e-5", f"1/{10**13}", "9" * 61])
def test_points_on_a_slip_are_numbers_of_a_size_that_is_kept(four: Evening, points: str) -> None:
    with pytest.raises(Invalid) as caught:
        enter(four.match(), 0, {"score": {"A": points, "B": 0}}, four.dora)
    assert [(each.code, each.path) for each in caught.value.problems] == [
        ("not_a_number", "/summary/score/A")
    ]


def test_a_hand_that_was_voided_for_a_slip_is_not_chosen_beside_it(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    void(match, 1, four.dora)
    enter(match, 0, SLIP, four.dora)
    first = HandEntry.objects.get(hand=hand(match, 1), revision=1)
    with pytest.raises(Invalid, match=r"^hands_beside_slip$"):
        choose_entry(four.dora, hand(match, 1), first.submission)
    assert (hand(match, 1).status, result(match).totals) == ("void", {"A": "110", "B": "90"})


def test_a_slip_that_was_voided_for_hands_is_not_chosen_beside_them(four: Evening) -> None:
    match = four.match()
    slip = enter(match, 0, SLIP, four.dora)
    void(match, 0, four.dora)
    enter(match, 1, counted(60), four.dora)
    with pytest.raises(Invalid, match=r"^slip_beside_hands$"):
        choose_entry(four.dora, hand(match, 0), HandEntry.objects.get(submission=slip.submission).submission)


def test_two_spellings_of_the_same_totals_agree(four: Evening) -> None:
    match = four.match()
    enter(match, 0, SLIP, four.phone("A"))
    again = enter(match, 0, {"score": {"A": "220/2", "B": "90.0"}, "games": None}, four.phone("B"))
    assert (again.replayed, again.status) == (True, "confirmed")
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(match, 0, {"score": {"A": "221/2", "B": 90}}, four.phone("B"))
