"""The operator's command: JSON on standard output, exit code 1 where it names problems."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scoring.archive.canonical import dumps
from scoring.archive.read import Archive, read_archive
from scoring.models import MatchResult
from tests.scoring.archive.samples import Document, add_round, changed, evening, pairs, slip
from tournaments.models import Club, Event, Round

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> tuple[int, str]:
    """Exit code and standard output of `manage.py event ...`."""
    out = io.StringIO()
    try:
        call_command("event", *map(str, arguments), stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def answer(*arguments: object) -> Any:
    return json.loads(run(*arguments)[1])


@pytest.fixture
def store(tmp_path: Path) -> Any:
    """Write a document to a file and import it; returns exit code and answer."""

    def stored(document: Document, *options: str) -> tuple[int, Any]:
        file = tmp_path / "event.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        code, out = run("import", file, *options)
        return code, json.loads(out)

    return stored


def test_the_first_import_makes_the_club(store: Any) -> None:
    code, found = store(evening())
    assert (code, found["imported"], found["club"]) == (0, "friday", "club")
    assert found["counted"] == {"entrants": 7, "rounds": 4, "matches": 12, "hands": 3, "rulings": 3}
    assert [each["slug"] for each in answer("list")["events"]] == ["friday"]


def test_a_refused_archive_names_its_places_and_stores_nothing(store: Any) -> None:
    code, found = store(changed(evening(), "/stages/0/rounds/0/matches/0/sides/0", "e9"))
    assert code == 1
    assert found["problems"] == [
        {
            "code": "unknown_entrant",
            "path": "/stages/0/rounds/0/matches/0/sides/0",
            "params": {"entrant": "e9"},
            "message": "No entrant has the id e9.",
        }
    ]
    assert not Event.objects.exists()
    assert not Club.objects.exists()


def test_a_taken_slug_needs_replace(store: Any) -> None:
    store(evening())
    code, found = store(pairs(2))
    assert (code, found["problems"][0]["code"]) == (1, "slug_taken")
    assert store(pairs(2), "--replace")[0] == 0
    assert answer("list")["events"][0]["entrants"] == 2


def test_where_there_are_several_clubs_one_must_be_named(store: Any) -> None:
    for slug in ("north", "south"):
        Club.objects.create(name=slug, slug=slug)
    assert store(pairs(2))[1]["problems"][0]["code"] == "club_needed"
    assert store(pairs(2), "--club", "west")[1]["problems"][0]["code"] == "unknown_club"
    assert store(pairs(2), "--club", "north")[0] == 0
    assert store(pairs(2), "--club", "south")[0] == 0
    assert answer("standings", "friday")["problems"][0]["code"] == "club_needed"
    assert answer("standings", "friday", "--club", "south")["rows"]


def test_the_export_is_the_canonical_archive_alone(store: Any) -> None:
    store(evening())
    archive = read_archive(evening())
    assert isinstance(archive, Archive)
    assert run("export", "friday") == (0, dumps(archive.document).decode())


def test_what_is_not_there_is_named() -> None:
    assert answer("export", "nothing")["problems"][0]["code"] == "unknown_event"
    assert answer("import", "/no/such/file.json")["problems"][0]["code"] == "file_not_readable"


def four() -> Document:
    return add_round(pairs(4), "closed", slip(1, "e1", "e3", 70, 130), slip(2, "e2", "e4", 110, 90))


def test_the_table_after_the_last_closed_round(store: Any) -> None:
    store(four())
    found = answer("standings", "friday")
    assert (found["stage"], found["after_round"]) == ("s1", 1)
    assert [(row["rank"], row["entrant"], row["decided_by"]) for row in found["rows"]] == [
        (1, "e3", None),
        (2, "e2", "difference"),
        (3, "e4", "match_points"),
        (4, "e1", "difference"),
    ]
    first = {"rank": 1, "tied": False, "entrant": "e3", "number": 3, "name": "Pair 3"}
    assert found["rows"][0].items() >= first.items()
    assert found["rows"][0]["values"] == {"match_points": "2", "buchholz": "0", "difference": "60"}


def test_the_table_of_a_stage_by_id_or_name_and_after_a_round(store: Any) -> None:
    store(four())
    assert answer("standings", "friday", "--stage", "Swiss") == answer("standings", "friday", "--stage", "s1")
    assert {row["rank"] for row in answer("standings", "friday", "--after", 0)["rows"]} == {1}
    assert answer("standings", "friday", "--stage", "s7")["problems"][0]["code"] == "unknown_stage"
    assert answer("standings", "friday", "--after", 2)["problems"][0]["code"] == "round_not_closed"


def test_the_table_as_csv_runs_no_formula(store: Any) -> None:
    store(changed(four(), "/entrants/2/name", "=1+1"))
    lines = run("standings", "friday", "--format", "csv")[1].splitlines()
    assert lines[0] == "rank,number,name,match_points,buchholz,difference,decided_by"
    assert lines[1] == "1,3,'=1+1,2,0,60,"
    assert lines[4].startswith("4,1,Pair 1,0,2,-60,")


def test_the_table_as_text(store: Any) -> None:
    store(four())
    lines = run("standings", "friday", "--format", "text")[1].splitlines()
    assert lines[1].split() == ["1", "3", "Pair", "3", "2", "0", "60"]


def test_a_dry_draw_stores_nothing(store: Any) -> None:
    store(four())
    code, out = run("pair", "friday", "--dry-run")
    found = json.loads(out)
    assert code == 0
    assert {frozenset(pair) for pair in found["pairs"]} == {frozenset({"e2", "e3"}), frozenset({"e1", "e4"})}
    assert (found["byes"], found["costs"][:4]) == ([], [0, [], 0, "0"])
    assert found["next_round_possible"] is True
    assert len(found["why"]["tables"]) == 2
    assert Round.objects.count() == 1


def test_a_draw_is_stored_as_a_draft(store: Any) -> None:
    store(four())
    found = answer("pair", "friday")
    assert found["round"] == 2
    drawn = Round.objects.get(number=2)
    assert (drawn.status, drawn.matches.count()) == ("draft", 2)


def test_what_was_set_beforehand_is_kept_in_the_draw(store: Any) -> None:
    document = add_round(four(), "draft", {"sides": ["e4"], "outcome": "requested_bye"})
    store(document)
    found = answer("pair", "friday", "--dry-run")
    assert len(found["pairs"]) == len(found["byes"]) == 1
    assert "e4" not in [*found["pairs"][0], *found["byes"]]


def test_a_round_that_cannot_be_drawn_is_explained_with_the_ids_of_the_archive(store: Any) -> None:
    store(add_round(pairs(2), "closed", slip(1, "e1", "e2", 1, 0)))
    code, out = run("pair", "friday", "--dry-run")
    problem = json.loads(out)["problems"][0]
    assert (code, problem["code"]) == (1, "no_legal_round")
    assert sorted(problem["params"]["odd_groups"]) == [["e1"], ["e2"]]
    assert problem["params"]["least_rematches"] == 1


def test_the_proof_names_what_was_changed_and_ends_with_1(store: Any) -> None:
    store(evening())
    assert run("verify", "friday")[0] == 0
    MatchResult.objects.filter(match__round__number=1, match__table__number=2).update(winner="B")
    code, out = run("verify", "friday")
    found = json.loads(out)
    assert (code, found["ok"]) == (1, False)
    assert [(each["table"], each["field"]) for each in found["problems"]] == [(2, "winner")]


def test_entrants_of_a_file_are_previewed_and_entered(store: Any, tmp_path: Path) -> None:
    store(pairs(2))
    file = tmp_path / "more.csv"
    file.write_text(
        "name;player_1;player_2;rating;number\nNew;Ann;Bob;1,5;\nPair 1;Cy;Di;;\nSeven;Ed;Flo;;7\n"
    )
    found = answer("import-entrants", "friday", file, "--dry-run")
    assert [row["name"] for row in found["entrants"]] == ["New", "Seven"]
    assert found["errors"] == [{"line": 3, "column": "name", "kind": "duplicate"}]
    event = Event.objects.get()
    assert event.entrants.count() == 2
    assert run("import-entrants", "friday", file)[0] == 0
    assert set(event.entrants.values_list("number", "name")) >= {(7, "Seven"), (8, "New")}
    assert str(event.entrants.get(name="New").rating) == "3/2"


def test_a_file_without_the_needed_columns_enters_nothing(store: Any, tmp_path: Path) -> None:
    store(pairs(2))
    file = tmp_path / "bad.csv"
    file.write_text("name,player_1\nA,B\n")
    code, out = run("import-entrants", "friday", file)
    assert (code, json.loads(out)["file_error"]) == (1, {"kind": "missing_column", "column": "player_2"})
    assert Event.objects.get().entrants.count() == 2
