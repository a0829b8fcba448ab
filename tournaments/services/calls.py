"""Calls for help: a device of a table raises one or takes it back, an official takes it and ends it."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.locks import lock, lock_all
from tournaments.models import Call, CallSignal, Device, Table, Verb
from tournaments.services.audit import act


def raise_call(actor: Actor, signal: UUID, subject: str = "") -> tuple[Call, bool]:
    """The open call of the device's table, and whether it is new.

    A table has one call: a second device joins it, and a signal that came before changes nothing, even when
    its call has ended meanwhile. Raises NotAllowed for who is no device of a table, or a phone whose match is
    over; Invalid for a signal of another device.
    """
    device = actor.device
    if device is None or device.table is None:
        raise NotAllowed
    if device.is_over:
        raise NotAllowed("match_is_over")
    with act(device.event, actor) as journal:
        table = lock(device.table)
        before = CallSignal.objects.select_related("call__table").filter(signal=signal).first()
        if before is not None:
            if before.device_id != device.pk:
                raise Invalid.of("signal_reused", "/signal")
            return before.call, False
        call = _open_call(table)
        is_new = call is None
        if call is None:
            call = Call.objects.create(
                event_id=device.event_id, table=table, subject=subject, raised_at=timezone.now()
            )
            journal.add(Verb.CALL_RAISED, _target(call), subject=subject)
        _note(call, signal, device)
    return call, is_new


def _open_call(table: Table) -> Call | None:
    """The call that the table waits with, locked: one that is just being ended is none."""
    for call in lock_all(table.calls.filter(ended_at=None)):
        call.table = table
        return call
    return None


def _note(call: Call, signal: UUID, device: Device) -> None:
    CallSignal.objects.create(call=call, signal=signal, device=device, at=timezone.now())


def take_back_call(actor: Actor, call: Call) -> Call:
    """The table needs nobody any more; a call that has ended stays as it is."""
    return _end(actor, call, Verb.CALL_TAKEN_BACK, taken_back=True)


def end_call(actor: Actor, call: Call) -> Call:
    """Somebody was there, and it is done; a call that has ended stays as it is."""
    return _end(actor, call, Verb.CALL_ENDED)


def reopen_call(actor: Actor, call: Call) -> Call:
    """Nobody was there after all: the table waits as before. Returns its open call.

    Raises Conflict `call_ended` for one that the table itself took back.
    """
    with act(call.event, actor) as journal:
        table = lock(call.table)
        waits = _open_call(table)
        if waits is not None:
            return waits
        call = lock(call)
        if call.taken_back:
            raise Conflict("call_ended")
        call.ended_at = None
        call.save(update_fields=["ended_at"])
        journal.add(Verb.CALL_REOPENED, _target(call))
    return call


def take_call(actor: Actor, call: Call) -> Call:
    """Say that one is on the way; who said so first stays. Raises Conflict `call_ended` for one that has."""
    with act(call.event, actor) as journal:
        call = lock(call)
        if not call.is_open:
            raise Conflict("call_ended")
        if call.taken_at is None:
            call.taken_at, call.taken_by = timezone.now(), actor.user
            call.save(update_fields=["taken_at", "taken_by"])
            journal.add(Verb.CALL_TAKEN, _target(call))
    return call


def _end(actor: Actor, call: Call, verb: Verb, *, taken_back: bool = False) -> Call:
    with act(call.event, actor) as journal:
        call = lock(call)
        if call.is_open:
            call.ended_at, call.taken_back = timezone.now(), taken_back
            call.save(update_fields=["ended_at", "taken_back"])
            journal.add(verb, _target(call))
    return call


def _target(call: Call) -> str:
    """The call as the log names it: by its table, which is the same in every database."""
    return f"table:{call.table.number}"
