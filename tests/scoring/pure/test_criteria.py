"""Each criterion on events small enough to be worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.ranking import explain, rank, ranking
from scoring.table import EntrantInfo, ResultTable, Settings
from scoring.tiebreaks import TIEBREAKS
from scoring.tiebreaks.base import Unbounded
from scoring.tiebreaks.lots import draw_lots
from tests.scoring.pure.events import table

HALF = Fraction(1, 2)
# Match points in the end: 6, 3, 4, 0.
GAPS = [
    ["1-2 60:40", "3-4 60:40"],
    ["1-3 60:40", "2-4 60:40"],
    ["1-4 forfeit 1", "2 requested_bye", "3 pairing_bye"],
]


def values(rounds: list[list[str]], entry: Any, **settings: Any) -> list[Any]:
    """The values of one criterion, by number of the entrant."""
    rows = rank(table(rounds, **settings), ranking(entry))
    return [row.cells[0] for row in sorted(rows, key=lambda row: row.number)]


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [
        ("match_points", [6, 3, 4, 0]),
        ("victory_points", [6, 3, 4, 0]),
        ("game_points", [120, 100, 100, 80]),
        ("difference", [40, 0, 0, -40]),
        ("quotient", [Fraction(3, 2), 1, 1, Fraction(2, 3)]),
        ("wins", [3, 1, 2, 0]),
        ("games_won", [2, 1, 1, 0]),
        ("average_per_round_played", [2, 1, 1, 0]),
        ({"key": "average_per_round_played", "of": "game_points"}, [60, 50, 50, 40]),
        ("progressive", [12, 5, 8, 0]),
        ("progressive_cut1", [10, 5, 6, 0]),
        ("kashdan", [8, 5, 5, 2]),
        ("koya", [4, 0, 0, 0]),
        ({"key": "koya", "limit": 0}, [6, 2, 2, 0]),
        ("sum_of_buchholz", [18, 14, 14, 18]),
        ("average_opponent_buchholz", [9, 7, 7, 9]),
        ("own_game_win_percentage", [Fraction(3, 5), HALF, HALF, Fraction(2, 5)]),
        ("opponents_match_win_percentage", [HALF, Fraction(133, 200), Fraction(133, 200), HALF]),
        ("opponents_game_win_percentage", [HALF, HALF, HALF, HALF]),
    ],
)
def test_value_worked_out_by_hand(criterion: Any, expected: list[Any]) -> None:
    assert values(GAPS, criterion) == expected


@pytest.mark.parametrize(
    ("rule", "criterion", "expected"),
    [
        ("fide_2026", "buchholz", [7, 9, 9, 7]),
        ("fide_2023", "buchholz", [13, 9, 10, 7]),
        ("virtual_opponent", "buchholz", [10, 9, 8, 8]),
        ("played_only", "buchholz", [7, 6, 6, 7]),
        ("fide_2026", "buchholz_cut1", [7, 6, 9, 7]),
        ("virtual_opponent", "buchholz_cut1", [7, 8, 7, 6]),
        ("played_only", "buchholz_cut1", [4, 6, 6, 4]),
        ("fide_2023", "buchholz_cut2", [6, 6, 6, 4]),
        ("fide_2023", "buchholz_median1", [4, 0, 4, 3]),
        ("fide_2026", "buchholz_median2", [0, 0, 0, 0]),
        ("fide_2026", "sonneborn_berger", [7, Fraction(3, 2), 3, 0]),
        ("fide_2023", "sonneborn_berger", [13, Fraction(3, 2), 4, 0]),
        ("virtual_opponent", "sonneborn_berger", [8, Fraction(5, 2), 2, 1]),
        ("played_only", "sonneborn_berger", [7, 0, 0, 0]),
        ("played_only", "sonneborn_berger_cut1", [4, 0, 0, 0]),
    ],
)
def test_unplayed_rounds_by_each_rule(rule: str, criterion: str, expected: list[Any]) -> None:
    assert values(GAPS, criterion, unplayed=rule) == expected


def test_absences_to_the_end_count_as_draws_for_the_opponents() -> None:
    left = [["1-2 60:40"], ["1-3 60:40", "2 absence"], ["1-3 60:40", "2 absence"]]
    assert values(left, "buchholz", entrants=3)[0] == 2 + 0 + 0
    came_back = [*left, ["1-2 60:40"]]
    assert values(came_back, "buchholz", entrants=3)[0] == 0 + 1 + 1 + 0


def test_only_asked_for_rounds_become_draws_not_the_forfeit_among_them() -> None:
    rounds = [["1-2 60:40"], ["2 absence", "1 pairing_bye"], ["1-2 forfeit 1"]]
    assert values(rounds, "buchholz", unplayed="fide_2023")[0] == 1 + 6 + 6


def test_a_cancelled_match_counts_nowhere() -> None:
    rounds = [["1-2 60:40"], ["1-2 unplayed 50:10"]]
    for criterion in ("buchholz", "game_points", "wins", "kashdan", "sonneborn_berger"):
        assert values(rounds, criterion) == values(rounds[:1], criterion)


def test_a_missing_match_is_an_absence_without_points_after_leaving() -> None:
    rounds = [["1-2 60:40"], ["1-2 60:40"], ["1-2 60:40"]]
    points = {"absence": 1}
    assert values(rounds, "match_points", entrants=3, points=points)[2] == 3
    assert values(rounds, "match_points", entrants=3, points=points, left={"3": 1})[2] == 1


def test_in_a_movement_a_round_without_a_match_counts_for_nothing() -> None:
    rounds = [["1-2 60:40"], ["1-3 60:40"]]
    assert values(rounds, "buchholz", unplayed="fide_2023", points={"absence": 1}) == [2, 5, 5]
    assert values(rounds, "buchholz", unplayed="fide_2023", points={"absence": 1}, plan=True) == [0, 4, 4]


def test_the_dummy_weighs_at_most_a_win_and_at_least_nothing() -> None:
    rounds = [["1-2 60:40"], ["1 pairing_bye =5", "2 absence =-1"]]
    # Entrant 1: beat 2, which has -1 and as an opponent a draw; its own 7 are capped at two draws.
    assert values(rounds, "sonneborn_berger") == [1 + 2, 0]
    assert values(rounds, "sonneborn_berger", unplayed="fide_2023") == [1 + 7, 0]


def test_fore_buchholz_takes_the_last_round_as_drawn() -> None:
    assert values([["1-2 60:40"], ["1-2 60:40"]], "fore_buchholz") == [2, 6]


def test_difference_is_cut_in_each_match_and_fines_are_not() -> None:
    rounds = [["1-2 700:300"], ["1-2 450:550"]]
    assert values(rounds, "difference", difference_cap=150) == [50, -50]
    fined = values(rounds, "difference", difference_cap=150, fines=[(1, 2, 0, -200)])
    assert fined == [-150, -50]


def test_a_fine_changes_the_own_score_alone() -> None:
    rounds = [["1-2 60:40"], ["1-2 60:40"]]
    fines = [(1, 2, -1, 0)]
    assert values(rounds, "match_points", fines=fines) == [3, 0]
    assert values(rounds, "buchholz", fines=fines) == [0, 8]
    assert values(rounds, "buchholz", fines=fines, fines_count_for_opponents=True) == [0, 6]
    assert values(rounds, "progressive", fines=fines) == [5, 0]
    assert values(rounds, "fewest_penalties", fines=[*fines, (2, 1, 1, 0)]) == [1, 0]


def test_sonneborn_berger_multiplies_the_points_that_its_options_name() -> None:
    played = {"unplayed": "played_only"}
    assert values(GAPS, {"key": "sonneborn_berger", "by": "match_points"}, **played)[0] == 3 * 2 + 4 * 2
    assert values(GAPS, {"key": "sonneborn_berger", "by": "game_points"}, **played)[0] == 3 * 60 + 4 * 60
    both = {"key": "sonneborn_berger", "of": "game_points", "by": "game_points"}
    assert values(GAPS, both, **played)[0] == 100 * 60 + 100 * 60
    assert values(GAPS, {"key": "buchholz", "of": "game_points"}, **played) == [200, 200, 200, 200]


def test_quotient_is_best_against_opponents_without_points() -> None:
    rows = rank(table([["1-2 60:0", "3-4 90:10"]]), ranking("quotient"))
    assert [(row.rank, row.entrant, row.texts()["quotient"]) for row in rows] == [
        (1, 1, "∞"),
        (2, 3, "9"),
        (3, 4, "1/9"),
        (4, 2, "0"),
    ]
    assert rows[0].cells == (Unbounded.BEST,)


def test_three_sided_match_is_two_meetings() -> None:
    rounds = [["1-2-3 30:20:20"], ["1-2-3 10:10:40"]]
    settings = {"points": {"places": [2, 1, 0]}}
    assert values(rounds, "match_points", **settings) == [Fraction(5, 2), 1, Fraction(5, 2)]
    assert values(rounds, "wins", **settings) == [1, 0, 1]
    assert values(rounds, "difference", **settings) == [10 - 15, -5 - 15, -5 + 30]
    # Entrant 1: twice 1 + 5/2 from Buchholz; beat 2 and 3, then drew with 2 and lost to 3.
    assert values(rounds, "buchholz", **settings)[0] == 7
    assert values(rounds, "sonneborn_berger", **settings)[0] == 1 + Fraction(5, 2) + HALF


def test_individuals_meet_their_opponents_and_not_their_partner() -> None:
    rounds = [["1+2-3+4 60:40"], ["1+3-2+4 60:40"]]
    assert values(rounds, "match_points", plan=True) == [4, 2, 2, 0]
    assert values(rounds, "buchholz", plan=True) == [
        2 + 0 + 2 + 0,
        2 + 0 + 4 + 2,
        4 + 2 + 2 + 0,
        4 + 2 + 4 + 2,
    ]


def test_a_team_at_two_tables_has_one_encounter() -> None:
    rounds = [["1-2 60:40", "2-1 90:10"]]
    assert values(rounds, "match_points") == [0, 2]
    assert values(rounds, "game_points") == [70, 130]
    assert values(rounds, "buchholz") == [2, 0]


def test_an_adjusted_match_is_won_by_its_match_points() -> None:
    rounds = [["1-2 700:300 =0:2"]]
    assert values(rounds, "wins") == [0, 1]
    assert values(rounds, "match_points") == [0, 2]
    assert values(rounds, "game_points") == [700, 300]


def test_rounds_of_a_scale_give_no_wins_by_bye() -> None:
    rounds = [["1-2 700:300", "3 pairing_bye"]]
    scaled = values(rounds, "wins", scale="20-0", points={"pairing_bye": 20})
    assert scaled == [1, 0, 0]
    assert values(rounds, "victory_points", scale="20-0", points={"pairing_bye": 12}) == [20, 0, 12]


def test_ratings_and_lots_leave_those_without_one_last() -> None:
    entrants = tuple(EntrantInfo(n, n, rating) for n, rating in enumerate([1500, None, 1700], 1))
    settings = Settings(lots={2: 1, 3: 2}, playoffs={3: 1})
    without_results = ResultTable(entrants, 0, (), settings=settings)
    order = {
        key: [row.entrant for row in rank(without_results, ranking(key))]
        for key in ("rating", "lot", "playoff")
    }
    assert order == {"rating": [3, 1, 2], "lot": [2, 3, 1], "playoff": [3, 1, 2]}


def test_lots_depend_on_the_seed_alone() -> None:
    entrants = [(f"e{number}", number) for number in range(1, 9)]
    drawn = draw_lots(entrants, 7)
    assert sorted(drawn.values()) == list(range(1, 9))
    assert draw_lots(reversed(entrants), 7) == drawn
    assert draw_lots(entrants, 8) != drawn


def test_parts_say_which_contributions_were_cut() -> None:
    criterion = ranking("buchholz_cut1")[0]
    parts = explain(table(GAPS), criterion, 2)
    assert [(part.round, part.opponent, part.points, part.counted, part.outcome) for part in parts] == [
        (1, 1, 6, True, "played"),
        (2, 4, 0, True, "played"),
        (3, None, 3, False, "requested_bye"),
    ]


def test_criteria_are_complete_and_described() -> None:
    assert {
        "match_points", "game_points", "victory_points", "difference", "quotient", "wins", "games_won",
        "hands_won", "average_per_round_played", "buchholz", "buchholz_cut1", "buchholz_cut2",
        "buchholz_median1", "buchholz_median2", "fore_buchholz", "sum_of_buchholz",
        "average_opponent_buchholz", "sonneborn_berger", "sonneborn_berger_cut1", "direct_encounter",
        "progressive", "progressive_cut1", "koya", "kashdan", "opponents_match_win_percentage",
        "own_game_win_percentage", "opponents_game_win_percentage", "fewest_penalties", "rating", "lot",
        "playoff",
    } == set(TIEBREAKS)  # fmt: skip
    abbreviations = [criterion.abbreviation for criterion in TIEBREAKS.values()]
    assert len(set(abbreviations)) == len(abbreviations)
    assert all(criterion.name and criterion.help and criterion.source for criterion in TIEBREAKS.values())
