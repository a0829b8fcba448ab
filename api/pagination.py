"""Cursor pages: a mark says behind which row the next one begins, so rows added meanwhile shift nothing."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Model, Q, QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

PAGE_SIZE = 50
LARGEST_PAGE = 200
LARGEST_KEY = 2**63 - 1


class BadCursor(APIException):
    """400: a mark that no list gave out."""

    status_code = 400
    default_code = "bad_cursor"


class PageQuery(serializers.Serializer[Any]):
    """Query parameters of every list."""

    cursor = serializers.CharField(
        required=False, max_length=200, help_text="The mark of a page, from `next`."
    )
    page_size = serializers.IntegerField(
        required=False, default=PAGE_SIZE, min_value=1, max_value=LARGEST_PAGE
    )


def page(
    request: Request,
    rows: QuerySet[Any],
    keys: Sequence[str],
    show: Callable[[list[Any]], Any],
    query: dict[str, Any],
) -> dict[str, Any]:
    """One page of the rows, ordered by the integer columns `keys` ("-pk" = descending), unique together."""
    size = query["page_size"]
    rows = rows.order_by(*keys)
    if query.get("cursor"):
        rows = rows.filter(_behind(keys, read_cursor(query["cursor"], len(keys))))
    found = list(rows[: size + 1])
    more, found = len(found) > size, found[:size]
    mark = write_cursor([_value(found[-1], key) for key in keys]) if more else None
    address = replace_query_param(request.build_absolute_uri(), "cursor", mark) if mark else None
    return {"next": address, "results": show(found)}


def page_of(shape: type[serializers.BaseSerializer[Any]], name: str) -> Any:
    """The shape of a page, for the description of the API."""
    fields: dict[str, Any] = {
        "next": serializers.URLField(allow_null=True, help_text="The next page; null on the last."),
        "results": shape(many=True),
    }
    return inline_serializer(f"{name}Page", fields)


IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the answer that the client has."
)


def write_cursor(values: Sequence[int]) -> str:
    """The mark of a place."""
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


def read_cursor(mark: str, length: int) -> list[int]:
    """The place that a mark stands for; raises BadCursor."""
    try:
        values = json.loads(base64.b64decode(mark + "=" * (-len(mark) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError) as error:
        raise BadCursor from error
    if not isinstance(values, list) or len(values) != length:
        raise BadCursor
    if not all(type(value) is int and abs(value) <= LARGEST_KEY for value in values):
        raise BadCursor
    return values


def _behind(keys: Sequence[str], values: Sequence[int]) -> Q:
    """Rows behind the place: later by the first key, or equal there and later by the next."""
    condition, equal = Q(), Q()
    for key, value in zip(keys, values, strict=True):
        name, way = (key[1:], "lt") if key.startswith("-") else (key, "gt")
        condition |= equal & Q(**{f"{name}__{way}": value})
        equal &= Q(**{name: value})
    return condition


def _value(row: Model, key: str) -> int:
    value: Any = row
    for name in key.removeprefix("-").split("__"):
        value = getattr(value, name)
    return int(value)
