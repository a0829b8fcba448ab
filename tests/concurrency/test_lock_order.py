"""Every act takes its locks in the one order, so that no two of them can wait for each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.db import models

from scoring.archive.columns import event_part, stage_part
from scoring.intake import choose_entry
from scoring.models import HandEntry
from scoring.services.as_played import record_as_played
from scoring.services.editing import Change, edit_round
from scoring.services.exchange import exchange_of_two, exchange_posted, posted_sheet
from scoring.services.hand_rulings import OnHand, rule_on_hand
from scoring.services.presence import come_back, enter_late, leave
from scoring.services.progress import (
    close_round,
    close_stage,
    discard_round,
    draw_round,
    publish_round,
    redraw_round,
    reopen_round,
)
from scoring.services.rulings import adjust_match, cancel_ruling, close_match, fine, forfeit_match
from scoring.services.seat_draw import enter_draw, name_dealer, take_card, undo_draw
from scoring.services.stages import change_event_with_stage
from tests.concurrency.guards import everywhere
from tests.make import Evening, confirm, correct, counted, enter, evening, hand, new_pair
from tournaments import locks
from tournaments.access import Actor
from tournaments.errors import Conflict
from tournaments.models import (
    Call,
    Device,
    Event,
    EventVersion,
    Invitation,
    Match,
    PairingCode,
    Round,
    Stage,
    Table,
)
from tournaments.services.calls import end_call, raise_call, reopen_call, take_back_call, take_call
from tournaments.services.devices import add_phone, pair_device, renew_code, revoke_device
from tournaments.services.entrants import add_entrants, plan_absence
from tournaments.services.invitations import accept, invite, revoke_invitation
from tournaments.services.members import remove_member
from tournaments.services.registration import check_in, remove_entrant
from tournaments.services.tablets import prepare_device, prepare_tablets

pytestmark = pytest.mark.django_db

ORDER: tuple[type[models.Model], ...] = (
    *(Event, Stage, Match, Round),
    *(Table, Call, Device, PairingCode, Invitation),
    EventVersion,
)
"""That of docs/architecture.md; between them, in an order of their own, rows that nothing else is locked with."""

Taken = list[tuple[int, int]]


@contextmanager
def taken() -> Iterator[Taken]:
    """The ranks of the rows that are locked in this block, each where it is locked first."""
    found: Taken = []

    def note(rows: list[Any]) -> None:
        for row in rows:
            place = (ORDER.index(type(row)), row.pk) if type(row) in ORDER else None
            if place is not None and place not in found:
                found.append(place)

    def lock_all(rows: models.QuerySet[Any]) -> list[Any]:
        note(locked := locks_all(rows))
        return locked

    def lock_one(model: type[models.Model], pk: object) -> Any:
        note([locked] if (locked := locks_one(model, pk)) else [])
        return locked

    locks_all, locks_one = locks.lock_all, locks.lock_one
    with everywhere(locks_all, lock_all), everywhere(locks_one, lock_one):
        yield found


def in_order(act: Any, *arguments: Any, **named: Any) -> Any:
    """Do it, and see that whatever it has locked was locked from the top down."""
    with taken() as found:
        result = act(*arguments, **named)
    names = [f"{ORDER[rank].__name__} {pk}" for rank, pk in found]
    assert found == sorted(found), f"{act.__name__} locks {', '.join(names)}"
    assert found, f"{act.__name__} locks nothing"
    return result


@pytest.fixture
def night(db: None) -> Evening:
    return evening(6, match={"hands": 2})


def play_round(night: Evening) -> Round:
    for table in (1, 2, 3):
        for number in (1, 2):
            in_order(enter, night.match(table), number, counted(60), night.tablet(table))
    return in_order(close_round, night.dora, night.round)


def test_rounds_are_drawn_played_and_closed_in_order(night: Evening) -> None:
    (drawn, _) = in_order(draw_round, night.dora, night.stage)
    drawn = in_order(redraw_round, night.dora, drawn)
    first, second = night.entrants[:2]
    in_order(edit_round, night.dora, drawn, Change("exchange", first.pk, second.pk), "As they wish.")
    in_order(discard_round, night.dora, drawn)
    (drawn, _) = in_order(draw_round, night.dora, night.stage)
    in_order(publish_round, night.dora, drawn)
    play_round(night)
    closed = night.round
    night.next_round()
    play_round(night)
    in_order(correct, night.match(1), 1, counted(40), night.dora)
    in_order(reopen_round, night.dora, closed, "A slip was misread.")
    in_order(close_round, night.dora, closed)
    in_order(close_stage, night.dora, night.stage)


def test_results_are_agreed_to_and_chosen_in_order(night: Evening) -> None:
    night.next_round()
    in_order(enter, night.match(1), 1, counted(60), night.phone("A"))
    in_order(confirm, night.match(1), 1, night.phone("B"))
    in_order(enter, night.match(2), 1, counted(60), night.phone("A", 2))
    with pytest.raises(Conflict, match=r"^rival$"):
        in_order(enter, night.match(2), 1, counted(65), night.phone("B", 2), submission=uuid4())
    rival = HandEntry.objects.get(revision=None)
    in_order(choose_entry, night.dora, hand(night.match(2), 1), rival.submission)


def test_rulings_are_made_and_cancelled_in_order(night: Evening) -> None:
    night.next_round()
    play_round(night)
    closed, old = night.round, night.match(1)
    night.next_round()
    play_round(night)
    made = in_order(fine, night.dora, night.entrants[0], closed, reason="Late.", match_points=Fraction(-1))
    in_order(cancel_ruling, night.dora, made, reason="Was there.")
    in_order(adjust_match, night.dora, old, {"A": Fraction(1), "B": Fraction(1)}, reason="Cards.")
    gone = [old.participations.get(side="A").entrant]
    on_hand = {"number": 1, "side": "A", "reason": "Seen."}
    seen = OnHand(code="peeking", seen_revision=1, **on_hand)
    ruled = in_order(rule_on_hand, night.dora, old, seen).ruling
    in_order(cancel_ruling, night.dora, ruled, reason="Was not so.")
    in_order(rule_on_hand, night.dora, old, OnHand(code="slow_play", **on_hand))
    made = in_order(forfeit_match, night.dora, old, gone, reason="Gone.")
    in_order(cancel_ruling, night.dora, made, reason="Was there.")
    night.next_round()
    in_order(close_match, night.dora, night.match(1), reason="Time.")
    for table, code in ((2, "abandoned"), (3, "false_report")):
        in_order(rule_on_hand, night.dora, night.match(table), OnHand(code=code, **on_hand))


def test_who_sat_there_is_recorded_in_order(night: Evening) -> None:
    night.next_round()
    play_round(night)
    old = night.match(1)
    night.next_round()
    own, other = (
        {
            each.side: [each.entrant_id]
            for each in night.round.matches.get(table__number=at).participations.all()
        }
        for at in (3, 1)
    )
    in_order(record_as_played, night.dora, night.match(3), {**own, "B": other["B"]}, reason="They say so.")
    turned = {
        "A": [old.participations.get(side="B").entrant_id],
        "B": [old.participations.get(side="A").entrant_id],
    }
    in_order(record_as_played, night.dora, old, turned, reason="They say so.")


def test_seats_are_drawn_in_order(db: None) -> None:
    night = evening(game="malilla", settings={"seat_draw": "cards"}, options={"first_dealer": "assigned"})
    night.next_round()
    in_order(take_card, night.tablet(), night.match(), 1, 7)
    in_order(undo_draw, night.dora, night.match())
    in_order(enter_draw, night.dora, night.match(), [{"1": "2O", "2": "RC", "3": "AB", "4": "9E"}])
    in_order(name_dealer, night.dora, night.match(), 2)


def test_people_come_and_go_in_order(night: Evening) -> None:
    in_order(check_in, night.dora, night.entrants[0], here=False)
    in_order(check_in, night.dora, night.entrants[0])
    in_order(add_entrants, night.dora, night.event, [new_pair(7)])
    in_order(remove_entrant, night.dora, night.event.entrants.get(number=7))
    in_order(plan_absence, night.dora, night.entrants[1], 2)
    night.next_round()
    play_round(night)
    in_order(enter_late, night.dora, night.stage, [new_pair(8)], match_points=Fraction(1))
    night.next_round()
    playing = night.match(1).participations.get(side="A").entrant
    in_order(leave, night.dora, playing, reason="Ill.", now=True)
    in_order(come_back, night.dora, playing)


def test_a_posted_round_is_exchanged_in_order(db: None) -> None:
    night = evening(5)
    night.next_round()
    sheet = posted_sheet(night.round).sheet
    bye = night.round.matches.get(table=None)
    wanted = exchange_of_two(night.round, sheet.tables[1][0], next(iter(sheet.byes))).wanted
    with taken() as found:
        in_order(exchange_posted, night.dora, night.round, wanted, "Unwell.")
    assert (ORDER.index(Match), bye.pk) in found, "the bye may be ruled upon at the same time"


def test_settings_are_changed_in_order_and_wait_for_a_first_result(night: Evening) -> None:
    night.next_round()
    parts = event_part(night.event), stage_part(night.stage)
    with taken() as found:
        in_order(change_event_with_stage, night.dora, night.event, *parts)
    assert (ORDER.index(Match), night.match(1).pk) in found


def test_devices_and_calls_lock_in_order(night: Evening) -> None:
    (device, code), *_ = in_order(prepare_tablets, night.dora, night.event, 2, "Table {number}")
    in_order(prepare_device, night.dora, night.event, 1, "Phone", "A")
    in_order(pair_device, code)
    in_order(renew_code, night.dora, device)
    night.next_round()
    phone, _ = in_order(add_phone, night.dora, night.match(1), "A", "Phone")
    in_order(add_phone, night.dora, night.match(1), "A", "Phone")
    call, _ = in_order(raise_call, Actor(device=device), uuid4())
    in_order(raise_call, Actor(device=phone), uuid4())
    in_order(take_call, night.dora, call)
    in_order(end_call, night.dora, call)
    in_order(reopen_call, night.dora, call)
    in_order(end_call, night.dora, call)
    call, _ = in_order(raise_call, Actor(device=device), uuid4())
    in_order(take_back_call, Actor(device=device), call)
    in_order(revoke_device, night.dora, device)


def test_invitations_lock_in_order(night: Evening) -> None:
    owner, guest = night.dora.user, night.sam.user
    assert owner is not None and guest is not None
    _, token = in_order(invite, night.dora, night.event, "viewer")
    in_order(accept, guest, token)
    other, token = in_order(invite, night.dora, night.event, "owner")
    in_order(accept, guest, token)
    other, _ = in_order(invite, night.dora, night.event, "viewer")
    in_order(revoke_invitation, night.dora, night.event, other.pk)
    in_order(invite, night.dora, night.event, "viewer")
    in_order(remove_member, night.sam, night.event, night.event.members.get(user=owner).pk)
