"""P6: the same seed gives the same round, byte for byte, over 20 processes with other hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.pairing_workload import drawn, input_of, workload
from benchmarks.report import Line, Measured

RUNS = 20
ENTRANTS, PLAYED = (100, 1000), 5
ROOT = Path(__file__).resolve().parents[1]


def main() -> list[Line]:
    """One line: how many of the runs print what the first one prints."""
    workload()
    printed = [_printed(str(hash_seed)) for hash_seed in range(RUNS)]
    same = sum(text == printed[0] for text in printed)
    title = f"same draw in {same} of {RUNS} runs with other hash seeds"
    return [Measured("P6", title, same / RUNS, 1.0, same / RUNS, same / RUNS, at_least=True)]


def _printed(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = [sys.executable, "-m", "benchmarks.pairing_repeat"]
    return subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    for size in ENTRANTS:
        print(drawn(input_of(workload().make_event(size, PLAYED))))
