"""A real Chromium against a live site with the small evening; skipped, with the reason, where there is none."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connection
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from tests.pages.conftest import build_evening
from tournaments.models import Event

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LONG = {"test_evening", "test_every_page"}
# Playwright keeps an event loop in the thread of the test; Django would then refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def chromium() -> str | None:
    """The path of a Chromium: the one that was named, else one that is installed."""
    named = os.environ.get("CHROMIUM") or os.environ.get("CHROMIUM_PATH")
    if named:
        return named if Path(named).exists() else shutil.which(named)
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder, and say why it does not run; what takes minutes begins at once."""
    here = Path(__file__).parent
    missing = chromium() is None
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if missing:
                item.add_marker(pytest.mark.skip(reason="no Chromium (install chromium, or set CHROMIUM)"))
    items.sort(key=lambda item: item.path.stem not in LONG)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the installed browser, without its sandbox where we are root."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": chromium(), "args": [*FLAGS, *sandbox]}


@pytest.fixture
def eager(settings: Any) -> None:
    """No workers: standings are computed behind each result, also in a run that has a Redis."""
    settings.WORKERS = False


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as on a laptop: a shared one in memory answers "table is locked" without waiting."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("site") / "site.sqlite3")


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> tuple[str, Event]:
    """The address of the running site and the event in it."""
    return live_server.url, build_evening()


@pytest.fixture(autouse=True)
def nobody_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a browser has asked for is answered before the database is emptied for the next test.

    Emptying locks every table, and would wait for a request that waits for it.
    """
    if "live_server" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("transactional_db")  # first, so that it ends last
    server, browser = (request.getfixturevalue(name) for name in ("live_server", "browser"))
    with connections_of(server.thread.httpd) as end_all:
        yield
        for context in browser.contexts:
            context.close()
        end_all()


@contextmanager
def connections_of(server: ThreadedWSGIServer) -> Iterator[Callable[[], None]]:
    """Yields how to end the connections that are made meanwhile, each after what it has asked for."""
    made: list[tuple[threading.Thread, socket.socket]] = []

    def process(asked: socket.socket, address: object) -> None:
        thread = threading.Thread(target=server.process_request_thread, args=(asked, address), daemon=True)
        made.append((thread, asked))
        thread.start()

    def end_all() -> None:
        host, port, *_ = server.server_address
        with urlopen(f"http://{host}:{port}/healthz") as answer:
            assert answer.status == 200, "whoever came before this is among them"
        for thread, asked in made:
            with suppress(OSError):  # it has ended already
                asked.shutdown(socket.SHUT_RD)
            thread.join()

    server.process_request = process  # type: ignore[method-assign]
    try:
        yield end_all
    finally:
        del server.process_request


@pytest.fixture
def complaints(context: BrowserContext) -> Iterator[list[str]]:
    """What the console of any page says against us: errors of scripts, refusals of the security policy."""
    heard: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            heard.append(f"{message.type}: {message.text}")

    def listen(page: Page) -> None:
        page.on("console", hear)
        page.on("pageerror", lambda error: heard.append(f"script: {error}"))

    context.on("page", listen)
    yield heard
    assert heard == []
