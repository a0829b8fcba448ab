"""The catalogue of problems: what each code means. The `type` of a problem document leads here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.codes import ANSWERS, SHAPES
from api.docs import reads
from api.v1.games import game_called
from api.views import ApiView, conditional
from engine.core.game import Game
from engine.registry import all_games
from tournaments.errors import NotFound
from tournaments.texts import TEXTS


class CodeTextSerializer(serializers.Serializer[Any]):
    """A code and its sentence; `{places}` are filled from the params of the problem."""

    code = serializers.CharField()
    text = serializers.CharField()


class GameQuery(serializers.Serializer[Any]):
    """Whose sentence."""

    game = serializers.CharField(required=False, max_length=60, help_text="The key of a game.")


class ProblemList(ApiView):
    """All codes that are not of a game alone."""

    @reads("list_problems", CodeTextSerializer(many=True), "Every problem code of the site with its sentence")
    def get(self, request: Request) -> Response:
        """In the language of the request."""
        texts = own_texts()
        return conditional(request, lambda: [{"code": code, "text": texts[code]} for code in sorted(texts)])


class ProblemDetail(ApiView):
    """One code."""

    @reads("get_problem", CodeTextSerializer, "A problem code with its sentence", query=GameQuery)
    def get(self, request: Request, code: str) -> Response:
        """Codes of the games are found here too; one that several games know is said as `game` says it."""
        key = self.query(GameQuery).get("game")
        games = all_games() if key is None else (game_called(key),)
        text = _of_games(code, games) if key is not None else None
        text = text or own_texts().get(code) or _of_games(code, games)
        if text is None:
            raise NotFound
        return conditional(request, lambda: {"code": code, "text": text})


@extend_schema(exclude=True)
class Nothing(ApiView):
    """Every other address: said here, so that no page of the site answers in its stead."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """404, whoever asks and how."""
        raise NotFound


def own_texts() -> dict[str, str]:
    """The sentences of the site's own codes in the language in force."""
    answers = {code: str(answer.text) for code, answer in ANSWERS.items()}
    others = {code: str(text) for code, text in {**SHAPES, **TEXTS}.items()}
    return others | answers


def _of_games(code: str, games: Iterable[Game]) -> str | None:
    """The sentence of the games for their code; where they say different things, each after its game."""
    said = {game.title: gettext(game.messages[code]) for game in games if code in game.messages}
    if len(set(said.values())) > 1:
        return " / ".join(f"{gettext(title)}: {text}" for title, text in said.items())
    return next(iter(said.values()), None)
