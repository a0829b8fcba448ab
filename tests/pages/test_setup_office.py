"""The office of an event: its state, its helpers, its tablets."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from pages.squares import square
from tests.make import Evening, evening
from tests.pages.conftest import address, logged_in
from tests.pages.markup import faults
from tournaments.access import Actor
from tournaments.models import Device, Event, EventStatus, PairingCode, Role, User, Verb
from tournaments.services.devices import pair_device


def at(event: Event, rest: str = "") -> str:
    return address(event, f"setup/{rest}")


def test_the_overview_leads_on_to_the_desk_until_a_round_is_drawn(hall: Evening, dora: Client) -> None:
    desk = f'<a class="row" href="{address(hall.event, "desk/")}">'
    page = dora.get(at(hall.event)).text
    assert desk in page and "The director's desk draws" in unescape(page)
    hall.next_round()
    page = dora.get(at(hall.event)).text
    assert desk in page and "1 round is drawn" in page


@pytest.mark.parametrize("rest", ["", "standings/", "rounds/1/"])
def test_who_runs_an_event_finds_back_to_the_desk(hall: Evening, dora: Client, rest: str) -> None:
    hall.next_round()
    desk = f'href="{address(hall.event, "desk/")}"'
    assert desk in dora.get(address(hall.event, rest)).text
    assert desk not in Client().get(address(hall.event, rest)).text


def test_the_page_of_tablets_looks_again_while_a_code_waits(hall: Evening, dora: Client) -> None:
    path = at(hall.event, "devices/")
    assert 'hx-select="#tablets"' not in dora.get(path).text
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    assert 'hx-trigger="every 5s" hx-select="#tablets"' in dora.get(path).text
    ((_key, code),) = codes(dora).items()
    pair_device(code)
    assert 'hx-select="#tablets"' not in dora.get(path).text


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_answers_with_sound_markup(hall: Evening, dora: Client, language: str) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "2"})
    pages = [at(hall.event, rest) for rest in ("", "people/", "devices/", "entrants/", "entrants/1/")]
    for path in [*pages, at(hall.event, "entrants/import/"), "/setup/"]:
        answer = dora.get(path, headers={"accept-language": language})
        assert answer.status_code == 200, path
        assert faults(answer.text) == [], path
        assert answer.headers["Cache-Control"].startswith("max-age=0, no-cache"), path


def test_the_overview_has_one_button_for_what_comes_next(hall: Evening, dora: Client) -> None:
    def leads_to(rest: str, label: str) -> bool:
        page = dora.get(at(hall.event)).text
        button = f'<a class="button" href="{address(hall.event, rest)}">{label}</a>'
        return button in unescape(page) and page.count('class="button"') == 1

    entrants = list(hall.event.entrants.all())
    hall.event.entrants.update(status="withdrawn")
    assert leads_to("setup/entrants/", "Enter who plays")
    for each in entrants:
        each.save()
    assert leads_to("desk/", "Draw the first round at the director's desk")
    hall.next_round()
    assert leads_to("desk/", "Go on at the director's desk")
    Event.objects.filter(pk=hall.event.pk).update(status=EventStatus.FINISHED)
    assert 'class="button"' not in dora.get(at(hall.event)).text


def test_tablets_are_no_duty(hall: Evening, dora: Client) -> None:
    page = dora.get(at(hall.event)).text
    assert "Without tablets the results are typed at the desk" in page and "optional" in page
    hall.event.entrants.all().delete()
    assert "Nobody is entered yet" in dora.get(at(hall.event)).text


def test_codes_stand_before_the_form_that_made_them(hall: Evening, dora: Client) -> None:
    path = at(hall.event, "devices/")
    assert '<button type="submit" class="button">Prepare a tablet for each of them' in dora.get(path).text
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    page = dora.get(path).text
    assert "The tablets are prepared." in page
    assert page.index('<p class="code">') < page.index('id="tables"')
    assert '<button type="submit" class="button second">Prepare a tablet for each of them' in page


def test_a_tablet_that_was_seen_now_was_not_seen_zero_minutes_ago(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    ((_key, code),) = codes(dora).items()
    pair_device(code)
    text = dora.get(at(hall.event, "devices/")).text
    assert "connected just now" in text and "0\xa0minutes" not in text
    paired = timezone.now() - timedelta(minutes=3)
    Device.objects.filter(event=hall.event).update(paired_at=paired)
    assert "connected 3\xa0minutes ago" in dora.get(at(hall.event, "devices/")).text


def test_own_events_are_listed_with_drafts(hall: Evening, dora: Client) -> None:
    other = evening()
    page = dora.get("/setup/").text
    assert at(hall.event) in page and at(other.event) not in page
    assert "· Tichu ·" in page
    assert at(hall.event) not in logged_in(hall.sam).get("/setup/").text
    assert Client().get("/setup/").headers["Location"].startswith("/login/")


def test_the_buttons_are_those_of_the_state(hall: Evening, dora: Client) -> None:
    page = dora.get(at(hall.event)).text
    assert "Announce it" in page and "Publishing the first round does the same." in page
    dora.post(at(hall.event, "state/"), {"status": "registration"})
    page = dora.get(at(hall.event)).text
    assert "Start the event" in page and "Announce it" not in page
    assert page.index("Start the event") < page.index("Hide it again")
    dora.post(at(hall.event, "state/"), {"status": "finished"})
    hall.event.refresh_from_db()
    assert hall.event.status == EventStatus.REGISTRATION
    assert "This is not possible now" in dora.get(at(hall.event)).text


def test_the_owner_adds_and_removes_helpers(hall: Evening, dora: Client) -> None:
    User.objects.create_user("rosa")
    path = at(hall.event, "people/")
    assert dora.post(path, {"username": " rosa ", "role": "director"}).status_code == 303
    member = hall.event.members.get(user__username="rosa")
    assert member.role == Role.DIRECTOR
    assert "Nobody has the user name" in dora.post(path, {"username": "nemo", "role": "scorer"}).text
    assert dora.post(path, {"username": "rosa", "role": "king"}).status_code == 422
    dora.post(f"{path}{member.pk}/")
    assert not hall.event.members.filter(user__username="rosa").exists()
    assert hall.event.log.filter(verb=Verb.MEMBER_REMOVED, data__role="director").exists()


def test_the_last_owner_stays(hall: Evening, dora: Client) -> None:
    owner = hall.event.members.get(role=Role.OWNER)
    dora.post(at(hall.event, f"people/{owner.pk}/"))
    assert hall.event.members.filter(role=Role.OWNER).count() == 1
    assert "at least one owner" in dora.get(at(hall.event, "people/")).text


def test_a_director_sees_helpers_and_changes_none(hall: Evening, dora: Client) -> None:
    rosa = User.objects.create_user("rosa")
    dora.post(at(hall.event, "people/"), {"username": "rosa", "role": "director"})
    client = logged_in(Actor(user=rosa))
    page = client.get(at(hall.event, "people/")).text
    assert "Only an owner" in page and "Remove" not in page
    client.post(at(hall.event, "people/"), {"username": "rosa", "role": "owner"})
    owner = hall.event.members.get(role=Role.OWNER)
    assert client.post(at(hall.event, f"people/{owner.pk}/")).status_code == 403
    assert hall.event.members.filter(role=Role.OWNER).count() == 1


def test_every_table_gets_one_tablet_however_often_one_asks(hall: Evening, dora: Client) -> None:
    for _ in range(2):
        dora.post(at(hall.event, "devices/prepare/"), {"tables": "3"})
    devices = hall.event.devices.order_by("table__number")
    assert [(each.label, each.table and each.table.number) for each in devices] == [
        ("Table 1", 1),
        ("Table 2", 2),
        ("Table 3", 3),
    ]
    page = dora.get(at(hall.event, "devices/")).text
    assert page.count('<p class="code">') == 3


def test_one_more_device_is_the_phone_of_a_side_or_a_second_tablet(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "2"})
    for side in ("B", "B", ""):
        dora.post(at(hall.event, "devices/more/"), {"table": "2", "side": side})
    more = hall.event.devices.filter(table__number=2).exclude(label="Table 2").order_by("pk")
    assert [(each.label, each.profile, each.side) for each in more] == [
        ("Table 2, East–West", "side", "B"),
        ("Table 2, East–West 2", "side", "B"),
        ("Table 2, one more", "table", ""),
    ]
    page = dora.get(at(hall.event, "devices/")).text
    assert page.count('<p class="code">') == 5 and faults(page) == []
    assert dora.post(at(hall.event, "devices/more/"), {"table": "2", "side": "C"}).status_code == 404
    for table in ("0", "501"):
        dora.post(at(hall.event, "devices/more/"), {"table": table, "side": "B"})
        assert "whole number" in dora.get(at(hall.event, "devices/")).text
    assert hall.event.devices.count() == 5


@pytest.mark.parametrize("tables", ["0", "501", "-1", "many", ""])
def test_no_hall_has_so_many_tables(hall: Evening, dora: Client, tables: str) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": tables})
    assert not hall.event.devices.exists()
    assert "whole number" in dora.get(at(hall.event, "devices/")).text


def codes(client: Client) -> dict[str, str]:
    return {key: pair[0] for key, pair in client.session["device_codes"].items()}


def test_a_code_pairs_once_and_then_is_not_shown(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    ((key, code),) = codes(dora).items()
    picture = f'src="{escape(square(f"http://testserver/tablet/?code={code}"))}"'
    assert picture in dora.get(at(hall.event, "devices/")).text
    device, _ = pair_device(code)
    assert str(device.pk) == key
    page = dora.get(at(hall.event, "devices/")).text
    assert '<p class="code">' not in page and "Table 1" in page
    assert "connected" in page and "not connected" not in page and "never connected" not in page
    assert picture not in page


def test_codes_are_shown_to_who_made_them_and_for_ten_minutes(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    rosa = User.objects.create_user("rosa")
    dora.post(at(hall.event, "people/"), {"username": "rosa", "role": "director"})
    assert '<p class="code">' not in logged_in(Actor(user=rosa)).get(at(hall.event, "devices/")).text
    session = dora.session
    past = (timezone.now() - timedelta(seconds=1)).isoformat()
    session["device_codes"] = {key: [pair[0], past] for key, pair in session["device_codes"].items()}
    session.save()
    assert "needs a new code" in dora.get(at(hall.event, "devices/")).text


def test_a_new_code_for_one_or_for_all_unpaired(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "2"})
    first, second = codes(dora)
    pair_device(codes(dora)[first])
    dora.post(at(hall.event, "devices/renew/"), {"device": "unpaired"})
    assert PairingCode.objects.filter(device_id=int(second)).count() == 2
    assert PairingCode.objects.filter(device_id=int(first)).count() == 1
    dora.post(at(hall.event, "devices/renew/"), {"device": first})
    assert dora.get(at(hall.event, "devices/")).text.count('<p class="code">') == 2


def test_a_revoked_tablet_makes_room_for_another(hall: Evening, dora: Client) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    device = hall.event.devices.get()
    dora.post(at(hall.event, f"devices/{device.pk}/revoke/"))
    page = dora.get(at(hall.event, "devices/")).text
    assert "Without access: 1" in page and faults(page) == []
    dora.post(at(hall.event, "devices/renew/"), {"device": str(device.pk)})
    assert PairingCode.objects.filter(device=device).count() == 1
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    assert hall.event.devices.filter(revoked_at=None).count() == 1


def test_a_tablet_of_another_event_is_not_there(hall: Evening, dora: Client) -> None:
    other = evening()
    device = other.tablet().device
    assert device is not None
    assert dora.post(at(hall.event, f"devices/{device.pk}/revoke/")).status_code == 404
    dora.post(at(hall.event, "devices/renew/"), {"device": str(device.pk)})
    assert PairingCode.objects.filter(device=device).count() == 1
    assert Device.objects.get(pk=device.pk).revoked_at is None


def test_pages_take_a_fixed_number_of_queries(
    hall: Evening, dora: Client, django_assert_num_queries: Any
) -> None:
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "20"})
    dora.get(at(hall.event, "devices/"))
    for rest, count in (("", 9), ("devices/", 9), ("people/", 7)):
        with django_assert_num_queries(count):
            dora.get(at(hall.event, rest))


SHUT = [
    "",
    "people/",
    "devices/",
    "state/",
    "devices/prepare/",
    "devices/more/",
    "devices/renew/",
    "devices/1/revoke/",
]


@pytest.mark.parametrize("rest", SHUT)
def test_the_office_is_shut_for_others(hall: Evening, rest: str) -> None:
    Event.objects.filter(pk=hall.event.pk).update(status="registration")
    ask = "get" if rest in {"", "people/", "devices/"} else "post"
    assert getattr(Client(), ask)(at(hall.event, rest)).headers["Location"].startswith("/login/?next=")
    assert getattr(logged_in(hall.sam), ask)(at(hall.event, rest)).status_code == 403
    Event.objects.filter(pk=hall.event.pk).update(status="draft")
    assert getattr(logged_in(evening().dora), ask)(at(hall.event, rest)).status_code == 404


def test_who_is_logged_in_finds_the_way_to_the_office(hall: Evening, dora: Client) -> None:
    assert 'href="/setup/"' in dora.get("/").text
    assert 'href="/setup/"' not in Client().get("/").text


def test_codes_stand_above_the_warnings_and_are_spoken_of_only_while_there_are_some(
    hall: Evening, dora: Client
) -> None:
    path = at(hall.event, "devices/")
    bare = dora.get(path, headers={"host": "localhost"}).text
    assert "type its code" not in bare
    assert f'<a href="{reverse("trust")}">How it is started for a hall</a>' in bare
    dora.post(at(hall.event, "devices/prepare/"), {"tables": "1"})
    page = dora.get(path, headers={"host": "localhost"}).text
    order = ("type its code", '<p class="code">', "Remove this tablet", "for this machine alone", "in all?")
    assert [page.index(words) for words in order] == sorted(page.index(words) for words in order)
