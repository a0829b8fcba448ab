"""The texts of the source and of a catalogue, read without any tool outside of Python."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_javascript
from babel.messages.pofile import read_po
from django.utils.translation import templatize

from pages.management.scope import scope_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("api", "config", "engine", "pages", "scoring", "tournaments")
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
}
PLACE = re.compile(r"%\((\w+)\)s|\{(\w*)\}")

Key = tuple[str | None, str]
"""Context and message id; of a plural the singular."""
Found = tuple[int, Any, Any, str | None]
"""Line, message with its parts, comments, context."""


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is committed."""
    path = ROOT / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def keys(catalog: Catalog) -> set[Key]:
    """The messages of a catalogue."""
    return {(message.context, _single(message.id)) for message in catalog if message.id}


@cache
def source_files() -> dict[Key, tuple[str, ...]]:
    """Every marked text of code and templates, with the files that have it."""
    found: dict[Key, tuple[str, ...]] = {}
    for path, texts in (*_of_code(), *_of_templates()):
        for key in set(_keys(texts)):
            found[key] = (*found.get(key, ()), str(path.relative_to(ROOT)))
    return found


def source_keys(language: str) -> dict[Key, tuple[str, ...]]:
    """The texts that the catalogue of a language has to hold, with the files that have them."""
    scope = scope_of(ROOT / "locale" / language, ROOT)
    found = source_files()
    return {key: found[key] for key in found if scope is None or scope.has(key[1], found[key])}


def _of_code() -> Iterator[tuple[Path, list[Found]]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            with path.open("rb") as file:
                yield path, list(extract("python", file, KEYWORDS, ()))


def _of_templates() -> Iterator[tuple[Path, list[Found]]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        code = io.BytesIO(templatize(path.read_text(encoding="utf-8")).encode())
        texts = extract_javascript(code, KEYWORDS.keys(), (), {})
        yield (
            path,
            [(line, parts, comments, context_of(name, parts)) for line, name, parts, comments in texts],
        )


def context_of(name: str, messages: object) -> str | None:
    """The context of a call, which the JavaScript reader leaves among its arguments."""
    return messages[0] if "pgettext" in name and isinstance(messages, tuple) else None


def _keys(texts: Iterable[Found]) -> Iterator[Key]:
    for _, messages, _, context in texts:
        parts = [messages] if isinstance(messages, str) else [part for part in messages or () if part]
        if parts and parts[0] == context:
            parts = parts[1:]
        if parts:
            yield context, parts[0]


def _single(message: str | tuple[str, ...]) -> str:
    return message if isinstance(message, str) else message[0]


def places(text: str) -> set[str]:
    """The places of a text that are filled when it is shown."""
    return {one or other for one, other in PLACE.findall(text)}
