"""Matches of Thunee: games of twelve balls, what the match knows of a hand, more and fewer than four players."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import HandScore, MatchResult, Ruling
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.rulings import cancel_ruling, close_match
from scoring.services.verify import verify_event
from tests.make import Evening, correct, enter, evening, result, states
from tournaments.errors import Invalid
from tournaments.models import Match

pytestmark = pytest.mark.django_db

TO_THE_END = {"target": True}


def fault_of(side: str) -> dict[str, Any]:
    """A four-ball: four balls to the other side."""
    return {"kind": "infraction", "side": side, "code": "revoke"}


def counted(side: str, **more: Any) -> dict[str, Any]:
    """A hand of one ball."""
    return {"kind": "normal", "trump_side": side, "call": 0, "points": 60, "last_trick": side, **more}


def playing(
    *hands: dict[str, Any], match: dict[str, Any] = TO_THE_END, kind: str = "pair", **options: Any
) -> Evening:
    """Four entrants in their first round, these hands entered at the first table."""
    made = evening(game="thunee", match=match, kind=kind, options=options)
    made.next_round()
    for number, summary in enumerate(hands, start=1):
        enter(made.match(), number, summary, made.dora)
    return made


def outcome(match: Match) -> tuple[str, str, dict[str, int]]:
    found = result(match)
    return found.winner, found.reason, found.games


def proven(made: Evening) -> bool:
    return verify_event(made.event).problems == []


def test_two_games_won_win_the_match() -> None:
    made = playing(*[fault_of("B")] * 3, *[fault_of("A")] * 3, *[fault_of("B")] * 2)
    match = made.match()
    assert outcome(match) == ("", "", {"A": 1, "B": 1})
    enter(match, 9, fault_of("B"), made.dora)
    found: MatchResult = result(match)
    assert outcome(match) == ("A", "target", {"A": 2, "B": 1})
    assert found.totals == {"A": 24, "B": 12}
    with pytest.raises(Invalid):
        enter(match, 10, fault_of("B"), made.dora)
    assert proven(made)


def double(side: str) -> dict[str, Any]:
    return counted(side, points=0, final_call={"side": side, "call": "double", "winner": "caller"})


def test_nobody_calls_double_when_one_ball_short_whatever_the_tablet_says() -> None:
    made = playing(*[fault_of("B")] * 2, *[counted("A")] * 3)
    match = made.match()
    with pytest.raises(Invalid) as refused:
        enter(match, 6, {**double("A"), "balls_before": {"A": 0, "B": 0}}, made.dora)
    assert [problem.code for problem in refused.value.problems] == ["double_on_corner_house"]
    enter(match, 6, double("B"), made.dora)
    assert proven(made)


def test_a_correction_that_puts_a_later_double_on_the_corner_house_makes_it_doubtful() -> None:
    made = playing(
        fault_of("B"), fault_of("B"), counted("A"), counted("A"), {"kind": "cancelled", "reason": "misdeal"}
    )
    match = made.match()
    enter(match, 6, double("A"), made.dora)
    assert HandScore.objects.get(hand__match=match, hand__number=6).points == {"A": 2, "B": 0}
    correct(match, 5, counted("A"), made.dora)
    assert states(match)[6] == "doubtful"
    assert proven(made)


@pytest.mark.parametrize(
    ("kind", "variant"), [("team", "six"), ("pair", "observed"), ("pair", "two"), ("team", "two")]
)
def test_other_numbers_of_players_sit_down_and_are_scored(kind: str, variant: str) -> None:
    made = playing(*[fault_of("B")] * 3, kind=kind, variant=variant, best_of=1)
    match = made.match()
    assert outcome(match) == ("A", "target", {"A": 1, "B": 0})
    assert match.seats.count() == {"six": 6, "observed": 4, "two": 2}[variant]
    assert proven(made)


def test_a_match_closed_by_the_clock_goes_to_the_leader_of_its_game() -> None:
    made = playing(fault_of("B"), counted("B"), match={"target": True, "minutes": 60})
    close_match(made.dora, made.match(), reason="Time.")
    assert outcome(made.match()) == ("A", "time", {"A": 1, "B": 0})
    assert proven(made)


def ruled(made: Evening, number: int, code: str, side: str, **more: Any) -> Ruling:
    return rule_on_hand(
        made.dora, made.match(), OnHand(number=number, code=code, side=side, reason="Seen.", **more)
    ).ruling


def test_balls_not_shown_in_time_are_lost_behind_their_hand_and_come_back_with_the_ruling() -> None:
    made = playing(fault_of("B"), counted("A"), counted("A"))
    match = made.match()
    ruling = ruled(made, 2, "late_scorecard", "A")
    assert result(match).totals == {"A": 5, "B": 0}
    assert HandScore.objects.get(hand__match=match, hand__number=2).points == {"A": 1, "B": 0}
    enter(match, 4, counted("A"), made.dora)
    assert result(match).totals == {"A": 6, "B": 0}
    assert after_each(match) == [[(1, 4), (2, 4), (3, 5), (4, 6)]]
    assert proven(made)
    cancel_ruling(made.dora, ruling, reason="They were shown.")
    assert result(match).totals == {"A": 7, "B": 0}
    assert proven(made)


def after_each(match: Match) -> list[list[tuple[int, int]]]:
    """The balls of side A after each hand, game by game."""
    return [
        [(row["number"], row["after"]["A"]) for row in game["hands"]] for game in result(match).by_game or ()
    ]


def test_a_double_is_judged_by_the_balls_that_a_ruling_has_left() -> None:
    made = playing(fault_of("B"), fault_of("B"), *[counted("A")] * 3)
    match = made.match()
    ruled(made, 5, "late_scorecard", "A")
    enter(match, 6, double("A"), made.dora)
    assert (outcome(match), states(match)[6]) == (("", "", {"A": 1, "B": 0}), "counts")


def test_delay_again_costs_the_game() -> None:
    made = playing(fault_of("B"), counted("A"))
    match = made.match()
    assert ruled(made, 1, "slow_play", "A").effect == "warning"
    ruled(made, 2, "slow_play", "A")
    assert (result(match).games, result(match).totals) == ({"A": 0, "B": 1}, {"A": 0, "B": 12})
    ruled(made, 2, "late_arrival", "B")
    assert [game["winner"] for game in result(match).by_game or ()] == ["B", "A"]
    enter(match, 3, counted("A"), made.dora)
    assert result(match).totals == {"A": 13, "B": 12}
    assert after_each(match) == [[(1, 4), (2, 5)], [(2, 0)], [(3, 1)]]
    assert proven(made)


def test_who_does_not_come_back_has_lost_the_match_and_nothing_stands_behind_its_end() -> None:
    made = playing(fault_of("B"), best_of=1)
    match = made.match()
    ruled(made, 1, "late_arrival", "B")
    assert outcome(match) == ("A", "forfeit", {"A": 1, "B": 0})
    with pytest.raises(Invalid) as refused:
        ruled(made, 1, "late_arrival", "A")
    assert [problem.code for problem in refused.value.problems] == ["match_over"]
    with pytest.raises(Invalid):
        ruled(made, 2, "late_arrival", "A")


def test_a_four_ball_takes_the_place_of_a_hand_and_of_one_that_nobody_has_entered() -> None:
    made = playing(counted("A"))
    match = made.match()
    ruled(made, 1, "revoke", "A", seen_revision=1)
    assert result(match).totals == {"A": 0, "B": 4}
    ruled(made, 2, "speaking", "B")
    assert result(match).totals == {"A": 4, "B": 4}
    assert proven(made)
