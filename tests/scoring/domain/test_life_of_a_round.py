"""A round is drawn, published, played and closed; what was closed is corrected, never lost."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from scoring.intake import choose_entry
from scoring.models import Confirmation, MatchResult, StandingsSnapshot
from scoring.services.drawing import DrawOptions, is_outdated
from scoring.services.progress import (
    close_round,
    close_stage,
    discard_round,
    draw_round,
    publish_round,
    redraw_round,
    reopen_round,
)
from scoring.services.rulings import fine
from scoring.services.standings import latest_snapshot, rebuild
from tests.make import Evening, add_stage, correct, counted, enter, evening, hand, result, sides, void
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.models import (
    AuditEntry,
    Event,
    EventStatus,
    EventVersion,
    Match,
    MatchStatus,
    Outcome,
    Participation,
    PlannedAbsence,
    Round,
    RoundStatus,
    Seat,
    StageStatus,
    Verb,
)
from tournaments.services.entrants import return_entrant, withdraw
from tournaments.services.registration import check_in
from tournaments.services.rounds import NewMatch, add_bye, add_matches

pytestmark = pytest.mark.django_db


def opponents(drawn: Round) -> set[frozenset[int]]:
    matches: dict[int, set[int]] = {}
    for match, number in drawn.participations.values_list("match_id", "entrant__number"):
        matches.setdefault(match, set()).add(number)
    return {frozenset(each) for each in matches.values()}


def points(made: Evening, after: int) -> dict[int, str]:
    """Match points by entrant's number in the last table after a round."""
    table = latest_snapshot(made.stage, after)
    assert table is not None
    return {row["number"]: row["values"]["match_points"] for row in table.rows}


def test_a_draft_is_seen_by_nobody_until_it_is_published(db: None) -> None:
    made = evening()
    drawn = made.drawn()
    assert drawn.status == RoundStatus.DRAFT
    assert not MatchResult.objects.exists()
    published = publish_round(made.dora, drawn)
    assert (published.status, Event.objects.get(pk=made.event.pk).status) == (
        RoundStatus.PUBLISHED,
        EventStatus.RUNNING,
    )
    assert Seat.objects.filter(match__round=drawn).count() == 8
    assert not MatchResult.objects.exists()


def test_drawing_and_publishing_are_one_version_each(db: None) -> None:
    made = evening()
    for act in (made.drawn, lambda: publish_round(made.dora, made.round)):
        before = EventVersion.objects.get(event=made.event).number
        act()
        assert EventVersion.objects.get(event=made.event).number == before + 1


def test_asked_twice_for_one_round_there_is_one(db: None) -> None:
    made = evening()
    first, new = draw_round(made.dora, made.stage, number=1)
    again, newer = draw_round(made.dora, made.stage, number=1)
    plain, newest = draw_round(made.dora, made.stage)
    assert (first.pk, again.pk, plain.pk) == (first.pk,) * 3
    assert (new, newer, newest) == (True, False, False)
    publish_round(made.dora, first)
    assert draw_round(made.dora, made.stage, number=1) == (first, False)


def test_no_round_is_drawn_while_one_is_played(four: Evening) -> None:
    with pytest.raises(Conflict, match=r"^round_open$"):
        four.drawn()
    with pytest.raises(Conflict, match=r"^round_open$"):
        draw_round(four.dora, four.stage, number=2)


def test_only_the_next_round_can_be_drawn(db: None) -> None:
    made = evening()
    with pytest.raises(Conflict, match=r"^round_not_next$"):
        draw_round(made.dora, made.stage, number=2)


def test_a_draft_may_be_thrown_away_and_drawn_again(db: None) -> None:
    made = evening(6)
    drawn = made.drawn()
    seeds = {drawn.seed}
    for attempt in (1, 2):
        drawn = redraw_round(made.dora, drawn)
        assert (drawn.number, drawn.why["attempt"]) == (1, attempt)
        seeds.add(drawn.seed)
    assert len(seeds) == 3
    discard_round(made.dora, drawn)
    assert not Round.objects.exists()
    assert made.event.log.order_by("number").last().verb == Verb.ROUND_DISCARDED
    with pytest.raises(NotFound):
        discard_round(made.dora, drawn)


