"""Cards drawn for seats in an event archive: they come back, and those that cannot have been drawn are named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.archive.messages import MESSAGES
from scoring.archive.read import Archive, read_archive
from scoring.services.seat_draw import enter_draw, name_dealer, open_drawing, take_card, undo_draw
from scoring.services.verify import verify_event
from tests.make import Evening, enter, evening, turned
from tests.scoring.archive.samples import add_round, changed, pairs
from tests.scoring.archive.test_played_events import assert_proven_and_returned
from tournaments.models import Match

DRAW = "/stages/0/rounds/0/matches/0/draw"
FOUR = {"1": "2O", "2": "RC", "3": "AB", "4": "9E"}


def drawn(**options: Any) -> Evening:
    made = evening(game="malilla", match={"hands": 2}, settings={"seat_draw": "cards"}, options=options)
    made.next_round()
    return made


def take_all(made: Evening, table: int = 1) -> None:
    places = {card: at for at, card in enumerate(open_drawing(made.match(table)).face_down, start=1)}
    for chair, card in FOUR.items():
        take_card(made.tablet(table), made.match(table), int(chair), places[card])


def returned(made: Evening) -> dict[int, Any]:
    copy = assert_proven_and_returned(made.event)
    matches = Match.objects.filter(round__stage__event=copy)
    return {match.table.number: (match.draw, match.first_dealer) for match in matches.select_related("table")}


@pytest.mark.django_db
def test_draws_under_way_finished_entered_and_taken_back_come_back() -> None:
    made = drawn(first_dealer="highest_draw", draw_ties="redraw")
    take_card(made.tablet(), made.match(1), 2, 7)
    enter_draw(made.dora, made.match(2), [FOUR | {"3": "RB"}, {"2": "5C", "3": "6C"}])
    back = returned(made)
    assert len(back[1][0]["rounds"][0]) == 1 and back[1][1] is None
    assert (back[2][0]["by_hand"], back[2][1]) == (True, 1)


@pytest.mark.django_db
def test_a_match_that_was_drawn_and_begun_comes_back() -> None:
    made = drawn(first_dealer="suit_draw")
    take_all(made)
    undo_draw(made.dora, made.match())
    take_all(made)
    take_card(made.tablet(), made.match(), 1, 1 + open_drawing(made.match()).face_down.index("5C"))
    enter(made.match(), 1, turned(3, "RO", 41), made.tablet())
    assert returned(made)[1][1] == 3


@pytest.mark.django_db
def test_a_named_dealer_comes_back() -> None:
    made = drawn(first_dealer="assigned")
    take_all(made)
    name_dealer(made.dora, made.match(), 2)
    assert returned(made)[1][1] == 2


@pytest.mark.django_db
def test_another_card_or_dealer_than_was_drawn_is_found() -> None:
    made = drawn(first_dealer="highest_draw")
    take_all(made)
    place = {"code": "changed_draw", "stage": "s1", "round": 1, "table": 1}
    match = made.match()
    assert verify_event(made.event).as_json()["counted"]["draws"] == 1  # type: ignore[index]
    Match.objects.filter(pk=match.pk).update(first_dealer=2)
    (found,) = verify_event(made.event).as_json()["problems"]  # type: ignore[misc]
    assert found == {**place, "field": "dealer", "stored": 2, "computed": 1}
    Match.objects.filter(pk=match.pk).update(draw={**match.draw, "rounds": [{**FOUR, "1": "9E"}]})  # type: ignore[dict-item]
    (found,) = verify_event(made.event).as_json()["problems"]  # type: ignore[misc]
    assert (found["field"], found["stored"]) == ("cards", "draw_card_repeated")


def document(**draw: Any) -> dict[str, Any]:
    """A published round of Malilla in which the first table has drawn."""
    made = pairs(2)
    made["event"] |= {"game": "malilla", "profile": "seed", "settings": {"seat_draw": "cards"}}
    stored = {"for": "seats", "seed": 5, "rounds": [FOUR], **draw}
    return add_round(
        made, "published", {"table": 1, "sides": ["e1", "e2"], "first_dealer": 1, "draw": stored}
    )


def problems(raw: object) -> list[tuple[str, str]]:
    found = read_archive(raw)
    assert isinstance(found, tuple), "the archive was read"
    return [(each.code, each.path) for each in found]


def test_a_sound_draw_is_read() -> None:
    assert isinstance(read_archive(document()), Archive)


@pytest.mark.parametrize(
    ("place", "value", "code", "named"),
    [
        (f"{DRAW}/rounds/0/1", "XX", "unknown_card", f"{DRAW}/rounds/0/1"),
        (f"{DRAW}/rounds/0/1", "RC", "draw_card_repeated", f"{DRAW}/rounds/0/2"),
        (f"{DRAW}/rounds/0/5", "5O", "unknown_seat", f"{DRAW}/rounds/0/5"),
        (f"{DRAW}/rounds", [FOUR, {"1": "5O"}], "draw_wrong_players", f"{DRAW}/rounds/1"),
        (f"{DRAW}/turned", "5O", "draw_nothing_turned", f"{DRAW}/turned"),
        (f"{DRAW}/for", "partners", "bad_choice", f"{DRAW}/for"),
        (f"{DRAW}/for", "luck", "bad_choice", f"{DRAW}/for"),
        (f"{DRAW}/by_hand", False, "bad_choice", f"{DRAW}/by_hand"),
        (f"{DRAW}/rounds", [{}], "draw_wrong_players", f"{DRAW}/rounds/0"),
        ("/stages/0/rounds/0/matches/0/first_dealer", 2, "draw_other_dealer", f"{DRAW[:-5]}/first_dealer"),
        ("/stages/0/rounds/0/matches/0/first_dealer", ..., "draw_other_dealer", f"{DRAW[:-5]}/first_dealer"),
    ],
)
def test_what_cannot_have_been_drawn_is_named(place: str, value: object, code: str, named: str) -> None:
    found = problems(changed(document(), place, value))
    assert (code, named) in found
    assert code in MESSAGES


def test_a_game_without_such_a_draw_has_neither_the_setting_nor_cards() -> None:
    made = document()
    made["event"] |= {"game": "tichu", "options": {"variant": "tientsin"}, "entrant_kind": "team"}
    found = problems(made)
    assert ("seat_draw_not_possible", "/event/settings/seat_draw") in found
    assert ("seat_draw_not_possible", DRAW) in found


@given(st.data())
def test_reading_is_total_whatever_was_drawn(data: st.DataObject) -> None:
    cards = st.sampled_from(["2O", "RC", "AB", "9E", "9O", "XX", ""])
    chairs = st.sampled_from(["1", "2", "3", "4", "5", "x"])
    rounds = data.draw(st.lists(st.dictionaries(chairs, cards, max_size=4), max_size=3))
    more = data.draw(st.fixed_dictionaries({}, optional={"turned": cards, "by_hand": st.just(True)}))
    purpose = data.draw(st.sampled_from(["seats", "partners", "dealer"]))
    read_archive(document(**{"for": purpose, "rounds": rounds, **more}))
