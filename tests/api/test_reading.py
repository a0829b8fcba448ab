"""Reading: pages, filters, conditional answers, what is hidden, and how many queries each list may cost."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import StandingsSnapshot
from scoring.services.standings import latest_mark, rebuild
from tests.api.world import OTHER, World, evening, submission
from tournaments.access import SYSTEM
from tournaments.models import Event, EventStatus, Round, RoundStatus, Stage
from tournaments.services.entrants import NewEntrant, add_entrants


def get(world: World, path: str, who: str = "anonymous", **kwargs: Any) -> Any:
    return world.client(who).get(world.address(path), **kwargs)


def play(world: World, hands: int = 2) -> None:
    """Every hand of every match, one of them corrected, by the director's desk."""
    client = world.client("director")
    for match in world.matches:
        for number in range(1, hands + 1):
            answer = client.post(
                f"/api/v1/matches/{match.pk}/submissions", submission(hand=number), format="json"
            )
            assert answer.status_code == 201, answer.content
    body = submission(OTHER, kind="correct", seen_revision=1, reason="counted again")
    assert client.post(world.address("/matches/{match}/submissions"), body, format="json").status_code == 201


# Queries: 1 the event, 1 the rows, 1 for each kind of thing shown with them; none for each row.
LISTS = {
    "/events": 1,
    "/events/{event}": 4,
    "/events/{event}/stages": 2,
    "/events/{event}/entrants": 5,
    "/events/{event}/rulings": 2,
    "/stages/{stage}": 1,
    "/stages/{stage}/rounds": 2,
    "/stages/{stage}/standings": 4,
    "/rounds/{round}": 1,
    "/rounds/{round}/matches": 7,
    "/matches/{match}": 7,
    "/matches/{match}/hands": 4,
    "/matches/{match}/hands/1": 5,
}
SIGNED_IN = {"/events/{event}/log": 5, "/events/{event}/devices": 5}


def queries(world: World, path: str, who: str) -> int:
    client, address = world.client(who), world.address(path)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return len(captured)


@pytest.mark.parametrize(("path", "expected"), LISTS.items())
def test_a_list_costs_so_many_queries_however_long_it_is(world: World, path: str, expected: int) -> None:
    play(world)
    assert queries(world, path, "anonymous") == expected


@pytest.mark.parametrize(("path", "expected"), SIGNED_IN.items())
def test_a_list_for_the_desk_costs_so_many_queries(hall: World, path: str, expected: int) -> None:
    play(hall)
    assert queries(hall, path, "director") == expected


@pytest.mark.django_db
def test_a_longer_evening_costs_no_more_queries() -> None:
    world = evening(10)
    play(world)
    assert queries(world, "/rounds/{round}/matches", "anonymous") == LISTS["/rounds/{round}/matches"]
    assert queries(world, "/events/{event}/entrants", "anonymous") == LISTS["/events/{event}/entrants"]


