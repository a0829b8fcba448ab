"""The event stream: versions of events as they change, asked for once a second for all clients together.

A process has one hub. It lives as long as somebody listens: one query tells the versions of all events that
are listened to, and who listens hears of a change, and now and then a beat. What changed is not said here:
the page asks for it like any other page, with the same doors.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from django.db import DatabaseError, connection, connections
from django.http import HttpRequest
from prometheus_client import Gauge

from scoring.selectors.events import event_at
from scoring.selectors.hall import versions_of
from tournaments.access import Actor
from tournaments.errors import NotAllowed, NotFound

SECONDS = 1.0
BEAT = 15
"""Rounds of the hub between two beats: a proxy closes what is silent, and a page notices what is dead."""
LIFE = 40
"""Beats until a stream ends by itself. The browser comes again, and through the door again."""
MOST_CLIENTS = 1000

WATCHERS = Gauge(
    "baza_stream_watchers", "Screens that listen to the event stream", multiprocess_mode="livesum"
)

Versions = Callable[[Collection[int]], Awaitable[Mapping[int, str]]]
Pause = Callable[[], Awaitable[None]]


class Listener:
    """One client: the newest version that it has not been told, and beats that are due."""

    def __init__(self, event: int) -> None:
        self.event = event
        self.version: str | None = None
        self.beats = 0
        self.news = asyncio.Event()

    def hear(self, version: str | None = None, beats: int = 0) -> None:
        """Note what is to be told; a slow client hears of the newest version only."""
        self.version = version or self.version
        self.beats += beats
        self.news.set()

    async def told(self) -> tuple[str | None, int]:
        """Wait for something to tell; returns the version, if it is new, and the beats since last time."""
        await self.news.wait()
        self.news.clear()
        found = (self.version, self.beats)
        self.version, self.beats = None, 0
        return found


class Hub:
    """Asks for the versions of all events that are listened to, and tells those who listen."""

    def __init__(self, versions: Versions, pause: Pause) -> None:
        self._versions = versions
        self._pause = pause
        self._listeners: set[Listener] = set()
        self._known: dict[int, str] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def clients(self) -> int:
        """How many listen."""
        return len(self._listeners)

    @property
    def is_asking(self) -> bool:
        """Whether versions are being asked for."""
        return self._task is not None and not self._task.done()

    def join(self, event: int) -> Listener:
        """A new client of an event; it is told the present version first."""
        listener = Listener(event)
        self._listeners.add(listener)
        WATCHERS.set(self.clients)
        if event in self._known and self.is_asking:
            listener.hear(self._known[event])
        if not self.is_asking:
            self._known = {}
            # A context of its own: the request that comes first ends before the others do.
            self._task = asyncio.get_running_loop().create_task(self._ask(), context=contextvars.Context())
        return listener

    def leave(self, listener: Listener) -> None:
        """A client is gone; with the last one the asking ends."""
        self._listeners.discard(listener)
        WATCHERS.set(self.clients)
        if not self._listeners and self._task is not None:
            self._task.cancel()
            self._task = None
            self._known = {}

    async def _ask(self) -> None:
        rounds = 0
        while True:
            self.tell(await self._versions({each.event for each in self._listeners}))
            rounds += 1
            if rounds % BEAT == 0:
                for each in self._listeners:
                    each.hear(beats=1)
            await self._pause()

    def tell(self, found: Mapping[int, str]) -> None:
        """Tell everybody whose event has another version than before."""
        for each in self._listeners:
            version = found.get(each.event)
            if version is not None and version != self._known.get(each.event):
                each.hear(version)
        self._known |= found


async def messages(hub: Hub, event: int) -> AsyncIterator[bytes]:
    """What one client is sent, until it goes or the stream has lived its time."""
    listener = hub.join(event)
    try:
        yield b"retry: 3000\n\n"
        lived = 0
        while lived < LIFE:
            version, beats = await listener.told()
            lived += beats
            if version is not None:
                yield message("version", version)
            if beats:
                yield message("beat", datetime.now(UTC).isoformat(timespec="milliseconds"))
    finally:
        hub.leave(listener)


def message(name: str, data: str) -> bytes:
    """One server-sent event."""
    return f"event: {name}\ndata: {data}\n\n".encode()


def door(request: HttpRequest, club: str, slug: str) -> int | None:
    """The event's id for who may see it, else None. The connection is given back: a stream is long."""
    try:
        return event_at(Actor.of(request.user), club, slug).pk
    except (NotFound, NotAllowed):
        return None
    finally:
        if not connection.in_atomic_block:
            connections.close_all()


_thread = ThreadPoolExecutor(1, "versions")
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of this process: of its event loop, of which a server has one."""
    loop = asyncio.get_running_loop()
    for old in [each for each in _hubs if each.is_closed()]:
        del _hubs[old]
    return _hubs.setdefault(loop, Hub(_stored_versions, _second))


async def _second() -> None:
    await asyncio.sleep(SECONDS)


async def _stored_versions(events: Collection[int]) -> Mapping[int, str]:
    """The versions as they are stored, read in a thread of their own."""
    return await asyncio.get_running_loop().run_in_executor(_thread, _read, events)


def _read(events: Collection[int]) -> Mapping[int, str]:
    """One query; a database that is away is asked again a second later."""
    try:
        return versions_of(events)
    except DatabaseError:
        connection.close()
        return {}
