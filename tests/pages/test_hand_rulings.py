"""Rulings on a hand at the desk: picked from the catalogue, weighed, made, told in words, taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Hand, HandEntry, Ruling
from tests.make import Evening, counted, enter, evening, hand, result, turned
from tests.pages.markup import faults
from tests.pages.test_desk import at, client_of, member
from tests.support.rows import all_rows
from tournaments.models import Match, Role


@pytest.fixture
def ev(db: None) -> Evening:
    """Four pairs in their first round of Tichu, two hands a match; one hand is in."""
    made = evening(match={"hands": 2})
    made.next_round()
    enter(made.match(), 1, counted(60), made.dora)
    return made


@pytest.fixture
def cards(db: None) -> Evening:
    """The same of Malilla."""
    made = evening(game="malilla", match={"hands": 3})
    made.next_round()
    enter(made.match(), 1, turned(1, "CO", 41), made.dora)
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def page(made: Evening, number: int = 1) -> str:
    return at(made.event, f"matches/{made.match().pk}/hands/{number}/ruling/")


def ruling(code: str, side: str = "B", **more: str) -> dict[str, str]:
    """A ruling as the form sends it."""
    return {"code": code, "side": side, "effect": "", "reason": "seen by the director", "seen": "1", **more}


def test_the_form_offers_the_offences_of_the_game_with_what_follows(ev: Evening, dora: Client) -> None:
    text = dora.get(page(ev)).text
    assert faults(text) == []
    assert "Ignored an open wish, noticed later: −100 points for the side" in text
    assert "Unreasonable delay: a warning (again: −25 points for the side)" in text
    assert "First out: North" in text, "what the hand is"
    for side in ("A", "B"):
        entrant = ev.match().participations.get(side=side).entrant
        assert f"{entrant.number} {entrant.name}" in text


def test_the_page_of_the_match_and_that_of_the_hand_lead_there(ev: Evening, dora: Client) -> None:
    match = at(ev.event, f"matches/{ev.match().pk}/")
    assert f'id="rule-1" href="{page(ev)}"' in dora.get(match).text
    assert f'id="rule-next" href="{page(ev, 2)}"' in dora.get(match).text
    for number in (1, 2):
        assert page(ev, number) in dora.get(f"{match}hands/{number}/").text
    assert "/ruling/" not in dora.get(f"{match}hands/0/").text


def test_only_offences_under_the_rules_of_the_event_are_there(db: None) -> None:
    made = evening(game="malilla", match={"hands": 3}, options={"signals": "allowed"})
    made.next_round()
    text = client_of(made.dora).get(page(made)).text
    assert 'value="renuncio"' in text
    assert 'value="illegal_signal"' not in text


def test_a_ruling_is_weighed_and_made_from_the_same_page(ev: Evening, dora: Client) -> None:
    before = all_rows()
    sent = ruling("wish_not_fulfilled", action="preview", article="8", public_note="A wish.")
    shown = dora.post(page(ev), sent)
    assert shown.status_code == 200 and faults(shown.text) == []
    for words in ("60 : 40", "60 : −60", "Ignored an open wish", "Hand 1: −100 points for the side"):
        assert words in shown.text, words
    assert "Nothing is saved yet." in shown.text and all_rows() == before
    for name in ("code", "side", "seen", "article", "public_note"):
        assert f'<input type="hidden" name="{name}" value="{sent[name]}">' in shown.text
    made = dora.post(page(ev), {**sent, "action": ""}, follow=True)
    assert "The ruling is made. Hand 1: −100 points for the side. It can be cancelled." in made.text
    assert result(ev.match()).totals == {"A": 60, "B": -60}
    row = Ruling.objects.get()
    assert (row.hand, row.effect, row.article, row.public_note) == (1, "hand", "8", "A wish.")
    assert hand(ev.match(), 1).current.ruling == row


def test_the_pages_say_in_words_that_a_hand_was_ruled(ev: Evening, dora: Client) -> None:
    dora.post(page(ev), ruling("wish_not_fulfilled"))
    at_desk = dora.get(at(ev.event, f"matches/{ev.match().pk}/")).text
    assert "By ruling" in at_desk and "Ignored an open wish, noticed later" in at_desk
    assert "by ruling" in at_desk and "Revision 2" in at_desk
    club = f"/{ev.event.club.slug}/{ev.event.slug}/"
    vic = Client(headers={"accept-language": "en"})
    assert "ruling on hand 1" in vic.get(f"{club}rounds/1/").text
    book = vic.get(f"{club}rulings/").text
    assert "Hand 1: −100 points for the side" in book and "seen by the director" not in book
    log = dora.get(at(ev.event, "log/")).text
    assert "Ruling 1 on Round 1, table 1, hand 1: Ignored an open wish, noticed later" in log
    assert "Round 1, table 1, hand 1 was changed by ruling 1, revision 2." in log
    dora.post(at(ev.event, "rulings/0/cancel/"), {"reason": "the wish was fulfilled"})
    assert "ruling on hand 1" not in vic.get(f"{club}rounds/1/").text
    at_desk = dora.get(at(ev.event, f"matches/{ev.match().pk}/")).text
    assert "By ruling" not in at_desk and "a ruling was cancelled" in at_desk
    assert result(ev.match()).totals == {"A": 60, "B": 40}


def test_the_public_reads_the_note_that_was_made_for_it(ev: Evening, dora: Client) -> None:
    dora.post(page(ev), ruling("peeking", public_note="Cards were shown too early."))
    public = Client().get(f"/{ev.event.club.slug}/{ev.event.slug}/rulings/").text
    assert "Cards were shown too early." in public and "seen by the director" not in public


def test_a_repeated_offence_says_so_before_it_is_ruled(ev: Evening, dora: Client) -> None:
    warned = dora.post(page(ev), ruling("slow_play"), follow=True)
    assert "The ruling is made. Hand 1: warning." in warned.text
    assert HandEntry.objects.count() == 1
    text = dora.get(page(ev)).text
    assert "Hand 1: warning" in text and "Unreasonable delay" in text, "what was ruled before"
    shown = dora.post(page(ev), ruling("slow_play", action="preview")).text
    assert "Hand 1: −25 points for the side, since it is not the first time" in shown
    other = dora.post(page(ev), ruling("slow_play", "A", action="preview")).text
    assert "Hand 1: warning" in other and "not the first time" not in other


def test_only_a_ruling_that_can_be_cancelled_says_so(ev: Evening, dora: Client) -> None:
    for code, may in (("wish_not_fulfilled", True), ("false_report", False)):
        wanted = ruling(code, seen=str(hand(ev.match(), 1).current.revision))  # type: ignore[union-attr]
        weighed = dora.post(page(ev), {**wanted, "action": "preview"}).content.decode()
        made = dora.post(page(ev), wanted, follow=True).content.decode()
        assert ("It can be cancelled" in weighed, "It can be cancelled" in made) == (may, may), code


def test_the_director_departs_from_the_usual_effect(ev: Evening, dora: Client) -> None:
    sent = ruling("slow_play", effect="points", **{"detail-points": "-10"})
    dora.post(page(ev), sent)
    assert hand(ev.match(), 1).current.payload["penalties"] == [
        {"side": "B", "points": -10, "code": "slow_play"}
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"reason": " "}, "A reason is needed."),
        ({"code": ""}, "Choose the offence."),
        ({"code": "no_trumps"}, "not in the list of infractions"),
        ({"side": ""}, "Say which side offended."),
        ({"code": "peeking", "effect": "death"}, "not an effect of a ruling"),
        ({"effect": "points", "detail-points": "-7"}, "points must be 0 or negative"),
        ({"effect": "points", "detail-points": "many"}, "Enter a whole number."),
        ({"code": "late_small_call"}, "Say whose call is void."),
        ({"detail-points": "-10"}, "no use for it"),
        ({"code": "peeking", "detail-seat": "2"}, "no use for it"),
        ({"code": "peeking", "effect": "warning", "detail-points": "-10"}, "no use for it"),
    ],
)
def test_half_a_ruling_is_refused_and_what_was_typed_stays(
    ev: Evening, dora: Client, change: dict[str, str], words: str
) -> None:
    refused = dora.post(page(ev), {**ruling("slow_play", article="8.2"), **change})
    assert refused.status_code == 422
    assert words in refused.text and faults(refused.text) == []
    assert 'value="8.2"' in refused.text
    assert not Ruling.objects.exists()


def test_what_a_ruling_has_no_use_for_is_refused_at_its_field(ev: Evening, dora: Client) -> None:
    sent = {**ruling("slow_play"), "detail-points": "-10", "detail-seat": "2"}
    refused = dora.post(page(ev), sent)
    assert refused.status_code == 422 and not Ruling.objects.exists()
    details = refused.context["form"].details
    assert {name: len(found) for name, found in details.errors.items()} == {"points": 1, "seat": 1}
    spanish = dora.post(page(ev), sent, headers={"accept-language": "es"}).text
    assert "Esta decisión no lo necesita." in spanish


def test_the_form_says_which_effects_and_offences_have_a_use_for_a_detail(ev: Evening, dora: Client) -> None:
    when = {each["name"]: each["when"] for each, _fields in dora.get(page(ev)).context["details"]}
    assert when["seat"] == when["call"] != when["points"]
    (chosen, usual), codes = when["points"], {"peeking", "slow_play"}
    assert (chosen, usual["effect"]) == ({"effect": ["points"]}, [""])
    assert codes <= set(usual["code"]) and "late_small_call" not in usual["code"]
    assert when["seat"][1]["code"] == ["late_small_call", "late_grand_call"]


def test_the_offence_that_was_not_chosen_is_asked_for_in_the_reader_s_language(
    ev: Evening, dora: Client
) -> None:
    refused = dora.post(page(ev), {**ruling("slow_play"), "code": ""}, headers={"accept-language": "es"})
    assert refused.status_code == 422 and "Elija la infracción." in refused.text


def test_a_hand_that_was_changed_meanwhile_is_not_ruled_upon(ev: Evening, dora: Client) -> None:
    enter(ev.match(), 1, counted(20), ev.dora, kind="correct", seen=1)
    refused = dora.post(page(ev), ruling("peeking"))
    assert refused.status_code == 409 and "changed since you saw it" in refused.text
    assert not Ruling.objects.exists()


def test_a_revoke_in_the_hand_that_is_being_played_needs_the_turned_card_alone(cards: Evening) -> None:
    dora = client_of(cards.dora)
    assert "Rule on hand 2" in dora.get(at(cards.event, f"matches/{cards.match().pk}/")).text
    form = dora.get(page(cards, 2))
    assert form.context["form"].known["dealer"].value() == 2
    assert 'name="known-ruling-code"' not in form.text and 'name="known-pinta"' in form.text
    sent = {"code": "renuncio", "side": "A", "effect": "", "reason": "seen", "known-dealer": "2"}
    missing = dora.post(page(cards, 2), sent)
    assert missing.status_code == 422 and "Enter the turned card." in missing.text
    shown = dora.post(page(cards, 2), {**sent, "known-pinta": "RB", "action": "preview"})
    assert "the other side gets all points of the hand" in shown.text
    made = dora.post(page(cards, 2), {**sent, "known-pinta": "RB"}, follow=True)
    assert "By ruling" in made.text and "Revoke: an illegal card" in made.text
    found = Hand.objects.get(match=cards.match(), number=2)
    assert found.current.payload == {
        "dealer": 2,
        "pinta": "RB",
        "ruling": {"code": "renuncio", "side": "A"},
    }
    assert found.status == "confirmed"


def test_a_misdeal_is_nobodys_and_voids_the_deal(cards: Evening) -> None:
    dora = client_of(cards.dora)
    sent = {"code": "misdeal", "side": "", "effect": "", "reason": "thirteen cards", "known-dealer": "2"}
    made = dora.post(page(cards, 2), sent, follow=True)
    assert "the hand does not count; the same dealer deals again" in made.text
    assert (result(cards.match()).hands, result(cards.match()).next_dealer) == (1, 2)


def test_nobody_else_rules_on_hands(ev: Evening) -> None:
    for actor in (member(ev.event, Role.ASSISTANT, "a"), member(ev.event, Role.VIEWER, "v"), ev.sam):
        client = client_of(actor)
        assert client.get(page(ev)).status_code in (403, 404)
        assert client.post(page(ev), ruling("peeking")).status_code in (403, 404)
        assert "Rule on" not in client.get(at(ev.event, f"matches/{ev.match().pk}/")).text
    for number in (0, 100000):
        assert client_of(ev.dora).get(page(ev, number)).status_code == 404
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("hands", [2, 8])
def test_the_match_and_the_form_take_as_many_queries_for_any_number_of_rulings(
    hands: int, db: None, django_assert_max_num_queries: Any
) -> None:
    made = evening(match={"hands": 9})
    made.next_round()
    dora = client_of(made.dora)
    for number in range(1, hands + 1):
        enter(made.match(), number, counted(60), made.dora)
        assert dora.post(page(made, number), ruling("peeking")).status_code == 302
    match: Match = made.match()
    with django_assert_max_num_queries(24):
        dora.get(at(made.event, f"matches/{match.pk}/"))
    with django_assert_max_num_queries(20):
        dora.get(page(made, 1))
