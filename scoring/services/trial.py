"""What an act would come to: it is done for real and taken back at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

T = TypeVar("T")


class _Taken(Exception):
    """Ends the transaction of a trial."""


def trial(run: Callable[[], T]) -> T:
    """What `run` returns, everything it wrote undone; its own errors pass, undone as well.

    Rows that `run` was given may hold values of the trial afterwards: read them again.
    """
    kept: list[T] = []
    try:
        with transaction.atomic():
            kept.append(run())
            raise _Taken
    except _Taken:
        return kept[0]
