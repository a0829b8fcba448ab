"""A game is one folder."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine import registry
from engine.core.game import Profile
from engine.core.infractions import ByOption, Infraction
from engine.core.problems import RulesError
from engine.games.tichu import GAME as TICHU
from tests.engine.conftest import TOYS

SHOUTS_BY_OPTION = Infraction(
    "x", "x", "warning", by_option=ByOption("variant", {"nanking": ("warning", "shouting")})
)


def test_the_shipped_games_are_found_by_key() -> None:
    assert registry.get_game("tichu") is TICHU
    assert TICHU in registry.all_games()


def test_an_unknown_game_is_a_missing_key() -> None:
    with pytest.raises(registry.UnknownGame):
        registry.get_game("trio")
    assert issubclass(registry.UnknownGame, KeyError)


def test_another_folder_is_searched_for_a_while() -> None:
    with registry.also_searching(TOYS):
        assert registry.get_game("trio").sides(None) == ("P1", "P2", "P3")
    assert "trio" not in [game.key for game in registry.all_games()]


def test_two_games_of_one_key_are_refused() -> None:
    with registry.also_searching("engine.games"), pytest.raises(RulesError, match="two games are called"):
        registry.all_games()


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (None, "exports no GAME"),
        (replace(TICHU, key="whist"), "holds the game 'whist'"),
        (replace(TICHU, profiles=TICHU.profiles[1:]), "no profile 'seed'"),
        (
            replace(TICHU, profiles=(*TICHU.profiles, Profile("x", "x", "x", "x", {}))),
            "refused by its own rules",
        ),
        (replace(TICHU, infractions=(Infraction("x", "x", "shouting"),)), "effect that is not declared"),
        (replace(TICHU, infractions=(SHOUTS_BY_OPTION,)), "effect that is not declared"),
    ],
)
def test_a_folder_that_cannot_be_right_is_refused(game: object, fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        registry._validated(SimpleNamespace(GAME=game), "tichu")


def test_a_profile_is_found_by_key_and_asking_for_another_is_misuse() -> None:
    assert TICHU.profile("club").key == "club"
    with pytest.raises(RulesError, match="whist"):
        TICHU.profile("whist")
