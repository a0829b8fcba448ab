"""Runs every check of the project, prints one line for each and the output of those that failed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PACKAGES = ("engine", "tournaments", "scoring", "api", "pages", "config", "scripts", "manage.py")


def tool(name: str) -> str:
    """The path of a program of the environment that runs this."""
    return str(BIN / name)


def steps() -> dict[str, Sequence[str]]:
    """Name -> command line, in the order in which they run: quick ones first."""
    python = sys.executable
    pages = {"templates (djlint)": (tool("djlint"), "--lint", "--quiet", "templates")}
    return {
        "style (ruff check)": (tool("ruff"), "check", "."),
        "format (ruff format)": (tool("ruff"), "format", "--check", "."),
        "spelling (codespell)": (tool("codespell"),),
        # djlint takes a folder without pages for a mistake.
        **(pages if any((ROOT / "templates").rglob("*.html")) else {}),
        "architecture (lint-imports)": (tool("lint-imports"),),
        "locks": (python, "-m", "scripts.lock"),
        # Runs Django's system checks first.
        "migrations": (python, "manage.py", "makemigrations", "--check", "--dry-run"),
        "API description": (python, "-m", "scripts.schema"),
        "reference pages": (python, "-m", "scripts.reference"),
        "types (mypy)": (tool("mypy"), *PACKAGES),
    }


def main() -> int:
    """Returns 1 when a check failed; all of them run in any case."""
    failed = [name for name, command in steps().items() if not passes(name, command)]
    if failed:
        print(f"{len(failed)} failed: {', '.join(failed)}")
        return 1
    print("All checks passed.")
    return 0


def passes(name: str, command: Sequence[str]) -> bool:
    """Run one check; its output is shown only when it fails."""
    started = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    verdict = "FAIL" if done.returncode else "ok"
    print(f"{verdict:4}  {name:30} {time.monotonic() - started:5.1f} s", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return not done.returncode


if __name__ == "__main__":
    sys.exit(main())
