"""The list of entrants while it is made, and who helps: what the services keep to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.archive.dump import export_event
from scoring.archive.read import Archive, read_archive
from scoring.services.rulings import fine
from tests.make import Evening, evening, new_pair
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Conflict, Invalid
from tournaments.models import Club, Entrant, EntrantStatus, EventMember, Player, Role, User
from tournaments.services.entrants import NewEntrant, add_entrants, plan_absence, withdraw
from tournaments.services.members import add_member_by_name, clubs_to_organise, remove_member
from tournaments.services.registration import (
    cancel_absence,
    change_entrant,
    check_in,
    check_in_all,
    remove_entrant,
)


@pytest.fixture
def hall(db: None) -> Evening:
    return evening()


def test_checking_in_twice_is_one_act(hall: Evening) -> None:
    entrant = hall.entrants[0]
    check_in(SYSTEM, entrant, here=False)
    before = hall.event.log.count()
    assert check_in(SYSTEM, entrant, here=False).status == EntrantStatus.REGISTERED
    assert hall.event.log.count() == before
    assert check_in(SYSTEM, entrant).status == EntrantStatus.ACTIVE


def test_who_has_left_is_not_checked_in(hall: Evening) -> None:
    withdraw(SYSTEM, hall.entrants[0])
    with pytest.raises(Conflict, match="wrong_state"):
        check_in(SYSTEM, hall.entrants[0])
    assert check_in_all(SYSTEM, hall.event, here=False) == 3
    hall.entrants[0].refresh_from_db()
    assert hall.entrants[0].status == EntrantStatus.WITHDRAWN


def test_a_player_of_two_events_is_renamed_in_one(hall: Evening) -> None:
    other = evening()
    shared = hall.entrants[0].line_up.first()
    theirs = other.entrants[0].line_up.first()
    assert shared is not None and theirs is not None
    theirs.player = shared.player
    theirs.save()
    change_entrant(SYSTEM, hall.entrants[0], NewEntrant("Pair 1", ("Nora", "South 1")))
    assert Player.objects.get(pk=shared.player_id).name == "North 1"
    names = hall.entrants[0].line_up.values_list("player__name", flat=True)
    assert list(names) == ["Nora", "South 1"]


def test_every_fault_of_a_change_is_named_and_nothing_kept(hall: Evening) -> None:
    new = NewEntrant("Pair 2", ("North 2",), number=3)
    with pytest.raises(Invalid) as caught:
        change_entrant(SYSTEM, hall.entrants[0], new)
    found = {(each.code, each.path) for each in caught.value.problems}
    assert found == {
        ("duplicate", "/name"),
        ("duplicate", "/number"),
        ("wrong_number_of_players", "/players"),
        ("duplicate", "/players/0"),
    }
    hall.entrants[0].refresh_from_db()
    assert hall.entrants[0].name == "Pair 1"


@pytest.mark.parametrize(
    ("wrong", "code", "path"),
    [
        ({"name": "Pair\n9"}, "bad_text", "/name"),
        ({"club": "Club\x079"}, "bad_text", "/club"),
        ({"players": ("North\u2028 9", "South 9")}, "bad_text", "/players/0"),
        ({"players": ("North 9", " ")}, "missing_value", "/players/1"),
        ({"name": "x" * 201}, "too_long", "/name"),
        ({"players": ("North 9", "y" * 201)}, "too_long", "/players/1"),
    ],
)
def test_what_no_list_can_print_is_refused_at_both_doors(
    hall: Evening, wrong: dict[str, Any], code: str, path: str
) -> None:
    new = NewEntrant(**{"name": "Pair 9", "players": ("North 9", "South 9"), **wrong})
    with pytest.raises(Invalid) as entered:
        add_entrants(SYSTEM, hall.event, [new])
    assert [(each.code, each.path) for each in entered.value.problems] == [(code, f"/0{path}")]
    with pytest.raises(Invalid) as changed:
        change_entrant(SYSTEM, hall.entrants[0], new)
    assert [(each.code, each.path) for each in changed.value.problems] == [(code, path)]


def test_two_people_may_change_places(hall: Evening) -> None:
    change_entrant(SYSTEM, hall.entrants[0], NewEntrant("Pair 1", ("South 1", "North 1")))
    names = hall.entrants[0].line_up.order_by("slot").values_list("player__name", flat=True)
    assert list(names) == ["South 1", "North 1"]


def test_taking_off_the_list_deletes_the_people_of_no_other_event(hall: Evening) -> None:
    remove_entrant(SYSTEM, hall.entrants[3])
    assert not Player.objects.filter(name__in=["North 4", "South 4"]).exists()
    assert Player.objects.filter(name="North 3").exists()
    hall.drawn()
    with pytest.raises(Conflict, match="entrant_in_round"):
        remove_entrant(SYSTEM, hall.entrants[0])


def test_who_was_taken_off_the_list_is_named_by_no_stage_any_more(hall: Evening) -> None:
    hall.stage.method_options = {"forbidden_pairs": [["e1", "e2"], ["e2", "e3"]]}
    hall.stage.settings = {"lots": {"e1": 2, "e2": 1}, "difference_cap": 300}
    hall.stage.save()
    remove_entrant(SYSTEM, hall.entrants[0])
    hall.stage.refresh_from_db()
    assert hall.stage.method_options == {"forbidden_pairs": [["e2", "e3"]]}
    assert hall.stage.settings == {"lots": {"e2": 1}, "difference_cap": 300}
    assert hall.drawn().participations.count() == 3
    assert isinstance(read_archive(export_event(hall.event)), Archive)


def test_who_stands_in_a_table_as_absent_is_not_removed(hall: Evening) -> None:
    check_in(SYSTEM, hall.entrants[3], here=False)
    hall.next_round()
    with pytest.raises(Conflict, match="entrant_in_round"):
        remove_entrant(SYSTEM, hall.entrants[3])


def test_who_is_named_in_a_ruling_is_not_removed(hall: Evening) -> None:
    played = hall.play_round({1: 60, 2: 60})
    (late,) = add_entrants(SYSTEM, hall.event, [new_pair(9)])
    fine(SYSTEM, late, played, reason="Rude at the door.", match_points=Fraction(-1))
    with pytest.raises(Conflict, match="entrant_in_round"):
        remove_entrant(SYSTEM, late)
    assert Entrant.objects.filter(pk=late.pk).exists()


def test_an_absence_of_a_drawn_round_stays(hall: Evening) -> None:
    plan_absence(SYSTEM, hall.entrants[0], 1)
    hall.next_round()
    with pytest.raises(Conflict, match="round_already_drawn"):
        cancel_absence(SYSTEM, hall.entrants[0], 1)
    plan_absence(SYSTEM, hall.entrants[0], 2)
    cancel_absence(SYSTEM, hall.entrants[0], 2)
    assert not hall.entrants[0].planned_absences.filter(round=2).exists()


def test_helpers_are_known_by_their_user_name(hall: Evening) -> None:
    User.objects.create_user("gone", is_active=False)
    for name, role in (("gone", "scorer"), ("nobody", "scorer"), ("gone", "king")):
        with pytest.raises(Invalid):
            add_member_by_name(hall.dora, hall.event, name, role)
    assert not EventMember.objects.filter(user__username="gone").exists()


def test_one_owner_always_stays(hall: Evening) -> None:
    User.objects.create_user("rosa")
    add_member_by_name(hall.dora, hall.event, "rosa", Role.OWNER)
    first, second = hall.event.members.filter(role=Role.OWNER)
    remove_member(hall.dora, hall.event, first.pk)
    remove_member(hall.dora, hall.event, first.pk)
    with pytest.raises(Conflict, match="last_owner"):
        remove_member(hall.dora, hall.event, second.pk)


def test_who_directs_an_event_organises_in_its_club(hall: Evening) -> None:
    assert clubs_to_organise(hall.dora) == [hall.event.club]
    assert clubs_to_organise(hall.sam) == [] == clubs_to_organise(Actor())
    root = Actor(user=User.objects.create_superuser("root"))
    assert clubs_to_organise(root) == list(Club.objects.order_by("name"))


@pytest.mark.parametrize("count", [3, 30])
def test_many_are_entered_by_as_many_queries_as_few(
    hall: Evening, count: int, django_assert_max_num_queries: Any
) -> None:
    new = [NewEntrant(f"Late {at}", (f"First {at}", f"Second {at}")) for at in range(count)]
    with django_assert_max_num_queries(24):
        entrants = add_entrants(SYSTEM, hall.event, new)
    first = max(each.number for each in hall.entrants) + 1
    assert [each.number for each in entrants] == list(range(first, first + count))
    assert hall.stage.places.count() == len(hall.entrants) + count


def test_a_ref_that_somebody_has_is_not_given_again(hall: Evening) -> None:
    hall.event.entrants.filter(number=1).update(ref="e9")
    (made,) = add_entrants(SYSTEM, hall.event, [NewEntrant("Late", ("First", "Second"), number=9)])
    assert made.ref == "e9x"
    assert [row.ref for row in made.line_up.all()] == ["e9xp1", "e9xp2"]
