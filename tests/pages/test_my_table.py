"""Finding one's table: by any part of a name, by number, without accents."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.selectors.events import folded
from scoring.selectors.tables import MOST, find_table
from tests.pages.conftest import address
from tournaments.models import Event, Player


@pytest.fixture
def named(evening: Event) -> Event:
    """The first pair has a player whose name is not typed easily."""
    player = evening.entrants.get(number=1).line_up.first().player
    Player.objects.filter(pk=player.pk).update(name="Úrsula Nuñez-Åkesson")
    return evening


@pytest.mark.parametrize(
    "query", ["ursula", "URS", "nunez", "  urs   nun ", "Úrsula Nuñez-Åkesson", "1", "dragonas"]
)
def test_a_person_is_found_however_it_is_typed(named: Event, query: str) -> None:
    page = find_table(named, query)
    assert [answer.entrant.number for answer in page.answers] == [1]


@pytest.mark.parametrize("query", ["rsula", "ursula perez", "99", "%", "'; --"])
def test_what_does_not_fit_finds_nobody(named: Event, query: str) -> None:
    assert find_table(named, query).found == 0


def test_the_answer_says_table_seat_and_opponents(named: Event, vic: Client) -> None:
    answer = find_table(named, "1").answers[0]
    assert answer.line is not None
    assert sum(place.own for place in answer.places) == 2
    assert [place.name for place in answer.places] == ["North", "West", "South", "East"]
    page = vic.get(address(named, "my-table/"), {"q": "ursula"}).text
    assert f"Table <strong>{answer.line.table}</strong>" in page
    assert answer.others[0].name in page
    assert "Úrsula Nuñez-Åkesson" in page


def test_who_does_not_play_is_told_why(evening: Event, vic: Client) -> None:
    assert "bye on request" in vic.get(address(evening, "my-table/?q=5")).text
    assert "withdrawn" in vic.get(address(evening, "my-table/?q=6")).text


def test_too_many_answers_ask_for_more_letters(evening: Event, vic: Client) -> None:
    for number in range(20, 21 + MOST):
        evening.entrants.create(
            number=number, name=f"Pareja {number}", ref=f"x{number}", kind=evening.entrant_kind
        )
    assert "Type more letters" in vic.get(address(evening, "my-table/?q=pareja")).text


def test_what_was_typed_comes_back_harmless(evening: Event, vic: Client) -> None:
    page = vic.get(address(evening, "my-table/"), {"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_letters_fold() -> None:
    assert folded("Ångström ŸÇ") == "angstrom yc"
