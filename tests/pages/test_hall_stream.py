"""The event stream, through the ASGI application itself; versions and time are moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application
from django.test import Client

from pages import stream
from pages.stream import Hub, messages
from scoring.selectors.events import event_at, version_of
from scoring.selectors.hall import versions_of
from tests.pages.conftest import address, build_evening
from tournaments.access import SYSTEM
from tournaments.models import Event, EventStatus

SOON = 5.0
"""Seconds after which something that should happen at once has not happened."""


class Hand:
    """Versions and the passing of time, moved by the test."""

    def __init__(self, **versions: str) -> None:
        self.versions = {int(key.removeprefix("e")): version for key, version in versions.items()}
        self.asked: list[set[int]] = []
        self.turns: asyncio.Queue[None] = asyncio.Queue()
        self.waiting = asyncio.Event()

    async def read(self, events: Collection[int]) -> Mapping[int, str]:
        self.asked.append(set(events))
        return {event: self.versions[event] for event in events if event in self.versions}

    async def pause(self) -> None:
        self.waiting.set()
        await self.turns.get()

    async def second(self) -> None:
        """Let the hub ask once more, and wait until it has."""
        await asyncio.wait_for(self.waiting.wait(), SOON)
        self.waiting.clear()
        self.turns.put_nowait(None)
        await asyncio.wait_for(self.waiting.wait(), SOON)


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 30))  # type: ignore[arg-type]


async def heard(client: Any) -> str:
    return (await asyncio.wait_for(anext(client), SOON)).decode()


def test_all_clients_share_one_question_a_second() -> None:
    async def test() -> None:
        hand = Hand(e1="7/a", e2="1/b")
        hub = Hub(hand.read, hand.pause)
        clients = [messages(hub, event) for event in (1, 1, 1, 2)]
        for client in clients:
            assert await heard(client) == "retry: 3000\n\n"
        await hand.second()
        said = [await heard(client) for client in clients]
        assert said == ["event: version\ndata: 7/a\n\n"] * 3 + ["event: version\ndata: 1/b\n\n"]
        assert hand.asked == [{1}, {1, 2}]
        before = len(hand.asked)
        await hand.second()
        assert len(hand.asked) == before + 1
        for client in clients:
            await client.aclose()

    run(test)


def test_only_those_hear_whose_event_has_changed() -> None:
    async def test() -> None:
        hand = Hand(e1="1", e2="1")
        hub = Hub(hand.read, hand.pause)
        first, other = messages(hub, 1), messages(hub, 2)
        for client in (first, other):
            await heard(client)
        await hand.second()
        for client in (first, other):
            await heard(client)
        waits = asyncio.ensure_future(heard(other))
        hand.versions[1] = "2"
        await hand.second()
        assert await heard(first) == "event: version\ndata: 2\n\n"
        assert not waits.done()
        hand.versions[2] = "5"
        await hand.second()
        assert await waits == "event: version\ndata: 5\n\n"
        await first.aclose()
        await other.aclose()

    run(test)


def test_a_slow_client_hears_the_newest_version_only() -> None:
    async def test() -> None:
        hand = Hand(e1="1")
        hub = Hub(hand.read, hand.pause)
        client = messages(hub, 1)
        await heard(client)
        await heard(client)
        for version in ("2", "3", "4"):
            hand.versions[1] = version
            await hand.second()
        assert await heard(client) == "event: version\ndata: 4\n\n"
        await client.aclose()

    run(test)


def test_who_comes_later_is_told_the_present_version_at_once() -> None:
    async def test() -> None:
        hand = Hand(e1="1")
        hub = Hub(hand.read, hand.pause)
        first = messages(hub, 1)
        await heard(first)
        await heard(first)
        asked = len(hand.asked)
        late = messages(hub, 1)
        await heard(late)
        assert await heard(late) == "event: version\ndata: 1\n\n"
        assert len(hand.asked) == asked
        await first.aclose()
        await late.aclose()

    run(test)


def test_a_silent_stream_beats_and_ends_after_its_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BEAT", 2)
    monkeypatch.setattr(stream, "LIFE", 3)

    async def test() -> None:
        hand = Hand(e1="1")
        hub = Hub(hand.read, hand.pause)
        client = messages(hub, 1)
        await heard(client)
        await heard(client)
        for _ in range(3):
            await hand.second()
            await hand.second()
            assert (await heard(client)).startswith("event: beat\ndata: 2")
        with pytest.raises(StopAsyncIteration):
            await anext(client)
        assert hub.clients == 0

    run(test)


def test_nobody_asks_when_nobody_listens() -> None:
    async def test() -> None:
        hand = Hand(e1="1")
        hub = Hub(hand.read, hand.pause)
        one, two = messages(hub, 1), messages(hub, 1)
        for client in (one, two):
            await heard(client)
        await one.aclose()
        assert (hub.clients, hub.is_asking) == (1, True)
        await two.aclose()
        assert (hub.clients, hub.is_asking) == (0, False)
        again = messages(hub, 1)
        await heard(again)
        assert await heard(again) == "event: version\ndata: 1\n\n"
        await again.aclose()

    run(test)


# Through the whole application


@pytest.fixture
def open_event(transactional_db: None) -> Event:
    return build_evening()


def call(path: str) -> ApplicationCommunicator:
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"accept", b"text/event-stream")],
    }
    return ApplicationCommunicator(get_asgi_application(), scope)


async def status(client: ApplicationCommunicator) -> tuple[int, dict[bytes, bytes]]:
    await client.send_input({"type": "http.request", "body": b"", "more_body": False})
    start = await client.receive_output(SOON)
    return start["status"], dict(start["headers"])


def test_a_client_hears_a_change_and_leaves_without_a_trace(
    open_event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        hand = Hand(**{f"e{open_event.pk}": "1"})
        hub = Hub(hand.read, hand.pause)
        monkeypatch.setattr("pages.views.hall.hub", lambda: hub)
        client = call(address(open_event, "stream/"))
        code, headers = await status(client)
        assert (code, headers[b"Content-Type"]) == (200, b"text/event-stream")
        assert headers[b"Cache-Control"] == b"no-store"
        assert (await client.receive_output(SOON))["body"] == b"retry: 3000\n\n"
        assert (await client.receive_output(SOON))["body"] == b"event: version\ndata: 1\n\n"
        hand.versions[open_event.pk] = "2"
        await hand.second()
        assert (await client.receive_output(SOON))["body"] == b"event: version\ndata: 2\n\n"
        assert hub.clients == 1
        await client.send_input({"type": "http.disconnect"})
        await client.wait(SOON)
        assert (hub.clients, hub.is_asking) == (0, False)

    run(test)


def test_a_server_that_stops_ends_its_streams(open_event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        hand = Hand(**{f"e{open_event.pk}": "1"})
        hub = Hub(hand.read, hand.pause)
        monkeypatch.setattr("pages.views.hall.hub", lambda: hub)
        client = call(address(open_event, "stream/"))
        await status(client)
        await client.receive_output(SOON)
        held.append(hub)

    held: list[Hub] = []
    run(test)  # its loop cancels whatever is left, as a server does
    assert held[0].clients == 0


def test_a_draft_event_has_no_stream(open_event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    Event.objects.filter(pk=open_event.pk).update(status=EventStatus.DRAFT)

    async def test() -> None:
        for path in (address(open_event, "stream/"), "/nobody/nothing/stream/"):
            client = call(path)
            assert (await status(client))[0] == 404
            await client.wait(SOON)

    run(test)


def test_too_many_clients_are_asked_to_poll(open_event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.views.hall.MOST_CLIENTS", 0)

    async def test() -> None:
        client = call(address(open_event, "stream/"))
        code, headers = await status(client)
        assert (code, headers[b"Retry-After"]) == (503, b"60")
        await client.wait(SOON)

    run(test)


@pytest.mark.django_db
def test_a_server_for_one_request_at_a_time_tells_browsers_not_to_come_again(vic: Client) -> None:
    answer = vic.get("/club/event/stream/")
    assert (answer.status_code, answer.content) == (204, b"")
    assert vic.post("/club/event/stream/").status_code == 405


def test_the_stream_and_the_page_speak_of_the_same_version(evening: Event, vic: Client) -> None:
    club, slug = evening.club.slug, evening.slug
    version = version_of(event_at(SYSTEM, club, slug))
    assert versions_of([evening.pk, 10**6]) == {evening.pk: version}
    assert f'data-version="{version}"' in vic.get(address(evening, "hall/")).text.replace("&#x27;", "'")


def test_a_database_that_is_away_ends_nothing() -> None:
    from django.db import DatabaseError

    def away(_events: object) -> Mapping[int, str]:
        raise DatabaseError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "versions_of", away)
        patch.setattr(stream, "connection", type("Closed", (), {"close": lambda self: None})())
        assert stream._read([1]) == {}
