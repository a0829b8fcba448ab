"""A file of rows as people send it: CSV in any usual encoding with any usual separator, or XLSX."""

from __future__ import annotations

import codecs
import csv
import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

LARGEST_FILE = 10 * 1024 * 1024
LARGEST_UNPACKED = 20 * 1024 * 1024
MOST_ROWS = 10_000
MOST_LINES = 20_000
"""Blank ones counted, and those that a workbook leaves out: its rows say their own numbers."""
LONGEST_LINE, LONGEST_CELL = 100_000, 32_767
MOST_COLUMNS = 100
SEPARATORS = (",", ";", "\t")
ZIP_MARK = b"PK\x03\x04"
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    RuntimeError,
    InvalidFileException,
    ParseError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    EOFError,
)
"""What the readers of a workbook raise on one that is damaged, under a password or packed in an odd way."""
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row and the line of the file where it begins (XLSX: its row number)."""

    line: int
    cells: Cells

    @property
    def is_blank(self) -> bool:
        """Whether no cell holds anything."""
        return not any(cell.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class FileError:
    """Why a whole file is refused."""

    kind: str
    column: str = ""
    line: int | None = None

    def as_json(self) -> dict[str, object]:
        """Return the error with what is known of its place."""
        place = {"column": self.column or None, "line": self.line}
        return {"kind": self.kind, **{key: value for key, value in place.items() if value is not None}}


def read_sheet(data: bytes, likes: Callable[[Cells], int]) -> list[Row] | FileError:
    """Return the rows that are not blank, the header first; or why the file cannot be read.

    `likes(cells)` says how many columns of a header are known: of the separators the best one is taken.
    """
    if len(data) > LARGEST_FILE:
        return FileError("too_long")
    rows = _xlsx_rows(data) if data.startswith(ZIP_MARK) else _csv_rows(data, likes)
    if isinstance(rows, FileError):
        return rows
    if not rows:
        return FileError("empty")
    if len(rows) > MOST_ROWS:
        return FileError("too_long", line=rows[MOST_ROWS].line)
    for row in rows:
        if any(len(cell) > LONGEST_CELL for cell in row.cells):
            return FileError("too_long", line=row.line)
    return rows


def _csv_rows(data: bytes, likes: Callable[[Cells], int]) -> list[Row] | FileError:
    text = _decoded(data)
    if text is None:
        return FileError("encoding")
    for number, line in enumerate(io.StringIO(text), start=1):
        if number > MOST_LINES or len(line) > LONGEST_LINE:
            return FileError("too_long", line=number)
    separator, declared = _declared_separator(text)
    separator = separator or _best_separator(text, likes)
    return _parsed(io.StringIO(text, newline=""), separator, skip=int(declared))


def _decoded(data: bytes) -> str | None:
    """The text of a file; None where no usual encoding explains its bytes."""
    marked = data.startswith(UTF_16_MARKS)
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text
    return None


def _declared_separator(text: str) -> tuple[str, bool]:
    """The separator of a first line like `sep=;`, which some spreadsheets write."""
    first = text.split("\n", 1)[0].strip()
    if len(first) == len("sep=;") and first.lower().startswith("sep="):
        return first[-1], True
    return "", False


def _best_separator(text: str, likes: Callable[[Cells], int]) -> str:
    first = next((line for line in io.StringIO(text) if line.strip()), "")
    headers = {
        separator: tuple(next(csv.reader([first], delimiter=separator), ())) for separator in SEPARATORS
    }
    return max(SEPARATORS, key=lambda separator: (likes(headers[separator]), len(headers[separator])))


def _parsed(lines: Iterable[str], separator: str, *, skip: int) -> list[Row] | FileError:
    """The rows that are not blank, one more than allowed at most.

    A field whose quotes do not close is an error, never a guess.
    """
    reader = csv.reader(lines, delimiter=separator, strict=True)
    rows: list[Row] = []
    begins = 1
    try:
        for cells in reader:
            row = Row(begins, tuple(cells))
            if begins > skip and not row.is_blank:
                rows.append(row)
            if len(rows) > MOST_ROWS:
                break
            begins = reader.line_num + 1
    except csv.Error:
        return FileError("encoding", line=begins)
    return rows


def _xlsx_rows(data: bytes) -> list[Row] | FileError:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST_UNPACKED:
                return FileError("too_long")
        return _first_sheet(io.BytesIO(data))
    except BROKEN:
        return FileError("encoding")


def _first_sheet(file: io.BytesIO) -> list[Row] | FileError:
    """The rows of the first sheet, one more than allowed at most."""
    book = load_workbook(file, read_only=True, data_only=True)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()
    rows: list[Row] = []
    for line, values in enumerate(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), start=1):
        if line > MOST_LINES:
            return FileError("too_long", line=line)
        row = Row(line, _without_blank_end([_cell_text(value) for value in values]))
        if not row.is_blank:
            rows.append(row)
        if len(rows) > MOST_ROWS:
            break
    book.close()
    return rows


def _cell_text(value: object) -> str:
    """What a person reads in a cell: whole numbers without a decimal point, dates in ISO form."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else str(value)


def _without_blank_end(cells: Sequence[str]) -> Cells:
    used = max((place for place, cell in enumerate(cells, start=1) if cell.strip()), default=0)
    return tuple(cells[:used])
