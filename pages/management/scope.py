"""Which texts a catalogue holds that is not there for everything: those of the files that it names.

Beside such a catalogue, in `locale/<language>/sources.txt`, each line is a pattern of files; behind a colon
stand the names of mappings in the file, and then their texts alone are meant.
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

WIDTH = 110
NOISE = re.compile(r'^"(?:PO-Revision-Date|Last-Translator|Language-Team|Generated-By): .*"\n', re.MULTILINE)
"""What tools write above every catalogue, and nobody reads."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Files whose texts all belong to it, and single texts of other files."""

    files: tuple[str, ...]
    texts: frozenset[str]

    def has(self, text: str, places: Iterable[str]) -> bool:
        """Whether a text that stands in these files belongs to it."""
        return text in self.texts or any(self.has_file(place) for place in places)

    def has_file(self, path: str) -> bool:
        """Whether all texts of the file belong to it."""
        return any(fnmatchcase(path, each) for each in self.files)


def scope_of(folder: Path, root: Path) -> Scope | None:
    """What the catalogue of a language is for; None for one of everything."""
    listed = folder / "sources.txt"
    if not listed.exists():
        return None
    lines = [line for line in listed.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    files, texts = [], set()
    for line in lines:
        path, colon, names = line.partition(":")
        if colon:
            texts |= _texts_of(root / path, set(names.split()))
        else:
            files.append(path)
    return Scope(tuple(files), frozenset(texts))


def _texts_of(path: Path, names: set[str]) -> set[str]:
    """The marked texts of the mappings with these names; raises KeyError for a name that is not there."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        target = node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(target, ast.Name) and target.id in names:
            found[target.id] = {
                str(ast.literal_eval(call.args[0]))
                for call in ast.walk(node)
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_"
            }
    return set().union(*(found[name] for name in names))


def tidy(path: Path, language: str, scope: Scope | None) -> None:
    """Write a catalogue as every tool of ours does, without what is not in its scope."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    for message in list(catalog):
        places = [place for place, _line in message.locations]
        if scope is not None and message.id and not scope.has(_single(message), places):
            catalog.delete(message.id, message.context)
    written = io.BytesIO()
    write_po(written, _with_plurals(catalog), width=WIDTH)
    path.write_text(NOISE.sub("", written.getvalue().decode()), encoding="utf-8")


def _with_plurals(catalog: Catalog) -> Catalog:
    """The catalogue with both forms of each plural, empty ones too."""
    for message in catalog:
        if not isinstance(message.id, str) and isinstance(message.string, str):
            message.string = ("",) * catalog.num_plurals
    return catalog


def _single(message: Message) -> str:
    return re.sub(r"\r\n?", "\n", message.id if isinstance(message.id, str) else message.id[0])
