"""The files that belong to the repository, for the tests that read them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = {".png", ".jpg", ".ico", ".gz", ".zip", ".xlsx", ".pdf", ".woff2", ".mo"}


@cache
def files() -> tuple[Path, ...]:
    """Every file that git keeps or would keep; paths relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (Path(name) for name in sorted(set(listing.stdout.split("\0"))) if name)
    return tuple(path for path in paths if (ROOT / path).is_file())


def text_files() -> list[Path]:
    """Those of them that hold text."""
    return [path for path in files() if path.suffix not in BINARY]


def python_files() -> list[Path]:
    """Our own Python: no migrations, which Django writes."""
    return [path for path in files() if path.suffix == ".py" and "migrations" not in path.parts]


def read(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
