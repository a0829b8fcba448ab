"""Reads of the calls for help: for the officials, and of a table for its own devices."""

from __future__ import annotations

from tournaments.models import Call, Device, Event


def open_calls(event: Event) -> tuple[Call, ...]:
    """The tables that wait for somebody, the one that has waited longest first; one query."""
    return tuple(event.calls.filter(ended_at=None).select_related("table", "taken_by"))


def own_call(device: Device) -> Call | None:
    """The open call of the device's table."""
    if device.table is None or device.is_over:
        return None
    return device.table.calls.filter(ended_at=None).select_related("table").first()
