"""The page of a recorded hand, and the form for a record at the desk."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pages.words.replay import replayed
from scoring.models import Hand, HandEntry, HandStatus
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.release import release_hands
from tests.make import Evening, counted, evening
from tests.pages.conftest import logged_in
from tests.pages.markup import faults
from tests.replay.conftest import send
from tests.support.recorded import Recorded, recorded, spoilt
from tournaments.models import Match

pytestmark = pytest.mark.django_db

SAID = re.compile(r'id="replay-said"[^>]*><strong>([^<]+)</strong>')
DATA = re.compile(r'<script id="replay-frames" type="application/json">(.*?)</script>', re.S)


@pytest.fixture
def dora(hall: Evening) -> Client:
    return logged_in(hall.dora)


@pytest.fixture
def released(hall: Evening, match: Match) -> Match:
    release_hands(hall.dora, match)
    return match


def base(match: Match) -> str:
    event = match.round.stage.event
    return f"/{event.club.slug}/{event.slug}/"


def public(match: Match, step: int | str = "") -> str:
    return f"{base(match)}matches/{match.pk}/hands/1/" + (f"?step={step}" if step != "" else "")


def at_desk(match: Match, number: int = 1, rest: str = "replay/") -> str:
    return f"{base(match)}desk/matches/{match.pk}/hands/{number}/{rest}"


def said(text: str) -> str:
    found = SAID.search(text)
    assert found is not None
    return found[1]


def test_each_step_is_a_page_of_its_own(released: Match, hand: Recorded) -> None:
    last = len(hand[0]["events"])
    pages = {step: Client().get(public(released, step)).text for step in (0, 1, 20, last, last + 500)}
    for text in pages.values():
        assert [each for each in faults(text) if "application/json" not in each] == []
    assert said(pages[0]) == "The cards are dealt"
    assert f"Step 20 of {last}" in pages[20]
    assert 'href="?step=19#replay"' in pages[20] and 'href="?step=21#replay"' in pages[20]
    assert said(pages[last]) == said(pages[last + 500])
    assert Client().get(public(released, "x")).status_code == 404


def test_what_the_script_is_given_is_what_the_server_draws(released: Match, hand: Recorded) -> None:
    text = Client().get(public(released, 30)).text
    found = DATA.search(text)
    assert found is not None
    frames = json.loads(found[1])["frames"]
    assert len(frames) == 1 + len(hand[0]["events"])
    assert said(text) == frames[30]["said"]
    board = text[text.index('id="replay-table"') : text.index('id="replay-steps"')]
    drawn = re.findall(r'class="playing-card([^"]*)" data-card="(\w+)"', board)
    shown = [(code, code in seat["legal"]) for seat in frames[30]["seats"].values() for code in seat["cards"]]
    laid = [(code, False) for each in frames[30]["laid"] for code in each["cards"]]
    assert sorted((code, "legal" in marks) for marks, code in drawn) == sorted(shown + laid)


def test_legal_cards_are_told_in_words_too(released: Match) -> None:
    frames = json.loads(DATA.search(Client().get(public(released)).text)[1])["frames"]
    playing = (at for at, each in enumerate(frames) if any(seat["legal"] for seat in each["seats"].values()))
    text = Client().get(public(released, next(playing))).text
    assert "may be played" in text
    assert re.search(r'class="playing-card legal"', text)
    assert "on turn" in text


def test_the_end_compares_the_cards_with_the_hand_that_counts(released: Match, hand: Recorded) -> None:
    last = len(hand[0]["events"])
    text = Client().get(public(released, last)).text
    assert "The hand that counts says the same." in text
    assert "Order of going out" in text and "Calls: " not in text, "what is empty is not told"
    ending = re.search(r'id="replay-ending"[^>]*>', text)
    assert ending is not None and "hidden" not in ending[0]
    ending = re.search(r'id="replay-ending"[^>]*>', Client().get(public(released, 3)).text)
    assert ending is not None and "hidden" in ending[0]


def test_a_hand_that_counts_otherwise_is_told(released: Match, hand: Recorded) -> None:
    """A result that was stored with a record before records were compared."""
    entry = HandEntry.objects.get(hand__match=released)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_handentry SET payload = %s WHERE id = %s", [json.dumps(counted(60)), entry.pk]
        )
    text = Client().get(public(released, 999)).text
    assert "The hand that counts says something else:" in text


def test_a_stored_record_that_the_rules_refuse_is_shown_up_to_the_fault(
    released: Match, hand: Recorded
) -> None:
    wrong, at = spoilt(hand[0])
    _store(released, wrong)
    text = Client().get(public(released)).text
    assert f"The rules refuse this record at step {at + 1}." in text
    assert "leads and cannot pass" in text
    assert "Rules, article 5.4: Legal plays of the seat on turn" in text
    assert "(refused)" in text
    _store(released, {"game": "tichu", "events": []})
    text = Client().get(public(released)).text
    assert "The rules refuse this record as a whole." in text
    assert "Rules, article" in text


def _store(match: Match, record: Any) -> None:
    """Put a record where none like it can come any more."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_handentry SET record = %s", [json.dumps(record)])


