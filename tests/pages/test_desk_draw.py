"""Seats and the first deal drawn at the desk, and what everybody reads of it."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.services.seat_draw import open_drawing, take_card
from tests.make import Evening, enter, evening, turned
from tests.pages.test_desk import at, client_of

pytestmark = pytest.mark.django_db

FOUR = {"1": "2O", "2": "RC", "3": "AB", "4": "9E"}


def made_with(seat_draw: str = "cards", **options: str) -> Evening:
    made = evening(game="malilla", match={"hands": 2}, settings={"seat_draw": seat_draw}, options=options)
    made.next_round()
    return made


@pytest.fixture
def ev() -> Evening:
    return made_with(draw_ties="redraw", first_dealer="suit_draw")


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def page_of(ev: Evening) -> str:
    return at(ev.event, f"matches/{ev.match().pk}/draw/")


def typed(**cards: str) -> dict[str, str]:
    return {"action": "cards", **{name.replace("_", "-"): card for name, card in cards.items()}}


def first(**more: str) -> dict[str, str]:
    return typed(**{f"card_0_{chair}": card for chair, card in FOUR.items()}, **more)


def test_a_match_with_cards_to_draw_leads_to_its_draw(ev: Evening, dora: Client) -> None:
    match = dora.get(at(ev.event, f"matches/{ev.match().pk}/")).content.decode()
    assert page_of(ev) in match
    page = dora.get(page_of(ev)).content.decode()
    assert page.count('class="card-back"') == 48 and "Who takes the next card?" in page


def test_the_director_draws_card_by_card(ev: Evening, dora: Client) -> None:
    lie = open_drawing(ev.match()).face_down
    for seat, card in (*FOUR.items(), ("1", "5C")):
        answer = dora.post(page_of(ev), {"action": "take", "seat": seat, "place": lie.index(card) + 1})
        assert answer.status_code == 302
    page = dora.get(page_of(ev)).content.decode()
    assert "9 of swords" in page and "5 of cups" in page and "deals first" in page
    assert 'class="card-back"' not in page
    assert ev.match().first_dealer == 3


def test_a_card_that_is_gone_is_told_and_the_page_stays(ev: Evening, dora: Client) -> None:
    take_card(ev.tablet(), ev.match(), 1, 9)
    answer = dora.post(page_of(ev), {"action": "take", "seat": "2", "place": "9"})
    assert answer.status_code == 409
    assert "Somebody has taken this card already" in answer.content.decode()
    assert dora.post(page_of(ev), {"action": "take", "seat": "2", "place": "200"}).status_code == 422


def test_real_cards_are_picked_and_equal_ones_are_asked_for_again(ev: Evening, dora: Client) -> None:
    tied = {"card_0_1": "9O", "card_0_2": "RC", "card_0_3": "2B", "card_0_4": "2E"}
    asked = dora.post(page_of(ev), typed(**tied, turned="5B"))
    assert asked.status_code == 422
    page = asked.content.decode()
    assert 'name="card-1-3"' in page and 'name="card-1-4"' in page and 'name="card-1-1"' not in page
    assert '<option value="2B" selected>' in page
    done = dora.post(page_of(ev), typed(**tied, card_1_3="AB", card_1_4="8O", turned="5B"))
    assert done.status_code == 302
    stored = ev.match().draw
    assert stored is not None and stored["by_hand"] is True and len(stored["rounds"]) == 2
    assert ev.match().first_dealer == 1


def test_every_fault_of_picked_cards_is_named_at_once(ev: Evening, dora: Client) -> None:
    wrong = typed(card_0_1="9O", card_0_2="9O", card_0_3="XX", card_0_4="")
    page = dora.post(page_of(ev), wrong).content.decode()
    assert "The card 9O has been drawn already" in page
    assert "XX is not a card of this deck" in page
    assert "Say which card was turned" in page
    assert page.count('aria-invalid="true"') == 3
    assert ev.match().draw is None


def test_a_draw_is_taken_back(ev: Evening, dora: Client) -> None:
    dora.post(page_of(ev), first(turned="5B"))
    assert dora.post(page_of(ev), {"action": "undo"}).status_code == 302
    assert (ev.match().first_dealer, ev.match().draw["rounds"]) == (None, [])  # type: ignore[index]


def test_the_organiser_names_the_dealer() -> None:
    ev = made_with("balanced", first_dealer="assigned")
    dora = client_of(ev.dora)
    assert "say who deals first" in dora.get(at(ev.event, f"matches/{ev.match().pk}/")).content.decode()
    assert dora.post(page_of(ev), {"action": "dealer", "seat": "4"}).status_code == 302
    assert ev.match().first_dealer == 4
    assert dora.post(page_of(ev), {"action": "dealer", "seat": "9"}).status_code == 422


def test_behind_the_first_hand_it_is_only_shown(ev: Evening, dora: Client) -> None:
    dora.post(page_of(ev), first(turned="5C"))
    enter(ev.match(), 1, turned(3, "RO", 41), ev.dora)
    page = dora.get(page_of(ev)).content.decode()
    assert "what was drawn stands" in page and "Take the draw back" not in page
    assert dora.post(page_of(ev), {"action": "undo"}).status_code == 409


def test_a_scorer_draws_and_sets_nothing(ev: Evening) -> None:
    sam = client_of(ev.sam)
    assert "Enter the cards that were drawn" not in sam.get(page_of(ev)).content.decode()
    assert sam.post(page_of(ev), {"action": "undo"}).status_code == 403
    assert sam.post(page_of(ev), {"action": "take", "seat": "1", "place": "3"}).status_code == 302


def test_where_nothing_is_drawn_there_is_no_page(db: None) -> None:
    ev = evening()
    ev.next_round()
    dora = client_of(ev.dora)
    assert dora.get(page_of(ev)).status_code == 404
    assert dora.post(page_of(ev), {"action": "take"}).status_code in (404, 409)
    assert dora.post(page_of(ev), {"action": "steal"}).status_code == 404
    assert page_of(ev) not in dora.get(at(ev.event, f"matches/{ev.match().pk}/")).content.decode()


def test_players_read_what_was_drawn_on_my_table(ev: Evening, client: Client) -> None:
    lie = open_drawing(ev.match()).face_down
    address = f"/{ev.event.club.slug}/{ev.event.slug}/my-table/?q=pair"
    before = client.get(address).content.decode()
    assert "drawn with cards at the table" in before and "Drawn for the seats" not in before
    take_card(ev.tablet(), ev.match(), 2, lie.index("RC") + 1)
    page = client.get(address).content.decode()
    assert "Drawn for the seats" in page and "king of cups" in page
    enter(ev.match(), 1, turned(1, "RO", 41), ev.dora)
    enter(ev.match(2), 1, turned(1, "RO", 41), ev.dora)
    assert "drawn with cards at the table" not in client.get(address).content.decode()


@pytest.mark.parametrize(
    "name", ["card-", "card-x-1", "card-1", "card--1-1", "card-999999999-1", "card-99-1"]
)
def test_a_field_that_the_form_has_not_is_left_aside(ev: Evening, dora: Client, name: str) -> None:
    answer = dora.post(page_of(ev), first(turned="5C") | {name: "5O"})
    assert (answer.status_code, ev.match().first_dealer) == (302, 3)


def test_cards_that_were_turned_up_for_the_jack_are_typed_lap_by_lap(db: None) -> None:
    made = evening(game="thunee", match={"hands": 2})
    made.next_round()
    dora, page = client_of(made.dora), page_of(made)
    lap = {"card_0_1": "9H", "card_0_2": "QS", "card_0_3": "JD", "card_0_4": "AC"}
    asked = dora.post(page, typed(**lap)).content.decode()
    assert "Nobody has got the card yet" in asked
    assert 'name="card-1-1"' in asked and 'name="card-1-2"' not in asked
    assert dora.post(page, typed(**lap, card_1_1="JC")).status_code == 302
    assert made.match().first_dealer == 1
    assert "Nobody has got" not in dora.get(page).content.decode()
