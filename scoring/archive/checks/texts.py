"""Checks of the parts whose inside the schema leaves open: only signs and numbers that can be stored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.core.problems import Problem, pointer, shown
from scoring.archive.checks.source import Source
from scoring.numbers import too_large

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


def number_problems(source: Source) -> Iterator[Problem]:
    """Numbers in hands, and in the history of hands, that are larger than any game needs."""
    for _, _, place, one in source.rounds(sound=False):
        for match_place, match in source.parts(place, one, "matches", sound=False):
            for where, hand in source.parts(match_place, match, "hands", sound=False):
                yield from _of_play(where, hand)
    for where, item in source.parts("", source.document, "log", sound=False):
        yield from _of_play(where, item)


def _of_play(place: str, part: Mapping[str, object]) -> Iterator[Problem]:
    for key in ("summary", "record", "context"):
        yield from too_large(part.get(key), place + pointer(key))