def test_a_redraw_that_is_not_possible_leaves_the_draft(db: None) -> None:
    made = evening(2)
    made.play_round({1: 60})
    with pytest.raises(Invalid, match=r"^no_legal_round$"):
        made.drawn()
    drawn = made.drawn(allow_rematches=True)
    with pytest.raises(Invalid, match=r"^no_legal_round$"):
        redraw_round(made.dora, drawn)
    assert made.round.pk == drawn.pk
    assert not AuditEntry.objects.filter(verb=Verb.ROUND_DISCARDED).exists()


def test_a_published_round_is_not_thrown_away(four: Evening) -> None:
    with pytest.raises(Conflict, match=r"^wrong_state$"):
        discard_round(four.dora, four.round)
    assert publish_round(four.dora, four.round).status == RoundStatus.PUBLISHED


def test_the_same_seed_draws_the_same(db: None) -> None:
    made = evening(8)
    first = made.drawn(seed=5)
    pairs = opponents(first)
    assert opponents(redraw_round(made.dora, first, DrawOptions(seed=5))) == pairs


def test_byes_and_tables_set_beforehand_are_part_of_the_draw(db: None) -> None:
    made = evening(6)
    one, two, three = (made.entrants[place].pk for place in range(3))
    preset = Round.objects.create(stage=made.stage, number=1)
    add_matches(preset, "AB", [NewMatch([[one], [two]], 7)])
    add_bye(preset, 2, three, "A", Outcome.REQUESTED_BYE)
    drawn = made.drawn()
    assert drawn.pk == preset.pk
    assert {frozenset({1, 2}), frozenset({3})} < opponents(drawn)
    assert len(opponents(drawn)) == 4  # one of the three left has the pairing's bye
    assert Match.objects.get(participations__entrant=one).table.number == 7  # type: ignore[union-attr]
    assert Participation.objects.get(entrant=three).outcome == Outcome.REQUESTED_BYE


def test_byes_are_worth_what_the_stage_says_or_their_own_value(db: None) -> None:
    points_of = {"win": 3, "draw": 1, "loss": 0, "pairing_bye": 3, "requested_bye": "3/2", "absence": 0}
    made = evening(7, points=points_of)
    PlannedAbsence.objects.create(entrant=made.entrants[0], round=1, kind="requested_bye")
    PlannedAbsence.objects.create(entrant=made.entrants[1], round=1, kind="absence")
    drawn = made.drawn()
    Participation.objects.filter(outcome="pairing_bye").update(
        match_points=2, game_points=100, game_points_against=0
    )
    publish_round(made.dora, drawn)
    made.play({1: 60, 2: 60})
    made.close()
    worth = points(made, 1)
    assert (worth[1], worth[2]) == ("3/2", "0")
    bye = Participation.objects.get(outcome="pairing_bye").entrant.number
    assert worth[bye] == "2"


def test_an_absence_is_spent_with_its_round(db: None) -> None:
    made = evening(4)
    PlannedAbsence.objects.create(entrant=made.entrants[0], round=1)
    made.play_round({1: 60})
    assert not PlannedAbsence.objects.exists()
    second = add_stage(made.event, 2)
    for each in made.entrants:
        second.places.create(entrant=each, seed=each.number)
    drawn, _ = draw_round(made.dora, second)
    assert not drawn.participations.exclude(outcome="").exists()


@pytest.mark.parametrize("back", [False, True])
def test_a_draft_in_which_somebody_left_or_came_back_is_not_published(back: bool) -> None:
    made = evening(5)
    if back:
        withdraw(made.dora, made.entrants[0])
    drawn = made.drawn()
    (return_entrant if back else withdraw)(made.dora, made.entrants[0])
    with pytest.raises(Conflict, match=r"^draft_outdated$") as caught:
        publish_round(made.dora, drawn)
    assert caught.value.params == {"entrants": "Pair 1"}
    publish_round(made.dora, redraw_round(made.dora, drawn))


