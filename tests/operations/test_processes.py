"""The two kinds of web process as an operator starts them: what each answers, and how they end."""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from pytest_django.plugin import DjangoDbBlocker

from scripts.services import free_port
from tests.api.world import World, pair, submission
from tests.api.world import evening as world_evening
from tests.contracts.sources import ROOT
from tests.operations.production import KEY
from tests.support.databases import scratch_database
from tests.support.processes import Running, own_broker
from tests.support.waiting import wait_for

SECONDS = 60
WEB = ["-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "config.wsgi", "--bind", "127.0.0.1:{port}"]


def command_of(unit: str) -> list[str]:
    """What a unit for systemd starts, as arguments of Python."""
    text = (ROOT / f"deploy/systemd/baza-{unit}.service").read_text().replace("\\\n", " ")
    found = re.search(r"^ExecStart=\S+/bin/(\w+) (.+)$", text, re.MULTILINE)
    assert found is not None
    return ["-m", found[1], *found[2].split()]


def stream_command() -> list[str]:
    """The same for the stream, at a port of ours."""
    return [word.replace("8002", "{port}") for word in command_of("stream")]


@dataclass
class Server:
    """A process that serves at an address."""

    running: Running
    port: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answers(self) -> bool:
        assert self.running.process.poll() is None, self.running.text()
        try:
            with urlopen(f"{self.address}/healthz", timeout=SECONDS) as answer:
                return bool(answer.status == 200)
        except URLError:
            return False

    def ask(self, path: str, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, str]:
        """Status and text of an answer."""
        content = None if body is None else json.dumps(body).encode()
        kind = {} if body is None else {"Content-Type": "application/json"}
        try:
            with urlopen(Request(self.address + path, content, kind | headers), timeout=SECONDS) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def ends(self) -> int:
        """The exit code after a stop in order."""
        self.running.process.send_signal(signal.SIGTERM)
        return self.running.process.wait(timeout=SECONDS)


@contextmanager
def serving(command: list[str], environment: dict[str, str], folder: Path) -> Iterator[Server]:
    port = free_port()
    full = [sys.executable, *(word.replace("{port}", port) for word in command)]
    server = Server(Running(full, environment, folder / f"{port}.log"), port)
    try:
        wait_for(server.answers, f"an answer at {port}")
        yield server
    finally:
        server.running.kill()


@dataclass
class Site:
    """An evening with a tablet, in a database of its own."""

    world: World
    environment: dict[str, str]
    folder: Path

    @property
    def stream(self) -> str:
        return f"/{self.world.event.club.slug}/{self.world.event.slug}/stream/"

    @property
    def submissions(self) -> str:
        return self.world.address("/matches/{match}/submissions")

    @property
    def token(self) -> str:
        return f"Device {self.world.tokens['tablet']}"


@pytest.fixture
def site(transactional_db: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[Site]:
    world = world_evening()
    pair(world, "tablet", table=world.tables[0])
    with django_db_blocker.unblock(), scratch_database(tmp_path) as url:
        environment = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": url,
            "REDIS_URL": "",
            "WEB_CONCURRENCY": "1",
            "SECRET_KEY": KEY,
        }
        yield Site(world, environment, tmp_path)


def lines(sock: socket.socket) -> Iterator[str]:
    """What a stream says, line by line."""
    with sock.makefile("r", encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.strip()


def test_pages_and_api_come_from_one_process_and_the_stream_from_another(site: Site) -> None:
    with (
        serving(WEB, site.environment, site.folder) as web,
        serving(stream_command(), site.environment, site.folder) as stream,
    ):
        assert web.ask("/")[0] == 200
        assert web.ask("/api/v1/games")[0] == 200
        assert web.ask("/static/css/base.css")[0] == 200
        assert web.ask(site.stream) == (204, ""), "a screen must not keep a synchronous process"
        with socket.create_connection(("127.0.0.1", int(stream.port)), timeout=SECONDS) as screen:
            screen.sendall(f"GET {site.stream} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            heard = lines(screen)
            assert next(heard) == "HTTP/1.1 200 OK"
            first = next(line for line in heard if line.startswith("data: "))
            status, _ = web.ask(site.submissions, submission(), Authorization=site.token)
            assert status == 201
            second = next(line for line in heard if line.startswith("data: "))
            assert first != second
            assert stream.ends() == -signal.SIGTERM  # told again by uvicorn once everything is closed
            assert "Finished server process" in stream.running.text()
            assert not [line for line in heard if line.startswith("data: ")]
        assert web.ends() == 0
        for server in (web, stream):
            told = [json.loads(line) for line in server.running.text().splitlines()]
            assert {"event", "level", "timestamp"} <= set(told[0])


@pytest.mark.redis
def test_a_worker_and_the_clock_bring_the_standings_up_to_date(site: Site) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(own_broker(site.folder))
        environment = site.environment | {"REDIS_URL": broker.url}
        web = stack.enter_context(serving(WEB, environment, site.folder))
        schedule = str(site.folder / "beat")
        for unit in ("worker", "beat"):
            command = [word.replace("/var/lib/baza/beat", schedule) for word in command_of(unit)]
            running = Running([sys.executable, *command], environment, site.folder / f"{unit}.log")
            stack.callback(running.kill)
        status, _ = web.ask(site.submissions, submission(), Authorization=site.token)
        assert status == 201

        def is_fresh() -> bool:
            event = json.loads(web.ask(site.world.address("/events/{event}"))[1])
            table = json.loads(web.ask(site.world.address("/stages/{stage}/standings"))[1])
            return bool(table.get("version", -1) >= event["version"])

        wait_for(is_fresh, "standings as new as the event")
        for unit in ("worker", "beat"):
            told = (site.folder / f"{unit}.log").read_text().splitlines()
            # Python says before the logs are set up that nobody should be root.
            ours = list(dropwhile(lambda line: not line.startswith("{"), told))
            assert all(line.startswith("{") for line in ours)


def test_a_stop_lets_a_request_that_has_begun_come_to_its_end(site: Site) -> None:
    body = json.dumps(submission()).encode()
    head = [
        f"POST {site.submissions} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Authorization: {site.token}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Expect: 100-continue",
    ]
    with serving(WEB, site.environment, site.folder) as web:
        with socket.create_connection(("127.0.0.1", int(web.port)), timeout=SECONDS) as tablet:
            tablet.sendall("\r\n".join([*head, "", ""]).encode())
            answer = lines(tablet)
            assert next(answer) == "HTTP/1.1 100 Continue", "a process has begun with it"
            assert next(answer) == ""
            tablet.sendall(body[:10])
            web.running.process.send_signal(signal.SIGTERM)
            wait_for(lambda: "Handling signal: term" in web.running.text(), "the stop")
            tablet.sendall(body[10:])
            assert next(answer) == "HTTP/1.1 201 Created"
            assert '"status":"submitted"' in "".join(answer).replace('": "', '":"')
        assert web.running.process.wait(timeout=SECONDS) == 0


def test_a_reload_takes_new_processes_and_goes_on_answering(site: Site) -> None:
    with serving(WEB, site.environment, site.folder) as web:
        before = web.running.text().count("Booting worker")
        web.running.process.send_signal(signal.SIGHUP)
        wait_for(lambda: web.running.text().count("Booting worker") > before, "a new process")
        assert web.ask("/")[0] == 200
        wait_for(lambda: "Worker exiting" in web.running.text(), "the end of the old one")
        assert web.ask("/")[0] == 200


@pytest.mark.parametrize("command", [WEB, stream_command()])
def test_a_server_does_not_start_with_unsafe_settings(tmp_path: Path, command: list[str]) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "short"}
    environment |= {"ALLOWED_HOSTS": "baza.example.org", "REDIS_URL": "", "WEB_CONCURRENCY": "1"}
    full = [sys.executable, *(word.replace("{port}", free_port()) for word in command)]
    running = Running(full, environment, tmp_path / "refused.log")
    try:
        assert running.process.wait(timeout=SECONDS) != 0
    finally:
        running.kill()
    assert "is short enough to be guessed" in running.text()
