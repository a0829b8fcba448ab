"""Two results of one hand are both kept; the director or both sides agreeing choose one."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from scoring.intake import choose_entry
from scoring.models import Confirmation, HandEntry, HandStatus
from scoring.receipts import Receipt
from tests.make import Evening, confirm, correct, counted, enter, hand, result, void
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.models import AuditEntry, Verb

pytestmark = pytest.mark.django_db


def rival(four: Evening, actor: Actor, points: int = 65, number: int = 1) -> UUID:
    """A second, different result; returns its id."""
    submission = uuid4()
    with pytest.raises(Conflict, match=r"^rival$") as caught:
        enter(four.match(), number, counted(points), actor, submission=submission)
    assert caught.value.data["yours"]["summary"] == counted(points)
    return submission


def choose(four: Evening, submission: UUID, number: int = 1) -> Receipt:
    return choose_entry(four.dora, hand(four.match(), number), submission, "counted again")


def stands(four: Evening, number: int = 1) -> tuple[str, int, int | None]:
    """State, revision and A's points of the hand that counts."""
    found = hand(four.match(), number)
    assert found.current is not None
    points = found.current.payload and found.current.payload["points"]["A"]
    return found.status, found.current.revision, points


def test_both_are_kept_and_neither_counts(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    rival(four, four.phone("B"))
    assert stands(four) == ("conflict", 1, 60)
    assert [each.revision for each in HandEntry.objects.all()] == [1, None]
    assert result(four.match()).totals == {"A": 0, "B": 0}
    assert result(four.match()).obstacles == ["conflict:1"]


def test_a_conflict_keeps_the_match_open(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.tablet())
    enter(four.match(), 2, counted(70), four.tablet())
    rival(four, four.phone("B"), 75, number=2)
    assert not result(four.match()).complete
    with pytest.raises(Invalid, match=r"^invalid_result$") as caught:
        enter(four.match(), 3, counted(50), four.phone("A"))
    assert [each.code for each in caught.value.problems] == ["hand_beyond_limit"]


def test_the_answer_shows_both(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    with pytest.raises(Conflict) as caught:
        enter(four.match(), 1, counted(65), four.phone("B"))
    current, yours = caught.value.data["current"], caught.value.data["yours"]
    assert (current["revision"], current["side"], current["summary"]) == (1, "A", counted(60))
    assert (yours["revision"], yours["side"], yours["status"]) == (None, "B", "conflict")


def test_a_rival_sent_again_is_answered_as_the_first_time(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    b = four.phone("B")
    again = rival(four, b)
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(four.match(), 1, counted(65), b, submission=again)
    choose(four, again)
    receipt = enter(four.match(), 1, counted(65), b, submission=again)
    assert (receipt.replayed, receipt.status) == (True, "confirmed")
    assert HandEntry.objects.count() == 3


def test_the_director_chooses(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    receipt = choose(four, rival(four, four.phone("B")))
    assert (receipt.revision, receipt.status, receipt.score) == (2, "confirmed", {"A": 65, "B": 35})
    assert receipt.match["totals"] == {"A": 65, "B": 35}
    entry = hand(four.match(), 1).current
    assert entry is not None
    assert (entry.kind, entry.side, entry.reason, entry.user) == (
        "choose",
        "B",
        "counted again",
        four.dora.user,
    )
    assert [each.side for each in entry.confirmations.all()] == [""]


def test_the_director_may_choose_the_first_one(four: Evening) -> None:
    first = enter(four.match(), 1, counted(60), four.phone("A"))
    rival(four, four.phone("B"))
    assert choose(four, UUID(first.submission)).revision == 2
    assert stands(four) == ("confirmed", 2, 60)


def test_choosing_twice_makes_one_revision(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    chosen = rival(four, four.phone("B"))
    choose(four, chosen)
    receipt = choose(four, chosen)
    assert (receipt.revision, receipt.replayed, receipt.version) == (2, True, 0)
    assert AuditEntry.objects.filter(verb=Verb.HAND_CHOSEN).count() == 1


def test_only_an_entry_of_the_hand_can_be_chosen(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    other = enter(four.match(), 2, counted(60), four.phone("A"))
    for submission in (uuid4(), UUID(other.submission)):
        with pytest.raises(NotFound, match=r"^no_such_entry$"):
            choose(four, submission)


def test_one_side_giving_in_ends_the_conflict_by_sending(four: Evening) -> None:
    a, again = four.phone("A"), uuid4()
    enter(four.match(), 1, counted(60), a)
    rival(four, four.phone("B"))
    receipt = enter(four.match(), 1, counted(65), a, submission=again)
    assert (receipt.created, receipt.revision, receipt.status) == (True, 2, "confirmed")
    assert receipt.match["totals"] == {"A": 65, "B": 35}
    assert enter(four.match(), 1, counted(65), a, submission=again).replayed


def test_the_rival_giving_in_ends_the_conflict_too(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    b = four.phone("B")
    rival(four, b)
    assert enter(four.match(), 1, counted(60), b).status == "confirmed"
    assert stands(four) == ("confirmed", 2, 60)


def test_one_side_giving_in_ends_the_conflict_by_confirming(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    b = four.phone("B")
    rival(four, b)
    receipt = confirm(four.match(), 1, b)
    assert (receipt.revision, receipt.status) == (2, "confirmed")
    assert result(four.match()).totals == {"A": 60, "B": 40}


def test_a_third_voice_does_not_end_a_conflict(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.sam)
    b = four.phone("B")
    rival(four, b)
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(four.match(), 1, counted(60), four.phone("A"))
    assert stands(four)[0] == HandStatus.CONFLICT
    assert Confirmation.objects.filter(side="A").count() == 1
    assert enter(four.match(), 1, counted(60), b).status == "confirmed"


def test_a_side_that_repeats_itself_ends_nothing(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    b = four.phone("B")
    rival(four, b)
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(four.match(), 1, counted(65), b)
    assert (stands(four)[0], HandEntry.objects.count()) == (HandStatus.CONFLICT, 2)


def test_a_tablet_that_contradicts_itself_needs_the_director(four: Evening) -> None:
    tab = four.tablet()
    enter(four.match(), 1, counted(60), tab)
    rival(four, tab)
    for points in (60, 65):
        with pytest.raises(Conflict, match=r"^rival$"):
            enter(four.match(), 1, counted(points), tab)
    assert stands(four)[0] == HandStatus.CONFLICT


def test_a_third_result_is_one_more_rival(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    rival(four, four.phone("B"))
    last = rival(four, four.tablet(), 70)
    assert choose(four, last).score == {"A": 70, "B": 30}


def test_rivals_of_an_old_conflict_say_nothing_in_the_next_one(four: Evening) -> None:
    a, b = four.phone("A"), four.phone("B")
    enter(four.match(), 1, counted(60), a)
    rival(four, b)
    assert enter(four.match(), 1, counted(65), a).revision == 2
    correct(four.match(), 1, counted(80), four.tablet(), seen=2)
    rival(four, b, 70)
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(four.match(), 1, counted(65), a)  # B has said 65 before, but says 70 now
    assert stands(four)[0] == HandStatus.CONFLICT


def test_a_table_does_not_end_a_conflict_by_correcting(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    rival(four, four.phone("B"))
    for act in (correct, void):
        with pytest.raises(Invalid, match=r"^hand_in_conflict$"):
            act(four.match(), 1, *([counted(65)] if act is correct else []), four.tablet())
    assert correct(four.match(), 1, counted(70), four.dora).status == "submitted"


def test_the_director_confirms_no_conflict_but_chooses(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    rival(four, four.phone("B"))
    with pytest.raises(Invalid, match=r"^hand_in_conflict$"):
        confirm(four.match(), 1, four.dora)


def test_a_confirmed_hand_goes_on_counting_and_the_rival_is_kept(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    b = four.phone("B")
    confirm(four.match(), 1, b)
    kept = rival(four, b)
    assert stands(four) == ("confirmed", 1, 60)
    assert result(four.match()).totals == {"A": 60, "B": 40}
    assert choose(four, kept).match["totals"] == {"A": 65, "B": 35}


def test_a_result_of_a_hand_that_was_voided_is_a_rival(four: Evening) -> None:
    tab = four.tablet()
    enter(four.match(), 1, counted(60), tab)
    void(four.match(), 1, tab)
    with pytest.raises(Conflict, match=r"^rival$"):
        enter(four.match(), 1, counted(60), four.phone("B"))
    voided = HandEntry.objects.get(kind="void").submission
    receipt = choose(four, voided)
    assert (receipt.status, receipt.score) == ("void", None)
    assert hand(four.match(), 1).status == HandStatus.VOID


def test_confirming_twice_changes_nothing(four: Evening) -> None:
    enter(four.match(), 1, counted(60), four.phone("A"))
    b = four.phone("B")
    assert confirm(four.match(), 1, b).status == "confirmed"
    log = AuditEntry.objects.count()
    assert confirm(four.match(), 1, b).version == 0
    assert AuditEntry.objects.count() == log


def test_who_may_agree(four: Evening) -> None:
    a = four.phone("A")
    enter(four.match(), 1, counted(60), a)
    with pytest.raises(Invalid, match=r"^own_side$"):
        confirm(four.match(), 1, a)
    with pytest.raises(Invalid, match=r"^side_needed$"):
        confirm(four.match(), 1, four.tablet())
    with pytest.raises(Invalid, match=r"^unknown_side$"):
        confirm(four.match(), 1, four.dora, side="C")
    with pytest.raises(Conflict, match=r"^outdated$") as caught:
        confirm(four.match(), 1, four.dora, revision=2)
    assert caught.value.data["current"]["revision"] == 1  # type: ignore[index]
    with pytest.raises(NotFound, match=r"^no_such_hand$"):
        confirm(four.match(), 2, four.dora)
    assert confirm(four.match(), 1, four.tablet(), side="B").status == "confirmed"


def test_a_new_revision_needs_a_new_agreement_a_new_score_does_not(four: Evening) -> None:
    b = four.phone("B")
    for number in (1, 2):
        enter(four.match(), number, counted(60), four.phone("A"))
        confirm(four.match(), number, b)
    assert result(four.match()).confirmed
    correct(four.match(), 1, counted(70), four.tablet())
    assert (stands(four, 1)[0], stands(four, 2)[0]) == ("submitted", "confirmed")
    assert result(four.match()).complete
    assert not result(four.match()).confirmed
