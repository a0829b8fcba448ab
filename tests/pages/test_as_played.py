"""Others sat down than were posted: recorded at the desk, weighed before, told on every page."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.make import Evening, evening, sides
from tests.pages.test_desk import at, client_of
from tournaments.models import Match


@pytest.fixture
def ev(db: None) -> Evening:
    """Four pairs after their first round."""
    made = evening(4)
    made.play_round({1: 60, 2: 70})
    return made


def test_who_sat_there_is_weighed_recorded_and_told(ev: Evening) -> None:
    dora, match = client_of(ev.dora), ev.match(1)
    page = at(ev.event, f"matches/{match.pk}/")
    assert "Others sat here" in dora.get(page).text
    other = ev.match(2).participations.get(side="B").entrant
    gone = match.participations.get(side="B").entrant
    stays = match.participations.get(side="A").entrant
    sent = {"sat-A-0": str(stays.pk), "sat-B-0": str(other.pk), "reason": "wrong tables"}
    shown = dora.post(f"{page}played/", {**sent, "action": "preview"})
    assert "Record who sat here" in shown.text and "Nothing is saved yet." in shown.text
    assert sides(match)["B"] == gone.number
    saved = dora.post(f"{page}played/", sent, follow=True).text
    assert "Who sat here is recorded." in saved
    assert "Others sat here than were posted. Posted:" in saved
    assert f"{stays.number} {stays.name} – {gone.number} {gone.name}" in saved
    assert sides(match)["B"] == other.number
    public = Client(headers={"accept-language": "en"}).get(f"/{ev.event.club.slug}/evening/rounds/1/").text
    assert public.count("recorded as it was played, posted otherwise") == 2
    log = dora.get(at(ev.event, "log/")).text
    assert "Round 1 is recorded as it was played. Table 1:" in log and "wrong tables" in log
    same = dora.post(f"{page}played/", sent, follow=True).text
    assert "Everybody sat as it is written." in same


def test_half_of_it_is_refused(ev: Evening) -> None:
    page = at(ev.event, f"matches/{ev.match(1).pk}/")
    refused = client_of(ev.dora).post(f"{page}played/", {"sat-A-0": "", "reason": "wrong tables"})
    assert refused.status_code == 422
    assert "Each side of the table needs as many as play there, nobody twice." in refused.text
    assert client_of(ev.sam).post(f"{page}played/", {}).status_code in (403, 404)
    assert Match.objects.exclude(posted=None).count() == 0