def test_the_page_speaks_spanish(released: Match) -> None:
    text = Client(headers={"accept-language": "es"}).get(public(released, 5)).text
    assert "Paso 5 de" in text
    assert "juega" in text and "plays" not in text
    assert "Espadas" in text


def test_the_page_of_another_event_is_not_there(released: Match) -> None:
    other = evening(4)
    path = f"/{other.event.club.slug}/{other.event.slug}/matches/{released.pk}/hands/1/"
    assert Client().get(path).status_code == 404


def test_asking_costs_few_queries_and_nothing_when_it_is_known(released: Match) -> None:
    client = Client()
    client.get(public(released, 4))  # brings the cookie of the forms
    with CaptureQueriesContext(connection) as first:
        answer = client.get(public(released, 4))
    assert len(first) <= 10
    with CaptureQueriesContext(connection) as second:
        known = client.get(public(released, 4), headers={"if-none-match": answer["ETag"]})
    assert known.status_code == 304
    assert len(second) <= 5


def test_a_ruling_on_the_hand_stands_beside_its_cards(hall: Evening, dora: Client, released: Match) -> None:
    seen = HandEntry.objects.get(hand__match=released).revision
    new = OnHand(number=1, code="peeking", side="B", reason="Not for everybody.", seen_revision=seen)
    rule_on_hand(hall.dora, released, new)
    for text in (
        Client(headers={"accept-language": "en"}).get(public(released)).text,
        dora.get(at_desk(released)).text,
    ):
        assert "By ruling" in text and "Hand 1: −50 points for the side" in text
        assert "Not for everybody." not in text


def test_the_desk_shows_it_at_once_with_the_way_to_release_it(dora: Client, match: Match) -> None:
    page = f"{base(match)}desk/matches/{match.pk}/"
    assert at_desk(match) in dora.get(page).text
    text = dora.get(at_desk(match)).text
    assert "hidden from the public" in text and 'id="release"' in text
    sent = {"number": "1", "back": "1", "action": "release"}
    told = dora.post(f"{page}release/", sent, follow=True).text
    assert "Everybody may see 1 hand now." in told and "everybody may see it" in told
    assert public(match) in told
    assert "Hide the cards of 1 hand again" in dora.get(page).text
    told = dora.post(f"{page}release/", {"action": "withhold"}, follow=True).text
    assert "1 hand is hidden again." in told
    assert Client().get(public(match)).status_code == 404


def test_a_scorer_sees_the_cards_and_cannot_release_them(hall: Evening, match: Match) -> None:
    sam = logged_in(hall.sam)
    text = sam.get(at_desk(match)).text
    assert 'id="replay-table"' in text and 'id="release"' not in text
    assert sam.post(f"{base(match)}desk/matches/{match.pk}/release/", {}).status_code == 403
    assert Client().get(at_desk(match)).status_code == 302


def test_a_hand_without_cards_has_no_page(hall: Evening, dora: Client, match: Match) -> None:
    send(hall, match, 2, None, counted(60))
    assert dora.get(at_desk(match, 2)).status_code == 404
    assert dora.get(at_desk(match, 3)).status_code == 404
    assert "Add its cards" in dora.get(f"{base(match)}desk/matches/{match.pk}/").text


