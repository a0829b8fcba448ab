"""Games: which there are, their options, and how a hand is typed under some rules."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from api.docs import reads
from api.v1.shapes.games import FormSerializer, GameDetailSerializer, GameSerializer, RulesQuery
from api.views import ApiView, conditional
from engine.core import options
from engine.core.game import Game
from engine.core.infractions import Infraction
from engine.registry import UnknownGame, all_games, get_game
from scoring.setup import stage_setup
from tournaments.access import match_for, stage_for
from tournaments.errors import Invalid, NotFound


class GameList(ApiView):
    """All games."""

    @reads("list_games", GameSerializer(many=True), "The games there are")
    def get(self, request: Request) -> Response:
        """Every game with its variants and profiles."""
        return conditional(request, lambda: GameSerializer(map(_outline, all_games()), many=True).data)


class GameDetail(ApiView):
    """One game."""

    @reads("get_game", GameDetailSerializer, "A game with its options and infractions")
    def get(self, request: Request, game: str) -> Response:
        """The options with label, help, default and range."""
        found = game_called(game)
        return conditional(request, lambda: GameDetailSerializer(_detail(found)).data)


class GameForm(ApiView):
    """How a hand is typed."""

    @reads("get_game_form", FormSerializer, "How a hand is typed under a profile", query=RulesQuery)
    def get(self, request: Request, game: str) -> Response:
        """Form and JSON Schema of a summary; 422 for a profile that the game does not have."""
        self.game = found = game_called(game)
        rules = found.read_rules(self.query(RulesQuery))
        if isinstance(rules, tuple):
            raise Invalid("invalid_rules", rules)
        return conditional(request, lambda: form_of(found, rules))


class StageForm(ApiView):
    """How a hand of a stage is typed."""

    @reads("get_stage_form", FormSerializer, "How a hand is typed in this stage")
    def get(self, request: Request, stage_id: int) -> Response:
        """Form and JSON Schema under the stage's rules."""
        stage = stage_for(self.actor, stage_id)
        setup = stage_setup(stage)
        return self.conditional(stage.event, lambda: form_of(setup.game, setup.rules))


class MatchForm(ApiView):
    """How a hand of a match is typed."""

    @reads("get_match_form", FormSerializer, "How a hand is typed in this match")
    def get(self, request: Request, match_id: int) -> Response:
        """Form and JSON Schema under the rules of the match."""
        match = match_for(self.actor, match_id)
        setup = stage_setup(match.round.stage)
        return self.conditional(match.round.stage.event, lambda: form_of(setup.game, setup.rules))


def game_called(key: str) -> Game:
    """The game with this key; raises NotFound."""
    try:
        return get_game(key)
    except UnknownGame as error:
        raise NotFound from error


def form_of(game: Game, rules: Any) -> dict[str, Any]:
    """How a hand is typed under these rules, in the language of the request."""
    scope = game.scope(rules)
    games = game.slip.games(rules)
    return {
        "game": game.key,
        "rules": options.as_json(rules),
        "sides": list(game.sides(rules)),
        "seats": {str(seat): gettext(name) for seat, name in game.seat_names(rules).items()},
        "form": options.form(game.Summary, scope, gettext),
        "schema": {"$schema": options.DIALECT, **options.schema(game.Summary, scope)},
        "games": games and {"target": games.target, "to_win": games.to_win},
        "infractions": [_follows(game, each, rules) for each in game.infractions if each.exists(rules)],
    }


def _follows(game: Game, each: Infraction, rules: Any) -> dict[str, Any]:
    """What follows from an offence under these rules, the first time and when it is repeated."""
    first, again = (each.consequence(repeated=repeated, rules=rules) for repeated in (False, True))
    return {
        "code": each.code,
        "effect": first.effect,
        "repeated": again.effect,
        "reach": game.effects[first.effect].value,
        "points": first.value(rules),
        "words": game.effect_in_words(first, rules, gettext),
    }


def _titled(each: Any) -> dict[str, Any]:
    return {"key": each.key, "title": gettext(each.title)}


def _outline(game: Game) -> dict[str, Any]:
    return {
        **_titled(game),
        "variants": [_titled(each) for each in game.variants],
        "profiles": [_titled(each) for each in game.profiles],
    }


def _detail(game: Game) -> dict[str, Any]:
    profiles = [
        {**_titled(each), "source": each.source, "dated": each.dated, "options": dict(each.options)}
        for each in game.profiles
    ]
    infractions = [_infraction(each) for each in game.infractions]
    shown = options.help(game.Rules, translate=gettext)
    return {**_outline(game), "profiles": profiles, "options": shown, "infractions": infractions}


def _infraction(each: Infraction) -> dict[str, Any]:
    chosen = each.by_option
    effects = [
        {"value": value, "effect": first, "repeated": again}
        for value, (first, again) in (chosen.effects.items() if chosen is not None else ())
    ]
    return {
        "code": each.code,
        "title": gettext(each.title),
        "effect": each.effect,
        "points": each.points,
        "points_option": each.points_option,
        "by_option": None if chosen is None else {"option": chosen.option, "effects": effects},
    }
