"""The log of an event and its version: written together, last in the transaction of an act."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.utils import timezone

from tournaments.access import Actor
from tournaments.locks import lock, writing
from tournaments.models import AuditEntry, Event, EventVersion, JSONEncoder, Verb


@dataclass(slots=True)
class Journal:
    """What one act has done so far; `version` is the event's new version once the act has ended."""

    event: Event
    actor: Actor
    entries: list[tuple[Verb, str, dict[str, object]]] = field(default_factory=list)
    version: int = 0

    def add(self, verb: Verb, target: object = "", **data: object) -> None:
        """Note one thing done."""
        self.entries.append((verb, str(target), data))


@contextmanager
def act(event: Event, actor: Actor) -> Iterator[Journal]:
    """One transaction that changes an event: what it notes is logged and bumps the version, at its end."""
    with writing():
        journal = Journal(event, actor)
        yield journal
        if journal.entries:
            _write(journal)


def _write(journal: Journal) -> None:
    version = lock(EventVersion(pk=journal.event.pk))
    now = timezone.now()
    rows = []
    for verb, target, data in journal.entries:
        version.log_count += 1
        entry = AuditEntry(
            club_id=journal.event.club_id,
            event=journal.event,
            number=version.log_count,
            actor=journal.actor.label,
            verb=verb,
            target=target,
            data=json.loads(json.dumps(data, cls=JSONEncoder)),
            at=now,
        )
        version.log_head = entry.hash = entry_hash(entry, version.log_head)
        rows.append(entry)
    version.number += 1
    AuditEntry.objects.bulk_create(rows)
    version.save()
    journal.version = version.number


def entry_hash(entry: AuditEntry, before: str) -> str:
    """SHA-256 over the entry and the hash of the one before it."""
    content = [
        before,
        entry.number,
        entry.actor,
        entry.verb,
        entry.target,
        entry.data,
        entry.at.isoformat(),
    ]
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
