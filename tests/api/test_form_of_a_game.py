"""The form of a hand as a client gets it: cards by suit and rank, games, and what follows from an offence."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def form(game: str, query: str = "", language: str = "en") -> dict[str, Any]:
    answer = Client().get(f"/api/v1/games/{game}/form{query}", headers={"accept-language": language})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def field(found: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for group in found["form"] for each in group["fields"] if each["name"] == name)


@pytest.mark.parametrize(("language", "king"), [("en", "king of coins"), ("es", "rey de oros")])
def test_a_card_is_asked_for_by_suit_and_rank_in_words(language: str, king: str) -> None:
    pinta = field(form("malilla", language=language), "pinta")
    assert [each["sign"] for each in pinta["suits"]] == ["oros", "copas", "espadas", "bastos"]
    assert "".join(each["letter"] for each in pinta["ranks"]) == "9ARCS8765432"
    assert pinta["names"]["RO"] == king
    assert set(pinta["names"]) == set(pinta["cards"])
    whole = {rank["letter"] + suit["letter"] for rank in pinta["ranks"] for suit in pinta["suits"]}
    assert whole == set(pinta["cards"])


def test_the_games_of_a_match_are_told_where_there_are_any() -> None:
    assert form("malilla", "?profile=club")["games"] == {"target": 40, "to_win": 2}
    assert form("tichu")["games"] is None


def test_what_follows_from_an_offence_depends_on_the_rules() -> None:
    follows = {each["code"]: each for each in form("malilla", "?profile=club")["infractions"]}
    misdeal = follows["misdeal"]
    assert (misdeal["effect"], misdeal["repeated"]) == ("void_same_dealer", "void_next_dealer")
    assert follows["abandon"]["reach"] == "match"
    assert follows["renuncio"]["words"] == "the other side gets all points of the hand"
    seed = {each["code"]: each for each in form("malilla", "?profile=seed")["infractions"]}
    assert seed["misdeal"]["repeated"] == "void_same_dealer"


def test_what_the_rules_do_not_have_is_not_asked_for_and_a_solo_has_no_bid() -> None:
    asked = {
        profile: {
            each["name"]
            for group in form("twenty_eight", f"?profile={profile}&variant=29")["form"]
            for each in group["fields"]
        }
        for profile in ("seed", "club")
    }
    assert asked["club"] - asked["seed"] == {"doubled", "pair", "solo"}
    assert "all_jacks" not in asked["club"]
    bid = field(form("twenty_eight", "?profile=club"), "bid")
    assert bid["when"] == {"solo": [False, None]}


def test_the_size_of_a_penalty_is_told_as_a_number() -> None:
    follows = {each["code"]: each for each in form("twenty_eight")["infractions"]}
    assert (follows["signalling"]["points"], follows["late_arrival"]["points"]) == (3, 1)
    assert follows["revoke"]["points"] is None
