"""The game for six on every page that names seats, sides or entrants: teams of three, no compass."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import make
from tests.pages.conftest import address, logged_in
from tests.pages.test_setup_entrants import hidden
from tests.scoring.exports.reading import pages
from tournaments.access import SYSTEM
from tournaments.models import Event
from tournaments.services.events import move_event

COMPASS = ("North", "South", "East", "West")
ANSWERS = {
    "name": "Six at a table",
    "rules": "tichu/club",
    "option_variant": "tientsin",
    "entrant_kind": "team",
    "expected": "6",
    "starts_at": "2026-11-30T19:30",
    "time_zone": "Europe/Madrid",
    "rounds_planned": "3",
    "hands": "4",
    "gives": "points",
    "win": "2",
    "draw": "1",
    "loss": "0",
    "preset": "swiss",
    "unplayed": "fide_2026",
}
LIST = "Dragons, Ana, Bo, Cleo\nPhoenixes; Dan; Eva; Fay; Gus\nDogs, Hal, Ida\n"


@pytest.fixture
def six(db: None) -> make.Evening:
    """Four teams in a published round."""
    made = make.evening(4, match={"hands": 2}, **make.SIX)
    for status in ("registration", "running"):
        move_event(SYSTEM, made.event, status)
    made.next_round()
    return made


@pytest.fixture
def director(six: make.Evening) -> Client:
    return logged_in(six.dora)


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def look(client: Client, changed: str, **answers: str) -> str:
    """What the form shows behind a changed answer."""
    headers = {"hx-request": "true", "hx-trigger-name": changed}
    return plain(client.post("/new/look/", {**ANSWERS, **answers}, headers=headers).text)


def test_the_variant_decides_who_plays(six: make.Evening, director: Client) -> None:
    text = look(director, "option_variant", entrant_kind="pair")
    assert '<option value="team" selected>teams of 3</option>' in text
    assert '<option value="pair"' not in text
    assert "Tichu, Tientsin (6 players), Club evening, for teams." in text
    assert "6 teams need 3 tables." in text
    assert "Direction of play" not in text
    back = look(director, "option_variant", entrant_kind="team", option_variant="")
    assert '<option value="pair" selected>pairs</option>' in back and "Direction of play" in back


def test_other_house_rules_keep_entrants_that_fit(six: make.Evening, director: Client) -> None:
    text = look(director, "rules", rules="tichu/seed")
    assert '<option value="team" selected>teams of 3</option>' in text
    assert '<option value="team" selected>teams</option>' in look(director, "rules", option_variant="")


def test_pairs_cannot_fill_a_side_of_three(six: make.Evening, director: Client) -> None:
    answer = director.post("/new/", {**ANSWERS, "entrant_kind": "pair"})
    assert answer.status_code == 422
    assert "A side has 3 seats in this game: these entrants have too few people for it." in answer.text
    assert 'id="entrant_kind-fault"' in answer.text


def test_six_draw_no_cards_for_their_seats(six: make.Evening, director: Client) -> None:
    page = director.get(address(six.event, "setup/event/")).text
    assert 'value="random"' in page and 'value="cards"' not in page
    answer = director.post("/new/", {**ANSWERS, "seat_draw": "cards"})
    assert answer.status_code == 422
    assert "In this game no cards are drawn for seats." in plain(answer.text)
    assert 'id="seat_draw-fault"' in answer.text


def test_an_event_for_six_is_made_and_comes_back_as_it_was_answered(
    six: make.Evening, director: Client
) -> None:
    assert director.post("/new/", ANSWERS).status_code == 303
    made = Event.objects.get(name="Six at a table")
    assert (made.options, made.entrant_kind) == ({"variant": "tientsin"}, "team")
    text = plain(director.get(address(made, "setup/event/")).text)
    assert '<option value="tientsin" selected>' in text and "teams of 3" in text
    public = plain(director.get(address(made)).text)
    assert "Tichu, Tientsin (6 players)" in public and "without changes" in public


def test_teams_are_pasted_with_three_players_or_more(six: make.Evening, director: Client) -> None:
    director.post("/new/", ANSWERS)
    made = Event.objects.get(name="Six at a table")
    path = address(made, "setup/entrants/import/")
    asked = plain(director.get(path).text)
    assert "Name of the team, Player 1, Player 2, Player 3, further players." in asked
    assert "Player 3: A value is missing." in director.post(path, {"pasted": LIST}).text
    page = director.post(path, {"pasted": LIST.rpartition("Dogs")[0]}).text
    director.post(path, {"rows": hidden(page)})
    teams = {
        each.name: list(each.line_up.values_list("player__name", flat=True)) for each in made.entrants.all()
    }
    assert teams == {"Dragons": ["Ana", "Bo", "Cleo"], "Phoenixes": ["Dan", "Eva", "Fay", "Gus"]}


def test_no_page_for_six_names_the_compass(six: make.Evening, director: Client) -> None:
    match = six.match(1)
    make.enter(match, 1, {"first_out": 2, "result": "triple", "calls": {"2": "small", "5": "grand"}})
    places = (
        "",
        "rounds/1/",
        "rounds/1/?by=name",
        "standings/",
        "my-table/?q=ana",
        "hall/",
        "rules/",
        "desk/",
        f"desk/matches/{match.pk}/",
        f"desk/matches/{match.pk}/hands/1/",
        f"desk/matches/{match.pk}/hands/2/",
        f"desk/matches/{match.pk}/hands/0/",
    )
    for place in places:
        text = director.get(address(six.event, place)).text
        found = [word for word in (*COMPASS, "ouble victory", "S–S–S") if word in text]
        assert found == [], place


def test_a_hand_of_six_is_told_at_the_desk(six: make.Evening, director: Client) -> None:
    match = six.match(1)
    make.enter(match, 1, {"first_out": 2, "result": "triple", "calls": {"2": "small", "5": "grand"}})
    text = plain(director.get(address(six.event, f"desk/matches/{match.pk}/")).text)
    assert "Result: triple victory" in text and "Seats 2–4–6" in text
    assert "+400" in text and "−200" in text


def test_the_hand_form_has_six_seats(six: make.Evening, director: Client) -> None:
    match = six.match(1)
    path = address(six.event, f"desk/matches/{match.pk}/hands/1/")
    form = plain(director.get(path).text)
    assert [seat for seat in range(1, 8) if f'name="calls-{seat}"' in form] == [1, 2, 3, 4, 5, 6]
    assert "triple victory" in form and "Order of going out 5" in form
    typed = {"first_out": "3", "result": "triple", "calls-6": "small", "action": "save"}
    refused = director.post(path, {**typed, "out_order-0": "3", "out_order-1": "2"})
    assert refused.status_code == 422
    assert "are not of one team: this is no triple victory." in refused.text
    assert director.post(path, typed).status_code == 302
    assert make.result(match).totals == {"A": 300, "B": -100}


def test_my_table_shows_six_seats_in_their_order(six: make.Evening, vic: Client) -> None:
    name = six.entrants[0].name
    text = plain(vic.get(address(six.event, f"my-table/?q={name}")).text)
    assert 'class="seats seats-6"' in text
    assert re.findall(r'<span class="small">(Seat \d)</span>', text) == [
        f"Seat {seat}" for seat in range(1, 7)
    ]
    assert text.count(' own"') == 3


def test_lists_and_slips_have_the_numbers_of_the_seats(six: make.Evening, director: Client) -> None:
    hall = plain(director.get(address(six.event, "hall/")).text)
    assert "1–3–5" in hall and "2–4–6" in hall
    slip = "\n".join(pages(director.get(address(six.event, "print/rounds/1/slips/")).content))
    sides = six.match(1).seats.order_by("position").select_related("player")
    odd = ", ".join(f"{seat.position} {seat.player.name}" for seat in sides if seat.side == "A")
    assert odd in slip and "1–3–5 points" in slip and "Signature Seats 2–4–6" in slip
    assert slip.count("\n6\n") + slip.count(" 6\n") >= 2, slip


def test_a_variant_is_offered_where_its_tables_can_be_drawn(six: make.Evening, director: Client) -> None:
    offered = look(director, "rules", rules="twenty_eight/club", option_variant="")
    keys = [key for key in ("28", "29", "56", "28_3p", "29_3p") if f'<option value="{key}"' in offered]
    assert keys == ["29", "56", "28_3p", "29_3p"]  # the first one, the usual one, has no key of its own
    chosen = look(director, "rules", rules="twenty_eight/club", option_variant="29_3p")
    assert '<option value="29_3p" selected' in chosen


def test_individuals_are_offered_where_nobody_has_a_partner(six: make.Evening, director: Client) -> None:
    assert '<option value="individual"' not in look(director, "rules", option_variant="", entrant_kind="pair")
    alone = look(director, "option_variant", rules="thunee/club", option_variant="two")
    assert '<option value="individual" selected' in alone
