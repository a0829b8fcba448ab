"""What every view of the API shares: who acts, reading of body and query, conditional answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import cached_property
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.auth import request_actor
from api.fields import unknown_keys
from api.parsers import StrictJSONParser
from engine.core.game import Game
from scoring.kept import Kept
from scoring.setup import event_setup
from tournaments.access import Actor, permissions
from tournaments.models import Event

type_of_serializer = type[serializers.Serializer[Any]]


class ApiView(APIView):
    """A view of the API: parse, one call, answer.

    `game` is that of the event in question, once one was found: errors speak its language.
    """

    parser_classes = [StrictJSONParser]
    game: Game | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check what holds for every view: who asks, and that no query parameter is one that nobody reads."""
        super().initial(request, *args, **kwargs)
        handler = getattr(self, (request.method or "").lower().replace("head", "get"), None)
        reader = getattr(handler, "query_reader", None)
        unknown = unknown_keys(request.query_params, reader().fields if reader else ())
        if unknown:
            raise serializers.ValidationError(unknown)

    @cached_property
    def actor(self) -> Actor:
        """Who sent the request."""
        return request_actor(self.request)

    def speak_of(self, event: Event) -> None:
        """Remember whose texts an error needs."""
        self.game = event_setup(event).game

    def body(self, reader: type_of_serializer) -> dict[str, Any]:
        """The body as read; raises ValidationError (400)."""
        return _read(reader, self.request.data)

    def query(self, reader: type_of_serializer) -> dict[str, Any]:
        """The query parameters as read; raises ValidationError (400)."""
        return _read(reader, self.request.query_params.dict())

    def conditional(
        self, event: Event, content: Callable[[], Any], *marks: object, kept: Kept | None = None
    ) -> Response:
        """The content with its ETag, or 304 without asking for the content when the client has it.

        The tag stands for the event's version as it was before the content was read, and for everything else
        the answer depends on: address, language, what the actor may see, and the `marks`.
        """
        granted = sorted(permissions(self.actor, event))
        return conditional(self.request, content, event.version.number, granted, *marks, kept=kept)


def conditional(
    request: Request, content: Callable[[], Any], *marks: object, kept: Kept | None = None
) -> Response:
    """The content with an ETag made of the marks, or 304 when the client has it.

    With `kept` it is rendered for the first who asks, and handed out to the rest.
    """
    seen = [request.get_full_path(), get_language(), *marks]
    tag = f'W/"{hashlib.sha256(repr(seen).encode()).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if tag in known or "*" in known:
        return Response(status=304, headers=headers)
    if kept is None:
        return Response(content(), headers=headers)
    return Rendered(kept.get(tag, lambda: JSONRenderer().render(content())), headers=headers)


class Rendered(Response):
    """JSON that was rendered before."""

    @property
    def rendered_content(self) -> Any:
        """As it is."""
        self["Content-Type"] = "application/json"
        return self.data


def _read(reader: type_of_serializer, data: Any) -> dict[str, Any]:
    reading = reader(data=data)
    reading.is_valid(raise_exception=True)
    read: Mapping[str, Any] = reading.validated_data
    return dict(read)
