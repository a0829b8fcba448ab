"""The form of a hand at the desk: short for the usual hand, in the words of this table."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from pages.forms import Declaration, HandForm
from scoring.models import Hand, HandEntry, HandStatus
from tests.make import Evening, enter, evening
from tests.pages.test_desk import at, client_of
from tests.pages.test_desk_match import page, typed
from tournaments.models import Stage

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


def test_what_was_confirmed_stays_so_when_both_sides_agree_to_the_correction(
    ev: Evening, dora: Client
) -> None:
    path = page(ev.match(1), "hands/1/")
    dora.post(path, typed(60, action="save", agreed="1"))
    assert '<input type="checkbox" name="agreed" value="1" checked>' in dora.get(path).text
    told = dora.post(path, typed(80, action="save", seen="1", agreed="1"), follow=True).text
    hand = Hand.objects.get(match=ev.match(1), number=1)
    assert hand.status == HandStatus.CONFIRMED and "It has to be confirmed yet." not in told
    told = dora.post(path, typed(90, action="save", seen="2"), follow=True).text
    hand.refresh_from_db()
    assert hand.status == HandStatus.SUBMITTED and "Hand 1 is saved. It has to be confirmed yet." in told
    assert '<input type="checkbox" name="agreed" value="1">' in dora.get(path).text


def test_after_the_round_a_correction_needs_nobody_else(ev: Evening, dora: Client) -> None:
    ev.play({1: 60, 2: 70}, hands=2)
    ev.close()
    path = page(ev.match(1), "hands/1/")
    assert 'name="agreed"' not in dora.get(path).text
    told = dora.post(path, typed(80, action="save", seen="1"), follow=True).text
    assert "Hand 1 is saved." in told and "It has to be confirmed yet." not in told


def test_a_paper_slip_has_nothing_to_fold_away(ev: Evening, dora: Client) -> None:
    assert 'id="rare"' not in dora.get(page(ev.match(1), "hands/0/")).text


def test_games_are_asked_for_where_a_match_has_games(ev: Evening, dora: Client) -> None:
    slip = page(ev.match(1), "hands/0/")
    assert "Games won" not in dora.get(slip).text
    Stage.objects.filter(pk=ev.stage.pk).update(match={"best_of": 3})
    text = dora.get(slip).text
    assert "Games won" in text and 'name="games-A"' in text
    data = typed(
        0, **{"score-A": "2100", "score-B": "1400", "games-A": "2", "games-B": "1", "action": "save"}
    )
    dora.post(slip, data)
    assert HandEntry.objects.get().payload["games"] == {"A": 2, "B": 1}


def test_games_that_were_told_stay_on_the_slip(ev: Evening, dora: Client) -> None:
    told = {"score": {"A": 2100, "B": 1400}, "games": {"A": 2, "B": 1}}
    enter(ev.match(1), 0, told, ev.dora)
    assert 'name="games-A"' in dora.get(page(ev.match(1), "hands/0/")).text
    assert "Games won: North–South 2, East–West 1" in dora.get(page(ev.match(1))).text


def test_a_refusal_names_a_seat_by_who_sits_there(ev: Evening, dora: Client) -> None:
    twice = typed(60, **{"out_order-0": "1", "out_order-1": "3", "out_order-2": "3", "action": "preview"})
    text = dora.post(page(ev.match(1), "hands/1/"), twice).text
    assert re.search(r"South: South \d is listed twice\.", text)


def test_a_board_without_a_stage_leads_to_the_office(ev: Evening, dora: Client) -> None:
    ev.stage.rounds.all().delete()
    ev.stage.delete()
    text = dora.get(at(ev.event)).text
    assert text.count("It is not settled yet how this event is played.") == 1
    office = f"/{ev.event.club.slug}/{ev.event.slug}/setup/"
    assert re.search(rf'class="button" href="{office}"', text)


def test_a_result_begins_with_the_one_that_the_card_points_ask_for(ev: Evening, dora: Client) -> None:
    form = HandForm(Declaration.of(ev.stage, 1), None, None)
    assert [value for value, _label in form.fields["result"].choices] == ["count", "double"]
    assert form["result"].value() == "count"
    assert form["first_out"].value() is None
    assert next(iter(form.fields["first_out"].choices)) == ("", "choose")


def test_a_value_that_says_nothing_stands_for_an_empty_one(ev: Evening, dora: Client) -> None:
    form = HandForm(Declaration.of(ev.stage, 1), None, None)
    assert [value for value, _label in form.fields["calls-1"].choices] == ["none", "small", "grand"]
    dora.post(
        page(ev.match(1), "hands/1/"), typed(60, **{"calls-1": "none", "calls-2": "grand", "action": "save"})
    )
    assert HandEntry.objects.get().payload["calls"] == {"2": "grand"}


def test_no_points_at_all_are_a_number_of_points(ev: Evening, dora: Client) -> None:
    dora.post(page(ev.match(1), "hands/1/"), typed(0, action="save"))
    assert HandEntry.objects.get().payload["points"] == {"A": 0}


def test_the_sides_of_the_form_are_named_with_who_plays_there(ev: Evening, dora: Client) -> None:
    match = ev.match(1)
    entrant = match.participations.get(side="A").entrant
    label = f"North–South: {entrant.number} {entrant.name}</label>"
    assert label in dora.get(page(match, "hands/1/")).text
    assert label in dora.get(page(match, "hands/0/")).text


def test_only_a_change_is_asked_for_its_reason(ev: Evening, dora: Client) -> None:
    path = page(ev.match(1), "hands/1/")
    assert 'name="reason"' not in dora.get(path).text
    dora.post(path, typed(60, action="save"))
    assert 'name="reason"' in dora.get(path).text


def test_card_points_say_when_they_are_asked_for(ev: Evening, dora: Client) -> None:
    text = unescape(dora.get(page(ev.match(1), "hands/1/")).text)
    assert re.findall(r'data-when="({.*?})"', text) == ['{"result": ["count"]}']


def slip(a: int, b: int, **more: str) -> dict[str, str]:
    return {"score-A": str(a), "score-B": str(b), "action": "save", **more}


def said(text: str) -> str:
    """What the page was told, as it sends it again."""
    (value,) = re.findall(r'name="doubted" value="([^"]*)"', text)
    return unescape(value)


def test_totals_that_no_hands_give_are_asked_about_once(ev: Evening, dora: Client) -> None:
    path = page(ev.match(1), "hands/0/")
    asked = dora.post(path, slip(301, 117)).text
    assert "North–South: 301 cannot occur; every total is a multiple of 5." in asked
    assert "301 + 117 = 418" in asked and "Save all the same" in asked
    assert not HandEntry.objects.exists()
    told = dora.post(path, slip(301, 117, doubted=said(asked)), follow=True).text
    assert "The paper slip is saved." in told
    assert HandEntry.objects.get().payload == {"score": {"A": 301, "B": 117}}


def test_other_totals_than_those_that_were_meant_are_asked_about_again(ev: Evening, dora: Client) -> None:
    path = page(ev.match(1), "hands/0/")
    asked = dora.post(path, slip(301, 117)).text
    again = dora.post(path, slip(310, 117, doubted=said(asked))).text
    assert "310 + 117 = 427" in again and not HandEntry.objects.exists()


def test_totals_that_hands_can_give_are_saved_at_once(ev: Evening, dora: Client) -> None:
    path = page(ev.match(1), "hands/0/")
    assert 'id="doubts"' not in dora.post(path, slip(300, 100, action="preview")).text
    assert "The paper slip is saved." in dora.post(path, slip(300, 100), follow=True).text


def test_a_preview_of_doubtful_totals_tells_the_doubt_too(ev: Evening, dora: Client) -> None:
    text = dora.post(page(ev.match(1), "hands/0/"), slip(301, 117, action="preview")).text
    assert 'id="doubts"' in text and 'id="consequences"' in text


def test_a_solo_is_saved_without_the_bid_that_was_typed_before_it(db: None) -> None:
    declaration = Declaration.of(evening(game="twenty_eight").stage, 1)
    typed = {"bidder": "1", "bid": "16", "bidder_points": "20", "bidder_tricks": "8"}
    assert HandForm(declaration, None, typed).summary() == {name: int(value) for name, value in typed.items()}
    alone = HandForm(declaration, None, {**typed, "solo": "True"})
    assert alone.summary() == {"bidder": 1, "bidder_tricks": 8, "solo": True}
    assert {"doubled", "pair", "all_jacks"} & set(alone.fields) == set()
    folded = {declared["name"] for declared, _fields in alone.rare()}
    assert folded == {"bidder_tricks", "defender_points", "made"}
