"""Plays evenings under fire: `python -m tests.fire --times 20 --seed 1`. Exit code 1 when anything was lost."""

from __future__ import annotations

import argparse
import sys

from tests.fire.evening import Plan, run

MOST_REFUSED = 0.05


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fire", description=__doc__)
    parser.add_argument("--times", type=int, default=1, help="runs, each with the next seed")
    parser.add_argument("--seed", type=int, default=1, help="of the first run")
    parser.add_argument("--crash", action="store_true", help="PostgreSQL dies (SIGQUIT) instead of stopping")
    parser.add_argument("--window", type=float, default=25.0, help="seconds over which results are spread")
    asked = parser.parse_args()
    lost = 0
    for seed in range(asked.seed, asked.seed + asked.times):
        outcome = run(Plan(seed, window=asked.window, crash=asked.crash))
        lost += bool(outcome.faults) or outcome.refused > MOST_REFUSED
        print(outcome.line(), flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
