"""Live processes of the product for a test: web servers, a Celery worker, a broker and a database that may die."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import redis

from scripts.services import await_start, create_database, free_port, new_cluster, start
from tests.support.waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]


class Running:
    """A process with its log; it leads a group of its own, so that it ends with all its children."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def text(self) -> str:
        """What it has printed."""
        return self.log.read_text(errors="replace")

    def is_up(self, sign: str) -> bool:
        """Whether it has printed the sign that it is ready; fails when it has ended instead."""
        assert self.process.poll() is None, self.text()
        return sign in self.text()

    def kill(self) -> None:
        """End it and its children at once, as a power cut does."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end in order."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def worker(environment: Mapping[str, str], folder: Path, *, clock: bool = False) -> Iterator[Running]:
    """A Celery worker that is ready for tasks; with `clock` it also sends those of the schedule."""
    process = start_worker(environment, folder, clock=clock)
    try:
        wait_for(lambda: process.is_up(" ready."), "a worker that is ready")
        yield process
    finally:
        process.stop()


def start_worker(environment: Mapping[str, str], folder: Path, *, clock: bool = False) -> Running:
    """The same, which the caller waits for and ends."""
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency=1", "--loglevel=INFO"]
    command += ["--without-gossip", "--without-mingle"]
    if clock:
        command += ["--beat", "--schedule", str(folder / "beat")]
    return Running(command, environment, folder / f"worker-{free_port()}.log")


@contextmanager
def gunicorn(
    environment: Mapping[str, str], folder: Path, *, workers: int = 3, timeout: int = 30
) -> Iterator[str]:
    """The site as several synchronous processes. Yields its address."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "config.wsgi"]
    command += ["--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--timeout", str(timeout)]
    with _serving(Running(command, environment, folder / "gunicorn.log"), port) as site:
        yield site


@contextmanager
def web_server(environment: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The site as one process that also serves the stream. Yields its address."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", port]
    command += ["--lifespan", "off", "--no-access-log"]
    with _serving(Running(command, environment, folder / "web.log"), port) as site:
        yield site


@contextmanager
def _serving(process: Running, port: str) -> Iterator[str]:
    site = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: process.process.poll() is None and _answers(site), "a site that answers")
        yield site
    finally:
        process.stop()


def _answers(site: str) -> bool:
    try:
        with urlopen(f"{site}/readyz", timeout=5) as answer:
            return answer.status == 200
    except (URLError, OSError):
        return False


class Database:
    """A PostgreSQL of our own whose files outlive its processes, with all that makes them safe left on."""

    def __init__(self, folder: Path) -> None:
        self.server, self.url = new_cluster(folder / "postgresql")
        self.process = start(self.server)
        await_start(self.server, self.process)
        create_database(self.server)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it in order, which ends all connections; by SIGQUIT as a crash does."""
        self.process.send_signal(how)
        self.process.wait()

    def start(self) -> None:
        """Start it again and wait until it answers."""
        self.process = start(self.server)
        await_start(self.server, self.process)


class Broker:
    """A Redis of our own that keeps nothing on disk: when it dies, every waiting task is lost."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: Running | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        binary = shutil.which("redis-server")
        assert binary is not None, "redis-server is not installed"
        options = ["--port", self.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = Running([binary, *options, "--dir", str(self.folder)], {}, self.folder / "redis.log")
        client = redis.Redis.from_url(self.url)
        wait_for(lambda: self.process is not None and _pongs(client), "a broker that answers")

    def kill(self) -> None:
        """Let it die with all that it holds."""
        if self.process is not None:
            self.process.kill()


def _pongs(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


@contextmanager
def own_broker(folder: Path) -> Iterator[Broker]:
    """A broker for the length of a block."""
    broker = Broker(folder)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
