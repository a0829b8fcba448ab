"""Pages that keep themselves up to date: conditional GET by the version of the event.

A page and its live part (what htmx asks for again and again) carry an ETag made of everything that can change
what they show: the event's version, the stored tables, the language, the person, the release of the site. Who
holds the current one is answered 304 after the single query that finds the event.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language

POLL_SECONDS = 5
FOLDERS = ("templates", "static", "locale", "pages")


@cache
def release() -> str:
    """A mark of the site's own files: a page made by an older release is never taken for current."""
    base = Path(settings.BASE_DIR)
    newest = max(path.stat().st_mtime_ns for name in FOLDERS for path in (base / name).rglob("*.*"))
    return str(newest)


def is_part(request: HttpRequest) -> bool:
    """Whether htmx asks for the live part alone."""
    return bool(getattr(request, "htmx", False))


def etag(request: HttpRequest, version: str, *, part: bool) -> str:
    """The ETag of this page, or of its live part, for this reader.

    A whole page holds forms, so it belongs to one person and one CSRF cookie.
    """
    reader = "" if part else f"{request.user.pk}|{request.META.get('CSRF_COOKIE', '')}"
    seen = "|".join((version, request.get_full_path(), get_language() or "", release(), str(part), reader))
    return quote_etag(hashlib.sha256(seen.encode()).hexdigest()[:32])


def answer(
    request: HttpRequest,
    name: str,
    version: str,
    read: Callable[[], Mapping[str, object]],
    *,
    folder: str = "public/live",
    whole: str = "public",
) -> HttpResponse:
    """304 for who has this version; else the page in the folder `whole`, or for htmx its part in `folder`."""
    part = is_part(request)
    tag = etag(request, version, part=part)
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        response: HttpResponse = HttpResponseNotModified()
    else:
        fresh = {"If-None-Match": etag(request, version, part=True)}
        context = {"poll": f"every {POLL_SECONDS}s", "part_headers": json.dumps(fresh), **read()}
        response = render(request, f"{folder if part else whole}/{name}", context)
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("HX-Request", "Cookie", "Accept-Language"))
    return response
