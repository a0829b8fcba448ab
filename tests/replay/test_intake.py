"""A record that comes with a result is replayed, whichever door it comes through."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from engine.core.play import play_hand
from engine.core.problems import Problem
from engine.registry import all_games, also_searching, get_game
from scoring.models import HandEntry
from scoring.records import record_problems
from tests.api.world import evening as api_evening
from tests.api.world import pair_all
from tests.make import Evening, counted, evening
from tests.replay.conftest import send
from tests.support.recorded import Recorded, recorded, spoilt
from tournaments.errors import Invalid
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def refused(hall: Evening, record: Any, summary: Any) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as caught:
        send(hall, hall.match(1), 1, record, summary)
    assert not HandEntry.objects.exists()
    assert caught.value.code == "invalid_result"
    return [(each.code, each.path) for each in caught.value.problems]


def test_a_record_that_gives_the_summary_is_stored(hall: Evening, hand: Recorded) -> None:
    record, summary = hand
    send(hall, hall.match(1), 1, record, {**summary, "out_order": summary["out_order"][:1]})
    assert HandEntry.objects.get().record == record


def test_a_record_with_an_illegal_event_is_refused_with_its_place(hall: Evening, hand: Recorded) -> None:
    record, at = spoilt(hand[0])
    assert refused(hall, record, hand[1]) == [("must_lead", f"/record/events/{at}")]


def test_a_record_of_another_hand_is_refused(hall: Evening, hand: Recorded) -> None:
    assert refused(hall, recorded(5)[0], hand[1]) == [("summary_mismatch", "/record")]


def test_what_the_record_itself_says_is_compared_too(hall: Evening, hand: Recorded) -> None:
    record, summary = hand
    wrong = {**record, "summary": counted(60)}
    assert refused(hall, wrong, summary) == [("summary_mismatch", "/record/summary")]
    wrong = {**record, "score": {"A": 1000, "B": 0}}
    assert refused(hall, wrong, summary) == [("score_mismatch", "/record/score")]


def test_the_rules_of_the_match_count_not_those_that_the_record_names(db: None) -> None:
    made = evening(4, match={"hands": 4}, options={"grand_tichu": False})
    made.next_round()
    records = (recorded(seed, profile="seed") for seed in range(100))
    record, summary = next(each for each in records if each[0]["events"][0]["e"] == "grand")
    called = {**summary, "calls": {}}
    assert ("grand_disabled", "/record/events/0") in refused(made, record, called)


def test_faults_of_summary_and_record_are_named_together(hall: Evening, hand: Recorded) -> None:
    record, at = spoilt(hand[0])
    found = refused(hall, record, counted(61))
    assert found == [("points_not_multiple_of_5", "/summary/points/A"), ("must_lead", f"/record/events/{at}")]


def test_a_record_of_every_game_that_says_its_score_is_compared_without_it() -> None:
    for game in all_games():
        assert game.play is not None
        rules = game.read_rules({})
        record, summary = play_hand(game.play, rules, Random(4))
        whole = {**record, "summary": summary, "score": game.score(summary, rules).as_json()}
        assert record_problems(game, rules, whole, summary) == []


def test_a_game_without_card_play_keeps_its_records_unseen() -> None:
    with also_searching("tests.data.toy"):
        game = get_game("trio")
        assert record_problems(game, None, {"anything": [1]}, {}) == []
    tichu = get_game("tichu")
    assert record_problems(tichu, tichu.read_rules({}), None, {}) == []
    found = record_problems(tichu, tichu.read_rules({}), {"anything": [1]}, {})
    assert found == [Problem("bad_record", "/record/events")]


@pytest.mark.parametrize("who", ["tablet", "scorer"])
def test_the_api_answers_422_with_the_code_of_the_rules(who: str, hand: Recorded) -> None:
    world = pair_all(api_evening())
    record, summary = hand
    wrong, at = spoilt(record)
    path = world.address("/matches/{match}/submissions")
    body = {"submission": "7a1c0d3e-0000-4000-8000-000000000001", "hand": 1, "summary": summary}
    answer = world.client(who).post(path, {**body, "record": wrong}, format="json")
    assert answer.status_code == 422
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [
        (f"/record/events/{at}", "must_lead")
    ]
    assert not HandEntry.objects.exists()
    batch = {"submissions": [{**body, "match": world.match.pk, "record": wrong}]}
    outcome = world.client(who).post("/api/v1/submissions/batch", batch, format="json").json()["outcomes"][0]
    assert (outcome["status"], outcome["problem"]["errors"][0]["code"]) == (422, "must_lead")
    assert world.client(who).post(path, {**body, "record": record}, format="json").status_code == 201
    assert HandEntry.objects.get().record == record


def test_nobody_reads_a_record_through_the_api(match: Match) -> None:
    for path in ("hands", "hands/1"):
        answer = APIClient().get(f"/api/v1/matches/{match.pk}/{path}")
        assert answer.status_code == 200
        assert "events" not in answer.content.decode()
