"""Pages for what went wrong: they say what, and what to do, and ask nothing that may be broken."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from django.utils import translation

from pages.errors import page, shown
from tests.pages.markup import faults
from tournaments.errors import Busy, NotAllowed, NotFound


@pytest.mark.parametrize("status", [500, 503, 501])
def test_a_failure_of_ours_is_shown_without_a_query(rf: RequestFactory, status: int) -> None:
    """No `db` fixture: a query would fail here."""
    response = page(rf.get("/"), status)
    assert response.status_code == status
    assert faults(response.text) == []


@pytest.mark.django_db
@pytest.mark.parametrize("status", [400, 403, 404])
def test_other_errors_keep_the_header(vic: Client, rf: RequestFactory, status: int) -> None:
    request = vic.get("/").wsgi_request
    with translation.override("es"):
        response = page(request, status)
    assert response.status_code == status
    assert faults(response.text) == []
    assert "Todos los torneos" in response.text
    assert "Entrar" in response.text


@pytest.mark.parametrize(("error", "name"), [(NotFound(), "Http404"), (NotAllowed(), "PermissionDenied")])
def test_errors_of_the_domain_become_those_of_the_site(
    rf: RequestFactory, error: Exception, name: str
) -> None:
    def view(request: object) -> None:
        raise error

    with pytest.raises(Exception) as raised:  # the class is named by the table
        shown(view)(rf.get("/"))  # type: ignore[type-var]
    assert type(raised.value).__name__ == name


def test_a_busy_event_asks_for_patience(rf: RequestFactory) -> None:
    def view(request: object) -> None:
        raise Busy

    response = shown(view)(rf.get("/"))  # type: ignore[type-var]
    assert response.status_code == 503
    assert "Reload the page" in response.text


def test_addresses_of_the_api_get_no_page(client: Client) -> None:
    response = client.get("/api/v1/nowhere/at/all/")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("application/problem+json")
