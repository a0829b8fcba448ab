"""Entrants from a file: rows to a preview with every error by line and column; nothing is stored here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.imports.sheets import Cells, FileError, Row, read_sheet
from tournaments.names import LONGEST_NAME, PLAYERS, same_name

RATING = re.compile(r"-?\d{1,9}([.,]\d{1,6})?")
NUMBER = re.compile(r"[1-9]\d{0,5}")
BREAKS = re.compile(r"\s*[\r\n\t\v\f\u0085\u2028\u2029]+\s*")


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """An entrant that can be entered as it stands."""

    line: int
    name: str
    players: tuple[str, ...]
    club: str = ""
    rating: str = ""
    number: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the row as column: text."""
        players = {f"player_{place}": player for place, player in enumerate(self.players, start=1)}
        return {"name": self.name, **players, "club": self.club, "rating": self.rating, "number": self.number}

    def exact_rating(self) -> Fraction | None:
        """Return the rating as a number, None where there is none."""
        return Fraction(self.rating) if self.rating else None


@dataclass(frozen=True, slots=True)
class RowError:
    """Why a row cannot be entered."""

    line: int
    column: str
    kind: str

    def as_json(self) -> dict[str, object]:
        """Return line, column and kind."""
        return {"line": self.line, "column": self.column, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do: the rows it would enter, those it refuses, the columns it ignores."""

    rows: tuple[EntrantRow, ...] = ()
    errors: tuple[RowError, ...] = ()
    file_error: FileError | None = None
    ignored: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return what `manage.py event import-entrants` prints."""
        refused = {} if self.file_error is None else {"file_error": self.file_error.as_json()}
        return {
            "entrants": [row.as_json() for row in self.rows],
            "errors": [error.as_json() for error in self.errors],
            **refused,
            "ignored": list(self.ignored),
        }


@dataclass(slots=True)
class Taken:
    """Names and numbers that are in the event already, or in an earlier row; names as `same_name`."""

    names: set[str] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)

    def add(self, row: EntrantRow) -> None:
        """Take what a row uses."""
        self.names.add(same_name(row.name))
        self.players |= {same_name(player) for player in row.players}
        self.numbers |= {row.number} - {""}


def preview_entrants(
    data: bytes, kind: str, taken: Taken | None = None, headings: Mapping[str, str] | None = None
) -> Preview:
    """Return the preview of a CSV or XLSX file for an event of entrants of `kind`.

    `taken` holds what the event has already; it is not changed. `headings` are what columns may be called
    besides, as `heading_key` has it.
    """
    columns = columns_of(kind)
    rows = read_sheet(data, lambda cells: sum(column_of(cell, headings) in columns for cell in cells))
    if isinstance(rows, FileError):
        return Preview(file_error=rows)
    header, *body = rows
    names = [column_of(cell, headings) for cell in header.cells]
    refused = _header_error(names, kind)
    ignored = tuple(
        cell.strip()
        for cell, name in zip(header.cells, names, strict=True)
        if name not in columns and cell.strip()
    )
    if refused is not None:
        return Preview(file_error=refused, ignored=ignored)
    return _preview_rows(body, names, kind, taken or Taken(), ignored)


def columns_of(kind: str) -> tuple[str, ...]:
    """The columns that a file of such entrants can have."""
    _, most = PLAYERS[kind]
    return ("name", *(f"player_{place}" for place in range(1, most + 1)), "club", "rating", "number")


def column_of(cell: str, headings: Mapping[str, str] | None = None) -> str:
    """The column that a heading means: `Player 1` and `player-1` are `player_1`, as is one of `headings`."""
    name = re.sub(r"[\s_-]+", "_", cell.strip().casefold())
    return name if headings is None else headings.get(heading_key(name), name)


def heading_key(cell: str) -> str:
    """What headings share that differ only in case, blanks or accents."""
    letters = unicodedata.normalize("NFD", column_of(cell))
    return "".join(sign for sign in letters if unicodedata.category(sign) != "Mn")


