"""The path of a result through the API: one, a queue, the same again, rivals, corrections."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.models import Hand, HandEntry
from tests.api.world import COUNTED, OTHER, WRONG, World, submission

ONE = "/matches/{match}/submissions"


def send(world: World, body: Any, who: str = "tablet") -> Any:
    return world.client(who).post(world.address(ONE), body, format="json")


def test_a_new_result_answers_201_with_the_receipt(hall: World) -> None:
    body = submission()
    answer = send(hall, body)
    assert answer.status_code == 201
    receipt = answer.json()
    assert receipt["submission"] == body["submission"]
    assert (receipt["hand"], receipt["revision"], receipt["replayed"]) == (1, 1, False)
    assert receipt["score"] == {"A": 60, "B": 40}
    assert {
        side: sum(line["points"] for line in receipt["lines"] if line["side"] == side) for side in "AB"
    } == {
        "A": 60,
        "B": 40,
    }
    assert all(line["text"] and line["text"] != line["code"] for line in receipt["lines"])
    assert receipt["rescored"] == []
    assert receipt["match"]["totals"] == {"A": 60, "B": 40}
    assert receipt["match"]["next_hand"] == 2
    assert receipt["match"]["finished"] is False


def test_the_same_submission_again_answers_200_with_the_same_receipt(hall: World) -> None:
    body = submission()
    first, second = send(hall, body), send(hall, body)
    assert second.status_code == 200
    assert second.json() == first.json() | {"replayed": True}
    assert HandEntry.objects.count() == 1


def test_an_id_used_for_something_else_is_refused(hall: World) -> None:
    body = submission()
    send(hall, body)
    answer = send(hall, body | {"summary": OTHER})
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "submission_reused"
    assert problem["errors"][0]["pointer"] == "/submission"


def test_a_different_result_is_kept_as_a_rival(hall: World) -> None:
    first = submission()
    send(hall, first)
    rival = submission(OTHER)
    answer = send(hall, rival, "phone_b")
    assert answer.status_code == 409
    problem = answer.json()
    assert problem["code"] == "rival"
    assert problem["current"]["submission"] == first["submission"]
    assert problem["yours"]["submission"] == rival["submission"]
    assert problem["yours"]["revision"] is None
    assert problem["yours"]["summary"] == OTHER
    assert Hand.objects.get().status == "conflict"


def test_the_director_chooses_between_rivals(hall: World) -> None:
    send(hall, submission())
    rival = submission(OTHER)
    send(hall, rival, "phone_b")
    body = {"submission": rival["submission"], "reason": "counted again"}
    answer = hall.client("director").post(
        hall.address("/matches/{match}/hands/1/choice"), body, format="json"
    )
    assert answer.status_code == 200
    assert answer.json()["revision"] == 2
    assert answer.json()["score"] == {"A": 65, "B": 35}
    hand = hall.client().get(hall.address("/matches/{match}/hands/1")).json()
    assert (hand["status"], hand["revision"], hand["summary"]) == ("confirmed", 2, OTHER)
    assert [entry["kind"] for entry in hand["entries"]] == ["enter", "enter", "choose"]


def test_equal_values_of_the_other_side_confirm(hall: World) -> None:
    send(hall, submission())
    answer = send(hall, submission({"first_out": 1, "result": "count", "points": {"B": 40}}), "phone_b")
    assert answer.status_code == 200
    assert answer.json()["replayed"] is True
    assert answer.json()["status"] == "confirmed"
    assert HandEntry.objects.count() == 1


def test_the_other_side_confirms_what_it_saw(hall: World) -> None:
    send(hall, submission())
    path = hall.address("/matches/{match}/hands/1/confirmations")
    answer = hall.client("phone_b").post(path, {"revision": 1}, format="json")
    assert answer.status_code == 200
    assert answer.json()["status"] == "confirmed"
    assert hall.client("phone_b").post(path, {"revision": 1}, format="json").status_code == 200
    outdated = hall.client("phone_b").post(path, {"revision": 2}, format="json")
    assert (outdated.status_code, outdated.json()["code"]) == (409, "outdated")


def test_a_correction_is_a_further_revision(hall: World) -> None:
    send(hall, submission())
    answer = send(hall, submission(OTHER, kind="correct", seen_revision=1))
    assert answer.status_code == 201
    assert answer.json()["revision"] == 2
    assert answer.json()["match"]["totals"] == {"A": 65, "B": 35}


def test_a_correction_of_what_is_no_more_is_refused_with_what_is(hall: World) -> None:
    send(hall, submission())
    send(hall, submission(OTHER, kind="correct", seen_revision=1))
    answer = send(hall, submission(COUNTED, kind="correct", seen_revision=1))
    assert answer.status_code == 409
    assert answer.json()["code"] == "outdated"
    assert answer.json()["current"]["revision"] == 2
    assert answer.json()["current"]["summary"] == OTHER
    assert HandEntry.objects.count() == 2


def test_a_void_hand_counts_nothing(hall: World) -> None:
    send(hall, submission())
    answer = send(hall, submission(kind="void", seen_revision=1, reason="misdealt"))
    assert answer.status_code == 201
    assert answer.json()["score"] is None
    assert answer.json()["status"] == "void"
    assert answer.json()["match"]["totals"] == {"A": 0, "B": 0}


def test_a_result_against_the_rules_answers_422_with_every_fault(hall: World) -> None:
    answer = send(hall, submission(WRONG))
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "invalid_result"
    assert [error["pointer"].startswith("/summary") for error in problem["errors"]]
    assert all(error["detail"] != error["code"] for error in problem["errors"])
    assert HandEntry.objects.count() == 0


def test_a_body_that_cannot_be_read_answers_400(hall: World) -> None:
    answer = send(hall, {"submission": "no id", "hand": "1", "summary": []})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    assert {error["pointer"] for error in answer.json()["errors"]} == {"/submission", "/hand", "/summary"}
    assert all(error["detail"] != error["code"] for error in answer.json()["errors"])


def test_texts_of_a_rule_come_in_the_language_of_the_request(hall: World) -> None:
    client = hall.client("tablet")
    english = client.post(hall.address(ONE), submission(WRONG), format="json").json()
    spanish = client.post(
        hall.address(ONE), submission(WRONG), format="json", headers={"Accept-Language": "es"}
    )
    assert spanish.headers["Content-Language"] == "es"
    assert [error["code"] for error in english["errors"]] == [
        error["code"] for error in spanish.json()["errors"]
    ]


def test_a_queue_is_answered_item_by_item(hall: World) -> None:
    known = submission()
    send(hall, known)
    queue = [
        known | {"match": hall.match.pk},
        submission(WRONG, hand=2) | {"match": hall.match.pk},
        submission(hand=2) | {"match": hall.match.pk},
        submission() | {"match": hall.matches[1].pk},
        submission(),
        submission(OTHER) | {"match": hall.match.pk},
    ]
    answer = hall.client("tablet").post("/api/v1/submissions/batch", {"submissions": queue}, format="json")
    assert answer.status_code == 200
    outcomes = answer.json()["outcomes"]
    assert [each["status"] for each in outcomes] == [200, 422, 201, 403, 400, 409]
    assert outcomes[0]["receipt"]["replayed"] is True
    assert outcomes[1]["problem"]["code"] == "invalid_result"
    assert outcomes[3]["problem"]["code"] == "not_your_table"
    assert outcomes[5]["problem"]["yours"]["submission"] == queue[5]["submission"]
    assert HandEntry.objects.count() == 3


def test_a_queue_is_bounded(hall: World) -> None:
    queue = {"submissions": [{}] * 101}
    answer = hall.client("tablet").post("/api/v1/submissions/batch", queue, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0] | {"params": {}} == {
        "pointer": "/submissions",
        "code": "max_length",
        "params": {},
        "detail": "This is too long.",
    }


def test_texts_that_no_database_holds_are_refused(hall: World) -> None:
    for record in ({"note": "a\0b"}, {"a\0": 1}, {"n": 10**30}):
        answer = send(hall, submission(record=record))
        assert answer.status_code == 400, record
    for value in ("1e999", r'"\ud800"', "[" * 5000 + "]" * 5000, "NaN", "1" * 5000):
        raw = json.dumps(submission({"n": 0})).replace('{"n": 0}', f'{{"n": {value}}}')
        answer = hall.client("tablet").post(hall.address(ONE), raw, content_type="application/json")
        assert answer.status_code == 400, value[:20]


@pytest.mark.parametrize(
    "moment",
    ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "2026-02-30T00:00:00Z", "2026-11-30", 7],
)
def test_a_moment_that_nothing_can_keep_is_named(hall: World, moment: object) -> None:
    answer = hall.client("tablet").post(
        hall.address("/matches/{match}/submissions"), submission(played_at=moment), format="json"
    )
    assert answer.status_code == 400
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [
        ("/played_at", "not_a_moment")
    ]
