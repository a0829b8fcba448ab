"""Writing transactions and row locks, in the one order of docs/architecture.md.

Event, Stage, Match, Round, and EventVersion last: who has a match may mark the tables of rounds as stale.
Every lock is taken without the key (`FOR NO KEY UPDATE`), since a row that merely refers to a locked one must
not wait for it; SQLite has no row locks and serialises whole writing transactions instead (BEGIN IMMEDIATE).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import DatabaseError, IntegrityError, OperationalError, models, transaction

from tournaments.errors import Busy, Conflict, Misuse, NotFound

M = TypeVar("M", bound=models.Model)

WAITED = {"55P03", "40P01", "40001"}
"""SQLSTATE of a lock that was not to be had, a deadlock and a serialisation failure."""

UNIQUE = {"23505"}
"""SQLSTATE of a broken unique constraint."""

SQLITE_WAITED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_UNIQUE = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes.

    Raises Busy when a lock was not to be had in time and Conflict when a unique constraint stopped a double;
    whatever else a database complains of is a fault of ours and stays what it is.
    """
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        if _is(error, WAITED, SQLITE_WAITED):
            raise Busy from error
        raise
    except IntegrityError as error:
        if _is(error, UNIQUE, SQLITE_UNIQUE):
            raise Conflict("already_there") from error
        raise


def _is(error: DatabaseError, states: set[str], sqlite_codes: set[int]) -> bool:
    """Whether the driver's error has one of these codes; SQLite's come with details in the upper bits."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return code in sqlite_codes or code & 0xFF in sqlite_codes
    return getattr(cause, "sqlstate", None) in states


def lock(row: M) -> M:
    """The row, read again and locked until the transaction ends; parents that were read stay at hand.

    Raises NotFound when it is gone, Misuse outside of a transaction.
    """
    found = lock_all(type(row)._default_manager.filter(pk=row.pk))
    if not found:
        raise NotFound
    parents = [each for each in row._meta.concrete_fields if isinstance(each, models.ForeignKey)]
    for each in parents:
        if each.is_cached(row) and getattr(row, each.attname) == getattr(found[0], each.attname):
            each.set_cached_value(found[0], each.get_cached_value(row))
    return found[0]


def lock_all(rows: models.QuerySet[M]) -> list[M]:
    """The rows locked in the order of their ids, so that two who want the same ones cannot deadlock."""
    if not transaction.get_connection().in_atomic_block:
        raise Misuse("a row is locked outside a transaction")
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))
