"""The screen in the hall: who sits where, how everybody stands, what it never shows."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from pages.views.hall import columns_for
from scoring.demo import Evening, create
from scoring.selectors.hall import hall_page
from scoring.services.progress import close_round, draw_round
from tests.make import evening as small_evening
from tests.pages.conftest import STARTS, address, stage_of
from tests.pages.markup import faults
from tournaments.access import SYSTEM
from tournaments.models import Event, EventStatus, Round

HTMX = {"hx-request": "true"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_everybody_finds_the_own_table(evening: Event, vic: Client, language: str) -> None:
    text = vic.get(address(evening, "hall/"), headers={"accept-language": language}).text
    assert f'<html lang="{language}"' in text
    assert faults(text) == []
    names = re.findall(r'<span class="name">(.*?)</span>\s*<strong class="table">(\d+)</strong>', text)
    page = hall_page(evening)
    assert page.round is not None
    assert names == [(each.name, each.line.table) for each in page.round.sittings if each.others]
    assert text.count('class="outcome"') == 2
    assert text.count('class="rank"') == 6


def test_the_number_behind_a_name_has_a_heading_above_each_column(db: None, vic: Client) -> None:
    for pairs, columns in ((4, 1), (12, 2)):
        made = small_evening(pairs)
        made.play_round(dict.fromkeys(range(1, pairs // 2 + 1), 60))
        told = {"en": "Match points", "es": "Puntos de encuentro", "ml": "മത്സരപോയിന്റ്"}
        for language, words in told.items():
            text = vic.get(address(made.event, "hall/"), headers={"accept-language": language}).text
            assert text.count(f'<span class="score head">{words}</span>') == columns, language


def test_between_rounds_only_the_standings_are_shown(db: None, vic: Client) -> None:
    made = small_evening(4)
    made.play_round({1: 60, 2: 70})
    assert 'id="names"' not in vic.get(address(made.event, "hall/")).text


def test_before_the_first_round_it_says_what_comes(coming_event: Event, vic: Client) -> None:
    text = vic.get(address(coming_event, "hall/")).text
    assert "The first round will appear here" in text
    assert faults(text) == []


def test_a_draft_never_leaks(db: None, vic: Client) -> None:
    event = create(Evening("borrador", "Con borrador", 4, 3, 5, STARTS))
    draw_round(SYSTEM, stage_of(event))
    for headers in ({}, HTMX):
        text = vic.get(address(event, "hall/"), headers=headers).text
        assert 'class="table"' not in text
        assert "Round 1" not in text
    Event.objects.filter(pk=event.pk).update(status=EventStatus.DRAFT)
    assert vic.get(address(event, "hall/")).status_code == 404


def test_a_draft_of_the_next_round_leaves_the_screen_as_it_is(db: None, vic: Client) -> None:
    made = small_evening(6)
    made.play_round({1: 60, 2: 70, 3: 80})
    before = vic.get(address(made.event, "hall/")).text
    made.drawn()
    after = vic.get(address(made.event, "hall/")).text
    assert re.sub(r'data-version="[^"]*"|hx-headers="[^"]*"', "", after) == re.sub(
        r'data-version="[^"]*"|hx-headers="[^"]*"', "", before
    )


def test_the_current_version_is_304_after_a_single_query(
    evening: Event, vic: Client, one_moment: None, django_assert_num_queries: object
) -> None:
    path = address(evening, "hall/")
    tag = vic.get(path, headers=HTMX).headers["ETag"]
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert vic.get(path, headers={"if-none-match": tag, **HTMX}).status_code == 304


def test_the_screen_takes_a_fixed_number_of_queries(
    evening: Event, finished_event: Event, vic: Client, django_assert_num_queries: object
) -> None:
    for event in (evening, finished_event):
        with django_assert_num_queries(17):  # type: ignore[operator]
            vic.get(address(event, "hall/"))


def test_the_clock_ends_with_the_minutes_of_the_match(evening: Event, vic: Client) -> None:
    path = address(evening, "hall/")
    assert "data-ends" not in vic.get(path).text
    stage = stage_of(evening)
    stage.match = {"hands": 4, "minutes": 50}
    stage.save(update_fields=["match"])
    started = datetime(2026, 7, 3, 19, 0, tzinfo=UTC)
    Round.objects.filter(stage=stage, number=3).update(started_at=started)
    text = vic.get(path).text
    assert 'data-ends="2026-07-03T19:50:00+00:00"' in text
    assert 'data-zone="Europe/Madrid"' in text
    assert "21:50" in text
    Round.objects.filter(stage=stage, number=3).update(started_at=None)
    assert "data-ends" not in vic.get(path).text


def test_a_closed_round_has_no_clock(db: None, vic: Client) -> None:
    made = small_evening(4, match={"hands": 1, "minutes": 50})
    made.next_round()
    made.play({1: 60, 2: 70})
    assert "data-ends" in vic.get(address(made.event, "hall/")).text
    close_round(made.dora, made.round)
    assert "data-ends" not in vic.get(address(made.event, "hall/")).text


@pytest.mark.parametrize(("count", "columns"), [(0, 1), (10, 1), (11, 2), (24, 2), (25, 3), (400, 3)])
def test_columns_fit_the_count(count: int, columns: int) -> None:
    assert columns_for(count) == columns


def test_the_screen_is_linked_where_people_look(evening: Event, vic: Client) -> None:
    for rest in ("rounds/3/", "standings/"):
        assert address(evening, "hall/") in vic.get(address(evening, rest)).text
