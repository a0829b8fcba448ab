"""Tablets that send results as the real ones do: in order, each under its number, again until it is answered."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from uuid import UUID

from tests.events.typing_hands import random_hand

PATIENCE = 60.0
"""Seconds after which a result that nobody takes is given up: the test has failed then."""
STABLE = ("submission", "hand", "revision", "score", "lines")
"""What every receipt of a result says; how its match stands may differ by the time it is asked for again."""


@dataclass(slots=True)
class Result:
    """One result and what became of it: the status of every answer (0: none came), and the receipt."""

    moment: float
    match: int
    token: str
    body: dict[str, Any]
    statuses: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    receipt: dict[str, Any] | None = None


class Tablet(threading.Thread):
    """A table that plays its hands at random moments of the evening."""

    def __init__(self, site: str, results: list[Result], begin: float) -> None:
        super().__init__()
        self.site, self.results, self.begin = site, results, begin
        self.seconds: list[float] = []

    def run(self) -> None:
        for each in self.results:
            time.sleep(max(0.0, self.begin + each.moment - time.monotonic()))
            self._send(each)

    def _send(self, result: Result) -> None:
        until = time.monotonic() + PATIENCE
        while result.receipt is None and not result.faults and time.monotonic() < until:
            began = time.monotonic()
            status, headers, body = send(self.site, result)
            result.statuses.append(status)
            if status:
                self.seconds.append(time.monotonic() - began)
            if status in (200, 201):
                result.receipt = body
            elif status == 503 and "Retry-After" in headers:
                time.sleep(float(headers["Retry-After"]))
            elif status == 0:
                time.sleep(0.5)
            else:
                result.faults.append(f"{status} {body}")


def send(site: str, result: Result) -> tuple[int, dict[str, str], Any]:
    """Status, headers and body of the answer; status 0 when none came."""
    connection = HTTPConnection(site.removeprefix("http://"), timeout=30)
    headers = {"Authorization": f"Device {result.token}", "Content-Type": "application/json"}
    try:
        path = f"/api/v1/matches/{result.match}/submissions"
        connection.request("POST", path, json.dumps(result.body), headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.headers), json.loads(answer.read())
    except (OSError, HTTPException) as error:
        return 0, {}, str(error)
    except ValueError:
        return answer.status, {}, "no JSON"
    finally:
        connection.close()


def play(tablets: list[dict[str, Any]], hands: int, window: float, dice: random.Random) -> list[list[Result]]:
    """The results of every table, at random moments of a window of so many seconds."""
    return [
        [
            Result(moment, tablet["match"], tablet["token"], _body(number, dice))
            for number, moment in enumerate(sorted(dice.uniform(0, window) for _ in range(hands)), start=1)
        ]
        for tablet in tablets
    ]


def _body(number: int, dice: random.Random) -> dict[str, Any]:
    made = str(UUID(int=dice.getrandbits(128), version=4))
    return {"submission": made, "hand": number, "summary": random_hand(dice)}
