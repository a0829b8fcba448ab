"""Who may do what: the table of roles, that of devices, and the doors to an object."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.services.progress import publish_round
from tests.make import Evening, evening
from tournaments.access import (
    DEVICE_PROFILES,
    ROLES,
    SYSTEM,
    Actor,
    Permission,
    event_for,
    match_for,
    permissions,
    round_for,
    stage_for,
)
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import DeviceProfile, Event, EventMember, EventStatus, Role, User
from tournaments.services.devices import create_device, revoke_device

P = Permission
WORK = {P.RESULTS_ENTER, P.RESULTS_CONFIRM}

TABLE = {
    Role.OWNER: set(Permission),
    Role.DIRECTOR: set(Permission) - {P.MEMBERS_EDIT},
    Role.ASSISTANT: {
        P.EVENT_VIEW,
        P.DRAFTS_VIEW,
        P.ENTRANTS_EDIT,
        P.SEATS_SET,
        P.RESULTS_CORRECT,
        P.DEVICES_EDIT,
        P.CALLS_TAKE,
        *WORK,
    },
    Role.SCORER: {P.EVENT_VIEW, *WORK},
    Role.VIEWER: {P.EVENT_VIEW, P.DRAFTS_VIEW},
}
DEVICES = {
    DeviceProfile.TABLE: {P.EVENT_VIEW, P.RESULTS_CORRECT, P.CALLS_RAISE, P.PHONES_ADD, *WORK},
    DeviceProfile.SIDE: {P.EVENT_VIEW, P.CALLS_RAISE, *WORK},
    DeviceProfile.HALL: {P.EVENT_VIEW},
}


def test_the_tables_are_these_and_name_everybody() -> None:
    assert {role: set(granted) for role, granted in ROLES.items()} == TABLE
    assert {profile: set(granted) for profile, granted in DEVICE_PROFILES.items()} == DEVICES
    assert set(ROLES) == set(Role.values)
    assert set(DEVICE_PROFILES) == set(DeviceProfile.values)


def person(event: Event, role: str | None = None) -> Actor:
    user = User.objects.create_user(f"someone{User.objects.count()}")
    if role is not None:
        EventMember.objects.create(event=event, user=user, role=role)
    return Actor.of(user)


@pytest.mark.django_db
@pytest.mark.parametrize("role", Role.values)
def test_a_role_holds_in_its_own_event_alone(role: str) -> None:
    made, other = evening(2), evening(2)
    actor = person(made.event, role)
    assert permissions(actor, made.event) == ROLES[role]
    assert permissions(actor, other.event) == frozenset()
    with pytest.raises(NotFound):
        event_for(actor, other.event.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("permission", [each for each in Permission if each != P.EVENT_VIEW])
def test_a_door_opens_to_those_who_may(permission: Permission) -> None:
    made = evening(2)
    for role in Role.values:
        actor = person(made.event, role)
        if permission in ROLES[role]:
            assert event_for(actor, made.event.pk, permission) == made.event
            assert stage_for(actor, made.stage.pk, permission) == made.stage
        else:
            with pytest.raises(NotAllowed):
                event_for(actor, made.event.pk, permission)


@pytest.mark.django_db
def test_two_roles_add_up() -> None:
    made = evening(2)
    actor = person(made.event, Role.SCORER)
    EventMember.objects.create(event=made.event, user=actor.user, role=Role.VIEWER)
    assert permissions(actor, made.event) == ROLES[Role.SCORER] | ROLES[Role.VIEWER]


@pytest.mark.django_db
def test_a_draft_event_is_known_to_its_people_alone() -> None:
    made = evening(2)
    vic = person(made.event)
    with pytest.raises(NotFound):
        event_for(vic, made.event.pk)
    Event.objects.filter(pk=made.event.pk).update(status=EventStatus.REGISTRATION)
    assert event_for(vic, made.event.pk) == made.event
    with pytest.raises(NotAllowed):
        event_for(vic, made.event.pk, P.RESULTS_ENTER)
    with pytest.raises(NotFound):
        event_for(vic, 10**9)


@pytest.mark.django_db
def test_the_system_and_a_superuser_may_everything() -> None:
    made = evening(2)
    root = Actor.of(User.objects.create_superuser("root"))
    assert permissions(SYSTEM, made.event) == permissions(root, made.event) == frozenset(Permission)
    assert Actor().label == "anonymous"
    assert SYSTEM.label == "system"


@pytest.mark.django_db
def test_a_draft_round_is_seen_by_those_who_draw_and_help() -> None:
    made = evening(2)
    drawn = made.drawn()
    match = drawn.matches.get()
    for role in Role.values:
        actor = person(made.event, role)
        if P.DRAFTS_VIEW in ROLES[role]:
            assert round_for(actor, drawn.pk) == drawn
        else:
            with pytest.raises(NotFound):
                round_for(actor, drawn.pk)
            with pytest.raises(NotFound):
                match_for(actor, match.pk, P.RESULTS_ENTER)
    publish_round(made.dora, drawn)
    assert match_for(made.sam, match.pk, P.RESULTS_ENTER) == match


@pytest.fixture
def hall(db: None) -> Evening:
    made = evening(4)
    made.next_round()
    return made


def test_a_tablet_works_at_its_own_table_alone(hall: Evening) -> None:
    tablet = hall.tablet(1)
    assert match_for(tablet, hall.match(1).pk, P.RESULTS_ENTER) == hall.match(1)
    assert match_for(tablet, hall.match(2).pk) == hall.match(2)
    with pytest.raises(NotAllowed, match="not_your_table"):
        match_for(tablet, hall.match(2).pk, P.RESULTS_ENTER)


def test_a_phone_of_one_side_corrects_nothing(hall: Evening) -> None:
    with pytest.raises(NotAllowed):
        match_for(hall.phone("A"), hall.match(1).pk, P.RESULTS_CORRECT)


def test_a_screen_in_the_hall_only_looks(hall: Evening) -> None:
    screen = Actor(device=create_device(SYSTEM, hall.event, label="hall", profile="hall")[0])
    assert match_for(screen, hall.match(1).pk) == hall.match(1)
    with pytest.raises(NotAllowed):
        match_for(screen, hall.match(1).pk, P.RESULTS_ENTER)


def test_a_device_of_another_event_or_one_that_was_revoked_is_a_stranger(hall: Evening) -> None:
    other = evening(2)
    foreign = other.tablet(1)
    hall.event.refresh_from_db()
    assert permissions(foreign, hall.event) == {P.EVENT_VIEW}
    tablet = hall.tablet(1)
    assert tablet.device is not None
    revoke_device(hall.dora, tablet.device)
    tablet.device.refresh_from_db()
    with pytest.raises(NotAllowed):
        match_for(replace(tablet), hall.match(1).pk, P.RESULTS_ENTER)
