"""Rulings at the desk: made from the catalogue, taken back, printed, and shown to the public without names."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client

from scoring.models import Ruling, RulingStatus
from scoring.services.rulings import forfeit_match
from scoring.services.standings import result_table
from tests.make import Evening, evening
from tests.pages.test_desk import at, client_of, member
from tournaments.models import Role


@pytest.fixture
def ev(db: None) -> Evening:
    """Four pairs after their first round."""
    made = evening(4)
    made.play_round({1: 60, 2: 70})
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def asked(ev: Evening, **more: str) -> dict[str, str]:
    """A ruling as the form sends it."""
    return {
        "entrant": str(ev.entrants[0].pk),
        "round": str(ev.round.pk),
        "code": "late_arrival",
        "effect": "fine",
        "match_points": "0,5",
        "game_points": "",
        "reason": "came at half past eight",
        **more,
    }


def own_points(ev: Evening) -> Fraction:
    """The match points of the first entrant with its fines."""
    table = result_table(ev.stage)
    place = table.index[ev.entrants[0].pk]
    return Fraction(table.match_score.own[place], table.match_score.unit)


def test_a_fine_takes_points_and_its_cancellation_gives_them_back(ev: Evening, dora: Client) -> None:
    before = own_points(ev)
    made = dora.post(at(ev.event, "rulings/"), asked(ev), follow=True)
    assert "fine: −½ match points" in made.text
    assert "came at half past eight" in made.text
    assert own_points(ev) == before - Fraction(1, 2)
    cancelled = dora.post(at(ev.event, "rulings/0/cancel/"), {"reason": "the clock was wrong"}, follow=True)
    assert "Cancelled: the clock was wrong" in cancelled.text
    assert own_points(ev) == before
    again = dora.post(at(ev.event, "rulings/0/cancel/"), {"reason": "once more"})
    assert again.status_code == 409
    assert "changed or cancelled already" in again.text


@pytest.mark.parametrize(
    ("effect", "given", "points"),
    [("bonus", "1", Fraction(1)), ("fine", "-2", Fraction(-2)), ("fine", "1/2", Fraction(-1, 2))],
)
def test_the_effect_gives_the_sign(
    ev: Evening, dora: Client, effect: str, given: str, points: Fraction
) -> None:
    dora.post(at(ev.event, "rulings/"), asked(ev, effect=effect, match_points=given))
    assert Ruling.objects.get().match_points == points


def test_a_warning_changes_no_points(ev: Evening, dora: Client) -> None:
    before = own_points(ev)
    given = asked(ev, effect="warning", code="phone", match_points="")
    made = dora.post(at(ev.event, "rulings/"), given, follow=True)
    assert "telephone or other device" in made.text
    assert (Ruling.objects.get().effect, own_points(ev)) == ("warning", before)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"entrant": "999999"}, "Nobody like this is on the list"),
        ({"round": "999999"}, "has not been published"),
        ({"code": "made_up"}, "Choose the offence."),
        ({"reason": "  "}, "A reason is needed."),
        ({"match_points": ""}, "how many match points"),
        ({"match_points": "many"}, "no number"),
        ({"effect": "warning"}, "gives and takes no points"),
        ({"effect": "none", "match_points": "", "game_points": "5"}, "gives and takes no points"),
    ],
)
def test_half_a_ruling_is_refused_and_what_was_typed_stays(
    ev: Evening, dora: Client, change: dict[str, str], words: str
) -> None:
    refused = dora.post(at(ev.event, "rulings/"), asked(ev, **change))
    assert refused.status_code == 422
    assert words in refused.text
    assert not Ruling.objects.exists()
    if "reason" not in change:
        assert "came at half past eight" in refused.text


def test_the_public_reads_numbers_and_effects_alone(ev: Evening, dora: Client) -> None:
    dora.post(at(ev.event, "rulings/"), asked(ev))
    ev.next_round()
    forfeit_match(ev.dora, ev.match(1), [ev.entrants[0]], reason="stayed at home")
    text = Client(headers={"accept-language": "en"}).get(f"/{ev.event.club.slug}/evening/rulings/").text
    assert "−½ match points" in text and "forfeit" in text
    for secret in (
        "half past eight",
        "stayed at home",
        "North 1",
        "Pair 1",
        "Arrived",
        "did not appear",
        "dora",
    ):
        assert secret not in text, secret


def test_a_ruling_of_a_match_is_cancelled_too(ev: Evening, dora: Client) -> None:
    ev.next_round()
    forfeit_match(ev.dora, ev.match(1), [ev.entrants[0]], reason="stayed at home")
    assert dora.post(at(ev.event, "rulings/0/cancel/"), {"reason": "they came"}).status_code == 302
    assert ev.match(1).status == "scheduled"
    assert Ruling.objects.get(replaces__isnull=False).status == RulingStatus.CANCELLED


def test_nobody_else_rules(ev: Evening) -> None:
    other = evening(4)
    roles = [member(ev.event, Role.ASSISTANT, "a"), member(ev.event, Role.VIEWER, "v"), ev.sam, other.dora]
    for actor in roles:
        client = client_of(actor)
        assert client.get(at(ev.event, "rulings/")).status_code in (403, 404)
        assert client.post(at(ev.event, "rulings/"), asked(ev)).status_code in (403, 404)
    assert not Ruling.objects.exists()
    ruled = client_of(ev.dora).post(at(ev.event, "rulings/"), asked(ev))
    assert ruled.status_code == 302
    assert (
        client_of(other.dora).post(at(other.event, "rulings/0/cancel/"), {"reason": "x"}).status_code == 404
    )
    assert Client().get(at(ev.event, "rulings/")).status_code == 302
