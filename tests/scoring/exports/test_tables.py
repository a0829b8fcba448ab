"""What goes into a spreadsheet: exact, readable, and never computed by it."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from scoring.exports.tables import Exactly, Table, as_csv, as_xlsx, decimal_of, safe
from tests.make import Evening
from tests.scoring.exports.conftest import NAMES, path
from tournaments.imports.entrants import preview_entrants

AT = datetime(2026, 11, 26, 19, 0, 5, tzinfo=UTC)
BAD = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x")']


def cells(book: bytes) -> list[tuple[object, ...]]:
    return list(load_workbook(io.BytesIO(book)).active.iter_rows(values_only=True))


@pytest.mark.parametrize("text", BAD)
def test_what_a_spreadsheet_would_compute_is_text(text: str) -> None:
    table = Table("T", ("name",), ((text,),))
    book = load_workbook(io.BytesIO(as_xlsx(table, AT)))
    cell = book.active["A2"]
    assert cell.data_type == "s"
    assert str(cell.value).startswith("'")
    (row,) = list(csv.reader(io.StringIO(as_csv(table).decode("utf-8-sig"), newline="")))[1:]
    assert row[0] == f"'{text}"


@pytest.mark.parametrize("text", ["Ana", "O'Hara", "a=b", "1 + 1", "", "Ñandú", "½"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert safe(text) == text


def test_letters_that_no_sheet_may_hold_are_left_out() -> None:
    table = Table("a/b:c" * 20, ("name",), (("A\x00\x0bB",),))
    assert cells(as_xlsx(table, AT))[1] == ("AB",)


@pytest.mark.parametrize(
    ("exact", "number"),
    [("53/2", "26.5"), ("1/3", "0.333333"), ("-2/3", "-0.666667"), ("20", "20"), ("100", "100")],
)
def test_exact_values_as_decimal_numbers(exact: str, number: str) -> None:
    assert decimal_of(exact) == Decimal(number)


def test_numbers_are_numbers_and_exact_ones_text() -> None:
    table = Table(
        "T", ("points", "exact"), ((decimal_of("-1/2"), Exactly("-1/2")), (decimal_of("7"), Exactly("7")))
    )
    assert cells(as_xlsx(table, AT))[1:] == [(-0.5, "-1/2"), (7, "7")]


@pytest.mark.parametrize(("language", "line"), [("en", b"0.5,1/2"), ("es", b"0,5;1/2")])
def test_csv_opens_in_the_spreadsheet_of_the_reader(language: str, line: bytes) -> None:
    with translation.override(language):
        file = as_csv(Table("T", ("Año", "x"), ((decimal_of("1/2"), Exactly("1/2")),)))
    assert file.startswith(b"\xef\xbb\xbf")
    assert file.split(b"\r\n")[1] == line
    assert "Año" in file.decode("utf-8-sig")


def test_the_standings_read_back_as_they_stand(night: Evening, dora: Client) -> None:
    head, *rows = cells(dora.get(path(night, "export/standings.xlsx?after=1")).content)
    assert head[:4] == ("Rank", "Shared", "Number", "Name")
    points, exact = head.index("Match points"), head.index("Match points (exact)")
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert {row[points] for row in rows} == {0, 1, 2}
    assert all(str(row[points]) == row[exact] for row in rows)
    assert sorted(row[3] for row in rows) == sorted(safe(name) for name in NAMES)


def test_the_csv_has_the_same_rows(night: Evening) -> None:
    answer = Client().get(path(night, "export/standings.csv"))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    book = cells(Client().get(path(night, "export/standings.xlsx")).content)
    assert [[str(cell if cell is not None else "") for cell in row] for row in book] == rows


def test_the_entrants_can_be_imported_again(night: Evening, dora: Client) -> None:
    for kind in ("xlsx", "csv"):
        file = dora.get(path(night, f"export/entrants.{kind}")).content
        again = preview_entrants(file, "pair")
        assert again.errors == ()
        assert [row.name for row in again.rows] == [safe(name) for name in NAMES]
        assert [row.number for row in again.rows] == ["1", "2", "3", "4", "5"]
        assert again.rows[0].players == ("North 1", "South 1")


def test_the_list_of_entrants_is_for_those_who_may_change_it(night: Evening, dora: Client) -> None:
    sam = Client()
    assert night.sam.user is not None
    sam.force_login(night.sam.user)
    for kind in ("xlsx", "csv"):
        rest = path(night, f"export/entrants.{kind}")
        assert [client.get(rest).status_code for client in (Client(), sam, dora)] == [403, 403, 200]


def test_the_same_event_gives_the_same_workbook(night: Evening, dora: Client) -> None:
    for rest in ("export/standings.xlsx", "export/entrants.xlsx"):
        assert dora.get(path(night, rest)).content == dora.get(path(night, rest)).content
