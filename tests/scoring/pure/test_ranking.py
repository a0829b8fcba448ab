"""Tie groups, shared ranks, the direct encounter, and the list of criteria as data."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.problems import Problem
from scoring.ranking import explain, parse_ranking, rank, ranking, text
from scoring.table import EntrantInfo, Outcome, Result, ResultTable
from scoring.tiebreaks.base import Options
from scoring.tiebreaks.head_to_head import order
from tests.scoring.pure.events import load, table

CYCLE = load("cycle")["rounds"]


def standing(rounds: list[list[str]], *entries: Any, **settings: Any) -> list[tuple[int, int, str | None]]:
    rows = rank(table(rounds, **settings), ranking(*entries))
    return [(row.rank, row.number, row.decided_by) for row in rows]


def groups(among: ResultTable, options: Options) -> list[list[int]]:
    """The direct encounter of the whole field: who stays level in what order does not matter."""
    return [sorted(group) for group in order(among, options, range(len(among.entrants)))]


def test_who_stays_tied_shares_the_rank_and_is_listed_by_number() -> None:
    rounds = [["4-1 60:40", "3-2 60:40"]]
    assert standing(rounds, "match_points") == [
        (1, 3, None),
        (1, 4, None),
        (3, 1, "match_points"),
        (3, 2, None),
    ]


def test_without_criteria_everybody_shares_the_first_rank() -> None:
    rows = rank(table([["1-2 60:40"]]), ())
    assert [(row.rank, row.tied, row.decided_by, row.values) for row in rows] == [(1, True, None, {})] * 2


def test_a_later_criterion_works_inside_the_groups_only() -> None:
    rounds = [["1-2 55:45", "3-4 90:10"]]
    assert standing(rounds, "match_points", "game_points") == [
        (1, 3, None),
        (2, 1, "game_points"),
        (3, 2, "match_points"),
        (4, 4, "game_points"),
    ]


def test_direct_encounter_again_after_another_criterion_has_split() -> None:
    once = standing(CYCLE, "match_points", "direct_encounter", "buchholz")
    again = standing(CYCLE, "match_points", "direct_encounter", "buchholz", "direct_encounter")
    assert [place for place, _, _ in once[:3]] == [1, 2, 2]
    assert [place for place, _, _ in again[:3]] == [1, 2, 3]
    assert again[2][2] == "direct_encounter_2"


def test_values_of_the_second_direct_encounter_are_null_where_nobody_was_tied() -> None:
    rows = rank(table(CYCLE), ranking("match_points", "direct_encounter", "buchholz", "direct_encounter"))
    assert rows[0].values["direct_encounter"] == 2
    assert rows[0].texts()["direct_encounter_2"] is None
    assert {row.texts()["direct_encounter_2"] for row in rows[1:3]} == {"2", "0"}


def test_incomplete_encounters_split_only_where_no_missing_match_can_bridge_the_gap() -> None:
    # 1 and 2 beat 3 and 4 each; 1-2 and 3-4 have not met: 4 + 0..2 against 0 + 0..2.
    rounds = [["1-3 6:4", "2-4 6:4"], ["1-4 6:4", "2-3 6:4"]]
    assert groups(table(rounds), Options()) == [[0, 1], [2, 3]]
    # One missing match between the groups' borders bridges it: 3 has not met 1.
    bridged = [["1-4 6:4", "2-3 6:4"], ["2-4 6:4", "1-3 unplayed"]]
    assert groups(table(bridged), Options()) == [[0, 1, 2, 3]]


def test_game_points_never_split_an_incomplete_table() -> None:
    rounds = [["1-3 90:10", "2-4 90:10"], ["1-4 90:10", "2-3 90:10"]]
    by_game_points = ranking({"key": "direct_encounter", "of": "game_points"})[0].options
    assert groups(table(rounds), by_game_points) == [[0, 1, 2, 3]]
    assert groups(table(rounds, scale="game_points"), Options()) == [[0, 1, 2, 3]]
    complete = [*rounds, ["1-2 60:40", "3-4 60:40"]]
    assert groups(table(complete), by_game_points) == [[0], [1], [2], [3]]


def test_direct_encounter_starts_again_inside_each_subgroup() -> None:
    # Among the four 1, 2, 3 made 4 each and 4 nothing; among the three 1 > 2 > 3 > 1 stays level.
    circle = [["1-2 6:4", "3-4 6:4"], ["2-3 6:4", "1-4 6:4"], ["3-1 6:4", "2-4 6:4"]]
    assert groups(table(circle), Options()) == [[0, 1, 2], [3]]
    # 1 and 2 made 4 each among the four; 2 beat 1.
    split = [["2-1 6:4", "3-4 5:5"], ["1-3 6:4", "2-4 5:5"], ["1-4 6:4", "2-3 5:5"]]
    assert groups(table(split), Options()) == [[1], [0], [2, 3]]


def test_several_meetings_of_two_are_averaged() -> None:
    # 1 beat 2 twice, 2 beat 3, 3 beat 1: level, since the two meetings count as one.
    rounds = [
        ["1-2 6:4", "3 absence"],
        ["1-2 6:4", "3 absence"],
        ["2-3 6:4", "1 absence"],
        ["3-1 6:4", "2 absence"],
    ]
    rows = rank(table(rounds, points={"absence": 0}), ranking("direct_encounter"))
    assert [(row.rank, row.cells) for row in rows] == [(1, (2,))] * 3


@pytest.mark.parametrize(("round_robin", "expected"), [(True, [[0], [1]]), (False, [[0, 1]])])
def test_forfeits_are_meetings_in_a_round_robin_only(round_robin: bool, expected: list[list[int]]) -> None:
    rounds = [["1-2 forfeit 1"]]
    assert groups(table(rounds, round_robin=round_robin), Options()) == expected


def test_exact_text() -> None:
    assert [text(value) for value in (20, None)] == ["20", None]
    rows = rank(table([["1-2 5:5", "3 absence"]], points={"draw": "1/2", "win": 1}), ranking("match_points"))
    assert rows[0].texts() == {"match_points": "1/2"}


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        ("match_points", [("bad_ranking", "/ranking")]),
        ([], [("bad_ranking", "/ranking")]),
        (["match_points", "luck"], [("unknown_criterion", "/ranking/1")]),
        ([3], [("unknown_criterion", "/ranking/0")]),
        ([{"of": "match_points"}], [("unknown_criterion", "/ranking/0")]),
        (["buchholz", {"key": "buchholz", "of": "game_points"}], [("criterion_twice", "/ranking/1")]),
        ([{"key": "buchholz", "by": "result"}], [("unknown_option", "/ranking/0/by")]),
        ([{"key": "buchholz", "of": "luck"}], [("bad_option", "/ranking/0/of")]),
        ([{"key": "koya", "limit": 2}], [("bad_option", "/ranking/0/limit")]),
        ([{"key": "koya", "limit": "1/0"}], [("bad_option", "/ranking/0/limit")]),
        (
            ["luck", {"key": "koya", "limit": None}],
            [("unknown_criterion", "/ranking/0"), ("bad_option", "/ranking/1/limit")],
        ),
        ([{"key": []}], [("unknown_criterion", "/ranking/0")]),
        ([{"key": "koya", "limit": []}], [("bad_option", "/ranking/0/limit")]),
        ([{"key": "buchholz", "of": []}], [("bad_option", "/ranking/0/of")]),
    ],
)
def test_faults_of_a_list_are_named_by_pointer(raw: object, problems: list[tuple[str, str]]) -> None:
    found = parse_ranking(raw)
    assert [(problem.code, problem.path) for problem in found if isinstance(problem, Problem)] == problems


def test_options_of_a_criterion_are_read() -> None:
    koya, berger = ranking({"key": "koya", "limit": "2/3"}, {"key": "sonneborn_berger", "by": "game_points"})
    assert str(koya.options.limit) == "2/3"
    assert berger.options.by == "game_points"


def test_our_own_list_must_be_right() -> None:
    with pytest.raises(ValueError, match="luck"):
        ranking("luck")


def test_criteria_without_parts_explain_nothing() -> None:
    assert explain(table([["1-2 6:4"]]), ranking("lot")[0], 1) == ()


def test_table_after_an_earlier_round() -> None:
    rounds = [["1-2 6:4"], ["1-2 4:6"]]
    late = table(rounds, fines=[(1, 2, -1, 0)])
    rows = rank(late.up_to(1), ranking("match_points"))
    assert [row.cells for row in rows] == [(2,), (0,)]
    assert late.up_to(2) is late


def test_running_round_shows_its_results_without_absences() -> None:
    entrants = tuple(EntrantInfo(n, n) for n in (1, 2, 3, 4))
    played = [(1, 2, 2), (2, 1, 0), (3, 4, 2), (4, 3, 0)]
    first = tuple(Result(e, 1, Outcome.PLAYED, (o,), points) for e, o, points in played)
    second = (Result(1, 2, Outcome.PLAYED, (3,), 2), Result(3, 2, Outcome.PLAYED, (1,), 0))
    provisional = ResultTable(entrants, 2, first + second, closed=1)
    assert [len(line) for line in provisional.lines] == [2, 1, 2, 1]
    assert [len(line) for line in ResultTable(entrants, 2, first + second).lines] == [2, 2, 2, 2]


def test_who_never_came_is_absent_in_closed_rounds_only() -> None:
    lines = ResultTable((EntrantInfo(1, 1), EntrantInfo(2, 2)), 2, (), closed=1).lines
    assert [[(result.round, result.outcome.value) for result in line] for line in lines] == [
        [(1, "absence")]
    ] * 2


def test_an_absence_is_seen_beside_a_match_of_the_running_round() -> None:
    entrants = (EntrantInfo(1, 1), EntrantInfo(2, 2))
    results = tuple(Result(e, 2, Outcome.PLAYED, (3 - e,)) for e in (1, 2))
    lines = ResultTable(entrants, 2, results, closed=1).lines
    assert [[result.outcome for result in line] for line in lines] == [["absence", "played"]] * 2


def test_two_results_in_one_round_are_a_mistake_of_ours() -> None:
    twice = (Result(1, 1, Outcome.PAIRING_BYE), Result(1, 1, Outcome.ABSENCE))
    with pytest.raises(ValueError, match="two results of entrant 1 in round 1"):
        _ = ResultTable((EntrantInfo(1, 1),), 1, twice).lines
    with pytest.raises(ValueError, match="table of 1"):
        _ = ResultTable((EntrantInfo(1, 1),), 1, (Result(1, 2, Outcome.ABSENCE),)).lines
    with pytest.raises(KeyError):
        _ = ResultTable((EntrantInfo(1, 1),), 1, (Result(9, 1, Outcome.ABSENCE),)).lines
