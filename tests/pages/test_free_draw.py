"""Four players without an event draw partners and seats: the address is the draw."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.registry import get_game
from scoring.seat_draw import Drawing, terms_of
from tests.engine.malilla import rules_of

pytestmark = pytest.mark.django_db

PAGE = "/play/malilla/draw/"
NAMES = "name=Ana&name=Bea&name=Carla&name="
SEED = 7


def lie(profile: str = "seed") -> tuple[str, ...]:
    terms = terms_of(get_game("malilla"), rules_of({"profile": profile}), "partners")
    assert terms is not None
    return Drawing(terms, SEED).face_down


def page(client: Client, *cards: str, query: str = "") -> str:
    taken = ",".join(str(lie().index(card) + 1) for card in cards)
    answer = client.get(f"{PAGE}?{NAMES}&seed={SEED}&taken={taken}{query}")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text[answer.text.index("<main") :])


def test_the_form_asks_for_four_names_and_lays_other_cards_each_time(client: Client) -> None:
    texts = [client.get(PAGE).text for _ in range(2)]
    assert texts[0].count('name="name"') == 4
    assert len({re.findall(r'name="seed" value="(\d+)"', each)[0] for each in texts}) == 2


def test_the_cards_are_taken_by_following_links(client: Client) -> None:
    begun = page(client)
    assert begun.count('class="card-back"') == 48 and "Ana takes a card." in begun
    link = re.findall(r'href="(\?[^"]*taken=7)"', begun)[0].replace("&amp;", "&")
    assert "Bea takes a card." in client.get(PAGE + link).text


def test_the_two_highest_play_together_and_the_highest_deals(client: Client) -> None:
    done = page(client, "2O", "RC", "AB", "9E")
    seats = re.findall(r"<strong>([^<]+)</strong>", done[done.index("drawn-seats") :])
    assert seats == ["Player 4", "Bea", "Carla", "Ana"]
    assert done.count("deals first") == 1 and 'class="card-back"' not in done


def test_equal_cards_draw_again_and_the_same_address_is_the_same_draw(client: Client) -> None:
    tied = page(client, "9O", "RC", "2B", "2E")
    assert "Carla takes a card." in tied
    assert page(client, "9O", "RC", "2B", "2E", "AB", "8O") == page(
        client, "9O", "RC", "2B", "2E", "AB", "8O"
    )


def test_under_the_rules_of_clubs_the_first_turns_a_card(client: Client) -> None:
    turns = page(client, "2O", "RC", "AB", "9E", query="&profile=club")
    assert "Player 4 turns a card" in turns


@pytest.mark.parametrize(
    "taken", ["1,1,1", "0", "99", "x", "1,2,3,4,5,6,7,8,9,10,11,12", "-1", "9" * 40, ","]
)
def test_what_cannot_have_been_taken_ends_what_the_address_tells(client: Client, taken: str) -> None:
    assert client.get(f"{PAGE}?{NAMES}&seed={SEED}&taken={taken}").status_code == 200


def test_games_and_rules_that_there_are_not_have_no_page(client: Client) -> None:
    assert client.get("/play/snap/draw/").status_code == 404
    assert client.get(f"{PAGE}?seed=1&profile=mars").status_code == 404
    assert client.get(f"{PAGE}?seed=mars").status_code == 200


def test_the_list_of_events_leads_there(client: Client) -> None:
    assert f'href="{PAGE}"' in client.get("/").text


@pytest.mark.parametrize(("game", "cards", "deals"), [("twenty_eight", 32, 1), ("thunee", 24, 0)])
def test_cards_of_28_and_thunee_are_drawn_for_partners_too(
    client: Client, game: str, cards: int, deals: int
) -> None:
    begun = client.get(f"/play/{game}/draw/?{NAMES}&seed={SEED}&taken=").text
    assert begun.count('class="card-back"') == cards
    places = ",".join(map(str, range(1, cards + 1)))
    found = client.get(f"/play/{game}/draw/?{NAMES}&seed={SEED}&taken={places}").text
    assert "drawn-seats" in found
    assert found.count('<li class="deals">') == deals
    assert ("Who deals first is for you to say." in found) == (not deals)
