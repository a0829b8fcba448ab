"""The demo shows evenings as they are: whole hours, and tablets where something is left to type."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.core.management import call_command

from api.v1.devices import running_match
from scoring.archive.erase import erase_event
from scoring.demo import build, demo_club
from scoring.models import Hand, HandStatus, MatchResult, Ruling
from scoring.selectors.records import released_hands
from scoring.services.verify import verify_event
from tests.support.kept import Kept, kept
from tournaments.models import Device, Event, Match, Round
from tournaments.protest import provisional_until
from tournaments.services.devices import pair_device

RUNNING = {"liga-jueves", "malilla-martes", "liga-28", "equipos-56", "copa-thunee"}
HOUR = datetime(2026, 11, 26, 21, tzinfo=UTC)
NOW = HOUR + timedelta(minutes=17, seconds=43, microseconds=512)

kept_demo = kept(lambda: build(NOW))

Demo = dict[str, Event]


@pytest.fixture
def demo(kept_demo: Kept[Demo], db: None) -> Demo:
    """The events of the demo by slug."""
    return kept_demo.again()


def test_events_begin_on_the_hour_and_rounds_follow_each_other(demo: Demo) -> None:
    assert {(each.starts_at.minute, each.starts_at.second) for each in Event.objects.all()} == {(0, 0)}
    rounds = Round.objects.exclude(published_at=None).order_by("stage", "number")
    moments = [each for row in rounds for each in (row.published_at, row.started_at, row.closed_at) if each]
    assert all((each.minute % 5, each.second, each.microsecond) == (0, 0, 0) for each in moments)
    begun = {
        slug: [each for each in rounds if each.stage.event.slug == slug]
        for slug in ("liga-jueves", "malilla-martes")
    }
    moments = {
        slug: [each.published_at.strftime("%H:%M") for each in running] for slug, running in begun.items()
    }
    assert moments == {"liga-jueves": ["19:00", "19:40", "20:20"], "malilla-martes": ["20:00", "21:00"]}
    for running in begun.values():
        assert all(each.closed_at < later.published_at for each, later in pairwise(running))


def test_the_tablets_of_the_demo_sit_where_a_match_is_open(demo: Demo) -> None:
    for _ in range(2):
        out = io.StringIO()
        call_command("demo", stdout=out)
        codes = re.findall(r"code (\S+)", out.getvalue())
        assert len(codes) == len(RUNNING)
        for code in codes:
            device, _token = pair_device(code)
            match = running_match(Device.objects.select_related("table").get(pk=device.pk))
            assert match is not None
            assert not match.result.finished
    assert Device.objects.count() == len(RUNNING) + 2, "others typed the hands that wait for the other side"


def test_every_event_of_the_demo_is_what_was_entered(demo: Demo) -> None:
    for event in demo.values():
        assert verify_event(event).problems == []


def test_what_is_missing_of_the_demo_is_made_and_the_rest_left_alone(demo: Demo) -> None:
    before = {event.pk for slug, event in demo.items() if slug != "copa-malilla"}
    erase_event(demo["copa-malilla"])
    again = build(NOW + timedelta(days=1))
    assert {event.pk for slug, event in again.items() if slug != "copa-malilla"} == before
    assert again.keys() == demo.keys()


def test_the_tables_of_the_malilla_league_are_each_in_another_state(demo: Demo) -> None:
    stage = demo["malilla-martes"].stages.get()
    matches = Match.objects.filter(round__stage=stage, round__number=2).order_by("number")
    over, third_game, waiting, empty = [
        MatchResult.objects.filter(match=each).first() or MatchResult() for each in matches
    ]
    assert over.finished and over.confirmed
    assert third_game.games == {"A": 1, "B": 1} and not third_game.finished
    assert waiting.hands == 3
    assert Hand.objects.get(match=matches[2], number=3).status == HandStatus.SUBMITTED
    ruled = Ruling.objects.get(match=matches[2])
    assert (ruled.hand, ruled.code, ruled.effect) == (2, "renuncio", "hand")
    assert waiting.totals["A"] >= 36, "the hand was awarded to the other side"
    assert empty.hands == 0
    shown = Hand.objects.filter(match=matches[1], released__isnull=False)
    assert len(released_hands(shown)) == 2
    verdict = provisional_until(stage.event, stage.rounds.get(number=1), HOUR + timedelta(minutes=54))
    assert verdict is not None, "the first round is under protest while the second is played"


def test_evenings_of_28_56_and_thunee_are_partly_played(demo: Demo) -> None:
    found = {}
    for slug in ("liga-28", "equipos-56", "copa-thunee"):
        latest = demo[slug].stages.get().rounds.latest("number")
        results = MatchResult.objects.filter(match__round=latest)
        begun = results.filter(finished=False, hands__gt=0).count()
        shown = Hand.objects.filter(match__round=latest, released__isnull=False)
        found[slug] = (
            latest.number,
            latest.matches.count(),
            results.filter(finished=True).count(),
            begun,
            len(released_hands(shown)),
        )
    assert found == {
        "liga-28": (2, 4, 1, 2, 2),
        "equipos-56": (2, 3, 1, 1, 2),
        "copa-thunee": (1, 16, 4, 4, 2),
    }
    assert {each.line_up.count() for each in demo["equipos-56"].entrants.all()} == {3}
    waiting = Hand.objects.get(match__round__stage__event=demo["liga-28"], status=HandStatus.SUBMITTED)
    assert (waiting.current.payload["doubled"], waiting.score.points) == ("double", {"A": 6, "B": 0})


def test_the_tablets_of_the_demo_stay_in_the_demo_beside_events_of_ones_own(demo: Demo) -> None:
    club = demo_club()
    Event.objects.create(club=club, slug="a-own", name="Own", game="tichu", profile="club", status="running")
    out = io.StringIO()
    call_command("demo", stdout=out)
    assert "for 10 minutes" in out.getvalue()
    assert "of Liga de los jueves" in out.getvalue()
    assert "of Malilla de los martes" in out.getvalue()
    assert {each.event.slug for each in Device.objects.all()} == RUNNING
