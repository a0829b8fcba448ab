"""An event of the game for six from its first draw to its archive: four teams of three, three rounds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rest_framework.test import APIClient

from scoring.archive.canonical import dumps
from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.services.standings import rebuild
from tests import make
from tests.api.world import submission
from tournaments.access import SYSTEM
from tournaments.errors import Invalid
from tournaments.models import Club, Event, Match
from tournaments.services.devices import create_device, pair_device
from tournaments.services.events import create_event, move_event

pytestmark = pytest.mark.django_db

HANDS, ROUNDS = 2, 3
SEATS = {"A": [1, 3, 5], "B": [2, 4, 6]}


@pytest.fixture
def night() -> make.Evening:
    """The event, announced and begun."""
    made = make.evening(4, match={"hands": HANDS}, **make.SIX)
    for status in ("registration", "running"):
        move_event(SYSTEM, made.event, status)
    return made


def tablet(made: make.Evening, table: int) -> APIClient:
    """The tablet of a table, paired by its code."""
    _device, code = create_device(SYSTEM, made.event, label=f"Tab {table}", table=made.table(table))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Device {pair_device(code)[1]}")
    return client


def typed(dice: random.Random) -> dict[str, Any]:
    """A hand as six people type it."""
    first = dice.randint(1, 6)
    calls = {str(seat): dice.choice(["small", "grand"]) for seat in range(1, 7) if dice.random() < 0.3}
    summary: dict[str, Any] = {"first_out": first, **({"calls": calls} if calls else {})}
    if dice.random() < 0.3:
        return {**summary, "result": "triple"}
    return {**summary, "result": "count", "points": {"B": dice.randrange(-25, 130, 5)}}


def worth(summary: dict[str, Any]) -> dict[str, int]:
    """What such a hand is worth, reckoned by the test itself."""
    first = "AB"[(summary["first_out"] - 1) % 2]
    if summary["result"] == "triple":
        points = {"A": 0, "B": 0, first: 300}
    else:
        points = {"A": 100 - summary["points"]["B"], "B": summary["points"]["B"]}
    for seat, call in summary.get("calls", {}).items():
        value = {"small": 100, "grand": 200}[call]
        made = int(seat) == summary["first_out"]
        points["AB"[(int(seat) - 1) % 2]] += value if made else -value
    return points


def play(made: make.Evening, dice: random.Random) -> dict[int, int]:
    """A whole round by the tablets of its two tables; returns what each entrant gained on the other."""
    made.next_round()
    gained = {}
    for table in (1, 2):
        match = made.match(table)
        client = tablet(made, table)
        totals = {"A": 0, "B": 0}
        for number in range(1, HANDS + 1):
            hand = typed(dice)
            sent = submission(hand=number, summary=hand)
            answer = client.post(f"/api/v1/matches/{match.pk}/submissions", sent, format="json")
            assert answer.status_code == 201, answer.content
            assert answer.json()["score"] == worth(hand)
            totals = {side: totals[side] + points for side, points in worth(hand).items()}
            make.confirm(match, number, made.dora)
        assert answer.json()["match"]["totals"] == totals
        numbers = make.sides(match)
        gained |= {numbers["A"]: totals["A"] - totals["B"], numbers["B"]: totals["B"] - totals["A"]}
    made.close()
    return gained


def test_three_rounds_of_four_teams_are_played_and_ranked(night: make.Evening) -> None:
    dice = random.Random(6)
    rounds = [play(night, dice) for _ in range(ROUNDS)]
    rebuild(night.stage.pk)
    table = APIClient().get(f"/api/v1/stages/{night.stage.pk}/standings").json()
    points = {
        number: sum(2 * (each[number] > 0) + (each[number] == 0) for each in rounds) for number in rounds[0]
    }
    assert {row["number"]: int(row["values"]["match_points"]) for row in table["rows"]} == points
    shown = {row["number"]: int(row["values"]["difference"]) for row in table["rows"]}
    assert shown == {number: sum(each[number] for each in rounds) for number in rounds[0]}
    met = [frozenset(make.sides(match).values()) for match in Match.objects.all()]
    assert len(set(met)) == len(met) == 6, "everybody has met everybody once"


def test_each_player_of_a_team_has_a_seat_of_its_side(night: make.Evening) -> None:
    night.next_round()
    for table in (1, 2):
        match = night.match(table)
        for side in match.participations.all():
            seats = match.seats.filter(side=side.side).order_by("position")
            assert [seat.position for seat in seats] == SEATS[side.side]
            people = list(side.entrant.line_up.values_list("player_id", flat=True))
            assert [seat.player_id for seat in seats] == people


def test_the_tablet_learns_six_seats_and_the_words_of_the_variant(night: make.Evening) -> None:
    night.next_round()
    own = tablet(night, 1).get("/api/v1/devices/me").json()
    assert own["form"]["seats"] == {str(seat): f"Seat {seat}" for seat in range(1, 7)}
    assert [seat["position"] for seat in own["match"]["seats"]] == [1, 2, 3, 4, 5, 6]
    fields = {field["name"]: field for group in own["form"]["form"] for field in group["fields"]}
    assert [each["label"] for each in fields["result"]["choices"]] == ["cards are counted", "triple victory"]
    assert own["form"]["rules"]["sweep_points"] == 300
    event = own["event"]
    assert (event["club"], event["slug"]) == (night.event.club.slug, night.event.slug)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "No card points are counted after a triple victory."), ("es", "Tras una triple victoria no se")],
)
def test_a_refusal_speaks_of_triple_victories(night: make.Evening, language: str, said: str) -> None:
    night.next_round()
    wrong = submission(summary={"first_out": 6, "result": "triple", "points": {"A": 50}})
    path = f"/api/v1/matches/{night.match(1).pk}/submissions"
    answer = tablet(night, 1).post(path, wrong, format="json", headers={"accept-language": language})
    assert answer.status_code == 422
    assert [fault["code"] for fault in answer.json()["errors"]] == ["points_with_sweep"]
    assert answer.json()["errors"][0]["detail"].startswith(said)


def test_a_double_victory_is_no_result_of_six(night: make.Evening) -> None:
    night.next_round()
    path = f"/api/v1/matches/{night.match(1).pk}/submissions"
    sent = submission(summary={"first_out": 1, "result": "double"})
    answer = tablet(night, 1).post(path, sent, format="json")
    assert [fault["code"] for fault in answer.json()["errors"]] == ["bad_result"]


def test_a_played_event_comes_back_from_its_archive(night: make.Evening) -> None:
    dice = random.Random(3)
    for _ in range(ROUNDS):
        play(night, dice)
    document = without_log(Event.objects.select_related("club").get(pk=night.event.pk))
    archive = read_archive(document)
    assert isinstance(archive, Archive), archive
    again = import_archive(archive, Club.objects.create(name="Elsewhere", slug="elsewhere"))
    assert dumps(without_log(again)) == dumps(document)
    assert [each.line_up.count() for each in again.entrants.all()] == [3] * 4


def without_log(event: Event) -> dict[str, Any]:
    """The archive of an event as a copy of it can be imported."""
    return {key: part for key, part in export_event(event).items() if key != "log"}


def test_an_archive_of_pairs_for_six_is_refused(night: make.Evening) -> None:
    document = export_event(Event.objects.select_related("club").get(pk=night.event.pk))
    document["event"]["entrant_kind"] = "pair"
    problems = read_archive(document)
    assert not isinstance(problems, Archive)
    found = {(problem.code, problem.path) for problem in problems}
    assert ("kind_too_small", "/event/entrant_kind") in found


def test_pairs_for_six_are_refused_at_once(night: make.Evening) -> None:
    with pytest.raises(Invalid) as refused:
        create_event(
            SYSTEM,
            night.event.club,
            slug="pairs",
            name="Pairs",
            game="tichu",
            profile="club",
            entrant_kind="pair",
            options={"variant": "tientsin"},
        )
    assert [(each.code, each.path) for each in refused.value.problems] == [
        ("kind_too_small", "/entrant_kind")
    ]
