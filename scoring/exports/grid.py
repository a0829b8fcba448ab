"""Tables on paper: numbers in narrow columns, names in the rest, no row cut by the edge of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.exports.sheet import LEADING, MARGIN, Align, Sheet

PAD = 1.6
ABOVE = 0.9
"""Space left and right of a text, and above and below it, in millimetres."""
NOTE = 0.82
"""The size of a note below the text of a cell, as a part of that text's."""
LEAST_WIDTH = 26.0
"""A column of names is never narrower than this, in millimetres, however many columns there are."""
LEAST_SIZE = 6.5


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `share` of what is left where it holds names, none where it is as wide as its numbers."""

    title: str
    share: float = 0
    align: Align = "L"


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell, and below it a note in smaller type."""

    text: str
    note: str = ""
    bold: bool = False


Row = Sequence[Cell]


def draw_grid(sheet: Sheet, columns: Sequence[Column], rows: Sequence[Row], size: float) -> None:
    """Draw the rows below each other from the present place on; every page has the head of the table."""
    size, widths = _measured(sheet, columns, rows, size)
    head = [Cell(column.title, bold=True) for column in columns]
    _row(sheet, columns, widths, head, size * 0.86)
    for row in rows:
        if sheet.get_y() + _height(sheet, widths, row, size) > sheet.bottom:
            sheet.add_page()
            _row(sheet, columns, widths, head, size * 0.86)
        _row(sheet, columns, widths, row, size)


def _measured(
    sheet: Sheet, columns: Sequence[Column], rows: Sequence[Row], size: float
) -> tuple[float, list[float]]:
    """The size of type with which all columns have room, and the width of each."""
    while True:
        widths = [
            0.0 if column.share else _natural(sheet, at, columns, rows, size)
            for at, column in enumerate(columns)
        ]
        left = float(sheet.epw) - sum(widths)
        shares = sum(column.share for column in columns)
        named = [left * column.share / shares if column.share else 0.0 for column in columns]
        enough = all(wide >= LEAST_WIDTH for wide, column in zip(named, columns, strict=True) if column.share)
        if enough or size <= LEAST_SIZE:
            return size, [own or wide for own, wide in zip(widths, named, strict=True)]
        size -= 0.5


def _natural(sheet: Sheet, at: int, columns: Sequence[Column], rows: Sequence[Row], size: float) -> float:
    """The width of a column of numbers: its widest one, or its title."""
    wide = max((sheet.width(text, size, bold=True) for text in {row[at].text for row in rows}), default=0.0)
    return max(wide, sheet.width(columns[at].title, size * 0.86, bold=True)) + 2 * PAD


def _height(sheet: Sheet, widths: Sequence[float], row: Row, size: float) -> float:
    tallest = max(_cell_height(sheet, cell, wide, size) for cell, wide in zip(row, widths, strict=True))
    return tallest + 2 * ABOVE


def _cell_height(sheet: Sheet, cell: Cell, width: float, size: float) -> float:
    inner = width - 2 * PAD
    height = len(sheet.lines(cell.text, inner, size, bold=cell.bold)) * size * LEADING
    if cell.note:
        small = size * NOTE
        height += len(sheet.lines(cell.note, inner, small)) * small * LEADING
    return height


def _row(sheet: Sheet, columns: Sequence[Column], widths: Sequence[float], row: Row, size: float) -> None:
    """One row at the present place, with a line below it."""
    y = sheet.get_y()
    height = _height(sheet, widths, row, size)
    x = MARGIN
    for column, wide, cell in zip(columns, widths, row, strict=True):
        inner = wide - 2 * PAD
        below = sheet.put(cell.text, x + PAD, y + ABOVE, inner, size, bold=cell.bold, align=column.align)
        if cell.note:
            sheet.put(cell.note, x + PAD, below, inner, size * NOTE, align=column.align)
        x += wide
    sheet.line(MARGIN, y + height, MARGIN + float(sheet.epw), y + height)
    sheet.set_y(y + height)