def test_a_draft_with_somebody_who_is_not_in_the_hall_is_not_published(db: None) -> None:
    made = evening(5)
    check_in(made.dora, made.entrants[1], here=False)
    drawn = made.drawn()
    check_in(made.dora, made.entrants[0], here=False)
    with pytest.raises(Conflict, match=r"^draft_outdated$") as caught:
        publish_round(made.dora, drawn)
    assert caught.value.params == {"entrants": "Pair 1"}
    check_in(made.dora, made.entrants[0])
    publish_round(made.dora, drawn)


def test_a_round_with_open_matches_does_not_close(four: Evening) -> None:
    four.play({1: 60}, hands=2)
    enter(four.match(2), 2, counted(60), four.dora)
    with pytest.raises(Invalid, match=r"^round_not_complete$") as caught:
        four.close()
    assert [dict(each.params) for each in caught.value.problems] == [
        {"table": 2, "obstacle": "missing_hand:1"}
    ]


def test_a_table_that_never_started_is_open_too(four: Evening) -> None:
    with pytest.raises(Invalid, match=r"^round_not_complete$") as caught:
        four.close()
    assert [each.params["table"] for each in caught.value.problems] == [1, 2]


def test_closing_confirms_the_rest_and_keeps_the_table(four: Evening) -> None:
    four.play({1: 60, 2: 40}, hands=2)
    before = EventVersion.objects.get(event=four.event).number
    assert four.close().status == RoundStatus.CLOSED
    assert hand(four.match(), 1).status == "confirmed"
    assert Confirmation.objects.filter(side="").count() == 4
    assert result(four.match()).confirmed
    table = StandingsSnapshot.objects.get(after_round=1)
    assert (table.final, table.version) == (True, before + 1)
    assert EventVersion.objects.get(event=four.event).number == before + 1


def test_closing_twice_changes_nothing(four: Evening) -> None:
    four.play({1: 60, 2: 40}, hands=2)
    four.close()
    log = AuditEntry.objects.count()
    assert close_round(four.dora, four.round).status == RoundStatus.CLOSED
    assert AuditEntry.objects.count() == log


def test_closing_takes_a_constant_number_of_queries(django_assert_max_num_queries: Any, db: None) -> None:
    made = evening(12, match={"hands": 3})
    made.next_round()
    made.play(dict.fromkeys(range(1, 7), 60), hands=3)
    with django_assert_max_num_queries(36):
        made.close()


def test_a_correction_of_a_closed_round_makes_its_table_and_later_ones_anew(db: None) -> None:
    made = evening(4)
    made.play_round({1: 60, 2: 60})
    made.play_round({1: 60, 2: 60})
    match = Match.objects.select_related("round__stage__event").get(round__number=1, table__number=1)
    winner = sides(match)["A"]
    first = {after: points(made, after)[winner] for after in (1, 2)}
    correct(match, 1, counted(20), made.dora)
    assert set(Round.objects.filter(stale=True).values_list("number", flat=True)) == {1, 2}
    assert rebuild(made.stage.pk)
    for after in (1, 2):
        assert int(points(made, after)[winner]) == int(first[after]) - 2
        assert StandingsSnapshot.objects.filter(after_round=after, final=True).count() == 2
    assert not Round.objects.filter(stale=True).exists()


def test_a_round_drawn_from_a_table_that_was_corrected_says_so(db: None) -> None:
    made = evening(4)
    made.play_round({1: 60, 2: 60})
    second = made.next_round()
    assert not is_outdated(second)
    match = Match.objects.select_related("round__stage__event").get(round__number=1, table__number=1)
    correct(match, 1, counted(20), made.dora)
    rebuild(made.stage.pk)
    assert is_outdated(made.round)
    assert opponents(made.round) == opponents(second)


