"""Entrants from CSV and XLSX: what is entered, what is refused, and where the file says so."""

from __future__ import annotations

import io
import random

import pytest
from openpyxl import Workbook

from tournaments.imports.entrants import Preview, Taken, preview_entrants
from tournaments.imports.sheets import MOST_ROWS

PAIRS = "name,player_1,player_2,club,rating\n"


def preview(text: str, kind: str = "pair", encoding: str = "utf-8") -> Preview:
    return preview_entrants(text.encode(encoding), kind)


def names(found: Preview) -> list[str]:
    return [row.name for row in found.rows]


def errors(found: Preview) -> list[tuple[int, str, str]]:
    return [(error.line, error.column, error.kind) for error in found.errors]


def file_error(found: Preview) -> tuple[str, str] | None:
    return found.file_error and (found.file_error.kind, found.file_error.column)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_usual_encoding_is_read(encoding: str) -> None:
    found = preview(PAIRS + "Müggel,Zoë Weiß,Íñigo Núñez,Köln,\n", encoding=encoding)
    assert found.rows[0].players == ("Zoë Weiß", "Íñigo Núñez")
    assert found.rows[0].club == "Köln"


def test_bytes_that_no_encoding_explains_are_refused_as_a_whole() -> None:
    assert file_error(preview_entrants(PAIRS.encode() + b"A,\x81\x8d,B,,\n", "pair")) == ("encoding", "")
    assert file_error(preview_entrants(b"\x00\x01\x02", "pair")) == ("encoding", "")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_found_by_the_header(separator: str) -> None:
    text = PAIRS + 'One,Ann,Bob,"a, b; c\td",12\n'
    head, row = text.split("\n")[:2]
    quoted = row.replace('"a, b; c\td"', "#").replace(",", separator).replace("#", '"a, b; c\td"')
    found = preview(head.replace(",", separator) + "\n" + quoted)
    assert found.rows[0].club == "a, b; c d"
    assert found.rows[0].rating == "12"


def test_a_declared_separator_counts_as_a_line() -> None:
    found = preview("sep=;\nname;player_1;player_2;rating\nA;B;C;x\n")
    assert errors(found) == [(3, "rating", "not_a_number")]


def test_a_decimal_comma_is_a_decimal_point() -> None:
    assert preview("name;player_1;player_2;rating\nA;B;C;3,25\n").rows[0].rating == "3.25"


@pytest.mark.parametrize("name", ["👩‍👩‍👧 crew", "張偉", "=1+1", "-Dash-", "@home", 'Al "Ace" Orr', "O’Neil"])
def test_names_are_kept_sign_by_sign(name: str) -> None:
    assert names(preview(PAIRS + f"{name},Ann,Bob,,\n")) == [name]


def test_a_heading_may_be_written_as_the_form_has_it() -> None:
    found = preview("Player 1;PLAYER-2;Club\nA;B;North\n", "pair")
    assert found.rows[0].players == ("A", "B") and found.rows[0].club == "North"
    assert found.ignored == ()


def test_columns_are_found_in_any_order_and_case_and_others_are_named() -> None:
    found = preview(" RATING,Hat size,Player_2,NAME ,player_1\n5,7,Bo,Duo,Al\n")
    assert (found.rows[0].name, found.rows[0].players, found.rows[0].rating) == ("Duo", ("Al", "Bo"), "5")
    assert found.ignored == ("Hat size",)


def test_blank_lines_are_skipped_and_lines_counted_as_in_the_file() -> None:
    found = preview('name,player_1,player_2,rating\n\nA,"Ann\nLee",B,\n,,,\nC,D,E,many\n')
    assert found.rows[0].players == ("Ann Lee", "B")
    assert errors(found) == [(6, "rating", "not_a_number")]


def test_a_pair_without_a_name_is_called_after_its_players() -> None:
    assert names(preview(PAIRS + ",Ann,Bob,,\n")) == ["Ann – Bob"]
    assert names(preview("player_1,player_2\nAnn,Bob\n")) == ["Ann – Bob"]


def test_every_fault_of_a_row_is_named() -> None:
    found = preview(PAIRS + f"{'x' * 201},Ann,,,1.2.3,more\nOk,Cy,Di,,\n")
    assert errors(found) == [
        (2, "", "too_many_fields"),
        (2, "name", "too_long"),
        (2, "player_2", "missing_value"),
        (2, "rating", "not_a_number"),
    ]
    assert names(found) == ["Ok"]


def test_a_control_sign_inside_a_name_is_no_text() -> None:
    assert errors(preview(PAIRS + "A\x07,Ann,Bob,,\n")) == [(2, "name", "encoding")]


def test_duplicates_are_found_without_case_spaces_and_spelling_of_accents() -> None:
    found = preview(PAIRS + "Café,Ann,Bob,,\n CAFE\u0301 ,Cy,Di,,\nNew,Ed,ann ,,\nSelf,Flo,FLO,,\n")
    assert errors(found) == [
        (3, "name", "duplicate"),
        (4, "player_2", "duplicate"),
        (5, "player_2", "duplicate"),
    ]
    assert names(found) == ["Café"]


