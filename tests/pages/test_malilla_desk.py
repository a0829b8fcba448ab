"""The desk of a game with cards and games: what the form of a hand knows, and what the pages say of a match."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.services.verify import verify_event
from tests.make import Evening, correct, enter, evening, result, ruled, turned
from tests.pages.test_desk import at, client_of


@pytest.fixture
def ev(db: None) -> Evening:
    made = evening(game="malilla", match={"hands": 4})
    made.next_round()
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def test_the_form_of_a_hand_knows_who_deals_and_all_cards(ev: Evening, dora: Client) -> None:
    enter(ev.match(), 1, ruled(2, "misdeal"), ev.dora)
    match = f"matches/{ev.match().pk}/"
    form = dora.get(at(ev.event, f"{match}hands/2/")).context["typing"].form
    assert form["dealer"].value() == 2
    assert len(form.fields["pinta"].choices) == 1 + 48
    typed = {"dealer": "2", "pinta": "RO", "points-A": "31", "points-B": "41", "action": "save"}
    assert dora.post(at(ev.event, f"{match}hands/2/"), typed).status_code == 302
    assert (result(ev.match()).totals, result(ev.match()).hands) == ({"A": 0, "B": 8}, 1)
    assert dora.get(at(ev.event, f"{match}hands/4/")).context["typing"].form["dealer"].value() is None


def test_the_page_of_the_match_counts_no_void_deal(ev: Evening, dora: Client) -> None:
    enter(ev.match(), 1, ruled(1, "misdeal"), ev.dora)
    enter(ev.match(), 2, turned(1, "RO", 41), ev.dora)
    page = dora.get(at(ev.event, f"matches/{ev.match().pk}/")).content.decode()
    assert "1/4" in page and "2/4" not in page
    assert "Void deal" in page


def test_a_hand_is_entered_card_by_card_too(ev: Evening, dora: Client) -> None:
    assert dora.get(at(ev.event, f"matches/{ev.match().pk}/hands/1/record/")).status_code == 200


COLUMNS = re.compile(r'<tr(?: class="last")?><th scope="row">(\d+)</th>(.*?)</tr>')


def columns(page: str) -> list[tuple[int, ...]]:
    """Hand and scores of each line on the two columns of a page."""
    return [(int(hand), *map(int, re.findall(r"(\d+)</td>", cells))) for hand, cells in COLUMNS.findall(page)]


def test_games_stand_on_two_columns_and_those_that_are_over_stay(db: None, client: Client) -> None:
    made = evening(game="malilla", profile="seed", match={"target": True})
    made.next_round()
    for number, hand in enumerate((turned(1, "5O", 45), turned(2, "RB", 30), turned(3, "2C", 36)), start=1):
        enter(made.match(), number, hand, made.dora)
    wanted = [(1, 45, 0), (2, 0, 45), (3, 0, 0)]
    desk = client_of(made.dora).get(at(made.event, f"matches/{made.match().pk}/")).content.decode()
    assert columns(desk) == wanted
    public = client.get(f"/{made.event.club.slug}/evening/rounds/1/").content.decode()
    assert columns(public) == wanted
    assert "to 40 points" in desk and "to 40 points" in public
    scores = re.findall(r'<span class="game-score">([^<]*)</span>', public)
    assert scores == ["45–0", "0–45", "0–0 so far"]


def test_board_and_match_tell_the_game_in_progress_behind_the_games_won(db: None) -> None:
    made = evening(game="malilla", match={"target": True})
    made.next_round()
    for number, hand in enumerate((turned(1, "AO", 72), turned(2, "RB", 30)), start=1):
        enter(made.match(), number, hand, made.dora)
    board = client_of(made.dora).get(at(made.event)).content.decode()
    told = re.findall(r'<span class="score"><span class="soft">(\d) · </span>(\d+)</span>', board)
    assert told == [("1", "0"), ("0", "9")]
    page = client_of(made.dora).get(at(made.event, f"matches/{made.match().pk}/")).content.decode()
    assert re.findall(r'big-number">(\d) <span class="soft">· (\d+)</span>', page) == told
    assert "Games won</th>" in page and "Total</th>" not in page


def test_the_numbers_of_a_table_say_what_they_are(db: None, client: Client) -> None:
    made = evening(game="malilla", match={"target": True})
    made.next_round()
    enter(made.match(), 1, turned(1, "AO", 45), made.dora)
    told = {"en": ("Games", "This game"), "es": ("Juegos", "Este juego"), "ml": ("ഗെയിമുകൾ", "ഈ ഗെയിം")}
    for language, words in told.items():
        headers = {"accept-language": language}
        page = client.get(f"/{made.event.club.slug}/evening/rounds/1/", headers=headers).text
        (heads,) = re.findall(r'<li class="heads[^>]*>(.*?)</li>', page)
        assert tuple(re.findall(r'<span class="score">([^<]*)</span>', heads)) == words
        assert page.count(f'<span class="hidden-text">{words[0]}: </span>') == 2, "for those who hear it"


def test_a_match_without_games_has_no_columns(ev: Evening, client: Client) -> None:
    other = evening(match={"hands": 2})
    other.next_round()
    enter(other.match(), 1, {"first_out": 2, "result": "double"}, other.dora)
    public = client.get(f"/{other.event.club.slug}/evening/rounds/1/").content.decode()
    assert "games-on-paper" not in public and "200" in public


def test_the_columns_follow_a_correction_that_ends_a_game_earlier(db: None) -> None:
    made = evening(game="malilla", match={"target": True}, options={"game_target": 12})
    made.next_round()
    for number, hand in enumerate((turned(1, "5O", 41), turned(2, "5O", 40), turned(3, "5O", 50)), start=1):
        enter(made.match(), number, hand, made.dora)
    told = [(each["winner"], [one["after"]["A"] for one in each["hands"]]) for each in games(made)]
    assert told == [("A", [5, 9, 23])]
    correct(made.match(), 1, turned(1, "5O", 48), made.dora)
    told = [(each["winner"], [one["after"]["A"] for one in each["hands"]]) for each in games(made)]
    assert told == [("A", [12]), ("A", [4, 18])]
    assert verify_event(made.event).problems == []


def games(made: Evening) -> list[dict[str, Any]]:
    found = result(made.match()).by_game
    assert found is not None
    return found  # type: ignore[no-any-return]


def hand_on(page: str, number: int) -> str:
    """The part of the page of a match that is about one hand."""
    return page.split(f'id="hand-{number}"')[1].split("<details", maxsplit=1)[0]


def test_hands_behind_an_earlier_end_and_those_in_doubt_say_so_and_count_nothing(db: None) -> None:
    made = evening(game="malilla", profile="seed", match={"target": True})
    made.next_round()
    dora, path = client_of(made.dora), at(made.event, f"matches/{made.match().pk}/")
    for number, typed in enumerate((turned(1, "5O", 45), turned(2, "RB", 30), turned(3, "2C", 20)), start=1):
        enter(made.match(), number, typed, made.dora)
    assert "+52" in hand_on(dora.get(path).content.decode(), 3)
    correct(made.match(), 1, turned(1, "5O", 20), made.dora)
    third = hand_on(dora.get(path).content.decode(), 3)
    assert "after the end of the match" in third and "+52" not in third
    correct(made.match(), 2, ruled(2, "misdeal"), made.dora)
    third = hand_on(dora.get(path).content.decode(), 3)
    assert "to be checked" in third and "+52" not in third
