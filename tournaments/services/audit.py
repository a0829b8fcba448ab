"""The log of an event and its version: written together, last in the transaction of an act."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils import timezone
from structlog.contextvars import get_contextvars

from tournaments.access import Actor
from tournaments.compiled import store, update
from tournaments.locks import lock, writing
from tournaments.models import AuditEntry, Event, EventVersion, JSONEncoder, Verb


class Note(NamedTuple):
    """One thing done, by whom, to what."""

    actor: str
    verb: Verb
    target: str
    data: dict[str, object]


@dataclass(slots=True)
class Journal:
    """What one act has done so far; `version` is the event's new version once the act has ended.

    `afterwards` names what is to be done once it is committed, so that an act of many parts asks for it once.
    """

    event: Event
    actor: Actor
    entries: list[Note] = field(default_factory=list)
    version: int = 0
    afterwards: set[tuple[str, int]] = field(default_factory=set)

    def add(self, verb: Verb, target: object = "", **data: object) -> None:
        """Note one thing done."""
        self.entries.append(Note(self.actor.label, verb, str(target), data))


_running: ContextVar[Journal | None] = ContextVar("running_act", default=None)


@contextmanager
def act(event: Event, actor: Actor) -> Iterator[Journal]:
    """One transaction that changes an event: what it notes is logged and bumps the version, at its end.

    An act inside another one of the same event is a part of it: one log, one new version.
    """
    outer = _running.get()
    if outer is not None and outer.event.pk == event.pk:
        with _part_of(outer, actor) as journal:
            yield journal
        return
    with writing():
        journal = Journal(event, actor)
        token = _running.set(journal)
        try:
            yield journal
        finally:
            _running.reset(token)
        if journal.entries:
            _write(journal)


@contextmanager
def _part_of(outer: Journal, actor: Actor) -> Iterator[Journal]:
    """The same journal in the name of another actor; what fails leaves no note."""
    before, count, done = outer.actor, len(outer.entries), False
    asked = set(outer.afterwards)
    outer.actor = actor
    try:
        with writing():
            yield outer
        done = True
    finally:
        outer.actor = before
        if not done:
            del outer.entries[count:]
            outer.afterwards = asked


def _write(journal: Journal) -> None:
    version = lock(EventVersion(pk=journal.event.pk))
    now = timezone.now()
    request_id = str(get_contextvars().get("request_id", ""))[:64]
    rows = []
    for note in journal.entries:
        version.log_count += 1
        entry = AuditEntry(
            club_id=journal.event.club_id,
            event=journal.event,
            number=version.log_count,
            actor=note.actor,
            verb=note.verb,
            target=note.target,
            data=json.loads(json.dumps(note.data, cls=JSONEncoder)),
            at=now,
            request_id=request_id,
        )
        version.log_head = entry.hash = entry_hash(entry, version.log_head)
        rows.append(entry)
    version.number += 1
    store(rows)
    update(version, "number", "log_count", "log_head")
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
