"""Pages that keep themselves up to date: conditional GET by the version of the event.

A page and its live part (what htmx asks for again and again) carry an ETag made of everything that can change
what they show: the event's version, the stored tables, the language, the person, the release of the site. Who
holds the current one is answered 304 after the single query that finds the event. A part that has changed is
rendered once for all who read the same language; the more of them watch, the more rarely they are to ask, and
the longer one rendering does for them.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language

from scoring.kept import Kept

POLL_SECONDS = 5
"""Seconds between two questions of a page while few watch."""
MOST_POLL_SECONDS = 30
POLLS_A_SECOND = 10
"""How many questions a process wants to answer in a second: so few that it still can when short of time."""
COUNTED_SECONDS = 10
STILL_NEW = 0.2
"""Of the time between two questions: so much later a watcher may learn of a change, when many watch."""
SHARED = {"public/live", "hall/live"}
"""Folders with parts that are the same for everybody who may see them."""
POLLED = "public/live"
"""Parts that are asked for again and again; screens in the hall ask when they hear of something new."""
MOST_PARTS = 50
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


class Pace:
    """How often watchers of a process are to ask, by how often they did in the last seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._polls = 0
        self._given: dict[str, tuple[float, str]] = {}
        self.seconds = POLL_SECONDS

    def count(self) -> None:
        """Note a question; now and then say anew how long to wait for the next one."""
        self._polls += 1
        passed = self._clock() - self._began
        if passed >= COUNTED_SECONDS:
            watchers = self._polls / passed * self.seconds
            self.seconds = min(max(POLL_SECONDS, round(watchers / POLLS_A_SECOND)), MOST_POLL_SECONDS)
            self._began, self._polls, self._given = self._clock(), 0, {}

    def newest(self, part: str, tag: str) -> str:
        """The ETag to answer with: while many watch, one that was new a moment ago still is."""
        if self.seconds == POLL_SECONDS:
            return tag
        moment, given = self._given.get(part, (-math.inf, tag))
        if self._clock() - moment < self.seconds * STILL_NEW:
            return given
        self._given[part] = (self._clock(), tag)
        return tag


_pace = Pace()
_parts = Kept(MOST_PARTS)


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
    if part and folder == POLLED:
        _pace.count()
        tag = _pace.newest(f"{get_language()} {request.get_full_path()}", tag)

    def rendered() -> HttpResponse:
        fresh = {"If-None-Match": etag(request, version, part=True)}
        context = {"poll": f"every {_pace.seconds}s", "part_headers": json.dumps(fresh), **read()}
        return render(request, f"{folder if part else whole}/{name}", context)

    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        response: HttpResponse = HttpResponseNotModified()
    elif part and folder in SHARED:
        response = HttpResponse(_parts.get(tag, lambda: rendered().content))
    else:
        response = rendered()
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("HX-Request", "Cookie", "Accept-Language"))
    return response
