"""Every error of the API as problem+json (RFC 9457), made in this one place."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse

CONTENT_TYPE = "application/problem+json"


def plain(request: HttpRequest, status: int) -> JsonResponse:
    """The answer to an error outside of any view."""
    return JsonResponse({"status": status}, status=status, content_type=CONTENT_TYPE)
