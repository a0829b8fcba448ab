"""The card that lay face down in a hand of 28: in no page and no answer before the hand is released."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from scoring.services.release import release_hands
from tests.make import evening
from tests.replay.conftest import send
from tests.support.recorded import Recorded, recorded
from tournaments.access import SYSTEM
from tournaments.services.devices import add_phone, pair_device

pytestmark = pytest.mark.django_db

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = {"J": "jack", "A": "ace", "T": "10", "K": "king", "Q": "queen"}


def hand_with_a_hidden_trump() -> tuple[Recorded, str]:
    """A hand in which a card was laid face down, and the code of that card."""
    for seed in range(50):
        record, summary = recorded(seed, "twenty_eight")
        laid = [event["card"] for event in record["events"] if event["e"] == "trump"]
        if laid and record["events"][-1]["e"] == "play":
            return (record, summary), laid[-1]
    raise AssertionError("no hand with a trump that was laid face down")


def test_no_page_and_no_answer_has_the_face_down_card_before_the_hand_is_released() -> None:
    (record, summary), card = hand_with_a_hidden_trump()
    made = evening(4, game="twenty_eight", match={"hands": 4})
    made.next_round()
    match = made.match(1)
    send(made, match, 1, record, summary)
    _, token = pair_device(add_phone(SYSTEM, made.match(1), "B", "phone")[1])
    phone = APIClient()
    phone.credentials(HTTP_AUTHORIZATION=f"Device {token}")
    base = f"/{made.event.club.slug}/{made.event.slug}/"
    hand = f"matches/{match.pk}/hands/1"
    pages = [Client().get(base + path) for path in ("rounds/1/", "my-table/?q=1", f"{hand}/")]
    answers = [
        phone.get(f"/api/v1/{path}")
        for path in ("devices/me", f"matches/{match.pk}", f"matches/{match.pk}/hands", hand)
    ]
    assert [each.status_code for each in pages] == [200, 200, 404]
    assert {each.status_code for each in answers} == {200}
    name = f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"
    for each in (*pages, *answers):
        text = each.content.decode().lower()
        assert f'"{card.lower()}"' not in text and name not in text
        assert '"events"' not in text
    release_hands(made.dora, made.match(1))
    shown = Client().get(f"{base}{hand}/").content.decode()
    assert name in shown and f'"{card}"' in shown
