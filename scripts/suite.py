"""Runs the suite: `python -m scripts.suite JOBS ROW... [-- FLAGS FOR PYTEST]`.

A row is a part, or several with commas between, which come one after the other. Rows run side by side, since
races and browsers mostly wait; what the first one says is told at once, the others follow at the end. Each
part is a process of its own with a database of its own: an event loop that Playwright keeps running, or
sessions that stay open, would disturb other tests. All parts are run, whatever fails.

The parts are plain, races and browser, on the servers of DATABASE_URL and REDIS_URL; again-plain and
again-races are what asks a database in them, on SQLite. Of a part that runs again, the tests marked `once`
are left to the second run, which is the quicker one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

MARKED = {
    "plain": "not browser and not concurrency and not redis",
    "races": "(concurrency or redis)",
    "browser": "browser",
}
TESTS = Path("tests")
RACES = ("mark.concurrency", "mark.redis")
"""What stands in a file with tests of the races."""
AGAIN = "again-"
PASSED = {0, 5}
"""Exit codes of pytest: all have passed; the flags have left nothing to run."""


class Row(threading.Thread):
    """Runs parts one after the other; what they print goes into the file `told`, without one to ours."""

    def __init__(self, parts: Sequence[str], jobs: str, flags: Sequence[str], told: Path | None) -> None:
        super().__init__(daemon=True)
        self.parts, self.jobs, self.flags, self.told = parts, jobs, flags, told
        self.results: list[str] = []
        self.is_good = True

    def run(self) -> None:
        for part in self.parts:
            began, environment = time.monotonic(), environment_of(part)
            command = pytest(part, self.jobs, environment, again=f"{AGAIN}{part}" in self.parts)
            with ExitStack() as stack:
                output = None if self.told is None else stack.enter_context(self.told.open("ab"))
                code = subprocess.run(
                    [*command, *self.flags], env=environment, stdout=output, stderr=output, check=False
                ).returncode
            self.is_good &= code in PASSED
            result = "passed" if code in PASSED else "FAILED"
            self.results.append(f"== {part} {result} after {time.monotonic() - began:.0f} s")


def main(arguments: Sequence[str]) -> int:
    """Run the rows. Returns 1 when a test has failed, 2 when there is no such part."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    (jobs, *named), flags = arguments[:at] or [""], arguments[at + 1 :]
    wanted = [row.split(",") for row in named]
    if not wanted or any(part.removeprefix(AGAIN) not in MARKED for row in wanted for part in row):
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="baza-suite-") as folder:
        rows = [
            Row(parts, jobs, flags, Path(folder, str(number)) if number else None)
            for number, parts in enumerate(wanted)
        ]
        for row in rows:
            row.start()
        for row in rows:
            row.join()
            if row.told is not None:
                print(row.told.read_text(errors="replace"), end="", flush=True)
    print(*(line for row in rows for line in row.results), sep="\n", flush=True)
    return 0 if all(row.is_good for row in rows) else 1


def environment_of(part: str) -> dict[str, str]:
    """Ours, with a database for this part alone.

    Without compiled code every one of the many processes that tests start would compile the product anew.
    """
    left_out = {"PYTHONDONTWRITEBYTECODE"}
    if part.startswith(AGAIN):
        left_out |= {"DATABASE_URL", "REDIS_URL"}
    found = {name: value for name, value in os.environ.items() if name not in left_out}
    url = urlsplit(found.get("DATABASE_URL", ""))
    if is_postgresql(found):
        found["DATABASE_URL"] = url._replace(path=f"{url.path}_{part}").geturl()
    return found


def is_postgresql(environment: Mapping[str, str]) -> bool:
    """Whether the tests are on PostgreSQL."""
    return environment.get("DATABASE_URL", "").startswith("postgres")


def pytest(part: str, jobs: str, environment: Mapping[str, str], *, again: bool = False) -> list[str]:
    """The command of a part, which may run `again`.

    With BAZA_NO_SKIP tests are left out that need a server which is not there.
    """
    kind = part.removeprefix(AGAIN)
    marked = MARKED[kind] + (" and not once" if again else "")
    if environment.get("BAZA_NO_SKIP"):
        marked += "" if is_postgresql(environment) else " and not postgres"
        marked += "" if environment.get("REDIS_URL") else " and not redis"
    command = [sys.executable, "-m", "pytest", "-p", "tests.plugins.no_skip", "-m", marked]
    command += ["-o", f"testpaths={' '.join(places(kind))}"]
    if kind != "races":  # tests that share a world stay together
        command += ["-n", jobs, "--dist", "worksteal"]
    if part.startswith(AGAIN):
        command += ["-p", "tests.plugins.only_database"]
    return command


def places(kind: str) -> list[str]:
    """Where the tests of that kind are, so that no part reads the files of another."""
    if kind == "browser":
        return [f"{TESTS}/browser"]
    if kind == "races":
        files = sorted(TESTS.rglob("test_*.py"))
        return [str(each) for each in files if any(mark in each.read_text("utf-8") for mark in RACES)]
    folders = sorted(each for each in TESTS.iterdir() if (each / "__init__.py").exists())
    return [str(each) for each in folders if each.name != "browser"]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
