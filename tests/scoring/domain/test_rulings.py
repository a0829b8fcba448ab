"""Rulings change what a match or an entrant has; cancelling them restores everything and keeps the history."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.models import HandScore, Ruling, RulingStatus
from scoring.services.progress import reopen_round
from scoring.services.rulings import adjust_match, cancel_ruling, close_match, fine, forfeit_match
from scoring.services.standings import compute, rebuild
from tests.make import Evening, counted, enter, evening, result, side_points, sides
from tournaments.errors import Conflict, Invalid
from tournaments.models import (
    AuditEntry,
    Entrant,
    EventVersion,
    Match,
    MatchStatus,
    Participation,
    Round,
    Verb,
)

pytestmark = pytest.mark.django_db


def entrant(match: Match, side: str) -> Entrant:
    return Participation.objects.select_related("entrant").get(match=match, side=side).entrant


def row(made: Evening, after: int, number: int) -> dict[str, str]:
    return next(each["values"] for each in compute(made.stage, after) if each["number"] == number)


def test_a_forfeit_gives_the_match_and_keeps_its_hands(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    forfeit_match(four.dora, match, [entrant(match, "A")], reason="Left.", code="abandoned")
    assert four.match().status == MatchStatus.FORFEITED
    assert result(match).winner == "B"
    assert side_points(match) == {"A": 0, "B": 2}
    assert HandScore.objects.filter(hand__match=match).count() == 1
    played = four.match(2)
    four.play({2: 60}, hands=2)
    four.close()
    assert row(four, 1, sides(match)["A"])["difference"] == "0"
    assert row(four, 1, sides(played)["A"])["difference"] == "40"
    with pytest.raises(Invalid, match=r"^match_forfeited$"):
        enter(match, 2, counted(60), four.dora)


def test_nobody_there_is_a_double_forfeit(four: Evening) -> None:
    match = four.match()
    forfeit_match(four.dora, match, [entrant(match, "A"), entrant(match, "B")], reason="Nobody came.")
    assert result(match).winner == ""
    assert side_points(match) == {"A": 0, "B": 0}
    assert set(Participation.objects.filter(match=match).values_list("outcome", flat=True)) == {
        "double_forfeit"
    }


def test_a_forfeit_names_somebody_of_the_match(four: Evening) -> None:
    stranger = entrant(four.match(2), "A")
    for offenders, code in (([], "offender_needed"), ([stranger], "not_in_match")):
        with pytest.raises(Invalid, match=rf"^{code}$"):
            forfeit_match(four.dora, four.match(), offenders, reason="Left.")


def test_a_bye_is_neither_forfeited_nor_closed(db: None) -> None:
    made = evening(3)
    made.next_round()
    bye = Match.objects.select_related("round__stage__event").get(table=None)
    with pytest.raises(Invalid, match=r"^match_is_a_bye$"):
        forfeit_match(made.dora, bye, [bye.participations.get().entrant], reason="Left.")
    with pytest.raises(Invalid, match=r"^match_is_a_bye$"):
        close_match(made.dora, bye, reason="Time.")
    with pytest.raises(Invalid, match=r"^one_number_per_side$"):
        adjust_match(made.dora, bye, {"A": Fraction(1)}, reason="So.")


def test_an_adjusted_result_decides_who_has_won(four: Evening) -> None:
    four.play({1: 60, 2: 50}, hands=2)
    match = four.match()
    adjust_match(four.dora, match, {"A": Fraction(1, 2), "B": Fraction(3, 2)}, reason="Wrong cards.")
    assert side_points(match) == {"A": Fraction(1, 2), "B": Fraction(3, 2)}
    assert match.side_results.get(side="B").verdict == 2
    assert result(match).totals == {"A": 120, "B": 80}


@pytest.mark.parametrize(("own", "other", "winner"), [(2, 0, "A"), ("1/2", "3/2", "B"), (1, 1, "draw")])
@pytest.mark.parametrize("card_points", [20, 50, 80])
def test_the_winner_is_who_has_more_of_the_points_that_were_set(
    four: Evening, card_points: int, own: object, other: object, winner: str
) -> None:
    enter(four.match(), 1, counted(card_points), four.dora)
    points = {"A": Fraction(own), "B": Fraction(other)}
    adjust_match(four.dora, four.match(), points, reason="Wrong cards.")
    assert (result(four.match()).winner, result(four.match()).decided_by) == (winner, "")


def test_a_cancelled_ruling_is_about_what_it_was_about(four: Evening) -> None:
    match = four.match()
    who = entrant(match, "A")
    made = Ruling.objects.create(
        event=four.event,
        stage=four.stage,
        round=four.round,
        match=match,
        hand=1,
        entrant=who,
        player=who.line_up.get(slot=1).player,
        position=0,
        code="phone",
        effect="warning",
        reason="It rang.",
        public_note="A telephone rang.",
    )
    taken_back = cancel_ruling(four.dora, made, reason="It was the clock.")
    for name in ("match_id", "hand", "entrant_id", "player_id", "public_note"):
        assert getattr(taken_back, name) == getattr(made, name), name


def test_a_reason_is_always_needed(four: Evening) -> None:
    match = four.match()
    with pytest.raises(Invalid, match=r"^reason_needed$"):
        forfeit_match(four.dora, match, [entrant(match, "A")], reason="  ")
    made = fine(four.dora, four.entrants[0], four.round, reason="Late.", match_points=Fraction(-1))
    with pytest.raises(Invalid, match=r"^reason_needed$"):
        cancel_ruling(four.dora, made, reason="")


def test_cancelling_a_forfeit_restores_the_match(four: Evening) -> None:
    match = four.match()
    four.play({1: 60}, hands=2)
    before = (side_points(match), result(match).totals, four.match().status)
    ruling = forfeit_match(four.dora, match, [entrant(match, "A")], reason="Left.")
    assert side_points(match) != before[0]
    cancel_ruling(four.dora, ruling, reason="They were in the other room.")
    assert (side_points(match), result(match).totals, four.match().status) == before


def test_cancelling_one_of_two_rulings_leaves_the_other(four: Evening) -> None:
    match = four.match()
    four.play({1: 60}, hands=2)
    first = forfeit_match(four.dora, match, [entrant(match, "A")], reason="Late.")
    second = forfeit_match(four.dora, match, [entrant(match, "B")], reason="No: they were late.")
    assert side_points(match) == {"A": 2, "B": 0}
    cancel_ruling(four.dora, second, reason="The clock was wrong.")
    assert side_points(match) == {"A": 0, "B": 2}
    cancel_ruling(four.dora, first, reason="All were there.")
    assert (side_points(match), four.match().status) == ({"A": 2, "B": 0}, MatchStatus.COMPLETE)


def test_rulings_are_cancelled_in_any_order(four: Evening) -> None:
    match = four.match()
    four.play({1: 60}, hands=2)
    first = adjust_match(four.dora, match, {"A": Fraction(0), "B": Fraction(2)}, reason="Wrong board.")
    adjust_match(four.dora, match, {"A": Fraction(1), "B": Fraction(1)}, reason="Both at fault.")
    cancel_ruling(four.dora, first, reason="Replaced by the other.")
    assert side_points(match) == {"A": 1, "B": 1}


def test_cancelling_restores_points_that_were_set_before_any_ruling(four: Evening) -> None:
    match = four.match()
    four.play({1: 60}, hands=2)
    Participation.objects.filter(match=match).update(match_points=Fraction(1))
    ruling = adjust_match(four.dora, match, {"A": Fraction(0), "B": Fraction(2)}, reason="Wrong board.")
    cancel_ruling(four.dora, ruling, reason="Right board.")
    assert side_points(match) == {"A": 1, "B": 1}


@pytest.mark.parametrize("cancelled", ["the forfeit of the archive", "the ruling made here"])
def test_cancelling_beside_a_forfeit_that_came_with_an_archive(four: Evening, cancelled: str) -> None:
    """It does not say what stood before it; what it did stands in the match."""
    match = four.match()
    match.participations.filter(side="A").update(outcome="forfeit_loss")
    match.participations.filter(side="B").update(outcome="forfeit_win")
    about = {"event": four.event, "stage": four.stage, "round": four.round, "match": match}
    old = Ruling.objects.create(**about, position=0, code="no_show", effect="forfeit", reason="Gone.")
    points = {"A": Fraction(1), "B": Fraction(1)}
    new = adjust_match(four.dora, match, points, reason="Both were late.")
    is_old = cancelled == "the forfeit of the archive"
    cancel_ruling(four.dora, old if is_old else new, reason="They came.")
    rows = match.participations.order_by("side").values_list("outcome", "match_points")
    stands = [("", 1), ("", 1)] if is_old else [("forfeit_loss", None), ("forfeit_win", None)]
    assert list(rows) == stands


def test_cancelling_an_early_end_lets_the_match_go_on(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    ruling = close_match(four.dora, match, reason="Time.")
    assert result(match).complete
    cancel_ruling(four.dora, ruling, reason="The clock was wrong.")
    assert (result(match).finished, four.match().status) == (False, MatchStatus.PLAYING)
    assert enter(match, 2, counted(60), four.dora).match["finished"]


def test_a_cancelled_forfeit_of_an_untouched_match_leaves_nothing(four: Evening) -> None:
    match = four.match()
    ruling = forfeit_match(four.dora, match, [entrant(match, "A")], reason="Late.")
    cancel_ruling(four.dora, ruling, reason="They came.")
    assert four.match().status == MatchStatus.SCHEDULED
    assert (match.side_results.count(), hasattr(four.match(), "result")) == (0, False)


def test_the_history_of_a_cancelled_ruling_stays(four: Evening) -> None:
    made = fine(four.dora, four.entrants[0], four.round, reason="Late.", match_points=Fraction(-1))
    cancelled = cancel_ruling(four.dora, made, reason="The clock was wrong.")
    assert (cancelled.status, cancelled.replaces, cancelled.position) == (RulingStatus.CANCELLED, made, 1)
    assert Ruling.objects.get(pk=made.pk).status == RulingStatus.IN_FORCE
    for ruling in (made, cancelled):
        with pytest.raises(Conflict, match=r"^ruling_replaced$"):
            cancel_ruling(four.dora, ruling, reason="Again.")


def test_a_ruling_is_one_version(four: Evening) -> None:
    before = EventVersion.objects.get(event=four.event).number
    forfeit_match(four.dora, four.match(), [entrant(four.match(), "A")], reason="Left.")
    assert EventVersion.objects.get(event=four.event).number == before + 1


def test_the_log_says_what_a_ruling_is_about(four: Evening) -> None:
    match = four.match(2)
    forfeit_match(four.dora, match, [entrant(match, "B")], reason="Gone.")
    fine(four.dora, four.entrants[2], four.round, reason="Late.", match_points=Fraction(-1))
    told = AuditEntry.objects.filter(event=four.event, verb=Verb.RULING_MADE).order_by("number")
    about = {"code": "no_show", "effect": "forfeit", "reason": "Gone."}
    assert [each.data for each in told] == [
        about | {"match": "stage:1/round:1/match:2", "number": sides(match)["B"]},
        {"code": "fine", "effect": "fine", "reason": "Late.", "number": 3},
    ]


def test_a_fine_takes_points_from_its_round_on(db: None) -> None:
    made = evening(4)
    made.play_round({1: 60, 2: 60})
    second = made.play_round({1: 60, 2: 60})
    number = made.entrants[0].number
    before = {after: row(made, after, number) for after in (1, 2)}
    fine(made.dora, made.entrants[0], second, reason="Late.", match_points=Fraction(-1, 2))
    fine(made.dora, made.entrants[0], second, reason="Late.", game_points=Fraction(-100))
    rebuild(made.stage.pk)
    assert row(made, 1, number) == before[1]
    after = row(made, 2, number)
    assert Fraction(after["match_points"]) == Fraction(before[2]["match_points"]) - Fraction(1, 2)
    assert Fraction(after["difference"]) == Fraction(before[2]["difference"]) - 100
    assert after["buchholz"] == before[2]["buchholz"]


def test_a_fine_marks_the_tables_that_show_it(db: None) -> None:
    made = evening(4)
    made.play_round({1: 60, 2: 60})
    made.play_round({1: 60, 2: 60})
    fine(made.dora, made.entrants[0], made.round, reason="Late.", match_points=Fraction(-1))
    assert list(Round.objects.filter(stale=True).values_list("number", flat=True)) == [2]


def test_a_fine_needs_points_and_somebody_of_the_stage(four: Evening) -> None:
    stranger = evening(2).entrants[0]
    for who, points, code in (
        (four.entrants[0], Fraction(0), "points_needed"),
        (stranger, Fraction(-1), "unknown_entrant"),
    ):
        with pytest.raises(Invalid, match=rf"^{code}$"):
            fine(four.dora, who, four.round, reason="Late.", match_points=points)


def test_effects_that_need_a_ruling_of_their_own_are_not_cancelled_here(four: Evening) -> None:
    made = Ruling.objects.create(
        event=four.event,
        stage=four.stage,
        round=four.round,
        position=0,
        code="peeking",
        effect="hand",
        reason="x",
    )
    with pytest.raises(Invalid, match=r"^cannot_be_cancelled$"):
        cancel_ruling(four.dora, made, reason="Appeal.")


def test_no_ruling_is_made_in_a_draft_that_may_be_thrown_away(four: Evening) -> None:
    four.play({1: 60, 2: 50}, hands=2)
    four.close()
    draft, match = four.drawn(), four.match()
    for rule in (
        lambda: fine(four.dora, four.entrants[0], draft, reason="Late.", match_points=Fraction(-1)),
        lambda: forfeit_match(four.dora, match, [entrant(match, "A")], reason="Left."),
        lambda: adjust_match(four.dora, match, {"A": Fraction(1), "B": Fraction(1)}, reason="Cards."),
        lambda: close_match(four.dora, match, reason="Time."),
    ):
        with pytest.raises(Invalid, match=r"^round_not_published$"):
            rule()
    assert not Ruling.objects.exists()


def test_a_ruling_that_finished_a_match_is_not_cancelled_once_its_round_is_closed(four: Evening) -> None:
    first, second = four.match(1), four.match(2)
    enter(first, 1, counted(60), four.dora)
    ended = close_match(four.dora, first, reason="Time.")
    left = forfeit_match(four.dora, second, [entrant(second, "A")], reason="Left.")
    four.close()
    points = side_points(first), side_points(second)
    for ruling in (ended, left):
        again = Ruling.objects.select_related("round__stage", "match__round__stage__event").get(pk=ruling.pk)
        with pytest.raises(Invalid, match=r"^match_would_be_open$"):
            cancel_ruling(four.dora, again, reason="It was not so.")
    assert (side_points(first), side_points(second)) == points
    assert not Round.objects.filter(stale=True).exists()


def test_a_closed_round_opened_again_lets_its_rulings_be_cancelled(four: Evening) -> None:
    enter(four.match(1), 1, counted(60), four.dora)
    ended = close_match(four.dora, four.match(1), reason="Time.")
    four.play({2: 60}, hands=2)
    reopen_round(four.dora, four.close(), "The clock was wrong.")
    again = Ruling.objects.select_related("round__stage", "match__round__stage__event").get(pk=ended.pk)
    cancel_ruling(four.dora, again, reason="The clock was wrong.")
    assert four.match(1).status == MatchStatus.PLAYING


def test_everything_that_is_wrong_with_a_ruling_is_said_at_once(four: Evening) -> None:
    stranger = evening(4).entrants[0]
    match = four.match()
    for rule, wrong in (
        (lambda: fine(four.dora, stranger, four.round, reason=" "), ["points_needed", "unknown_entrant"]),
        (lambda: forfeit_match(four.dora, match, [], reason=""), ["offender_needed"]),
        (lambda: forfeit_match(four.dora, match, [stranger], reason=""), ["not_in_match"]),
        (lambda: adjust_match(four.dora, match, {"A": Fraction(1)}, reason=""), ["one_number_per_side"]),
    ):
        with pytest.raises(Invalid) as refused:
            rule()
        assert [each.code for each in refused.value.problems] == [*wrong, "reason_needed"]
    assert not Ruling.objects.exists()
