"""What a client sends about a hand, read before anything is known of the match."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime

from engine.core.problems import Problem, pointer, shown
from scoring.numbers import too_large
from tournaments.errors import Invalid

KINDS = ("enter", "correct", "void")
HIGHEST_HAND = 1000
MOST_SEATS = 12
FIELDS = frozenset(
    {
        "submission",
        "hand",
        "board",
        "kind",
        "summary",
        "record",
        "seen_revision",
        "seen_seats",
        "played_at",
        "reason",
    }
)


@dataclass(frozen=True, slots=True)
class Submission:
    """One thing that was typed about a hand; hand 0 = the totals of a paper slip.

    `seen_seats` is who (the id of a player) sat where for whoever typed it, None where that is not said.
    """

    submission: UUID
    number: int
    kind: str
    payload: Mapping[str, Any] | None
    board: int | None = None
    record: Mapping[str, Any] | None = None
    seen_revision: int | None = None
    played_at: datetime | None = None
    reason: str = ""
    seen_seats: Mapping[int, int] | None = None

    @property
    def body_hash(self) -> str:
        """SHA-256 of what was said about the hand, so that an id cannot be used again for something else."""
        content = [
            self.number,
            self.kind,
            self.payload,
            self.board,
            self.record,
            self.seen_revision,
            self.played_at and self.played_at.isoformat(),
            self.reason,
        ]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def parse_submission(raw: object) -> Submission:
    """The submission that a JSON body describes (design: docs/api.md).

    Raises Invalid `bad_request` with a problem for each field that cannot be read; what the summary says is
    for the engine to judge.
    """
    if not isinstance(raw, Mapping):
        raise Invalid("bad_request", [Problem("not_an_object", "")])
    reading = _Reading(raw)
    submission = Submission(
        submission=reading.uuid("submission"),
        number=reading.integer("hand", 0, HIGHEST_HAND, required=True) or 0,
        kind=reading.kind(),
        payload=reading.mapping("summary", required=raw.get("kind") != "void"),
        board=reading.integer("board", 1, HIGHEST_HAND),
        record=reading.mapping("record"),
        seen_revision=reading.integer("seen_revision", 1, 10**9),
        played_at=reading.moment("played_at"),
        reason=reading.text("reason", 500),
        seen_seats=reading.seats("seen_seats"),
    )
    if reading.problems:
        raise Invalid("bad_request", reading.problems)
    return submission


def faults_of_object(value: object, path: str) -> list[Problem]:
    """Why an object cannot be stored as it is: no object, text that no database takes, numbers too large."""
    if not isinstance(value, Mapping) or not _is_clean(value):
        return [Problem("not_an_object", path)]
    return list(too_large(value, path))


class _Reading:
    """Reads one field after the other and remembers everything that is wrong."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw
        self.problems = [
            Problem("unknown_field", pointer(key), {"field": shown(key)}) for key in raw if key not in FIELDS
        ]

    def _fault(self, code: str, name: str) -> None:
        params = {"value": shown(self.raw[name])} if name in self.raw else {}
        self.problems.append(Problem(code, f"/{name}", params))

    def uuid(self, name: str) -> UUID:
        value = self.raw.get(name)
        try:
            return UUID(value if isinstance(value, str) else "")
        except ValueError:
            self._fault("not_a_uuid", name)
            return UUID(int=0)

    def integer(self, name: str, low: int, high: int, *, required: bool = False) -> int | None:
        value = self.raw.get(name)
        if value is None and not required:
            return None
        if type(value) is not int or not low <= value <= high:
            self._fault("bad_number", name)
            return None
        return value

    def kind(self) -> str:
        value = self.raw.get("kind", "enter")
        if value not in KINDS:
            self._fault("unknown_kind", "kind")
            return "enter"
        return str(value)

    def mapping(self, name: str, *, required: bool = False) -> Mapping[str, Any] | None:
        value = self.raw.get(name)
        if value is None and not required:
            return None
        if not isinstance(value, Mapping) or not _is_clean(value):
            self._fault("not_an_object", name)
            return None
        self.problems += faults_of_object(value, f"/{name}")
        if name == "summary" and self.raw.get("kind") == "void":
            self._fault("void_has_no_summary", name)
        return value

    def seats(self, name: str) -> Mapping[int, int] | None:
        value = self.raw.get(name)
        if value is None:
            return None
        positions = {str(each): each for each in range(1, MOST_SEATS + 1)}
        if not isinstance(value, Mapping) or not value.keys() <= positions.keys():
            self._fault("not_an_object", name)
            return None
        if any(type(player) is not int or not 0 < player < 10**18 for player in value.values()):
            self._fault("bad_number", name)
            return None
        return {positions[each]: player for each, player in value.items()}

    def moment(self, name: str) -> datetime | None:
        value = self.raw.get(name)
        if value is None:
            return None
        try:
            moment = parse_datetime(value) if isinstance(value, str) else None
            if moment is not None and moment.tzinfo is not None:
                moment.astimezone(UTC)  # as it is stored: the ends of the calendar have none
                return moment
        except (ValueError, OverflowError):
            pass
        self._fault("not_a_moment", name)
        return None

    def text(self, name: str, longest: int) -> str:
        value = self.raw.get(name, "")
        if not isinstance(value, str) or len(value) > longest or not _is_clean(value):
            self._fault("bad_text", name)
            return ""
        return value


def _is_clean(value: object) -> bool:
    """Whether a database can store the value: no NUL, no half surrogate, no number without end."""
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        text.encode()
    except (ValueError, RecursionError):
        return False
    return "\\u0000" not in text and len(text) < 100_000
