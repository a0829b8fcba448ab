"""The games there are. A game is a folder that exports `GAME`; nothing is written down anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.core.game import Game
from engine.core.problems import RulesError

_searched: list[str] = ["engine.games"]


class UnknownGame(KeyError):
    """No game has this key."""


def all_games() -> tuple[Game, ...]:
    """Return every game, by key; RulesError when two folders claim one key."""
    games: dict[str, Game] = {}
    for package in _searched:
        for game in games_in(package):
            if game.key in games:
                raise RulesError(f"two games are called {game.key!r}; one is in {package}")
            games[game.key] = game
    return tuple(games[key] for key in sorted(games))


def get_game(key: str) -> Game:
    """Return the game with this key; UnknownGame when there is none."""
    for game in all_games():
        if game.key == key:
            return game
    raise UnknownGame(key)


@contextmanager
def also_searching(package: str) -> Iterator[None]:
    """Let the games of another package be found too, for the time of a test."""
    _searched.append(package)
    try:
        yield
    finally:
        _searched.remove(package)


@cache
def games_in(package: str) -> tuple[Game, ...]:
    """Return the games in the folders of a package (its dotted name), each one validated."""
    parent = import_module(package)
    folders = sorted(module.name for module in iter_modules(parent.__path__) if module.ispkg)
    return tuple(_validated(import_module(f"{package}.{name}"), name) for name in folders)


def _validated(module: object, name: str) -> Game:
    """Return the GAME of a folder; RulesError names the first thing in it that cannot be right."""
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise RulesError(f"the folder {name!r} exports no GAME")
    if game.key != name:
        raise RulesError(f"the folder {name!r} holds the game {game.key!r}")
    if "seed" not in [profile.key for profile in game.profiles]:
        raise RulesError(f"{name} has no profile 'seed'")
    for profile in game.profiles:
        rules = game.read_rules({"profile": profile.key})
        if not isinstance(rules, game.Rules):
            raise RulesError(f"profile {profile.key!r} of {name} is refused by its own rules: {rules}")
    for infraction in game.infractions:
        effects = {infraction.effect, infraction.consequence(repeated=True).effect}
        if infraction.by_option is not None:
            effects.update(*infraction.by_option.effects.values())
        if not effects <= game.effects.keys():
            raise RulesError(f"{name}: {infraction.code} has an effect that is not declared")
    return game
