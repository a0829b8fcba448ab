"""A posted round at the desk: what the smallest exchange stops and saves, and two who change places."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.services.exchange import posted_sheet
from scoring.services.standings import rebuild
from tests.make import Evening, correct, counted, enter, evening
from tests.pages.markup import faults
from tests.pages.test_desk import at, client_of, member
from tests.support.rows import all_rows
from tournaments.models import AuditEntry, Match, Role, Verb

EXCHANGE = "stages/1/rounds/2/exchange/"


@pytest.fixture
def ev(db: None) -> Evening:
    """Eight pairs; a result of round 1 is corrected after round 2 was posted."""
    made = evening(8)
    made.play_round({1: 60, 2: 70, 3: 80, 4: 90})
    made.next_round()
    first = Match.objects.filter(round__stage=made.stage, round__number=1, table__number=1)
    correct(first.select_related("round__stage__event__club").get(), 1, counted(0), made.dora)
    rebuild(made.stage.pk)
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def sent_by(text: str) -> dict[str, str]:
    """The hidden fields of the form."""
    found = re.findall(r'<input type="hidden" name="(table-\d+|bye)" value="([\d,]+)">', text)
    return dict(found)


def test_the_board_leads_to_the_smallest_exchange(ev: Evening, dora: Client) -> None:
    board = dora.get(at(ev.event)).text
    assert "The standings have changed since this round was drawn." in board
    assert at(ev.event, EXCHANGE) in board
    before = all_rows()
    shown = dora.get(at(ev.event, EXCHANGE))
    assert faults(shown.text) == []
    for words in (
        "The smallest exchange",
        "It stops 2 tables",
        "No exchange that helps stops fewer.",
        "Costs",
    ):
        assert words in shown.text, words
    assert all_rows() == before


def test_what_was_shown_is_done_with_a_reason(ev: Evening, dora: Client) -> None:
    tables = posted_sheet(ev.round).sheet.tables
    asked = sent_by(dora.get(at(ev.event, EXCHANGE)).text)
    assert len(asked) == 2
    refused = dora.post(at(ev.event, EXCHANGE), {**asked, "reason": " "})
    assert refused.status_code == 422 and "A reason is needed." in refused.text
    done = dora.post(at(ev.event, EXCHANGE), {**asked, "reason": "slip misread"}, follow=True)
    assert "The posted round is changed." in done.text
    assert "The standings have changed since" not in done.text
    now = posted_sheet(ev.round).sheet.tables
    assert {table for table in tables if tables[table] != now[table]} == {
        int(name.removeprefix("table-")) for name in asked
    }
    again = dora.post(at(ev.event, EXCHANGE), {**asked, "reason": "slip misread"})
    assert again.status_code in (302, 409)
    assert AuditEntry.objects.filter(event=ev.event, verb=Verb.ROUND_EXCHANGED).count() == 1


def test_a_table_that_has_begun_meanwhile_refuses_it_in_words(ev: Evening, dora: Client) -> None:
    asked = sent_by(dora.get(at(ev.event, EXCHANGE)).text)
    table = int(next(iter(asked)).removeprefix("table-"))
    enter(ev.match(table), 1, counted(60), ev.tablet(table))
    refused = dora.post(at(ev.event, EXCHANGE), {**asked, "reason": "slip misread"})
    assert refused.status_code == 409
    assert f"Tables that have begun or have a ruling stay as they are: {table}." in refused.text


def test_two_change_places_by_hand(ev: Evening, dora: Client) -> None:
    tables = posted_sheet(ev.round).sheet.tables
    one, other = tables[1][0], tables[4][1]
    shown = dora.get(at(ev.event, EXCHANGE), {"entrant": one, "other": other})
    assert "The exchange that you asked for" in shown.text and faults(shown.text) == []
    dora.post(at(ev.event, EXCHANGE), {**sent_by(shown.text), "reason": "both asked"}, follow=True)
    now = posted_sheet(ev.round).sheet.tables
    assert (now[1][0], now[4][1]) == (other, one)
    assert dora.get(at(ev.event, EXCHANGE), {"entrant": one, "other": one}).status_code == 422


def test_a_round_that_is_as_good_as_can_be_says_so(db: None) -> None:
    made = evening(4)
    made.next_round()
    shown = client_of(made.dora).get(at(made.event, "stages/1/rounds/1/exchange/"))
    assert "no exchange of tables that have not begun makes the round better" in shown.text
    assert "The standings have changed" not in client_of(made.dora).get(at(made.event)).text


def test_strange_orders_change_nothing(ev: Evening, dora: Client) -> None:
    before = posted_sheet(ev.round).sheet.tables
    for asked in (
        {"table-99": "1,2"},
        {"table-1": "x"},
        {"table-x": "1,2"},
        {"bye": "5"},
        {"table-1": "0,0"},
    ):
        answer = dora.post(at(ev.event, EXCHANGE), {**asked, "reason": "x"})
        assert answer.status_code in (404, 409, 422), asked
    assert posted_sheet(ev.round).sheet.tables == before


def test_only_who_publishes_changes_what_is_posted(ev: Evening) -> None:
    other = evening(4)
    for actor in (member(ev.event, Role.ASSISTANT, "a"), ev.sam, other.dora):
        client = client_of(actor)
        assert client.get(at(ev.event, EXCHANGE)).status_code in (403, 404)
        assert client.post(at(ev.event, EXCHANGE), {"table-1": "1,2", "reason": "x"}).status_code in (
            403,
            404,
        )
    ev.play({1: 60, 2: 60, 3: 60, 4: 60})
    ev.close()
    assert client_of(ev.dora).get(at(ev.event, EXCHANGE)).status_code == 302
