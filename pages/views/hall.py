"""The screen in the hall, and the stream of versions that it listens to."""

from __future__ import annotations

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from pages.errors import shown
from pages.live import answer
from pages.stream import MOST_CLIENTS, door, hub, messages
from pages.words.event import sides_in_words
from scoring.exports.words import short_seats
from scoring.selectors.events import event_at, protest_mark, version_of
from scoring.selectors.hall import HallPage, hall_page
from tournaments.access import Actor


@require_safe
@shown
def hall(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The screen in the hall: pairings by name, then standings, page by page, with the clock."""
    found = event_at(Actor.of(request.user), club, slug)
    version = version_of(found)
    return answer(
        request,
        "hall.html",
        version + protest_mark(found, now()),
        lambda: {"event": found, "version": version, **_shown(hall_page(found))},
        folder="hall/live",
        whole="hall",
    )


@require_GET
async def stream(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """Events `version` and `beat` as server-sent events.

    204 where a process answers one request at a time: it would be kept busy for minutes. A browser that gets
    this does not come again, and the page asks every few seconds.
    """
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    event = await sync_to_async(door)(request, club, slug)
    if event is None:
        raise Http404
    if hub().clients >= MOST_CLIENTS:
        return HttpResponse(_("Too many screens are listening."), status=503, headers={"Retry-After": "60"})
    return _answer(messages(hub(), event))


def _answer(lines: AsyncIterator[bytes]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # a proxy that collects would hold everything back
    return response


def _shown(page: HallPage) -> dict[str, object]:
    seats = sides_in_words(page.round.stage) if page.round else {}
    return {
        "page": page,
        "seats": {side: short_seats(words) for side, words in seats.items()},
        "columns": columns_for(len(page.round.sittings) if page.round else 0),
        "ranks": range(columns_for(len(page.standings.lines))),
    }


def columns_for(count: int) -> int:
    """How many columns a list of this length is set in: one while it fits, three at most."""
    return 1 if count <= 10 else 2 if count <= 24 else 3
