"""The one process behind `make run` and `make demo`."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts import serve
from scripts.services import free_port
from tests.contracts.sources import ROOT

# The port is open before the database is ready, so on a busy machine the first answer may take a while.
PATIENCE = 180


@contextmanager
def running(folder: Path, port: str, *flags: str) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    environment.pop("REDIS_URL", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "scripts.serve", "--port", port, *flags],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def answer_of(port: str, process: subprocess.Popen[str]) -> int:
    """The status of the front page, waited for until the site answers or has ended."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status
        except ConnectionError:
            time.sleep(0.05)
        finally:
            connection.close()
    pytest.fail(f"no answer: {process.communicate()[0]}")


def test_new_site_answers_and_stops_at_ctrl_c_without_a_trace(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, port) as process:
        assert answer_of(port, process) == 200
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        assert "Traceback" not in output
        assert process.returncode == 0
        assert f"http://127.0.0.1:{port}/" in output


def test_taken_port_is_said_before_anything_is_done(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with running(tmp_path, port) as process:
            output, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert f"choose another port, as in 'make demo PORT={int(port) + 1}'" in output
    assert len(output.splitlines()) == 1
    assert not (tmp_path / "site.sqlite3").exists()


def test_https_without_a_certificate_says_how_to_make_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(serve, "TLS", tmp_path)
    assert serve.main(["--tls", "--port", free_port()]) == 1
    assert "run 'make tls' first" in capsys.readouterr().err
