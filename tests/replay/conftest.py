"""An evening with a recorded hand at table 1, as Dora entered it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import translation

from scoring.intake import parse_submission, submit
from scoring.models import EntrySource
from scoring.receipts import Receipt
from tests.make import Evening, evening
from tests.support.recorded import Recorded, recorded
from tournaments.models import Match


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request in Spanish leaves its language behind in the thread."""
    translation.activate("en")
    yield
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture
def hall(db: None) -> Evening:
    """Four pairs in their first round, four hands a match."""
    made = evening(4, match={"hands": 4})
    made.next_round()
    return made


@pytest.fixture
def hand() -> Recorded:
    """A record and its summary."""
    return recorded(3)


def send(hall: Evening, match: Match, number: int, record: Any, summary: Any, **more: Any) -> Receipt:
    """Enter a hand with its record at the desk; `seen_revision` makes it a correction."""
    kind = "correct" if "seen_revision" in more else "enter"
    raw = {"submission": str(uuid4()), "hand": number, "summary": summary, "kind": kind, **more}
    raw |= {} if record is None else {"record": record}
    return submit(match, parse_submission(raw), hall.dora, EntrySource.USER)


@pytest.fixture
def match(hall: Evening, hand: Recorded) -> Match:
    """The match at table 1 with the recorded hand."""
    found = hall.match(1)
    send(hall, found, 1, *hand)
    return hall.match(1)
