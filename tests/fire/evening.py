"""One evening: 200 results from 20 tables while worker, Redis and PostgreSQL die at moments of a seed's choosing."""

from __future__ import annotations

import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.fire.tablets import STABLE, Result, Tablet, play, send
from tests.support.processes import ROOT, Broker, Database, Running, gunicorn, own_broker, start_worker
from tests.support.waiting import wait_for

FRESH_WITHIN = 60.0


@dataclass(frozen=True)
class Plan:
    """How many results come in, and within how many seconds; `crash` ends PostgreSQL as a power cut does."""

    seed: int
    tables: int = 20
    hands: int = 10
    window: float = 25.0
    redis_away: float = 10.0
    crash: bool = False


@dataclass
class Outcome:
    """What a run has shown; `faults` is empty when nothing was lost and nobody was refused."""

    plan: Plan
    moments: dict[str, float] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    fresh_after: float = 0.0
    faults: list[str] = field(default_factory=list)

    @property
    def refused(self) -> float:
        """The share of results whose first answer was 503."""
        first = [each.statuses[0] for each in self.results if each.statuses]
        return first.count(503) / len(self.results)

    def line(self) -> str:
        """The run in one row."""
        spread = statistics.quantiles(self.seconds, n=100)
        answers = [status for each in self.results for status in each.statuses]
        counts = ", ".join(f"{answers.count(each)} x {each or 'none'}" for each in sorted(set(answers)))
        moments = ", ".join(f"{what} {moment:.1f}" for what, moment in self.moments.items())
        return (
            f"seed {self.plan.seed}: {moments} | {counts} | first 503 {100 * self.refused:.1f} % | "
            f"median {1000 * spread[49]:.0f} ms, p99 {1000 * spread[98]:.0f} ms | "
            f"fresh after {self.fresh_after:.1f} s | {'; '.join(self.faults) or 'nothing lost'}"
        )


class Site:
    """All processes of the site, and what may happen to them."""

    def __init__(self, folder: Path, database: Database, broker: Broker) -> None:
        self.folder, self.database, self.broker = folder, database, broker
        self.environment = {
            "DATABASE_URL": database.url,
            "REDIS_URL": broker.url,
            "CONN_MAX_AGE": "60",
            "DJANGO_SETTINGS_MODULE": "tests.support.settings_live",
            "TMPDIR": str(folder),
        }
        self.address = ""
        self.worker: Running | None = None
        self.closing = threading.Event()

    @contextmanager
    def worker_under_watch(self) -> Iterator[None]:
        """A worker with the clock of the schedule in it, and the supervisor of production beside it."""
        watch = threading.Thread(target=self._supervise)
        watch.start()
        try:
            wait_for(lambda: self.worker and self.worker.is_up(" ready."), "a worker that is ready")
            yield
        finally:
            self.closing.set()
            watch.join()

    def _supervise(self) -> None:
        while not self.closing.is_set():
            self.worker = start_worker(self.environment, self.folder, clock=True)
            while self.worker.process.poll() is None and not self.closing.wait(0.5):
                pass
        self.worker.kill()

    def kill_worker(self) -> None:
        """The worker dies with its clock."""
        assert self.worker is not None
        self.worker.kill()

    def lose_redis(self, seconds: float) -> None:
        """Redis dies with all that it holds, and comes again after so many seconds."""
        self.broker.kill()
        time.sleep(seconds)
        self.broker.start()

    def restart_postgresql(self, how: signal.Signals) -> None:
        """PostgreSQL stops, and starts again at once."""
        self.database.stop(how)
        self.database.start()

    def ask(self, *words: object) -> Any:
        """What `tests.fire.event` answers."""
        command = [sys.executable, "-m", "tests.fire.event", *map(str, words)]
        environment = {**os.environ, **self.environment}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def read(self, path: str) -> Any:
        """What the API shows to anybody."""
        with urlopen(f"{self.address}/api/v1{path}", timeout=30) as answer:
            return json.load(answer)


@contextmanager
def site() -> Iterator[Site]:
    """A site with a database, a broker and a worker of its own; it is not served yet."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="baza-fire-")))
        folder.chmod(0o711)  # PostgreSQL runs under an account of its own
        database = Database(folder)
        stack.callback(database.stop)
        yield Site(folder, database, stack.enter_context(own_broker(folder)))


def run(plan: Plan) -> Outcome:
    """Play the evening and look for what was lost."""
    dice = random.Random(plan.seed)
    with site() as made:
        event = made.ask("make", plan.tables, plan.hands)
        with gunicorn(made.environment, made.folder) as made.address, made.worker_under_watch():
            outcome = _play(made, event, plan, dice)
            _look(made, event, outcome)
    return outcome


def _play(made: Site, event: dict[str, Any], plan: Plan, dice: random.Random) -> Outcome:
    queues = play(event["tablets"], plan.hands, plan.window, dice)
    how = signal.SIGQUIT if plan.crash else signal.SIGINT
    disasters: dict[str, Callable[[], None]] = {
        "worker killed": made.kill_worker,
        "Redis gone": lambda: made.lose_redis(plan.redis_away),
        "PostgreSQL restarted": lambda: made.restart_postgresql(how),
    }
    outcome = Outcome(plan, {what: dice.uniform(1, plan.window - 3) for what in disasters})
    begin = time.monotonic()
    threads: list[threading.Thread] = [Tablet(made.address, each, begin) for each in queues]
    threads += [
        threading.Thread(target=_at, args=(outcome, begin, what, disaster))
        for what, disaster in disasters.items()
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    outcome.results = [result for queue in queues for result in queue]
    outcome.seconds = [seconds for each in threads if isinstance(each, Tablet) for seconds in each.seconds]
    return outcome


def _at(outcome: Outcome, begin: float, what: str, disaster: Callable[[], None]) -> None:
    time.sleep(max(0.0, begin + outcome.moments[what] - time.monotonic()))
    try:
        disaster()
    except Exception as error:  # edge: a thread; the run has failed
        outcome.faults.append(f"{what}: {error!r}")


def _look(made: Site, event: dict[str, Any], outcome: Outcome) -> None:
    began = time.monotonic()

    def is_fresh() -> bool:
        version = made.read(f"/events/{event['event']}")["version"]
        return bool(made.read(f"/stages/{event['stage']}/standings")["version"] >= version)

    wait_for(is_fresh, "standings that are as new as the results", FRESH_WITHIN)
    outcome.fresh_after = time.monotonic() - began
    outcome.faults += [fault for each in outcome.results for fault in each.faults]
    outcome.faults += _lost(outcome.results, made.ask("check"))
    outcome.faults += [fault for each in outcome.results for fault in _sent_again(made.address, each)]


def _lost(results: Sequence[Result], stored: dict[str, Any]) -> Iterator[str]:
    entries = stored["entries"]
    for each in results:
        times = entries.pop(each.body["submission"], 0)
        if each.receipt is None or times != 1:
            yield f"{each.body['submission']} answered {each.statuses}, stored {times} times"
    if entries:
        yield f"stored and never sent: {entries}"
    yield from stored["problems"]
    if not stored["is_fresh"]:
        yield "the standings are behind"
    if not stored["equals_a_rebuild"]:
        yield "the standings are not those of a rebuild"


def _sent_again(address: str, result: Result) -> Iterator[str]:
    """Whether the same submission gets the same receipt once more."""
    status, _, receipt = send(address, result)
    known = result.receipt or {}
    if status != 200 or [receipt[key] for key in STABLE] != [known.get(key) for key in STABLE]:
        yield f"{result.body['submission']} sent again: {status} {receipt} after {known}"
