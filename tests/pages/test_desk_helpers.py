"""The desk for who only helps: a scorer enters and confirms, a viewer looks at drafts, neither does more."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from scoring.models import HandStatus
from tests.make import Evening, counted, enter, evening, hand
from tests.pages.conftest import logged_in
from tests.pages.test_desk import at
from tournaments.access import Actor
from tournaments.models import Event, EventMember, EventStatus, Role, User

pytestmark = pytest.mark.django_db
Helper = Callable[[str], Client]
TYPED = {"first_out": "1", "result": "count", "points-A": "65", "action": "save"}


@pytest.fixture
def ev() -> Evening:
    made = evening(4, match={"hands": 2})
    made.next_round()
    return made


@pytest.fixture
def helper(ev: Evening) -> Helper:
    """The browser of somebody with this role alone."""

    def made(role: str) -> Client:
        user = User.objects.create_user(f"{role}-alone")
        EventMember.objects.create(event=ev.event, user=user, role=role)
        return logged_in(Actor(user=user))

    return made


def test_a_scorer_enters_a_hand_and_confirms_one(ev: Evening, helper: Helper) -> None:
    sam, table = helper(Role.SCORER), at(ev.event, f"matches/{ev.match().pk}/")
    assert table in sam.get(at(ev.event)).text
    page = sam.get(table).text
    assert "Enter hand 1" in page and "Decide about the match" not in page
    assert sam.post(f"{table}hands/1/", TYPED).status_code == 302
    enter(ev.match(), 2, counted(40), ev.phone("A"))
    assert "Confirm" in sam.get(table).text
    assert sam.post(f"{table}confirm/", {"number": "2", "revision": "1"}).status_code == 302
    assert hand(ev.match(), 2).status == HandStatus.CONFIRMED


def test_a_scorer_corrects_nothing_and_rules_nothing(ev: Evening, helper: Helper) -> None:
    sam, table = helper(Role.SCORER), at(ev.event, f"matches/{ev.match().pk}/")
    enter(ev.match(), 1, counted(40), ev.dora)
    assert ">Change<" not in sam.get(table).text
    assert sam.get(f"{table}hands/1/").status_code == 403
    for more in ({"seen": "1"}, {"kind": "void"}, {}):
        assert sam.post(f"{table}hands/1/", {**TYPED, **more}).status_code == 403
    assert sam.post(f"{table}hands/2/", {**TYPED, "kind": "void"}).status_code == 403
    assert sam.post(f"{table}end/", {"reason": "x"}).status_code == 403
    assert hand(ev.match(), 1).current.payload == counted(40)


def test_a_viewer_looks_at_the_board_and_enters_nothing(ev: Evening, helper: Helper) -> None:
    vera, table = helper(Role.VIEWER), at(ev.event, f"matches/{ev.match().pk}/")
    assert table in vera.get(at(ev.event)).text
    page = vera.get(table).text
    assert "Enter hand" not in page and ">Change<" not in page
    assert vera.get(f"{table}hands/1/").status_code == 403
    assert vera.post(f"{table}hands/1/", TYPED).status_code == 403
    assert vera.post(f"{table}confirm/", {"number": "1", "revision": "1"}).status_code == 403


def test_a_draft_is_for_who_may_see_drafts(ev: Evening, helper: Helper) -> None:
    ev.play({1: 60, 2: 60}, hands=2)
    ev.close()
    ev.drawn()
    draft = at(ev.event, "stages/1/rounds/2/draft/")
    vera, sam = helper(Role.VIEWER), helper(Role.SCORER)
    assert draft in vera.get(at(ev.event)).text
    assert "Draft of round 2" in vera.get(draft).text
    board = sam.get(at(ev.event)).text
    assert "Round 1" in board and draft not in board and "round=2" not in board
    assert sam.get(draft).status_code == 403
    assert sam.get(at(ev.event, "?stage=1&round=2")).status_code == 404


@pytest.mark.parametrize("role", [Role.SCORER, Role.VIEWER, Role.ASSISTANT])
def test_who_helps_finds_the_way_to_the_desk(ev: Evening, helper: Helper, role: str) -> None:
    client, public = helper(role), f"/{ev.event.club.slug}/{ev.event.slug}/"
    assert f'href="{public}desk/"' in client.get("/setup/").text
    assert f'href="{public}desk/"' in client.get(public).text
    assert f'href="{public}desk/"' in client.get("/account/").text
    assert f'href="{public}desk/"' not in Client().get(public).text


def test_who_prepares_an_event_finds_the_way_to_its_set_up_until_it_runs(ev: Evening, helper: Helper) -> None:
    Event.objects.filter(pk=ev.event.pk).update(status=EventStatus.REGISTRATION)
    public = f"/{ev.event.club.slug}/{ev.event.slug}/"
    for role, first in ((Role.ASSISTANT, "setup/"), (Role.SCORER, "desk/")):
        assert f'href="{public}{first}"' in helper(role).get("/setup/").text
