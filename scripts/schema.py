"""Compares the committed description of the API with the one generated from the code, or writes it anew."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMITTED = ROOT / "api" / "openapi.yaml"


def main(arguments: list[str] | None = None) -> int:
    """Returns 1 when the schema has warnings, is not valid, or differs from the committed file."""
    parser = argparse.ArgumentParser(prog="python -m scripts.schema", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write api/openapi.yaml")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        generated = Path(folder) / "openapi.yaml"
        command = [sys.executable, "manage.py", "spectacular", "--validate", "--fail-on-warn", "--file"]
        if subprocess.run([*command, str(generated)], cwd=ROOT, check=False).returncode:
            return 1
        text = generated.read_text()
    if options.write:
        COMMITTED.write_text(text)
        return 0
    if not COMMITTED.exists() or COMMITTED.read_text() != text:
        print("api/openapi.yaml is not what the code answers: run 'make schema'.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
