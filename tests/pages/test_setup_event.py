"""A new event, its questions, and what of them can still be changed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client

from pages.event_form import DEFAULTS, event_of, new_values, stage_of, values_of
from scoring.presets import PRESETS
from tests.make import Evening, evening
from tests.pages.conftest import address
from tests.pages.markup import Page, faults
from tournaments.models import Club, Event, EventStatus, Role, Stage, User
from tournaments.services.members import add_member_by_name

ANSWERS = {
    **DEFAULTS,
    "name": "Noche de Tichu",
    "time_zone": "Europe/Madrid",
    "starts_at": "2026-07-03T20:30",
}


def made(hall: Evening, slug: str = "noche-de-tichu") -> Event:
    return Event.objects.get(club=hall.event.club, slug=slug)


def test_a_name_is_enough_for_an_event(hall: Evening, dora: Client) -> None:
    form = Page(dora.get("/new/").text)
    given = {each["name"]: each.get("value", "") for each in form.of("input") if "name" in each}
    chosen = {"rules": "tichu/club", "entrant_kind": "pair", "gives": "points", "preset": "swiss"}
    given = {**given, **chosen, "unplayed": "fide_2026", "pattern": "slide", "name": "Noche"}
    given.pop("target")
    answer = dora.post("/new/", given)
    event = made(hall, "noche")
    assert answer.headers["Location"] == address(event, "setup/")
    stage = event.stages.get()
    assert (event.status, event.game, event.profile) == (EventStatus.DRAFT, "tichu", "club")
    assert (stage.method, stage.rounds_planned, stage.match) == ("swiss", 5, {"hands": 4})
    assert stage.ranking == list(PRESETS["swiss"].ranking)
    assert event.members.get().role == Role.OWNER
    assert list(event.log.order_by("number").values_list("verb", flat=True)) == [
        "event.created",
        "stage.created",
    ]
    page = dora.get(address(event, "setup/")).text
    assert "Announce it" in page and faults(page) == []


@pytest.mark.parametrize(
    ("now", "preset"),
    [("2026-07-03T08:10", "2026-07-03T19:30"), ("2026-07-03T19:40", "2026-07-03T20:00")],
)
def test_a_new_event_begins_on_the_day_it_is_made(hall: Evening, now: str, preset: str) -> None:
    club = Club(time_zone="Europe/Madrid")
    with time_machine.travel(
        datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(club.time_zone)), tick=False
    ):
        assert new_values(club)["starts_at"] == preset


def test_answers_become_what_they_say(hall: Evening, dora: Client) -> None:
    given = {
        **ANSWERS,
        "option_grand_tichu_points": "250",
        "option_grand_tichu": "true",
        "minutes": "45",
        "target": "1",
        "hands": "",
        "gives": "20-0",
        "pairing_bye": "12,5",
        "confirmation": "none",
        "preset": "own",
        "criterion_difference": "2",
        "criterion_victory_points": "1",
        "same_club_rounds": "2",
    }
    assert dora.post("/new/", given).status_code == 303
    event = made(hall)
    stage = event.stages.get()
    assert event.options == {"grand_tichu_points": 250, "grand_tichu": True}
    assert event.starts_at == datetime(2026, 7, 3, 18, 30, tzinfo=UTC)
    assert event.settings["confirmation"] == "none"
    assert stage.match == {"minutes": 45, "target": True}
    assert (stage.scale, stage.points["pairing_bye"], stage.ranking) == (
        "20-0",
        "25/2",
        ["victory_points", "difference"],
    )
    assert "win" not in stage.points
    assert stage.method_options["same_club_rounds"] == 2


@pytest.mark.parametrize("way", ["cards", "random", "fixed"])
def test_how_seats_are_found_is_an_answer(hall: Evening, dora: Client, way: str) -> None:
    assert f'value="{way}"' in dora.get("/new/").text
    assert dora.post("/new/", {**ANSWERS, "seat_draw": way}).status_code == 303
    assert made(hall).settings["seat_draw"] == way


def test_all_faults_are_named_at_once_beside_their_fields(hall: Evening, dora: Client) -> None:
    wrong = {
        "name": "",
        "starts_at": "soon",
        "time_zone": "Mars/Base",
        "hands": "four",
        "rounds_planned": "0",
        "win": "much",
        "option_tichu_points": "7",
        "confirmation": "never",
        "preset": "own",
    }
    answer = dora.post("/new/", {**ANSWERS, **wrong})
    assert answer.status_code == 422
    for field in wrong:
        assert f'id="{field}-fault"' in answer.text, field
    assert faults(answer.text) == []
    assert Event.objects.count() == 1


def test_a_match_needs_an_end(hall: Evening, dora: Client) -> None:
    answer = dora.post("/new/", {**ANSWERS, "hands": ""})
    assert "A match needs an end" in answer.text and 'id="hands-fault"' in answer.text


def test_two_events_of_one_name_have_two_addresses(hall: Evening, dora: Client) -> None:
    for _ in range(3):
        dora.post("/new/", ANSWERS)
    slugs = Event.objects.filter(name="Noche de Tichu").values_list("slug", flat=True)
    assert sorted(slugs) == ["noche-de-tichu", "noche-de-tichu-2", "noche-de-tichu-3"]
    answer = dora.post("/new/", {**ANSWERS, "slug": "noche-de-tichu"})
    assert answer.status_code == 422 and 'id="slug-fault"' in answer.text


def test_the_summary_follows_the_answers(hall: Evening, dora: Client) -> None:
    text = dora.post("/new/look/", {**ANSWERS, "expected": "9", "option_sweep_points": "250"}).text
    assert "Noche de Tichu: Tichu, Club evening, for pairs." in text
    assert "250 (usually 200)" in text and "after 4 hands" in text
    assert "9 pairs need 4 tables." in text and "has a bye" in text
    assert "<html" not in text
    unnamed = dora.post("/new/look/", {**ANSWERS, "name": " "}).text
    assert "(no name yet): Tichu, Club evening, for pairs." in unnamed
    missing = dora.post("/new/look/", {**ANSWERS, "rounds_planned": "many"}).text
    assert "How many rounds?</a>: This is not a whole number." in missing
    assert Event.objects.count() == 1


def test_what_fits_most_evenings_is_folded_to_one_line_of_answers(hall: Evening, dora: Client) -> None:
    folded = dict(
        re.findall(r'<details class="card more question" id="group-(\w+)"([^>]*)>', dora.get("/new/").text)
    )
    assert folded == dict.fromkeys(("results", "worth", "ties", "leaving"), "")
    changed = {**ANSWERS, "protest_minutes": "45", "gives": "20-0"}
    lines = dict(
        re.findall(r'id="answers-(\w+)" hx-swap-oob="true">([^<]*)<', dora.post("/new/look/", changed).text)
    )
    assert "Protest time: 45 minutes" in lines["results"]
    assert lines["worth"] == "victory points 20–0 by the difference"
    plain = dora.post("/new/look/", ANSWERS).text
    assert "points for a win, a draw, a loss · Win: 2 · Draw: 1 · Loss: 0</span>" in plain
    refused = dora.post("/new/", {**ANSWERS, "protest_minutes": "-1"}).text
    assert '<details class="card more question" id="group-results" open>' in refused


def test_a_copy_brings_the_answers_and_not_the_people(hall: Evening, dora: Client) -> None:
    Stage.objects.update(
        settings={"difference_cap": 300},
        method_options={"pattern": "fold", "forbidden_pairs": [["e1", "e2"]]},
    )
    page = Page(dora.get(f"/new/?copy={hall.event.pk}").text)
    given = {each["name"]: each.get("value", "") for each in page.of("input") if "name" in each}
    given = {**ANSWERS, **{key: given[key] for key in ("name", "base", "starts_at")}, "preset": "kept"}
    assert given["name"] == "Evening"
    assert dora.post("/new/", {**given, "pattern": "fold"}).status_code == 303
    stage = made(hall, "evening-2").stages.get()
    assert stage.settings == {"difference_cap": 300}
    assert stage.ranking == ["match_points", "buchholz", "difference"]
    assert stage.method_options["pattern"] == "fold" and "forbidden_pairs" not in stage.method_options
    assert not stage.event.entrants.exists()
    assert dora.get(f"/new/?copy={evening().event.pk}").status_code == 404


def test_a_form_that_is_sent_back_changes_nothing(hall: Evening, dora: Client) -> None:
    before = Stage.objects.values().get()
    values = values_of(hall.event, hall.stage)
    assert dora.post(address(hall.event, "setup/event/"), values).status_code == 303
    after = Stage.objects.values().get()
    assert before == after


def test_answers_are_changed_before_the_first_result(hall: Evening, dora: Client) -> None:
    values = {**values_of(hall.event, hall.stage), "name": "Friday", "hands": "8", "preset": "plain"}
    assert dora.post(address(hall.event, "setup/event/"), values).status_code == 303
    event = Event.objects.get(pk=hall.event.pk)
    stage = event.stages.get()
    assert (event.name, event.slug, event.seed) == ("Friday", "evening", 7)
    assert (stage.match, stage.ranking) == ({"hands": 8}, ["match_points", "difference"])
    page = dora.get(address(event, "setup/event/")).text
    assert 'value="Friday"' in page and faults(page) == []


def test_results_fix_the_rules_and_leave_the_name_free(hall: Evening, dora: Client) -> None:
    hall.play_round({1: 100, 2: 100})
    path = address(hall.event, "setup/event/")
    values = values_of(hall.event, hall.stage)
    answer = dora.post(path, {**values, "name": "Friday", "win": "3", "option_sweep_points": "100"})
    assert answer.status_code == 422
    assert 'id="win-fault"' in answer.text and 'id="option_sweep_points-fault"' in answer.text
    assert "A result is there already" in answer.text
    assert Event.objects.get(pk=hall.event.pk).name == "Evening"
    assert dora.post(path, {**values, "name": "Friday", "rounds_planned": "7"}).status_code == 303
    assert Event.objects.get(pk=hall.event.pk).name == "Friday"


def test_the_kind_of_entrants_stays_while_somebody_is_entered(hall: Evening, dora: Client) -> None:
    values = {**values_of(hall.event, hall.stage), "entrant_kind": "individual"}
    answer = dora.post(address(hall.event, "setup/event/"), values)
    assert answer.status_code == 422 and 'id="entrant_kind-fault"' in answer.text


@pytest.mark.parametrize("base", ["no json", "[]", '{"rounds": [1]}', '{"match": 3, "points": [], "id": 5}'])
def test_a_base_that_somebody_made_up_does_no_harm(hall: Evening, dora: Client, base: str) -> None:
    answer = dora.post("/new/", {**ANSWERS, "base": base})
    assert answer.status_code in {303, 422}


def test_only_organisers_of_the_club_make_events(hall: Evening) -> None:
    assert Client().get("/new/").headers["Location"].startswith("/login/")
    client = Client()
    rosa = User.objects.create_user("rosa")
    client.force_login(rosa)
    assert client.get("/new/").status_code == 403
    add_member_by_name(hall.dora, hall.event, "rosa", Role.ASSISTANT)
    assert client.post("/new/", ANSWERS).status_code == 403
    assert client.get(address(hall.event, "setup/event/")).status_code == 403
    assert Event.objects.count() == 1
    client.force_login(User.objects.create_superuser("root"))
    assert client.post("/new/", ANSWERS).status_code == 303


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_questions_are_sound_in_both_languages(hall: Evening, dora: Client, language: str) -> None:
    for path in ("/new/", address(hall.event, "setup/event/")):
        page = dora.get(path, headers={"accept-language": language})
        assert page.status_code == 200 and faults(page.text) == []


def test_the_questions_take_a_fixed_number_of_queries(
    hall: Evening, dora: Client, django_assert_num_queries: Any
) -> None:
    dora.get("/new/")
    with django_assert_num_queries(4):
        dora.get("/new/")


def test_numbers_that_are_none_stay_as_they_were_typed() -> None:
    stage = stage_of({**ANSWERS, "hands": "4.5", "rounds_planned": " "}, "Swiss")
    assert stage["match"] == {"hands": "4.5"} and "rounds_planned" not in stage
    assert event_of({**ANSWERS, "option_target_score": "–"})["options"] == {"target_score": None}


def test_hours_are_written_as_the_reader_writes_them(hall: Evening, dora: Client) -> None:
    given = {**ANSWERS, "expected": "8", "rounds_planned": "5"}
    for language, hours in (("en", "3.5 hours"), ("es", "3,5 horas")):
        text = dora.post("/new/look/", given, headers={"accept-language": language}).text
        assert hours in text, language
    whole = dora.post("/new/look/", {**given, "rounds_planned": "4"}).text
    assert "about 3 hours" in whole


def test_a_new_event_tells_the_way_to_its_button_and_what_follows(hall: Evening, dora: Client) -> None:
    page = dora.get("/new/").text
    assert page.index('<a href="#summary">') < page.index('id="name"') < page.index('id="summary"')
    assert page.index('id="save"') < page.index("Then you type or paste the names")
    assert "as often on one side as on the other" in page and "spells the abbreviations out" in page


def test_what_few_people_change_is_folded_away_and_opens_with_its_fault(hall: Evening, dora: Client) -> None:
    folded = page_part(dora.get("/new/").text)
    assert "open" not in folded and 'id="time_zone"' in folded and 'id="slug"' in folded
    faulty = dora.post("/new/", {**ANSWERS, "time_zone": "Nowhere/Land"}).text
    assert '<details class="more plain" open>' in page_part(faulty)


def page_part(text: str) -> str:
    """The folded part of the first question."""
    first = text[text.index('id="group-announced"') :]
    return first[first.index("<details") : first.index("</details>")]


def test_a_game_of_several_games_ends_a_match_with_them_unless_another_end_was_given(
    hall: Evening, dora: Client
) -> None:
    def look(changed: str, **answers: str) -> str:
        headers = {"hx-request": "true", "hx-trigger-name": changed}
        return dora.post("/new/look/", {**ANSWERS, **answers}, headers=headers).text

    malilla = look("rules", rules="malilla/club")
    assert "A match ends: when the game&#x27;s own end is reached." in malilla
    assert 'name="hands" type="text" inputmode="numeric" value=""' in malilla
    back = look("rules", rules="tichu/club", hands="", target="1")
    assert "A match ends: after 4 hands." in back and 'value="4"' in back
    assert "after 6 hands" in look("rules", rules="malilla/club", hands="6")
    assert "after 4 hands" in look("rounds_planned", rules="malilla/club")
