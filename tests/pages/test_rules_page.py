"""The rules for players: of the game under the options of the event, and of its matches stage by stage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from engine.registry import also_searching
from pages.infractions import infractions
from scoring.archive.columns import event_part, stage_part
from scoring.services.stages import change_event_with_stage
from tests import make
from tests.pages.conftest import address
from tournaments.access import SYSTEM
from tournaments.models import Club, Event
from tournaments.services.events import create_event, move_event


def page_of(made: make.Evening, client: Client, **headers: str) -> str:
    """The page of the rules once the event is announced."""
    if made.event.status == "draft":
        move_event(SYSTEM, made.event, "registration")
    answer = client.get(address(made.event, "rules/"), headers=headers)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def test_the_event_leads_to_its_rules(evening: Event, vic: Client) -> None:
    path = address(evening, "rules/")
    assert f'href="{path}"' in vic.get(address(evening)).text
    text = vic.get(path).text
    assert "Tichu, Nanking (4 players): Club evening" in text
    assert "this event plays them without changes" in text
    assert "North and South, opposite each other, play against West and East" in text


def test_what_differs_from_the_profile_is_named(db: None, vic: Client) -> None:
    made = make.evening(options={"tichu_points": 50, "failed_call": "credit_opponents"})
    text = page_of(made, vic)
    assert "Value of a small Tichu: 50 (usually 100)" in text
    assert "the other side gets its value, 50 points for a Tichu, 200 for a Grand Tichu" in text


def test_registered_pairs_are_not_told_to_draw_partners(db: None, vic: Client) -> None:
    text = page_of(make.evening(game="malilla", profile="seed"), vic)
    assert "Partners are drawn" not in text and "takes a card, to draw the seats" not in text


def test_seats_by_cards_are_told_with_who_stays_together(db: None, vic: Client) -> None:
    made = make.evening(game="malilla", profile="seed", settings={"seat_draw": "cards"})
    text = page_of(made, vic)
    assert "takes a card, to draw the seats" in text and "Pairs stay together" in text
    Event.objects.filter(pk=made.event.pk).update(entrant_kind="individual")
    text = page_of(made, vic, **{"accept-language": "es"})
    assert "Los dos más altos juegan juntos contra los dos más bajos" in text
    assert "Las parejas no se separan" not in text


def test_the_page_speaks_spanish(db: None, vic: Client) -> None:
    text = page_of(make.evening(**make.SIX), vic, **{"accept-language": "es"})
    assert "Reglas para jugadores" in text
    assert "Triple victoria: si los tres de un equipo acaban antes" in text and "300 puntos" in text
    assert "triple victoria para el otro lado" in text
    assert "oble victoria" not in text and "pareja contraria" not in text


@pytest.mark.parametrize(
    ("match", "said", "unsaid"),
    [
        ({"hands": 4}, ["A match ends: after 4 hands."], ["1000", "Whichever of these"]),
        (
            {"hands": 4, "target": True},
            [
                "Whichever of these comes first ends it.",
                "After a hand in which a side has reached 1000 points in all, the match is over.",
                "With equal points another hand is played.",
            ],
            [],
        ),
        (
            {"hands": 4, "tie_break": ["extra_hand", "lot"]},
            ["A match that ends level is decided by: Extra hand → Lot."],
            ["A match that ends level is a draw."],
        ),
    ],
    ids=["hands", "target", "tie-break"],
)
def test_the_end_of_a_match_is_that_of_the_stage(
    db: None, vic: Client, match: dict[str, Any], said: list[str], unsaid: list[str]
) -> None:
    text = page_of(make.evening(match=match), vic)
    assert [each for each in said if escape(each) not in text] == []
    assert [each for each in unsaid if each in text] == []


def test_each_stage_has_its_own_end_of_a_match(db: None, vic: Client) -> None:
    made = make.evening(match={"target": True})
    final = make.add_stage(made.event, 2, match={"target": True}, rules={"target_score": 500})
    text = page_of(made, vic)
    first, last = text.split("(Stage 1)")[1].split(f"({final.name})")
    assert "reached 1000 points" in first and "reached 500 points" in last


def test_a_rule_that_a_stage_changes_is_told_below_the_one_it_replaces(db: None, vic: Client) -> None:
    made = make.evening()
    make.add_stage(made.event, 2, rules={"sweep_points": 150})
    text = page_of(made, vic)
    usual, changed = text.index("200 points instead of"), text.index("150 points instead of")
    assert usual < changed
    assert text.count("How a hand is scored") == 2 and text.count("Tricks and bombs") == 1


def test_victory_points_of_hands_are_explained_where_they_count(db: None, vic: Client) -> None:
    assert "gets 2 victory points" not in page_of(make.evening(), vic)
    scaled = make.evening(scale="hand_victory_points", points={})
    assert "gets 2 victory points" in page_of(scaled, vic)


def test_penalties_stand_with_what_usually_follows(db: None, vic: Client) -> None:
    text = page_of(make.evening(), vic)
    assert '<th scope="row">Unreasonable delay</th><td>a warning</td>' in text
    assert "−25 points for the side" in text and "the other side gets a double victory" in text
    assert "Grand Tichu called too late" in text


def test_an_offence_that_the_rules_do_not_know_is_nowhere(db: None, vic: Client) -> None:
    made = make.evening(options={"grand_tichu": False})
    assert "Grand Tichu called too late" not in page_of(made, vic)
    offered = dict(infractions(made.event)[0][1])
    assert "late_small_call" in offered and "late_grand_call" not in offered


@pytest.fixture
def trio(db: None) -> Iterator[Event]:
    with also_searching("tests.data.toy"):
        club = Club.objects.create(name="Toy club", slug="toy-club")
        kind: dict[str, Any] = {"game": "trio", "profile": "seed", "entrant_kind": "individual"}
        event = create_event(SYSTEM, club, slug="trio", name="Trio", options={"goal": 9}, **kind)
        make.add_stage(event, method="manual", points={"places": [2, 1, 0]}, ranking=["match_points"])
        move_event(SYSTEM, event, "registration")
        yield event


def test_a_game_without_sentences_lists_its_options(trio: Event, vic: Client) -> None:
    text = vic.get(address(trio, "rules/")).text
    assert "Rules of the game" in text
    assert "<li>Goal: 9. Points of a game.</li>" in text and "<li>Bonus: 5 points.</li>" in text
    assert "Slow play" in text and "a warning" in text


def test_the_rules_take_as_many_queries_for_any_event(
    db: None, vic: Client, django_assert_num_queries: Any
) -> None:
    small, large = make.evening(2), make.evening(8)
    make.add_stage(large.event, 2, rules={"sweep_points": 150})
    for made in (small, large):
        move_event(SYSTEM, made.event, "registration")
        with django_assert_num_queries(3):
            vic.get(address(made.event, "rules/"))


def test_changed_options_make_the_page_new(db: None, vic: Client) -> None:
    made = make.evening()
    move_event(SYSTEM, made.event, "registration")
    vic.get("/login/")
    path = address(made.event, "rules/")
    tag = vic.get(path).headers["ETag"]
    assert vic.get(path, headers={"if-none-match": tag}).status_code == 304
    wanted = {**event_part(made.event), "options": {"tichu_points": 75}}
    change_event_with_stage(made.dora, made.event, wanted, stage_part(made.stage))
    again = vic.get(path, headers={"if-none-match": tag})
    assert again.status_code == 200 and "Tichu, 75 points:" in again.text
