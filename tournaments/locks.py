"""Writing transactions and row locks, in the one order of docs/architecture.md.

Event, Stage, Match, Round, and EventVersion last: who has a match may mark the tables of rounds as stale.
Every lock is taken without the key (`FOR NO KEY UPDATE`), since a row that merely refers to a locked one must
not wait for it; SQLite has no row locks and serialises whole writing transactions instead (BEGIN IMMEDIATE).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from django.db import Error, IntegrityError, models, transaction

from tournaments.compiled import Reading
from tournaments.errors import Conflict, Misuse, NotFound
from tournaments.outages import refusal

M = TypeVar("M", bound=models.Model)

UNIQUE = {"23505"}
"""SQLSTATE of a broken unique constraint."""

SQLITE_UNIQUE = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes.

    Raises Busy when a lock was not to be had in time or the database is away, NoRoom when its disk is full,
    and Conflict when a unique constraint stopped a double; whatever else it complains of is a fault of ours
    and stays what it is.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if _is_double(error):
            raise Conflict("already_there") from error
        raise
    except Error as error:
        if refused := refusal(error):
            raise refused from error
        raise


def _is_double(error: IntegrityError) -> bool:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) in SQLITE_UNIQUE
    return getattr(cause, "sqlstate", None) in UNIQUE


def lock(row: M) -> M:
    """The row, read again and locked until the transaction ends; parents that were read stay at hand.

    Raises NotFound when it is gone, Misuse outside of a transaction.
    """
    found = lock_one(type(row), row.pk)
    if found is None:
        raise NotFound
    parents = [each for each in row._meta.concrete_fields if isinstance(each, models.ForeignKey)]
    for each in parents:
        if each.is_cached(row) and getattr(row, each.attname) == getattr(found, each.attname):
            each.set_cached_value(found, each.get_cached_value(row))
    return found


def lock_all(rows: models.QuerySet[M]) -> list[M]:
    """The rows locked in the order of their ids, so that two who want the same ones cannot deadlock."""
    _require_transaction()
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def lock_one(model: type[M], pk: object) -> M | None:
    """The row with this key locked, None when there is none."""
    _require_transaction()
    return _locking(model).first(pk=pk)


@cache
def _locking(model: type[M]) -> Reading[M]:
    return Reading(
        lambda pk: model._default_manager.filter(pk=pk).select_for_update(of=("self",), no_key=True),
        pk=model._meta.pk,
    )


def _require_transaction() -> None:
    if not transaction.get_connection().in_atomic_block:
        raise Misuse("a row is locked outside a transaction")
