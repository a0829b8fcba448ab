"""`manage.py event simulate`: whole events by chance, always the same ones, that import, verify and reckon."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from engine.registry import also_searching, get_game
from scoring.models import MatchResult
from tests.contracts.sources import ROOT
from tests.events.commands import Bench, matches_of
from tests.events.commands import event_command as run
from tests.events.reckoning import Played, Round, Table
from tests.events.setting_up import HANDS, archive
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db

Document = dict[str, Any]


def evening(pairs: int = 8, rounds: int = 3, **stage: Any) -> Document:
    return archive("evening", pairs, **({"rounds_planned": rounds} | stage))


def planned(*matches: Document, kind: str = "pair", **stage: Any) -> Document:
    """Four entrants, and the matches of one published round that nobody draws."""
    document = archive("plan", 4, **({"method": "round_robin", "match": {"hands": 2}} | stage))
    del document["stages"][0]["rounds_planned"]
    document["event"]["entrant_kind"] = kind
    document["stages"][0]["rounds"] = [{"number": 1, "status": "published", "matches": list(matches)}]
    if kind == "individual":
        for entrant in document["entrants"]:
            del entrant["players"][1:]
    if kind == "team":
        for entrant in document["entrants"]:
            people = [f"{entrant['id']}x", f"{entrant['id']}y"]
            document["players"] += [{"id": each, "name": each} for each in people]
            entrant["players"] += people
    return document


def as_played(match: Document, numbers: dict[str, int]) -> Played:
    """A match of the file as the reckoning takes it."""
    first, second = match["sides"]
    return Played((numbers[first], numbers[second]), [hand["summary"] for hand in match["hands"]])


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(bench: Bench) -> None:
    first = bench.written(evening(), "--seed", 7)
    assert bench.written(evening(), "--seed", 7) == first
    assert bench.written(evening(), "--seed", 8) != first


def test_the_bytes_hang_neither_on_the_process_nor_on_a_database(bench: Bench, tmp_path: Path) -> None:
    here = bench.written(evening(4, 2), "--seed", 3)
    away = tmp_path / "no.sqlite3"
    environment = os.environ | {"PYTHONHASHSEED": "4242", "DATABASE_URL": f"sqlite:///{away}"}
    there = tmp_path / "there.json"
    command = ["manage.py", "event", "simulate", tmp_path / "in.json", "--seed", "3", "--out", there]
    subprocess.run([sys.executable, *map(str, command)], cwd=ROOT, env=environment, check=True)
    assert there.read_bytes() == here
    assert not away.exists()


def test_nothing_is_left_in_the_database_and_what_is_there_changes_nothing(bench: Bench) -> None:
    alone = bench.written(evening(4, 1))
    assert not (Event.objects.exists() or Club.objects.exists())
    run("import", bench.file(evening(4, 1)))
    assert bench.written(evening(4, 1)) == alone
    assert Event.objects.get().status == "registration"


def test_a_simulated_event_verifies_and_has_the_table_that_is_reckoned_from_the_file(bench: Bench) -> None:
    made = bench.proven(evening(), "--seed", 7)
    assert made["event"]["status"] == "finished"
    numbers = {entrant["id"]: entrant["number"] for entrant in made["entrants"]}
    rounds = [
        Round([as_played(match, numbers) for match in one["matches"]]) for one in made["stages"][0]["rounds"]
    ]
    assert [len(one.matches) for one in rounds] == [4, 4, 4]
    table = run("standings", "evening")[1]["rows"]
    keys = ("rank", "tied", "number", "values", "decided_by")
    shown = [{key: row[key] for key in keys} for row in table]
    assert shown == Table.of(rounds, numbers.values(), HANDS).rows()


def test_a_simulation_that_stopped_goes_on_as_if_it_had_not(bench: Bench) -> None:
    whole = bench.written(evening(4))
    code, answer = bench.answer(evening(4), "--rounds", 2)
    assert (code, answer["rounds"], answer["matches"], answer["finished"]) == (0, 2, 4, False)
    assert bench.written(json.loads(bench.out.read_bytes())) == whole


def test_the_clock_ends_matches_by_a_ruling_that_names_no_time_of_this_machine(bench: Bench) -> None:
    made = bench.proven(evening(4, 1, match={"minutes": 30}))
    assert {3 <= len(match["hands"]) <= 6 for match in matches_of(made)} == {True}
    assert [(each["effect"], "at" in each) for each in made["rulings"]] == [("close", False)] * 2


def test_games_are_played_until_somebody_has_won_most_of_them(bench: Bench) -> None:
    document = evening(2, 1, match={"best_of": 3})
    document["event"]["options"] = {"target_score": 200}
    bench.proven(document)
    games = MatchResult.objects.get().games
    assert games is not None
    assert sorted(games.values()) in ([0, 2], [1, 2])


def test_who_is_not_there_sits_out_and_the_odd_one_has_a_bye(bench: Bench) -> None:
    document = evening(6, 1)
    document["entrants"][5]["absences"] = {"1": "absence"}
    outcomes = [match["outcome"] for match in matches_of(bench.proven(document))]
    assert sorted(outcomes) == ["absence", "pairing_bye", "played", "played"]


@pytest.mark.parametrize(
    ("kind", "matches"),
    [
        ("pair", [{"table": 1, "sides": ["e1", "e2"]}, {"table": 2, "sides": ["e3", "e4"]}]),
        ("individual", [{"table": 1, "sides": [["e1", "e4"], ["e2", "e3"]]}]),
        (
            "team",
            [
                {"table": 1, "sides": ["e1", "e2"]},
                {"table": 2, "sides": ["e2", "e1"], "leg": 2},
                {"table": 3, "sides": ["e3", "e4"]},
            ],
        ),
    ],
)
def test_a_plan_is_played_as_it_stands(bench: Bench, kind: str, matches: list[Document]) -> None:
    if kind == "team":
        for match in matches[:2]:
            sides = {"e1": ["p1a", "p1b"], "e2": ["p2a", "p2b"]}
            others = {"e1": ["e1x", "e1y"], "e2": ["e2x", "e2y"]}
            people = [(others if "leg" in match else sides)[each] for each in match["sides"]]
            match["seats"] = dict(zip("1324", [*people[0], *people[1]], strict=True))
    made = bench.proven(planned(*matches, kind=kind))
    assert [match["sides"] for match in matches_of(made)] == [match["sides"] for match in matches]
    assert {len(match["hands"]) for match in matches_of(made)} == {2}


def test_a_game_without_card_play_is_refused(bench: Bench) -> None:
    document = evening(4)
    document["event"] |= {"game": "trio", "entrant_kind": "individual"}
    document["stages"][0] |= {"points": {"places": [2, 1, 0]}, "match": {"hands": 2}}
    for entrant in document["entrants"]:
        del entrant["players"][1:]
    with also_searching("tests.data.toy"):
        problem = bench.refused(document)
        title = get_game("trio").title
    assert (problem["code"], problem["path"]) == ("cannot_simulate", "/event/game")
    assert title in problem["message"]


def test_a_round_that_cannot_be_drawn_is_named_by_its_place_with_entrants_of_the_file(bench: Bench) -> None:
    problem = bench.refused(evening(4, 4))
    assert (problem["code"], problem["path"]) == ("no_legal_round", "/stages/0/rounds/3")
    assert sorted(problem["params"]["odd_groups"]) == [["e1"], ["e2"], ["e3"], ["e4"]]


def test_a_stage_needs_an_end_and_a_way_to_get_there(bench: Bench) -> None:
    endless = evening(4)
    del endless["stages"][0]["rounds_planned"]
    assert bench.refused(endless)["code"] == "rounds_not_planned"
    assert bench.refused(evening(4, method="knockout"))["code"] == "method_not_drawn"
    assert bench.answer(endless, "--rounds", 1)[1]["finished"] is False


def test_what_cannot_be_read_or_written_is_said(bench: Bench) -> None:
    assert bench.refused({"format": "else"})["code"] == "not_an_archive"
    bench.out = bench.folder / "nowhere" / "out.json"
    assert bench.refused(evening(4, 1))["code"] == "file_not_written"
    with pytest.raises(CommandError):
        bench.answer(evening(4), "--rounds", 0)
