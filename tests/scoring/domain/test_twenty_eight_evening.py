"""An evening of Twenty-Eight: hands with their cards through the one door of results."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import HandEntry, MatchResult
from tests.make import Evening, evening
from tests.replay.conftest import send
from tests.support.recorded import Recorded, recorded
from tournaments.errors import Invalid

pytestmark = pytest.mark.django_db

GAME = "twenty_eight"


def hall(**options: Any) -> Evening:
    """Four pairs in their first round, four hands a match, each under the rules of a club."""
    made = evening(4, game=GAME, match={"hands": 4}, options=options)
    made.next_round()
    match = made.match(1)
    match.first_dealer = 1
    match.save(update_fields=["first_dealer"])
    return made


def dealt_by(dealer: int, kind: str = "played") -> Recorded:
    """A random hand of this dealer, void or counted."""
    found = (recorded(seed, GAME) for seed in range(400))
    return next(one for one in found if one[0]["dealer"] == dealer and one[1]["kind"] == kind)


def test_a_hand_with_its_cards_is_stored_and_scored() -> None:
    made = hall()
    record, summary = dealt_by(1)
    send(made, made.match(1), 1, record, summary)
    assert HandEntry.objects.get().record == record
    result = MatchResult.objects.get(match=made.match(1))
    assert (result.next_dealer, result.hands) == (2, 1)
    assert sum(result.totals.values()) > 0


def test_a_record_of_another_dealer_is_refused_while_it_is_known_whose_deal_it_was() -> None:
    made = hall()
    record, summary = dealt_by(2)
    with pytest.raises(Invalid) as caught:
        send(made, made.match(1), 1, record, summary)
    assert [(each.code, each.path) for each in caught.value.problems] == [
        ("dealer_out_of_rotation", "/record/dealer")
    ]
    send(made, made.match(1), 3, record, summary)
    assert HandEntry.objects.count() == 1


def test_a_void_deal_fills_no_hand_and_the_same_player_deals_again() -> None:
    made = hall()
    send(made, made.match(1), 1, None, {"kind": "void", "reason": "misdeal"})
    result = MatchResult.objects.get(match=made.match(1))
    assert (result.next_dealer, result.hands, result.next_hand) == (1, 0, 2)
    send(made, made.match(1), 2, *dealt_by(1))
    assert MatchResult.objects.get(match=made.match(1)).next_dealer == 2
