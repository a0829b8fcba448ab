"""Every public page: it answers in both languages, in so many queries, with sound markup."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils.text import slugify
from zeal import zeal_ignore

from scoring.selectors import events
from tests.make import Evening
from tests.pages.conftest import address, all_addresses
from tests.pages.markup import faults
from tournaments.access import SYSTEM
from tournaments.models import Club, Event
from tournaments.services.events import create_event

# event + stages + rounds are three of them; sessions and users are not asked for.
QUERIES = {
    "home": 2,
    "login": 0,
    "event": 5,
    "round": 8,
    "round by name": 10,
    "standings": 6,
    "earlier standings": 6,
    "my table": 3,
    "my table found": 10,
    "my table not found": 5,
}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_answers_in_the_language_asked_for(evening: Event, vic: Client, language: str) -> None:
    for name, path in all_addresses(evening).items():
        response = vic.get(path, headers={"accept-language": language})
        assert response.status_code == 200, name
        assert f'<html lang="{language}">' in response.text, name
        assert faults(response.text) == [], name
        assert "Content-Security-Policy" in response, name


def test_pages_take_a_fixed_number_of_queries(
    evening: Event, vic: Client, django_assert_num_queries: object
) -> None:
    addresses = all_addresses(evening)
    for name, count in QUERIES.items():
        with django_assert_num_queries(count) as captured:  # type: ignore[operator]
            vic.get(addresses[name])
        assert len(captured) == count, name


def test_more_pairs_take_no_more_queries(
    finished_event: Event, vic: Client, django_assert_num_queries: object
) -> None:
    for rest, count in (("standings/", QUERIES["standings"]), ("rounds/4/", QUERIES["round"])):
        path = address(finished_event, rest)
        with django_assert_num_queries(count):  # type: ignore[operator]
            assert vic.get(path).status_code == 200


def test_a_chosen_language_stays(evening: Event, vic: Client) -> None:
    path = address(evening, "standings/")
    response = vic.post("/language/", {"language": "es", "next": path}, headers={"accept-language": "en"})
    assert response.headers["Location"] == path
    assert "Clasificación" in vic.get(path, headers={"accept-language": "en"}).text


def test_home_groups_events_by_what_people_can_do(evening: Event, coming_event: Event, vic: Client) -> None:
    page = vic.get("/").text
    assert page.index("Running now") < page.index(evening.name) < page.index("Open for registration")
    assert page.index("Open for registration") < page.index(coming_event.name)
    assert "Round 3" in page


def finished(club: Club, name: str) -> None:
    """An event of Fifty-Six that is over."""
    rules = {"game": "twenty_eight", "profile": "club", "options": {"variant": "56"}}
    made = create_event(SYSTEM, club, slug=slugify(name), name=name, entrant_kind="team", **rules)  # type: ignore[arg-type]
    Event.objects.filter(pk=made.pk).update(status="finished")


def test_home_is_read_page_by_page(
    evening: Event, coming_event: Event, vic: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Over 1", "Over 2", "Over 3"):
        finished(evening.club, name)
    assert 'rel="next"' not in vic.get("/").text
    monkeypatch.setattr(events, "SIZE", 2)
    pages = [vic.get(f"/?page={number}").text for number in (1, 2, 3)]
    names = (evening.name, coming_event.name, "Over 1", "Over 2", "Over 3")
    listed = [[name for name in names if name in page] for page in pages]
    assert listed == [[evening.name, coming_event.name], ["Over 2", "Over 3"], ["Over 1"]]
    assert [page.count('rel="next"') for page in pages] == [1, 1, 0]
    assert [page.count('rel="prev"') for page in pages] == [0, 1, 1]
    assert 'href="?page=3"' in pages[1] and faults(pages[1]) == []
    assert [vic.get(f"/?page={number}").status_code for number in ("4", "x", "0")] == [404, 404, 200]
    spanish, spoken = (vic.get("/?page=2", headers={"accept-language": code}).text for code in ("es", "ml"))
    assert "Torneos anteriores" in spanish and "പഴയ ടൂർണമെന്റുകൾ" in spoken


def test_a_long_list_of_events_is_searched_by_name_and_club(
    evening: Event, vic: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Over 1", "Noche Húmeda 2", "Noche húmeda 3"):
        finished(evening.club, name)
    assert 'role="search"' not in vic.get("/").text, "a short list is read at a glance"
    monkeypatch.setattr(events, "SIZE", 2)
    assert 'role="search"' in vic.get("/").text

    def found(query: str) -> list[str]:
        page = vic.get("/", {"q": query}).text
        assert faults(page) == []
        return [each for each in (evening.name, "Over 1", "Húmeda 2", "húmeda 3") if each in page]

    assert found("HUMEDA noche") == ["Húmeda 2", "húmeda 3"]
    assert found(f"3 {evening.club.name}") == ["húmeda 3"]
    assert found("nowhere") == found("a\x00b") == []
    page = vic.get("/?q=e").text
    assert 'href="?q=e&amp;page=2"' in page and vic.get("/?q=e&page=2").status_code == 200
    assert "Ningún torneo encontrado" in vic.get("/?q=nadie", headers={"accept-language": "es"}).text


def test_home_names_the_game_of_a_family_that_is_played(evening: Event, vic: Client) -> None:
    finished(evening.club, "Over")
    page = vic.get("/").text
    assert "· Fifty-Six ·" in page and "· Twenty-Eight" not in page and "· Tichu ·" in page


@pytest.mark.django_db
def test_home_without_events_says_what_comes_next(vic: Client) -> None:
    page = vic.get("/").text
    assert "No events yet" in page
    assert faults(page) == []


def test_the_event_page_tells_the_rules_and_the_time_at_the_venue(evening: Event, vic: Client) -> None:
    evening.options = {"grand_tichu_points": 250}
    evening.save(update_fields=["options"])
    page = vic.get(address(evening), headers={"accept-language": "es"}).text
    assert "20:30" in page  # 18:30 UTC in a summer of Madrid
    assert "Valor del Gran Tichu: 250 (lo normal: 200)" in page


def test_an_event_in_registration_has_no_standings_yet(coming_event: Event, vic: Client) -> None:
    page = vic.get(address(coming_event, "standings/")).text
    assert "No standings yet" in page
    assert faults(page) == []
    assert "No round is published yet" in vic.get(address(coming_event, "my-table/")).text


@pytest.mark.parametrize(
    "rest",
    [
        "rounds/9/",
        "rounds/3/?stage=7",
        "rounds/3/?stage=x",
        "standings/?after=9",
        "standings/?after=3",
        "standings/?after=-1",
        "stages/4/standings/",
        "stages/1/standings/99/",
        "nothing/",
    ],
)
def test_what_is_not_there_is_404_with_a_page(evening: Event, vic: Client, rest: str) -> None:
    response = vic.get(address(evening, rest))
    assert response.status_code == 404
    assert faults(response.text) == []
    assert "There is no such page" in response.text


def test_pages_take_no_other_method_than_reading(evening: Event, vic: Client) -> None:
    assert vic.post(address(evening)).status_code == 405


def test_a_director_logs_in_and_out_again(evening: Event, vic: Client) -> None:
    get_user_model().objects.create_user("dora", password="a-long-password")
    back = address(evening, "standings/")
    wrong = vic.post("/login/", {"username": "dora", "password": "no", "next": back})
    assert "do not match" in wrong.text
    assert faults(wrong.text) == []
    right = vic.post("/login/", {"username": "dora", "password": "a-long-password", "next": back})
    assert right.headers["Location"] == back
    assert "Log out" in vic.get(back).text
    with zeal_ignore([{"model": "sessions.Session", "field": "get()"}]):  # Django's own, to delete it
        assert vic.post("/logout/").headers["Location"] == "/"
    assert "Log in" in vic.get(back).text


def test_the_address_of_logging_out_logs_nobody_out(evening: Event, vic: Client) -> None:
    vic.force_login(get_user_model().objects.create_user("dora"))
    assert vic.get("/logout/").headers["Location"] == "/"
    assert "Log out" in vic.get(address(evening)).text


def test_the_page_to_log_in_does_not_lead_to_itself(db: None, vic: Client) -> None:
    assert 'href="/login/' in vic.get("/").text
    assert 'href="/login/' not in vic.get("/login/").text


def test_after_a_round_the_page_of_the_event_leads_to_the_standings(hall: Evening, vic: Client) -> None:
    hall.next_round()
    button = f'<a class="button" href="{address(hall.event, "standings/")}">'
    assert button not in vic.get(address(hall.event)).text
    hall.play({1: 60, 2: 40}, hands=hall.stage.match["hands"])
    hall.close()
    page = vic.get(address(hall.event)).text
    assert button in page and "Standings after round 1" in page and faults(page) == []
