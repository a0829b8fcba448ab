"""Results of a closed round are provisional until the protest time is over, by the clock of the venue."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from pages.event_form import values_of
from scoring.services.standings import rebuild
from tests.make import Evening, evening
from tests.pages.test_desk import at, client_of
from tournaments.models import Event, EventStatus, Round
from tournaments.protest import protest_ends, provisional_until

SUMMER = datetime(2026, 7, 3, 19, 20, tzinfo=UTC)
WORDS = "provisional until"


def closed(at_time: datetime, zone: str = "Europe/Madrid", **settings: object) -> Evening:
    """A round that was closed at this time."""
    made = evening(4, settings=settings)
    Event.objects.filter(pk=made.event.pk).update(time_zone=zone)
    made.event.time_zone = zone
    made.play_round({1: 60, 2: 70})
    Round.objects.filter(stage=made.stage).update(closed_at=at_time)
    rebuild(made.stage.pk)
    return made


def addresses(made: Evening) -> list[str]:
    below = f"/{made.event.club.slug}/{made.event.slug}/"
    return [f"{below}{rest}" for rest in ("standings/", "rounds/1/", "standings/?after=1", "hall/")]


def test_it_is_said_where_results_are_shown_and_no_longer(db: None) -> None:
    made = closed(SUMMER)
    vic = Client(headers={"accept-language": "en-gb"})
    for minutes, there in ((0, True), (19, True), (20, False)):
        with time_machine.travel(SUMMER + timedelta(minutes=minutes), tick=False):
            pages = [vic.get(path).text for path in addresses(made)]
            pages.append(client_of(made.dora).get(at(made.event), {"round": "1"}).text)
        for text in pages:
            assert (f"{WORDS} 21:40" in text) is there, minutes


def test_a_reader_who_has_the_page_gets_a_new_one_when_the_time_is_over(db: None) -> None:
    made = closed(SUMMER)
    vic = Client(headers={"accept-language": "en", "hx-request": "true"})
    path = addresses(made)[0]

    def ask(tag: str, **later: int) -> tuple[int, str, str]:
        with time_machine.travel(SUMMER + timedelta(**later), tick=False):
            answer = vic.get(path, headers={"if-none-match": tag})
        return answer.status_code, answer.headers["ETag"], answer.text

    _, tag, text = ask("", minutes=19, seconds=10)
    assert WORDS in text
    assert ask(tag, minutes=19, seconds=50)[0] == 304
    status, final, text = ask(tag, minutes=20)
    assert status == 200 and WORDS not in text
    assert ask(final, hours=5)[0] == 304


@pytest.mark.parametrize(
    ("closed_at", "shown"),
    [
        (datetime(2026, 10, 25, 0, 50, tzinfo=UTC), "02:20"),  # 2:50 by summer time, the clocks go back
        (datetime(2026, 3, 29, 0, 50, tzinfo=UTC), "03:20"),  # 1:50 by winter time, the clocks go on
        (datetime(2026, 7, 3, 21, 50, tzinfo=UTC), "July 4, 2026, 00:20"),
    ],
)
def test_minutes_pass_as_they_do_whatever_the_clocks_are_set_to(
    db: None, closed_at: datetime, shown: str
) -> None:
    made = closed(closed_at, protest_minutes=30)
    assert protest_ends(made.event, closed_at) - closed_at == timedelta(minutes=30)
    with time_machine.travel(closed_at + timedelta(minutes=1), tick=False):
        text = Client(headers={"accept-language": "en"}).get(addresses(made)[0]).text
    assert f"{WORDS} {shown}" in text


@pytest.mark.parametrize(
    ("closed_at", "said"),
    [
        (datetime(2026, 7, 3, 22, 45, tzinfo=UTC), "provisional hasta la 01:05"),
        (datetime(2026, 7, 3, 23, 45, tzinfo=UTC), "provisional hasta las 02:05"),
        (datetime(2026, 7, 4, 10, 45, tzinfo=UTC), "provisional hasta las 13:05"),
        (datetime(2026, 7, 3, 21, 45, tzinfo=UTC), "provisional hasta el 4 de julio de 2026, 00:05"),
    ],
)
def test_one_o_clock_is_one_in_spanish(db: None, closed_at: datetime, said: str) -> None:
    made = closed(closed_at, protest_minutes=20)
    with time_machine.travel(closed_at + timedelta(minutes=1), tick=False):
        assert said in Client(headers={"accept-language": "es"}).get(addresses(made)[0]).text


def test_a_round_in_play_and_an_event_without_protests_say_nothing(db: None) -> None:
    made = closed(SUMMER, protest_minutes=0)
    vic = Client(headers={"accept-language": "en"})
    with time_machine.travel(SUMMER, tick=False):
        assert all(WORDS not in vic.get(path).text for path in addresses(made))
    made.next_round()
    assert provisional_until(made.event, made.round, SUMMER) is None
    assert provisional_until(made.event, None, SUMMER) is None


def test_it_is_asked_in_the_set_up_and_twenty_minutes_are_usual(db: None) -> None:
    made = evening(4)
    Event.objects.filter(pk=made.event.pk).update(status=EventStatus.DRAFT)
    dora = client_of(made.dora)
    path = f"/{made.event.club.slug}/{made.event.slug}/setup/event/"
    given = values_of(made.event, made.stage)
    assert 'name="protest_minutes"' in dora.get(path).text
    assert given["protest_minutes"] == "20"
    for typed, kept in (("45", {"protest_minutes": 45}), ("20", {}), ("", {})):
        dora.post(path, {**given, "protest_minutes": typed})
        assert Event.objects.get(pk=made.event.pk).settings == kept
    for bad in ("-1", "many", "999999"):
        refused = dora.post(path, {**given, "protest_minutes": bad})
        assert refused.status_code == 422 and 'id="protest_minutes-fault"' in refused.text
