"""Rulings on hands come back with an event, and one that only explains its hand can still be cancelled."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.archive.dump import export_event
from scoring.archive.load import import_archive
from scoring.archive.read import Archive, read_archive
from scoring.models import Hand, HandStatus, MatchResult, Ruling
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.rulings import cancel_ruling
from scoring.services.standings import compute
from tests.make import Evening, counted, enter, evening, hand, turned
from tests.scoring.archive import samples
from tests.scoring.archive.samples import add_round, count, pairs
from tests.scoring.archive.test_played_events import assert_proven_and_returned
from tournaments.access import SYSTEM
from tournaments.errors import Conflict, Invalid
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


def rule(made: Evening, number: int, code: str, side: str, **more: Any) -> Ruling:
    seen = Hand.objects.filter(match=made.match(), number=number).values_list("current__revision", flat=True)
    new = OnHand(
        number=number, code=code, side=side, reason="Seen.", seen_revision=seen[0] if seen else None, **more
    )
    return rule_on_hand(made.dora, made.match(), new).ruling


def again(ruling: Ruling) -> Ruling:
    found = Ruling.objects.select_related("round__stage__event", "match__round__stage__event__club")
    return found.get(event__slug=ruling.event.slug, position=ruling.position)


def test_rulings_on_hands_and_their_cancelling_come_back(db: None) -> None:
    made = evening(match={"hands": 4})
    made.next_round()
    for number in (1, 2, 3):
        enter(made.match(), number, counted(60, calls={"2": "small"}), made.dora)
    rule(made, 1, "peeking", "B", article="Tichu 8", public_note="Cards were shown.")
    taken_back = rule(made, 2, "wish_gain", "A")
    cancel_ruling(made.dora, again(taken_back), reason="Appeal upheld.")
    rule(made, 3, "wrong_card_count", "A")
    rule(made, 4, "slow_play", "A")
    found = assert_proven_and_returned(made.event)
    book = export_event(found)["rulings"]
    assert [(each["hand"], each["effect"], each["status"]) for each in book] == [
        (1, "hand", "in_force"),
        (2, "hand", "in_force"),
        (2, "hand", "cancelled"),
        (3, "hand", "in_force"),
        (4, "warning", "in_force"),
    ]
    assert book[0]["value"] == {"effect": "points", "points": -50, "side": "B"}


@pytest.mark.parametrize("code", ["abandoned", "director_disobeyed"])
def test_a_match_lost_in_a_hand_comes_back(db: None, code: str) -> None:
    made = evening(match={"hands": 2})
    made.next_round()
    rule(made, 1, code, "B")
    assert_proven_and_returned(made.event)


def test_hands_ruled_before_anybody_entered_them_come_back_with_their_rivals(db: None) -> None:
    made = evening(game="malilla", match={"target": True})
    made.next_round()
    rule(made, 1, "misdeal", "", summary={"dealer": 1})
    rule(made, 2, "renuncio", "A", summary={"dealer": 1, "pinta": "RO"})
    with pytest.raises(Conflict):
        enter(made.match(), 2, turned(1, "RO", 30), made.tablet())
    found = assert_proven_and_returned(made.event)
    standing = hand(_match(found), 2)
    assert standing.entries.filter(revision=None).count() == 1
    renuncio = Ruling.objects.get(event=found, code="renuncio")
    cancel_ruling(SYSTEM, again(renuncio), reason="It was legal.")
    assert hand(_match(found), 2).current.payload == turned(1, "RO", 30)
    assert_proven_and_returned(found)


def test_a_ruling_that_came_back_is_cancelled_as_it_was_made(db: None) -> None:
    made = evening(match={"hands": 2})
    made.next_round()
    enter(made.match(), 1, counted(60, calls={"2": "grand"}), made.dora)
    rule(made, 1, "late_grand_call", "B", details={"seat": 2, "call": "small"})
    found = assert_proven_and_returned(made.event)
    cancel_ruling(SYSTEM, again(Ruling.objects.get(event=found)), reason="In time.")
    assert hand(_match(found), 1).current.payload == counted(60, calls={"2": "grand"})
    assert_proven_and_returned(found)


def _match(event: Event) -> Any:
    return (
        Hand.objects.select_related("match__round__stage__event")
        .filter(match__round__stage__event=event)
        .order_by("match__number", "number")[0]
        .match
    )


# ---- archives without a history ----

PENALTY = {"side": "B", "points": -50, "code": "peeking"}


def told(code: str, **more: Any) -> Any:
    """Four pairs after a round of two hands a match; a ruling explains the first hand of the first table."""
    document = pairs(4)
    explained = {**count(2, 70), **more}
    first = {"table": 1, "sides": ["e1", "e3"], "hands": [explained, count(1, 60)]}
    second = {"table": 2, "sides": ["e2", "e4"], "hands": [count(3, 45), count(4, 55)]}
    for match in (first, second):
        match["outcome"] = "played"
        match["hands"] = [samples.hand(number, each) for number, each in enumerate(match["hands"], start=1)]
    add_round(document, "closed", first, second)
    document["rulings"] = [
        {
            "round": 1,
            "table": 1,
            "hand": 1,
            "entrant": "e3",
            "code": code,
            "effect": "hand",
            "status": "in_force",
            "reason": "Seen.",
            "article": "Tichu 8",
        }
    ]
    return document


def brought(document: Any) -> Event:
    archive = read_archive(document)
    assert isinstance(archive, Archive), archive
    return import_archive(archive, Club.objects.create(name="Baza Club", slug="baza"))


def numbers(event: Event) -> list[tuple[int, dict[str, str]]]:
    return [(row["number"], row["values"]) for row in compute(event.stages.get(), 1)]


def test_cancelling_takes_the_penalty_out_of_a_hand_that_was_told_with_it(db: None) -> None:
    event = brought(told("peeking", penalties=[PENALTY]))
    before = numbers(event)
    cancelled = cancel_ruling(SYSTEM, again(Ruling.objects.get()), reason="Appeal upheld.")
    found = hand(_match(event), 1)
    assert (found.current.payload, found.current.revision, found.current.ruling) == (
        count(2, 70),
        2,
        cancelled,
    )
    assert MatchResult.objects.get(match=found.match).totals == {"A": 130, "B": 70}
    assert numbers(event) != before
    Club.objects.create(name="Other", slug="other")
    plain = told("peeking")
    del plain["rulings"][:]
    plain["event"]["slug"] = "straight"
    archive = read_archive(plain)
    assert isinstance(archive, Archive)
    straight = import_archive(archive, Club.objects.get(slug="other"))
    assert numbers(straight) == numbers(event)
    assert_proven_and_returned(event)


def test_what_a_hand_does_not_show_must_be_corrected_before_its_ruling_is_cancelled(db: None) -> None:
    event = brought(told("wish_gain"))
    match = _match(event)
    with pytest.raises(Invalid, match=r"^earlier_result_unknown$"):
        cancel_ruling(SYSTEM, again(Ruling.objects.get()), reason="Appeal upheld.")
    enter(match, 1, count(3, 15), SYSTEM, kind="correct", seen=1)
    cancel_ruling(SYSTEM, again(Ruling.objects.get(replaces=None)), reason="Appeal upheld.")
    assert hand(match, 1).current.payload == count(3, 15)
    assert hand(match, 1).status == HandStatus.CONFIRMED
    assert_proven_and_returned(event)


@pytest.mark.parametrize(("effect", "refused"), [("hand", True), ("warning", False), ("none", False)])
def test_only_a_ruling_that_changes_nothing_may_be_on_the_hand_that_is_being_played(
    db: None, effect: str, refused: bool
) -> None:
    document = told("peeking")
    document["rulings"][0] |= {"hand": 3, "effect": effect}
    found = read_archive(document)
    assert isinstance(found, Archive) != refused
    document["rulings"][0]["hand"] = 4
    assert not isinstance(read_archive(document), Archive)
