"""What is printed: complete, readable, for those who may have it, the same again for the same event."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.exports.fonts import font_with
from scoring.exports.grid import Cell, Column, draw_grid
from scoring.exports.sheet import Heading, Sheet
from scoring.exports.slips import draw_qr
from tests.make import Evening, enter, evening
from tests.make import counted as counted_hand
from tests.pages.conftest import STARTS
from tests.scoring.exports.conftest import LONG, path, played
from tests.scoring.exports.reading import pages, sizes
from tournaments.models import EventStatus, Match, Participation

pytestmark = pytest.mark.once

TABLES = "print/rounds/2/pairings/"
NAMES = f"{TABLES}?by=name"
SLIPS = "print/rounds/2/slips/"
STANDINGS = "print/standings/"
HEADING = Heading("Spring Open", "Round 1", STARTS, "As of today")


def joined(text: str) -> str:
    """The text without the places where its lines were broken."""
    return re.sub(r"\s+", "", text)


def sheet() -> Sheet:
    made = Sheet(HEADING)
    made.add_page()
    return made


def test_every_name_is_on_the_pairings_in_full(night: Evening, dora: Client) -> None:
    for rest in (TABLES, NAMES):
        text = joined("".join(pages(dora.get(path(night, rest)).content)))
        for participation in Participation.objects.filter(round=night.round).select_related("entrant"):
            if rest == TABLES or participation.match.participations.count() > 1:
                assert joined(participation.entrant.name) in text, participation.entrant.name
    people = night.event.roster.count()
    text = "".join(pages(dora.get(path(night, NAMES)).content))
    assert len(re.findall(r"^(?:North|South) \d+$", text, re.MULTILINE)) == people


def test_who_has_a_bye_is_told_so(night: Evening, dora: Client) -> None:
    text = pages(dora.get(path(night, TABLES)).content)[0]
    assert "Not playing this round" in text
    assert text.index("Not playing this round") < text.index("bye")


def test_the_standings_have_every_row_and_value(night: Evening, dora: Client) -> None:
    (text,) = pages(dora.get(path(night, f"{STANDINGS}?after=1")).content)
    assert re.search(r"^Standings after round 1\nProvisional until .*\d$", text, re.MULTILINE)
    assert text.index("Rank") < text.index("No.") < text.index("Name")
    for entrant in night.entrants[:2]:
        assert re.search(rf"^\d[=\u2007]?\n{entrant.number}\n{entrant.name}$", text, re.MULTILINE), (
            entrant.name
        )
    assert "MP = Match points" in text
    assert joined(LONG) in joined(text)


@pytest.mark.parametrize("rest", [TABLES, NAMES, SLIPS, STANDINGS])
def test_every_page_says_event_round_time_and_number(dora: Client, night: Evening, rest: str) -> None:
    found = pages(dora.get(path(night, rest)).content)
    for number, text in enumerate(found, start=1):
        assert night.event.name in text
        assert rest == SLIPS or f"{night.event.club.name} · {night.event.name}" in text
        assert "ound 2" in text or "Round 2" in text
        assert "As of " in text
        assert re.search(rf"Page {number} of\s+{len(found)}$", text)


@pytest.mark.django_db
def test_a_long_list_has_its_head_on_every_page() -> None:
    made = sheet()
    rows = [[Cell(str(number)), Cell(f"Pair {number}", "North, South")] for number in range(1, 201)]
    draw_grid(made, [Column("Rank", align="R"), Column("Who", share=1)], rows, 11)
    found = pages(made.finished())
    assert 5 <= len(found) <= 10
    assert all("Spring Open" in text and "Who" in text for text in found)
    assert [line for text in found for line in re.findall(r"^Pair \d+$", text, re.MULTILINE)] == [
        f"Pair {number}" for number in range(1, 201)
    ]
    assert all(text.endswith(f"\n{len(found)}") for text in found)


@pytest.mark.parametrize("width", [15.0, 60.0, 180.0])
def test_no_line_is_wider_than_its_place(width: float) -> None:
    made = sheet()
    for text in (LONG, "Ω" * 200, "a b " * 50, "Zoë"):
        lines = made.lines(text, width, 11)
        assert joined("".join(lines)) == joined(text)
        assert all(made.width(line, 11) <= width + 0.01 for line in lines)


def test_columns_of_numbers_leave_room_for_the_names() -> None:
    made = sheet()
    columns = [Column("Name", share=1), *(Column(f"Criterion {number}", align="R") for number in range(7))]
    draw_grid(made, columns, [[Cell(LONG), *(Cell("1234.56") for _ in range(7))]], 11)
    (text,) = pages(made.finished())
    assert joined(LONG) in joined(text)
    assert text.count("1234.56") == 7


def test_letters_that_no_font_has_are_marked_not_left_out() -> None:
    rare = "\U000f1234"  # for private use: a font that has it knows no script by it
    assert font_with(rare) is None
    made = sheet()
    made.put(f"A{rare}B", 14, 100, 100, 11)
    made.add_page()
    made.put("Why?\u200d", 14, 100, 100, 11)
    substituted, plain = pages(made.finished())
    assert "A?B" in substituted
    assert "“?” stands for a letter that no font of this computer has." in substituted
    assert "stands for" not in plain


@pytest.mark.parametrize(("paper", "size"), [("", (595, 842)), ("a4", (595, 842)), ("letter", (612, 792))])
@pytest.mark.parametrize("rest", [f"{TABLES}?", f"{NAMES}&", f"{SLIPS}?", f"{STANDINGS}?"])
def test_paper_is_chosen(night: Evening, dora: Client, rest: str, paper: str, size: tuple[int, int]) -> None:
    more = f"paper={paper}" if paper else ""
    assert sizes(dora.get(path(night, rest + more)).content) == {size}


def test_another_paper_is_not_there(night: Evening, dora: Client) -> None:
    assert dora.get(path(night, f"{TABLES}?paper=a0")).status_code == 404


@pytest.mark.parametrize("rest", [TABLES, NAMES, SLIPS, STANDINGS])
def test_the_same_event_gives_the_same_bytes(night: Evening, dora: Client, rest: str) -> None:
    first = dora.get(path(night, rest))
    assert first.content.startswith(b"%PDF")
    assert dora.get(path(night, rest)).content == first.content
    tag = first.headers["ETag"]
    again = dora.get(path(night, rest), headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    enter(night.match(1), 1, counted_hand(60), night.sam)
    assert dora.get(path(night, rest), headers={"if-none-match": tag}).status_code == 200


def test_a_slip_has_table_sides_rows_and_signatures(night: Evening, dora: Client) -> None:
    (text,) = pages(dora.get(path(night, SLIPS)).content)
    assert re.findall(r"^Table \d+$", text, re.MULTILINE) == ["Table 1", "Table 2"]
    assert text.count("Signature North–South") == 2
    assert text.count("N–S points") == text.count("E–W total") == 2
    for participation in Participation.objects.filter(match__round=night.round, match__table__isnull=False):
        assert joined(participation.entrant.name) in joined(text)


@pytest.mark.parametrize(("hands", "count"), [(1, 2), (8, 2), (9, 4), (40, 4)])
@pytest.mark.django_db
def test_short_matches_share_a_page(hands: int, count: int) -> None:
    made = evening(8, match={"hands": hands})
    made.next_round()
    client = Client()
    assert made.dora.user is not None
    client.force_login(made.dora.user)
    assert len(pages(client.get(path(made, "print/rounds/1/slips/")).content)) == count


def test_the_code_on_a_slip_is_a_full_qr_code_of_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    made = sheet()
    squares: list[tuple[float, float, float, float]] = []
    monkeypatch.setattr(made, "rect", lambda *place, style: squares.append(place))
    draw_qr(made, "a", 0, 0, 29)
    unit = 29 / (21 + 8)  # a Micro QR would have 11 to 17 modules
    assert min(x for x, _y, _w, _h in squares) == pytest.approx(4 * unit)
    assert max(x + w for x, _y, w, _h in squares) == pytest.approx(25 * unit)
    finder = [w for x, y, w, _h in squares if x == pytest.approx(4 * unit) and y == pytest.approx(4 * unit)]
    assert finder == [pytest.approx(7 * unit)]


def test_the_links_of_the_slips_lead_to_the_tables(
    night: Evening, dora: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(
        "scoring.exports.slips.draw_qr", lambda _sheet, address, *_place: seen.append(address)
    )
    dora.get(path(night, SLIPS))
    numbers = Match.objects.filter(round=night.round, table__isnull=False).values_list("number", flat=True)
    here = f"http://testserver{path(night, 'stages/1/rounds/2/')}"
    assert seen == [f"{here}#table-{number}" for number in numbers.order_by("table__number")]
    page = dora.get(path(night, "stages/1/rounds/2/")).text
    assert all(f'id="{address.partition("#")[2]}"' in page for address in seen)


def test_slips_are_for_those_who_enter_results(night: Evening) -> None:
    vic, sam = Client(), Client()
    assert night.sam.user is not None
    sam.force_login(night.sam.user)
    assert vic.get(path(night, SLIPS)).status_code == 403
    assert sam.get(path(night, SLIPS)).status_code == 200
    page = path(night, "rounds/2/")
    assert "/slips/" not in vic.get(page).text
    assert "/slips/" in sam.get(page).text
    assert "/slips/" not in sam.get(page, headers={"hx-request": "true"}).text


def test_drafts_are_not_printed(night: Evening, dora: Client) -> None:
    night.play({1: 50, 2: 60})
    night.close()
    night.drawn()
    for rest in ("print/rounds/3/pairings/", "print/rounds/3/pairings/?by=name", "print/rounds/3/slips/"):
        assert dora.get(path(night, rest)).status_code == 404
    night.event.__class__.objects.filter(pk=night.event.pk).update(status=EventStatus.DRAFT)
    for rest in (TABLES, NAMES, SLIPS, STANDINGS):
        assert Client().get(path(night, rest)).status_code == 404
        assert dora.get(path(night, rest)).status_code == 200


def test_sheets_speak_the_language_of_the_reader(night: Evening, dora: Client) -> None:
    (text,) = pages(dora.get(path(night, TABLES), headers={"accept-language": "es"}).content)
    assert "Ronda 2" in text
    assert "Norte–Sur" in text
    assert "Página 1 de" in text


@pytest.mark.django_db
def test_a_sheet_takes_a_fixed_number_of_queries(django_assert_num_queries: object) -> None:
    for pairs in (4, 16):
        made = played(pairs)
        client = Client()
        for rest, count in ((TABLES, 9), (NAMES, 11), (STANDINGS, 7)):
            with django_assert_num_queries(count):  # type: ignore[operator]
                assert client.get(path(made, rest)).status_code == 200
        assert made.dora.user is not None
        client.force_login(made.dora.user)
        with django_assert_num_queries(12):  # type: ignore[operator]
            assert client.get(path(made, SLIPS)).status_code == 200


@pytest.mark.parametrize("name", ["דוד כהן", "محمد الهاشمي"])
def test_what_stands_beside_a_name_in_another_script_keeps_its_letters(name: str) -> None:
    made = sheet()
    made.put("Seats", 10, 40, 50, 11)
    made.put(name, 10, 50, 50, 11, bold=True)
    made.put("Table 57", 70, 50, 50, 11, bold=True)
    assert "Table 57" in pages(made.finished())[0]


def test_a_number_stands_before_a_name_that_is_read_from_the_right() -> None:
    made = sheet()
    made.put("8  فريق البصرة", 14, 100, 100, 11)
    written = pages(made.finished())[0].partition("As of today\n")[2].removeprefix("Round 1\n")
    assert written.startswith("8")
