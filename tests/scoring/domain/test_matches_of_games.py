"""Matches that consist of games (Malilla): void deals, forfeits in a hand, early ends, what corrections do."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import HandScore, MatchResult, SideResult
from scoring.services.rulings import cancel_ruling, close_match, forfeit_match
from scoring.services.verify import verify_event
from tests.make import Evening, correct, enter, evening, result, ruled, states, turned
from tournaments.errors import Invalid
from tournaments.models import Match

pytestmark = pytest.mark.django_db

LEVEL = (turned(1, "CO", 41), turned(2, "RB", 32))
"""7-7 in the running game."""
ONE_GAME_EACH = (turned(1, "5O", 72), turned(2, "5O", 6), turned(3, "5O", 35))
"""To a target of 30: games 36-0 and 0-30, then 0-1 in the running game, so that A has more points in all."""
TWO_TO_ONE = (
    turned(1, "4O", 40),
    turned(2, "4O", 12),
    turned(3, "4O", 50),
    turned(4, "AO", 42),
    turned(1, "AO", 36),
    turned(2, "AO", 0),
    turned(3, "2O", 72),
    turned(4, "2O", 0),
)
"""To a target of 30: B wins the first game with the sixth hand, A the second, B the third."""


def playing(*hands: dict[str, Any], match: dict[str, Any], **options: Any) -> Evening:
    """Four pairs in their first round, these hands entered at the first table."""
    made = evening(game="malilla", match=match, options=options)
    made.next_round()
    for number, summary in enumerate(hands, start=1):
        enter(made.match(), number, summary, made.dora)
    return made


def outcome(match: Match) -> tuple[str, str, str]:
    found = result(match)
    return found.winner, found.reason, found.decided_by


def points(match: Match, number: int) -> dict[str, int]:
    found: dict[str, int] = HandScore.objects.get(hand__match=match, hand__number=number).points
    return found


def proven(made: Evening) -> bool:
    return verify_event(made.event).problems == []


def test_a_void_deal_has_a_number_and_fills_no_hand_of_the_stage() -> None:
    made = playing(ruled(1, "misdeal"), turned(1, "CO", 41), match={"hands": 2})
    match = made.match()
    found = result(match)
    assert (found.hands, found.finished, found.next_hand, found.next_dealer) == (1, False, 3, 2)
    enter(match, 3, turned(2, "RB", 50), made.dora)
    assert (result(match).hands, outcome(match)) == (2, ("A", "hands", ""))
    with pytest.raises(Invalid):
        enter(match, 4, turned(3, "RB", 50), made.dora)
    assert proven(made)


def test_a_void_deal_is_not_the_extra_hand_of_a_match_tie_break() -> None:
    made = playing(*LEVEL, ruled(3, "misdeal"), match={"hands": 2, "tie_break": ["extra_hand"]})
    match = made.match()
    assert (result(match).extra_hand, result(match).next_hand, result(match).next_dealer) == (True, 4, 3)
    enter(match, 4, turned(3, "5O", 30), made.dora)
    assert outcome(match) == ("B", "hands", "extra_hand")


def test_the_dealer_of_an_extra_hand_is_known_after_the_rules_have_ended_the_match() -> None:
    ends = {"target": True, "tie_break": ["extra_hand"]}
    made = playing(*LEVEL, match=ends, max_hands=2)
    match = made.match()
    assert (result(match).extra_hand, result(match).next_dealer) == (True, 3)
    enter(match, 3, turned(3, "5O", 40), made.dora)
    assert outcome(match) == ("A", "max_hands", "extra_hand")
    assert proven(made)


@pytest.mark.parametrize("ends", [{"target": True}, {"hands": 8}, {"minutes": 60}])
def test_who_leaves_the_match_loses_it_in_front_too(ends: dict[str, Any]) -> None:
    made = playing(turned(1, "5O", 72), ruled(2, "abandon", "A"), match=ends, game_target=30)
    match = made.match()
    found: MatchResult = result(match)
    assert outcome(match) == ("B", "forfeit", "")
    assert (found.games, found.totals) == ({"A": 1, "B": 0}, {"A": 36, "B": 0})
    sides = SideResult.objects.filter(match=match).order_by("side")
    assert list(sides.values_list("games_won", "game_points", "verdict")) == [(0, 36, 0), (2, 0, 2)]
    assert proven(made)


def games_won(match: Match) -> list[tuple[int, int]]:
    rows = SideResult.objects.filter(match=match).order_by("side")
    return list(rows.values_list("games_won", "game_points"))


@pytest.mark.parametrize("hands", [(), (turned(1, "5O", 72), turned(2, "5O", 30))])
def test_a_forfeit_by_the_director_gives_the_games_that_win_a_match(
    hands: tuple[dict[str, Any], ...],
) -> None:
    made = playing(*hands, match={"target": True}, game_target=30)
    match = made.match()
    before = (games_won(match), match.status)
    gone = match.participations.select_related("entrant").get(side="A").entrant
    ruling = forfeit_match(made.dora, match, [gone], reason="Left.")
    assert games_won(match) == [(0, 0), (2, 0)]
    assert result(match).games == ({"A": 1, "B": 0} if hands else None), "the games really won stay visible"
    assert proven(made)
    cancel_ruling(made.dora, ruling, reason="They were at the bar.")
    assert (games_won(match), made.match().status) == before
    assert proven(made)


def test_a_double_forfeit_gives_games_to_nobody() -> None:
    made = playing(turned(1, "5O", 72), match={"target": True}, game_target=30)
    rows = made.match().participations.select_related("entrant")
    forfeit_match(made.dora, made.match(), [each.entrant for each in rows], reason="Both left.")
    assert games_won(made.match()) == [(0, 0), (0, 0)]


@pytest.mark.parametrize("tie_break", [[], ["hands_won", "lot"]])
def test_an_early_end_is_decided_by_games_then_by_the_running_game(tie_break: list[str]) -> None:
    made = playing(*ONE_GAME_EACH, match={"hands": 3, "tie_break": tie_break}, game_target=30)
    assert outcome(made.match()) == ("B", "hands", "")
    assert result(made.match()).totals == {"A": 36, "B": 31}


def test_a_match_closed_by_the_clock_is_decided_by_the_rules_of_the_game() -> None:
    made = playing(*ONE_GAME_EACH, match={"target": True, "minutes": 60}, game_target=30)
    close_match(made.dora, made.match(), reason="Time.")
    assert outcome(made.match()) == ("B", "time", "")
    assert proven(made)


@pytest.mark.parametrize(("tie_break", "wanted"), [([], ("draw", "")), (["last_hand"], ("B", "last_hand"))])
def test_what_the_rules_leave_drawn_goes_to_the_tie_break_of_the_stage(
    tie_break: list[str], wanted: tuple[str, str]
) -> None:
    made = playing(*LEVEL, match={"hands": 2, "tie_break": tie_break})
    winner, reason, decided_by = outcome(made.match())
    assert (winner, decided_by, reason) == (*wanted, "hands")


def test_a_correction_changes_what_later_hands_of_its_game_are_worth() -> None:
    made = playing(*TWO_TO_ONE, match={"target": True}, game_target=30)
    match = made.match()
    assert (outcome(match), result(match).games) == (("B", "games", ""), {"A": 1, "B": 2})
    assert points(match, 4) == {"A": 6, "B": 4}
    receipt = correct(match, 2, turned(2, "4O", 10), made.dora)
    assert receipt.rescored == [4]
    assert points(match, 4) == {"A": 6, "B": 0}
    assert (outcome(match), result(match).games) == (("B", "games", ""), {"A": 1, "B": 2})
    assert proven(made)


def test_a_correction_may_end_the_match_earlier_and_the_rest_is_surplus() -> None:
    made = playing(*TWO_TO_ONE, match={"target": True}, game_target=30)
    match = made.match()
    receipt = correct(match, 2, turned(2, "4O", 6), made.dora)
    assert receipt.rescored == []
    assert (outcome(match), result(match).games) == (("B", "games", ""), {"A": 0, "B": 2})
    assert states(match) == {number: "counts" if number < 7 else "surplus" for number in range(1, 9)}
    assert result(match).complete
    assert proven(made)


def test_a_hand_that_another_should_have_dealt_is_doubtful_until_somebody_looks_at_it() -> None:
    made = playing(*LEVEL, match={"hands": 2})
    match = made.match()
    correct(match, 1, ruled(1, "misdeal"), made.dora)
    found = result(match)
    assert (states(match), found.complete) == ({1: "counts", 2: "doubtful"}, False)
    assert "doubtful:2" in found.obstacles
    correct(match, 2, turned(1, "RB", 32), made.dora)
    assert (states(match), result(match).next_hand) == ({1: "counts", 2: "counts"}, 3)
    assert proven(made)
