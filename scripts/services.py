"""Starts a PostgreSQL and a Redis of our own, runs a command against them, and stops them again.

`python -m scripts.services COMMAND...` sets DATABASE_URL and REDIS_URL for the command and returns its exit
code. Both servers listen on free ports of the loopback address and keep their files in a temporary folder.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

STARTUP_SECONDS = 30.0
# A cluster that lives for one test run gives up durability for speed, and the cleaning up between tests: what
# that would learn from tables that are empty at the moment makes plans for empty tables.
FAST = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "jit=off",
    "max_connections=200",
)


class ServiceError(Exception):
    """A server is not installed or did not start; the text says which and what to do."""


@dataclass(frozen=True, slots=True)
class Server:
    """A program to keep running: `ready` succeeds once it answers, the signal `ending` stops it in order."""

    name: str
    command: Sequence[str | Path]
    ready: Sequence[str | Path]
    ending: signal.Signals
    folder: Path
    account: str | None = None


def main(command: Sequence[str]) -> int:
    """Run `command` with both services up. Returns its exit code, 2 without a command or a server."""
    if not command:
        print(__doc__, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, stop)
    # A shell lets what it starts in the background ignore interrupts, and the command would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with running() as environment:
            return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode
    except ServiceError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def stop(number: int, frame: FrameType | None) -> None:
    """End by SystemExit, so that the servers are stopped and their files removed."""
    sys.exit(128 + number)


@contextmanager
def running() -> Iterator[dict[str, str]]:
    """Both services in a new temporary folder. Yields the variables that point at them."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="baza-services-")))
        folder.chmod(0o711)
        database = stack.enter_context(postgresql(folder / "postgresql"))
        broker = stack.enter_context(redis(folder / "redis"))
        yield {"DATABASE_URL": database, "REDIS_URL": broker}


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A new PostgreSQL cluster in `folder`. Yields the URL of its database; raises ServiceError."""
    server, url = new_cluster(folder, FAST)
    with up(server):
        create_database(server)
        yield url


def new_cluster(folder: Path, settings: Sequence[str] = ()) -> tuple[Server, str]:
    """The files of a new cluster; the server to be started on them, and the URL of its database to be."""
    binaries = postgresql_binaries()
    account = unprivileged()
    folder.mkdir(mode=0o700)
    if account:
        shutil.chown(folder, account)
    data = folder / "data"
    cluster = ["-U", "baza", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    run_quietly([binaries / "initdb", "-D", data, *cluster], folder, account)
    port = free_port()
    address = ["-h", "127.0.0.1", "-p", port]
    words = [word for setting in settings for word in ("-c", setting)]
    server = Server(
        name="PostgreSQL",
        command=[binaries / "postgres", "-D", data, *address, "-k", folder, *words],
        ready=[binaries / "pg_isready", "-q", *address, "-U", "baza"],
        # PostgreSQL's fast shutdown: it ends the connections that a stopped command left behind.
        ending=signal.SIGINT,
        folder=folder,
        account=account,
    )
    return server, f"postgres://baza@127.0.0.1:{port}/baza"


def create_database(server: Server) -> None:
    """The one database of a new cluster that runs."""
    ready, *address = server.ready
    create = [Path(ready).parent / "createdb", *address[1:], "baza"]
    run_quietly(create, server.folder, server.account)


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A new Redis in `folder`. Yields its URL; raises ServiceError."""
    binary, client = shutil.which("redis-server"), shutil.which("redis-cli")
    if binary is None or client is None:
        raise ServiceError("Redis is not installed here: install the package redis-server.")
    folder.mkdir(mode=0o700)
    port = free_port()
    memory_only: list[str | Path] = ["--save", "", "--appendonly", "no", "--dir", folder]
    broker = Server(
        name="Redis",
        command=[binary, "--port", port, "--bind", "127.0.0.1", *memory_only],
        ready=[client, "-h", "127.0.0.1", "-p", port, "ping"],
        ending=signal.SIGTERM,
        folder=folder,
    )
    with up(broker):
        yield f"redis://127.0.0.1:{port}/0"


def postgresql_binaries() -> Path:
    """The folder of initdb and postgres: Debian keeps it off the PATH. Raises ServiceError."""
    on_path = [Path(path).resolve() for path in (shutil.which("initdb"), shutil.which("postgres")) if path]
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts)
    for path in [*on_path, *reversed(installed)]:
        if all((path.parent / name).exists() for name in ("initdb", "postgres", "pg_isready", "createdb")):
            return path.parent
    raise ServiceError("PostgreSQL is not installed here: install the package postgresql.")


def unprivileged() -> str | None:
    """The account that runs PostgreSQL when we are root, since it refuses root; None when we are not."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def free_port() -> str:
    """A port of the loopback address on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def run_quietly(command: Sequence[str | Path], folder: Path, account: str | None) -> None:
    """Run to the end as `account`; raises ServiceError with what it printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        user=account,
        extra_groups=[] if account else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ServiceError(f"{Path(command[0]).name} failed:\n{done.stdout}")


@contextmanager
def up(server: Server) -> Iterator[None]:
    """Run `server` for the length of the block; raises ServiceError when it does not start."""
    process = start(server)
    try:
        await_start(server, process)
        yield
    finally:
        process.send_signal(server.ending)
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def start(server: Server) -> subprocess.Popen[bytes]:
    """Start `server` without waiting for it; it writes to the file `log` of its folder."""
    with (server.folder / "log").open("ab") as output:
        return subprocess.Popen(
            server.command,
            cwd=server.folder,
            user=server.account,
            extra_groups=[] if server.account else None,
            stdout=output,
            stderr=subprocess.STDOUT,
            # An interrupt of the terminal must reach the tests first, not the servers under them.
            start_new_session=True,
        )


def await_start(server: Server, process: subprocess.Popen[bytes]) -> None:
    """Return when the server answers; raises ServiceError with its log when it does not."""
    deadline = time.monotonic() + STARTUP_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        if subprocess.run(server.ready, capture_output=True, check=False).returncode == 0:
            return
        time.sleep(0.05)
    log = (server.folder / "log").read_text(errors="replace")
    raise ServiceError(f"{server.name} did not start:\n{log}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
