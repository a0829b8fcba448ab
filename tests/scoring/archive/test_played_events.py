"""Events that were run here, with everything that happens in an evening, are proven and come back."""

from __future__ import annotations

import json
from fractions import Fraction
from uuid import uuid4

import pytest

from scoring.archive.canonical import dumps
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive_file
from scoring.models import MatchResult
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.rulings import adjust_match, cancel_ruling, close_match, fine, forfeit_match
from scoring.services.verify import verify_event
from tests.make import Evening, correct, counted, enter, evening, ruled, turned, void
from tests.scoring.archive.projections import everything
from tournaments.errors import Conflict
from tournaments.models import Event, Seat
from tournaments.services.calls import end_call, raise_call, take_call
from tournaments.services.devices import add_phone
from tournaments.services.entrants import NewEntrant, add_entrants, plan_absence
from tournaments.services.registration import change_entrant

pytestmark = pytest.mark.django_db


def assert_proven_and_returned(event: Event) -> Event:
    """Prove an event, put its archive in its place, and compare everything; returns what came back."""
    proof = verify_event(event).as_json()
    assert proof["ok"], proof["problems"]
    exported, before = dumps(export_event(event)), everything(event)
    archive = read_archive_file(exported)
    assert isinstance(archive, Archive), archive
    copy = import_archive(archive, event.club, replace=True)
    assert dumps(export_event(copy)).decode() == exported.decode()
    assert everything(copy) == before
    proof = verify_event(copy).as_json()
    assert proof["ok"], proof["problems"]
    return copy


def test_a_finished_evening(finished_event: Event) -> None:
    assert_proven_and_returned(finished_event)


def test_an_evening_in_play(running_event: Event) -> None:
    assert_proven_and_returned(running_event)


def test_an_evening_before_its_start(coming_event: Event) -> None:
    assert_proven_and_returned(coming_event)


@pytest.fixture
def night() -> Evening:
    """Five pairs after a first round of two hands a match, the second one drawn and published."""
    night = evening(pairs=5, match={"hands": 2, "tie_break": ["last_hand", "lot"]})
    night.play_round({1: 60, 2: 50}, hands=2)
    plan_absence(night.dora, night.entrants[1], 9)
    night.next_round()
    return night


def test_corrections_void_hands_and_conflicts(night: Evening) -> None:
    first, second = night.match(1), night.match(2)
    enter(first, 1, counted(55), night.tablet())
    correct(first, 1, counted(65), night.dora)
    enter(first, 2, counted(45), night.tablet())
    void(first, 2, night.dora)
    enter(second, 1, counted(70), night.phone("A", 2))
    with pytest.raises(Conflict):
        enter(second, 1, counted(75), night.phone("B", 2))
    assert_proven_and_returned(night.event)


def test_rulings_and_what_they_do(night: Evening) -> None:
    first, second = night.match(1), night.match(2)
    enter(first, 1, counted(55), night.dora)
    close_match(night.dora, first, reason="Time.")
    adjust_match(night.dora, first, {"A": Fraction(3, 2), "B": Fraction(1, 2)}, reason="Both at fault.")
    loser = second.participations.get(side="B").entrant
    forfeit_match(night.dora, second, [loser], reason="Nobody came.")
    wrong = fine(night.dora, night.entrants[2], night.round, reason="Late.", match_points=Fraction(-1, 2))
    cancel_ruling(night.dora, wrong, reason="The clock was wrong.")
    night.close()
    assert_proven_and_returned(night.event)


def test_matches_of_games_with_void_deals_and_forfeits() -> None:
    night = evening(
        pairs=5, game="malilla", match={"target": True, "minutes": 60}, options={"game_target": 30}
    )
    night.next_round()
    first, second = night.match(1), night.match(2)
    for number, summary in enumerate(
        (turned(1, "5O", 72), ruled(2, "misdeal"), turned(2, "RB", 20)), start=1
    ):
        enter(first, number, summary, night.tablet())
    correct(first, 3, turned(2, "RB", 36), night.dora)
    close_match(night.dora, first, reason="Time.")
    enter(second, 1, turned(3, "9C", 70), night.dora)
    enter(second, 2, ruled(4, "no_show", "B"), night.dora)
    night.close()
    assert_proven_and_returned(night.event)