def upload(client: Client, match: Match, number: int, record: Any, **more: Any) -> Any:
    text = record if isinstance(record, str) else json.dumps(record)
    return client.post(at_desk(match, number, "record/"), {"text": text, **more}, follow=True)


def test_a_pasted_record_becomes_the_hand_with_its_result(dora: Client, match: Match) -> None:
    record, summary = recorded(5)
    page = dora.get(f"{base(match)}desk/matches/{match.pk}/").text
    assert at_desk(match, 2, "record/") in page
    told = upload(dora, match, 2, record, agreed="1")
    assert "Hand 2 is saved." in told.text and 'id="replay-table"' in told.text
    hand = Hand.objects.get(match=match, number=2)
    assert (hand.current.payload, hand.current.record) == (summary, record)
    assert hand.status == HandStatus.CONFIRMED


def test_a_file_corrects_a_disputed_hand(hall: Evening, dora: Client, match: Match) -> None:
    send(hall, match, 2, None, counted(60))
    record, summary = recorded(5)
    sent = SimpleUploadedFile("hand.json", json.dumps(record).encode())
    form = dora.get(at_desk(match, 2, "record/"))
    assert "the record corrects it" in form.text
    dora.post(at_desk(match, 2, "record/"), {"file": sent, "seen": "1", "reason": "card by card"})
    hand = Hand.objects.get(match=match, number=2)
    assert (hand.current.revision, hand.current.payload, hand.current.reason) == (2, summary, "card by card")


def test_a_correction_that_saw_an_older_revision_is_refused(dora: Client, match: Match) -> None:
    answer = upload(dora, match, 1, recorded(5)[0], seen="7")
    assert answer.status_code == 409
    assert HandEntry.objects.count() == 1


def test_a_refused_record_is_shown_where_it_is_wrong_and_not_stored(dora: Client, match: Match) -> None:
    wrong, at = spoilt(recorded(5)[0])
    answer = upload(dora, match, 2, wrong)
    assert answer.status_code == 422
    assert f"The rules refuse this record at step {at + 1}." in answer.text
    assert "Nothing is stored." in answer.text and "article 5.4" in answer.text
    assert f'id="replay" data-step="{at + 1}"' in answer.text
    assert json.dumps(wrong)[:40].replace('"', "&quot;") in answer.text
    assert not Hand.objects.filter(match=match, number=2).exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a file, or paste the record."),
        ("no json", "a JSON object is needed"),
        ("[1, 2]", "a JSON object is needed"),
        ("[" * 100_000, "a JSON object is needed"),
        ("{}", "This is not a record of a hand of Tichu under these rules."),
        ('{"events": [], "dealer": 9}', "refuse this record as a whole"),
        ('{"a": NaN}', "This is not a record"),
    ],
)
def test_what_is_no_record_is_refused_in_words(dora: Client, match: Match, text: str, words: str) -> None:
    answer = upload(dora, match, 2, text)
    assert answer.status_code == 422
    assert words in answer.text
    assert not Hand.objects.filter(match=match, number=2).exists()


def test_a_file_that_is_too_large_is_refused(dora: Client, match: Match) -> None:
    sent = SimpleUploadedFile("hand.json", b" " * 100_001)
    answer = dora.post(at_desk(match, 2, "record/"), {"file": sent})
    assert answer.status_code == 422 and "too large" in answer.text


def test_a_number_that_no_hand_can_have_leads_nowhere(dora: Client, match: Match) -> None:
    for number in (0, 1001):
        assert dora.get(at_desk(match, number, "record/")).status_code == 404


def test_the_history_of_the_event_tells_of_the_release(dora: Client, released: Match) -> None:
    text = dora.get(f"{base(released)}desk/log/").text
    assert "everybody may see its cards now" in text


def test_six_at_a_table_are_shown_round_it(db: None) -> None:
    made = evening(4, match={"hands": 2})
    made.next_round()
    match = made.match(1)
    stage = match.round.stage
    stage.rules = {"variant": "tientsin"}
    record, _ = recorded(2, variant="tientsin")
    shown = replayed(match, record)
    assert [each.place for each in shown.seats] == ["nw", "w", "sw", "se", "e", "ne"]
    assert shown.fault is None
