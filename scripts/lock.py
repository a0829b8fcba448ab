"""Writes the locks in requirements/ from pyproject.toml, or says whether they still belong to it.

A lock names versions and hashes and nothing else: no index, no host, no path, so that it works behind any
mirror. The fingerprint beside the locks tells when pyproject.toml asks for something they were not made for.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path("requirements")
FINGERPRINT = FOLDER / "fingerprint"
# Base first; each later lock repeats the versions of the one before.
SOURCES: Mapping[str, tuple[str, ...]] = {
    "base.txt": ("pyproject.toml",),
    "dev.txt": ("--group", "dev", "-c", "requirements/base.txt", "pyproject.toml"),
    "docs.txt": ("--group", "docs", "-c", "requirements/dev.txt", "pyproject.toml"),
}
COMPILE = (
    "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes",
    "--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate",
)  # fmt: skip
PINNED = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;]+)( ; [^\\]+)? \\")
HASH = re.compile(r" {4}--hash=sha256:[0-9a-f]{64}( \\)?")


def main(arguments: list[str] | None = None) -> int:
    """Check, or with --write make, the locks. Returns 1 when they are stale or hold a foreign line."""
    parser = argparse.ArgumentParser(prog="python -m scripts.lock", description=__doc__)
    parser.add_argument("--write", action="store_true", help="compile the locks anew")
    parser.add_argument("--upgrade", action="store_true", help="take newer versions where the ranges allow")
    options = parser.parse_args(arguments)
    if options.write:
        write(upgrade=options.upgrade)
    faults = problems(ROOT)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def write(*, upgrade: bool) -> None:
    """Compile every lock in order and store the fingerprint; raises CalledProcessError when uv fails."""
    for name, sources in SOURCES.items():
        flags = ("--upgrade",) if upgrade else ()
        command = [sys.executable, "-m", "uv", *COMPILE, *flags, *sources, "-o", str(FOLDER / name)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    (ROOT / FINGERPRINT).write_text(fingerprint((ROOT / "pyproject.toml").read_text()) + "\n")


def fingerprint(project: str) -> str:
    """The hash of what the text of pyproject.toml asks for: dependencies, groups and Python's range."""
    table = tomllib.loads(project)
    asked = {
        "python": table["project"]["requires-python"],
        "base": sorted(table["project"]["dependencies"]),
        "optional": table["project"].get("optional-dependencies", {}),
        "groups": {name: sorted(lines) for name, lines in table.get("dependency-groups", {}).items()},
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def problems(root: Path) -> list[str]:
    """What is wrong with the locks under `root`, one sentence each; empty when they are good."""
    faults = [fault for name in SOURCES for fault in foreign_lines(name, (root / FOLDER / name).read_text())]
    stored = (root / FINGERPRINT).read_text().strip() if (root / FINGERPRINT).exists() else ""
    if stored != fingerprint((root / "pyproject.toml").read_text()):
        faults.append("pyproject.toml asks for other packages than the locks were made for: run 'make lock'.")
    return faults


def foreign_lines(name: str, lock: str) -> list[str]:
    """The lines of a lock that are neither a pinned version nor one of its hashes."""
    return [
        f"requirements/{name}:{number}: neither a version nor a hash: {line}"
        for number, line in enumerate(lock.splitlines(), start=1)
        if not PINNED.fullmatch(line) and not HASH.fullmatch(line)
    ]


def pinned(lock: str) -> dict[str, set[str]]:
    """Package name -> its versions in a lock (several where they depend on the platform)."""
    versions: dict[str, set[str]] = {}
    for match in PINNED.finditer(lock):
        versions.setdefault(match["name"].lower(), set()).add(match["version"])
    return versions


if __name__ == "__main__":
    sys.exit(main())
