"""Everybody for himself at tables of three, on every page from the first question to the last list."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests import make
from tests.pages.conftest import address, logged_in
from tests.scoring.exports.reading import pages
from tournaments.access import SYSTEM
from tournaments.models import Event, Round
from tournaments.services.entrants import NewEntrant, add_entrants
from tournaments.services.events import move_event

ANSWERS = {
    "name": "Three at a table",
    "rules": "twenty_eight/club",
    "option_variant": "28_3p",
    "entrant_kind": "individual",
    "expected": "7",
    "starts_at": "2026-11-30T19:30",
    "time_zone": "Asia/Kolkata",
    "rounds_planned": "3",
    "hands": "6",
    "gives": "places",
    "place_1": "2",
    "place_2": "1",
    "place_3": "0",
    "pairing_bye": "0",
    "requested_bye": "0",
    "absence": "0",
    "forfeit_win": "2",
    "forfeit_loss": "0",
    "preset": "three_handed",
    "unplayed": "fide_2026",
}
SPANISH = {"accept-language": "es"}
MADE: dict[str, Any] = {"kind": "played", "bidder": 1, "bid": 14, "bidder_points": 16, "bidder_tricks": 5}


@pytest.fixture
def dora(db: None) -> make.Evening:
    """Somebody who organises."""
    return make.evening(2)


@pytest.fixture
def director(dora: make.Evening) -> Client:
    return logged_in(dora.dora)


@pytest.fixture
def event(dora: make.Evening, director: Client) -> Event:
    """Seven who play for themselves, made by the answers, with a first round that is posted."""
    assert director.post("/new/", ANSWERS).status_code == 303
    made = Event.objects.get(name="Three at a table")
    add_entrants(SYSTEM, made, [NewEntrant(f"Player {n}", (f"Player {n}",)) for n in range(1, 8)])
    for status in ("registration", "running"):
        move_event(SYSTEM, made, status)
    return made


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def said(text: str) -> str:
    """What a page says, without its marks."""
    return plain(re.sub(r"<[^>]+>", " ", text))


def look(client: Client, changed: str, without: tuple[str, ...] = (), **answers: str) -> str:
    headers = {"hx-request": "true", "hx-trigger-name": changed}
    sent = {key: value for key, value in {**ANSWERS, **answers}.items() if key not in without}
    return plain(client.post("/new/look/", sent, headers=headers).text)


def act(client: Client, event: Event, kind: str, number: int = 1) -> Any:
    return client.post(address(event, "desk/step/"), {"kind": kind, "stage": "1", "number": str(number)})


def test_a_table_of_three_is_worth_places_and_two_sides_worth_wins(director: Client) -> None:
    asked = ("place_1", "place_2", "place_3")  # only once there are three
    text = look(director, "option_variant", asked, gives="points", preset="swiss", pairing_bye="2")
    assert '<option value="places" selected>' in text and 'value="20-0"' not in text
    assert 'id="place_1"' in text and 'id="win"' not in text
    assert re.search(r'name="pairing_bye" type="text" inputmode="decimal" value="0"', text)
    assert '<option value="three_handed" selected>' in text and 'id="pattern"' not in text
    assert "7 individuals need 2 tables. Each round 1 of them sits out." in text
    assert "by place at the table: 2 – 1 – 0" in text and "Individual, tables of three" in text
    back = look(director, "option_variant", option_variant="", entrant_kind="pair")
    assert '<option value="points" selected>' in back and 'id="win"' in back
    assert '<option value="swiss" selected>' in back and 'id="pattern"' in back


def test_an_event_for_three_is_made_and_comes_back_as_it_was_answered(event: Event, director: Client) -> None:
    stage = event.stages.get()
    assert (stage.method, stage.name, stage.method_options) == (
        "individual",
        "Individual, tables of three",
        {},
    )
    assert (stage.points["places"], stage.points["pairing_bye"], "win" in stage.points) == (
        [2, 1, 0],
        0,
        False,
    )
    text = plain(director.get(address(event, "setup/event/")).text)
    assert '<option value="places" selected>' in text and '<option value="three_handed" selected>' in text
    answer = director.post("/new/", {**ANSWERS, "name": "Odd", "place_2": "3", "place_3": "much"})
    assert answer.status_code == 422
    assert 'id="place_3-fault"' in answer.text
    answer = director.post("/new/", {**ANSWERS, "name": "Odd", "place_2": "3"})
    assert "No place may give more than the one before it." in answer.text


def test_answers_for_two_sides_become_places_where_no_page_could_ask_again(director: Client) -> None:
    sent = {**ANSWERS, "name": "Plain", "gives": "points", "preset": "swiss", "win": "2", "pairing_bye": "2"}
    assert director.post("/new/", sent).status_code == 303
    stage = Event.objects.get(name="Plain").stages.get()
    assert (stage.points["places"], stage.points["pairing_bye"]) == ([2, 1, 0], 0)


def test_a_draft_of_three_says_why_and_what_it_costs(event: Event, director: Client) -> None:
    assert act(director, event, "draw").status_code in (302, 303)
    text = plain(director.get(address(event, "desk/stages/1/rounds/1/draft/")).text)
    assert text.count("none of them has met") == 2
    assert "sits out: has not done so yet" in text
    assert "Meetings again, this round and those still planned" in text
    assert "top half" not in text and "by lot choose" not in text
    drawn = Round.objects.get(stage__event=event)
    seated = [each.entrant_id for each in drawn.participations.filter(outcome="").order_by("pk")]
    there = director.get(
        address(event, "desk/stages/1/rounds/1/draft/change/"),
        {"kind": "exchange", "entrant": str(seated[0]), "other": str(seated[3])},
    )
    assert there.status_code == 200 and "after the change" in there.text


def test_every_page_of_a_round_has_three_sides(event: Event, director: Client, vic: Client) -> None:
    act(director, event, "draw")
    act(director, event, "publish")
    match = next(each for each in Round.objects.get(stage__event=event).matches.all() if each.table)
    for number in range(1, 7):
        make.enter(match, number, {**MADE, "bidder": (number % 3) + 1})
    places = ("", "rounds/1/", "rounds/1/?by=name", "standings/", "hall/", "rules/")
    for place in places:
        text = vic.get(address(event, place))
        assert text.status_code == 200, place
        assert not [word for word in ("North", "South", "N-S", "N–S") if word in text.text], place
    for place in ("desk/", f"desk/matches/{match.pk}/", f"desk/matches/{match.pk}/hands/6/"):
        answer = director.get(address(event, place))
        told = plain(answer.text)
        assert answer.status_code == 200 and "(Seat 1:" not in told and "both" not in told.lower(), place
    round_page = plain(vic.get(address(event, "rounds/1/")).text)
    assert all(f"Player {number}" in round_page for number in range(1, 8))
    mine = plain(vic.get(address(event, "my-table/?q=player")).text)
    assert "Player" in mine
    for name in ("pairings/", "pairings/?by=name"):
        paper = "\n".join(pages(director.get(address(event, f"print/rounds/1/{name}")).content))
        assert all(f"Player {number}" in paper for number in range(1, 8)) and "Seat" in paper, name
    slip = "\n".join(pages(director.get(address(event, "print/rounds/1/slips/")).content))
    assert all(f"Seat {seat}" in slip for seat in (1, 2, 3)) and "Seat 4" not in slip


def test_who_plays_alone_sits_out_and_has_no_bye_on_any_list(
    event: Event, director: Client, vic: Client
) -> None:
    act(director, event, "draw")
    text = plain(director.get(address(event, "desk/stages/1/rounds/1/draft/")).text)
    assert "Let somebody sit out" in text and ">sitting out on request</option>" in text
    act(director, event, "publish")
    lists = ("rounds/1/", "rounds/1/?by=name", "hall/", "my-table/?q=player", "rules/", "desk/")
    for place in lists:
        text = said(director.get(address(event, place)).text)
        assert "sitting out" in text and not re.search(r"\b[Bb]yes?\b", text), place
    for name in ("pairings/", "pairings/?by=name"):
        paper = "\n".join(pages(director.get(address(event, f"print/rounds/1/{name}")).content))
        assert "sitting out" in paper and "bye" not in paper, name
    entrant = said(director.get(address(event, "setup/entrants/1/")).text)
    assert "sitting out on request" in entrant and "bye" not in entrant
    spoken = plain(vic.get(address(event, "rounds/1/"), headers={"accept-language": "ml"}).text)
    assert "മാറിയിരിക്കൽ" in spoken and "ബൈ" not in spoken
    assert "Descanso pedido" in director.get(address(event, "setup/event/"), headers=SPANISH).text


def test_the_log_says_who_was_made_to_sit_out(event: Event, director: Client) -> None:
    act(director, event, "draw")
    drawn = Round.objects.get(stage__event=event)
    seated = drawn.participations.filter(outcome="").select_related("entrant")[0].entrant
    wanted = {"kind": "sit_out", "entrant": str(seated.pk), "bye": "pairing_bye"}
    saved = director.post(
        address(event, "desk/stages/1/rounds/1/draft/change/"), {**wanted, "reason": "Late."}
    )
    assert saved.status_code in (302, 303)
    log = said(director.get(address(event, "desk/log/")).text)
    assert f"{seated.name}: sitting out." in log and "bye" not in log


def test_a_seat_is_named_once_where_everybody_has_a_side_alone(
    event: Event, director: Client, vic: Client
) -> None:
    act(director, event, "draw")
    act(director, event, "publish")
    mine = plain(vic.get(address(event, "my-table/?q=player")).text)
    assert "<dt>Seat</dt><dd>1</dd>" in mine and "<dt>Seats</dt>" not in mine
    paper = "\n".join(pages(director.get(address(event, "print/rounds/1/pairings/?by=name")).content))
    assert "Seat\n" in paper and not re.search(r"Seat 1|Seats", paper)
    match = next(each for each in Round.objects.get(stage__event=event).matches.all() if each.table)
    text = plain(director.get(address(event, f"desk/matches/{match.pk}/")).text)
    assert '<th scope="col">Seat</th>' in text and "<td>1</td>" in text


def test_nothing_at_the_desk_speaks_of_two_sides_at_a_table_of_three(event: Event, director: Client) -> None:
    asked = plain(director.get(address(event, "setup/event/")).text)
    assert "by another player of the table" in asked and "everybody equally often in each seat" in asked
    assert "by the other side" not in asked and ">pairs</option>" not in asked and "North–South" not in asked
    act(director, event, "draw")
    act(director, event, "publish")
    match = next(each for each in Round.objects.get(stage__event=event).matches.all() if each.table)
    tablets = said(director.get(address(event, "setup/devices/")).text)
    assert "Seat 2: the phone of whoever sits there" in tablets and "side" not in tablets
    make.enter(match, 1, MADE)
    ruling = plain(director.get(address(event, f"desk/matches/{match.pk}/hands/1/ruling/")).text)
    assert "Who offended" in ruling and "Side that" not in ruling
    record = said(director.get(address(event, f"desk/matches/{match.pk}/hands/2/record/")).text)
    assert "All three agree" in record and "Both" not in record


def test_nobody_sits_out_where_all_find_a_table_of_three(director: Client) -> None:
    assert "9 individuals need 3 tables. That takes" in look(director, "expected", expected="9")


def test_seven_at_tables_of_three_are_offered_tablets_for_two(director: Client, event: Event) -> None:
    assert 'name="tables" type="text" inputmode="numeric" value="2"' in (
        director.get(address(event, "setup/devices/")).text
    )
