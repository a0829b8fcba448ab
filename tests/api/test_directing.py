"""The director's acts through the API: draw, publish, close, rule, and the standings that follow."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.services.standings import rebuild
from tests.api.world import COUNTED, World, submission
from tournaments.models import RoundStatus


def post(world: World, path: str, body: Any = None, who: str = "director") -> Any:
    return world.client(who).post(world.address(path), body or {}, format="json")


def enter(world: World, match: int, hand: int, a: int) -> None:
    summary = COUNTED | {"points": {"A": a}}
    answer = post(world, f"/matches/{match}/submissions", submission(summary, hand=hand))
    assert answer.status_code == 201, answer.content


def play_all(world: World, round_id: int) -> None:
    """Two hands at every table; the pair that sits North-South wins."""
    for match in world.client().get(f"/api/v1/rounds/{round_id}/matches").json()["results"]:
        for hand in (1, 2):
            enter(world, match["id"], hand, 70)


def test_a_round_is_drawn_once_however_often_it_is_asked_for(world: World) -> None:
    play_all(world, world.round.pk)
    assert post(world, "/rounds/{round}/close").json()["status"] == "closed"
    first = post(world, "/stages/{stage}/rounds", {"number": 2})
    assert first.status_code == 201
    assert first.json()["status"] == "draft"
    assert first.json()["why"]["costs"][0] == 0
    second = post(world, "/stages/{stage}/rounds", {"number": 2})
    assert (second.status_code, second.json()["id"]) == (200, first.json()["id"])
    skipped = post(world, "/stages/{stage}/rounds", {"number": 4})
    assert (skipped.status_code, skipped.json()["code"]) == (409, "round_not_next")


def test_no_round_is_drawn_while_one_is_open(world: World) -> None:
    answer = post(world, "/stages/{stage}/rounds", {"number": 2})
    assert (answer.status_code, answer.json()["code"]) == (409, "round_open")


def test_a_draft_is_drawn_again_published_and_played(world: World) -> None:
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    draft = post(world, "/stages/{stage}/rounds", {"number": 2}).json()
    again = post(world, f"/rounds/{draft['id']}/redraw", {"seed": 99}).json()
    assert (again["number"], again["seed"]) == (2, 99)
    hidden = world.client().get(f"/api/v1/rounds/{again['id']}")
    assert hidden.status_code == 404
    assert post(world, f"/rounds/{again['id']}/publish").json()["status"] == "published"
    assert post(world, f"/rounds/{again['id']}/publish").status_code == 200
    assert world.client().get(f"/api/v1/rounds/{again['id']}").status_code == 200
    late = post(world, f"/rounds/{again['id']}/discard")
    assert (late.status_code, late.json()["code"]) == (409, "wrong_state")


def test_a_draft_is_discarded(world: World) -> None:
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    draft = post(world, "/stages/{stage}/rounds", {"number": 2}).json()
    answer = post(world, f"/rounds/{draft['id']}/discard")
    assert (answer.status_code, answer.content) == (204, b"")
    assert world.client("director").get(f"/api/v1/rounds/{draft['id']}").status_code == 404


def test_a_round_that_is_not_finished_names_its_open_matches(world: World) -> None:
    enter(world, world.match.pk, 1, 60)
    answer = post(world, "/rounds/{round}/close")
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "round_not_complete"
    assert [each["pointer"] for each in problem["errors"]] == [
        f"/matches/{each.pk}" for each in world.matches
    ]
    assert [each["params"]["table"] for each in problem["errors"]] == [1, 2, 3]


def test_a_refused_draw_names_the_obstacle(world: World) -> None:
    number, answer = 1, None
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    while answer is None or answer.status_code == 201:  # six pairs run out of opponents
        number += 1
        answer = post(world, "/stages/{stage}/rounds", {"number": number})
        if answer.status_code == 201:
            post(world, f"/rounds/{answer.json()['id']}/publish")
            play_all(world, answer.json()["id"])
            assert post(world, f"/rounds/{answer.json()['id']}/close").status_code == 200
    assert number > 3
    assert (answer.status_code, answer.json()["code"]) == (422, "no_legal_round")
    least = answer.json()["errors"][0]["params"]["least_rematches"]
    allowed = post(world, "/stages/{stage}/rounds", {"number": number, "allow_rematches": True})
    assert allowed.status_code == 201
    assert allowed.json()["why"]["costs"][0] == least > 0


def test_a_closed_round_is_opened_again_for_a_reason(world: World) -> None:
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    assert post(world, "/rounds/{round}/reopen", {"reason": ""}).status_code == 400
    assert post(world, "/rounds/{round}/reopen", {"reason": "a slip was lost"}).json()["status"] == "playing"


def test_standings_are_those_of_the_closed_round(world: World) -> None:
    empty = world.client().get(world.address("/stages/{stage}/standings")).json()
    assert (empty["rows"], empty["after_round"]) == ([], 0)
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    table = world.client().get(world.address("/stages/{stage}/standings")).json()
    assert (table["after_round"], table["final"]) == (1, True)
    assert sorted(row["values"]["match_points"] for row in table["rows"]) == ["0", "0", "0", "2", "2", "2"]
    winners = {match.participations.get(side="A").entrant_id for match in world.matches}
    assert {row["entrant"] for row in table["rows"][:3]} == winners
    after = world.client().get(world.address("/stages/{stage}/standings?after=1")).json()
    assert after["rows"] == table["rows"]
    assert world.client().get(world.address("/stages/{stage}/standings?after=2")).status_code == 404


def test_standings_are_provisional_while_a_round_is_played(world: World) -> None:
    for hand in (1, 2):
        enter(world, world.match.pk, hand, 70)
        answer = post(world, f"/matches/{{match}}/hands/{hand}/confirmations", {"revision": 1})
        assert answer.status_code == 200
    assert rebuild(world.stage.pk)
    table = world.client().get(world.address("/stages/{stage}/standings")).json()
    assert (table["after_round"], table["final"]) == (1, False)
    assert sorted(row["values"]["match_points"] for row in table["rows"])[-1] == "2"


def test_a_new_table_has_a_new_tag(world: World) -> None:
    path = world.address("/stages/{stage}/standings")
    tag = world.client().get(path).headers["ETag"]
    assert world.client().get(path, headers={"If-None-Match": tag}).status_code == 304
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    assert world.client().get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_value_is_taken_apart(world: World) -> None:
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    winner = world.match.participations.get(side="A").entrant_id
    why = world.client().get(world.address(f"/stages/{{stage}}/standings/{winner}")).json()
    assert (why["entrant"], why["after_round"]) == (winner, 1)
    (part,) = why["parts"]["match_points"]
    assert (part["round"], part["amount"], part["counted"]) == (1, "2", True)
    assert world.client().get(world.address("/stages/{stage}/standings/999")).status_code == 404


def test_a_forfeit_gives_the_match_to_the_others(world: World) -> None:
    offender = world.match.participations.get(side="A").entrant_id
    answer = post(world, "/matches/{match}/forfeit", {"offenders": [offender], "reason": "nobody came"})
    assert answer.status_code == 200
    assert answer.json()["status"] == "forfeited"
    assert [each["outcome"] for each in answer.json()["places"]] == ["forfeit_loss", "forfeit_win"]
    stranger = world.matches[1].participations.get(side="A").entrant_id
    for offenders in ([stranger], [offender, 10**9]):
        wrong = post(world, "/matches/{match}/forfeit", {"offenders": offenders, "reason": "nobody came"})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "not_in_match")


def test_a_ruling_is_taken_back_and_stays_in_the_book(world: World) -> None:
    offender = world.match.participations.get(side="A").entrant_id
    post(world, "/matches/{match}/forfeit", {"offenders": [offender], "reason": "nobody came"})
    book = world.client("director").get(world.address("/events/{event}/rulings")).json()["results"]
    cancelled = post(world, f"/rulings/{book[0]['id']}/cancel", {"reason": "they sat at table 9"})
    assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
    assert cancelled.json()["replaces"] == book[0]["id"]
    assert world.client().get(world.address("/matches/{match}")).json()["status"] == "scheduled"
    twice = post(world, f"/rulings/{book[0]['id']}/cancel", {"reason": "again"})
    assert (twice.status_code, twice.json()["code"]) == (409, "ruling_replaced")
    public = world.client().get(world.address("/events/{event}/rulings")).json()["results"]
    assert [each["reason"] for each in public] == [None, None]


def test_match_points_set_by_ruling_are_exact(world: World) -> None:
    body = {"match_points": {"A": "3/2", "B": "0.5"}, "reason": "a wrong board"}
    answer = post(world, "/matches/{match}/adjust", body)
    assert answer.status_code == 200, answer.content
    one = post(world, "/matches/{match}/adjust", body | {"match_points": {"A": 1}})
    assert (one.status_code, one.json()["code"]) == (422, "one_number_per_side")
    for value in (1.5, "1/0", "1e9", "nan", True, 10**12, ""):
        refused = post(world, "/matches/{match}/adjust", body | {"match_points": {"A": value, "B": 0}})
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/match_points/A"), (
            value
        )


def test_a_fine_counts_in_the_table(world: World) -> None:
    entrant = world.match.participations.get(side="A").entrant_id
    body = {"entrant": entrant, "match_points": "-1/2", "reason": "late"}
    made = post(world, "/rounds/{round}/fines", body)
    assert (made.status_code, made.json()["match_points"]) == (201, "-1/2")
    play_all(world, world.round.pk)
    post(world, "/rounds/{round}/close")
    table = world.client().get(world.address("/stages/{stage}/standings")).json()
    assert {row["entrant"]: row["values"]["match_points"] for row in table["rows"]}[entrant] == "3/2"
    nothing = post(world, "/rounds/{round}/fines", {"entrant": entrant, "reason": "late"})
    assert (nothing.status_code, nothing.json()["code"]) == (422, "points_needed")
    for code in ("Late!", "late arrival", "verspätet"):
        assert (
            post(world, "/rounds/{round}/fines", body | {"code": code}).json()["errors"][0]["pointer"]
            == "/code"
        )
    unknown = post(world, "/rounds/{round}/fines", body | {"entrant": 999})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown_entrant")


def test_a_match_is_ended_by_the_clock(world: World) -> None:
    enter(world, world.match.pk, 1, 60)
    answer = post(world, "/matches/{match}/close", {"reason": "the clock"})
    assert answer.status_code == 200
    assert answer.json()["result"]["finished"] is True
    assert answer.json()["result"]["winner"] == "A"


def test_a_paper_slip_is_hand_0(world: World) -> None:
    body = submission({"score": {"A": 620, "B": 380}}, hand=0)
    answer = post(world, "/matches/{match}/submissions", body)
    assert answer.status_code == 201, answer.content
    match = world.client().get(world.address("/matches/{match}")).json()
    assert (match["result"]["finished"], match["result"]["verified"]) == (True, False)
    beside = post(world, "/matches/{match}/submissions", submission(hand=1))
    assert (beside.status_code, beside.json()["errors"][0]["code"]) == (422, "hands_beside_slip")


def test_somebody_comes_late(world: World) -> None:
    answer = post(world, "/stages/{stage}/entrants", {"name": "Late", "players": ["One", "Two"]})
    assert answer.status_code == 201
    assert answer.json()["joined_round"] == 2
    assert [each["name"] for each in answer.json()["players"]] == ["One", "Two"]


def test_somebody_leaves_and_comes_back(world: World) -> None:
    left = post(world, "/entrants/{entrant}/withdraw")
    assert (left.json()["status"], left.json()["left_after_round"]) == ("withdrawn", 1)
    back = post(world, "/entrants/{entrant}/return")
    assert (back.json()["status"], back.json()["left_after_round"]) == ("active", None)


def test_a_round_off_is_noted_before_the_round_is_drawn(world: World) -> None:
    noted = post(world, "/entrants/{entrant}/absences", {"round": 2, "kind": "absence"})
    assert noted.json()["absences"] == [{"round": 2, "kind": "absence"}]
    late = post(world, "/entrants/{entrant}/absences", {"round": 1})
    assert (late.status_code, late.json()["code"]) == (409, "round_already_drawn")


@pytest.mark.parametrize(("status", "expected"), [("finished", 200), ("running", 200), ("draft", 409)])
def test_an_event_moves_along_its_states(world: World, status: str, expected: int) -> None:
    world.stage.rounds.update(status=RoundStatus.CLOSED)
    assert post(world, "/events/{event}/status", {"status": status}).status_code == expected


def test_an_event_does_not_end_while_a_round_is_played(world: World) -> None:
    answer = post(world, "/events/{event}/status", {"status": "finished"})
    assert (answer.status_code, answer.json()["code"]) == (409, "rounds_open")


def test_a_draft_is_not_published_in_an_event_that_has_ended(world: World) -> None:
    world.stage.rounds.update(status=RoundStatus.CLOSED)
    drawn = post(world, "/stages/{stage}/rounds", {"number": 2}).json()
    assert post(world, "/events/{event}/status", {"status": "finished"}).status_code == 200
    answer = post(world, f"/rounds/{drawn['id']}/publish")
    assert (answer.status_code, answer.json()["code"]) == (409, "event_finished")


def test_who_sat_down_and_played_is_recorded(world: World) -> None:
    enter(world, world.match.pk, 1, 70)
    one, other = (world.match.participations.get(side=side).entrant_id for side in "AB")
    swapped = post(
        world,
        "/matches/{match}/as-played",
        {"sides": {"A": [other], "B": [one]}, "reason": "wrong way round"},
    )
    assert swapped.status_code == 200, swapped.content
    assert [(each["side"], each["entrant"]) for each in swapped.json()["places"]] == [
        ("A", other),
        ("B", one),
    ]
    assert swapped.json()["result"]["totals"] == {"A": 70, "B": 30}
    refused = post(world, "/matches/{match}/as-played", {"sides": {"A": [other]}, "reason": "x"})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/sides")
