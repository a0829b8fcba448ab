"""One's own account: name, address, language, password, and the browsers that are logged in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils.html import escape

from tests.make import evening
from tests.pages.markup import faults
from tournaments.models import User

pytestmark = pytest.mark.usefixtures("sessions_as_django_keeps_them")

PASSWORD = "a long evening of cards"
OTHER = "another long evening"


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("dora", "dora@example.org", PASSWORD, first_name="Dora")


def log_in(name: str = "dora", password: str = PASSWORD, client: Client | None = None) -> tuple[Client, Any]:
    client = client or Client()
    return client, client.post("/login/", {"username": name, "password": password})


def account(client: Client, **changed: str) -> Any:
    return client.post("/account/", {"name": "Dora", "email": "dora@example.org", "language": ""} | changed)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_of_an_account_answers_with_sound_markup(dora: User, language: str) -> None:
    mine, _ = log_in()
    pages = {"/account/": mine, "/account/password/": mine}
    pages |= dict.fromkeys(
        ("/login/", "/account/password/forgotten/", "/account/password/sent/", "/account/password/set/"),
        Client(),
    )
    pages |= dict.fromkeys(("/account/closed/", "/account/password/new/1-nothing/"), Client())
    for path, client in pages.items():
        answer = client.get(path, headers={"accept-language": language})
        assert answer.status_code == 200, path
        assert f'<html lang="{language}">' in answer.text, path
        assert faults(answer.text) == [], path


def test_what_is_shut_leads_to_the_login(db: None) -> None:
    for path in ("/account/", "/account/password/"):
        assert Client().get(path).headers["Location"] == f"/login/?next={path}"
    assert Client().post("/account/sessions/").headers["Location"].startswith("/login/")


def test_capitals_of_the_user_name_do_not_count(dora: User) -> None:
    client, answer = log_in("DORA")
    assert answer.headers["Location"] == "/setup/"
    assert "dora" in client.get("/").text


def test_nobody_signs_up(db: None) -> None:
    for path in ("/signup/", "/account/signup/", "/login/code/", "/account/email/"):
        assert Client().get(path).status_code == 404, path


def test_a_closed_account_is_told_so(dora: User) -> None:
    User.objects.filter(pk=dora.pk).update(is_active=False)
    client, answer = log_in()
    assert answer.headers["Location"] == "/account/closed/"
    assert client.get("/account/").status_code == 302
    assert "This account is closed" in client.get("/account/closed/").text


def test_an_address_elsewhere_is_not_followed_after_the_login(dora: User) -> None:
    form = {"username": "dora", "password": PASSWORD, "next": "https://www.example.org/"}
    assert Client().post("/login/", form).headers["Location"] == "/setup/"


def test_name_and_language_are_saved_and_the_language_comes_with_the_next_login(dora: User) -> None:
    client, _ = log_in()
    assert account(client, name="  Dora  D. ", language="es").status_code == 303
    dora.refresh_from_db()
    assert (dora.get_full_name(), dora.language) == ("Dora D.", "es")
    assert "Guardado" in client.get("/account/").text
    elsewhere, _ = log_in()
    assert '<html lang="es">' in elsewhere.get("/", headers={"accept-language": "en"}).text


def test_every_fault_of_an_account_is_named(dora: User) -> None:
    client, _ = log_in()
    answer = account(client, name="x" * 151, email="no address", language="xx", password=PASSWORD)
    assert answer.status_code == 422
    for sentence in ("longer than 150", "is no e-mail address", "no language"):
        assert sentence in answer.text
    assert faults(answer.text) == []
    dora.refresh_from_db()
    assert (dora.first_name, dora.email) == ("Dora", "dora@example.org")


def test_another_address_takes_the_password_and_is_told_to_the_old_one(dora: User) -> None:
    client, _ = log_in()
    for password in ("", "wrong"):
        refused = account(client, email="new@example.org", password=password)
        assert "type your present password" in refused.text
    assert PASSWORD not in refused.text
    assert account(client, email="new@example.org", password=PASSWORD).status_code == 303
    dora.refresh_from_db()
    assert dora.email == "new@example.org"
    assert [each.to for each in mail.outbox] == [["dora@example.org"]]


def test_guessing_the_password_in_the_account_is_braked_as_at_the_login(dora: User) -> None:
    client, _ = log_in()
    client.cookies.pop("known")
    for _ in range(5):
        assert "type your present password" in account(client, email="x@example.org", password="no").text
    braked = account(client, email="x@example.org", password=PASSWORD)
    assert "Too many wrong passwords" in braked.text
    dora.refresh_from_db()
    assert dora.email == "dora@example.org"


def test_own_roles_are_listed(db: None) -> None:
    hall = evening()
    client = Client()
    client.force_login(hall.sam.user)
    page = client.get("/account/").text
    assert escape(hall.event.name) in page and "scorer" in page
    assert f'href="/{hall.event.club.slug}/{hall.event.slug}/desk/"' in page


def test_account_takes_a_fixed_number_of_queries(db: None, django_assert_num_queries: Any) -> None:
    hall = evening()
    client = Client()
    client.force_login(hall.dora.user)
    for _ in range(3):
        other = evening()
        other.event.members.create(user=hall.dora.user, role="viewer")
    with django_assert_num_queries(3):
        client.get("/account/")


def test_a_changed_password_logs_every_other_browser_out(dora: User) -> None:
    here, _ = log_in()
    there, _ = log_in()
    form = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert here.post("/account/password/", form | {"oldpassword": "no"}).status_code == 200
    assert here.post("/account/password/", form | {"password2": "no"}).status_code == 200
    assert "too short" in here.post("/account/password/", form | {"password1": "ab", "password2": "ab"}).text
    assert here.post("/account/password/", form).headers["Location"] == "/account/"
    assert "Your password is changed" in here.get("/account/").text
    assert there.get("/account/").status_code == 302
    assert log_in(password=OTHER)[1].headers["Location"] == "/setup/"
    assert log_in()[1].status_code == 200


def test_logging_out_everywhere_leaves_this_browser_alone(dora: User) -> None:
    here, _ = log_in()
    there, _ = log_in()
    assert here.post("/account/sessions/").headers["Location"] == "/account/"
    assert "logged out everywhere but here" in here.get("/account/").text
    assert there.get("/account/").status_code == 302
    assert here.get("/account/sessions/").status_code == 405


def link_of(letter: Any) -> str:
    found = re.search(r"http://testserver(/account/password/new/\S+)", letter.body)
    assert found is not None, letter.body
    return found[1]


def ask(email: str, language: str = "en") -> Any:
    return Client().post(
        "/account/password/forgotten/", {"email": email}, headers={"accept-language": language}
    )


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(dora: User) -> None:
    there, _ = log_in()
    assert ask("Dora@Example.org").headers["Location"] == "/account/password/sent/"
    letter = mail.outbox.pop()
    assert letter.to == ["dora@example.org"] and "“dora”" in letter.body
    link, client = link_of(letter), Client()
    opened = client.get(link, follow=True)
    assert opened.redirect_chain[-1][0].endswith("-set-password/")
    assert faults(opened.text) == []
    form = {"password1": OTHER, "password2": OTHER}
    done = client.post(opened.redirect_chain[-1][0], form, follow=True)
    assert "The new password is set" in done.text
    assert there.get("/account/").status_code == 302
    assert log_in(password=OTHER)[1].headers["Location"] == "/setup/"
    assert "does not work any more" in Client().get(link, follow=True).text


def test_the_letter_speaks_the_language_of_who_asks(dora: User) -> None:
    ask("dora@example.org", "es")
    assert mail.outbox[0].subject == "Una contraseña nueva para Baza"


def test_asking_for_an_unknown_address_is_answered_alike_and_sends_nothing(dora: User) -> None:
    known, unknown = ask("dora@example.org"), ask("nobody@example.org")
    assert (known.status_code, known.headers["Location"]) == (
        unknown.status_code,
        unknown.headers["Location"],
    )
    assert len(mail.outbox) == 1


def test_an_address_that_was_given_up_gets_no_link(dora: User) -> None:
    ask("dora@example.org")
    client, _ = log_in()
    account(client, email="new@example.org", password=PASSWORD)
    mail.outbox.clear()
    ask("dora@example.org")
    assert mail.outbox == []


def test_a_mailbox_is_not_filled_with_links(dora: User) -> None:
    for _ in range(3):
        assert ask("dora@example.org").status_code == 302
    refused = ask("dora@example.org")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert "Too many attempts" in refused.text and faults(refused.text) == []
    assert len(mail.outbox) == 3


def test_a_mail_server_that_is_down_is_no_error_and_tells_nothing(
    dora: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    assert ask("dora@example.org").headers["Location"] == "/account/password/sent/"


def test_without_a_mail_server_the_page_says_so(db: None, settings: Any) -> None:
    settings.MAIL_IS_SET_UP = False
    assert "no mail server" in Client().get("/account/password/forgotten/").text
    settings.MAIL_IS_SET_UP = True
    assert "no mail server" not in Client().get("/account/password/forgotten/").text
