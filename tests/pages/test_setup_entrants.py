"""The list of entrants in the office of an event."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from openpyxl import Workbook

from pages.entrant_form import example_file
from pages.headings import heading, headings
from pages.pasted import example_line, with_headings
from tests.make import Evening, evening
from tests.pages.conftest import address
from tests.pages.markup import faults
from tests.support.rows import all_rows
from tournaments.imports.entrants import columns_of, heading_key, preview_entrants
from tournaments.models import Entrant, EntrantKind, EntrantStatus, Event, Role
from tournaments.services.members import add_member_by_name

MARTA = {"player_1": "Marta Rius", "player_2": "Ona Bas", "name": "", "club": "Gràcia", "number": ""}


def at(event: Event, rest: str = "") -> str:
    return address(event, f"setup/entrants/{rest}")


def test_a_pair_without_a_name_is_called_after_its_people(hall: Evening, dora: Client) -> None:
    assert dora.post(at(hall.event), MARTA).status_code == 303
    entrant = hall.event.entrants.get(number=5)
    assert entrant.name == "Marta Rius – Ona Bas"
    assert [row.player.name for row in entrant.line_up.all()] == ["Marta Rius", "Ona Bas"]
    page = dora.get(at(hall.event)).text
    assert "Marta Rius – Ona Bas is on the list." in page
    assert faults(page) == []


def test_every_fault_stands_beside_its_field(hall: Evening, dora: Client) -> None:
    given = {**MARTA, "player_1": "North 1", "name": "Pair 2", "number": "1"}
    response = dora.post(at(hall.event), given)
    assert response.status_code == 422
    assert "“Pair 2” is on the list already." in response.text
    assert "“North 1” is on the list already." in response.text
    for field in ("player_1", "name", "number"):
        assert f'id="{field}-fault"' in response.text, field
    assert 'value="Pair 2"' in response.text
    assert hall.event.entrants.count() == 4
    assert faults(response.text) == []


@pytest.mark.parametrize(("field", "value"), [("rating", "good"), ("number", "0"), ("name", "x" * 201)])
def test_what_no_entrant_can_have_is_refused(hall: Evening, dora: Client, field: str, value: str) -> None:
    response = dora.post(at(hall.event), {**MARTA, field: value})
    assert response.status_code == 422
    assert f'id="{field}-fault"' in response.text
    assert hall.event.entrants.count() == 4


def test_the_search_finds_people_without_accents(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event), MARTA)
    page = dora.get(at(hall.event), {"q": "gracia ona"}).text
    assert 'id="entrant-5"' in page and 'id="entrant-1"' not in page
    assert "Nobody with “zzz”" in dora.get(at(hall.event), {"q": "zzz"}).text


def test_who_is_not_here_is_not_drawn(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event, "everybody/"), {"here": "0"})
    assert set(hall.event.entrants.values_list("status", flat=True)) == {EntrantStatus.REGISTERED}
    for number in (1, 3):
        assert dora.post(at(hall.event, f"{number}/here/"), {"here": "1"}).status_code == 303
    drawn = hall.drawn()
    played = drawn.matches.exclude(table=None).values_list("participations__entrant__number", flat=True)
    assert sorted(played) == [1, 3]


def test_htmx_gets_the_row_alone(hall: Evening, dora: Client) -> None:
    answer = dora.post(at(hall.event, "2/here/"), {"here": "0"}, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert answer.text.strip().startswith('<li id="entrant-2">') and "<html" not in answer.text
    assert hall.event.entrants.get(number=2).status == EntrantStatus.REGISTERED
    assert "4 on the list, 3 here." in answer.text


def test_an_entrant_is_corrected(hall: Evening, dora: Client) -> None:
    given = {
        "player_1": "North 1",
        "player_2": "South Uno",
        "name": "First",
        "rating": "1850,5",
        "number": "9",
    }
    answer = dora.post(at(hall.event, "1/"), given)
    assert answer.headers["Location"] == at(hall.event, "9/")
    entrant = hall.event.entrants.get(number=9)
    assert (entrant.name, entrant.rating) == ("First", Fraction(3701, 2))
    assert [row.player.name for row in entrant.line_up.all()] == ["North 1", "South Uno"]
    assert entrant.stages.get().seed == 9
    page = dora.get(at(hall.event, "9/")).text
    assert 'value="1850.5"' in page and faults(page) == []


def test_a_pair_called_after_its_people_is_renamed_with_them(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event), MARTA)
    shown = dora.get(at(hall.event, "5/")).text
    assert 'value="Marta Rius – Ona Bas"' not in shown
    dora.post(at(hall.event, "5/"), {**MARTA, "player_1": "Marta Ríus", "number": "5"})
    assert hall.event.entrants.get(number=5).name == "Marta Ríus – Ona Bas"
    assert 'value="Pair 1"' in dora.get(at(hall.event, "1/")).text


def test_the_next_one_is_typed_where_the_last_one_was(hall: Evening, dora: Client) -> None:
    assert dora.post(at(hall.event), MARTA).headers["Location"] == at(hall.event, "#player_1")
    assert 'id="player_1"' in dora.get(at(hall.event)).text


def test_the_example_of_a_file_can_be_read(hall: Evening, dora: Client) -> None:
    assert example_file(hall.event.entrant_kind) in dora.get(at(hall.event, "import/")).text
    for kind in EntrantKind.values:
        found = preview_entrants(example_file(kind).encode(), kind)
        assert len(found.rows) == 1 and not found.errors and not found.ignored, kind


def test_the_example_of_a_line_can_be_read(hall: Evening, dora: Client) -> None:
    assert f">{example_line(hall.event.entrant_kind)}</pre>" in dora.get(at(hall.event, "import/")).text
    for kind in EntrantKind.values:
        found = preview_entrants(with_headings(example_line(kind), kind), kind)
        assert len(found.rows) == 1 and not found.errors and not found.file_error, kind


def test_a_number_that_was_drawn_stays(hall: Evening, dora: Client) -> None:
    hall.next_round()
    answer = dora.post(at(hall.event, "1/"), {"player_1": "A", "player_2": "B", "name": "C", "number": "8"})
    assert answer.status_code == 422
    assert "A round was drawn with this number" in answer.text
    assert hall.event.entrants.get(number=1).name == "Pair 1"


def test_an_absence_is_noted_and_taken_back(hall: Evening, dora: Client) -> None:
    path = at(hall.event, "2/presence/")
    dora.post(path, {"act": "absent", "round": "1", "kind": "requested_bye"})
    assert "Take back" in dora.get(at(hall.event, "2/")).text
    dora.post(path, {"act": "present", "round": "1"})
    assert not hall.event.entrants.get(number=2).planned_absences.exists()
    dora.post(path, {"act": "absent", "round": "zero"})
    assert "whole number" in dora.get(at(hall.event, "2/")).text


def test_somebody_leaves_now_and_comes_back(hall: Evening, dora: Client) -> None:
    hall.next_round()
    dora.post(at(hall.event, "1/presence/"), {"act": "leave", "when": "now", "reason": "ill"})
    entrant = hall.event.entrants.get(number=1)
    assert entrant.status == EntrantStatus.WITHDRAWN
    assert entrant.participations.get().match.status == "forfeited"
    page = dora.get(at(hall.event, "1/")).text
    assert "Bring it back" in page and faults(page) == []
    dora.post(at(hall.event, "1/presence/"), {"act": "return"})
    assert hall.event.entrants.get(number=1).status == EntrantStatus.ACTIVE


def test_leaving_is_weighed_before_it_is_done(hall: Evening, dora: Client) -> None:
    hall.next_round()
    before = all_rows()
    given = {"act": "leave", "when": "now", "reason": "ill", "action": "preview"}
    shown = dora.post(at(hall.event, "1/presence/"), given)
    assert shown.status_code == 200 and faults(shown.text) == []
    for words in ("Withdraw: 1 Pair 1", "lost by forfeit", "Nothing is saved yet.", "brought back"):
        assert words in shown.text, words
    for name in ("act", "when"):
        assert f'<input type="hidden" name="{name}" value="{given[name]}">' in shown.text
    assert all_rows() == before
    refused = dora.post(at(hall.event, "1/presence/"), {**given, "reason": " "}, follow=True)
    assert "A reason is needed." in refused.text and all_rows() == before


def test_who_comes_late_is_shown_the_place_before_it_is_entered(hall: Evening, dora: Client) -> None:
    hall.play_round({1: 60, 2: 70})
    before = all_rows()
    shown = dora.post(at(hall.event), {**MARTA, "match_points": "1", "action": "preview"})
    assert shown.status_code == 200 and faults(shown.text) == []
    assert "Add: Marta Rius – Ona Bas" in shown.text and "not in the table" in shown.text
    assert '<input type="hidden" name="match_points" value="1">' in shown.text
    assert all_rows() == before
    refused = dora.post(at(hall.event), {**MARTA, "number": "1", "action": "preview"})
    assert refused.status_code == 422 and 'id="number-fault"' in refused.text


def test_who_was_entered_by_mistake_is_taken_off(hall: Evening, dora: Client) -> None:
    removal = {"act": "remove", "name": hall.entrants[3].name.upper()}
    assert dora.post(at(hall.event, "4/presence/"), removal).headers["Location"] == at(hall.event)
    assert not hall.event.entrants.filter(number=4).exists()
    hall.next_round()
    dora.post(at(hall.event, "1/presence/"), {"act": "remove", "name": hall.entrants[0].name})
    assert hall.event.entrants.filter(number=1).exists()
    assert "withdraw it instead" in dora.get(at(hall.event, "1/")).text


@pytest.mark.parametrize("name", ["", "Pair", "Pair 14"])
def test_what_cannot_be_taken_back_is_asked_for_by_its_name(hall: Evening, dora: Client, name: str) -> None:
    dora.post(at(hall.event, "4/presence/"), {"act": "remove", "name": name})
    assert hall.event.entrants.filter(number=4).exists()
    assert (
        f"Type the name as it stands in the list: {hall.entrants[3].name}."
        in dora.get(at(hall.event, "4/")).text
    )


def test_who_comes_late_joins_with_points(hall: Evening, dora: Client) -> None:
    hall.play_round({1: 100, 2: 100})
    page = dora.get(at(hall.event)).text
    assert "Plays from round 2 on." in page and "Match points for the rounds missed" in page
    assert dora.post(at(hall.event), {**MARTA, "match_points": "1,5"}).status_code == 303
    late = hall.event.entrants.get(number=5)
    assert late.joined_round == 2
    assert [each.match_points for each in late.participations.all()] == [Fraction(3, 2)]


def sheet(*rows: tuple[str | int, ...]) -> SimpleUploadedFile:
    """An XLSX file with these rows."""
    book = Workbook()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    written = io.BytesIO()
    book.save(written)
    return SimpleUploadedFile("list.xlsx", written.getvalue())


def hidden(text: str) -> str:
    """The rows that the preview sends back."""
    from tests.pages.markup import Page

    return next(given["value"] for given in Page(text).of("input") if given.get("name") == "rows")


def test_a_file_is_looked_through_and_then_entered(hall: Evening, dora: Client) -> None:
    good = ("Los Ases", "Pol Mas", "Iris Pou", "Sants", "1500", 12)
    file = sheet(
        ("name", "player_1", "player_2", "club", "rating", "number", "colour"), good, ("", "Solo", "")
    )
    page = dora.post(at(hall.event, "import/"), {"file": file}).text
    assert "Good rows: 1, errors: 1" in page and ">Enter 1 pair</button>" in page
    assert "player_2" in page and "A value is missing." in page and "colour" in page
    assert hall.event.entrants.count() == 4
    assert faults(page) == []
    answer = dora.post(at(hall.event, "import/"), {"rows": hidden(page)})
    assert answer.headers["Location"] == at(hall.event)
    assert hall.event.entrants.get(number=12).name == "Los Ases"


SPANISH = {"accept-language": "es"}


@pytest.mark.parametrize("head", ["Nombre;JUGADOR 1;Jugador-2;Numero", "nombre;jugador_1;jugador_2;Número"])
@pytest.mark.parametrize("way", ["file", "pasted"])
def test_a_list_may_name_its_columns_in_any_language_of_the_site(
    hall: Evening, dora: Client, head: str, way: str
) -> None:
    text = f"{head};color\nLos Ases;Pol Mas;Iris Pou;12;rojo\n"
    sent = SimpleUploadedFile("lista.csv", text.encode()) if way == "file" else text
    page = dora.post(at(hall.event, "import/"), {way: sent}).text
    assert "Good rows: 1, errors: 0" in page and "not read: color" in page
    dora.post(at(hall.event, "import/"), {"rows": hidden(page)})
    added = hall.event.entrants.get(number=12)
    assert (added.name, [each.player.name for each in added.line_up.all()]) == (
        "Los Ases",
        ["Pol Mas", "Iris Pou"],
    )


def test_the_page_names_the_columns_in_the_language_of_its_reader(hall: Evening, dora: Client) -> None:
    path = at(hall.event, "import/")
    spanish = dora.get(path, headers=SPANISH).text
    assert "<code>jugador_1</code>, <code>jugador_2</code>, <code>nombre</code>" in spanish
    assert "jugador_1,jugador_2,club" in spanish and "player_1" not in spanish
    assert "<code>player_1</code>, <code>player_2</code>, <code>name</code>" in dora.get(path).text
    file = SimpleUploadedFile("lista.csv", b"jugador 1,equipo\nPol Mas,Sants\n")
    refused = dora.post(path, {"file": file}, headers=SPANISH).text
    assert "<code>jugador_2</code>" in refused and faults(refused) == []


def test_no_heading_means_two_columns() -> None:
    columns = columns_of("team")
    assert sorted(set(headings().values())) == sorted(columns)
    for language in ("en", "es", "ml"):
        with translation.override(language):
            assert [headings()[heading_key(heading(each))] for each in columns] == list(columns)


def test_rows_that_somebody_entered_meanwhile_are_shown_again(hall: Evening, dora: Client) -> None:
    text = "player_1,player_2\nMarta Rius,Ona Bas\n"
    file = SimpleUploadedFile("list.csv", text.encode())
    page = dora.post(at(hall.event, "import/"), {"file": file}).text
    dora.post(at(hall.event), MARTA)
    answer = dora.post(at(hall.event, "import/"), {"rows": hidden(page)})
    assert answer.status_code == 422 and "on the list already" in answer.text
    assert hall.event.entrants.count() == 5


def test_a_file_that_is_none_is_refused_in_words(hall: Evening, dora: Client) -> None:
    file = SimpleUploadedFile("list.csv", b"club\nSants\n")
    page = dora.post(at(hall.event, "import/"), {"file": file}).text
    assert "player_1" in page and "The column is missing." in page
    assert "A list without names of columns can be pasted below." in page
    assert dora.post(at(hall.event, "import/"), {}).status_code == 422


PASTED = {
    "message": "1. Marta Rius – Ona Bas\n2. Pol Mas – Iris Pou\n",
    "bare": "Marta Rius, Ona Bas, Gràcia\r\n\r\nPol Mas & Iris Pou",
    "spreadsheet": "1\tMarta Rius\tOna Bas\n2\tPol Mas\tIris Pou",
    "counted now and then": "1. Marta Rius and Ona Bas\n#2 Pol Mas y Iris Pou",
    "words": "1) Marta Rius und Ona Bas\n2)Pol Mas e Iris Pou",
    "a word within a name": "Marta Rius, Ona Bas\n#2 Pol Mas & Iris Pou, Casa y Campo",
    "headed": "player_2;player_1\nOna Bas;Marta Rius\nIris Pou;Pol Mas",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_pasted_list_needs_no_headings(hall: Evening, dora: Client, text: str) -> None:
    page = dora.post(at(hall.event, "import/"), {"pasted": text}).text
    assert "Good rows: 2, errors: 0" in page and faults(page) == []
    dora.post(at(hall.event, "import/"), {"rows": hidden(page)})
    names = hall.event.entrants.order_by("number").values_list("name", flat=True)
    assert list(names)[4:] == ["Marta Rius – Ona Bas", "Pol Mas – Iris Pou"]


def test_a_pasted_list_with_an_error_can_be_mended_where_it_stands(hall: Evening, dora: Client) -> None:
    page = dora.post(at(hall.event, "import/"), {"pasted": "Marta Rius\nPol Mas, Iris Pou"}).text
    row = '<td class="number">1</td><td>Marta Rius</td><td>No second player found'
    assert row in page and "Put a comma or a dash between the two: " in page
    assert "Correct the list below and look through it again, or enter the good rows alone." in page
    assert "Mend the file" not in page
    assert '<td class="number soft">2</td><td>Pol Mas – Iris Pou</td>' in page
    assert "Good rows: 1, errors: 1" in page and "Marta Rius\nPol Mas, Iris Pou</textarea>" in page
    assert dora.post(at(hall.event, "import/"), {"pasted": " \n "}).status_code == 422


@pytest.mark.parametrize(
    ("kind", "line", "parts"),
    [
        ("pair", "Ortega y Gasset – Pol Mas", ["Ortega y Gasset", "Pol Mas"]),
        ("pair", "Ortega y Gasset y Pol Mas", ["Ortega y Gasset y Pol Mas"]),
        ("pair", "Ana E Bas", ["Ana E Bas"]),
        ("pair", "Andy Ford", ["Andy Ford"]),
        ("individual", "Ortega y Gasset", ["Ortega y Gasset"]),
        ("pair", "3 Ases and Ona Bas", ["3 Ases", "Ona Bas"]),
    ],
)
def test_a_word_parts_two_names_only_where_it_can_be_nothing_else(
    kind: str, line: str, parts: list[str]
) -> None:
    rows = list(csv.reader(io.StringIO(with_headings(line, kind).decode())))
    assert rows[1] == parts


@pytest.mark.parametrize(
    ("kind", "line"), [("individual", "Ona Bas, Sants"), ("team", "Ases - Ona - Pol - Iris - Mar")]
)
def test_a_line_of_any_kind_is_read_in_the_order_that_the_page_tells(kind: str, line: str) -> None:
    found = preview_entrants(with_headings(line, kind), kind)
    assert not found.errors and not found.file_error
    assert [row.name for row in found.rows] == [line.split(" - ", maxsplit=1)[0].split(",", maxsplit=1)[0]]


def test_the_list_takes_a_fixed_number_of_queries(
    hall: Evening, dora: Client, django_assert_num_queries: Any
) -> None:
    dora.get(at(hall.event))
    with django_assert_num_queries(9):
        dora.get(at(hall.event))
    for place in range(20):
        dora.post(at(hall.event), {"player_1": f"A {place}", "player_2": f"B {place}"})
    dora.get(at(hall.event))
    with django_assert_num_queries(9):
        dora.get(at(hall.event))


ACTS = ["", "1/", "1/here/", "1/presence/", "everybody/", "import/"]


@pytest.mark.parametrize("rest", ACTS)
def test_strangers_are_shown_the_door(hall: Evening, rest: str) -> None:
    visitor, sam = Client(), Client()
    assert hall.sam.user is not None
    sam.force_login(hall.sam.user)
    Event.objects.filter(pk=hall.event.pk).update(status="registration")
    assert visitor.post(at(hall.event, rest)).headers["Location"].startswith("/login/?next=")
    assert sam.post(at(hall.event, rest), MARTA).status_code == 403
    assert Entrant.objects.count() == 4


def test_a_draft_is_not_there_for_others(hall: Evening) -> None:
    other = evening()
    otto = Client()
    assert other.dora.user is not None
    otto.force_login(other.dora.user)
    assert otto.get(at(hall.event)).status_code == 404
    add_member_by_name(hall.dora, hall.event, other.dora.user.username, Role.ASSISTANT)
    assert otto.get(at(hall.event)).status_code == 200


def test_the_list_leads_on_until_a_round_is_drawn(hall: Evening, dora: Client) -> None:
    desk = f'<a href="{address(hall.event, "desk/")}">draw the first round</a>'
    page = dora.get(at(hall.event)).text
    tablets = f'<a href="{address(hall.event, "setup/devices/")}">prepare them</a>'
    assert page.index(desk) < page.index(tablets) < page.index('id="list"')
    hall.next_round()
    assert desk not in dora.get(at(hall.event)).text


def test_whether_arrivals_are_ticked_off_is_left_to_who_wants_it(hall: Evening, dora: Client) -> None:
    page = dora.get(at(hall.event)).text
    assert re.search(r'<details class="more plain" id="check-in">\s*<summary>.*\(optional\)</summary>', page)
    page = dora.post(at(hall.event, "everybody/"), {"here": "0"}, follow=True).text
    assert 'id="check-in"' not in page and "Everybody is here" in page


def test_an_empty_list_leads_to_the_list_that_is_pasted(hall: Evening, dora: Client) -> None:
    hall.event.entrants.all().delete()
    page = dora.get(at(hall.event)).text
    assert f'<a href="{at(hall.event, "import/")}">Or paste a list</a>' in page and "first round" not in page