@pytest.mark.parametrize(("kind", "variant"), [("pair", "four"), ("team", "six"), ("pair", "two")])
def test_matches_of_thunee_whoever_plays(kind: str, variant: str) -> None:
    night = evening(
        pairs=5, game="thunee", kind=kind, match={"target": True, "minutes": 60}, options={"variant": variant}
    )
    night.next_round()
    first, second = night.match(1), night.match(2)
    hands = (
        {"kind": "infraction", "side": "B", "code": "revoke"},
        {"kind": "cancelled", "reason": "misdeal"},
        {"kind": "normal", "trump_side": "A", "call": 0, "points": 60, "last_trick": "A", "note": "slow"},
    )
    for number, summary in enumerate(hands, start=1):
        enter(first, number, summary, night.tablet())
    correct(first, 3, {"kind": "thunee", "side": "B", "result": "made"}, night.dora)
    close_match(night.dora, first, reason="Time.")
    for number in range(1, 7):
        enter(second, number, hands[0], night.dora)
    night.close()
    assert_proven_and_returned(night.event)


def test_rulings_of_thunee_that_stand_between_hands() -> None:
    night = evening(pairs=4, game="thunee", match={"target": True})
    night.next_round()
    first, second = night.match(1), night.match(2)
    fault = {"kind": "infraction", "side": "B", "code": "revoke"}
    ball = {"kind": "normal", "trump_side": "A", "call": 0, "points": 0, "last_trick": "A"}
    double = {**ball, "final_call": {"side": "A", "call": "double", "winner": "caller"}}
    for number, summary in enumerate((fault, fault, ball, ball, ball), start=1):
        enter(first, number, summary, night.dora)
    for match, number, code, side in ((first, 5, "late_scorecard", "A"), (second, 1, "late_arrival", "B")):
        if match == second:
            enter(second, 1, ball, night.dora)
        rule_on_hand(night.dora, match, OnHand(number=number, code=code, side=side, reason="Seen."))
    enter(first, 6, double, night.dora)
    for number in range(2, 5):
        enter(second, number, fault, night.dora)
    for number in range(7, 10):
        enter(first, number, fault, night.dora)
    night.close()
    copy = assert_proven_and_returned(night.event)
    document = json.loads(dumps(export_event(copy)))
    told = document.pop("log")
    archive = read_archive_file(json.dumps(document).encode())
    assert told and isinstance(archive, Archive), archive
    again = import_archive(archive, copy.club, replace=True)
    assert verify_event(again).problems == []
    results = MatchResult.objects.filter(match__round__stage__event=again).order_by("match__number")
    assert [each.totals for each in results] == [{"A": 24, "B": 0}, {"A": 24, "B": 0}]


def test_a_draft_that_was_drawn(night: Evening) -> None:
    night.play({1: 60, 2: 40}, hands=2)
    night.close()
    night.drawn()
    assert_proven_and_returned(night.event)


def test_an_evening_with_calls_for_help(night: Evening) -> None:
    """The log tells of them; the calls themselves are for the evening and do not come back."""
    called, _ = raise_call(night.tablet(), uuid4(), "rules")
    end_call(night.dora, take_call(night.dora, called))
    raise_call(night.tablet(2), uuid4())
    assert night.event.calls.count() == 2
    add_phone(night.dora, night.match(), "A", "Phone")
    copy = assert_proven_and_returned(night.event)
    assert not copy.calls.exists()
    told = copy.log.filter(verb__startswith="call.").values_list("verb", flat=True)
    assert list(told) == ["call.raised", "call.taken", "call.ended", "call.raised"]


def test_somebody_who_plays_elsewhere_too_was_mistyped_here(night: Evening) -> None:
    here, there = night.entrants[0].line_up.get(slot=0), evening().entrants[0].line_up.get(slot=0)
    there.player = here.player
    there.save()
    change_entrant(night.dora, night.entrants[0], NewEntrant("Pair 1", ("Nora", "South 1")))
    assert_proven_and_returned(night.event)


def test_somebody_leaves_a_team_after_a_round() -> None:
    night = evening(pairs=0)
    night.event.entrant_kind = "team"
    night.event.save()
    people = [[f"{place} of {team}" for place in range(4)] for team in (1, 2)]
    teams = [NewEntrant(f"Team {number}", tuple(names)) for number, names in enumerate(people, start=1)]
    one, _ = add_entrants(night.dora, night.event, teams)
    night.next_round()
    assert night.match().seats.count() == 4
    Seat.objects.filter(match=night.match(), player__name="0 of 1").update(
        player=one.line_up.get(slot=3).player
    )
    change_entrant(night.dora, one, NewEntrant("Team 1", ("0 of 1", "1 of 1", "2 of 1")))
    copy = assert_proven_and_returned(night.event)
    was_there = copy.entrants.get(number=1).line_up.get(slot=3)
    assert (was_there.player.name, was_there.to_round) == ("3 of 1", 1)
