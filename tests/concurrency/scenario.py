"""Runs scenarios in a process of its own, on the database of DATABASE_URL, which may be spoilt by it.

`python -m tests.concurrency.scenario [--without-constraints]` reads names of scenarios, one a line, each alone or
followed by `unlocked`, and answers with a line of JSON.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys

UNLOCKED, UNCONSTRAINED = "unlocked", "--without-constraints"
LONGEST_SECONDS = 300


def main(flags: list[str]) -> None:
    """Answer until there are no more lines."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    import django
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    from tests.concurrency.guards import drop_constraints
    from tests.concurrency.scenarios import SCENARIOS

    if UNCONSTRAINED in flags:
        drop_constraints()
    for line in sys.stdin:
        faulthandler.dump_traceback_later(LONGEST_SECONDS, exit=True)
        name, *words = line.split()
        facts = SCENARIOS[name](UNLOCKED not in words)
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
