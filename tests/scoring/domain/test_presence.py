"""Coming late, staying away, leaving and coming back, and what it means for draws and tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.models import HandScore
from scoring.services.presence import come_back, enter_late, leave
from scoring.services.progress import close_stage, draw_round, publish_round
from scoring.services.standings import compute, latest_snapshot, rebuild
from scoring.services.verify import verify_event
from tests.make import Evening, add_stage, counted, enter, evening, new_pair, result
from tournaments.errors import Conflict, Invalid
from tournaments.models import (
    Entrant,
    EntrantStatus,
    Event,
    EventStatus,
    EventVersion,
    Match,
    MatchStatus,
    Participation,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
)
from tournaments.services.entrants import add_entrants, plan_absence, return_entrant, withdraw

pytestmark = pytest.mark.django_db


def listed(made: Evening, after: int) -> dict[int, str]:
    """Match points of everybody in the table after a round."""
    return {row["number"]: row["values"]["match_points"] for row in compute(made.stage, after)}


def drawn_numbers(drawn: Round) -> set[int]:
    return set(drawn.participations.values_list("entrant__number", flat=True))


def close_with_bye(made: Evening) -> None:
    made.play({1: 60, 2: 60})
    made.close()


def test_leaving_now_forfeits_the_match_and_keeps_its_hands(four: Evening) -> None:
    match = four.match()
    enter(match, 1, counted(60), four.dora)
    goes = Participation.objects.get(match=match, side="A").entrant
    before = EventVersion.objects.get(event=four.event).number
    left = leave(four.dora, goes, reason="Ill.", now=True)
    assert (left.status, left.left_after_round) == (EntrantStatus.WITHDRAWN, 1)
    assert four.match().status == MatchStatus.FORFEITED
    assert HandScore.objects.count() == 1
    assert EventVersion.objects.get(event=four.event).number == before + 1


def test_leaving_from_the_next_round_lets_the_match_be_finished(four: Evening) -> None:
    match = four.match()
    goes = Participation.objects.get(match=match, side="A").entrant
    leave(four.dora, goes, reason="Ill.")
    four.play({1: 60, 2: 60}, hands=2)
    four.close()
    assert result(match).winner == "A"
    four.drawn()
    assert goes.number not in drawn_numbers(four.round)


def test_who_has_left_stays_in_the_table_without_points_for_what_it_misses(db: None) -> None:
    made = evening(5, points={"win": 2, "draw": 1, "loss": 0, "pairing_bye": 2, "absence": 1})
    made.next_round()
    goes = made.entrants[0]
    close_with_bye(made)
    had = listed(made, 1)[goes.number]
    leave(made.dora, goes, reason="Ill.")
    made.next_round()
    close_with_bye(made)
    assert listed(made, 2)[goes.number] == had


def test_coming_back_makes_missed_rounds_absences(db: None) -> None:
    made = evening(5, points={"win": 2, "draw": 1, "loss": 0, "pairing_bye": 2, "absence": 1})
    made.next_round()
    goes = made.entrants[0]
    close_with_bye(made)
    had = int(listed(made, 1)[goes.number])
    leave(made.dora, goes, reason="Ill.")
    made.next_round()
    close_with_bye(made)
    back = come_back(made.dora, goes)
    assert (back.status, back.left_after_round) == (EntrantStatus.ACTIVE, None)
    assert list(Round.objects.filter(stale=True).values_list("number", flat=True)) == [2]
    rebuild(made.stage.pk)
    assert int(listed(made, 2)[goes.number]) == had + 1
    assert goes.number in drawn_numbers(made.drawn())


def play_everybody(made: Evening) -> None:
    """A round of a round robin, which is none that is drawn here."""
    drawn = made.drawn()
    Stage.objects.update(method="round_robin")
    publish_round(made.dora, drawn)
    made.play({1: 60, 2: 60, 3: 60})
    made.close()


def test_leaving_a_round_robin_annuls_and_coming_back_brings_it_back(db: None) -> None:
    made = evening(6)
    play_everybody(made)
    goes = Participation.objects.get(round=made.round, side="A", match__table__number=1).entrant
    assert listed(made, 1)[goes.number] == "2"
    leave(made.dora, goes, reason="Ill.")
    for kept in ("0", "2"):
        assert rebuild(made.stage.pk)
        table = latest_snapshot(made.stage, 1)
        assert table is not None
        assert {row["number"]: row["values"]["match_points"] for row in table.rows}[goes.number] == kept
        assert verify_event(made.event).as_json()["problems"] == []
        come_back(made.dora, goes)


def test_leaving_and_coming_back_twice_changes_nothing(four: Evening) -> None:
    goes = four.entrants[0]
    return_entrant(four.dora, goes)
    first = withdraw(four.dora, goes)
    version = EventVersion.objects.get(event=four.event).number
    assert withdraw(four.dora, goes).left_after_round == first.left_after_round
    assert EventVersion.objects.get(event=four.event).number == version


def test_who_was_expelled_neither_leaves_nor_comes_back(four: Evening) -> None:
    Entrant.objects.filter(pk=four.entrants[0].pk).update(status=EntrantStatus.EXPELLED, left_after_round=1)
    for act in (withdraw, return_entrant):
        with pytest.raises(Conflict, match=r"^wrong_state$"):
            act(four.dora, four.entrants[0])


@pytest.mark.parametrize("kind", ["requested_bye", "absence"])
def test_a_planned_absence_keeps_an_entrant_out_of_the_draw(kind: str) -> None:
    made = evening(5)
    plan_absence(made.dora, made.entrants[0], 1, kind)
    made.drawn()
    own = Participation.objects.get(entrant=made.entrants[0])
    assert own.outcome == kind
    assert not Participation.objects.filter(outcome="pairing_bye").exists()


def test_an_absence_is_not_planned_once_the_round_is_drawn(four: Evening) -> None:
    with pytest.raises(Conflict, match=r"^round_already_drawn$"):
        plan_absence(four.dora, four.entrants[0], 1)
    with pytest.raises(Invalid, match=r"^unknown_absence$"):
        plan_absence(four.dora, four.entrants[0], 2, "holiday")
    plan_absence(four.dora, four.entrants[0], 2)


@pytest.mark.parametrize(("given", "worth"), [(Fraction(3, 2), "3/2"), (Fraction(0), "0"), (None, "2")])
def test_late_entrants_join_with_what_the_director_gives(given: Any, worth: str) -> None:
    made = evening(4, points={"win": 2, "draw": 1, "loss": 0, "absence": 1})
    for _ in range(2):
        made.play_round({1: 60, 2: 60})
    before = listed(made, 2)
    late = enter_late(made.dora, made.stage, [new_pair(9), new_pair(10)], match_points=given)
    assert [each.joined_round for each in late] == [3, 3]
    assert listed(made, 2) == before
    made.next_round()
    assert {each.number for each in late} <= drawn_numbers(made.round)
    made.play({1: 50, 2: 50, 3: 50})
    made.close()
    table = listed(made, 3)
    assert {table[each.number] for each in late} == {str(Fraction(worth) + 1)}


def test_late_entrants_miss_the_round_in_play_too(four: Evening) -> None:
    four.play({1: 60, 2: 60}, hands=2)
    four.close()
    four.next_round()
    (late,) = enter_late(four.dora, four.stage, [new_pair(9)], match_points=Fraction(1))
    acts = four.event.log.filter(target=f"entrant:{late.number}").order_by("number")
    assert list(acts.values_list("verb", "data"))[1:] == [("entrant.changed", {"match_points": "1"})]
    assert late.joined_round == 3
    rows = Participation.objects.filter(entrant=late).order_by("round__number")
    assert [each.match_points for each in rows] == [1, 0]


def test_nobody_comes_late_into_a_closed_stage(four: Evening) -> None:
    four.play({1: 60, 2: 60}, hands=2)
    four.close()
    close_stage(four.dora, four.stage)
    with pytest.raises(Conflict, match=r"^stage_closed$"):
        enter_late(four.dora, four.stage, [new_pair(9)], match_points=Fraction(1))
    assert Entrant.objects.filter(event=four.event).count() == 4


def test_there_are_no_points_for_nothing_missed(four: Evening) -> None:
    with pytest.raises(Invalid, match=r"^nothing_missed$"):
        enter_late(four.dora, four.stage, [new_pair(9)], match_points=Fraction(1))
    assert Entrant.objects.filter(event=four.event).count() == 4


def test_nobody_joins_a_round_that_people_have_seen(four: Evening) -> None:
    (late,) = add_entrants(four.dora, four.event, [new_pair(9)])
    assert late.joined_round == 2


def test_faulty_entrants_are_all_named_and_none_is_stored(four: Evening) -> None:
    new = [new_pair(9), new_pair(9), new_pair(1)]
    with pytest.raises(Invalid, match=r"^invalid_entrants$") as caught:
        add_entrants(four.dora, four.event, new)
    assert {each.path.split("/")[1] for each in caught.value.problems} == {"1", "2"}
    assert Entrant.objects.filter(event=four.event).count() == 4


def test_coming_late_and_leaving_belong_to_one_stage(db: None) -> None:
    made = evening(4)
    for _ in range(2):
        made.play_round({1: 60, 2: 60})
    enter_late(made.dora, made.stage, [new_pair(9), new_pair(10)])
    made.play_round({1: 60, 2: 60, 3: 60})
    close_stage(made.dora, made.stage)
    final = add_stage(made.event, 2)
    for each in Entrant.objects.filter(event=made.event):
        final.places.create(entrant=each, seed=each.number)
    made.stage = final
    made.next_round()
    assert len(drawn_numbers(made.round)) == 6  # the late ones too, though it is round 1
    left = withdraw(made.dora, made.entrants[0])
    assert left.left_after_round == 1
    made.play({1: 60, 2: 60, 3: 60})
    made.close()
    assert left.number not in drawn_numbers(publish_round(made.dora, draw_round(made.dora, final)[0]))
    first = Match.objects.filter(round__stage__order=1).first()
    assert first is not None
    before = {row["number"]: row["values"]["match_points"] for row in compute(first.round.stage, 3)}
    assert before[left.number] == listed_at_close(first)[left.number]


def listed_at_close(match: Match) -> dict[int, str]:
    """What the frozen table of the match's stage said."""
    table = match.round.stage.snapshots.filter(final=True).order_by("-after_round").first()
    assert table is not None
    return {row["number"]: row["values"]["match_points"] for row in table.rows}


def test_entrants_do_not_slip_into_a_stage_that_takes_them_from_another(db: None) -> None:
    made = evening(4)
    final = add_stage(made.event, 2, slots=[{"ranks": [1, 2], "of": "s1"}])
    add_entrants(made.dora, made.event, [new_pair(9)])
    assert (made.stage.places.count(), final.places.count()) == (5, 0)
    assert (final.status, Round.objects.exclude(status=RoundStatus.DRAFT).count()) == (StageStatus.PLANNED, 0)


def test_nobody_enters_an_event_that_is_finished(db: None) -> None:
    made = evening(4)
    Event.objects.filter(pk=made.event.pk).update(status=EventStatus.FINISHED)
    with pytest.raises(Conflict) as refusal:
        add_entrants(made.dora, made.event, [new_pair(5)])
    assert refusal.value.problems[0].code == "entries_over"
    assert made.event.entrants.count() == 4
