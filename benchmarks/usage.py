"""What the processes of a site use of the machine, as the kernel tells it."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

KINDS = {
    "gunicorn": "web",
    "uvicorn": "stream",
    "celery": "worker",
    "postgres": "PostgreSQL",
    "redis-server": "Redis",
}
"""What a process is, by a word of its command."""


@dataclass(frozen=True, slots=True)
class Process:
    """Seconds of CPU that it has used, and MiB of memory that it holds."""

    kind: str
    cpu: float
    memory: float


@dataclass(frozen=True, slots=True)
class Usage:
    """All processes of a site at a moment, by their ids."""

    moment: float
    processes: dict[int, Process]

    def cpu(self, before: Usage, kind: str) -> float:
        """Seconds of CPU that processes of a kind have used since."""
        return sum(
            each.cpu - (before.processes[pid].cpu if pid in before.processes else 0.0)
            for pid, each in self.processes.items()
            if each.kind == kind
        )

    def since(self, before: Usage) -> str:
        """Share of a core, how many processes and the memory of the largest, for each kind."""
        words = []
        for kind in sorted({each.kind for each in self.processes.values()}):
            share = 100 * self.cpu(before, kind) / (self.moment - before.moment)
            held = [each.memory for each in self.processes.values() if each.kind == kind]
            words.append(f"{kind} {share:.0f} % of a core, {len(held)} x {max(held):.0f} MiB")
        return "; ".join(words)


def usage(folder: Path) -> Usage:
    """The processes that work in the folder of a site or have it in their environment, and our own."""
    own = os.times()
    found = {os.getpid(): Process("this program", own.user + own.system, _memory(Path("/proc/self")))}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_text(errors="replace")
            told = command + (entry / "environ").read_text(errors="replace") + str((entry / "cwd").readlink())
            kind = next((kind for word, kind in KINDS.items() if word in command), None)
            if kind is not None and str(folder) in told:
                found[int(entry.name)] = Process(kind, _cpu(entry), _memory(entry))
        except OSError:  # it has ended meanwhile, or is not ours to look at
            continue
    return Usage(time.monotonic(), found)


def _cpu(entry: Path) -> float:
    fields = (entry / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(entry: Path) -> float:
    return int((entry / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
