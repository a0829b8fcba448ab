"""The log of the event at the desk: plain sentences in both languages, found by words, kind and author."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from pages.words.log import SENTENCES
from scoring.services.presence import leave
from scoring.services.rulings import cancel_ruling, fine
from tests.make import Evening, correct, counted, enter, evening
from tests.pages.markup import faults
from tests.pages.test_desk import at, client_of, member
from tournaments.access import SYSTEM
from tournaments.models import AuditEntry, Role, Verb
from tournaments.services.audit import act


@pytest.fixture
def ev(db: None) -> Evening:
    """Four pairs, a round with a correction, a fine taken back, and a pair that left."""
    made = evening(4, match={"hands": 2})
    made.next_round()
    enter(made.match(2), 1, counted(60), made.tablet(2))
    correct(made.match(2), 1, counted(70), made.dora)
    ruling = fine(made.dora, made.entrants[0], made.round, reason="Came at nine.", match_points=Fraction(-1))
    cancel_ruling(made.dora, ruling, reason="The clock was wrong.")
    leave(made.dora, made.entrants[3], reason="A train.")
    return made


@pytest.fixture
def dora(ev: Evening) -> Client:
    return client_of(ev.dora)


def test_acts_are_told_in_sentences_with_author_and_reason(ev: Evening, dora: Client) -> None:
    text = dora.get(at(ev.event, "log/")).text
    assert faults(text) == []
    for words in (
        "Round 1 was published.",
        "Round 1, table 2, hand 1 was entered.",
        "Round 1, table 2, hand 1 was corrected, revision 2.",
        "Ruling 1: fine, fine.",
        "Ruling 1 was cancelled.",
        "The clock was wrong.",
        "4 Pair 4 has left after round 1.",
        "table 2",
    ):
        assert words in text, words
    assert text.index("has left") < text.index("was published")


def test_a_stage_called_after_its_method_is_told_in_the_language_of_the_reader(
    ev: Evening, dora: Client
) -> None:
    ev.stage.name = "Swiss"
    ev.stage.save()
    with act(ev.event, SYSTEM) as journal:
        journal.add(Verb.STAGE_CREATED, "stage:1", name="Swiss", method="swiss")
    dora.cookies["django_language"] = "es"
    assert "«Suizo»." in dora.get(at(ev.event, "log/")).text


def test_what_an_older_log_tells_by_other_verbs_is_told_as_what_it_is(ev: Evening, dora: Client) -> None:
    with act(ev.event, SYSTEM) as journal:
        journal.add(Verb.EVENT_CHANGED, f"user:{ev.sam.user.pk}", role_removed="scorer")
        journal.add(Verb.ENTRANT_CHANGED, "entrant:1", removed=True)
        journal.add(Verb.ABSENCE_PLANNED, "entrant:2", round=3, cancelled=True)
    text = dora.get(at(ev.event, "log/")).text
    for words in ("does not help any more: scorer.", "taken off the list.", "plays round 3 after all."):
        assert words in text, words


def test_they_are_told_in_spanish_too(ev: Evening, dora: Client) -> None:
    text = dora.get(at(ev.event, "log/"), headers={"accept-language": "es"}).text
    assert "Se publicó: Ronda 1." in text
    assert "was published" not in text and "was entered" not in text


def test_every_verb_has_its_sentence(ev: Evening) -> None:
    assert set(SENTENCES) == set(Verb)


def test_no_place_of_a_sentence_stays_empty(ev: Evening, dora: Client) -> None:
    text = dora.get(at(ev.event, "log/")).text
    listed = text.partition('class="card log"')[2].partition("</ol>")[0]
    assert "{" not in listed


@pytest.mark.parametrize(
    ("asked", "there", "not_there"),
    [
        ({"q": "CORRECTED hand"}, "was corrected", "was published"),
        ({"q": "reloj"}, "", "was cancelled"),
        ({"q": "train"}, "A train.", "was published"),
        ({"kind": "rulings"}, "was cancelled", "was entered"),
        ({"kind": "rounds"}, "was drawn", "was entered"),
    ],
)
def test_it_is_narrowed_by_words_and_kind(
    ev: Evening, dora: Client, asked: dict[str, str], there: str, not_there: str
) -> None:
    text = dora.get(at(ev.event, "log/"), asked).text
    assert there in text and not_there not in text
    if not there:
        assert "Nothing like this is in the log." in text


def test_it_is_narrowed_by_author(ev: Evening, dora: Client) -> None:
    tablet = AuditEntry.objects.get(event=ev.event, verb=Verb.HAND_ENTERED).actor
    text = dora.get(at(ev.event, "log/"), {"who": tablet}).text
    assert "was entered" in text and "was corrected" not in text


@pytest.mark.parametrize("query", ["", "note"])
def test_older_entries_follow_page_by_page(ev: Evening, dora: Client, query: str) -> None:
    with act(ev.event, SYSTEM) as journal:
        for number in range(120):
            journal.add(Verb.EVENT_CREATED, f"note:{number}", reason=f"note {number}")
    seen, asked = [], {"q": query} if query else {}
    for _ in range(5):
        text = dora.get(at(ev.event, "log/"), asked).text
        seen += [part.partition("<")[0] for part in text.split('<span class="soft">note ')[1:]]
        older = text.partition('rel="next" href="?')[2].partition('"')[0]
        if not older:
            break
        asked = dict(pair.split("=") for pair in older.replace("&amp;", "&").split("&"))
    assert seen == [str(number) for number in range(119, -1, -1)]


def test_it_takes_as_many_queries_for_any_log(
    ev: Evening, dora: Client, django_assert_num_queries: Any
) -> None:
    for extra in (0, 30):
        with act(ev.event, SYSTEM) as journal:
            for number in range(extra):
                journal.add(Verb.ENTRANT_ADDED, "entrant:1", joined_round=number)
        with django_assert_num_queries(14):
            dora.get(at(ev.event, "log/"))


def test_only_who_may_see_the_log_sees_it(ev: Evening) -> None:
    other = evening(4)
    for actor in (
        member(ev.event, Role.ASSISTANT, "a"),
        member(ev.event, Role.VIEWER, "v"),
        ev.sam,
        other.dora,
    ):
        assert client_of(actor).get(at(ev.event, "log/")).status_code in (403, 404)
    assert Client().get(at(ev.event, "log/")).status_code == 302
    assert "desk/log/" not in client_of(member(ev.event, Role.ASSISTANT, "b")).get(at(ev.event)).text
