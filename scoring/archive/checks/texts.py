"""Check of every text in the parts whose inside the schema leaves open: only signs that can be stored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.core.problems import Problem, pointer, shown
from scoring.archive.checks.source import Source

UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")


def text_problems(source: Source) -> Iterator[Problem]:
    """Texts and keys with a NUL or half a surrogate pair, wherever they stand."""
    yield from _faults(source.document, "")


def _faults(value: object, place: str) -> Iterator[Problem]:
    if isinstance(value, str):
        if UNSTORABLE.search(value):
            yield Problem("bad_text", place, {"value": shown(value)})
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            where = place + pointer(key)
            yield from _faults(key, where)
            yield from _faults(inner, where)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _faults(inner, place + pointer(index))
