"""The answers of an independent model of each game, one `{"in": .., "out": ..}` on a line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "data" / "vectors"


def read(game: str, name: str) -> list[dict[str, Any]]:
    """Return the lines of a file of vectors."""
    with gzip.open(FOLDER / game / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def holds(expected: Any, actual: Any) -> bool:
    """Tell whether `actual` says everything that `expected` says; it may say more."""
    if isinstance(expected, Mapping):
        return isinstance(actual, Mapping) and all(
            key in actual and holds(value, actual[key]) for key, value in expected.items()
        )
    return type(expected) is type(actual) and expected == actual
