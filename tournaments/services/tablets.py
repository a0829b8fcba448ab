"""Tablets for a whole hall at once, and single devices beside them."""

from __future__ import annotations

from tournaments.access import Actor
from tournaments.errors import Invalid
from tournaments.locks import lock
from tournaments.models import Device, DeviceProfile, Event
from tournaments.services.audit import act
from tournaments.services.devices import create_device
from tournaments.services.rounds import tables_numbered

MOST_TABLES = 500


def prepare_tablets(actor: Actor, event: Event, tables: int, label: str) -> list[tuple[Device, str]]:
    """A tablet with its code for each of the tables 1 to `tables` that has none; `label` holds `{number}`.

    Raises Invalid for a number of tables that no hall has.
    """
    if not 1 <= tables <= MOST_TABLES:
        raise Invalid.of("bad_number", "/tables")
    with act(event, actor):
        event = lock(event)
        hall = tables_numbered(event.pk, range(1, tables + 1))
        served = event.devices.filter(profile=DeviceProfile.TABLE, revoked_at=None)
        has_one = set(served.values_list("table__number", flat=True))
        return [
            create_device(actor, event, label=label.format(number=number), table=hall[number])
            for number in sorted(hall.keys() - has_one)
        ]


def prepare_device(actor: Actor, event: Event, table: int, label: str, side: str = "") -> tuple[Device, str]:
    """One more device for a table with its code: a tablet, or with `side` the phone of that side.

    Raises Invalid for a table that no hall has.
    """
    if not 1 <= table <= MOST_TABLES:
        raise Invalid.of("bad_number", "/table")
    profile = DeviceProfile.SIDE if side else DeviceProfile.TABLE
    with act(event, actor):
        event = lock(event)
        found = tables_numbered(event.pk, [table])[table]
        return create_device(actor, event, label=label, table=found, profile=profile, side=side)
