"""The page on trust: what a device needs to believe the hall's certificate, and nothing that it must not have."""

from __future__ import annotations

import plistlib
import ssl
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scripts import tls
from tests.make import evening
from tests.pages.conftest import address
from tests.pages.markup import faults
from tournaments.models import Role

PLAIN, SECURE = 8080, 8443


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make tls` leaves behind."""
    made = tmp_path_factory.mktemp("tls")
    assert tls.main(["--folder", str(made), "baza.local"]) == 0
    return made


@pytest.fixture
def hall(folder: Path, settings: Any) -> Path:
    """A laptop that runs with HTTPS and a plain door."""
    settings.TLS_AUTHORITY = folder / "authority.crt"
    settings.TLS_PORT, settings.PLAIN_PORT = SECURE, PLAIN
    settings.ALLOWED_HOSTS = ["testserver", "baza.local"]
    return folder


def plainly(path: str, **more: Any) -> Any:
    """A request at the plain door."""
    return Client().get(path, headers={"host": f"baza.local:{PLAIN}"}, **more)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("door", [True, False])
def test_the_page_explains_every_kind_of_device(hall: Path, language: str, door: bool) -> None:
    """No `db` fixture: a device that knows nobody is served without a query."""
    path = f"/trust/?language={language}"
    answer = plainly(path) if door else Client().get(path, secure=True)
    assert answer.status_code == 200 and faults(answer.text) == []
    assert f'<html lang="{language}">' in answer.text
    assert f'href="?language={"es" if language == "en" else "en"}"' in answer.text
    for kind in ("Android", "iPhone, iPad", "Windows", "macOS", "Firefox"):
        assert kind in answer.text
    site = f"https://baza.local:{SECURE}/" if door else "https://testserver/"
    assert f'href="{site}"' in answer.text
    assert 'src="data:image/svg+xml' in answer.text
    assert tls.fingerprint(hall / "authority.crt") in answer.text


def test_over_plain_http_alone_it_says_what_that_means(folder: Path, settings: Any) -> None:
    for certificate in (folder / "nothing.crt", folder / "authority.crt"):
        settings.TLS_AUTHORITY = certificate
        page = Client().get("/trust/").text
        assert "runs on plain HTTP" in page and "make run TLS=1" in page
        assert "baza-authority" not in page and faults(page) == []


def test_with_a_certificate_that_everybody_knows_there_is_nothing_to_do(folder: Path, settings: Any) -> None:
    settings.TLS_AUTHORITY = folder / "nothing.crt"
    page = Client().get("/trust/", secure=True).text
    assert "There is nothing to do" in page and faults(page) == []


def test_each_device_gets_the_certificate_in_its_own_form(hall: Path) -> None:
    der = ssl.PEM_cert_to_DER_cert((hall / "authority.crt").read_text())
    android, apple, linux = (
        plainly(f"/trust/baza-authority.{kind}") for kind in ("crt", "mobileconfig", "pem")
    )
    assert (android.headers["Content-Type"], android.content) == ("application/x-x509-ca-cert", der)
    assert apple.headers["Content-Type"] == "application/x-apple-aspen-config"
    profile = plistlib.loads(apple.content)
    assert profile["PayloadType"] == "Configuration"
    (payload,) = profile["PayloadContent"]
    assert (payload["PayloadType"], payload["PayloadContent"]) == ("com.apple.security.root", der)
    assert linux.headers["Content-Type"] == "application/x-pem-file"
    assert ssl.PEM_cert_to_DER_cert(linux.text) == der
    for answer, kind in ((android, "crt"), (apple, "mobileconfig"), (linux, "pem")):
        assert answer.headers["Content-Disposition"] == f'attachment; filename="baza-authority.{kind}"'
        assert b"PRIVATE" not in answer.content


def test_one_authority_is_one_profile(hall: Path) -> None:
    once, again = (plainly("/trust/baza-authority.mobileconfig").content for _ in range(2))
    assert once == again


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["authority.key", "server.key", "baza-authority.key", "baza-authority.der"])
def test_nothing_else_of_the_folder_is_handed_out(hall: Path, name: str) -> None:
    assert plainly(f"/trust/{name}").status_code == 404


def test_a_key_in_the_file_of_the_certificate_stays_there(hall: Path, settings: Any, tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.crt"
    mixed.write_text((hall / "authority.key").read_text() + (hall / "authority.crt").read_text())
    settings.TLS_AUTHORITY = mixed
    answer = plainly("/trust/baza-authority.pem")
    assert b"PRIVATE" not in answer.content and b"BEGIN CERTIFICATE" in answer.content
    mixed.write_text((hall / "authority.key").read_text())
    assert plainly("/trust/baza-authority.pem").status_code == 404


@pytest.mark.parametrize(
    "path", ["/", "/login/?next=/setup/", "/tablet/", "/api/v1/me", "/trusted/", "/account/"]
)
def test_the_plain_door_leads_everybody_else_to_https(hall: Path, path: str) -> None:
    answer = plainly(path)
    assert (answer.status_code, answer.headers["Location"]) == (307, f"https://baza.local:{SECURE}{path}")
    assert "Content-Security-Policy" in answer.headers


def test_the_plain_door_leads_nobody_to_a_strange_host(hall: Path) -> None:
    assert Client().get("/", headers={"host": "www.example.org"}).status_code == 400


def test_the_plain_door_takes_no_password(hall: Path) -> None:
    answer = Client().post(
        "/login/", {"username": "dora", "password": "x"}, headers={"host": f"baza.local:{PLAIN}"}
    )
    assert answer.status_code == 307
    assert not answer.cookies


@pytest.mark.django_db
def test_over_https_the_door_is_not_in_the_way(hall: Path) -> None:
    assert Client().get("/login/", secure=True).status_code == 200


@pytest.mark.django_db
def test_the_office_leads_to_the_page_at_the_plain_door(hall: Path) -> None:
    ev = evening()
    client = Client()
    client.force_login(ev.event.members.get(role=Role.OWNER).user)
    page = client.get(address(ev.event, "setup/devices/"), secure=True).text
    assert 'href="/trust/"' in page and f"http://testserver:{PLAIN}/trust/" in page
