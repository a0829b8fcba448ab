"""Acts on an event that has been played for some rounds, and the whole tables that they lead to.

Each is held to an event in which things were right from the start, or to the table before the act.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from scoring.archive.dump import export_event
from scoring.intake import choose_entry
from scoring.models import HandEntry, Ruling
from scoring.services.as_played import record_as_played
from scoring.services.drawing import propose
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.presence import leave
from scoring.services.rulings import cancel_ruling, fine
from scoring.services.standings import latest_snapshot, rebuild
from scoring.services.verify import verify_event
from tests.make import Evening, confirm, correct, counted, enter, evening, hand, result
from tournaments.errors import Conflict
from tournaments.models import EntrantStatus, Match, Participation, Round
from tournaments.pairing.base import Draw

pytestmark = pytest.mark.django_db
RANKING = ["match_points", "buchholz", "sonneborn_berger", "difference"]
SCORES = ({1: 70, 2: 55, 3: 65, 4: 40}, {1: 35, 2: 80, 3: 60, 4: 75}, {1: 60, 2: 45, 3: 90, 4: 55})


def played(rounds: int = 3, pairs: int = 8, **stage: Any) -> Evening:
    """Some rounds of two hands a match; the same draws and results every time."""
    made = evening(pairs, match={"hands": 2}, ranking=RANKING, **stage)
    for number in range(rounds):
        made.play_round(SCORES[number], hands=2)
    return made


def table(made: Evening, after: int) -> list[dict[str, Any]]:
    """The last kept table after a round, without the ids of its entrants."""
    rebuild(made.stage.pk)
    kept = latest_snapshot(made.stage, after)
    assert kept is not None
    return [{name: value for name, value in row.items() if name != "entrant"} for row in kept.rows]


def values(rows: list[dict[str, Any]], number: int) -> dict[str, str]:
    found: dict[str, str] = next(row["values"] for row in rows if row["number"] == number)
    return found


def proven(made: Evening) -> bool:
    """Whether everything stored follows from what was entered."""
    return verify_event(made.event).problems == []


def match_of(made: Evening, number: int, at: int = 1) -> Match:
    rounds = Match.objects.select_related("round__stage__event__club")
    return rounds.get(round__stage=made.stage, round__number=number, table__number=at)


def test_a_conflict_decided_late_gives_the_table_of_what_was_chosen() -> None:
    made, straight = played(2), played(2)
    for each, first in ((made, 20), (straight, 80)):
        each.next_round()
        each.play({2: 45, 3: 90, 4: 55}, hands=2)
        enter(each.match(1), 1, counted(first), each.phone("A"))
    chosen = uuid4()
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(made.match(1), 1, counted(80), made.phone("B"), submission=chosen)
    for each in (made, straight):
        enter(each.match(1), 2, counted(60), each.phone("A"))
    assert result(made.match(1)).totals == {"A": 60, "B": 40}
    choose_entry(made.dora, hand(made.match(1), 1), chosen, "Both sides read their notes again.")
    for each in (made, straight):
        each.close()
    assert table(made, 3) == table(straight, 3)
    assert proven(made)


def test_a_rival_after_the_confirmation_changes_no_table() -> None:
    made, straight = played(2), played(2)
    for each in (made, straight):
        each.next_round()
        each.play(SCORES[2], hands=1)
    enter(made.match(1), 2, counted(20), made.phone("A"))
    confirm(made.match(1), 2, made.phone("B"))
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(made.match(1), 2, counted(80), made.phone("B"))
    enter(straight.match(1), 2, counted(20), straight.dora)
    for each in (made, straight):
        for at in (2, 3, 4):
            enter(each.match(at), 2, counted(50), each.dora)
        each.close()
    assert table(made, 3) == table(straight, 3)
    assert HandEntry.objects.filter(hand__match=made.match(1), revision=None).count() == 1


def test_a_correction_two_rounds_later_gives_the_table_of_the_right_result() -> None:
    made = played(3)
    pairings = export_event(made.event)["stages"][0]["rounds"][2]["matches"]
    match = match_of(made, 1)
    correct(match, 1, counted(0), made.dora)
    changed = {after: table(made, after) for after in (1, 2, 3)}
    assert proven(made)
    after = export_event(made.event)["stages"][0]["rounds"][2]["matches"]
    assert [each["sides"] for each in after] == [each["sides"] for each in pairings]
    correct(match, 1, counted(70), made.dora, seen=2)
    untouched = played(3)
    for number in (1, 2, 3):
        assert table(made, number) == table(untouched, number) != changed[number]


@pytest.mark.parametrize("code", ["wish_not_fulfilled", "wish_gain"])
def test_a_ruling_on_an_old_hand_gives_the_table_of_a_hand_that_was_so_and_its_cancelling_the_old_one(
    code: str,
) -> None:
    made, straight, untouched = played(3), played(3), played(3)
    new = OnHand(number=2, code=code, side="A", reason="The wish was ignored.", seen_revision=1)
    ruling = rule_on_hand(made.dora, match_of(made, 2, 1), new).ruling
    changed = hand(match_of(made, 2, 1), 2).current.payload
    correct(match_of(straight, 2, 1), 2, changed, straight.dora)
    assert {after: table(made, after) for after in (1, 2, 3)} == {
        after: table(straight, after) for after in (1, 2, 3)
    }
    assert table(made, 3) != table(untouched, 3)
    assert proven(made)
    fresh = Ruling.objects.select_related("round__stage__event", "match__round__stage__event__club")
    cancel_ruling(made.dora, fresh.get(pk=ruling.pk), reason="Appeal upheld: the facts were wrong.")
    assert {after: table(made, after) for after in (1, 2, 3)} == {
        after: table(untouched, after) for after in (1, 2, 3)
    }
    assert Ruling.objects.count() == 2
    assert proven(made)


def test_pairs_recorded_as_they_sat_give_the_table_of_a_round_in_which_they_were_posted_so() -> None:
    made, straight = played(3), played(3)
    match = match_of(made, 3, 1)
    one, other = (Participation.objects.get(match=match, side=side) for side in "AB")
    record_as_played(
        made.dora, match, {"A": [other.entrant_id], "B": [one.entrant_id]}, reason="They say so."
    )
    turned = {1: counted(40), 2: counted(40)}
    for number, summary in turned.items():
        correct(match_of(straight, 3, 1), number, summary, straight.dora)
    for after in (1, 2, 3):
        assert table(made, after) == table(straight, after)
    assert proven(made)


@pytest.mark.parametrize("counts", [False, True])
def test_a_fine_enters_the_opponents_tie_breaks_only_where_the_stage_says_so(counts: bool) -> None:
    made = played(3)
    if counts:
        made.stage.settings = {"fines_count_for_opponents": True}
        made.stage.save(update_fields=["settings"])
    before = {after: table(made, after) for after in (1, 2, 3)}
    leader = made.event.entrants.get(number=before[3][0]["number"])
    met = Participation.objects.filter(match__participations__entrant=leader, round__number__lte=3)
    opponents = set(met.exclude(entrant=leader).values_list("entrant__number", flat=True))
    fine(made.dora, leader, Round.objects.get(number=2), reason="Slow.", match_points=Fraction(-1))
    assert table(made, 1) == before[1]
    for after in (2, 3):
        rows = table(made, after)
        own, old = values(rows, leader.number), values(before[after], leader.number)
        assert Fraction(own["match_points"]) == Fraction(old["match_points"]) - 1
        assert own["buchholz"] == old["buchholz"]
    moved = {
        number
        for number in opponents
        if values(rows, number)["buchholz"] != values(before[3], number)["buchholz"]
    }
    assert moved == (opponents if counts else set())


@pytest.mark.parametrize(
    "points",
    [{"match_points": Fraction(-1)}, {"game_points": Fraction(-100)}, {"match_points": Fraction(1, 2)}],
)
def test_a_cancelled_fine_or_bonus_leaves_the_tables_as_they_were(points: dict[str, Fraction]) -> None:
    made = played(3)
    before = {after: table(made, after) for after in (1, 2, 3)}
    ruling = fine(made.dora, made.entrants[0], Round.objects.get(number=2), reason="Slow.", **points)
    assert table(made, 2) != before[2]
    cancel_ruling(made.dora, ruling, reason="Appeal upheld: the facts were wrong.")
    assert {after: table(made, after) for after in (1, 2, 3)} == before
    assert Ruling.objects.count() == 2
    assert proven(made)


@pytest.mark.parametrize("now", [True, False])
def test_after_one_of_nine_has_left_eight_are_drawn_without_a_bye(now: bool) -> None:
    made = played(2, pairs=9)
    made.next_round()
    match = made.match(2)
    goes = Participation.objects.get(match=match, side="A").entrant
    enter(match, 1, counted(60), made.dora)
    left = leave(made.dora, goes, reason="Ill.", now=now)
    assert (left.status, left.left_after_round) == (EntrantStatus.WITHDRAWN, 3)
    if not now:
        enter(match, 2, counted(60), made.dora)
    made.play({1: 60, 3: 90, 4: 55}, hands=2)
    made.close()
    outcome = Participation.objects.get(match=match, entrant=goes).outcome
    assert outcome == ("forfeit_loss" if now else "")
    draw = propose(made.stage)
    assert isinstance(draw, Draw)
    assert (len(draw.tables), draw.byes) == (4, ())
    assert goes.pk not in {each for pair in draw.tables for each in pair.entrants}
    had = values(table(made, 3), goes.number)["match_points"]
    made.next_round()
    made.play({1: 60, 2: 60, 3: 60, 4: 60}, hands=2)
    made.close()
    assert values(table(made, 4), goes.number)["match_points"] == had
    assert proven(made)
