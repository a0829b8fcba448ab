"""Cards stay hidden until the director releases them, and nothing else is released with them."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client

from scoring.archive.canonical import dumps
from scoring.archive.dump import export_event
from scoring.archive.erase import erase_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.intake import Submission, choose_entry, record_hand, submit
from scoring.models import EntrySource, Hand, HandEntry
from scoring.selectors.records import released_hands
from scoring.services.release import release_hands, withhold_hands
from scoring.services.rulings import fine
from tests.make import Evening, counted, void
from tests.replay.conftest import send
from tests.scoring.archive import samples
from tests.support.recorded import Recorded, recorded, spoilt
from tournaments.access import SYSTEM, Actor
from tournaments.errors import Conflict, NotAllowed
from tournaments.models import AuditEntry, Club, EventMember, EventVersion, Match, Role, User, Verb

pytestmark = pytest.mark.django_db


def public(match: Match, number: int = 1) -> str:
    event = match.round.stage.event
    return f"/{event.club.slug}/{event.slug}/matches/{match.pk}/hands/{number}/"


def is_shown(match: Match, number: int = 1) -> bool:
    """Whether everybody sees it: the page, and the links of the round and of my table."""
    event = match.round.stage.event
    path = public(match, number)
    status = Client().get(path).status_code
    base = f"/{event.club.slug}/{event.slug}/"
    links = {
        path in Client().get(base + each).text for each in ("rounds/1/", "my-table/?q=1", "my-table/?q=3")
    }
    assert status in (200, 404)
    assert (True in links) == (status == 200)
    return status == 200


def everybody(hall: Evening) -> Iterator[tuple[str, Client]]:
    """Who may ask: nobody in particular, a stranger, and every role."""
    yield "visitor", Client()
    for role in ("stranger", *Role.values):
        user = User.objects.create_user(f"who-{role}")
        if role in Role.values:
            EventMember.objects.create(event=hall.event, user=user, role=role)
        client = Client()
        client.force_login(user)
        yield role, client


def test_before_the_release_the_public_page_is_there_for_nobody(hall: Evening, match: Match) -> None:
    nowhere = Client().get(public(match, 7))
    asking = dict(everybody(hall))
    for who, client in asking.items():
        answer = client.get(public(match))
        assert answer.status_code == 404, who
        assert ("record" in answer.text.lower()) == ("record" in nowhere.text.lower())
        assert public(match) not in client.get(f"/{hall.event.club.slug}/{hall.event.slug}/rounds/1/").text
    release_hands(hall.dora, match)
    for who, client in asking.items():
        assert client.get(public(match)).status_code == 200, who


def test_a_director_releases_and_hides_again_with_an_entry_of_the_log(hall: Evening, match: Match) -> None:
    before = EventVersion.objects.get(event=hall.event).number
    assert not is_shown(match)
    assert release_hands(hall.dora, match) == (1,)
    assert is_shown(match)
    assert release_hands(hall.dora, match) == ()
    assert withhold_hands(hall.dora, match, 1) == (1,)
    assert withhold_hands(hall.dora, match) == ()
    assert not is_shown(match)
    acts = AuditEntry.objects.filter(verb__in=[Verb.HAND_RELEASED, Verb.HAND_WITHHELD]).order_by("number")
    assert [(each.verb, each.target, each.data) for each in acts] == [
        ("hand.released", f"{match.address}/hand:1", {"revision": 1}),
        ("hand.withheld", f"{match.address}/hand:1", {"revision": 1}),
    ]
    assert EventVersion.objects.get(event=hall.event).number == before + 2


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.SCORER, Role.VIEWER])
def test_who_may_not_rule_releases_nothing(hall: Evening, match: Match, role: str) -> None:
    user = User.objects.create_user("helper")
    EventMember.objects.create(event=hall.event, user=user, role=role)
    for act in (release_hands, withhold_hands):
        with pytest.raises(NotAllowed):
            act(Actor(user=user), match)
    assert not is_shown(match)


def test_a_hand_that_is_entered_later_is_not_released_with_the_match(hall: Evening, match: Match) -> None:
    release_hands(hall.dora, match)
    send(hall, match, 2, *recorded(5))
    assert is_shown(match, 1) and not is_shown(match, 2)


def test_another_record_of_a_released_hand_is_hidden(hall: Evening, match: Match) -> None:
    release_hands(hall.dora, match)
    send(hall, match, 1, *recorded(5), seen_revision=1)
    assert not is_shown(match)
    assert release_hands(hall.dora, match) == (1,)
    assert is_shown(match)


def test_a_correction_without_cards_leaves_nothing_to_show(hall: Evening, match: Match) -> None:
    release_hands(hall.dora, match)
    send(hall, match, 1, None, counted(60), seen_revision=1)
    assert not is_shown(match)
    assert release_hands(hall.dora, match) == ()


def test_a_void_hand_is_not_shown(hall: Evening, match: Match) -> None:
    release_hands(hall.dora, match)
    void(match, 1, hall.dora)
    assert not is_shown(match)


def test_while_two_results_differ_nothing_is_shown(hall: Evening) -> None:
    match = hall.match(1)
    record, summary = recorded(3)
    common = {"match": match, "number": 1, "kind": "enter", "source": EntrySource.DEVICE}
    first = record_hand(**common, payload=summary, record=record, submission=uuid4(), actor=hall.phone("A"))
    release_hands(hall.dora, match)
    assert is_shown(match)
    with pytest.raises(Conflict):
        record_hand(**common, payload=counted(15), submission=uuid4(), actor=hall.phone("B"))
    assert not is_shown(match)
    assert release_hands(hall.dora, match) == ()
    entry = HandEntry.objects.get(submission=first.submission)
    choose_entry(hall.dora, entry.hand, entry.submission)
    assert not is_shown(match), "the choice is released anew"
    release_hands(hall.dora, match)
    assert is_shown(match)


def test_a_ruling_leaves_the_cards_as_they_were_played(hall: Evening, match: Match) -> None:
    """What a ruling makes of a hand has no record of its own."""
    release_hands(hall.dora, match)
    hand = Hand.objects.get(match=match)
    _ruled(hall, hand)
    assert released_hands([Hand.objects.get(pk=hand.pk)]) == {hand.pk}
    assert is_shown(match)
    page = Client().get(public(match) + "?step=999").text
    assert "The hand that counts says something else" in page


def _ruled(hall: Evening, hand: Hand) -> None:
    """A further revision that a ruling made."""
    ruling = fine(SYSTEM, hall.entrants[0], hall.round, reason="late", game_points=-10)
    typed = Submission(uuid4(), hand.number, "correct", counted(60), seen_revision=1)
    submit(hall.match(1), typed, hall.dora, EntrySource.USER, ruling)


def test_the_archive_keeps_what_is_released_byte_for_byte(
    hall: Evening, match: Match, hand: Recorded
) -> None:
    send(hall, match, 2, *recorded(5))
    send(hall, match, 3, *recorded(7))
    release_hands(hall.dora, match, 1)
    release_hands(hall.dora, match, 3)
    document = export_event(hall.event)
    hands = next(m for m in document["stages"][0]["rounds"][0]["matches"] if m.get("hands"))["hands"]
    assert [each.get("released") for each in hands] == [True, None, True]
    without_log = {key: value for key, value in document.items() if key != "log"}
    for number, raw in enumerate((document, without_log)):
        archive = read_archive(raw)
        assert isinstance(archive, Archive), archive
        if "log" in raw:
            erase_event(hall.event)
        event = import_archive(archive, Club.objects.create(name=f"C{number}", slug=f"c{number}"))
        assert dumps(export_event(event)) == dumps(archive.document)
        assert Hand.objects.filter(match__round__stage__event=event, released__isnull=False).count() == 2


def test_a_ruled_hand_comes_back_released(hall: Evening, match: Match) -> None:
    release_hands(hall.dora, match)
    _ruled(hall, Hand.objects.get(match=match))
    archive = read_archive(export_event(hall.event))
    assert isinstance(archive, Archive), archive
    erase_event(hall.event)
    event = import_archive(archive, Club.objects.create(name="C", slug="c"))
    assert dumps(export_event(event)) == dumps(archive.document)
    assert released_hands(Hand.objects.filter(match__round__stage__event=event))


def test_an_archive_with_a_record_that_the_rules_refuse_is_named(hand: Recorded) -> None:
    record, at = spoilt(hand[0])
    played = samples.hand(1, hand[1], record=record)
    hidden = samples.hand(2, hand[1], released=True)
    table = {"table": 1, "sides": ["e1", "e2"], "hands": [played, hidden]}
    found = read_archive(samples.add_round(samples.pairs(2), "playing", table))
    assert isinstance(found, tuple)
    place = "/stages/0/rounds/0/matches/0/hands"
    assert {(each.code, each.path) for each in found} >= {
        ("must_lead", f"{place}/0/record/events/{at}"),
        ("key_out_of_place", f"{place}/1/released"),
    }
