"""What the ends of tests rely on: browsers are answered, and worlds end with the last test that asks for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

from tests.browser.conftest import connections_of
from tests.support import kept


def test_whatever_was_asked_for_is_answered_before_the_end() -> None:
    begun, is_ending = threading.Event(), threading.Event()
    answered: list[str] = []

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/healthz":
            is_ending.set()
        else:
            begun.set()
            assert is_ending.wait(60)
            answered.append(environ["PATH_INFO"])
        start("200 OK", [("Content-Length", "0")])
        return []

    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.set_app(answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with connections_of(server) as end_all:
        address = f"http://127.0.0.1:{server.server_port}/slow"
        threading.Thread(target=lambda: urlopen(address, timeout=60), daemon=True).start()
        assert begun.wait(60)
        end_all()
        assert answered == ["/slow"]
    server.shutdown()
    server.server_close()


def item(module: str, *fixtures: str) -> Any:
    return SimpleNamespace(path=Path(module), fixturenames=fixtures)


def test_tests_of_a_module_that_share_a_world_come_first_and_together() -> None:
    items = [
        item("b"),
        item("b", "kept_world"),
        item("a"),
        item("b"),
        item("b", "db", "kept_world"),
        item("a"),
    ]
    kept.together(items)
    assert [(str(each.path), kept.worlds_of(each)) for each in items] == [
        *[("b", ["kept_world"])] * 2,
        *[("b", [])] * 2,
        *[("a", [])] * 2,
    ]


@pytest.mark.parametrize(
    ("following", "ends"),
    [(None, True), (item("a"), True), (item("b", "kept_world"), True), (item("a", "kept_world"), False)],
)
def test_a_world_ends_with_the_last_test_that_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, following: Any, ends: bool
) -> None:
    ended: list[bool] = []
    monkeypatch.setattr(kept, "_open", SimpleNamespace(close=lambda: ended.append(True)))
    kept.after(item("a", "kept_world"), following)
    assert bool(ended) is ends
