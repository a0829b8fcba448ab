"""The domain's tests do behind the commit what is due, in whatever environment they run."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings

from tests.make import Evening, evening
from tests.support.kept import Kept, kept


@pytest.fixture(autouse=True)
def _no_workers(settings: Any) -> None:
    settings.WORKERS = False


@override_settings(WORKERS=False)
def _four() -> Evening:
    made = evening(match={"hands": 2})
    made.next_round()
    return made


kept_four = kept(_four)


@pytest.fixture
def four(kept_four: Kept[Evening], db: None) -> Evening:
    """Four pairs, two tables, matches of two hands; round 1 is published."""
    return kept_four.again()
