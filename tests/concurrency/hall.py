"""An event in its first round, and clients that send their requests at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.db import connections
from rest_framework.test import APIClient

from scoring.services.progress import draw_round, publish_round
from tests.concurrency.guards import SECONDS
from tests.events.setting_up import DIRECTOR, store_event
from tests.events.typing_hands import Hand, counted
from tournaments.access import SYSTEM
from tournaments.models import Event, Match, Stage, Table, User
from tournaments.services.devices import create_device, pair_device

Request = Callable[[int], Any]


def client() -> APIClient:
    """A client that gets a server error as an answer, like any other."""
    made = APIClient()
    made.raise_request_exception = False
    return made


def twin(of: APIClient) -> APIClient:
    """Another client with the same token or the same login."""
    made = client()
    made.credentials(**of._credentials)
    made.cookies.update(of.cookies)
    return made


class Hall:
    """Four pairs, two tables, one hand a match; a tablet at table 1 and a phone for each of its sides."""

    def __init__(self, name: str) -> None:
        event_id = store_event(f"{name}-{uuid4().hex[:8]}", 4, match={"hands": 1})
        self.event = Event.objects.select_related("club", "version").get(pk=event_id)
        self.stage = Stage.objects.select_related("event__club", "event__version").get(event=self.event)
        self.publish_next()
        self.director = client()
        self.director.force_login(User.objects.get(username=DIRECTOR))

    def publish_next(self) -> None:
        """The next round, drawn and published."""
        drawn, _ = draw_round(SYSTEM, self.stage)
        self.round = publish_round(SYSTEM, drawn)
        self.matches = list(Match.objects.filter(round=self.round).order_by("table__number"))
        self.match = self.matches[0]
        self.table = Table.objects.get(pk=self.match.table_id)

    def device(self, **kwargs: Any) -> APIClient:
        """A client with the token of a new device at table 1."""
        _, code = create_device(SYSTEM, self.event, label="device", table=self.table, **kwargs)
        _, token = pair_device(code)
        paired = client()
        paired.credentials(HTTP_AUTHORIZATION=f"Device {token}")
        return paired

    def submission(self, hand: Hand, **others: Any) -> dict[str, Any]:
        """A body for `POST /matches/{id}/submissions`."""
        return {"submission": str(uuid4()), "hand": 1, "summary": hand, **others}

    def send(self, sender: APIClient, body: dict[str, Any], match: Match | None = None) -> Any:
        """Enter or correct a hand."""
        path = f"/api/v1/matches/{(match or self.match).pk}/submissions"
        return sender.post(path, body, format="json")

    def call(self, sender: APIClient) -> Any:
        """Call the director."""
        return sender.post("/api/v1/devices/me/calls", {"signal": str(uuid4())}, format="json")

    def close(self, sender: APIClient) -> Any:
        """Close the round."""
        return sender.post(f"/api/v1/rounds/{self.round.pk}/close", {}, format="json")

    def play(self) -> None:
        """Both matches played: table 1 by its own tablet, the other one from the desk."""
        for match in self.matches:
            sender = self.device() if match == self.match else self.director
            entered = self.send(sender, self.submission(counted(60)), match)
            assert entered.status_code == 201, entered.content
            path = f"/api/v1/matches/{match.pk}/hands/1/confirmations"
            confirmed = sender.post(path, {"revision": 1, "side": "B"}, format="json")
            assert confirmed.status_code == 200, confirmed.content


class Racer(threading.Thread):
    """One client in a thread of its own; status 0 means that it never had an answer."""

    racer = True

    def __init__(self, request: Callable[[], Any], start: threading.Barrier) -> None:
        super().__init__(daemon=True)
        self.request, self.start_line = request, start
        self.arrived, self.done = threading.Event(), threading.Event()
        self.status, self.body = 0, {}

    def run(self) -> None:
        """Wait at the line, then send."""
        try:
            self.start_line.wait(SECONDS)
            answer = self.request()
            self.status = answer.status_code
            self.body = answer.json() if answer.content else {}
        finally:
            connections.close_all()
            self.done.set()


def race(*requests: Callable[[], Any]) -> list[Racer]:
    """Send all of them at once, each in a thread with a connection of its own."""
    start = threading.Barrier(len(requests))
    racers = [Racer(request, start) for request in requests]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(2 * SECONDS)
    return racers
