"""The servers that the full suite starts for itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import services
from tests.contracts.sources import ROOT

USE = """
import os, sys, pathlib, psycopg, redis
with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
    version = connection.execute("select current_setting('server_version_num')").fetchone()[0]
    folder = connection.execute("select current_setting('data_directory')").fetchone()[0]
client = redis.from_url(os.environ["REDIS_URL"])
client.set("key", "value")
print(version, client.get("key").decode(), folder, flush=True)
"""


IN_THE_BACKGROUND = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
"""As a shell starts what it does not wait for: interrupts are ignored."""


def start(*command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*IN_THE_BACKGROUND, sys.executable, "-m", "scripts.services", *command],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.postgres
@pytest.mark.redis
def test_command_finds_both_servers_and_its_exit_code_is_kept() -> None:
    process = start(sys.executable, "-c", USE + "sys.exit(7)")
    output, errors = process.communicate()
    assert process.returncode == 7, errors
    version, value, folder = output.split()
    assert int(version) >= 140000
    assert value == "value"
    assert not Path(folder).exists()


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopped_run_leaves_neither_server_nor_files(number: signal.Signals) -> None:
    process = start(sys.executable, "-c", USE + "import time; time.sleep(60)")
    assert process.stdout is not None
    folder = Path(process.stdout.readline().split()[2])
    server = int((folder / "postmaster.pid").read_text().split()[0])
    process.send_signal(number)
    process.communicate(timeout=120)
    assert process.returncode == 128 + number
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


def test_server_that_dies_shows_its_log(tmp_path: Path) -> None:
    broken = services.Server(
        name="Example",
        command=["sh", "-c", "echo no disk left; exit 1"],
        ready=["false"],
        ending=signal.SIGTERM,
        folder=tmp_path,
    )
    with (
        pytest.raises(services.ServiceError, match="Example did not start:\nno disk left"),
        services.up(broken),
    ):
        pytest.fail("it must not come up")


def test_missing_server_names_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(services.shutil, "which", lambda name: None)
    with (
        pytest.raises(services.ServiceError, match="install the package redis-server"),
        services.redis(tmp_path),
    ):
        pytest.fail("it must not come up")


def test_without_a_command_it_explains_itself() -> None:
    process = start()
    _, errors = process.communicate()
    assert process.returncode == 2
    assert "DATABASE_URL" in errors
