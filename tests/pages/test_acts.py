"""Addresses that only take forms: what a person sees there, and where a changed language leads from them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import resolve

from pages.acts import page_near
from tests.make import Evening

DESK = "/club/event/desk/"


@pytest.mark.parametrize(
    ("path", "page"),
    [
        (f"{DESK}step/", DESK),
        (f"{DESK}reopen/", DESK),
        (f"{DESK}calls/4/done/", f"{DESK}calls/"),
        (f"{DESK}matches/7/adjust/", f"{DESK}matches/7/"),
        (f"{DESK}matches/7/hands/2/", f"{DESK}matches/7/hands/2/"),
        (f"{DESK}stages/1/rounds/2/draft/redraw/", f"{DESK}stages/1/rounds/2/draft/"),
        ("/no/such/place/at/all/", "/no/such/"),
    ],
)
def test_page_near_an_address_that_only_takes_forms_is_the_one_above_it(path: str, page: str) -> None:
    assert page_near(path) == page
    assert not getattr(resolve(page).func, "only_posted", False)


def test_visitor_of_such_an_address_reads_what_to_do(hall: Evening, dora: Client) -> None:
    answer = dora.get(f"{DESK}step/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This address only takes forms" in answer.content.decode()


def test_language_is_changed_on_a_page_that_answers_a_form(hall: Evening, dora: Client) -> None:
    desk = f"/{hall.event.club.slug}/{hall.event.slug}/desk/"
    shown = dora.post(f"{desk}step/", {"kind": "close", "stage": "1", "number": "1"})
    (back,) = re.findall(r'name="next" value="([^"]+)"', shown.content.decode())
    assert back == desk
    assert dora.get(back).status_code == 200
