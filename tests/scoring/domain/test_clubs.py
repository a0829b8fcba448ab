"""An operator names clubs and gives the first person a role, without a shell."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command

from tests.make import Evening
from tournaments.access import Actor, Permission, permissions
from tournaments.models import AuditEntry, Club, User, Verb

pytestmark = pytest.mark.django_db


def club(*arguments: str) -> tuple[int, Any]:
    """Exit code and answer of `manage.py club ...`."""
    out = io.StringIO()
    code = 0
    try:
        call_command("club", *arguments, stdout=out)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, json.loads(out.getvalue())


def test_a_club_gets_name_time_zone_and_language() -> None:
    code, answer = club(
        "add", "north", "Club  of the North", "--time-zone", "Europe/Madrid", "--language", "es"
    )
    assert (code, answer["club"]) == (0, "north")
    made = Club.objects.get()
    assert (made.name, made.time_zone, made.language) == ("Club of the North", "Europe/Madrid", "es")
    assert club("list")[1] == {"clubs": [{"slug": "north", "name": "Club of the North", "events": 0}]}


def test_every_fault_of_a_club_is_named_and_none_made() -> None:
    wrong = club("add", "No Good", " ", "--time-zone", "Moon/Crater", "--language", "xx")
    assert wrong[0] == 1
    assert [each["code"] for each in wrong[1]["problems"]] == [
        "bad_slug",
        "missing_value",
        "unknown_time_zone",
        "unknown_language",
    ]
    assert all(each["message"] != each["code"] for each in wrong[1]["problems"])
    assert not Club.objects.exists()


def test_an_address_is_taken_once() -> None:
    club("add", "north", "North")
    code, answer = club("add", "north", "Other")
    assert (code, answer["problems"][0]["code"]) == (1, "slug_taken")


def test_a_person_gets_a_role_by_user_name(four: Evening) -> None:
    user = User.objects.create_user("ona")
    for _ in range(2):
        code, answer = club("member", four.event.slug, "ona", "director")
        assert (code, answer) == (0, {"event": "evening", "user": "ona", "role": "director"})
    assert Permission.RESULTS_RULE in permissions(Actor(user=user), four.event)
    assert AuditEntry.objects.filter(verb=Verb.MEMBER_ADDED).count() == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("evening", "nobody", "director"), "unknown_user"),
        (("evening", "nobody", "king"), "unknown_role"),
        (("elsewhere", "nobody", "director"), "unknown_event"),
    ],
)
def test_who_or_what_is_not_there_is_named(four: Evening, arguments: tuple[str, ...], code: str) -> None:
    exit_code, answer = club("member", *arguments)
    assert (exit_code, [each["code"] for each in answer["problems"]]) == (1, [code])


def test_an_account_is_made_with_a_password_that_is_never_an_argument(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("seven-quiet-tables\n"))
    assert club("user", "ona") == (0, {"user": "ona"})
    made = User.objects.get()
    assert made.check_password("seven-quiet-tables")
    assert not (made.is_staff or made.is_superuser)


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [("dora", "seven-quiet-tables", "user_taken"), ("no name", "seven-quiet-tables", "bad_user_name")],
)
def test_an_account_that_cannot_be_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, password: str, code: str
) -> None:
    User.objects.create_user("dora")
    monkeypatch.setattr("sys.stdin", io.StringIO(password))
    assert [each["code"] for each in club("user", name)[1]["problems"]] == [code]
    assert User.objects.count() == 1
