"""What becomes of one submission: stored once, answered the same again, refused with every fault."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scoring.intake import choose_entry
from scoring.models import HandEntry, HandScore, HandStatus
from scoring.services.rulings import forfeit_match
from tests.make import Evening, confirm, correct, counted, enter, evening, hand, result, states, void
from tests.support.rows import all_rows
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.models import AuditEntry, Event, EventVersion, MatchStatus, RoundStatus, Stage

pytestmark = pytest.mark.django_db


def refused(error: type[Exception], code: str) -> object:
    return pytest.raises(error, match=rf"^{code}$")


def test_the_first_result_starts_match_and_round(four: Evening) -> None:
    receipt = enter(four.match(), 1, counted(60), four.tablet())
    assert (receipt.revision, receipt.status, receipt.created) == (1, "submitted", True)
    assert receipt.score == {"A": 60, "B": 40}
    assert receipt.match["totals"] == {"A": 60, "B": 40}
    assert (receipt.match["next_hand"], receipt.match["finished"]) == (2, False)
    assert four.match().status == MatchStatus.PLAYING
    assert four.round.status == RoundStatus.PLAYING
    assert four.round.started_at is not None


def test_one_result_is_one_version_and_one_entry_of_the_log(four: Evening) -> None:
    before = EventVersion.objects.get(event=four.event)
    receipt = enter(four.match(), 1, counted(60), four.sam)
    after = EventVersion.objects.get(event=four.event)
    assert after.number == before.number + 1 == receipt.version
    assert after.log_count == before.log_count + 1


def test_the_same_submission_again_changes_nothing(four: Evening) -> None:
    tab, again = four.tablet(), uuid4()
    first = enter(four.match(), 1, counted(60), tab, submission=again)
    log = AuditEntry.objects.count()
    second = enter(four.match(), 1, counted(60), tab, submission=again)
    assert second.as_json() == first.as_json() | {"replayed": True}
    assert (second.created, second.version) == (False, 0)
    assert (HandEntry.objects.count(), AuditEntry.objects.count()) == (1, log)


def test_the_same_submission_is_known_after_the_match_went_on(four: Evening) -> None:
    tab, again = four.tablet(), uuid4()
    enter(four.match(), 1, counted(60), tab, submission=again)
    enter(four.match(), 2, counted(60), tab)
    four.play({2: 50}, hands=2)
    four.close()
    receipt = enter(four.match(), 1, counted(60), tab, submission=again)
    assert (receipt.replayed, receipt.status) == (True, "confirmed")


def test_a_corrected_hand_answers_its_first_submission_as_replaced(four: Evening) -> None:
    tab, again = four.tablet(), uuid4()
    enter(four.match(), 1, counted(60), tab, submission=again)
    correct(four.match(), 1, counted(65), tab)
    receipt = enter(four.match(), 1, counted(60), tab, submission=again)
    assert (receipt.status, receipt.revision, receipt.score) == ("replaced", 1, {"A": 60, "B": 40})
    assert receipt.match["totals"] == {"A": 65, "B": 35}


@pytest.mark.parametrize(
    ("number", "points", "more"),
    [(1, 65, {}), (2, 60, {}), (1, 60, {"kind": "correct", "seen": 1}), (1, 60, {"reason": "other"})],
)
def test_an_id_is_never_used_for_something_else(four: Evening, number: int, points: int, more: dict) -> None:
    again = uuid4()
    enter(four.match(), 1, counted(60), four.tablet(), submission=again)
    with refused(Invalid, "submission_reused"):
        enter(four.match(), number, counted(points), four.tablet(), submission=again, **more)
    assert HandEntry.objects.count() == 1


def test_an_id_is_not_used_for_another_match(four: Evening) -> None:
    again = uuid4()
    enter(four.match(1), 1, counted(60), four.sam, submission=again)
    with refused(Invalid, "submission_reused"):
        enter(four.match(2), 1, counted(60), four.sam, submission=again)


def test_equal_values_of_the_other_side_agree(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    receipt = enter(four.match(), 1, {**counted(0), "points": {"B": 40}}, four.phone("B"))
    assert (receipt.created, receipt.replayed, receipt.status) == (False, True, "confirmed")
    assert HandEntry.objects.count() == 1
    assert [each.side for each in hand(four.match(), 1).current.confirmations.all()] == ["B"]


def test_equal_values_of_the_same_side_agree_to_nothing(four: Evening) -> None:
    phone = four.phone("A")
    enter(four.match(), 1, counted(60), phone)
    assert enter(four.match(), 1, counted(60), phone).status == "submitted"


@pytest.mark.parametrize(("table", "number"), [(2, 1), (1, 2)])
def test_an_id_that_agreed_is_not_used_for_another_hand(four: Evening, table: int, number: int) -> None:
    again = uuid4()
    enter(four.match(1), 1, counted(60), four.phone("A"))
    enter(four.match(1), 1, counted(60), four.phone("B"), submission=again)
    with refused(Invalid, "submission_reused"):
        enter(four.match(table), number, counted(60), four.sam, submission=again)
    assert HandEntry.objects.count() == 1


def test_an_agreeing_submission_is_remembered_when_the_hand_is_corrected(four: Evening) -> None:
    b, again = four.phone("B"), uuid4()
    enter(four.match(), 1, counted(60), four.phone("A"))
    enter(four.match(), 1, counted(60), b, submission=again)
    correct(four.match(), 1, counted(65), four.tablet())
    receipt = enter(four.match(), 1, counted(60), b, submission=again)
    assert (receipt.replayed, receipt.status) == (True, "replaced")
    assert hand(four.match(), 1).status == HandStatus.SUBMITTED
    with refused(Invalid, "submission_reused"):
        enter(four.match(), 1, counted(70), b, submission=again)


def test_every_fault_is_named_and_nothing_stored(four: Evening) -> None:
    with refused(Invalid, "invalid_result") as caught:  # type: ignore[attr-defined]
        enter(four.match(), 1, {"first_out": 9, "result": "count", "points": {"A": 61}}, four.tablet())
    assert [each.code for each in caught.value.problems] == ["bad_seat", "points_not_multiple_of_5"]
    assert all(each.path.startswith("/summary/") for each in caught.value.problems)
    assert not HandEntry.objects.exists()


def test_a_hand_behind_the_end_is_refused(four: Evening) -> None:
    four.play({1: 60}, hands=2)
    with refused(Invalid, "invalid_result") as caught:  # type: ignore[attr-defined]
        enter(four.match(), 3, counted(60), four.sam)
    assert [(each.code, each.path, dict(each.params)) for each in caught.value.problems] == [
        ("match_over", "/hand", {"n": 3, "m": 2})
    ]


def test_a_correction_is_the_next_revision_and_waits_for_agreement(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    confirm(four.match(), 1, four.phone("B"))
    receipt = correct(four.match(), 1, counted(70), four.tablet())
    assert (receipt.revision, receipt.status) == (2, "submitted")
    assert receipt.match["totals"] == {"A": 70, "B": 30}
    entries = hand(four.match(), 1).entries.all()
    assert [(each.revision, each.kind, each.payload["points"]["A"]) for each in entries] == [
        (1, "enter", 60),
        (2, "correct", 70),
    ]


def test_an_outdated_correction_stores_nothing_and_shows_what_stands(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.sam)
    correct(four.match(), 1, counted(70), four.sam)
    with refused(Conflict, "outdated") as caught:  # type: ignore[attr-defined]
        correct(four.match(), 1, counted(80), four.sam, seen=1)
    assert caught.value.data["current"]["revision"] == 2
    with refused(Conflict, "outdated"):
        void(four.match(), 1, four.sam, seen=1)
    assert HandEntry.objects.count() == 2


def test_a_correction_names_what_it_saw(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.sam)
    with refused(Invalid, "seen_revision_needed"):
        enter(four.match(), 1, counted(70), four.sam, kind="correct")
    with refused(NotFound, "no_such_hand"):
        correct(four.match(), 2, counted(70), four.sam)


def test_a_correction_that_repeats_what_stands_makes_no_revision(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.sam)
    receipt = correct(four.match(), 1, {**counted(0), "points": {"B": 40}}, four.sam)
    assert (receipt.replayed, receipt.revision) == (True, 1)
    assert HandEntry.objects.count() == 1


def test_a_void_hand_has_a_number_but_fills_no_place(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.tablet())
    receipt = void(four.match(), 1, four.tablet())
    assert (receipt.status, receipt.score, receipt.match["totals"]) == ("void", None, {"A": 0, "B": 0})
    assert receipt.match["next_hand"] == 2
    assert not HandScore.objects.exists()
    enter(four.match(), 2, counted(60), four.tablet())
    receipt = enter(four.match(), 3, counted(60), four.tablet())
    assert (receipt.match["finished"], receipt.match["complete"]) == (True, True)


def test_a_void_deal_may_be_noted_without_a_result_before(four: Evening) -> None:
    receipt = void(four.match(), 1, four.tablet(), seen=None)
    assert (receipt.created, receipt.revision, receipt.status) == (True, 1, "void")
    with refused(NotFound, "no_such_hand"):
        void(four.match(), 2, four.tablet(), seen=1)


def test_voiding_twice_is_voiding_once(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.sam)
    void(four.match(), 1, four.sam)
    receipt = void(four.match(), 1, four.sam, seen=2)
    assert (receipt.replayed, HandEntry.objects.count()) == (True, 2)


def test_a_voided_hand_comes_back_by_correction(four: Evening) -> None:
    tab = four.tablet()
    enter(four.match(), 1, counted(60), tab)
    void(four.match(), 1, tab)
    receipt = correct(four.match(), 1, counted(60), tab, seen=2)
    assert (receipt.revision, receipt.status, receipt.match["totals"]) == (3, "submitted", {"A": 60, "B": 40})


def test_a_number_typed_by_mistake_and_voided_leaves_no_gap(db: None) -> None:
    four = evening(match={"target": True})
    four.next_round()
    tab = four.tablet()
    enter(four.match(), 33, counted(60), tab)
    assert enter(four.match(), 1, counted(60), tab).match["obstacles"][:1] == ["missing_hand:2"]
    receipt = void(four.match(), 33, tab)
    assert (receipt.match["next_hand"], receipt.match["obstacles"]) == (2, [])


@pytest.mark.parametrize(
    ("allowed", "first", "last"),
    [("running_round", True, True), ("last_hand", False, True), ("none", False, False)],
)
def test_what_a_table_may_correct_is_a_setting(allowed: str, first: bool, last: bool) -> None:
    made = evening(match={"hands": 4}, settings={"table_corrections": allowed})
    made.next_round()
    tab = made.tablet()
    for number in (1, 2):
        enter(made.match(), number, counted(60), tab)
    for number, may in ((1, first), (2, last)):
        if may:
            assert correct(made.match(), number, counted(70), tab).revision == 2
        else:
            with refused(Invalid, "correction_needs_director"):
                void(made.match(), number, tab)
    assert correct(made.match(), 1, counted(80), made.dora, seen=2 if first else 1).created


@pytest.mark.parametrize("how", ["typed", "chosen", "confirmed"])
def test_a_table_overturns_nothing_that_the_desk_has_decided(four: Evening, how: str) -> None:
    enter(four.match(), 1, counted(60), four.sam if how == "typed" else four.phone("A"))
    if how == "chosen":
        with refused(Conflict, "rival"):
            enter(four.match(), 1, counted(65), four.phone("B"))
        mine = hand(four.match(), 1).current
        assert choose_entry(four.dora, mine.hand, mine.submission).revision == 2
    if how == "confirmed":
        confirm(four.match(), 1, four.dora)
    seen = hand(four.match(), 1).current.revision
    for act in (
        lambda tab: correct(four.match(), 1, counted(70), tab, seen=seen),
        lambda tab: void(four.match(), 1, tab, seen=seen),
    ):
        with refused(Invalid, "correction_needs_director"):
            act(four.tablet())
    assert result(four.match()).totals == {"A": 60, "B": 40}
    assert correct(four.match(), 1, counted(70), four.sam, seen=seen).created


def test_nothing_is_entered_before_publishing(db: None) -> None:
    made = evening()
    made.drawn()
    with refused(Invalid, "round_not_published"):
        enter(made.match(), 1, counted(60), made.dora)


def test_a_closed_round_takes_corrections_of_the_director_alone(four: Evening) -> None:
    four.play({1: 60, 2: 50}, hands=2)
    four.close()
    for actor in (four.tablet(), four.sam):
        with pytest.raises((Invalid, NotAllowed), match=r"^(round_closed|not_allowed)$"):
            correct(four.match(), 1, counted(70), actor)
    with refused(Invalid, "round_closed"):
        enter(four.match(), 3, counted(60), four.dora)
    with refused(Invalid, "round_closed"):
        enter(four.match(), 1, counted(75), four.phone("B"))
    receipt = correct(four.match(), 1, counted(70), four.dora)
    assert (receipt.revision, receipt.status) == (2, "confirmed")
    assert four.round.stale


def test_the_late_queue_of_a_phone_that_says_the_same_is_no_fault(four: Evening) -> None:
    four.play({1: 60, 2: 50}, hands=2)
    four.close()
    receipt = enter(four.match(), 1, counted(60), four.phone("B"))
    assert (receipt.replayed, receipt.status) == (True, "confirmed")


def test_what_a_phone_confirms_after_its_round_was_closed_is_no_act(four: Evening) -> None:
    for number in (1, 2):
        enter(four.match(1), number, counted(60), four.phone("A"))
    four.play({2: 60}, hands=2)
    match, late = four.match(1), four.phone("B")
    four.close()
    before = all_rows()
    receipt = confirm(match, 1, late)
    assert (receipt.status, receipt.version, all_rows()) == ("confirmed", 0, before)


def test_nothing_has_to_be_confirmed_where_the_event_says_so(db: None) -> None:
    made = evening(settings={"confirmation": "none"})
    made.next_round()
    receipt = enter(made.match(), 1, counted(60), made.tablet())
    assert receipt.status == "confirmed"
    assert result(made.match()).confirmed
    assert correct(made.match(), 1, counted(70), made.tablet()).status == "confirmed"


def test_a_bye_takes_no_result(db: None) -> None:
    made = evening(3)
    made.next_round()
    bye = made.round.matches.get(table=None)
    with refused(Invalid, "match_is_a_bye"):
        enter(bye, 1, counted(60), made.dora)


def test_what_the_system_fills_in_is_not_stored_as_typed(four: Evening) -> None:
    enter(four.match(), 1, counted(60, claimed={"A": 60}), four.sam)
    entry = HandEntry.objects.get()
    assert entry.payload == counted(60, claimed={"A": 60})
    assert entry.context["number"] == 1
    assert len(entry.rules_hash) > 10
    assert states(four.match()) == {1: "counts"}


def test_what_happened_while_waiting_for_the_lock_counts(four: Evening) -> None:
    seen_before = [four.match(1), four.match(2)]
    four.play({1: 60, 2: 50}, hands=2)
    four.close()
    with refused(Invalid, "round_closed"):
        enter(seen_before[0], 3, counted(60), four.tablet())
    with refused(Invalid, "round_closed"):
        correct(seen_before[1], 1, counted(60), four.tablet(2))
    assert not four.round.stale


def test_rules_that_were_changed_while_waiting_for_the_lock_count(four: Evening) -> None:
    seen_before = four.match(1)
    Event.objects.update(settings={"confirmation": "none"})
    Stage.objects.update(match={"hands": 1})
    receipt = enter(seen_before, 1, counted(60), four.tablet())
    assert (receipt.status, receipt.match["finished"]) == ("confirmed", True)


def test_a_match_forfeited_meanwhile_takes_no_result(four: Evening) -> None:
    seen_before = four.match(1)
    goes = four.match(1).participations.get(side="A").entrant
    forfeit_match(four.dora, four.match(1), [goes], reason="Left.")
    with refused(Invalid, "match_forfeited"):
        enter(seen_before, 1, counted(60), four.tablet())
