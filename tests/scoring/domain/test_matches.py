"""A match as the fold of its hands: its end, what a correction does to later hands, and how ties are broken."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import HandScore, HandStatus, SideResult
from scoring.services.rulings import adjust_match, close_match, fine, forfeit_match
from scoring.services.settle import settle, sweep_stale
from tests.make import (
    SWEEP_B,
    Evening,
    confirm,
    correct,
    counted,
    enter,
    evening,
    hand,
    result,
    side_points,
    states,
    void,
)
from tournaments.errors import Conflict, Invalid
from tournaments.models import AuditEntry, Match, MatchStatus, Verb

pytestmark = pytest.mark.django_db


def playing(*, match: dict[str, Any], **more: Any) -> Evening:
    made = evening(match=match, **more)
    made.next_round()
    return made


def type_hands(made: Evening, *points: int, table: int = 1) -> Match:
    """Hands of a match, entered one after the other."""
    for number, own in enumerate(points, start=1):
        enter(made.match(table), number, counted(own), made.dora)
    return made.match(table)


def outcome(match: Match) -> tuple[str, str, str]:
    found = result(match)
    return found.winner, found.reason, found.decided_by


def test_hands_end_a_match(db: None) -> None:
    match = type_hands(playing(match={"hands": 2}), 60, 60)
    assert outcome(match) == ("A", "hands", "")
    assert (match.status, side_points(match)) == (MatchStatus.COMPLETE, {"A": 2, "B": 0})
    assert (result(match).next_hand, result(match).next_dealer) == (None, None)


def test_the_rules_end_a_match_where_the_stage_lets_them(db: None) -> None:
    made = playing(match={"target": True}, profile="seed", options={"target_score": 200})
    match = type_hands(made, 100, 100)
    assert outcome(match) == ("A", "target", "")


def test_without_target_the_rules_end_nothing(db: None) -> None:
    made = playing(match={"hands": 9}, profile="seed", options={"target_score": 200})
    assert not result(type_hands(made, 100, 100)).finished


def test_a_series_counts_games(db: None) -> None:
    made = playing(match={"best_of": 3}, profile="seed", options={"target_score": 200})
    match = type_hands(made, 100, 100, 0, 0)
    assert (result(match).games, result(match).totals) == ({"A": 1, "B": 1}, {"A": 200, "B": 200})
    for number in (5, 6):
        enter(match, number, counted(100), made.dora)
    assert (outcome(match), result(match).games) == (("A", "best_of", ""), {"A": 2, "B": 1})
    assert SideResult.objects.get(match=match, side="A").games_won == 2


def test_a_level_match_is_a_draw(db: None) -> None:
    match = type_hands(playing(match={"hands": 2}), 60, 40)
    assert outcome(match) == ("draw", "hands", "")
    assert side_points(match) == {"A": 1, "B": 1}


def target_match(*points: int) -> tuple[Evening, Match]:
    made = playing(match={"target": True}, profile="seed", options={"target_score": 200})
    return made, type_hands(made, *points)


def test_a_gap_is_folded_over_and_named(db: None) -> None:
    made, match = target_match(100)
    receipt = enter(match, 3, counted(100), made.dora)
    assert (receipt.match["finished"], receipt.match["complete"]) == (True, False)
    assert receipt.match["obstacles"] == ["missing_hand:2"]
    assert receipt.as_json()["match"]["hints"] == ["Hand 2 is missing."]
    assert not SideResult.objects.filter(match=made.match(), counts=True).exists()


def test_a_missing_hand_that_comes_makes_a_later_one_surplus(db: None) -> None:
    made, match = target_match(100)
    enter(match, 3, counted(90), made.dora)
    receipt = enter(match, 2, counted(100), made.dora)
    assert (receipt.match["totals"], receipt.match["complete"]) == ({"A": 200, "B": 0}, True)
    assert states(made.match()) == {1: "counts", 2: "counts", 3: "surplus"}
    assert HandScore.objects.get(hand__number=3).points == {"A": 90, "B": 10}


def test_a_correction_that_ends_the_match_earlier_leaves_surplus(db: None) -> None:
    made, match = target_match(90, 50, 80)
    receipt = correct(match, 2, counted(110), made.dora)
    assert (outcome(match), receipt.match["totals"]) == (("A", "target", ""), {"A": 200, "B": 0})
    assert states(match) == {1: "counts", 2: "counts", 3: "surplus"}
    assert receipt.rescored == []


def test_a_correction_that_brings_surplus_back_counts_it(db: None) -> None:
    made, match = target_match(90, 50, 80)
    correct(match, 2, counted(110), made.dora)
    correct(match, 2, counted(50), made.dora, seen=2)
    assert states(match) == {1: "counts", 2: "counts", 3: "counts"}
    assert result(match).totals == {"A": 220, "B": 80}


def test_a_correction_opens_a_finished_match_again(db: None) -> None:
    made, match = target_match(100, 100)
    assert made.match().status == MatchStatus.COMPLETE
    receipt = correct(match, 2, counted(50), made.dora)
    assert (receipt.match["finished"], receipt.match["next_hand"]) == (False, 3)
    assert made.match().status == MatchStatus.PLAYING
    assert not SideResult.objects.filter(match=match).exists()


def test_voiding_the_last_hand_opens_the_match_again(db: None) -> None:
    made = playing(match={"hands": 1})
    enter(made.match(), 1, counted(60), made.tablet())
    receipt = void(made.match(), 1, made.tablet())
    assert (receipt.match["finished"], receipt.match["next_hand"]) == (False, 2)
    assert enter(made.match(), 2, counted(70), made.tablet()).match["complete"]


def test_entries_and_agreements_of_later_hands_stay(db: None) -> None:
    made, match = target_match(90, 50, 80)
    correct(match, 2, counted(110), made.dora)
    assert hand(match, 3).entries.count() == 1


LEVEL = (70, 60, 20)  # 150 : 150, hands won 2 : 1 for A, the last one to B


@pytest.mark.parametrize(
    ("ways", "winner", "decided_by"),
    [
        (["last_hand"], "B", "last_hand"),
        (["hands_won"], "A", "hands_won"),
        (["fewest_penalties", "higher_seed"], None, "higher_seed"),
        (["game_specific"], "B", "game_specific"),
        (["lot"], None, "lot"),
        (["fewest_penalties"], "draw", ""),
    ],
)
def test_each_match_tie_break_decides(ways: list[str], winner: str | None, decided_by: str) -> None:
    made = playing(match={"hands": 3, "tie_break": ways})
    match = type_hands(made, *LEVEL)
    found = result(match)
    assert (found.complete, found.decided_by, found.reason) == (True, decided_by, "hands")
    if decided_by == "higher_seed":
        numbers = {each.side: each.entrant.number for each in match.participations.all()}
        winner = min(numbers, key=numbers.__getitem__)
    assert winner is None or found.winner == winner
    points = side_points(match)
    assert points == (
        {"A": 1, "B": 1} if winner == "draw" else {found.winner: 2, "AB".strip(found.winner): 0}
    )


def test_the_lot_is_the_same_whenever_it_is_drawn(db: None) -> None:
    made = playing(match={"hands": 3, "tie_break": ["lot"]})
    match = type_hands(made, *LEVEL)
    first = result(match).winner
    correct(match, 3, counted(25), made.dora)
    correct(match, 3, counted(20), made.dora, seen=2)
    assert result(match).winner == first


def test_a_fine_in_the_match_counts_as_a_penalty_and_a_bonus_does_not(db: None) -> None:
    made = playing(match={"hands": 3, "tie_break": ["fewest_penalties"]})
    match = type_hands(made, *LEVEL)
    side_a, side_b = match.participations.order_by("side").select_related("entrant")
    fine(made.dora, side_b.entrant, made.round, reason="Helped.", match_points=1, match=match)
    assert outcome(match)[0] == "draw"
    fine(made.dora, side_a.entrant, made.round, reason="Late.", game_points=-50, match=match)
    assert outcome(match) == ("B", "hands", "fewest_penalties")


def test_an_extra_hand_is_asked_for_and_decides(db: None) -> None:
    made = playing(match={"hands": 2, "tie_break": ["extra_hand"]})
    enter(made.match(), 1, counted(60), made.dora)
    receipt = enter(made.match(), 2, counted(40), made.dora)
    assert (receipt.match["extra_hand"], receipt.match["next_hand"]) == (True, 3)
    assert (receipt.match["finished"], receipt.match["winner"]) == (False, None)
    receipt = enter(made.match(), 3, SWEEP_B, made.dora)
    assert (receipt.match["winner"], receipt.match["decided_by"]) == ("B", "extra_hand")
    assert (receipt.match["extra_hand"], receipt.match["complete"]) == (False, True)


def test_an_extra_hand_ends_the_match_though_both_sides_fall_below_the_target_again(db: None) -> None:
    options = {"target_score": 100, "tie_rule": "draw"}
    made = playing(match={"target": True, "tie_break": ["extra_hand"]}, profile="seed", options=options)
    match = type_hands(made, 50, 50)
    assert result(match).extra_hand
    failed = {"first_out": 3, "calls": {"1": "grand", "2": "grand"}}
    enter(match, 3, {**counted(60), **failed}, made.dora)
    assert result(match).totals == {"A": -40, "B": -60}
    assert outcome(match) == ("A", "target", "extra_hand")


def test_a_level_extra_hand_passes_to_the_next_way(db: None) -> None:
    made = playing(match={"hands": 1, "tie_break": ["extra_hand", "higher_seed"]})
    match = type_hands(made, 50, 50)
    assert result(match).decided_by == "higher_seed"


def test_an_extra_hand_of_a_series_is_no_game(db: None) -> None:
    made = playing(
        match={"best_of": 2, "tie_break": ["extra_hand"]}, profile="seed", options={"target_score": 100}
    )
    match = type_hands(made, 100, 0)
    assert result(match).extra_hand
    enter(match, 3, counted(100), made.dora)
    assert (result(match).games, outcome(match)) == ({"A": 1, "B": 1}, ("A", "best_of", "extra_hand"))


def test_a_correction_before_the_extra_hand_makes_it_surplus(db: None) -> None:
    made = playing(match={"hands": 2, "tie_break": ["extra_hand"]})
    match = type_hands(made, 60, 40, 20)
    receipt = correct(match, 1, counted(70), made.dora)
    assert (outcome(match), states(match)[3]) == (("A", "hands", ""), "surplus")
    assert receipt.match["totals"] == {"A": 110, "B": 90}


def test_a_tie_waits_for_its_worker_where_there_are_workers(settings: Any, db: None) -> None:
    settings.WORKERS = True
    made = playing(match={"hands": 3, "tie_break": ["last_hand"]})
    match = type_hands(made, *LEVEL)
    found = result(match)
    assert (found.finished, found.complete, found.winner) == (True, False, "")
    assert found.obstacles == ["match_tie_break"]
    assert settle(match.pk)
    assert (outcome(match), result(match).complete) == (("B", "hands", "last_hand"), True)
    assert AuditEntry.objects.filter(verb=Verb.MATCH_DECIDED).count() == 1
    assert not settle(match.pk)
    enter(made.match(2), 1, counted(50), made.dora)
    assert result(match).complete


def test_what_was_decided_once_need_not_be_decided_again(settings: Any, db: None) -> None:
    settings.WORKERS = True
    made = playing(match={"hands": 3, "tie_break": ["last_hand"]})
    match = type_hands(made, *LEVEL)
    settle(match.pk)
    correct(match, 3, counted(20, claimed={"A": 20}), made.dora)
    assert result(match).complete


def test_the_sweep_decides_what_a_lost_worker_left(settings: Any, db: None) -> None:
    settings.WORKERS = True
    made = playing(match={"hands": 3, "tie_break": ["last_hand"]})
    match = type_hands(made, *LEVEL)
    assert sweep_stale() >= 1
    assert result(match).complete


def test_closing_the_round_decides_what_a_worker_has_not(settings: Any, db: None) -> None:
    settings.WORKERS = True
    made = playing(match={"hands": 3, "tie_break": ["last_hand"]})
    for table in (1, 2):
        type_hands(made, *LEVEL, table=table)
    made.close()
    assert result(made.match()).winner == "B"


def test_the_clock_ends_a_match_and_nothing_is_entered_behind_it(db: None) -> None:
    made = playing(match={"hands": 4})
    match = type_hands(made, 60)
    close_match(made.dora, match, reason="Time is up.")
    assert outcome(match) == ("A", "time", "")
    assert made.match().status == MatchStatus.COMPLETE
    with pytest.raises(Invalid, match=r"^invalid_result$") as caught:
        enter(match, 2, counted(60), made.dora)
    assert [each.code for each in caught.value.problems] == ["match_over"]
    with pytest.raises(Conflict, match=r"^wrong_state$"):
        close_match(made.dora, match, reason="Again.")


def test_a_match_ended_level_by_the_clock_plays_no_extra_hand(db: None) -> None:
    made = playing(match={"hands": 4, "tie_break": ["extra_hand", "last_hand"]})
    match = type_hands(made, 60, 40)
    close_match(made.dora, match, reason="Time is up.")
    assert outcome(match) == ("B", "time", "last_hand")


def test_a_gap_before_an_early_end_can_still_be_filled(db: None) -> None:
    made = playing(match={"hands": 4})
    enter(made.match(), 2, counted(60), made.dora)
    close_match(made.dora, made.match(), reason="Time is up.")
    assert result(made.match()).obstacles == ["missing_hand:1"]
    enter(made.match(), 1, counted(60), made.dora)
    assert result(made.match()).complete


def test_a_ruled_result_completes_a_match_that_was_broken_off(db: None) -> None:
    made = playing(match={"hands": 4})
    match = type_hands(made, 60)
    adjust_match(made.dora, match, {"A": 1, "B": 1}, reason="The cards were missing.")
    assert (outcome(match)[1], side_points(match)) == ("director", {"A": 1, "B": 1})


def test_a_slip_stands_for_hands_that_nobody_typed(db: None) -> None:
    made = playing(match={"hands": 4})
    receipt = enter(made.match(), 0, {"score": {"A": 430, "B": "339/2"}}, made.sam)
    assert (receipt.score, receipt.lines) == ({"A": 430, "B": "339/2"}, [])
    found = result(made.match())
    assert (found.complete, found.verified, outcome(made.match())) == (True, False, ("A", "slip", ""))
    with pytest.raises(Invalid) as caught:
        enter(made.match(), 1, counted(60), made.sam)
    assert [each.code for each in caught.value.problems] == ["hands_beside_slip"]


def test_a_voided_slip_makes_room_for_hands(db: None) -> None:
    made = playing(match={"hands": 1})
    enter(made.match(), 0, {"score": {"A": 430, "B": 70}}, made.sam)
    void(made.match(), 0, made.sam)
    assert result(made.match()).totals == {"A": 0, "B": 0}
    assert enter(made.match(), 1, counted(60), made.sam).match["totals"] == {"A": 60, "B": 40}
    with pytest.raises(Invalid) as caught:
        enter(made.match(), 0, {"score": {"A": 430, "B": 70}}, made.sam)
    assert [each.code for each in caught.value.problems] == ["slip_beside_hands"]


def test_a_slip_in_conflict_counts_nothing(db: None) -> None:
    made = playing(match={"hands": 1})
    enter(made.match(), 0, {"score": {"A": 430, "B": 70}}, made.phone("A"))
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(made.match(), 0, {"score": {"A": 70, "B": 430}}, made.phone("B"))
    found = result(made.match())
    assert (found.totals, found.finished, found.obstacles) == ({"A": 0, "B": 0}, False, ["conflict:0"])


def test_a_level_slip_is_decided_by_what_is_known(db: None) -> None:
    made = playing(match={"hands": 4, "tie_break": ["extra_hand", "last_hand", "higher_seed"]})
    enter(made.match(), 0, {"score": {"A": 200, "B": 200}}, made.sam)
    assert result(made.match()).decided_by == "higher_seed"


def test_games_on_a_slip_come_before_points(db: None) -> None:
    made = playing(match={"best_of": 3})
    enter(made.match(), 0, {"score": {"A": 900, "B": 950}, "games": {"A": 2, "B": 1}}, made.sam)
    assert outcome(made.match())[0] == "A"


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"score": {"A": 1}}, "one_number_per_side"),
        ({"score": {"A": 1, "B": "x"}}, "not_a_number"),
        ({"score": {"A": 1, "B": True}}, "not_a_number"),
        ({"score": {"A": 1, "B": 2}, "games": {"A": -1, "B": 0}}, "not_a_number"),
        ({"score": {"A": 1, "B": 2}, "more": 1}, "unknown_field"),
    ],
)
def test_a_faulty_slip_is_refused(payload: dict[str, Any], code: str) -> None:
    made = playing(match={"hands": 4})
    with pytest.raises(Invalid) as caught:
        enter(made.match(), 0, payload, made.sam)
    assert [each.code for each in caught.value.problems] == [code]


def test_nobody_agrees_to_a_hand_of_a_match_that_was_forfeited(db: None) -> None:
    made = playing(match={"hands": 2})
    match = type_hands(made, 60)
    lost = match.participations.get(side="A").entrant
    forfeit_match(made.dora, match, [lost], reason="Gone.")
    with pytest.raises(Invalid) as refused:
        confirm(made.match(), 1, made.phone("B"))
    assert refused.value.code == "match_forfeited"
    assert hand(match, 1).status == HandStatus.SUBMITTED
