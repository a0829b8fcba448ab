"""What happens when several clients do the same thing at once, and what then is in the database.

Each scenario runs with all guards, or without the one that it is about: then a meeting inside makes sure that
everybody has read before anybody writes. Returned are facts for a test to judge.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

from django.db import models
from django.http import HttpResponse
from rest_framework.test import APIClient

from scoring import intake
from scoring.models import Hand, HandEntry, Ruling
from scoring.services import drawing, loading, project, seat_draw, standings
from scoring.services.exchange import Wanted, exchange_of_two, exchange_posted, posted_sheet
from scoring.services.settle import sweep_stale
from tests.concurrency.guards import SECONDS, Meeting, everywhere, then, unlocked
from tests.concurrency.hall import Hall, Racer, client, race, twin
from tests.events.typing_hands import counted
from tournaments.access import SYSTEM
from tournaments.errors import DomainError
from tournaments.models import (
    AuditEntry,
    Call,
    CallSignal,
    Device,
    Event,
    EventMember,
    Invitation,
    Match,
    PairingCode,
    Round,
    Stage,
    Table,
    User,
    Verb,
)
from tournaments.services import audit, calls, invitations
from tournaments.services.devices import create_device

Facts = dict[str, Any]
CLIENTS, UNGUARDED_CLIENTS, CLICKS = 20, 3, 10
OPPORTUNITY = 1.0
"""Seconds that a request has, once it begins to act, to show that no lock stops it."""


@contextmanager
def guarded(guard: bool, model: type[models.Model], read: Callable[..., Any], clients: int) -> Iterator[None]:
    """All as it is; or without the lock of a model, and with a meeting behind what everybody reads."""
    if guard:
        yield
        return
    with unlocked(model), everywhere(read, then(read, Meeting(clients))):
        yield


def same_submission(guard: bool) -> Facts:
    """Many clients send one submission."""
    hall = Hall("same")
    tablet, body = hall.device(), hall.submission(counted(60))
    count = CLIENTS if guard else UNGUARDED_CLIENTS
    clients = [twin(tablet) for _ in range(count)]
    with guarded(guard, Match, loading.load, count):
        racers = race(*(lambda each=each: hall.send(each, body) for each in clients))
    receipts = [each.body for each in racers]
    return {
        "statuses": sorted(each.status for each in racers),
        "new": sum(receipt.get("replayed") is False for receipt in receipts),
        "receipts": len({str(sorted((receipt | {"replayed": None}).items())) for receipt in receipts}),
        "hands": Hand.objects.filter(match=hall.match).count(),
        "entries": HandEntry.objects.filter(hand__match=hall.match).count(),
    }


def two_corrections(guard: bool) -> Facts:
    """The tablet and the director correct one hand, both having seen its first revision."""
    hall = Hall("correct")
    hall.play()
    tablet = hall.device()
    bodies = [
        hall.submission(counted(own), kind="correct", seen_revision=1, reason="Counted again.")
        for own in (35, 85)
    ]
    with guarded(guard, Match, loading.load, 2):
        racers = race(
            lambda: hall.send(tablet, bodies[0]),
            lambda: hall.send(hall.director, bodies[1]),
        )
    won = next((at for at, each in enumerate(racers) if each.status == 201), 0)
    entries = HandEntry.objects.filter(hand__match=hall.match)
    return {
        "statuses": sorted(each.status for each in racers),
        "codes": [each.body.get("code") for each in racers if each.status == 409],
        "shown": [each.body.get("current", {}).get("summary") for each in racers if each.status == 409],
        "winner": bodies[won]["summary"],
        "second_revisions": [each.payload for each in entries.filter(revision=2)],
        "entries": entries.count(),
    }


def ruling_and_correction(guard: bool) -> Facts:
    """The director rules on a hand while the tablet corrects it, both having seen its first revision.

    Without guards the ruling goes first: it has the log already, for which the correction would wait with the
    hand in its own, and the database would have to end that.
    """
    hall, is_ruled = Hall("rule"), threading.Event()
    hall.play()
    tablet = hall.device()
    body = hall.submission(counted(35), kind="correct", seen_revision=1, reason="Counted again.")
    path = f"/api/v1/matches/{hall.match.pk}/hands/1/rulings"
    ruling = {"code": "peeking", "side": "B", "seen_revision": 1, "reason": "Seen."}

    def rule() -> Any:
        try:
            return hall.director.post(path, ruling, format="json")
        finally:
            is_ruled.set()

    def in_turn(case: Any) -> Any:
        hand = seen(case)
        if not guard and case.ruling is None:
            is_ruled.wait(SECONDS)
        return hand

    with guarded(guard, Match, intake._seen_hand, 2):
        seen = intake._seen_hand
        with everywhere(seen, in_turn):
            racers = race(lambda: hall.send(tablet, body), rule)
    seconds = HandEntry.objects.filter(hand__match=hall.match, revision=2)
    return {
        "statuses": sorted(each.status for each in racers),
        "ruled": racers[1].status == 201,
        "cited": [each.ruling_id is not None for each in seconds],
        "rulings": Ruling.objects.filter(event=hall.event).count(),
        "entries": HandEntry.objects.filter(hand__match=hall.match).count(),
    }


def one_card(guard: bool) -> Facts:
    """Two tablets reach for the same card, each for another player."""
    return _drawn("card", guard, {"seat": 1, "place": 7}, {"seat": 2, "place": 7})


def one_player(guard: bool) -> Facts:
    """Two tablets take a card each for the same player."""
    return _drawn("player", guard, {"seat": 1, "place": 7}, {"seat": 1, "place": 8})


def _drawn(name: str, guard: bool, *bodies: dict[str, int]) -> Facts:
    hall = Hall(name)
    Event.objects.filter(pk=hall.event.pk).update(settings={"seat_draw": "cards"})
    path = f"/api/v1/matches/{hall.match.pk}/draw"
    tablets = [hall.device() for _ in bodies]
    with guarded(guard, Match, seat_draw.open_drawing, len(bodies)):
        racers = race(
            lambda: tablets[0].post(path, bodies[0], format="json"),
            lambda: tablets[1].post(path, bodies[1], format="json"),
        )
    (drawn,) = Match.objects.get(pk=hall.match.pk).draw["rounds"]
    return {
        "statuses": sorted(each.status for each in racers),
        "codes": [each.body.get("code") for each in racers if each.status == 409],
        "cards": len(drawn),
        "logged": AuditEntry.objects.filter(event=hall.event, verb=Verb.CARD_DRAWN).count(),
    }


def ten_draws(guard: bool) -> Facts:
    """The director clicks "draw the next round" many times."""
    hall = Hall("draw")
    hall.play()
    assert hall.close(hall.director).status_code == 200
    count = CLICKS if guard else UNGUARDED_CLIENTS
    clients = [twin(hall.director) for _ in range(count)]
    path = f"/api/v1/stages/{hall.stage.pk}/rounds"
    requests = [lambda each=each: each.post(path, {"number": 2}, format="json") for each in clients]
    if guard:
        racers = _one_inside(requests[0], audit._write, *requests[1:])
    else:
        with guarded(False, Stage, drawing.propose, count):
            racers = race(*requests)
    rounds = Round.objects.filter(stage=hall.stage, number=2)
    return {
        "statuses": sorted(each.status for each in racers),
        "rounds": rounds.count(),
        "matches": Match.objects.filter(round__in=rounds).count(),
    }


def two_rivals(guard: bool) -> Facts:
    """Both sides enter the first hand, and not the same."""
    hall = Hall("rival")
    phones = [hall.device(profile="side", side=side) for side in "AB"]
    bodies = [hall.submission(counted(own)) for own in (35, 85)]
    with guarded(guard, Match, loading.load, 2):
        racers = race(
            lambda: hall.send(phones[0], bodies[0]),
            lambda: hall.send(phones[1], bodies[1]),
        )
    hands = Hand.objects.filter(match=hall.match)
    entries = HandEntry.objects.filter(hand__match=hall.match)
    return {
        "statuses": sorted(each.status for each in racers),
        "codes": [each.body.get("code") for each in racers if each.status == 409],
        "hands": [hand.status for hand in hands],
        "current": entries.filter(revision=1).count(),
        "rivals": entries.filter(revision=None).count(),
    }


def two_calls(guard: bool) -> Facts:
    """The phones of both sides of a table call the director."""
    hall = Hall("call")
    phones = [hall.device(profile="side", side=side) for side in "AB"]
    with guarded(guard, Table, calls._open_call, 2):
        racers = race(*(lambda each=each: hall.call(each) for each in phones))
    return {
        "statuses": sorted(each.status for each in racers),
        "waiting": hall.event.calls.filter(ended_at=None).count(),
        "signals": CallSignal.objects.filter(call__event=hall.event).count(),
    }


def call_while_one_ends(guard: bool) -> Facts:
    """The other side of a table calls the director, who ends the call of the first one.

    Guarded, it waits for the end and makes a call of its own. Unguarded, it joins one that nobody sees any more.
    """
    hall = Hall("again")
    phones = [hall.device(profile="side", side=side) for side in "AB"]
    assert hall.call(phones[0]).status_code == 201
    waiting = hall.event.calls.get()
    with ExitStack() as stack:
        if not guard:
            stack.enter_context(unlocked(Call))
        ending, calling = _one_inside(
            lambda: hall.director.post(f"/api/v1/calls/{waiting.pk}/end", {}, format="json"),
            audit._write,
            lambda: hall.call(phones[1]),
        )
    return {
        "statuses": [ending.status, calling.status],
        "waiting": hall.event.calls.filter(ended_at=None).count(),
        "signals": CallSignal.objects.filter(call__event=hall.event).count(),
    }


def two_pairings(guard: bool) -> Facts:
    """Two tablets type the same code."""
    hall = Hall("pair")
    device, code = create_device(SYSTEM, hall.event, label="tablet", table=hall.table)
    clients = [client() for _ in range(2)]
    first, second = (
        lambda each=each: each.post("/api/v1/devices/pair", {"code": code}, format="json") for each in clients
    )
    if guard:
        racers = _one_inside(first, audit._write, second)
    else:
        with unlocked(Device), unlocked(PairingCode, Meeting(2)):
            racers = race(first, second)
    paired = AuditEntry.objects.filter(
        event=hall.event, verb=Verb.DEVICE_PAIRED, target=f"device:{device.pk}"
    )
    return {
        "statuses": sorted(each.status for each in racers),
        "tokens": len({each.body["token"] for each in racers if "token" in each.body}),
        "logged": paired.count(),
    }


def two_guests(guard: bool) -> Facts:
    """Two people follow the link of one invitation."""
    hall = Hall("invite")
    _, token = invitations.invite(SYSTEM, hall.event, "viewer")
    guests = [User.objects.create_user(f"guest-{uuid4().hex[:8]}") for _ in range(2)]
    browsers = [client() for _ in guests]
    for browser, guest in zip(browsers, guests, strict=True):
        browser.force_login(guest)
    first, second = (lambda each=each: _follow(each, token) for each in browsers)
    if guard:
        racers = _one_inside(first, audit._write, second)
    else:
        with guarded(False, Invitation, invitations.require_open, 2):
            racers = race(first, second)
    return {
        "statuses": sorted(each.status for each in racers),
        "helpers": EventMember.objects.filter(event=hall.event, user__in=guests).count(),
        "logged": AuditEntry.objects.filter(event=hall.event, verb=Verb.INVITATION_USED).count(),
    }


def _follow(browser: APIClient, token: str) -> HttpResponse:
    """The status of the page that follows; the page itself is no JSON."""
    return HttpResponse(status=browser.post(f"/invitation/{token}/").status_code)


def result_before_close(guard: bool) -> Facts:
    """A correction is being stored when the director closes the round.

    Guarded, the closing waits for it and counts it. Unguarded, it is done before the correction is, and the
    table that it keeps lacks a result that is stored.
    """
    hall, tablet, body = _about_to_close()
    with ExitStack() as stack:
        if not guard:
            stack.enter_context(unlocked(Match))
        correcting, closing = _one_inside(
            lambda: hall.send(tablet, body),
            project.project,
            lambda: hall.close(hall.director),
            seconds=OPPORTUNITY if guard else SECONDS,
        )
    return _closing_facts(hall, correcting, closing)


def result_after_close(guard: bool) -> Facts:
    """A correction arrives while the director closes the round: it waits, and is refused."""
    hall, tablet, body = _about_to_close()
    closing, correcting = _one_inside(
        lambda: hall.close(hall.director), standings.compute, lambda: hall.send(tablet, body)
    )
    return _closing_facts(hall, correcting, closing)


def correction_before_later_close(guard: bool) -> Facts:
    """A hand of a closed round is being corrected when the director closes the next one.

    Guarded, the closing waits for it and counts it. Unguarded, the table that it keeps has the old result,
    and nobody knows that it has to be computed again.
    """
    hall = Hall("later")
    hall.play()
    assert hall.close(hall.director).status_code == 200
    corrected, body = hall.match, hall.submission(counted(30), kind="correct", seen_revision=1)
    hall.publish_next()
    hall.play()
    with ExitStack() as stack:
        if not guard:
            stack.enter_context(unlocked(Round))
        correcting, closing = _one_inside(
            lambda: hall.send(hall.director, body, corrected),
            audit._write,
            lambda: hall.close(twin(hall.director)),
            seconds=OPPORTUNITY if guard else SECONDS,
        )
    return _closing_facts(hall, correcting, closing)


def result_before_exchange(guard: bool) -> Facts:
    """The first hand of a table is being stored when the director changes the posted round at that table.

    Guarded, the exchange waits, sees that the table has begun, and is refused. Unguarded, it takes the match
    away from under the result.
    """
    hall = Hall("exchange")
    tablet, body = hall.device(), hall.submission(counted(60))
    wanted = _exchange_of_two(hall)
    with ExitStack() as stack:
        if not guard:
            stack.enter_context(unlocked(Match))
        entering, exchanging = _one_inside(
            lambda: hall.send(tablet, body),
            loading.load,
            lambda: _told(hall, wanted),
            seconds=OPPORTUNITY if guard else SECONDS,
        )
    return {
        "entering": entering.status,
        "exchanging": exchanging.body.get("code", ""),
        "hands": Hand.objects.filter(match__round=hall.round).count(),
        "same_match": Match.objects.filter(pk=hall.match.pk).exists(),
        "logged": AuditEntry.objects.filter(event=hall.event, verb=Verb.ROUND_EXCHANGED).count(),
    }


def _exchange_of_two(hall: Hall) -> Wanted:
    """One of each table changes places with the other."""
    sheet = posted_sheet(hall.round).sheet
    return exchange_of_two(hall.round, sheet.tables[1][0], sheet.tables[2][0]).wanted


def _told(hall: Hall, wanted: Wanted) -> SimpleNamespace:
    """The answer to the exchange, as a client would have it."""
    try:
        exchange_posted(SYSTEM, hall.round, wanted, "Corrected.")
    except DomainError as error:
        return SimpleNamespace(
            status_code=error.status, content=b"{}", json=lambda code=error.code: {"code": code}
        )
    return SimpleNamespace(status_code=200, content=b"", json=dict)


def _about_to_close() -> tuple[Hall, Any, dict[str, Any]]:
    """All is played; the tablet, which was heard of just now, has a correction that turns a match."""
    hall = Hall("close")
    hall.play()
    tablet = hall.device()
    assert tablet.get("/api/v1/devices/me").status_code == 200
    return hall, tablet, hall.submission(counted(30), kind="correct", seen_revision=1)


def _one_inside(
    first: Callable[[], Any],
    at: Callable[..., Any],
    *others: Callable[[], Any],
    seconds: float = OPPORTUNITY,
) -> list[Racer]:
    """Hold the first request at a function until the others are done, or have had every opportunity.

    Who is locked out by the first is not done: then the first goes on, and the others after it.
    """
    inside, start, act = threading.Event(), threading.Barrier(1), audit.act
    one, *rest = (Racer(request, start) for request in (first, *others))

    def held(*args: Any, **kwargs: Any) -> Any:
        if threading.current_thread() is one and not inside.is_set():
            inside.set()
            for racer in rest:
                racer.arrived.wait(SECONDS)
            deadline = time.monotonic() + seconds
            for racer in rest:
                racer.done.wait(max(0, deadline - time.monotonic()))
        return at(*args, **kwargs)

    def acting(*args: Any, **kwargs: Any) -> Any:
        thread = threading.current_thread()
        if isinstance(thread, Racer):
            thread.arrived.set()
        return act(*args, **kwargs)

    with everywhere(at, held), everywhere(act, acting):
        one.start()
        assert inside.wait(SECONDS)
        for racer in rest:
            racer.start()
        for racer in (one, *rest):
            racer.join(2 * SECONDS)
    return [one, *rest]


def _closing_facts(hall: Hall, correcting: Racer, closing: Racer) -> Facts:
    sweep_stale()
    number = hall.round.number
    kept = standings.latest_snapshot(hall.stage, number)
    assert kept is not None
    now = standings.compute(Stage.objects.select_related("event").get(pk=hall.stage.pk), number)
    return {
        "correction": correcting.status,
        "code": correcting.body.get("code"),
        "closing": closing.status,
        "entries": HandEntry.objects.filter(hand__match=hall.match).count(),
        "kept": [[row["number"], row["values"]["match_points"]] for row in kept.rows],
        "true": [[row["number"], row["values"]["match_points"]] for row in now],
    }


SCENARIOS: dict[str, Callable[[bool], Facts]] = {
    each.__name__: each
    for each in (
        same_submission,
        two_corrections,
        ruling_and_correction,
        ten_draws,
        one_card,
        one_player,
        two_rivals,
        two_calls,
        call_while_one_ends,
        two_pairings,
        two_guests,
        result_before_close,
        result_after_close,
        correction_before_later_close,
        result_before_exchange,
    )
}
