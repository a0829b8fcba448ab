"""The link of an invitation: made by an owner, shown once, taken up once."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.make import Evening, evening
from tests.pages.conftest import address
from tests.pages.markup import faults
from tournaments.access import Actor
from tournaments.models import Event, Invitation, Role, User, Verb
from tournaments.services.invitations import invite
from tournaments.services.members import add_member_by_name, remove_member

PASSWORD = "a long evening of cards"


@pytest.fixture
def hall(db: None) -> Evening:
    return evening()


def logged_in(user: User | None) -> Client:
    client = Client()
    assert user is not None
    client.force_login(user)
    return client


@pytest.fixture
def dora(hall: Evening) -> Client:
    """Who owns the event, logged in."""
    return logged_in(hall.dora.user)


def people(event: Event, rest: str = "") -> str:
    return address(event, f"setup/people/{rest}")


def link_on(page: str) -> str:
    found = re.search(r'value="http://testserver(/invitation/[-\w]+/)"', page)
    assert found is not None, page
    return found[1]


def made(hall: Evening, role: str = "scorer", **more: str) -> str:
    """The address of a new invitation."""
    return f"/invitation/{invite(hall.dora, hall.event, role, **more)[1]}/"


def joining(**more: str) -> dict[str, str]:
    form = {"user": "rosa", "name": "Rosa", "email": "", "password": PASSWORD, "again": PASSWORD}
    return form | more


def test_a_link_is_shown_once_and_stored_nowhere(hall: Evening, dora: Client) -> None:
    answer = dora.post(people(hall.event, "invite/"), {"invite-name": "Rosa", "invite-role": "scorer"})
    assert answer.headers["Location"] == people(hall.event)
    page = dora.get(people(hall.event)).text
    link = link_on(page)
    assert faults(page) == [] and 'src="data:image/svg+xml' in page
    assert unescape(page).count("mailto:?subject=") == 1
    token = link.split("/")[2]
    invitation = Invitation.objects.get()
    assert (invitation.name, invitation.role, len(invitation.token_hash)) == ("Rosa", "scorer", 64)
    assert token not in str(vars(invitation))
    assert all(token not in str(each.get_decoded()) for each in Session.objects.all())
    assert token not in str(list(hall.event.log.values()))
    again = dora.get(people(hall.event)).text
    assert token not in again and "Rosa" in again


def test_who_has_no_account_makes_one_and_has_the_role(hall: Evening) -> None:
    link, client = made(hall, name="Rosa"), Client()
    page = client.get(link)
    assert (page.status_code, faults(page.text)) == (200, [])
    assert 'value="Rosa"' in page.text and hall.event.name in page.text
    assert client.post(link, joining(email="rosa@example.org")).headers["Location"] == "/account/"
    assert "You help at" in client.get("/account/").text
    rosa = User.objects.get(username="rosa")
    assert (rosa.first_name, rosa.email) == ("Rosa", "rosa@example.org")
    assert rosa.check_password(PASSWORD) and not (rosa.is_staff or rosa.is_superuser)
    assert [each.role for each in rosa.memberships.all()] == ["scorer"]
    log = hall.event.log.order_by("-number").values_list("verb", "actor")[:2]
    assert list(log) == [(Verb.MEMBER_ADDED, f"user:{rosa.pk}"), (Verb.INVITATION_USED, f"user:{rosa.pk}")]


def test_who_has_an_account_logs_in_comes_back_and_accepts(hall: Evening) -> None:
    User.objects.create_user("rosa", password=PASSWORD)
    link, client = made(hall), Client()
    assert f'href="/login/?next={link}"' in client.get(link).text
    answer = client.post("/login/", {"username": "rosa", "password": PASSWORD, "next": link})
    assert answer.headers["Location"] == link
    assert "Accept as rosa" in client.get(link).text
    assert client.post(link).headers["Location"] == "/account/"
    assert hall.event.members.get(user__username="rosa").role == Role.SCORER


def test_looking_at_a_link_does_not_use_it_up(hall: Evening) -> None:
    link = made(hall)
    rosa = logged_in(User.objects.create_user("rosa"))
    assert [rosa.get(link).status_code, rosa.head(link).status_code] == [200, 200]
    assert not hall.event.members.filter(user__username="rosa").exists()


def test_a_link_works_once(hall: Evening) -> None:
    link, rosa = made(hall), Client()
    rosa.post(link, joining())
    for client, sentence in ((Client(), "This invitation has been used"), (rosa, "By you")):
        for answer in (client.get(link), client.post(link, joining(user="sly"))):
            assert answer.status_code == 410
            assert sentence in answer.text and faults(answer.text) == []
    assert not User.objects.filter(username="sly").exists()


def test_a_link_works_for_seven_days(hall: Evening) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        early, late = made(hall), made(hall)
        clock.shift(timedelta(days=7, seconds=-1))
        assert Client().post(early, joining()).status_code == 303
        clock.shift(timedelta(seconds=1))
        answer = Client().post(late, joining(user="sly"))
        assert answer.status_code == 410 and "has expired" in answer.text
    assert not User.objects.filter(username="sly").exists()


def test_a_link_that_was_taken_back_is_worth_nothing(hall: Evening, dora: Client) -> None:
    link = made(hall)
    invitation = Invitation.objects.get()
    page = dora.get(people(hall.event)).text
    assert "Open invitations" in page
    for _ in range(2):
        dora.post(people(hall.event, f"invitations/{invitation.pk}/"))
    answer = Client().post(link, joining())
    assert answer.status_code == 410 and "was taken back" in answer.text
    assert "Open invitations" not in dora.get(people(hall.event)).text
    assert hall.event.log.filter(verb=Verb.INVITATION_REVOKED).count() == 1


def test_who_is_no_owner_any_more_leaves_no_link_behind(hall: Evening) -> None:
    rosa = User.objects.create_user("rosa")
    add_member_by_name(hall.dora, hall.event, "rosa", "owner")
    link = f"/invitation/{invite(Actor(user=rosa), hall.event, 'owner')[1]}/"
    own = made(hall)
    remove_member(hall.dora, hall.event, hall.event.members.get(user=rosa).pk)
    assert Client().get(link).status_code == 410
    assert Client().get(own).status_code == 200


def test_the_links_of_a_closed_account_are_worth_nothing(hall: Evening, dora: Client) -> None:
    link = made(hall)
    User.objects.filter(pk=hall.dora.user.pk).update(is_active=False)
    assert Client().post(link, joining()).status_code == 410


def test_another_text_is_no_invitation(hall: Evening) -> None:
    assert Client().get("/invitation/" + "x" * 43 + "/").status_code == 404
    assert Client().post("/invitation/x/", joining()).status_code == 404


def test_every_fault_of_a_new_account_is_named_and_the_link_stays_good(hall: Evening) -> None:
    link = made(hall)
    User.objects.create_user("Rosa")
    for form, sentence in (
        (joining(), "has the user name"),
        (joining(user="no name"), "is no user name"),
        (joining(user="ana", password="short", again="short"), "This password is no good"),
        (joining(user="ana", again="something else"), "The two passwords differ"),
        (joining(user="ana", email="nowhere"), "is no e-mail address"),
    ):
        answer = Client().post(link, form)
        assert answer.status_code == 422, sentence
        assert sentence in answer.text and faults(answer.text) == []
        assert PASSWORD not in answer.text
    assert not User.objects.filter(username="ana").exists()
    assert Client().post(link, joining(user="ana")).status_code == 303


def test_who_has_the_role_already_does_not_use_the_link_up(hall: Evening, dora: Client) -> None:
    link = made(hall, "owner")
    answer = dora.post(link)
    assert answer.status_code == 422 and "for somebody else" in answer.text
    assert Client().get(link).status_code == 200


def test_only_an_owner_invites_and_takes_back(hall: Evening, dora: Client) -> None:
    made(hall)
    invitation = Invitation.objects.get()
    rosa = User.objects.create_user("rosa")
    add_member_by_name(hall.dora, hall.event, "rosa", "director")
    director = logged_in(rosa)
    assert "Invite a helper" in dora.get(people(hall.event)).text
    shown = director.get(people(hall.event)).text
    assert "Invite a helper" not in shown and "Open invitations" not in shown
    posts = [("invite/", {"invite-role": "owner"}), (f"invitations/{invitation.pk}/", {})]
    for rest, form in posts:
        assert director.post(people(hall.event, rest), form).status_code == 403
        assert logged_in(hall.sam.user).post(people(hall.event, rest), form).status_code in (403, 404)
        assert Client().post(people(hall.event, rest), form).headers["Location"].startswith("/login/")
    assert Invitation.objects.get().revoked_at is None


def test_an_invitation_of_another_event_cannot_be_taken_back(hall: Evening, dora: Client) -> None:
    other = evening()
    link = made(other)
    answer = dora.post(people(hall.event, f"invitations/{Invitation.objects.get().pk}/"))
    assert answer.status_code == 404
    assert Client().get(link).status_code == 200


def test_faults_of_an_invitation_are_named(hall: Evening, dora: Client, settings: Any) -> None:
    settings.MAIL_IS_SET_UP = True
    form = {"invite-name": "x" * 121, "invite-role": "king", "invite-email": "nowhere"}
    answer = dora.post(people(hall.event, "invite/"), form)
    assert answer.status_code == 422 and faults(answer.text) == []
    for sentence in ("longer than 120", "no role", "is no e-mail address"):
        assert sentence in answer.text
    assert not Invitation.objects.exists()


def test_an_event_has_at_most_fifty_open_invitations(hall: Evening, dora: Client) -> None:
    now = timezone.now()
    Invitation.objects.bulk_create(
        Invitation(
            event=hall.event,
            role="scorer",
            token_hash=str(n),
            made_at=now,
            expires_at=now + timedelta(days=1),
        )
        for n in range(50)
    )
    answer = dora.post(people(hall.event, "invite/"), {"invite-role": "scorer"})
    assert "50 open invitations" in answer.text


def test_the_link_goes_by_letter_where_there_is_a_mail_server(
    hall: Evening, dora: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"invite-role": "scorer", "invite-email": "rosa@example.org"}
    assert "invite-email" not in dora.get(people(hall.event)).text
    settings.MAIL_IS_SET_UP = True
    dora.post(people(hall.event, "invite/"), form, headers={"accept-language": "es"})
    letter = mail.outbox.pop()
    page = dora.get(people(hall.event)).text
    assert letter.to == ["rosa@example.org"] and "anotador" in letter.body
    assert link_on(page) in letter.body and "rosa@example.org" in page

    monkeypatch.setattr("django.core.mail.EmailMessage.send", lambda *_: 0)
    dora.post(people(hall.event, "invite/"), form)
    page = dora.get(people(hall.event)).text
    assert "could not be sent" in page and link_on(page)


def test_a_link_that_only_this_machine_can_follow_is_marked(
    hall: Evening, dora: Client, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    for site, only_here in (("http://127.0.0.1:8000", True), ("https://baza.example.org", False)):
        settings.SITE_URL = site
        dora.post(people(hall.event, "invite/"), {"invite-role": "viewer"}, headers={"host": "localhost"})
        page = dora.get(people(hall.event), headers={"host": "localhost"}).text
        assert ("started for this machine alone" in page) is only_here
        assert ('value="https://baza.example.org/invitation/' in page) is not only_here
