"""Files that come in, however they are made, and files that go out, whatever people are called."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client, RequestFactory
from openpyxl import Workbook, load_workbook
from openpyxl.xml.constants import SHEET_MAIN_NS as SPREADSHEET

from pages.files import file_answer
from scoring.exports.tables import Table, as_csv, as_xlsx
from tests.security.world import Scene
from tournaments.imports import sheets
from tournaments.imports.entrants import preview_entrants
from tournaments.imports.sheets import LARGEST_FILE, LARGEST_UNPACKED, LONGEST_CELL, MOST_LINES

SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
STRINGS_TYPE = (
    f'<Override PartName="/{STRINGS}" ContentType='
    '"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)
IMPORT = "/club/evening/setup/entrants/import/"


def book(**parts: str) -> bytes:
    """A workbook with other parts than it was written with."""
    plain, made = io.BytesIO(), io.BytesIO()
    workbook = Workbook()
    workbook.active.append(["name", "player_1", "player_2"])
    workbook.save(plain)
    other = {SHEET: parts["sheet"], STRINGS: parts.get("strings", f'<sst xmlns="{SPREADSHEET}"/>')}
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name).decode()
            new.writestr(name, other.pop(name, part).replace("</Types>", f"{STRINGS_TYPE}</Types>"))
        for name, part in other.items():
            new.writestr(name, part)
    return made.getvalue()


def rows(inside: str, before: str = "") -> str:
    return f'{before}<worksheet xmlns="{SPREADSHEET}"><sheetData>{inside}</sheetData></worksheet>'


def cell(row: int, text: str = "a", column: str = "A") -> str:
    return f'<c r="{column}{row}" t="inlineStr"><is><t>{text}</t></is></c>'


def bomb(levels: int = 9) -> str:
    """Entities that stand for twenty of the one before."""
    names = "abcdefghijklmnop"
    defined = "".join(
        f'<!ENTITY {names[level]} "{f"&{names[level - 1]};" * 20 if level else "x" * 20}">'
        for level in range(levels)
    )
    return rows(f'<row r="1">{cell(1, f"&{names[levels - 1]};")}</row>', f"<!DOCTYPE x [{defined}]>")


TOO_LONG = {
    "a row in the far distance": lambda: book(sheet=rows(f'<row r="2000000">{cell(2000000)}</row>')),
    "rows without end": lambda: book(sheet=rows("<row/>" * 200_000)),
    "a row without end": lambda: book(sheet=rows(f'<row r="1">{cell(1) * (LARGEST_UNPACKED // 40)}</row>')),
    "a cell without end": lambda: book(sheet=rows(f'<row r="1">{cell(1, "x" * (LONGEST_CELL + 1))}</row>')),
    "a text without end in every row": lambda: book(
        sheet=rows("".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 5000))),
        strings=f'<sst xmlns="{SPREADSHEET}"><si><t>{"x" * 1_000_000}</t></si></sst>',
    ),
    "lines without end": lambda: b"a\n" * (LARGEST_FILE // 2),
    "blank lines without end": lambda: b"\n" * LARGEST_FILE,
    "a line without end": lambda: b"x" * LARGEST_FILE,
    "separators without end": lambda: b"," * LARGEST_FILE,
    "more than a file may have": lambda: b"x" * (LARGEST_FILE + 1),
}
UNREADABLE = {
    "entities of entities": lambda: book(sheet=bomb()),
    "a file of the machine": lambda: book(
        sheet=rows(
            f'<row r="1">{cell(1, "&x;")}</row>', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        )
    ),
    "a picture": lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "no workbook": lambda: b"PK\x03\x04" + b"\0" * 100,
    "nothing": lambda: b"",
}
HOSTILE = TOO_LONG | UNREADABLE


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_whole(what: str) -> None:
    found = preview_entrants(HOSTILE[what](), "pair")
    assert found.file_error is not None and found.rows == ()
    assert (found.file_error.kind == "too_long") == (what in TOO_LONG)


def test_reading_stops_where_the_answer_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    monkeypatch.setattr(sheets, "_without_blank_end", lambda cells: looked.append(cells) or ())
    found = preview_entrants(HOSTILE["a row in the far distance"](), "pair")
    assert found.file_error is not None and found.file_error.line == MOST_LINES + 1
    assert len(looked) == MOST_LINES


def test_a_workbook_that_lies_about_its_size_is_refused() -> None:
    honest = book(sheet=rows(f'<row r="1">{cell(1, "x" * 5000)}</row>'))
    with zipfile.ZipFile(io.BytesIO(honest)) as packed:
        size = packed.getinfo(SHEET).file_size
    lying = honest.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert lying != honest
    assert preview_entrants(lying, "pair").file_error is not None


def test_a_hostile_file_gets_a_page(scene: Scene, db: None) -> None:
    owner = scene.client("owner")
    for name, content in (
        ("../../etc/passwd", b"x"),
        ("<script>.xlsx", HOSTILE["entities of entities"]()),
        ("a.csv", HOSTILE["a line without end"]()),
        ("a\0b.csv", b"name\nx"),
    ):
        answer = owner.post(IMPORT, {"file": SimpleUploadedFile(name, content)})
        assert answer.status_code == 200
        assert "<script>" not in answer.text


FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "=cmd|' /C calc'!A0",
    "a;=1+1",
    "a,@x",
    "a; +1",
]


@pytest.mark.parametrize("text", FORMULAS)
@pytest.mark.parametrize("separator", [",", ";"])
def test_no_text_is_a_formula_however_the_file_is_split(text: str, separator: str) -> None:
    content = as_csv(Table("T", ("name", "points"), ((text, -10),))).decode("utf-8-sig")
    found = [
        each for line in csv.reader(io.StringIO(content, newline=""), delimiter=separator) for each in line
    ]
    assert not [each for each in found if each.lstrip(" ").startswith(("=", "+", "@", "\t", "\r", "\n"))]
    assert [each for each in found if each.startswith("-")] == (["-10"] if separator == "," else [])


def test_a_number_below_zero_stays_a_number() -> None:
    table = Table("T", ("points",), ((-10,),))
    value = load_workbook(io.BytesIO(as_xlsx(table, datetime(2026, 1, 1, tzinfo=UTC)))).active["A2"]
    assert (value.data_type, value.value) == ("n", -10)


NAMES = ["../../etc/x", 'a"; filename="b.exe', "a\r\nSet-Cookie: x=1", "ñ €", "<script>"]


@pytest.mark.parametrize("name", NAMES)
def test_a_download_has_one_harmless_name(rf: RequestFactory, name: str) -> None:
    request = rf.get("/")
    answer: HttpResponse = file_answer(request, "1", f"{name}.csv", lambda: b"")
    said = answer.headers["Content-Disposition"]
    assert said.isascii() and not set(said) & set("\r\n/<\\")
    parsed = EmailMessage()
    parsed["Content-Disposition"] = said
    assert [key for key, _ in parsed["Content-Disposition"].params.items()] == ["filename"]


def test_the_name_of_a_file_in_an_address_leads_nowhere_else(client: Client) -> None:
    for path in (
        "/static/../config/settings.py",
        "/static/%2e%2e/config/settings.py",
        "/static/..%2fconfig/settings.py",
        "/static//etc/passwd",
        "/trust/baza-authority.../../key",
        "/tablet/../manage.py",
    ):
        assert client.get(path).status_code == 404, path
