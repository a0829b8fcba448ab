"""The history of an event as its archive tells it: entries, agreements and acts, in order."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from heapq import merge

from scoring.archive.canonical import Part, moment_text
from scoring.archive.kept import kept, moment_or_none
from scoring.models import Confirmation, Hand, HandEntry, Repetition
from tournaments.models import AuditEntry, Event, Verb

Timed = tuple[datetime, int, Part]
"""When, which of what happened at one moment comes first, and what."""

PATH = "match__round__stage"


def history(event: Event, listed: Collection[int]) -> list[Part]:
    """Return the log of an event; nothing where it only came from an archive and nobody has acted since.

    `listed` holds the hands whose result stands in their match: the entry that stands does not repeat it.
    """
    acts = list(AuditEntry.objects.filter(event=event).order_by("number"))
    while acts and acts[-1].verb == Verb.EVENT_IMPORTED:
        acts.pop()
    if not acts:
        return []
    lists = (_entries(event, listed), _confirmations(event), _repetitions(event), map(_act, acts))
    timed = (_timed(place, items) for place, items in enumerate(lists))
    return [item for _, _, item in merge(*timed, key=lambda one: one[:2])]


def _timed(place: int, items: Iterator[tuple[datetime, Part]]) -> Iterator[Timed]:
    """The items with a time that never goes back, as the clock of a server may."""
    latest = datetime.min.replace(tzinfo=UTC)
    for at, item in items:
        latest = max(latest, at)
        yield latest, place, item


def _entries(event: Event, listed: Collection[int]) -> Iterator[tuple[datetime, Part]]:
    rows = HandEntry.objects.filter(**{f"hand__{PATH}__event": event}).order_by("pk")
    for entry in rows.select_related(f"hand__{PATH}", "hand__board", "ruling").iterator():
        yield entry.recorded_at, _entry(entry, listed)


def _entry(entry: HandEntry, listed: Collection[int]) -> Part:
    hand = entry.hand
    stands = hand.current_id == entry.pk
    is_told = stands and hand.pk in listed
    return kept(
        what="entry",
        **_address(hand),
        submission=str(entry.submission),
        revision=entry.revision,
        kind=entry.kind,
        state=hand.status if stands else None,
        board=hand.board.number if hand.board is not None and stands and not is_told else None,
        summary=None if is_told else entry.payload,
        record=None if is_told else entry.record,
        context=entry.context,
        rules=entry.rules_hash,
        body=entry.body_hash,
        ruling=entry.ruling.position if entry.ruling is not None else None,
        side=entry.side,
        by=entry.who,
        at=moment_text(entry.recorded_at),
        played_at=moment_or_none(entry.played_at),
        reason=entry.reason,
    )


def _address(hand: Hand) -> Part:
    match = hand.match
    return {
        "stage": match.round.stage.ref,
        "round": match.round.number,
        "match": match.number,
        "hand": hand.number,
    }


def _confirmations(event: Event) -> Iterator[tuple[datetime, Part]]:
    rows = Confirmation.objects.filter(**{f"entry__hand__{PATH}__event": event}).order_by("pk")
    for row in rows.select_related("entry"):
        of = str(row.entry.submission)
        yield row.at, kept(what="confirmation", of=of, side=row.side, by=row.who, at=moment_text(row.at))


def _repetitions(event: Event) -> Iterator[tuple[datetime, Part]]:
    rows = Repetition.objects.filter(**{f"entry__hand__{PATH}__event": event}).order_by("pk")
    for row in rows.select_related("entry"):
        yield (
            row.at,
            kept(
                what="repetition",
                of=str(row.entry.submission),
                submission=str(row.submission),
                body=row.body_hash,
                at=moment_text(row.at),
            ),
        )


def _act(entry: AuditEntry) -> tuple[datetime, Part]:
    return entry.at, kept(
        what="act",
        number=entry.number,
        verb=entry.verb,
        actor=entry.actor,
        target=entry.target,
        data=entry.data,
        hash=entry.hash,
        at=moment_text(entry.at),
    )
