"""Calls for help at the desk: first on the board, counted on every page of it, nowhere else."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.make import Evening, counted, enter, evening
from tests.pages.markup import faults
from tests.pages.test_desk import at, client_of
from tournaments.access import Actor
from tournaments.models import Call, EventMember, Role, User
from tournaments.services.calls import end_call, raise_call, take_back_call

HTMX = {"hx-request": "true"}


@pytest.fixture
def ev(db: None) -> Evening:
    made = evening(8, match={"hands": 1})
    made.next_round()
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def call(made: Evening, table: int = 3, subject: str = "rules") -> Call:
    return raise_call(made.tablet(table), uuid4(), subject)[0]


def titles(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page, re.S)
    assert found is not None
    return " ".join(found[1].split())


def test_a_table_that_calls_stands_first_with_words_and_buttons(ev: Evening, dora: Client) -> None:
    enter(ev.match(2), 1, counted(60), ev.tablet(2))
    raised = call(ev)
    page = dora.get(at(ev.event)).text
    assert faults(page) == []
    rows = re.findall(r'class="board-row".*?class="board-table">.*?</span>(\d+)</span>', page, re.S)
    assert rows == ["3", "1", "2", "4"]
    strip = page[page.index(f'id="call-{raised.pk}"') :]
    assert "Table 3 calls for help" in strip and "Question about the rules" in strip
    assert strip.index(f'id="take-{raised.pk}"') < strip.index(f'id="end-{raised.pk}"')
    assert titles(page).startswith("(1) Director")


def test_every_page_of_the_desk_counts_the_calls_and_asks_for_news(ev: Evening, dora: Client) -> None:
    match = ev.match(3)
    pages = ("", f"matches/{match.pk}/", f"matches/{match.pk}/hands/1/", "rulings/")
    for rest in pages:
        page = dora.get(at(ev.event, rest)).text
        assert f'hx-get="{at(ev.event, "calls/")}"' in page, rest
        assert 'id="calls-open"' not in page and not titles(page).startswith("("), rest
    call(ev)
    call(ev, 4)
    for rest in pages:
        page = dora.get(at(ev.event, rest)).text
        assert "2 calls for help" in page and titles(page).startswith("(2) "), rest


def test_the_page_of_a_match_shows_the_call_of_its_table_alone(ev: Evening, dora: Client) -> None:
    raised = call(ev)
    strip = f'id="call-{raised.pk}"'
    assert strip in dora.get(at(ev.event, f"matches/{ev.match(3).pk}/")).text
    assert strip not in dora.get(at(ev.event, f"matches/{ev.match(2).pk}/")).text


def test_the_count_is_asked_for_alone_and_answered_304_until_something_happens(
    ev: Evening, dora: Client, django_assert_max_num_queries: Any
) -> None:
    call(ev)
    path = at(ev.event, "calls/")
    part = dora.get(path, headers=HTMX)
    assert part.text.lstrip().startswith('<div id="calls"')
    assert "Table 3 calls for help: Question about the rules" in part.text
    with django_assert_max_num_queries(4):
        same = dora.get(path, headers={**HTMX, "If-None-Match": part["ETag"]})
    assert same.status_code == 304
    call(ev, 1)
    assert dora.get(path, headers={**HTMX, "If-None-Match": part["ETag"]}).status_code == 200
    assert dora.get(path).headers["Location"] == at(ev.event), "by itself it is no page"


def test_on_my_way_and_done_go_back_to_where_they_were_pressed(ev: Evening, dora: Client) -> None:
    raised = call(ev)
    came_from = at(ev.event, f"matches/{ev.match(3).pk}/")
    taken = dora.post(at(ev.event, f"calls/{raised.pk}/take/"), {"next": came_from}, follow=True)
    assert taken.redirect_chain[-1][0] == came_from
    assert "Table 3 knows that you are on the way." in taken.text
    assert f"{ev.dora.user.username} is on the way" in taken.text  # type: ignore[union-attr]
    assert f'id="take-{raised.pk}"' not in taken.text
    ended = dora.post(
        at(ev.event, f"calls/{raised.pk}/end/"), {"next": "https://www.example.org/"}, follow=True
    )
    assert ended.redirect_chain[-1][0] == at(ev.event), "nobody is sent away from the site"
    assert "The call of table 3 has ended." in ended.text
    assert not Call.objects.filter(ended_at=None).exists()


def test_a_call_ended_by_mistake_waits_again(ev: Evening, dora: Client) -> None:
    raised = call(ev)
    came_from = at(ev.event, f"matches/{ev.match(3).pk}/")
    ended = dora.post(at(ev.event, f"calls/{raised.pk}/end/"), {"next": came_from}, follow=True).text
    undo = re.search(r'action="([^"]+)"><input[^>]*><input[^>]*><button type="submit" id="undo"', ended)
    assert undo is not None
    again = dora.post(undo[1], {"next": came_from}, follow=True)
    assert again.redirect_chain[-1][0] == came_from
    assert "Table 3 waits for help again." in again.text and f'id="end-{raised.pk}"' in again.text
    assert 'id="undo"' not in again.text
    assert Call.objects.get(ended_at=None) == raised
    assert "Table 3 waits for help again." in dora.get(at(ev.event, "log/")).text


def test_a_call_that_its_table_took_back_stays_ended(ev: Evening, dora: Client) -> None:
    raised = call(ev)
    take_back_call(ev.tablet(3), raised)
    late = dora.post(at(ev.event, f"calls/{raised.pk}/reopen/"), follow=True).text
    assert "Nobody waits there any more" in late
    assert '<div class="note warn" role="status">' in late, "what did not work is no success"
    assert not Call.objects.filter(ended_at=None).exists()


def test_a_call_that_ended_meanwhile_is_told_in_words(ev: Evening, dora: Client) -> None:
    raised = call(ev)
    end_call(ev.dora, raised)
    late = dora.post(at(ev.event, f"calls/{raised.pk}/take/"), follow=True)
    assert "Nobody waits there any more" in late.text
    assert dora.post(at(ev.event, f"calls/{raised.pk}/paint/")).status_code == 404


def test_a_call_is_seen_whatever_the_board_shows(ev: Evening, dora: Client) -> None:
    """Under a filter, in an older round, with a draft, and of a table where nobody plays any more."""
    ev.play({1: 60, 2: 60, 3: 60, 4: 60})
    ev.close()
    raised = call(ev, 9)
    waits = f'id="call-{raised.pk}"'
    assert waits in dora.get(at(ev.event)).text
    ev.drawn()
    assert waits in dora.get(at(ev.event)).text
    ev.stage.refresh_from_db()
    in_round = call(ev, 1)
    page = dora.get(at(ev.event) + "?round=1&show=done").text
    section = page[page.index('id="calls-list"') : page.index('class="card board"')]
    assert f'id="call-{in_round.pk}"' in section, "a round that is over has no waiting tables"


def test_who_may_not_answer_calls_has_no_door(ev: Evening) -> None:
    raised = call(ev)
    path = at(ev.event, f"calls/{raised.pk}/end/")
    for role, status in ((Role.SCORER, 403), (Role.VIEWER, 403), (None, 403), (Role.ASSISTANT, 302)):
        user = User.objects.create_user(f"user-{role}")
        if role:
            EventMember.objects.create(event=ev.event, user=user, role=role)
        client = client_of(Actor(user=user))
        shown = (client.get(at(ev.event, rest)).text for rest in ("", f"matches/{ev.match(3).pk}/"))
        assert any(f'id="call-{raised.pk}"' in page for page in shown) == (role == Role.ASSISTANT), role
        assert client.post(path).status_code == status, role
    other = evening(4)
    other.next_round()
    theirs = call(other, 1)
    assert client_of(ev.dora).post(at(ev.event, f"calls/{theirs.pk}/end/")).status_code == 404


def test_no_call_shows_on_public_pages_in_the_hall_or_on_paper(ev: Evening, vic: Client) -> None:
    ev.event.status = "running"
    ev.event.save()
    base = f"/{ev.event.club.slug}/{ev.event.slug}/"
    rests = ("", "rounds/1/", "rounds/1/?by=name", "standings/", "my-table/?q=1", "hall/", "rulings/")
    before = {rest: plain(vic.get(base + rest).text) for rest in rests}
    call(ev)
    for rest, shown in before.items():
        assert plain(vic.get(base + rest).text) == shown, rest
    assert vic.get(at(ev.event, "calls/")).status_code == 302


def everywhere(made: Evening) -> list[str]:
    """Pages outside the desk that an official looks at during an evening."""
    public = ("", "rounds/1/", "standings/", "my-table/", "rulings/")
    setup = ("setup/", "setup/event/", "setup/entrants/", "setup/devices/")
    return [f"/{made.event.club.slug}/{made.event.slug}/{rest}" for rest in (*public, *setup)]


def test_officials_see_calls_on_every_page_of_the_event(ev: Evening, dora: Client) -> None:
    for path in everywhere(ev):
        page = dora.get(path).text
        assert page.count(f'hx-get="{at(ev.event, "calls/")}"') == 1, path
        assert 'id="calls-open"' not in page, path
    raised = call(ev)
    for path in everywhere(ev):
        page = dora.get(path).text
        assert page.count("1 call for help") == 1 and "Table 3" in page, path
        assert f'href="{at(ev.event)}#call-{raised.pk}"' in page, path
        assert faults(page) == [], path
    board = dora.get(at(ev.event)).text
    assert board.count('id="calls"') == 1, "the desk has them in its own head"


def test_who_may_not_answer_calls_sees_none_outside_the_desk(ev: Evening) -> None:
    call(ev)
    scorer = User.objects.create_user("only-scorer")
    EventMember.objects.create(event=ev.event, user=scorer, role=Role.SCORER)
    for path in everywhere(ev):
        assert 'id="calls"' not in client_of(Actor(user=scorer)).get(path).text, path


def plain(page: str) -> str:
    """The page without what differs at every look: tokens, marks of the version."""
    return re.sub(r'(value|hx-headers|data-version|nonce)=("[^"]*"|\'[^\']*\')', "", page)
