"""What a request may bring: a body of bounded size, and text in UTF-8 that a database can keep."""

from __future__ import annotations

import codecs
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse

LARGEST_BODY = 11 * 1024 * 1024
"""Bytes: a file of ten megabytes, which is the most that a page takes, and the form around it."""
OVER = "body_too_large"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class LimitsMiddleware:
    """Refuses what is too large, or spelled in another way than UTF-8, before anybody reads it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the site; raises RequestDataTooBig or BadRequest."""
        if says_too_much(request):
            raise RequestDataTooBig
        # Some that Python knows are no alphabets: "zlib" would unpack a kilobyte into a gigabyte.
        if request.encoding and codecs.lookup(request.encoding).name not in ("utf-8", "ascii"):
            raise BadRequest
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> None:
        """Raise BadRequest for a form with a sign that PostgreSQL keeps in no text."""
        if request.method == "POST" and request.content_type in FORMS:
            typed = (text for name, texts in request.POST.lists() for text in (name, *texts))
            if any("\0" in text for text in typed):
                raise BadRequest


def says_too_much(request: HttpRequest) -> bool:
    """Whether the body is too large: by what its head says, or by what `bounded` counted."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    over = getattr(request, "scope", {}).get(OVER, False)
    return over or not length.isdecimal() or int(length) > LARGEST_BODY


def bounded(application: Application) -> Application:
    """The application with bodies cut off behind their limit; it would write any body to its disk first."""

    async def answer(scope: Message, receive: Receive, send: Any) -> None:
        taken = 0

        async def receive_some() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken <= LARGEST_BODY or message["type"] != "http.request":
                return message
            if OVER not in scope:
                scope[OVER] = True
                return {"type": "http.request", "body": b"", "more_body": False}
            while message["type"] == "http.request":  # the rest of it is thrown away
                message = await receive()
            return message

        await application(scope, receive_some, send)

    return answer
