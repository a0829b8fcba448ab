"""Reads the text of the PDFs that we make, page by page, by the tables of letters that they carry."""

from __future__ import annotations

import re
import zlib

OBJECT = re.compile(rb"(\d+) 0 obj\r?\n(.*?)\r?\nendobj", re.DOTALL)
STREAM = re.compile(rb"stream\r?\n(.*)\r?\nendstream", re.DOTALL)
SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|\(((?:[^\\()]|\\.)*)\) Tj", re.DOTALL)
ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
LETTER = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")


def pages(document: bytes) -> list[str]:
    """The text of each page, one line for each piece that was written."""
    objects = {int(number): body for number, body in OBJECT.findall(document)}
    fonts = {name: _letters(objects, int(number)) for name, number in _font_names(document)}
    found = []
    for body in objects.values():
        content = re.search(rb"/Type /Page\n.*?|/Contents (\d+) 0 R", body)
        if b"/Type /Page" in body and b"/Type /Pages" not in body and content:
            number = re.search(rb"/Contents (\d+) 0 R", body)
            assert number is not None
            found.append(_text(_stream(objects[int(number.group(1))]), fonts))
    return found


def sizes(document: bytes) -> set[tuple[int, int]]:
    """The sizes of the pages in points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", document)
    return {(round(float(width)), round(float(height))) for width, height in boxes}


def _font_names(document: bytes) -> list[tuple[bytes, bytes]]:
    return re.findall(rb"/(F\d+) (\d+) 0 R", document)


def _letters(objects: dict[int, bytes], number: int) -> dict[int, str]:
    table = re.search(rb"/ToUnicode (\d+) 0 R", objects[number])
    assert table is not None
    pairs = LETTER.findall(_stream(objects[int(table.group(1))]))
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}


def _stream(body: bytes) -> bytes:
    found = STREAM.search(body)
    assert found is not None
    return zlib.decompress(found.group(1)) if b"/FlateDecode" in body else found.group(1)


def _text(content: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    lines, letters = [], {}
    for font, written in SHOWN.findall(content):
        if font:
            letters = fonts[font]
            continue
        codes = ESCAPED.sub(lambda escape: {b"r": b"\r", b"n": b"\n"}.get(escape[1], escape[1]), written)
        units = [int.from_bytes(codes[at : at + 2], "big") for at in range(0, len(codes), 2)]
        lines.append("".join(letters.get(unit, "\ufffd") for unit in units))
    return "\n".join(lines)
