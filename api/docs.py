"""Shorthands for describing an operation: its name, what it reads, what it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema

from api.pagination import IF_NONE_MATCH, page_of

Decorator = Callable[[Any], Any]


def reads(name: str, shape: Any, summary: str, *, query: Any = None, conditional: bool = True) -> Decorator:
    """An operation that answers one thing; a query parameter that `query` does not know is refused."""
    described = extend_schema(
        operation_id=name,
        summary=summary,
        parameters=[*([query] if query else []), *([IF_NONE_MATCH] if conditional else [])],
        responses={200: shape},
    )

    def decorate(handler: Any) -> Any:
        handler.query_reader = query
        return described(handler)

    return decorate


def lists(name: str, shape: Any, summary: str, *, query: Any, conditional: bool = True) -> Decorator:
    """An operation that answers a page of rows."""
    page_name = "".join(word.capitalize() for word in name.split("_"))
    return reads(name, page_of(shape, page_name), summary, query=query, conditional=conditional)


def acts(
    name: str, body: Any, shape: Any, summary: str, *, statuses: Sequence[int] = (200,), words: str = ""
) -> Decorator:
    """An operation that changes something."""
    answers = {status: OpenApiResponse(shape, description=words) for status in statuses}
    return extend_schema(operation_id=name, summary=summary, request=body, responses=answers)
