"""Rows as a file for spreadsheets: XLSX and CSV, in which no name is ever taken for a formula."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import get_format
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

PLACES = 6
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
BEHIND_ANOTHER_SEPARATOR = re.compile(r"(?<=[,;])(?=\s*[=+@-])")
"""A spreadsheet set to another language splits the cell there."""
NUMBER = re.compile(r"-?\d+(/\d+)?")
SHEET_NAME = re.compile(r"[\\/*?:\[\]]")
WIDEST = 50
MODIFIED = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms:)")

Value = int | Decimal | str | None


@dataclass(frozen=True, slots=True)
class Exactly:
    """An exact number as text, such as 53/2: ours, so no formula."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet: its title, its head, its rows."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Value | Exactly, ...], ...]


def decimal_of(exact: str | None) -> Decimal | str:
    """The number of an exact text with six places at most; what is no number stays text."""
    if exact is None or not NUMBER.fullmatch(exact):
        return exact or ""
    number = Fraction(exact)
    quotient = Decimal(number.numerator) / Decimal(number.denominator)
    if number.denominator == 1:
        return quotient
    return quotient.quantize(Decimal(1).scaleb(-PLACES), rounding=ROUND_HALF_UP).normalize()


def safe(text: str) -> str:
    """The text as a cell may hold it: what a spreadsheet would compute has an apostrophe before it."""
    text = ILLEGAL_CHARACTERS_RE.sub("", text)
    return f"'{text}" if text.startswith(DANGEROUS) else text


def as_csv(table: Table) -> bytes:
    """The table in UTF-8 with a byte order mark, separator and decimal sign as the reader's language has."""
    mark = str(get_format("DECIMAL_SEPARATOR"))
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";" if mark == "," else ",", lineterminator="\r\n")
    writer.writerow([safe(title) for title in table.head])
    for row in table.rows:
        writer.writerow([_in_csv(value, mark) for value in row])
    return file.getvalue().encode("utf-8-sig")


def _in_csv(value: Value | Exactly, mark: str) -> str:
    if isinstance(value, Exactly):
        return value.text
    if isinstance(value, Decimal):
        return f"{value:f}".replace(".", mark)
    if isinstance(value, str):
        return BEHIND_ANOTHER_SEPARATOR.sub("'", safe(value))
    return "" if value is None else str(value)


def as_xlsx(table: Table, at: datetime) -> bytes:
    """The table as a workbook that is dated `at`: the same rows give the same bytes."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(SHEET_NAME.sub(" ", table.title)[:31])
    sheet.freeze_panes = "A2"
    for number, width in enumerate(_widths(table), start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    head = [WriteOnlyCell(sheet, safe(title)) for title in table.head]
    for cell in head:
        cell.font = Font(bold=True)
    sheet.append(head)
    for row in table.rows:
        sheet.append([_in_xlsx(value) for value in row])
    file = io.BytesIO()
    book.save(file)
    return _dated(file.getvalue(), at)


def _in_xlsx(value: Value | Exactly) -> Value:
    if isinstance(value, Exactly):
        return value.text
    return safe(value) if isinstance(value, str) else value


def _widths(table: Table) -> list[int]:
    """How wide each column is, in letters."""
    columns: Sequence[Sequence[object]] = list(zip(table.head, *table.rows, strict=True))
    return [min(WIDEST, max(len(str(_shown(value))) for value in column) + 2) for column in columns]


def _shown(value: object) -> object:
    return value.text if isinstance(value, Exactly) else "" if value is None else value


def _dated(book: bytes, at: datetime) -> bytes:
    """The workbook with this time for all its parts, instead of the time of writing."""
    at = at.astimezone(UTC)
    stamp = at.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "docProps/core.xml":
                part = MODIFIED.sub(rb"\g<1>" + stamp + rb"\g<3>", part)
            info = zipfile.ZipInfo(name, at.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, part)
    return file.getvalue()
