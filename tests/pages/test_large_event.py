"""Two hundred pairs: what everybody asks for at once takes few queries, and none where nothing has changed."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.services.standings import rebuild
from tests.make import Evening, evening
from tests.pages.conftest import address
from tournaments.locks import writing

PAIRS = 200
QUERIES = {"standings/": 6, "rounds/1/": 8, "": 5}
HTMX = {"hx-request": "true"}


@pytest.fixture
def large(db: None) -> Evening:
    made = evening(PAIRS)
    made.next_round()
    with writing():
        made.play({table: 5 * (table % 20) for table in range(1, PAIRS // 2 + 1)})
    made.close()
    rebuild(made.stage.pk)
    return made


def test_pages_of_two_hundred_pairs_take_few_queries_and_304_takes_one(
    large: Evening, vic: Client, one_moment: None, django_assert_num_queries: object
) -> None:
    vic.get("/login/")
    for rest, count in QUERIES.items():
        path = address(large.event, rest)
        with django_assert_num_queries(count):  # type: ignore[operator]
            page = vic.get(path, headers=HTMX)
        assert page.status_code == 200
        if rest == "standings/":
            assert page.text.count('<tr role="row" class="line') == PAIRS
        with django_assert_num_queries(1) as asked:  # type: ignore[operator]
            again = vic.get(path, headers={"if-none-match": page.headers["ETag"], **HTMX})
        assert again.status_code == 304
        assert "eventversion" in asked[0]["sql"]