def test_an_unchanged_answer_is_not_sent_again(world: World) -> None:
    first = get(world, "/rounds/{round}/matches")
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = get(world, "/rounds/{round}/matches", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    assert get(world, "/rounds/{round}/matches", headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_an_unchanged_answer_costs_one_query(world: World) -> None:
    tag = get(world, "/rounds/{round}/matches").headers["ETag"]
    with CaptureQueriesContext(connection) as captured:
        get(world, "/rounds/{round}/matches", headers={"If-None-Match": tag})
    assert len(captured) == 1


def test_an_explanation_that_is_known_is_not_worked_out_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(world)
    rebuild(world.stage.pk)
    path = "/stages/{stage}/standings/{entrant}"
    tag = get(world, path).headers["ETag"]
    monkeypatch.delattr("api.v1.standings.why")
    assert get(world, path, headers={"If-None-Match": tag}).status_code == 304


def test_a_result_changes_every_tag_of_its_event(hall: World) -> None:
    paths = ("/events/{event}", "/rounds/{round}/matches", "/matches/{match}", "/matches/{match}/hands")
    before = {path: get(hall, path).headers["ETag"] for path in paths}
    hall.client("tablet").post(hall.address("/matches/{match}/submissions"), submission(), format="json")
    for path in paths:
        answer = get(hall, path, headers={"If-None-Match": before[path]})
        assert answer.status_code == 200, path


def test_a_tag_is_good_for_one_reader_and_one_language_only(world: World) -> None:
    path = "/games/tichu"
    english = get(world, path, headers={"Accept-Language": "en"}).headers["ETag"]
    spanish = get(world, path, headers={"Accept-Language": "es", "If-None-Match": english})
    assert spanish.status_code == 200
    public = get(world, "/stages/{stage}/rounds").headers["ETag"]
    staff = get(world, "/stages/{stage}/rounds", "director", headers={"If-None-Match": public})
    assert staff.status_code == 200


def test_pages_follow_each_other_without_gap_or_double(world: World) -> None:
    add_entrants(SYSTEM, world.event, [NewEntrant(f"More {n}", (f"a{n}", f"b{n}")) for n in range(5)])
    client, address, seen = world.client(), world.address("/events/{event}/entrants?page_size=4"), []
    while address:
        shown = client.get(address).json()
        assert len(shown["results"]) <= 4
        seen += [each["number"] for each in shown["results"]]
        address = shown["next"]
    assert seen == list(range(1, 12))


def test_what_is_added_meanwhile_shifts_no_page(world: World) -> None:
    first = get(world, "/events/{event}/entrants?page_size=3").json()
    add_entrants(SYSTEM, world.event, [NewEntrant("More", ("a", "b"))])
    second = world.client().get(first["next"]).json()
    assert [each["number"] for each in second["results"]] == [4, 5, 6]


def test_events_come_newest_first_and_are_filtered(world: World) -> None:
    newer = Event.objects.get(name="Elsewhere")
    Event.objects.filter(pk=newer.pk).update(status=EventStatus.REGISTRATION)

    def names(query: str = "") -> list[str]:
        return [each["name"] for each in world.client().get(f"/api/v1/events{query}").json()["results"]]

    assert names() == ["Elsewhere", "Evening"]
    assert names("?page_size=1") == ["Elsewhere"]
    assert names("?club=club") == ["Evening"]
    assert names("?status=running") == ["Evening"]
    assert names("?game=tichu&club=other") == ["Elsewhere"]
    assert names("?game=whist") == []


def test_drafts_are_for_those_who_work_on_them(world: World) -> None:
    def rounds(who: str) -> list[int]:
        return [each["number"] for each in get(world, "/stages/{stage}/rounds", who).json()["results"]]

    Round.objects.filter(pk=world.round.pk).update(status=RoundStatus.DRAFT)
    assert (rounds("anonymous"), rounds("scorer"), rounds("stranger")) == ([], [], [])
    assert (rounds("viewer"), rounds("director")) == ([1], [1])
    assert world.client().get("/api/v1/events").json()["results"] != []
    assert [each["name"] for each in world.client("stranger").get("/api/v1/events").json()["results"]] == [
        "Elsewhere",
        "Evening",
    ]


def test_matches_are_found_by_table_and_by_entrant(world: World) -> None:
    def numbers(query: str) -> list[int]:
        shown = get(world, "/rounds/{round}/matches" + query).json()["results"]
        return [each["table"]["number"] for each in shown]

    assert numbers("") == [1, 2, 3]
    assert numbers("?table=2") == [2]
    entrant = world.matches[2].participations.all()[0].entrant_id
    assert numbers(f"?entrant={entrant}") == [3]


def test_a_match_shows_sides_seats_and_how_it_stands(world: World) -> None:
    play(world)
    match = get(world, "/matches/{match}").json()
    assert [place["side"] for place in match["places"]] == ["A", "B"]
    assert [seat["position"] for seat in match["seats"]] == [1, 2, 3, 4]
    assert match["result"]["totals"] == {"A": 125, "B": 75}
    assert match["result"]["finished"] is True
    assert [(side["side"], side["game_points"], side["outcome"]) for side in match["sides"]] == [
        ("A", "125", "played"),
        ("B", "75", "played"),
    ]


def test_old_revisions_stay_visible_and_reasons_are_for_the_desk(world: World) -> None:
    play(world)
    hand = get(world, "/matches/{match}/hands/1").json()
    assert [(entry["revision"], entry["kind"], entry["reason"]) for entry in hand["entries"]] == [
        (1, "enter", None),
        (2, "correct", None),
    ]
    assert (
        get(world, "/matches/{match}/hands/1", "director").json()["entries"][1]["reason"] == "counted again"
    )
    assert hand["score"] == {"A": 65, "B": 35}
    assert sum(line["points"] for line in hand["lines"] if line["side"] == "A") == 65


def test_a_game_tells_its_options_profiles_and_infractions(world: World) -> None:
    assert "tichu" in [each["key"] for each in world.client().get("/api/v1/games").json()]
    game = world.client().get("/api/v1/games/tichu").json()
    assert {"seed", "club"} <= {each["key"] for each in game["profiles"]}
    assert {"variant", "match_mode"} <= {each["name"] for each in game["options"]}
    assert game["infractions"]
    assert {each["by_option"] for each in game["infractions"]} == {None}
    form = world.client().get("/api/v1/games/tichu/form?profile=seed&variant=tientsin").json()
    assert list(form["seats"]) == ["1", "2", "3", "4", "5", "6"]
    wrong = world.client().get("/api/v1/games/tichu/form?profile=none")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_rules")
    assert world.client().get("/api/v1/games/whist").status_code == 404


def test_the_log_is_read_newest_first_and_by_verb(world: World) -> None:
    play(world)
    log = get(world, "/events/{event}/log?page_size=2", "director").json()
    numbers = [each["number"] for each in log["results"]]
    assert numbers == sorted(numbers, reverse=True)
    assert log["results"][0]["verb"] == "hand.corrected"
    corrected = get(world, "/events/{event}/log?verb=hand.corrected", "director").json()["results"]
    assert [each["verb"] for each in corrected] == ["hand.corrected"]


def test_a_person_is_told_who_they_are(world: World) -> None:
    shown = world.client("director").get("/api/v1/me").json()
    assert shown["username"] == "director-of-club"
    assert shown["memberships"] == [{"event": world.event.pk, "name": "Evening", "role": "director"}]


def test_a_table_is_rendered_for_the_first_who_asks_and_handed_to_the_rest(world: World) -> None:
    play(world)
    rebuild(world.stage.pk)
    first, again = (queries(world, "/stages/{stage}/standings", "anonymous") for _ in range(2))
    assert (first, again) == (4, 2)
    spanish = get(world, "/stages/{stage}/standings", headers={"accept-language": "es"})
    english = get(world, "/stages/{stage}/standings")
    assert english.headers["Content-Type"] == "application/json"
    assert spanish.json() == english.json()
    assert len(english.json()["rows"]) == len(world.entrants)


def test_a_table_that_a_newer_one_replaces_while_it_is_read_is_that_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(world)
    rebuild(world.stage.pk)

    def replaced(stage: Stage, after: int | None = None) -> Any:
        found = latest_mark(stage, after)
        StandingsSnapshot.objects.filter(stage=stage).update(version=found[0] + 1)
        return found

    monkeypatch.setattr("api.v1.standings.latest_mark", replaced)
    seen = get(world, "/stages/{stage}/standings")
    assert seen.status_code == 200
    assert seen.json()["version"] == StandingsSnapshot.objects.get(stage=world.stage).version


def test_an_offence_names_the_option_that_says_what_it_costs(world: World) -> None:
    found = world.client().get("/api/v1/games/twenty_eight").json()["infractions"]
    costs = {each["code"]: (each["points"], each["points_option"]) for each in found}
    assert costs["late_arrival"] == (None, "penalty_points")
    assert costs["signalling"] == (3, "")
    assert costs["slow_play"] == (None, "")


def test_the_effect_that_an_option_chooses(world: World) -> None:
    found = world.client().get("/api/v1/games/malilla").json()["infractions"]
    misdeal = next(each for each in found if each["code"] == "misdeal")["by_option"]
    assert misdeal["option"] == "misdeal"
    assert {
        "value": "same_then_pass",
        "effect": "void_same_dealer",
        "repeated": "void_next_dealer",
    } in misdeal["effects"]
