"""Runs the benchmarks of this folder and prints one table: `make bench`.

`python -m benchmarks WORD...` runs those modules whose name holds one of the words. The exit code is 1 when
a target is missed; what could not be measured here is named and does not fail.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Line, Missing, MissingAnchor, table

NOT_BENCHMARKS = {"__main__", "report"}


def main(words: Sequence[str]) -> int:
    """Returns 1 when a target is missed, 2 when no benchmark has such a name."""
    names = [name for name in modules() if not words or any(word in name for word in words)]
    if not names:
        print(f"No benchmark is named like that; there are: {', '.join(modules())}", file=sys.stderr)
        return 2
    lines = [line for name in names for line in run(name)]
    print(table(lines))
    return 1 if any(not isinstance(line, Missing) and not line.is_met for line in lines) else 0


def modules() -> list[str]:
    """Names of the benchmark modules, in order."""
    found = pkgutil.iter_modules([str(Path(__file__).parent)])
    return sorted(each.name for each in found if each.name not in NOT_BENCHMARKS and not each.ispkg)


def run(name: str) -> list[Line]:
    """The lines of one module; a missing anchor or package becomes a line that says so."""
    print(f"... {name}", file=sys.stderr, flush=True)
    try:
        module = importlib.import_module(f"benchmarks.{name}")
        if not hasattr(module, "main"):
            return []
        lines: Iterable[Line] | None = module.main()
    except (MissingAnchor, ModuleNotFoundError) as error:
        return [Missing("?", name, str(error))]
    return list(lines or ())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
