"""Two web servers side by side, the product's and an anchor's, and the load that asks them (wrk)."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

from benchmarks.report import ANCHORS, Measured, MissingAnchor
from scripts.services import free_port
from tests.support.waiting import wait_for

ROOT = Path(__file__).resolve().parents[1]
LUA = Path(__file__).with_name("results.lua")
PROCESSES = 2
CONNECTIONS = 8
MILLISECONDS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass(frozen=True, slots=True)
class Load:
    """What a server did: answers a second, milliseconds of its CPU for each, latency in milliseconds."""

    rate: float
    cpu: float
    p50: float
    p99: float


@dataclass(frozen=True, slots=True)
class Server:
    """A running web server."""

    process: subprocess.Popen[bytes]
    port: str

    def cpu(self) -> float:
        """Seconds of CPU of all its processes so far."""
        return sum(_cpu(pid) for pid in _family(self.process.pid))

    def header(self, path: str, name: str) -> str:
        """A header of its answer."""
        with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return str(answer.headers[name])

    def load(
        self,
        seconds: int,
        path: str,
        script: Path | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
        **environment: object,
    ) -> Load:
        """Ask it for so long as fast as it answers; raises AssertionError when any answer is an error."""
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "--timeout", "20s"]
        command += ["-s", str(script)] if script else []
        command += [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
        variables = {key: str(value) for key, value in environment.items()}
        before = self.cpu()
        done = subprocess.run(
            [*command, f"http://127.0.0.1:{self.port}{path}"],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        used = self.cpu() - before
        assert "Non-2xx" not in done, done
        assert "Socket errors" not in done, done
        answers = int(_found(r"(\d+) requests in", done)[0])
        return Load(
            rate=float(_found(r"Requests/sec:\s+([\d.]+)", done)[0]),
            cpu=1000 * used / answers,
            p50=_milliseconds("50%", done),
            p99=_milliseconds("99%", done),
        )


@dataclass(frozen=True, slots=True)
class Ratios:
    """Ratios product / anchor of one number, and what both did."""

    ratios: tuple[float, ...]
    note: str

    def line(self, key: str, title: str, target: float, *, at_least: bool = False) -> Measured:
        """Median and spread as a line of the list."""
        middle = statistics.median(self.ratios)
        return Measured(key, title, middle, target, min(self.ratios), max(self.ratios), at_least, self.note)


def compared(pairs: Sequence[tuple[Load, Load]]) -> tuple[Ratios, Ratios]:
    """Rates and CPU of pairs of runs, the product's and the anchor's."""
    note = " against ".join(
        f"{statistics.median(each.rate for each in loads):.0f}/s,"
        f" {statistics.median(each.cpu for each in loads):.2f} ms of CPU,"
        f" p50 {statistics.median(each.p50 for each in loads):.1f} ms,"
        f" p99 {statistics.median(each.p99 for each in loads):.1f} ms"
        for loads in zip(*pairs, strict=True)
    )
    rates = tuple(ours.rate / theirs.rate for ours, theirs in pairs)
    return Ratios(rates, note), Ratios(tuple(ours.cpu / theirs.cpu for ours, theirs in pairs), note)


def need_wrk() -> None:
    """Raise MissingAnchor where the load program is not installed."""
    if shutil.which("wrk") is None:
        raise MissingAnchor("wrk is not installed here")


@contextmanager
def gunicorn(application: str, folder: Path, environment: Mapping[str, str]) -> Iterator[Server]:
    """Synchronous workers that serve `application` from `folder`."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", application, "-w", str(PROCESSES), "--no-control-socket"]
    process = subprocess.Popen(
        [*command, "-b", f"127.0.0.1:{port}", "--log-level", "error"],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    server = Server(process, port)
    try:
        wait_for(lambda: _answers(port), "a server that answers")
        yield server
    finally:
        process.terminate()
        process.wait()


@contextmanager
def servers(
    environment: Mapping[str, str],
    folder: Path,
    events: int,
    parts: int,
    *,
    tables: int = 100,
    standings: bool = False,
) -> Iterator[tuple[Server, Server]]:
    """The product with a hall (benchmarks/hall.py) and the anchor, on one database server."""
    own = {
        **environment,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CONN_MAX_AGE": "600",
        "LOG_LEVEL": "ERROR",
        "WEB_CONCURRENCY": str(PROCESSES),
    }
    words = [str(events), str(tables), str(parts), str(folder), *(["standings"] if standings else [])]
    prepare = [sys.executable, "-W", "ignore", "-m", "benchmarks.hall", *words]
    subprocess.run(prepare, cwd=ROOT, env={**os.environ, **own}, check=True)
    theirs = anchor_environment(environment["DATABASE_URL"], folder)
    made = [sys.executable, "bare.py"]
    subprocess.run(
        made, cwd=anchor_folder(), env={**os.environ, **theirs}, check=True, stdout=subprocess.DEVNULL
    )
    with (
        gunicorn("config.wsgi:application", ROOT, own) as product,
        gunicorn("bare:application", anchor_folder(), theirs) as anchor,
    ):
        yield product, anchor


def anchor_environment(url: str, folder: Path) -> dict[str, str]:
    """How the anchor finds its database: beside ours on the same server, or a file of its own."""
    quiet = {"PYTHONDONTWRITEBYTECODE": "1"}
    if url.startswith("sqlite"):
        return {**quiet, "DB": "sqlite", "SQLITE_FILE": str(folder / "anchor.sqlite3")}
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE bench SUPERUSER LOGIN")
        connection.execute("CREATE DATABASE bench OWNER bench")
    return {**quiet, "DB": "pg", "PG_PORT": str(urlsplit(url).port)}


def anchor_folder() -> Path:
    """Where the anchor's application lies; raises MissingAnchor."""
    folder = ANCHORS / "api"
    if not (folder / "bare.py").exists():
        raise MissingAnchor("anchor program api/bare.py not found (set BAZA_ANCHORS to its folder)")
    return folder


def _answers(port: str) -> bool:
    """Whether every process has had time to load: each answers one of several requests, whatever it says."""
    for _ in range(4 * PROCESSES):
        try:
            urlopen(f"http://127.0.0.1:{port}/ping", timeout=20).close()
        except HTTPError as refused:
            refused.close()
        except OSError:
            return False
    return True


def _family(pid: int) -> list[int]:
    """The process and its descendants."""
    found, todo = [], [pid]
    while todo:
        each = todo.pop()
        found.append(each)
        for children in Path(f"/proc/{each}/task").glob("*/children"):
            todo += map(int, children.read_text().split())
    return found


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _found(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    assert match is not None, text
    return match.groups()


def _milliseconds(share: str, text: str) -> float:
    number, unit = _found(rf"{share}\s+([\d.]+)(us|ms|s)", text)
    return float(number) * MILLISECONDS[unit]
