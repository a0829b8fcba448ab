"""The one process behind `make run` and `make demo`."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from config.exposure import uses_known_key
from config.settings import DEFAULT_SECRET_KEY
from scripts import serve, tls
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
    for name in ("REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL", "TLS_PORT", "PLAIN_PORT"):
        environment.pop(name, None)
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


def answer_of(port: str, process: subprocess.Popen[str], path: str = "/") -> int:
    """The status of a page, waited for until the site answers or has ended."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)
        try:
            connection.request("GET", path)
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
        assert answer_of(port, process, "/static/css/base.css") == 200
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        assert "Traceback" not in output
        assert "Warning" not in output
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


def test_https_has_a_plain_door_to_the_page_on_trust_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TLS_FOLDER", str(tmp_path / "tls"))
    assert tls.main(["--folder", str(tmp_path / "tls")]) == 0
    port, door = free_port(), free_port()
    with running(tmp_path, port, "--tls", "--door", door) as process:
        assert answer_of(door, process, "/trust/") == 200
        assert answer_of(door, process, "/static/css/base.css") == 200
        plain = http.client.HTTPConnection("127.0.0.1", int(door), timeout=PATIENCE)
        plain.request("GET", "/login/")
        sent_on = plain.getresponse()
        sent_on.read()
        assert (sent_on.status, sent_on.headers["Location"]) == (307, f"https://127.0.0.1:{port}/login/")
        plain.request("GET", "/trust/baza-authority.crt")
        authority = tmp_path / "authority.pem"
        authority.write_text(ssl.DER_cert_to_PEM_cert(plain.getresponse().read()))
        trusting = ssl.create_default_context(cafile=str(authority))
        secure = http.client.HTTPSConnection("127.0.0.1", int(port), timeout=PATIENCE, context=trusting)
        secure.request("GET", "/login/")
        login = secure.getresponse()
        assert login.status == 200
        assert "Secure" in login.headers["Set-Cookie"]  # or the plain door would be shown it
        plain.close()
        secure.close()
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and "Traceback" not in output
    assert f"http://127.0.0.1:{door}/trust/" in output


@pytest.mark.parametrize(
    ("host", "names", "refused"),
    [
        ("127.0.0.1", ["localhost"], False),
        ("localhost", ["127.0.0.1"], False),
        ("0.0.0.0", ["localhost"], True),  # a forged name would be enough
        ("baza.local", ["localhost"], True),
        ("127.0.0.1", ["localhost", "baza.local"], True),
    ],
)
def test_known_key_is_for_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch, host: str, names: list[str], refused: bool
) -> None:
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", names)
    monkeypatch.setattr(settings, "SECRET_KEY", DEFAULT_SECRET_KEY)
    assert uses_known_key(host) is refused
    monkeypatch.setattr(settings, "SECRET_KEY", "a key of our own")
    assert not uses_known_key(host)


def test_site_for_the_hall_without_a_key_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    with running(tmp_path, free_port(), "--host", "0.0.0.0") as process:
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "SECRET_KEY=$(cat var/secret-key)" in output
    assert not (tmp_path / "site.sqlite3").exists()


def test_a_key_that_can_be_guessed_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["localhost", "baza.local"])
    monkeypatch.setattr(settings, "SECRET_KEY", "tichu")
    assert serve.main(["--port", free_port()]) == 1
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.splitlines()) == 1
    assert "SECRET_KEY" in told.err and "50 random characters" in told.err
