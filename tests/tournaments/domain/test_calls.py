"""Calls for help: one at a table, whoever raises it, however often it is sent."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.selectors.calls import open_calls, own_call
from tests.make import Evening, evening
from tournaments.access import Actor, Permission, call_for
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.models import AuditEntry, Call, CallSignal, EventVersion, RoundStatus
from tournaments.services.calls import end_call, raise_call, reopen_call, take_back_call, take_call
from tournaments.services.devices import add_phone


@pytest.fixture
def hall(db: None) -> Evening:
    made = evening(4)
    made.next_round()
    return made


def verbs(made: Evening) -> list[tuple[str, str]]:
    """What the log says of calls."""
    rows = AuditEntry.objects.filter(event=made.event, verb__startswith="call.").order_by("number")
    return list(rows.values_list("verb", "target"))


def version(made: Evening) -> int:
    return EventVersion.objects.get(event=made.event).number


def test_a_call_is_raised_taken_and_ended_and_each_step_is_logged(hall: Evening) -> None:
    tab = hall.tablet()
    seen = [version(hall)]
    call, is_new = raise_call(tab, uuid4(), "rules")
    seen.append(version(hall))
    assert is_new and call.subject == "rules"
    assert open_calls(hall.event) == (call,)
    assert tab.device is not None and own_call(tab.device) == call
    taken = take_call(hall.dora, call)
    seen.append(version(hall))
    assert (taken.taken_by, taken.taken_at is None) == (hall.dora.user, False)
    ended = end_call(hall.dora, call)
    seen.append(version(hall))
    assert not ended.is_open and not ended.taken_back
    assert open_calls(hall.event) == ()
    assert own_call(tab.device) is None
    assert verbs(hall) == [("call.raised", "table:1"), ("call.taken", "table:1"), ("call.ended", "table:1")]
    assert seen == sorted(set(seen)), "every step shows on live pages"


def test_one_signal_makes_one_call_even_after_it_has_ended(hall: Evening) -> None:
    tab, signal = hall.tablet(), uuid4()
    call, _ = raise_call(tab, signal)
    before = version(hall)
    assert raise_call(tab, signal) == (call, False)
    assert version(hall) == before
    end_call(hall.dora, call)
    again, is_new = raise_call(tab, signal)
    assert (again, is_new, again.is_open) == (call, False, False)
    fresh, is_new = raise_call(tab, uuid4())
    assert is_new and fresh != call


def test_a_call_ended_by_mistake_is_opened_again_as_it_was(hall: Evening) -> None:
    call, _ = raise_call(hall.tablet(), uuid4(), "rules")
    take_call(hall.dora, call)
    end_call(hall.dora, call)
    before = version(hall)
    again = reopen_call(hall.dora, call)
    assert (again, again.is_open, again.subject, again.taken_by) == (call, True, "rules", hall.dora.user)
    assert open_calls(hall.event)[0].raised_at == call.raised_at
    assert version(hall) > before
    assert verbs(hall)[-1] == ("call.reopened", "table:1")
    assert reopen_call(hall.dora, call) == call
    assert verbs(hall)[-2] == ("call.ended", "table:1"), "a second tap changes nothing"


def test_a_table_that_has_called_again_keeps_its_one_call(hall: Evening) -> None:
    first, _ = raise_call(hall.tablet(), uuid4())
    end_call(hall.dora, first)
    second, _ = raise_call(hall.tablet(), uuid4())
    assert reopen_call(hall.dora, first) == second
    assert open_calls(hall.event) == (second,)
    take_back_call(hall.tablet(), second)
    with pytest.raises(Conflict, match="call_ended"):
        reopen_call(hall.dora, second)
    assert open_calls(hall.event) == ()


def test_a_second_device_joins_the_call_of_its_table(hall: Evening) -> None:
    tab, phone, signal = hall.tablet(), hall.phone("B"), uuid4()
    call, _ = raise_call(tab, uuid4(), "score")
    assert raise_call(phone, signal, "rules") == (call, False)
    assert open_calls(hall.event)[0].subject == "score"
    elsewhere, is_new = raise_call(hall.tablet(2), uuid4())
    assert is_new and elsewhere.table.number == 2
    end_call(hall.dora, call)
    assert raise_call(phone, signal) == (call, False), "what joined belongs to the call that it joined"
    assert CallSignal.objects.count() == 3


def test_a_signal_of_another_device_is_refused(hall: Evening) -> None:
    signal = uuid4()
    raise_call(hall.tablet(), signal)
    with pytest.raises(Invalid) as refused:
        raise_call(hall.tablet(2), signal)
    assert refused.value.code == "signal_reused"
    assert Call.objects.count() == 1


def test_the_database_itself_keeps_one_open_call_at_a_table(hall: Evening) -> None:
    call, _ = raise_call(hall.tablet(), uuid4())
    second = {"event": hall.event, "table": call.table, "raised_at": timezone.now()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(**second)
    end_call(hall.dora, call)
    Call.objects.create(**second)
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(**second | {"table": hall.table(2)}, taken_back=True)


def test_who_takes_a_call_first_stays_and_an_ended_one_is_not_taken(hall: Evening) -> None:
    call, _ = raise_call(hall.tablet(), uuid4())
    first = take_call(hall.dora, call)
    again = take_call(hall.sam, call)
    assert (again.taken_by, again.taken_at) == (hall.dora.user, first.taken_at)
    end_call(hall.sam, call)
    with pytest.raises(Conflict) as refused:
        take_call(hall.dora, call)
    assert refused.value.code == "call_ended"


def test_a_table_takes_its_call_back_and_ending_twice_changes_nothing(hall: Evening) -> None:
    tab = hall.tablet()
    call, _ = raise_call(tab, uuid4())
    taken_back = take_back_call(hall.phone("A"), call)
    assert taken_back.taken_back and not taken_back.is_open
    before = version(hall)
    assert end_call(hall.dora, call).taken_back
    take_back_call(tab, call)
    assert version(hall) == before
    assert verbs(hall) == [("call.raised", "table:1"), ("call.taken_back", "table:1")]


def test_a_call_outlasts_the_round_it_was_raised_in(hall: Evening) -> None:
    tab = hall.tablet()
    call, _ = raise_call(tab, uuid4())
    hall.play({1: 60, 2: 60})
    hall.close()
    hall.next_round()
    assert open_calls(hall.event) == (call,)
    assert tab.device is not None and own_call(tab.device) == call


def test_people_and_hall_screens_do_not_call(hall: Evening) -> None:
    for actor in (hall.dora, Actor()):
        with pytest.raises(NotAllowed):
            raise_call(actor, uuid4())
    assert Call.objects.count() == 0


def test_the_phone_of_a_match_that_is_over_calls_no_more(hall: Evening) -> None:
    phone, _ = add_phone(hall.tablet(), hall.match(), "B", "Phone")
    actor = Actor(device=phone)
    call, _ = raise_call(actor, uuid4())
    assert call_for(actor, call.pk, Permission.CALLS_RAISE) == call
    hall.play({1: 60, 2: 60})
    hall.close()
    assert hall.round.status == RoundStatus.CLOSED
    phone.refresh_from_db()
    with pytest.raises(NotAllowed) as refused:
        raise_call(actor, uuid4())
    assert refused.value.code == "match_is_over"
    assert own_call(phone) is None
    with pytest.raises(NotFound):
        call_for(actor, call.pk, Permission.CALLS_RAISE)
