"""The standings as people read them: order, the deciding criterion, movement, why."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from itertools import pairwise

from django.test import Client

from pages.templatetags.baza import value_of
from scoring.models import StandingsSnapshot
from scoring.selectors.standings import standings_page, why_page
from scoring.services.standings import compute, store
from tests.pages.conftest import address
from tournaments.models import Event, Stage


def rows(page: str) -> list[str]:
    return page.split('<tr role="row" class="line')[1:]


def test_rows_stand_in_the_stored_order_with_their_marks(evening: Event, vic: Client) -> None:
    page = vic.get(address(evening, "standings/")).text
    assert "provisional" in page
    snapshot = StandingsSnapshot.objects.get(stage__event=evening, after_round=3)
    names = dict(evening.entrants.values_list("pk", "name"))
    found = rows(page)
    assert len(found) == len(snapshot.rows) == 6
    for row, text in zip(snapshot.rows, found, strict=True):
        assert names[row["entrant"]] in text
        assert ("decides:" in text) == (row["decided_by"] is not None)
        assert ("withdrawn" in text) == (names[row["entrant"]] == "Mesa Redonda")


def test_a_table_that_only_boards_would_rank_is_shown_without_numbers(evening: Event, vic: Client) -> None:
    Stage.objects.filter(event=evening).update(ranking=["matchpoints"])
    page = vic.get(address(evening, "standings/"))
    assert (page.status_code, len(rows(page.text))) == (200, 6)
    assert vic.get(address(evening, "hall/")).status_code == 200
    assert vic.get(address(evening, "print/standings/")).status_code == 200


def test_a_line_above_the_table_spells_out_what_its_head_abbreviates(evening: Event, vic: Client) -> None:
    page = vic.get(address(evening, "standings/")).text
    line = page[page.index("abbreviations") : page.index("<table")]
    for abbreviation, name in (("MP", "Match points"), ("BH-C1", "Buchholz")):
        assert f"<strong>{abbreviation}</strong> {name}" in line, abbreviation
    assert "marks the criterion that put a row below the one above it." in line
    assert "<details" not in page[: page.index("<table")]


def test_why_begins_with_what_decides(evening: Event, vic: Client) -> None:
    decided = [line for line in standings_page(evening).lines if line.decider]
    assert any(line.decider is not line.cells[0] for line in decided)
    for line in decided:
        text = vic.get(address(evening, f"stages/1/standings/{line.entrant.number}/")).text
        kinds = re.findall(r'<div class="reason( decides)?">', text)
        assert kinds == [" decides", *[""] * (len(line.cells) - 1)]


def test_movement_is_against_the_round_before(evening: Event) -> None:
    page = standings_page(evening, after=2)
    before = StandingsSnapshot.objects.get(stage__event=evening, after_round=1, final=True)
    ranks = {row["entrant"]: row["rank"] for row in before.rows}
    assert [line.moved for line in page.lines] == [ranks[line.entrant.pk] - line.rank for line in page.lines]
    assert any(line.moved for line in page.lines)
    assert all(line.moved is None for line in standings_page(evening, after=1).lines)


def test_looking_back_shows_the_table_of_then(evening: Event, vic: Client) -> None:
    page = vic.get(address(evening, "standings/?after=1")).text
    assert "After round 1." in page
    assert re.findall("provisional(?! until)", page) == []  # its protest time runs, the round does not
    assert re.search(r'href="\?after=1"\s+aria-current="page"', page)


def test_the_parts_of_why_add_up_to_the_values(evening: Event) -> None:
    for after in (1, 2, None):
        for line in standings_page(evening, after=after).lines:
            page = why_page(evening, line.entrant.number, after=after)
            explained = [cell for cell in page.cells if cell.parts]
            assert {"match_points", "buchholz", "difference"} <= {cell.label for cell in explained}
            for cell in explained:
                total = sum(
                    Fraction(part.points) * Fraction(part.factor) for part in cell.parts if part.counted
                )
                assert total == Fraction(cell.value or 0), (after, line.entrant, cell.label)


def test_why_names_opponents_byes_and_what_is_left_out(evening: Event, vic: Client) -> None:
    path = address(evening, "stages/1/standings/1/")
    part = vic.get(path, headers={"hx-request": "true"}).text
    assert "<html" not in part and "<dl" in part
    assert "left out" in part
    met = evening.entrants.exclude(number=1).filter(participations__match__participations__entrant__number=1)
    assert met.exists() and all(entrant.name in part for entrant in met)
    assert "bye on request" in vic.get(address(evening, "stages/1/standings/5/")).text


def test_what_decides_names_who_is_above_and_its_value(evening: Event, vic: Client) -> None:
    snapshot = StandingsSnapshot.objects.get(stage__event=evening, after_round=3)
    numbers, names = (dict(evening.entrants.values_list("pk", field)) for field in ("number", "name"))
    told = 0
    for above, row in pairwise(snapshot.rows):
        path = address(evening, f"stages/1/standings/{numbers[row['entrant']]}/")
        text = unescape(vic.get(path).text)
        if row["decided_by"]:
            line = next(each for each in standings_page(evening).lines if each.entrant.pk == above["entrant"])
            cell = next(each for each in line.cells if each.label == row["decided_by"])
            value = value_of(cell.value or "0", cell.tiebreak.key)
            assert f"decides: {names[above['entrant']]}, just above, has {value}" in text
            told += 1
    assert told > 1
    first = address(evening, f"stages/1/standings/{numbers[snapshot.rows[0]['entrant']]}/")
    assert "just above" not in vic.get(first).text


def test_shared_ranks_are_marked(evening: Event, vic: Client) -> None:
    snapshot = StandingsSnapshot.objects.filter(stage__event=evening, after_round=3)
    changed = snapshot.get().rows
    changed[1] |= {"rank": 2, "tied": True, "decided_by": "match_points"}
    changed[2] |= {"rank": 2, "tied": True, "decided_by": None}
    snapshot.update(rows=changed)
    found = rows(vic.get(address(evening, "standings/")).text)
    assert ["(shared)" in row for row in found[:4]] == [False, True, True, False]
    assert ">2<span" in found[2].replace(" ", "")


def test_a_direct_encounter_that_does_not_count_says_so(evening: Event, vic: Client) -> None:
    made, said = evening.stages.get(), 0
    made.ranking = ["match_points", "direct_encounter", "buchholz"]
    made.save(update_fields=["ranking"])
    table = StandingsSnapshot.objects.get(stage=made, after_round=1, final=True)
    store(made, 1, table.version + 1, compute(made, 1), final=True)
    for line in standings_page(evening, after=1).lines:
        page = why_page(evening, line.entrant.number, after=1)
        cell = next(each for each in page.cells if each.label == "direct_encounter")
        assert cell.idle == (cell.value is not None)  # after one round nobody has met who is level
        text = vic.get(address(evening, f"stages/1/standings/{line.entrant.number}/?after=1")).text
        assert ("not all who are level have met" in text) == cell.idle
        said += cell.idle
    assert said
