"""The plain door: beside the site over HTTPS, over which a device learns to trust it.

A tablet that does not know the hall's authority yet sees a warning instead of the page that would help it. So
`make run TLS=1` also answers over plain HTTP, the page on trust alone; whoever asks for anything else is sent
to the same address over HTTPS.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

OPEN = ("/trust/", settings.STATIC_URL)


class PlainDoorMiddleware:
    """Lets plain HTTP reach what stands in OPEN; not in use where no plain door is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.PLAIN_PORT:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The page on trust, or the way to HTTPS; raises DisallowedHost for a name that is not ours."""
        if request.is_secure() or request.path_info.startswith(OPEN):
            return self.get_response(request)
        # Not for ever: the laptop may run without HTTPS tomorrow.
        return HttpResponse(status=307, headers={"Location": secure_address(request)})


def secure_address(request: HttpRequest) -> str:
    """The address of the request over HTTPS, at the port of the site."""
    name, _port = split_domain_port(request.get_host())
    return f"https://{name}:{settings.TLS_PORT}{request.get_full_path()}"
