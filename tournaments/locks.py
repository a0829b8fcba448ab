"""Writing transactions and row locks, in the one order of docs/architecture.md.

Event, Stage, Round, Match, and EventVersion last. Every lock is taken without the key (`FOR NO KEY
UPDATE`), since a row that merely refers to a locked one must not wait for it; SQLite has no row locks and
serialises whole writing transactions instead (BEGIN IMMEDIATE).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import IntegrityError, OperationalError, models, transaction

from tournaments.errors import Busy, Conflict, Misuse

M = TypeVar("M", bound=models.Model)


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes.

    Raises Busy when a lock was not to be had in time and Conflict when a constraint stopped a double.
    """
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        raise Busy from error
    except IntegrityError as error:
        raise Conflict("already_there") from error


def lock(row: M) -> M:
    """The row, read again and locked until the transaction ends; raises Misuse outside of one."""
    return lock_all(type(row)._default_manager.filter(pk=row.pk))[0]


def lock_all(rows: models.QuerySet[M]) -> list[M]:
    """The rows locked in the order of their ids, so that two who want the same ones cannot deadlock."""
    if not transaction.get_connection().in_atomic_block:
        raise Misuse("a row is locked outside a transaction")
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))
