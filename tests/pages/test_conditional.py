"""Pages that poll: who holds the current version gets 304 after one query, everybody else the new page."""

from __future__ import annotations

import json
import random
import re

import pytest
from django.test import Client

from pages.live import COUNTED_SECONDS, MOST_POLL_SECONDS, POLL_SECONDS, Pace
from scoring.demo import open_matches, play
from tests.pages.conftest import address, all_addresses, refresh
from tournaments.models import Event, Round, User

HTMX = {"hx-request": "true"}


def tag_of(client: Client, path: str, **headers: str) -> str:
    return client.get(path, headers=headers).headers["ETag"]


def test_the_current_version_is_304_after_a_single_query(
    evening: Event, vic: Client, one_moment: None, django_assert_num_queries: object
) -> None:
    vic.get("/login/")  # brings the cookie that a whole page belongs to
    for name, path in all_addresses(evening).items():
        if name in {"login", "home"}:
            continue
        for more in ({}, HTMX):
            tag = tag_of(vic, path, **more)
            with django_assert_num_queries(1):  # type: ignore[operator]
                again = vic.get(path, headers={"if-none-match": tag, **more})
            assert (again.status_code, again.content) == (304, b""), name
            assert again.headers["ETag"] == tag, name


def test_a_result_makes_every_version_old(evening: Event, vic: Client) -> None:
    vic.get("/login/")
    paths = [address(evening, rest) for rest in ("", "rounds/3/", "standings/", "my-table/?q=1")]
    tags = {path: tag_of(vic, path, **HTMX) for path in paths}
    playing = Round.objects.get(stage__event=evening, number=3)
    play(open_matches(playing)[1], random.Random(9), 1)
    for path in paths:
        assert vic.get(path, headers={"if-none-match": tags[path], **HTMX}).status_code == 200, path


def test_a_table_that_comes_after_its_version_is_seen(evening: Event, vic: Client) -> None:
    """The worker stores the standings after the version was bumped: nobody may keep the old table."""
    playing = Round.objects.get(stage__event=evening, number=3)
    play(open_matches(playing)[1], random.Random(9), 1)
    path = address(evening, "standings/")
    before = tag_of(vic, path, **HTMX)
    refresh(evening)
    response = vic.get(path, headers={"if-none-match": before, **HTMX})
    assert response.status_code == 200


@pytest.mark.parametrize("change", [{"accept-language": "es"}, {"hx-request": "true"}])
def test_language_and_part_have_versions_of_their_own(
    evening: Event, vic: Client, change: dict[str, str]
) -> None:
    path = address(evening, "standings/")
    vic.get("/login/")
    assert tag_of(vic, path) != tag_of(vic, path, **change)


def test_a_page_belongs_to_one_person(evening: Event, vic: Client) -> None:
    path = address(evening, "standings/")
    vic.get("/login/")
    stranger = tag_of(vic, path)
    vic.force_login(User.objects.create_user("dora"))
    assert vic.get(path, headers={"if-none-match": stranger}).status_code == 200


def test_the_part_replaces_itself_and_names_its_version(evening: Event, vic: Client) -> None:
    path = address(evening, "standings/")
    part = vic.get(path, headers=HTMX)
    assert "<html" not in part.text
    assert re.match(r'\s*<div id="live"', part.text)
    asked = re.search(r'hx-headers="([^"]+)"', part.text)
    assert asked is not None
    headers = json.loads(asked.group(1).replace("&quot;", '"').replace("\\\\", "\\"))
    assert headers == {"If-None-Match": part.headers["ETag"]}
    assert 'hx-headers="' + asked.group(1) in vic.get(path).text


def test_a_finished_event_asks_no_more(finished_event: Event, vic: Client) -> None:
    assert 'hx-trigger="every' not in vic.get(address(finished_event, "standings/")).text


def test_a_part_is_rendered_once_for_all_who_read_the_same_language(
    evening: Event, vic: Client, django_assert_num_queries: object
) -> None:
    path = address(evening, "standings/")
    first = vic.get(path, headers=HTMX)
    with django_assert_num_queries(1):  # type: ignore[operator]
        again = Client().get(path, headers=HTMX)
    assert again.content == first.content
    assert again.headers["ETag"] == first.headers["ETag"]
    assert Client().get(path, headers={"accept-language": "es", **HTMX}).content != first.content


def test_the_more_pages_watch_the_more_rarely_they_are_to_ask() -> None:
    now = 0.0
    pace = Pace(lambda: now)

    def watched_by(pages: int, rounds: int = 20) -> int:
        """So many pages ask as often as they are told to."""
        nonlocal now
        for _ in range(rounds * COUNTED_SECONDS):
            now += 1
            for _ in range(round(pages / pace.seconds)):
                pace.count()
        return pace.seconds

    assert watched_by(50) == POLL_SECONDS
    assert watched_by(150) == 15
    assert watched_by(10_000) == MOST_POLL_SECONDS
    assert watched_by(50) == POLL_SECONDS


def test_while_many_watch_what_was_new_a_moment_ago_still_is() -> None:
    now = 0.0
    pace = Pace(lambda: now)
    assert [pace.newest("part", tag) for tag in "ab"] == ["a", "b"]
    pace.seconds = 20
    assert [pace.newest("part", tag) for tag in "cd"] == ["c", "c"]
    assert pace.newest("another", "x") == "x"
    now += 4
    assert pace.newest("part", "e") == "e"
