"""The marker for texts that are shown to people, so that they can be extracted without a framework."""

from __future__ import annotations

from collections.abc import Callable

Translate = Callable[[str], str]
"""From an English text (the message id) to the reader's language."""


def gettext_noop(text: str) -> str:
    """Return `text` as it is; the name is what the extraction of messages looks for."""
    return text


def untranslated(text: str) -> str:
    """Return `text` as it is: the translation of everything that speaks English."""
    return text
