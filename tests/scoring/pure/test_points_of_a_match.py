"""Values of win and draw, places, scales, and matches turned into results."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.core.problems import Problem
from scoring.results import MatchFacts, results_of, settle_withdrawals
from scoring.scales import NAMED_SCALES, HandVictoryPoints, MatchScore, Places, Steps, read_scale, verdicts
from scoring.stage_points import StagePoints, read_points
from scoring.table import EntrantInfo, Outcome, Verdict
from tests.scoring.pure.events import facts_of, points_of

HALF = Fraction(1, 2)


def awarded(scale: object, *game_points: Any) -> tuple[Any, ...]:
    read = read_scale(scale)
    assert not isinstance(read, Problem), read
    return read.award(MatchScore(game_points, verdicts(game_points)))


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (500, 500, (10, 10)),
        (519, 500, (10, 10)),
        (520, 500, (11, 9)),
        (500, 520, (9, 11)),
        (700, 500, (15, 5)),
        (900, 500, (20, 0)),
        (1000, -100, (20, 0)),
        (-100, -500, (20, 0)),
    ],
)
def test_linear_scale_rounds_half_up_for_the_winner(own: int, other: int, expected: tuple[int, int]) -> None:
    assert awarded("20-0", own, other) == expected
    assert awarded({"kind": "linear", "top": 20, "full": 400}, own, other) == expected


def test_level_game_points_share_an_odd_top_exactly() -> None:
    assert awarded({"kind": "linear", "top": 5, "full": "100.5"}, 7, 7) == (Fraction(5, 2), Fraction(5, 2))


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (500, 500, (Fraction(3, 2), Fraction(3, 2))),
        (501, 500, (2, 1)),
        (500, 699, (1, 2)),
        (700, 500, (3, 0)),
    ],
)
def test_steps_by_the_difference(own: int, other: int, expected: tuple[Any, Any]) -> None:
    assert awarded("3-2-1-0", own, other) == expected


def test_scale_of_game_points_gives_them_unchanged() -> None:
    assert awarded("game_points", 480, -20) == (480, -20)


def test_victory_points_of_the_hands_are_those_of_the_game() -> None:
    score = MatchScore((300, 100), (Verdict.WON, Verdict.LOST), (5, 3))
    assert HandVictoryPoints().award(score) == (5, 3)
    assert HandVictoryPoints().award(MatchScore((300, 100), score.verdicts)) == (0, 0)


@pytest.mark.parametrize(
    ("game_points", "expected"),
    [
        ((30, 20, 10), (2, 1, 0)),
        ((10, 30, 30), (0, Fraction(3, 2), Fraction(3, 2))),
        ((30, 10, 10), (2, HALF, HALF)),
        ((5, 5, 5), (1, 1, 1)),
    ],
)
def test_places_are_shared_by_equal_ones(game_points: tuple[int, ...], expected: tuple[Any, ...]) -> None:
    assert Places((2, 1, 0)).award(MatchScore(game_points, verdicts(game_points))) == expected
    assert points_of({"places": [2, 1, 0]}).scale.span == (2, 1, 0)


def test_most_even_and_least_of_each_scale() -> None:
    spans = {name: scale.span for name, scale in NAMED_SCALES.items()}
    assert spans["20-0"] == (20, 10, 0)
    assert spans["3-2-1-0"] == (3, Fraction(3, 2), 0)
    assert points_of(scale="game_points", draw_game_points=50).scale.span == (100, 50, 0)
    assert Steps(((0, 2, 1), (5, 3, 0))).span == (3, Fraction(3, 2), 0)


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        ("30-0", "unknown_scale", "/scale"),
        (7, "unknown_scale", "/scale"),
        ({"kind": "curve"}, "unknown_scale", "/scale"),
        ({"kind": ["linear"]}, "unknown_scale", "/scale"),
        ({"kind": "linear", "top": 20, "full": 0}, "out_of_range", "/scale/full"),
        ({"kind": "linear", "top": "5/2", "full": 400}, "out_of_range", "/scale/top"),
        ({"kind": "linear", "top": 20}, "not_a_number", "/scale/full"),
        ({"kind": "linear", "top": True, "full": 400}, "not_a_number", "/scale/top"),
        ({"kind": "linear", "top": 20, "full": 400, "half": 1}, "unknown_field", "/scale/half"),
        ({"kind": "steps", "steps": []}, "bad_steps", "/scale/steps"),
        ({"kind": "steps", "steps": [[0, 1]]}, "bad_steps", "/scale/steps/0"),
        ({"kind": "steps", "steps": [[0, 1, "x"]]}, "not_a_number", "/scale/steps/0/2"),
        ({"kind": "steps", "steps": [[1, 2, 0]]}, "steps_not_rising", "/scale/steps"),
        ({"kind": "steps", "steps": [[0, 1, 1], [9, 2, 0], [9, 3, 0]]}, "steps_not_rising", "/scale/steps"),
    ],
)
def test_faults_of_a_scale_are_named(raw: object, code: str, path: str) -> None:
    found = read_scale(raw)
    assert isinstance(found, Problem)
    assert (found.code, found.path) == (code, path)


def test_all_faults_of_the_points_at_once() -> None:
    found = read_points({"win": "two", "bonus": 1, "places": [2]}, "30-0", bye_game_points=[1, 2, 3])
    assert isinstance(found, tuple)
    assert [(problem.code, problem.path) for problem in found] == [
        ("not_a_number", "/points/win"),
        ("unknown_field", "/points/bonus"),
        ("bad_places", "/points/places"),
        ("unknown_scale", "/scale"),
        ("bad_type", "/bye_game_points"),
    ]


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ([], "bad_type"),
        ({"win": 1, "draw": 2}, "points_not_descending"),
        ({"places": [0, 1]}, "bad_places"),
        ({"places": [1, None]}, "not_a_number"),
        ({"win": "1/0"}, "not_a_number"),
    ],
)
def test_faults_of_the_points(points: object, code: str) -> None:
    found = read_points(points)
    assert isinstance(found, tuple)
    assert [problem.code for problem in found] == [code]


def test_values_that_are_not_set_are_those_of_the_like_result() -> None:
    points = points_of({"win": 3, "draw": 1, "loss": 0, "absence": "-1/2"})
    worth = {outcome: points.without_match(outcome) for outcome in Outcome}
    assert worth[Outcome.PAIRING_BYE] == worth[Outcome.FORFEIT_WIN] == 3
    assert worth[Outcome.REQUESTED_BYE] == 1
    assert worth[Outcome.FORFEIT_LOSS] == worth[Outcome.DOUBLE_FORFEIT] == 0
    assert worth[Outcome.ABSENCE] == Fraction(-1, 2) == points.settings().absence


def test_games_decide_before_game_points() -> None:
    match = MatchFacts(1, (("a",), ("b",)), score=(90, 120), games=(2, 1))
    first, second = results_of([match], StagePoints())
    assert (first.verdict, first.match_points, first.games_won) == (Verdict.WON, 2, 2)
    assert (second.verdict, second.match_points, second.game_points) == (Verdict.LOST, 0, 120)


def test_the_winner_by_a_match_tie_break_has_won() -> None:
    match = MatchFacts(1, (("a",), ("b",)), score=(100, 100), winner=1)
    assert [result.match_points for result in results_of([match], StagePoints())] == [0, 2]


def test_bye_forfeit_and_double_forfeit() -> None:
    points = points_of({"pairing_bye": 2, "forfeit_loss": "-1"}, bye_game_points=60)
    texts = [
        "1-2 forfeit 2 0:100",
        "3-4 double_forfeit",
        "5 pairing_bye",
        "6 requested_bye 10:20 =3",
        "7 absence",
    ]
    found = {result.entrant: result for result in results_of(facts_of([texts]), points)}
    assert {
        entrant: (result.outcome.value, result.match_points, result.game_points)
        for entrant, result in found.items()
    } == {
        1: ("forfeit_loss", -1, 0),
        2: ("forfeit_win", 2, 100),
        3: ("double_forfeit", -1, 0),
        4: ("double_forfeit", -1, 0),
        5: ("pairing_bye", 2, 60),
        6: ("requested_bye", 3, 10),
        7: ("absence", 0, 0),
    }
    assert found[1].opponents == (2,)
    assert found[6].opposition == 20


def test_a_match_that_is_not_finished_gives_nothing() -> None:
    assert results_of(facts_of([["1-2 open 40:20"]]), StagePoints()) == ()
    assert results_of(facts_of([["1-2 60:20", "2-1 open"]]), StagePoints()) == ()


def test_an_encounter_sums_all_its_tables() -> None:
    legs = [
        MatchFacts(1, (("a",), ("b",)), score=(60, 40), games=(2, 0), hands_won=(3, 1)),
        MatchFacts(1, (("b",), ("a",)), score=(30, 70), games=(1, 1), hands_won=(2, 2)),
    ]
    first, second = results_of(legs, StagePoints())
    assert (first.entrant, first.game_points, first.games_won, first.hands_won) == ("a", 130, 3, 5)
    assert (second.match_points, second.opponent_game_points, second.hands_won) == (0, (130,), 3)


WITHDRAWALS = [["1-2 6:4", "3-4 6:4"], ["1-3 6:4", "2-4 6:4"], ["1-4 open", "2-3 6:4"]]


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (1, ["played", "unplayed", "played", "unplayed", "unplayed", "played"]),
        (2, ["played", "played", "played", "played", "forfeit", "played"]),
    ],
)
def test_withdrawal_from_a_round_robin(left: int, expected: list[str]) -> None:
    """Of the three matches of entrant 4 one is less than half, two are more."""
    infos = [EntrantInfo(n, n, left_after_round=left if n == 4 else None) for n in (1, 2, 3, 4)]
    matches = settle_withdrawals(facts_of(WITHDRAWALS), infos)
    assert [match.outcome for match in matches] == expected
    assert matches[4].winner == (0 if left == 2 else None)


@pytest.mark.parametrize(("left", "outcome"), [(1, "unplayed"), (2, "played")])
def test_who_leaves_later_had_not_left_by_then(left: int, outcome: str) -> None:
    """The table after round 1 has one of the three matches of entrant 4, however many follow."""
    infos = [EntrantInfo(n, n, left_after_round=left if n == 4 else None) for n in (1, 2, 3, 4)]
    matches = settle_withdrawals(facts_of(WITHDRAWALS[:1]), infos, rounds=1)
    assert [match.outcome for match in matches] == ["played", outcome]


def test_from_exactly_half_on_the_results_stand() -> None:
    infos = [EntrantInfo(n, n, left_after_round=1 if n == 3 else None) for n in (1, 2, 3)]
    matches = settle_withdrawals(facts_of([["1-3 6:4"], ["2-3 open"], ["1-2 6:4"]]), infos)
    assert [match.outcome for match in matches] == ["played", "forfeit", "played"]


def test_two_who_have_left_both_forfeit() -> None:
    infos = [EntrantInfo(n, n, left_after_round=2 if n > 2 else None) for n in (1, 2, 3, 4)]
    rounds = [["1-3 6:4", "2-4 6:4"], ["1-4 6:4", "2-3 6:4"], ["3-4 open", "1-2 6:4"]]
    assert settle_withdrawals(facts_of(rounds), infos)[4].outcome == "double_forfeit"