def test_what_the_event_has_already_is_a_duplicate() -> None:
    taken = Taken({"old pair"}, {"ann"}, {"7"})
    text = "name,player_1,player_2,number\nOld Pair,Cy,Di,1\nB,Ann,Ed,2\nC,Flo,Gus,7\nD,Hal,Ivy,8\n"
    found = preview_entrants(text.encode(), "pair", taken)
    assert errors(found) == [
        (2, "name", "duplicate"),
        (3, "player_1", "duplicate"),
        (4, "number", "duplicate"),
    ]
    assert names(found) == ["D"]
    assert taken.names == {"old pair"}


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("name,player_1\nA,B\n", "pair", ("missing_column", "player_2")),
        ("player_1,player_2,player_3\nA,B,C\n", "team", ("missing_column", "name")),
        ("club\nX\n", "individual", ("missing_column", "name")),
        ("name,player_1,player_2,NAME\nA,B,C,D\n", "pair", ("duplicate", "name")),
        ("", "pair", ("empty", "")),
        (" \n\n", "pair", ("empty", "")),
        (PAIRS + 'A,"Ann,Bob,,\nC,D,E,,\n', "pair", ("encoding", "")),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_as_a_whole(
    text: str, kind: str, expected: tuple[str, str]
) -> None:
    found = preview(text, kind)
    assert (file_error(found), found.rows, found.errors) == (expected, (), ())


def test_a_header_alone_is_nothing_to_import() -> None:
    assert preview(PAIRS) == Preview()


def test_teams_have_three_to_eight_people() -> None:
    header = "name," + ",".join(f"player_{place}" for place in range(1, 10))
    found = preview(f"{header}\nTrio,A,B,C\nTwo,D,E\nNine,{','.join('FGHIJKLM')},extra\n", "team")
    assert [row.players for row in found.rows] == [("A", "B", "C"), tuple("FGHIJKLM")]
    assert errors(found) == [(3, "player_3", "missing_value")]
    assert found.ignored == ("player_9",)


def test_an_individual_needs_one_name_only() -> None:
    assert [row.players for row in preview("name\nAnn\n", "individual").rows] == [("Ann",)]
    assert names(preview("player_1\nBob\n", "individual")) == ["Bob"]


def test_too_many_rows_are_refused_and_never_cut() -> None:
    rows = "".join(f"N{place},A{place},B{place},,\n" for place in range(MOST_ROWS))
    found = preview(PAIRS + rows)
    assert (file_error(found), found.rows) == (("too_long", ""), ())


def test_a_spreadsheet_is_read_like_its_text() -> None:
    book = Workbook()
    sheet = book.active
    sheet.append(["Name", "Player_1", "Player_2", "Rating", "Wine"])
    sheet.append([None, "Ann", "Bob", 1500.0, "red"])
    sheet.append([None, None, None, None, None])
    sheet.append(["Late", "Cy", "Di", 1.5, None])
    sheet.append(["Bad", "Ed", "Flo", "n/a", None])
    file = io.BytesIO()
    book.save(file)
    found = preview_entrants(file.getvalue(), "pair")
    assert [(row.name, row.rating) for row in found.rows] == [("Ann – Bob", "1500"), ("Late", "1.5")]
    assert errors(found) == [(5, "rating", "not_a_number")]
    assert found.ignored == ("Wine",)


def test_a_broken_spreadsheet_is_refused() -> None:
    assert file_error(preview_entrants(b"PK\x03\x04 and then nothing", "pair")) == ("encoding", "")


def test_a_spreadsheet_with_any_byte_wrong_is_read_or_refused() -> None:
    book = Workbook()
    book.active.append(["name", "player_1", "player_2"])
    book.active.append(["A", "Ann", "Bob"])
    file = io.BytesIO()
    book.save(file)
    whole, dice = file.getvalue(), random.Random(1)
    for _ in range(150):
        data = bytearray(whole)
        data[dice.randrange(4, len(data))] = dice.randrange(256)
        end = dice.choice([len(data), dice.randrange(9, len(data))])
        assert isinstance(preview_entrants(bytes(data[:end]), "pair"), Preview)


@pytest.mark.parametrize(("at", "value"), [(6, 1), (8, 99)])
def test_a_spreadsheet_under_a_password_or_packed_in_an_odd_way_is_refused(at: int, value: int) -> None:
    file = io.BytesIO()
    Workbook().save(file)
    data = bytearray(file.getvalue())
    for mark, more in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        start = data.find(mark)
        while start >= 0:
            data[start + at + more] = value
            start = data.find(mark, start + 4)
    assert file_error(preview_entrants(bytes(data), "pair")) == ("encoding", "")


def test_the_printed_form_leaves_out_what_is_not_there() -> None:
    assert preview(PAIRS + "A,Ann,Bob,,\n").as_json() == {
        "entrants": [
            {"name": "A", "player_1": "Ann", "player_2": "Bob", "club": "", "rating": "", "number": ""}
        ],
        "errors": [],
        "ignored": [],
    }
    assert preview("name,player_1\n").as_json()["file_error"] == {
        "kind": "missing_column",
        "column": "player_2",
    }
