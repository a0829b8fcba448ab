"""Reading JSON bodies strictly: what a database could not keep is refused before anybody looks at it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import IO, Any

from rest_framework import parsers
from rest_framework.exceptions import APIException, ParseError

BODY_LIMIT = 1_000_000
"""Bytes; a batch of a whole evening's queue is far below."""
INTEGER_LIMIT = 10**18
DEPTH_LIMIT = 60


class BodyTooLarge(APIException):
    """413."""

    status_code = 413
    default_code = "body_too_large"
    params = {"limit": BODY_LIMIT}


class StrictJSONParser(parsers.JSONParser):
    """JSON within bounds: size, depth, integers of at most 18 digits, text that every encoding can hold."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body; raises ParseError or BodyTooLarge."""
        request = (parser_context or {})["request"]
        if int(request.META.get("CONTENT_LENGTH") or 0) > BODY_LIMIT:
            raise BodyTooLarge
        try:
            parsed = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError from error
        if not is_storable(parsed):
            raise ParseError
        return parsed


def is_storable(value: object, depth: int = 0) -> bool:
    """Whether both databases can keep the value as it is."""
    if depth > DEPTH_LIMIT:
        return False
    if isinstance(value, str):
        return _is_text(value)
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(_is_text(key) and is_storable(inner, depth + 1) for key, inner in value.items())
    if isinstance(value, list):
        return all(is_storable(inner, depth + 1) for inner in value)
    return not isinstance(value, int) or abs(value) < INTEGER_LIMIT


def _is_text(value: str) -> bool:
    """Neither a null character (PostgreSQL refuses it) nor half a surrogate pair (UTF-8 cannot hold it)."""
    return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
