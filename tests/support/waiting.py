"""Waiting for something that another process does: until it is seen, or a deadline has passed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 90.0
"""Seconds after which a condition counts as never met; a busy machine may need most of them."""


def wait_for(condition: Callable[[], T | None], what: str, seconds: float = PATIENCE) -> T:
    """The first true value of `condition`; fails with `what` when the deadline has passed."""
    deadline, pause = time.monotonic() + seconds, 0.02
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < deadline, f"waited in vain for: {what}"
        time.sleep(pause)
        pause = min(2 * pause, 0.3)
