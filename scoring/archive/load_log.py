"""The history of an event archive as rows: entries, agreements and acts as they were, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from scoring.archive.canonical import Part, moment
from scoring.archive.load_rounds import Address, is_slip, totals
from scoring.models import Confirmation, EntrySource, Hand, HandEntry, Repetition, Ruling
from scoring.services.loading import SLIP
from scoring.setup import stage_setup
from tournaments.errors import Invalid
from tournaments.models import AuditEntry, Board, Event, EventVersion, Match

MANY = 500

Play = dict[str, Any]


def restore_log(
    event: Event,
    document: Part,
    matches: Mapping[Address, tuple[Match, Part]],
    rulings: Sequence[Ruling],
) -> None:
    """Store the history of a valid archive; raises Invalid `log_is_here` where the database has it already.

    People and devices of another database are kept as the labels that they had there.
    """
    log: Sequence[Part] = document.get("log", ())
    items: dict[str, list[Part]] = {"entry": [], "confirmation": [], "repetition": [], "act": []}
    for item in log:
        items[item["what"]].append(item)
    _refuse_twice([item["submission"] for item in log if "submission" in item])
    loader = _Loader(document["stages"][0]["id"], matches, rulings, _boards(event))
    entries = loader.store_entries(items["entry"])
    Confirmation.objects.bulk_create(_confirmations(items["confirmation"], entries), batch_size=MANY)
    Repetition.objects.bulk_create(_repetitions(items["repetition"], entries), batch_size=MANY)
    _store_acts(event, items["act"])


def _refuse_twice(submissions: Sequence[str]) -> None:
    for first in range(0, len(submissions), MANY):
        wanted = submissions[first : first + MANY]
        for model in (HandEntry, Repetition):
            if model.objects.filter(submission__in=wanted).exists():
                raise Invalid.of("log_is_here", "/log")


def _boards(event: Event) -> dict[tuple[str, int], Board]:
    rows = Board.objects.filter(stage__event=event).select_related("stage")
    return {(board.stage.ref, board.number): board for board in rows}


@dataclass(slots=True)
class _Loader:
    """Hands with everything that was typed about them."""

    first_stage: str
    matches: Mapping[Address, tuple[Match, Part]]
    rulings: Sequence[Ruling]
    boards: Mapping[tuple[str, int], Board]
    hands: dict[tuple[Address, int], Hand] = field(default_factory=dict)

    def store_entries(self, items: Sequence[Part]) -> dict[str, HandEntry]:
        """Store hands and entries; returns the entries by their submissions."""
        standing = {self._place(item): item for item in items if "state" in item}
        self.hands = {place: self._hand(place, item) for place, item in standing.items()}
        Hand.objects.bulk_create(self.hands.values(), batch_size=MANY)
        entries = {item["submission"]: self._entry(item) for item in items}
        HandEntry.objects.bulk_create(entries.values(), batch_size=MANY)
        for place, item in standing.items():
            self.hands[place].current = entries[item["submission"]]
        Hand.objects.bulk_update(self.hands.values(), ["current"], batch_size=MANY)
        return entries

    def _place(self, item: Part) -> tuple[Address, int]:
        return (item.get("stage", self.first_stage), item["round"], item["match"]), item["hand"]

    def _hand(self, place: tuple[Address, int], item: Part) -> Hand:
        address, number = place
        board = self._listed(place).get("board", item.get("board"))
        return Hand(
            match=self.matches[address][0],
            number=number,
            board=None if board is None else self.boards[address[0], board],
            status=item["state"],
        )

    def _listed(self, place: tuple[Address, int]) -> Play:
        """The hand as its match lists it; nothing where it does not."""
        (match, part), number = self.matches[place[0]], place[1]
        if number == SLIP and is_slip(part):
            return {"summary": totals(part, stage_setup(match.round.stage).sides)}
        return next((dict(hand) for hand in part.get("hands", ()) if hand["number"] == number), {})

    def _entry(self, item: Part) -> HandEntry:
        place = self._place(item)
        told = self._listed(place) if "state" in item else {}
        return HandEntry(
            hand=self.hands[place],
            revision=item.get("revision"),
            submission=UUID(item["submission"]),
            body_hash=item["body"],
            kind=item["kind"],
            payload=told.get("summary", item.get("summary")),
            record=told.get("record", item.get("record")),
            context=item.get("context", {}),
            rules_hash=item["rules"],
            source=EntrySource.IMPORT,
            by=item.get("by", ""),
            ruling=self.rulings[item["ruling"]] if "ruling" in item else None,
            side=item.get("side", ""),
            played_at=moment(item["played_at"]) if "played_at" in item else None,
            recorded_at=moment(item["at"]),
            reason=item.get("reason", ""),
        )


def _confirmations(items: Sequence[Part], entries: Mapping[str, HandEntry]) -> Iterator[Confirmation]:
    for item in items:
        yield Confirmation(
            entry=entries[item["of"]],
            side=item.get("side", ""),
            by=item.get("by", ""),
            at=moment(item["at"]),
        )


def _repetitions(items: Sequence[Part], entries: Mapping[str, HandEntry]) -> Iterator[Repetition]:
    for item in items:
        yield Repetition(
            entry=entries[item["of"]],
            submission=UUID(item["submission"]),
            body_hash=item["body"],
            at=moment(item["at"]),
        )


def _store_acts(event: Event, items: Sequence[Part]) -> None:
    """The chain of the log as it was, its hashes too: whether they are right is for `event verify` to say."""
    acts = [
        AuditEntry(
            club_id=event.club_id,
            event=event,
            number=item["number"],
            actor=item["actor"],
            verb=item["verb"],
            target=item.get("target", ""),
            data=item.get("data", {}),
            at=moment(item["at"]),
            hash=item["hash"],
        )
        for item in items
    ]
    AuditEntry.objects.bulk_create(acts, batch_size=MANY)
    if acts:
        head = {"log_count": acts[-1].number, "log_head": acts[-1].hash}
        EventVersion.objects.filter(event=event).update(**head)