def test_a_round_is_opened_again_for_a_reason_and_later_ones_stay(db: None) -> None:
    made = evening(4)
    first = made.play_round({1: 60, 2: 60})
    made.next_round()
    with pytest.raises(Invalid, match=r"^reason_needed$"):
        reopen_round(made.dora, first, " ")
    reopen_round(made.dora, first, "Table 2 swapped its slips.")
    match = Match.objects.select_related("round__stage__event").get(round=first, table__number=1)
    correct(match, 1, counted(20), made.dora)
    made.play({1: 60, 2: 60})
    with pytest.raises(Conflict, match=r"^earlier_round_open$"):
        close_round(made.dora, made.round)
    close_round(made.dora, Round.objects.get(pk=first.pk))
    assert is_outdated(made.round)
    made.close()
    assert points(made, 2)


def test_tables_behind_a_round_that_is_open_again_wait_for_it(db: None) -> None:
    made = evening(4)
    first = made.play_round({1: 60, 2: 60})
    made.play_round({1: 60, 2: 60})
    reopen_round(made.dora, first, "A slip was misread.")
    fine(made.dora, made.entrants[0], Round.objects.get(number=2), reason="Late.", match_points=-1)
    rebuild(made.stage.pk)
    assert list(Round.objects.filter(stale=True).values_list("number", flat=True)) == [2]
    close_round(made.dora, Round.objects.select_related("stage__event").get(pk=first.pk))
    rebuild(made.stage.pk)
    assert not Round.objects.filter(stale=True).exists()


def test_a_stage_ends_when_its_rounds_are_closed(db: None) -> None:
    made = evening(4)
    made.next_round()
    with pytest.raises(Conflict, match=r"^round_open$"):
        close_stage(made.dora, made.stage)
    made.play({1: 60, 2: 60})
    made.close()
    assert close_stage(made.dora, made.stage).status == StageStatus.CLOSED
    with pytest.raises(Conflict, match=r"^stage_closed$"):
        made.drawn()


def test_a_director_s_choice_in_a_closed_round_counts_too(db: None) -> None:
    made = evening(2)
    made.next_round()
    submission = uuid4()
    enter(made.match(), 1, counted(60), made.phone("A"))
    made.close()
    reopen_round(made.dora, made.round, "A rival came late.")
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(made.match(), 1, counted(20), made.phone("B"), submission=submission)
    made.close()
    receipt = choose_entry(made.dora, hand(made.match(), 1), submission)
    assert receipt.match["winner"] == "B"
    rebuild(made.stage.pk)
    assert points(made, 1)[sides(made.match())["B"]] == "2"


def test_a_correction_marks_no_other_stage(db: None) -> None:
    made = evening(4)
    made.play_round({1: 60, 2: 60})
    other = add_stage(made.event, 2)
    Round.objects.create(stage=other, number=1, status=RoundStatus.CLOSED)
    correct(made.match(), 1, counted(20), made.dora)
    assert not Round.objects.get(stage=other).stale


def test_a_correction_does_not_leave_a_match_of_a_closed_round_unfinished(four: Evening) -> None:
    four.play({1: 60, 2: 60}, hands=2)
    four.close()
    match = four.match()
    with pytest.raises(Invalid, match=r"^match_would_be_open$"):
        void(match, 2, four.dora)
    assert (hand(match, 2).status, result(match).complete) == ("confirmed", True)
    reopen_round(four.dora, four.round, "Hand 2 was misdealt.")
    void(four.match(), 2, four.dora)
    assert four.match().status == MatchStatus.PLAYING


def test_a_draft_waits_for_the_round_it_was_drawn_from(four: Evening) -> None:
    four.play({1: 60, 2: 60}, hands=2)
    first = four.close()
    drawn = four.drawn()
    reopen_round(four.dora, first, "A slip was misread.")
    with pytest.raises(Conflict, match=r"^earlier_round_open$"):
        publish_round(four.dora, drawn)
    close_round(four.dora, first)
    assert publish_round(four.dora, drawn).status == RoundStatus.PUBLISHED
