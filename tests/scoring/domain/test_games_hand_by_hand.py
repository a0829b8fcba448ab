"""The games of a match hand by hand: of the rules of the game, or of a stage that plays a best of several."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.games import Course
from scoring.services.rulings import forfeit_match
from scoring.services.verify import verify_event
from tests.make import Evening, correct, counted, enter, evening, result, ruled, turned, void

pytestmark = pytest.mark.django_db
Told = list[tuple[str, list[tuple[int, int, int]]]]


def playing(*hands: dict[str, Any], match: dict[str, Any], game: str = "malilla", **options: Any) -> Evening:
    made = evening(game=game, match=match, options=options)
    made.next_round()
    for number, summary in enumerate(hands, start=1):
        enter(made.match(), number, summary, made.dora)
    return made


def told(made: Evening) -> Told:
    """The winner of each game, and of each of its hands the number and the score of both sides."""
    assert verify_event(made.event).problems == []
    return [
        (each["winner"], [(one["number"], one["after"]["A"], one["after"]["B"]) for one in each["hands"]])
        for each in result(made.match()).by_game or []
    ]


def test_a_void_deal_keeps_its_line_and_changes_no_score() -> None:
    made = playing(turned(1, "AO", 50), ruled(2, "misdeal"), turned(2, "2C", 41), match={"hands": 4})
    assert told(made) == [("", [(1, 18, 0), (2, 18, 0), (3, 23, 0)])]
    void(made.match(), 1, made.dora)
    assert told(made) == [("", [(2, 0, 0), (3, 5, 0)])]


def test_a_game_that_a_ruling_gives_away_ends_as_it_stood() -> None:
    made = playing(
        turned(1, "AO", 50),
        ruled(2, "renuncio", "A"),
        turned(3, "2C", 40),
        match={"target": True},
        renuncio="forfeit_game",
    )
    assert told(made) == [("B", [(1, 18, 0), (2, 18, 0)]), ("", [(3, 4, 0)])]


def test_hands_behind_the_end_are_in_no_game() -> None:
    made = playing(turned(1, "2O", 50), turned(2, "2O", 50), match={"target": True}, game_target=12)
    assert told(made) == [("A", [(1, 14, 0)]), ("A", [(2, 14, 0)])]
    correct(made.match(), 1, turned(1, "2O", 40), made.dora)
    assert told(made) == [("A", [(1, 4, 0), (2, 18, 0)])]


def test_a_best_of_several_begins_each_game_at_nothing() -> None:
    made = playing(
        counted(100), counted(100), counted(0), game="tichu", match={"best_of": 3}, target_score=200
    )
    assert told(made) == [("A", [(1, 100, 0), (2, 200, 0)]), ("", [(3, 0, 100)])]


def test_where_there_are_no_games_nothing_is_kept_of_them() -> None:
    assert result(playing(counted(100), game="tichu", match={"hands": 2}).match()).by_game is None


def test_a_match_that_is_forfeited_keeps_the_games_that_were_played() -> None:
    made = playing(turned(1, "AO", 72), turned(2, "2O", 40), match={"target": True})
    match = made.match()
    forfeit_match(made.dora, match, [match.participations.get(side="A").entrant], reason="Left.")
    assert told(made) == [("A", [(1, 40, 0)]), ("", [(2, 4, 0)])]


def test_a_course_tells_the_score_of_the_game_in_progress() -> None:
    made = playing(turned(1, "AO", 72), turned(2, "2O", 40), match={"target": True})
    course = Course.of(result(made.match()).by_game or [], ("B", "A"))
    assert (course.over[0].score, course.over[0].winner) == ((0, 40), "A")
    assert (course.on is not None, dict(course.score)) == (True, {"B": 0, "A": 4})
    assert dict(Course.of([], ("A", "B")).score) == {"A": 0, "B": 0}
