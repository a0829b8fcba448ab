"""The form of a hand at the desk: short for the usual hand, in the words of this table."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import Hand, HandEntry, HandStatus
from tests.make import Evening, evening
from tests.pages.test_desk import at, client_of
from tests.pages.test_desk_match import page, typed

RARE = re.compile(r'<details class="more plain" id="rare"([^>]*)>(.*?)</details>', re.DOTALL)


@pytest.fixture
def ev(db: None) -> Evening:
    made = evening(4, match={"hands": 2})
    made.next_round()
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def test_what_is_rarely_said_is_folded_away(ev: Evening, dora: Client) -> None:
    text = dora.get(page(ev.match(1), "hands/1/")).text
    (found,) = RARE.findall(text)
    attributes, folded = found
    assert "open" not in attributes
    assert "Order of going out, Penalties, Totals on the slip" in re.sub(r"\s+", " ", folded)
    assert 'name="penalties-0-points"' in folded
    for name in ("first_out", "points-A", "calls-1"):
        assert f'name="{name}"' in text
        assert f'name="{name}"' not in folded


@pytest.mark.parametrize(("name", "value"), [("out_order-0", "3"), ("claimed-A", "nonsense")])
def test_what_was_said_or_is_wrong_is_not_folded_away(
    ev: Evening, dora: Client, name: str, value: str
) -> None:
    data = typed(80, **{name: value, "action": "preview"})
    ((attributes, _folded),) = RARE.findall(dora.post(page(ev.match(1), "hands/1/"), data).text)
    assert "open" in attributes


def test_a_refusal_names_the_side_by_its_seats(ev: Evening, dora: Client) -> None:
    text = dora.post(page(ev.match(1), "hands/1/"), typed(63, action="preview")).text
    assert "North–South: 63 cannot occur" in text


def test_what_follows_from_what_was_typed_need_not_be_chosen(ev: Evening, dora: Client) -> None:
    dora.post(page(ev.match(1), "hands/1/"), typed(60, result="", action="save"))
    assert HandEntry.objects.get().payload == {"first_out": 1, "result": "count", "points": {"A": 60}}


def test_what_contradicts_what_was_chosen_is_left_away(ev: Evening, dora: Client) -> None:
    dora.post(page(ev.match(1), "hands/1/"), typed(60, result="double", action="save"))
    assert HandEntry.objects.get().payload == {"first_out": 1, "result": "double"}


def test_a_new_hand_with_both_signatures_is_confirmed_at_once(ev: Evening, dora: Client) -> None:
    form = dora.get(page(ev.match(1), "hands/1/")).text
    assert '<input type="checkbox" name="agreed" value="1" checked>' in form
    dora.post(page(ev.match(1), "hands/1/"), typed(60, action="save", agreed="1"))
    dora.post(page(ev.match(1), "hands/2/"), typed(60, action="save"))
    hands = Hand.objects.filter(match=ev.match(1)).order_by("number")
    assert [each.status for each in hands] == [HandStatus.CONFIRMED, HandStatus.SUBMITTED]
    assert 'name="agreed"' not in dora.get(page(ev.match(1), "hands/1/")).text


def test_a_paper_slip_has_nothing_to_fold_away(ev: Evening, dora: Client) -> None:
    assert 'id="rare"' not in dora.get(page(ev.match(1), "hands/0/")).text


def test_a_board_without_a_stage_leads_to_the_office(ev: Evening, dora: Client) -> None:
    ev.stage.rounds.all().delete()
    ev.stage.delete()
    text = dora.get(at(ev.event)).text
    assert text.count("The event has no stage yet") == 1
    office = f"/{ev.event.club.slug}/{ev.event.slug}/setup/"
    assert re.search(rf'class="button" href="{office}"', text)
