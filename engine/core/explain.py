"""The rules of a game in sentences for those who play it: what its options come to, not the options.

A game writes them as data: sections of message ids with what fills their places. Pages only show them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.text import Translate, untranslated

MATCH_END = "match_end"
"""The key of the section on the game's own end of a match, which holds where a stage plays to that end."""

HAND_POINTS = "hand_points"
"""The key of the section on the victory points of hands, which holds where a match is scored by those."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message id, and what fills its places: numbers, or texts that are message ids themselves."""

    text: str
    params: Mapping[str, int | str] = field(default_factory=dict)

    def in_words(self, translate: Translate = untranslated, number: Callable[[int], str] = str) -> str:
        """Return the sentence as it is read, its numbers written by `number`."""
        words = {
            name: translate(value) if isinstance(value, str) else number(value)
            for name, value in self.params.items()
        }
        return translate(self.text).format(**words)


@dataclass(frozen=True, slots=True)
class Section:
    """Some sentences under a title; the key is `MATCH_END`, `HAND_POINTS` or one of the game's own."""

    key: str
    title: str
    sentences: tuple[Sentence, ...]


ExplainRules = Callable[[Any], tuple[Section, ...]]
"""The sections that hold under these rules, in the order in which they are read."""


def no_sections(rules: Any) -> tuple[Section, ...]:
    """Stand in for `Game.explain` where a game has no sentences: its options are listed instead."""
    return ()
