"""An event comes back with its history: what was typed, who agreed, what was done, and how it stands now."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from scoring.archive.canonical import dumps
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.models import EntrySource, HandEntry, HandStatus, Repetition
from scoring.services.progress import draw_round, publish_round, reopen_round
from scoring.services.rivals import choose_entry
from scoring.services.rulings import adjust_match, close_match, forfeit_match
from tests.make import SWEEP_B, Evening, confirm, correct, counted, enter, evening, hand, void
from tests.scoring.archive.projections import everything
from tests.scoring.archive.test_played_events import assert_proven_and_returned
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Conflict, Invalid
from tournaments.models import (
    AuditEntry,
    Club,
    EntrantPlayer,
    Event,
    EventVersion,
    Match,
    Participation,
    Player,
    Round,
    Table,
    User,
    Verb,
)
from tournaments.services.audit import act
from tournaments.services.devices import create_device
from tournaments.services.entrants import NewEntrant, add_entrants, plan_absence
from tournaments.services.invitations import accept, invite
from tournaments.services.members import remove_member
from tournaments.services.rounds import NewMatch, add_matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Evening:
    """Five pairs in the second of two rounds of two hands a match; agreement is wanted."""
    night = evening(pairs=5, match={"hands": 2, "tie_break": ["lot"]})
    night.play_round({1: 60, 2: 50}, hands=2)
    night.next_round()
    return night


def rival(night: Evening, table: int, number: int) -> None:
    """Two sides of a table say different things."""
    enter(night.match(table), number, counted(70), night.phone("A", table))
    with pytest.raises(Conflict):
        enter(night.match(table), number, counted(75), night.phone("B", table))


def log(event: Event) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = export_event(event).get("log", [])
    return found


def last_match(event: Event, table: int = 1) -> Match:
    """The match at a table in the last round of an event that came back."""
    found = Match.objects.filter(round__stage__event=event, table__number=table)
    return found.select_related("round__stage__event__club", "table").order_by("-round__number")[0]


def test_every_state_of_a_hand_comes_back(night: Evening) -> None:
    first, second = night.match(1), night.match(2)
    enter(first, 1, counted(55), night.phone("A"))
    confirm(first, 1, night.phone("B"))
    correct(first, 1, counted(65), night.dora)
    enter(first, 2, counted(45), night.phone("A"))
    rival(night, 2, 1)
    enter(second, 2, counted(40), night.tablet(2))
    void(second, 2, night.dora)
    found = assert_proven_and_returned(night.event)
    states = [hand(last_match(found, table), n).status for table in (1, 2) for n in (1, 2)]
    assert states == [HandStatus.SUBMITTED, HandStatus.SUBMITTED, HandStatus.CONFLICT, HandStatus.VOID]


def test_a_conflict_that_came_back_can_be_ended_by_choosing_the_rival(night: Evening) -> None:
    rival(night, 2, 1)
    found = assert_proven_and_returned(night.event)
    standing = hand(last_match(found, 2), 1)
    other = HandEntry.objects.get(hand=standing, revision=None)
    choose_entry(SYSTEM, standing, other.submission, "Both sides were asked.")
    assert hand(standing.match, 1).status == HandStatus.CONFIRMED
    assert [each.revision for each in HandEntry.objects.filter(hand=standing)] == [1, None, 2]
    assert_proven_and_returned(found)


def test_a_chosen_result_comes_back_with_the_one_that_was_not_chosen(night: Evening) -> None:
    rival(night, 2, 1)
    entry = HandEntry.objects.get(revision=None)
    choose_entry(night.dora, hand(night.match(2), 1), entry.submission, "Both sides were asked.")
    assert_proven_and_returned(night.event)
    kinds = [
        item["kind"] for item in log(Event.objects.get()) if item.get("hand") == 1 and item["round"] == 2
    ]
    assert kinds == ["enter", "enter", "choose"]


def test_who_typed_and_who_agreed_is_told_without_names(night: Evening) -> None:
    phone, tablet = night.phone("A"), night.tablet()
    enter(night.match(), 1, counted(55), phone)
    confirm(night.match(), 1, night.dora)
    confirm(night.match(), 1, tablet, side="B")
    found = assert_proven_and_returned(night.event)
    entry = HandEntry.objects.get(hand=hand(last_match(found), 1))
    assert (entry.source, entry.user, entry.device, entry.side) == (EntrySource.IMPORT, None, None, "A")
    assert entry.who == phone.label
    assert [each.who for each in entry.confirmations.order_by("pk")] == [night.dora.label, tablet.label]


def test_a_queue_that_was_away_is_answered_as_before(night: Evening) -> None:
    submission = uuid4()
    enter(night.match(), 1, counted(55), night.dora, submission=submission)
    enter(night.match(), 1, counted(55), night.dora, submission=(again := uuid4()))
    correct(night.match(), 1, counted(60), night.dora)
    found = assert_proven_and_returned(night.event)
    assert Repetition.objects.get().submission == again
    for each in (submission, again):
        receipt = enter(last_match(found), 1, counted(55), SYSTEM, submission=each)
        assert (receipt.replayed, receipt.status) == (True, "replaced")
    with pytest.raises(Invalid, match="submission_reused"):
        enter(last_match(found), 1, counted(50), SYSTEM, submission=submission)


def test_the_chain_of_the_log_comes_back_and_goes_on(night: Evening) -> None:
    columns = ("number", "actor", "verb", "target", "data", "at", "hash")
    before = list(AuditEntry.objects.order_by("number").values_list(*columns))
    found = assert_proven_and_returned(night.event)
    after = list(AuditEntry.objects.order_by("number").values_list(*columns))
    assert after[:-1] == before
    assert after[-1][2] == Verb.EVENT_IMPORTED
    assert EventVersion.objects.get(event=found).log_count == len(before) + 1
    plan_absence(SYSTEM, found.entrants.get(number=1), 9)
    again = assert_proven_and_returned(found)
    verbs = [item["verb"] for item in log(again) if item["what"] == "act"]
    assert verbs[-2:] == [Verb.EVENT_IMPORTED, Verb.ABSENCE_PLANNED]


def test_helpers_and_invitations_of_a_log_come_back_under_new_and_old_verbs(night: Evening) -> None:
    _, token = invite(night.dora, night.event, "viewer")
    guest = User.objects.create_user("guest")
    accept(guest, token)
    remove_member(night.dora, night.event, night.event.members.get(user=guest).pk)
    with act(night.event, SYSTEM) as journal:
        journal.add(Verb.EVENT_CHANGED, "user:1", role_removed="scorer")
        journal.add(Verb.ABSENCE_PLANNED, "entrant:1", round=2, cancelled=True)
    told = [item for item in log(night.event) if item["what"] == "act"]
    found = assert_proven_and_returned(night.event)
    assert [item["verb"] for item in told[-6:]] == [
        Verb.INVITATION_MADE,
        Verb.INVITATION_USED,
        Verb.MEMBER_ADDED,
        Verb.MEMBER_REMOVED,
        Verb.EVENT_CHANGED,
        Verb.ABSENCE_PLANNED,
    ]
    assert [item for item in log(found) if item["what"] == "act"] == told
    assert not found.invitations.exists()  # access to this site is not in the file
    assert token not in str(told)


def test_an_act_that_was_changed_in_the_file_is_found_by_the_proof(night: Evening) -> None:
    from scoring.services.verify import verify_event

    document = export_event(night.event)
    acts = [item for item in document["log"] if item["what"] == "act"]
    acts[2]["actor"] = "nobody"
    archive = read_archive(document)
    assert isinstance(archive, Archive)
    found = import_archive(archive, night.event.club, replace=True)
    changed = [each.place for each in verify_event(found).problems]
    assert changed == [{"entry": acts[2]["number"]}]


def test_a_history_that_is_here_already_is_not_stored_twice(night: Evening) -> None:
    enter(night.match(), 1, counted(55), night.dora)
    document = export_event(night.event)
    archive = read_archive(document)
    assert isinstance(archive, Archive)
    other = Club.objects.create(name="Copies", slug="copies")
    with pytest.raises(Invalid) as refused:
        import_archive(archive, other)
    assert [(each.code, each.path) for each in refused.value.problems] == [("log_is_here", "/log")]
    plain = read_archive({key: value for key, value in document.items() if key != "log"})
    assert isinstance(plain, Archive)
    copy = import_archive(plain, other)
    assert dumps(export_event(copy)) == dumps(plain.document)
    assert everything(copy)["sides"] == everything(night.event)["sides"]


def test_a_void_hand_inside_a_finished_match(night: Evening) -> None:
    match = night.match()
    enter(match, 1, counted(60), night.dora)
    void(match, 1, night.dora)
    enter(match, 2, counted(70), night.dora)
    enter(match, 3, counted(40), night.dora)
    assert_proven_and_returned(night.event)


def test_a_hand_behind_the_end_of_its_match() -> None:
    night = evening(pairs=2, match={"target": True}, options={"target_score": 200})
    night.next_round()
    for number in (1, 2):
        enter(night.match(), number, counted(90), night.dora)
    enter(night.match(), 3, counted(90), night.dora)
    correct(night.match(), 1, SWEEP_B, night.dora)
    found = assert_proven_and_returned(night.event)
    assert [each["number"] for each in matches(found, 1)[0]["hands"]] == [1]


def matches(event: Event, number: int) -> list[dict[str, Any]]:
    rounds = export_event(event)["stages"][0]["rounds"]
    return list(rounds[number - 1]["matches"])


def test_matches_that_were_forfeited_in_play_or_with_a_slip(night: Evening) -> None:
    first, second = night.match(1), night.match(2)
    enter(first, 1, counted(55), night.dora)
    enter(second, 0, {"score": {"A": 120, "B": 80}}, night.dora)
    both = [each.entrant for each in first.participations.all()]
    forfeit_match(night.dora, first, both, reason="Both left.")
    forfeit_match(night.dora, second, [second.participations.get(side="A").entrant], reason="Left.")
    night.close()
    assert_proven_and_returned(night.event)


def test_matches_that_ended_before_their_first_hand(night: Evening) -> None:
    close_match(night.dora, night.match(1), reason="Time.")
    points = {"A": Fraction(2), "B": Fraction(0)}
    adjust_match(night.dora, night.match(2), points, reason="Agreed before the start.")
    night.close()
    assert_proven_and_returned(night.event)


def test_a_round_that_was_opened_again(night: Evening) -> None:
    night.play({1: 60, 2: 40}, hands=2)
    night.close()
    night.next_round()
    reopen_round(night.dora, Round.objects.get(number=2), "A slip was found.")
    assert_proven_and_returned(night.event)


def test_a_round_drawn_from_a_table_that_was_corrected(night: Evening) -> None:
    from scoring.services.drawing import is_outdated
    from scoring.services.standings import rebuild

    match = Match.objects.select_related("round__stage__event").get(round__number=1, table__number=1)
    correct(match, 1, counted(5), night.dora)
    rebuild(night.stage.pk)
    assert is_outdated(night.round)
    assert_proven_and_returned(night.event)
    assert is_outdated(Round.objects.get(number=2))


def test_how_a_round_was_drawn_comes_back_with_the_entrants_of_the_database(night: Evening) -> None:
    bye = Participation.objects.get(round__number=2, outcome="pairing_bye").entrant.ref
    why = dict(night.round.why)
    assert_proven_and_returned(night.event)
    found = Round.objects.get(number=2)
    assert (
        found.why["byes"][0]["entrant"] == Participation.objects.get(round=found, entrant__ref=bye).entrant_id
    )
    assert {key: found.why[key] for key in ("seed", "costs", "tables")} == {
        key: why[key] for key in ("seed", "costs", "tables")
    }


def test_a_lot_that_fell_in_a_match_behind_a_bye_set_beforehand() -> None:
    night = evening(pairs=5, match={"hands": 1, "tie_break": ["lot"]})
    draft = Round.objects.create(stage=night.stage, number=1)
    draft.stage = night.stage
    add_matches(draft, "AB", [NewMatch([[night.entrants[2].pk]], outcome="requested_bye")])
    drawn, _ = draw_round(night.dora, night.stage, number=1)
    publish_round(night.dora, drawn)
    night.play({1: 50, 2: 50})
    night.close()
    assert [match["number"] for match in matches(night.event, 1)] == [2, 3, 1]
    assert_proven_and_returned(night.event)


def test_a_late_pair_a_substitute_and_the_tables_of_the_hall(night: Evening) -> None:
    late = [NewEntrant("Latecomers", ("Ida", "Ole"))]
    entrant = add_entrants(night.dora, night.event, late)[0]
    player = Player.objects.create(club=night.event.club, name="Uwe")
    rows = {"event": night.event, "entrant": entrant}
    EntrantPlayer.objects.create(**rows, player=player, ref="u", slot=2, substitute=True, from_round=3)
    Table.objects.filter(number=1).update(label="Window")
    Table.objects.create(event=night.event, number=40)
    Match.objects.filter(round__number=2, table__number=1).update(scheduled_at=night.round.published_at)
    found = assert_proven_and_returned(night.event)
    assert found.entrants.get(name="Latecomers").joined_round == 3
    assert found.roster.get(ref="u").substitute
    assert [str(table) for table in found.tables.all()] == ["Window", "2", "40"]


def test_an_import_has_no_history_until_somebody_acts(coming_event: Event) -> None:
    assert "log" not in export_event(coming_event)
    plan_absence(SYSTEM, coming_event.entrants.get(number=1), 1)
    assert [item["verb"] for item in log(coming_event)] == [Verb.EVENT_IMPORTED, Verb.ABSENCE_PLANNED]


def test_access_is_no_part_of_an_event(night: Evening) -> None:
    night.phone("A")
    found = assert_proven_and_returned(night.event)
    assert not found.devices.exists()
    assert not found.members.exists()


def test_two_tablets_known_by_their_labels_are_still_two(night: Evening) -> None:
    enter(night.match(2), 1, counted(70), night.tablet(2))
    with pytest.raises(Conflict):
        enter(night.match(2), 1, counted(75), night.tablet(2))
    found = assert_proven_and_returned(night.event)
    match = last_match(found, 2)
    third = Actor(device=create_device(SYSTEM, found, label="third", table=match.table)[0])
    with pytest.raises(Conflict):
        enter(match, 1, counted(75), third)
    assert hand(match, 1).status == HandStatus.CONFLICT
