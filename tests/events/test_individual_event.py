"""Ten who play Twenty-Eight for three, each for himself: simulated, imported, verified, ranked anew from its file."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.events.commands import Bench, Document, event_command

pytestmark = pytest.mark.django_db

PEOPLE, ROUNDS, HANDS = 10, 4, 6
PLACES = (2, 1, 0)
SHOWN = ("rank", "tied", "number", "values")


def document(people: int = PEOPLE, **stage: Any) -> Document:
    """The event before it is played."""
    return {
        "format": "baza-event",
        "version": 1,
        "event": {
            "slug": "three-handed",
            "name": "Three-handed evening",
            "game": "twenty_eight",
            "profile": "club",
            "options": {"variant": "28_3p"},
            "entrant_kind": "individual",
            "time_zone": "Asia/Kolkata",
            "starts_at": "2026-11-26T19:00:00+05:30",
            "seed": 28,
        },
        "players": [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, people + 1)],
        "entrants": [
            {"id": f"e{n}", "number": n, "name": f"Player {n}", "players": [f"p{n}"]}
            for n in range(1, people + 1)
        ],
        "stages": [
            {
                "id": "s1",
                "name": "Tables of three",
                "method": "individual",
                "method_options": {},
                "rounds_planned": ROUNDS,
                "match": {"hands": HANDS},
                "points": {"places": [*PLACES], "pairing_bye": 0, "requested_bye": 0, "absence": 0},
                "ranking": ["match_points", "game_points", "wins"],
                "unplayed": "fide_2026",
                "rounds": [],
                **stage,
            }
        ],
        "rulings": [],
    }


def worth(hand: dict[str, Any]) -> list[int]:
    """What the three write for a hand as clubs play it: the others pay the bidder, or he pays them and more."""
    bid, bidder = hand["bid"], hand["bidder"] - 1
    award = 1 if bid < 20 else 2 if bid < 25 else 3
    given_up = hand.get("conceded_by")
    made = given_up == "defenders" if given_up else hand["bidder_points"] >= bid
    each = award if made else -(award + 1)
    return [2 * each if seat == bidder else -each for seat in range(3)]


def totals(match: dict[str, Any]) -> list[int]:
    written = [worth(hand["summary"]) for hand in match["hands"] if hand["summary"].get("kind") != "void"]
    assert len(written) >= HANDS
    return [sum(column) for column in zip(*written, strict=True)]


def by_place(score: list[int]) -> list[Fraction]:
    """Points by the place at the table, shared by those who are equal."""
    order = sorted(score, reverse=True)
    shared = {
        value: Fraction(sum(PLACES[at] for at, one in enumerate(order) if one == value), order.count(value))
        for value in score
    }
    return [shared[value] for value in score]


def reckoned(archive: Document) -> list[dict[str, Any]]:
    """The standings from what was typed alone."""
    numbers = {entrant["id"]: entrant["number"] for entrant in archive["entrants"]}
    points: dict[str, Fraction] = defaultdict(Fraction)
    game, firsts = Counter[str](), Counter[str]()
    for each in archive["stages"][0]["rounds"]:
        for match in (match for match in each["matches"] if len(match["sides"]) == 3):
            score = totals(match)
            for one, own, place in zip(match["sides"], score, by_place(score), strict=True):
                points[one] += place
                game[one] += own
                firsts[one] += place == PLACES[0]
    keys = {one: (points[one], game[one], firsts[one]) for one in numbers}
    order = sorted(numbers, key=lambda one: (*(-value for value in keys[one]), numbers[one]))
    return [
        {
            "rank": 1 + sum(keys[other] > keys[one] for other in numbers),
            "tied": [*keys.values()].count(keys[one]) > 1,
            "number": numbers[one],
            "values": dict(zip(("match_points", "game_points", "wins"), map(str, keys[one]), strict=True)),
        }
        for one in order
    ]


def test_an_event_of_individuals_verifies_and_ranks_as_its_file_says(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    archive = bench.proven(document(), "--seed", 5)
    rounds = archive["stages"][0]["rounds"]
    tables = [match["sides"] for each in rounds for match in each["matches"] if len(match["sides"]) == 3]
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert (len(tables), set(met.values())) == (12, {1})
    out = Counter(
        match["sides"][0] for each in rounds for match in each["matches"] if len(match["sides"]) == 1
    )
    assert sum(out.values()) == ROUNDS and set(out.values()) == {1}
    shown = event_command("standings", "three-handed")[1]["rows"]
    assert [{key: row[key] for key in SHOWN} for row in shown] == reckoned(archive)
    code, exported = event_command("export", "three-handed")
    assert (code, exported["stages"]) == (0, archive["stages"])


def test_the_next_tables_of_three_are_told_before_they_are_drawn(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.proven(document(8, rounds_planned=3), "--seed", 2, "--rounds", 2)
    code, told = event_command("pair", "three-handed", "--dry-run")
    assert (code, told["costs"], told["next_round_possible"]) == (0, [0, 0, 0], True)
    assert told["pairs"] == told["tables"] and [len(each) for each in told["pairs"]] == [3, 3]
    seated = [one for table in told["pairs"] for one in table]
    assert sorted([*seated, *told["byes"]]) == [f"e{n}" for n in range(1, 9)]
    assert told["why"]["proven"] == ["sit_outs", "repeats_planned", "repeats"]
    assert {each["code"] for each in told["why"]["tables"]} == {"all_new"}
    assert event_command("pair", "three-handed")[1]["pairs"] == told["pairs"]


def test_what_is_no_option_of_the_method_is_refused(tmp_path: Path) -> None:
    problem = Bench(tmp_path).refused(document(method_options={"pattern": "slide"}))
    assert (problem["code"], problem["path"]) == ("unknown_key", "/stages/0/method_options/pattern")
    problem = Bench(tmp_path).refused(document(method_options={"forbidden_pairs": [["e1", "e99"]]}))
    assert problem["code"] == "unknown_entrant"


def test_a_scale_that_compares_two_sides_is_refused_at_tables_of_three(tmp_path: Path) -> None:
    for scale in ("20-0", {"kind": "steps", "steps": [[0, 1, 1], [10, 2, 0]]}):
        problem = Bench(tmp_path).refused(document(scale=scale))
        assert (problem["code"], problem["path"]) == ("scale_of_two_sides", "/stages/0/scale")


def test_a_draft_may_hold_fixed_tables_and_byes_of_the_round_to_be_drawn(tmp_path: Path) -> None:
    draft = {
        "number": 1,
        "status": "draft",
        "matches": [
            {"table": 2, "sides": ["e5", "e1", "e9"]},
            {"sides": ["e4"], "outcome": "requested_bye"},
        ],
    }
    made = document(10, method_options={"forbidden_pairs": [["e2", "e3"]]}, rounds=[draft])
    assert event_command("import", Bench(tmp_path).file(made))[0] == 0
    code, told = event_command("pair", "three-handed", "--dry-run")
    assert (code, told["byes"], told["costs"][0]) == (0, [], 0)
    assert told["tables"][1] == ["e5", "e1", "e9"] and told["why"]["tables"][1]["code"] == "fixed"
    assert not [table for table in told["tables"] if {"e2", "e3"} <= {*table}]
    assert sorted(one for table in told["tables"] for one in table) == sorted(
        f"e{n}" for n in range(1, 11) if n != 4
    )