def _header_error(names: list[str], kind: str) -> FileError | None:
    """The first column that is missing or there twice; names can be made of players, one player of a name."""
    for column in columns_of(kind):
        if names.count(column) > 1:
            return FileError("duplicate", column)
    if kind == "individual":
        return None if {"name", "player_1"} & set(names) else FileError("missing_column", "name")
    fewest, _ = PLAYERS[kind]
    needed = [f"player_{place}" for place in range(1, fewest + 1)]
    if kind == "team":
        needed.insert(0, "name")
    missing = next((column for column in needed if column not in names), None)
    return None if missing is None else FileError("missing_column", missing)


def _preview_rows(
    body: list[Row], names: list[str], kind: str, taken: Taken, ignored: tuple[str, ...]
) -> Preview:
    seen = Taken(set(taken.names), set(taken.players), set(taken.numbers))
    rows: list[EntrantRow] = []
    errors: list[RowError] = []
    for row in body:
        values = _values(row.cells, names)
        found = list(_faults(row, values, names, kind))
        entrant = _entrant(row.line, values, kind)
        if not found:
            found = _duplicates(entrant, seen)
        if found:
            errors += found
            continue
        seen.add(entrant)
        rows.append(entrant)
    return Preview(tuple(rows), tuple(errors), None, ignored)


def _values(cells: Cells, names: list[str]) -> dict[str, str]:
    """Column to text; a line break inside a field becomes a space."""
    return {name: BREAKS.sub(" ", cell.strip()) for name, cell in zip(names, cells, strict=False)}


def _faults(row: Row, values: Mapping[str, str], names: list[str], kind: str) -> Iterator[RowError]:
    if any(cell.strip() for cell in row.cells[len(names) :]):
        yield RowError(row.line, "", "too_many_fields")
    for column in columns_of(kind):
        value = values.get(column, "")
        fault = _fault(column, value) or ("missing_value" if _is_needed(column, values, kind) else "")
        if fault:
            yield RowError(row.line, column, fault)


def _fault(column: str, value: str) -> str:
    if not value.isprintable() and any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in value):
        return "encoding"
    if column == "rating" and value and not RATING.fullmatch(value):
        return "not_a_number"
    if column == "number" and value and not NUMBER.fullmatch(value):
        return "not_a_number"
    return "too_long" if len(value) > LONGEST_NAME else ""


def _is_needed(column: str, values: Mapping[str, str], kind: str) -> bool:
    """Whether a value is missing that nothing else in the row can stand for."""
    if values.get(column):
        return False
    if kind == "individual":
        return column == "name" and not values.get("player_1")
    if column == "name":
        return kind == "team"
    fewest, _ = PLAYERS[kind]
    return column in {f"player_{place}" for place in range(1, fewest + 1)}


def _entrant(line: int, values: Mapping[str, str], kind: str) -> EntrantRow:
    """The entrant of a row; a pair without a name is called after its players."""
    _, most = PLAYERS[kind]
    players = [values.get(f"player_{place}", "") for place in range(1, most + 1)]
    present = tuple(player for player in players if player)
    name = values.get("name", "") or " – ".join(present)
    if kind == "individual" and not present:
        present = (name,)
    rating = values.get("rating", "").replace(",", ".")
    return EntrantRow(line, name, present, values.get("club", ""), rating, values.get("number", ""))


def _duplicates(row: EntrantRow, taken: Taken) -> list[RowError]:
    """The first thing about a row that is there already: its name, its number, or one of its people."""
    if same_name(row.name) in taken.names:
        return [RowError(row.line, "name", "duplicate")]
    if row.number and row.number in taken.numbers:
        return [RowError(row.line, "number", "duplicate")]
    seen = set(taken.players)
    for place, player in enumerate(row.players, start=1):
        if same_name(player) in seen:
            return [RowError(row.line, f"player_{place}", "duplicate")]
        seen.add(same_name(player))
    return []
