"""Processes that run scenarios on scratch databases, started once for all tests that ask them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.concurrency.scenario import UNCONSTRAINED, UNLOCKED
from tests.support.databases import scratch_database
from tests.support.processes import ROOT

Ask = Callable[[str], dict[str, Any]]


class Runner:
    """One process; it answers one scenario after the other."""

    def __init__(self, database: str, log: Path, *flags: str) -> None:
        self.log = log
        environment = {key: value for key, value in os.environ.items() if key != "REDIS_URL"}
        environment |= {"DATABASE_URL": database, "LOG_LEVEL": "ERROR"}
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.concurrency.scenario", *flags],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def ask(self, name: str) -> dict[str, Any]:
        """The facts of a scenario."""
        with suppress(BrokenPipeError):  # it has ended: its log says why
            self.process.stdin.write(f"{name}\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, self.log.read_text(errors="replace")
        return json.loads(line)

    def stop(self) -> None:
        """End it; a scenario that hangs ends by itself."""
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="session")
def run(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Ask]]:
    """Starts a process for some flags. Tests are marked `django_db`, or there is nothing to copy."""
    folder = tmp_path_factory.mktemp("concurrency")
    stack = ExitStack()

    def start(*flags: str) -> Ask:
        with django_db_blocker.unblock():
            database = stack.enter_context(scratch_database(folder))
        runner = Runner(database, folder / f"log{'-'.join(flags)}", *flags)
        stack.callback(runner.stop)
        return runner.ask

    yield start
    with django_db_blocker.unblock():
        stack.close()


@pytest.fixture(scope="session")
def guarded(run: Callable[..., Ask]) -> Ask:
    """Scenarios with all that the product has."""
    return run()


@pytest.fixture(scope="session")
def without_locks(guarded: Ask) -> Ask:
    """Scenarios in which nothing is locked; the constraints are there."""
    return lambda name: guarded(f"{name} {UNLOCKED}")


@pytest.fixture(scope="session")
def unguarded(run: Callable[..., Ask]) -> Ask:
    """Scenarios in which neither locks nor constraints are left."""
    ask = run(UNCONSTRAINED)
    return lambda name: ask(f"{name} {UNLOCKED}")
